"""A river town of old textile mills, whose recording secretary, a retired engineer, numbers every line and abbreviates what can be abbreviated."""
from datetime import datetime
from email.utils import format_datetime
from types import SimpleNamespace

from paper import Paper

WOMEN = set("Ruth Anne Lorraine Joan Denise Paula Corinne Elaine Noreen Beth Gwen Judith Hannah Maeve Ingrid Sonia Lydia Colleen Renata Priscilla Vera".split())


def mr(name):
    given, family = name.split()
    return f"{'Ms.' if given in WOMEN else 'Mr.'} {family}"


def pronouns(name):
    return ("she", "her") if name.split()[0] in WOMEN else ("he", "his")


def day(text):
    return datetime.strptime(text, "%B %d, %Y")


def number(sum_of_money):
    return int(sum_of_money.strip("$").replace(",", ""))


def blocks(text, **tables):
    """Each line without indent begins a block, an indented one goes on with it; `[name]` alone is the table of that name."""
    found = []
    for line in text.splitlines():
        if line.startswith("  "):
            kind, body = found[-1]
            found[-1] = (kind, f"{body} {line.strip()}")
        elif line.startswith("[") and line.strip("[]") in tables:
            found.append(("table", tables[line.strip("[]")]))
        elif line:
            sign = next((s for s in ("## ", "# ", "- ") if line.startswith(s)), "")
            found.append(({"# ": "h1", "## ": "h2", "- ": "li", "": "p"}[sign], line[len(sign):]))
    return found


def said(t):
    """The sentences and clauses that papers and marks share."""
    return SimpleNamespace(
        # Winter.
        warning=f"the {t.supports} are failing and the {t.structure} should not carry people until they are replaced",
        insurer=f"asks the Town to close the {t.structure} or to repair it within {t.insurer_days}",
        no_permit=f"no building permit was ever applied for or issued when the {t.structure} was built in {t.built_year}",
        close_failed=f"Vote to close the {t.structure}: Y-1 N-2 ({t.chair_last} Y; {t.member2_last} N, {t.member3_last} N). Mtn FAILED.",
        winter_minutes="Vote on the minutes of January 27: Y-3 N-0.",
        winter_salt="Vote to award the road salt to Cutter Salt & Stone: Y-3 N-0. Passed.",
        winter_floor="Vote to refinish the upstairs floor with trust money: Y-2 N-0, one abstention. Passed.",
        winter_trees=f"Vote to appoint Hollister Beede as tree warden: Y-2 N-1 ({t.member3_last} N). Passed.",
        winter_end="Adjourned 8:51 pm, Vote: Y-3 N-0.",
        # Spring.
        spring_minutes="Vote to accept the minutes of March 25 as typed: Y-3 N-0. Passed.",
        warner_said=f"a {t.part} on the {t.structure} moves when you put your weight on it",
        warner_more="somebody is going to go through there before the summer is out",
        tabled=f"Vote to table the repair until {t.repair_until}: Y-2 N-1 ({t.chair_last} N). Passed, repair is tabled.",
        signs_first=f"to put up {t.signs_moved} signs, \"Use at your own risk\"",
        signs_amended=f"Vote to amend to {t.signs_voted} signs: Y-3 N-0. Amendment passed.",
        signs_passed=f"Vote on the signs as amended, {t.signs_voted} signs: Y-2 N-1 ({t.chair_last} N). Passed as amended.",
        cruiser=f"Vote to buy the cruiser from {t.cruiser_dealer} for {t.cruiser}: Y-3 N-0. Passed.",
        matter_tabled=f"Vote to table the draft {t.tabled_matter} to {t.tabled_until}: Y-3 N-0. Passed, draft is tabled.",
        lights_failed=f"Vote to accept the LED street light offer: Y-1 N-2 ({t.member3_last} Y; {t.chair_last} N, {t.member2_last} N). Mtn FAILED.",
        spring_end="Vote to adjourn at 9:08 pm: Y-3 N-0.",
        # Late.
        closed=f"Vote to close the {t.structure} to the public, effective tonight: Y-3 N-0. Passed.",
        no_permit_again=f"there is still no permit for the {t.structure} in the file, nor an application for one",
        engineer_vote=f"Vote to hire {t.engineer}: Y-2 N-1. Passed.",
        engineer_against=f"{t.member3_last} voted against hiring the engineer",
        late_minutes="Vote on the July 30 minutes as corrected: Y-3 N-0.",
        late_culvert="Vote to buy the Bobbin Street culvert pipe: Y-3 N-0. Passed.",
        late_gauge="Vote to accept the river gauge grant: Y-3 N-0. Passed.",
        late_end="Adjourned 8:17 pm on a vote of Y-3 N-0.",
        # Zoning board.
        variance_granted="Variance GRANTED, 4 to 1, with two conditions",
        exception_denied=f"Special exception for {t.exception_use} DENIED, 5-0",
        exception_why=f"the traffic of {t.exception_use} is more than a road with one lane and no shoulder can safely bear",
        exception_noise="the noise would carry over the water to the houses on the far bank early and late",
        continued=f"The hearing of {t.continued_owner} is CONTINUED to {t.continued_until}",
        drift_claims=f"{mr(t.drift_neighbor)} holds that {mr(t.drift_owner)} was negligent and is liable for the {t.drift_harmed}, and demands {t.drift_sum}",
        drift_duty=f"Counsel answered that a breach of duty and damages are proved in court, not assumed from a ruined {t.drift_harmed}",
        drift_liable="Which of two neighbors is liable to the other, and for what damages, is not for this Board to decide.",
        drift_negligence="This decision is no finding of negligence against anybody and shall not be cited as one.",
        # Declaration.
        rent=f"No Lease shall be made for an initial term of less than {t.rent_months}",
        pet=f"one (1) dog, the weight of which at maturity shall not exceed {t.pet_pounds}",
        fence=f"No fence shall exceed {t.fence_height} in height, and no fence of any height shall be erected without the prior written approval of the Board",
        assessment=f"No special assessment in excess of {t.assessment_limit} shall be levied without the affirmative vote of a majority of the Owners",
        ac_pays="Each Owner shall, at such Owner's own cost, maintain, repair and replace the heating and air-conditioning equipment "
        "serving that Owner's Unit alone",
        ac_trap="Window air conditioners shall not be visible from the Common Driveway, nor be heard within any other Unit after 10 p.m.",
        # Taxes, town meeting, mail.
        cause_school=f"the budget of the school district rose by {t.school_increase}",
        cause_insurance=f"the cost of health insurance for the Town's employees rose by {t.insurance_percent}",
        budget_failed=f"Article 2, operating budget: DEFEATED. Yes {t.budget_yes}, No {t.budget_no}.",
        default_stands=f"The default budget of {t.default_budget} therefore stands for {t.year}.",
        lease_failed=f"Article 4, lease to {t.lease_company}: DEFEATED. Yes {t.lease_yes}, No {t.lease_no}.",
        no_lease=f"No lease with {t.lease_company} has been signed, and none will be.",
        mail_claim=f"I was told at the hardware store that the transfer station sticker is {t.mail_wrong} now",
    )


def marks(t):
    s = said(t)
    return {
        "warning": [s.warning],
        "insurer": [s.insurer],
        "close_failed": [s.close_failed],
        "tabled": [s.tabled],
        "no_permit": [s.no_permit, s.no_permit_again],
        "closed": [s.closed],
        "engineer_against": [s.engineer_against],
        "signs_first": [s.signs_first],
        "signs_amended": [s.signs_amended, s.signs_passed],
        "lights_failed": [s.lights_failed],
        "matter_tabled": [s.matter_tabled],
        "spring_votes": [s.spring_minutes, s.tabled, s.signs_amended, s.signs_passed, s.cruiser, s.matter_tabled, s.lights_failed, s.spring_end],
        "other_votes": [s.winter_minutes, s.close_failed, s.winter_salt, s.winter_floor, s.winter_trees, s.winter_end,
                        s.late_minutes, s.closed, s.engineer_vote, s.late_culvert, s.late_gauge, s.late_end],
        "warner_said": [s.warner_said, s.warner_more],
        "drift_words": [s.drift_claims, s.drift_duty, s.drift_liable, s.drift_negligence],
        "variance_granted": [s.variance_granted],
        "exception_denied": [s.exception_denied],
        "exception_why": [s.exception_why, s.exception_noise],
        "continued": [s.continued],
        "rent": [s.rent],
        "pet": [s.pet],
        "fence": [s.fence],
        "assessment": [s.assessment],
        "ac_pays": [s.ac_pays],
        "ac_trap": [s.ac_trap],
        "cause_school": [s.cause_school],
        "cause_insurance": [s.cause_insurance],
        "budget_failed": [s.budget_failed, s.default_stands],
        "lease_failed": [s.lease_failed],
        "no_lease": [s.no_lease],
        "mail_claim": [s.mail_claim],
    }


ABBREVIATIONS = """Abbreviations of this secretary: BOS = Select Board (the old initials stay); TA = Town Administrator; RA = Road Agent; HD = Highway Dept.;
  TS = Transfer Station; mtn = motion; 2nd = seconded by; Y = yes; N = no. The Chair votes. Numbers are the agenda's; anything said is summarized, not quoted,
  unless in quotation marks."""
SIGNED = """Respectfully submitted, Wendell Achorn, P.E. (ret.), Recording Secretary
DRAFT until accepted by the BOS. Posted within five business days, RSA 91-A:2. Minutes Book 31"""


def fees(t):
    return blocks(f"""
# Town of {t.town}, New Hampshire: Schedule of Fees
In force from {t.fees_from}, by vote of the Select Board after a public hearing held on December 20, {t.last_year}. This outline replaces the schedule that
  was in force from {t.old_fees_from}. If you hold a paper with other figures, throw it away.
Office of the Town Clerk, 14 Canal Street, ground floor. Tel. 744-2218. Checks to "Town of {t.town}".
## 1. Transfer Station, Bobbin Street
1.1 Stickers (calendar year; lower left corner of the windshield, glued, not taped)
1.1.a First vehicle of a household: {t.sticker}
1.1.b Each further vehicle of the same household: {t.second_sticker}
1.1.c Nonresident who owns land or a camp in town: {t.nonresident_sticker}
1.1.d A sticker lost with a broken windshield is replaced once without charge if the pieces are brought in.
1.2 Bulky items, paid at the window, on top of the sticker
1.2.a Refrigerator, freezer, or any other thing with a coolant: {t.refrigerator} each
1.2.b Mattress, or the box under it, any size: {t.mattress} each
1.2.c Car tire, off the rim: $3 each
1.2.d Scrap metal, clean: no charge
## 2. Dog licenses (due by the end of April)
2.1 Spayed or neutered, with the vet's certificate: {t.dog_altered}
2.2 Not spayed or neutered: {t.dog_intact}
2.3 The Clerk adds $1 for each month that a license is late.
## 3. River Beach and boats
3.1 Beach pass, resident, one household, one season: {t.beach_resident}
3.2 Beach pass, nonresident, one household, one season: {t.beach_nonresident}
3.3 Boat rack at the beach, one canoe or kayak, one season: {t.boat_rack}. Racks are drawn by lot in May.
## 4. Town Hall
4.1 Rental of the upstairs hall, one day, kitchen included: {t.hall_rental}
4.2 Town boards, scouts and funerals of residents: no charge
4.3 The key is given out against a refundable deposit. Sweep the floor.
## 5. Office
5.1 Photocopies and printing: {t.copies} per page
5.2 Certified copies of births, deaths and marriages: as set by the State; the Clerk has no say in it.
## 6. How to pay
6.1 Cash, check, or card (the card company adds its own charge, of which the Town sees nothing).
6.2 No refunds on stickers after the first of July.
{t.clerk}, Town Clerk. Rev. 4 of this form. Page 1 of 1""")


def old_fees(t):
    return blocks(f"""
# Town of {t.town} - Fees - in force from {t.old_fees_from}
*** Superseded by the schedule of {t.fees_from}. Kept for the file only. W.A. ***
## 1. Transfer Station
1.1 Sticker, first vehicle: {t.old_sticker} per year
1.2 Sticker, second and each further vehicle, same household: {t.old_second_sticker}
1.3 Nonresident stickers: none sold
1.4 Refrigerators: no charge with a sticker, one a year
1.5 Mattress: $3 each
1.6 Tires: $2 each, not more than four at a time
## 2. River Beach
2.1 Residents: show your sticker, no pass needed
2.2 Nonresidents, season pass, household: $62.50
2.3 Rack for a canoe: $152 per season
## 3. Hall upstairs
3.1 One day: $181
3.2 Piano: ask first. It is not in tune.
## 4. Copies
4.1 Each page: $0.10
## 5. Dogs
5.1 License at the rate that the State sets, paid to the Clerk by the end of April.
Adopted by the Select Board of {t.town} at a public hearing. Questions to the Town Clerk, 14 Canal Street, 744-2218.""")


def winter(t, s):
    he, _ = pronouns(t.inspector)
    return blocks(f"""
# Town of {t.town}, New Hampshire: Select Board, Minutes of {t.winter}
Regular meeting, Town Hall, lower room, 14 Canal Street. Called to order by the Chair at 6:31 pm. Furnace running, doors shut.
{ABBREVIATIONS}
## 1. Attendance
1.1 BOS: {t.chair}, Chair; {t.member2}; {t.member3}. All present.
1.2 Staff: {t.administrator}, TA; {t.inspector}, Building Inspector; {t.clerk}, Town Clerk; Lyman Threlkeld, RA.
1.3 Public: 17 on the sheet, some more by screen. The screen froze at 7:10 pm and came back at 7:14 pm.
## 2. Minutes and manifests
2.1 Minutes of January 27. {t.member2_last} asked to change "culvet" to "culvert" in 5.2. Mtn {t.member2_last}, 2nd {t.member3_last}, to accept as corrected.
2.1.a {s.winter_minutes}
2.2 Manifests signed: payroll $38,214.66; vendors $21,907.13. No questions. No mtn is needed for manifests.
## 3. Building Inspector: {t.structure} at {t.site}
3.1 {t.inspector}, Building Inspector, reported on a visit of January 22 to the {t.structure} at {t.site}, off {t.road}, made at the TA's request after two
  calls.
3.1.a {mr(t.inspector)} said that {s.warning}. Of eleven looked at, seven are soft, split, or carry nothing at all. Photographs were passed around (file 3-A).
3.1.b The railing on the side facing the water is loose at both ends and was pulled out by hand some three inches. The bolts are of the wrong kind, inside
  bolts used outdoors.
3.1.c The inspector added that {s.no_permit}. It was put up by volunteers over a weekend, and {he} has searched the file, the old file, and the box under the
  stairs.
3.1.d Asked by {t.member3_last} wether a permit was needed for a thing owned by the Town: yes, the building code (RSA 155-A) makes no exception for towns.
3.1.e Asked by the Chair how long it will last: nobody can say. It may stand five winters or come down this March.
3.2 Letter of {t.insurer}, the Town's insurer, read aloud by the TA. The insurer has had the photographs and {s.insurer}, counted from the date of the letter,
  and it wants to hear in writing which of the two it will be. The letter is on file.
3.2.a The TA noted that the letter does not say what happens if the Town does neither, and that it does not need to.
3.3 Discussion. {t.chair_last}: has been told in writing by two people whose job it is to know. {t.member2_last}: people like the spot, it's the first thing
  visitors ask for, and there's no money in the line for it untill Town Meeting. {t.member3_last}: a few bolts and some lumber, the HD could do it in a day;
  is against shutting things on account of a letter from an insurance company.
3.4 Mtn {t.chair_last} to close the {t.structure} to the public until it is repaired. 2nd {t.member3_last}, for discussion only.
3.4.a {s.close_failed} It stays open.
3.4.b {t.chair_last} asked that the minutes show the date and who was in the room. They do.
3.5 By consent the TA will ask for quotes for the repair, to be in hand in April.
## 4. Road salt
4.1 RA Threlkeld: three bids for the rest of the winter. Cutter Salt & Stone is lowest at $71.43 a ton delivered; the next one is $74.86. Shed is about one
  third full.
4.2 Mtn {t.member3_last}, 2nd {t.member2_last}, to take the low bid.
4.2.a {s.winter_salt}
## 5. Town Hall, upstairs floor
5.1 Estimate for sanding and three coats, $4,118, Merle Tibbets Floors. The Hall Trust can pay it all; nothing comes out of taxes.
5.2 {t.chair_last} is a cousin of Mr. Tibbets and abstains. {t.member2_last} took the chair for this item. Mtn {t.member3_last}, 2nd {t.member2_last}.
5.2.a {s.winter_floor}
## 6. Sidewalk on Canal Street
6.1 Gordie Plaisted, barber, Canal Street: the sidewalk plow throws the snow back into the doorways that the owners have just dug out. Has a photograph.
6.2 Dot Prescott, Dyer's Row: walks to the post office in the street because of it, with a cane, and the log trucks do not slow down.
6.3 RA: the machine is from 1988 and throws to one side only. It could go up one side and back by way of the other if he had a second man from 5 to 7 in the
  morning.
6.4 {t.chair_last}: try it for the next storm, report back. {t.member2_last}: the owners might also wait until the plow has been by. Some laughter, not all of
  it friendly. No mtn.
## 7. Appointments
7.1 Tree warden. One letter, Hollister Beede. {t.member3_last} would have liked to see it advertised a second time. Mtn {t.chair_last}, 2nd {t.member2_last},
  to appoint for one year.
7.1.a {s.winter_trees} Town Clerk to swear in.
## 8. Town Administrator
8.1 Ice watch: gauge at the lower dam read 4.2 at noon; action stage begins at 7.0. The sand bags are at the HD, bring your own shovel.
8.2 The state bridge inspector has red-listed nothing in town this year.
8.3 The deliberative session went until 10:40 pm. The janitor was paid for it. The ballot is at the printer's.
8.4 The furnace at the HD garage was fixed for $1,146.72; cause was a mouse.
## 9. Public comment
9.1 Ray Chabot, Upper Locks Road, asked who pays for street lights on private roads. TA: the private owners. Mr. Chabot did not agree.
9.2 No others.
## 10. Next meeting and adjournment
10.1 Next meeting February 27, same place, 6:30 pm.
10.2 Mtn {t.member2_last}, 2nd {t.member3_last}, to adjourn. {s.winter_end}
{SIGNED}, leaf 12.""")


def spring(t, s):
    he, _ = pronouns(t.chief)
    return blocks(f"""
# TOWN OF {t.town.upper()}, N.H. - SELECT BOARD (BOS)
## Minutes, regular meeting of {t.spring}
Town Hall, lower room, 14 Canal Street. Order 6:30 pm. Pledge. The Town of {t.town} records its meetings; the recording is wiped when these minutes are
  accepted.
{ABBREVIATIONS}
## 1. Attendance
1.1 BOS: {t.chair}, Chair; {t.member2}; {t.member3}. Absent: none.
1.2 Staff: {t.administrator}, TA; {t.chief}, Police Chief; {t.fire_chief}, Fire Chief; {t.clerk}, Town Clerk.
1.3 Public: 23 on the sheet.
## 2. Minutes of last meeting
2.1 Mtn {t.member3_last}, 2nd {t.member2_last}, to accept.
2.1.a {s.spring_minutes}
## 3. Public comment (3 minutes each, timer is the kitchen one)
3.1 {t.warner}, {t.road}: has walked out to {t.site} every morning for years. Says that {s.warner_said}, that it did not do so last fall, and that
  {s.warner_more}. {mr(t.warner)} asked that it be written down, and it is.
3.1.a The Chair thanked {mr(t.warner)} and said that the matter is item 4.
3.2 {t.commenter}, Dyer's Row: the pot holes on Canal Street between the bank and the footing of the old trestle. Has lost one hub cap and counted nineteen
  holes. Asked when the HD will get to it. TA: when the plant in {t.neighbor_town} makes hot mix, likely the first week of May.
3.3 Gordie Plaisted, Canal Street: thanked the RA for the second man on the sidewalk plow in March. It worked.
## 4. {t.structure.capitalize()} at {t.site}
4.1 TA opened two quotes for the repair: new {t.supports}, new railing, stainless bolts, old lumber hauled away.
4.1.a {t.contractor_low}: {t.quote_low}. Could begin in June. Warrants the work for three years.
4.1.b {t.contractor_high}: {t.quote_high}. Could begin at the end of August. Includes a drawing stamped by an engineer, which the other does not.
4.2 {t.chair_last}: the number is not pleasant and will not get more so. Would take the low one tonight out of the contingency line and find the rest.
  {t.member2_last}: the budget just went down at the polls, we live on the default, and a job this size ought to wait till we see where the year is.
  {t.member3_last}: agrees, there's no hurry; the winter is over and it's still there.
4.3 Mtn {t.member2_last}, 2nd {t.member3_last}, to table the repair until {t.repair_until}.
4.3.a {s.tabled}
4.4 Mtn {t.member2_last}, 2nd {t.member3_last}, {s.signs_first}, at the {t.structure} and along the path.
4.4.a {t.member3_last}: that many is a forest. Moved to amend to {t.signs_voted}. 2nd {t.chair_last}, who prefers fewer signs and better lumber.
4.4.b {s.signs_amended}
4.4.c {t.chair_last}, on the main mtn: a sign holds nobody up. Will vote no.
4.4.d {s.signs_passed} HD to make them.
## 5. Police: cruiser
5.1 {t.chief}, Police Chief, asked for a new cruiser in place of the oldest one (131,000 miles, second transmission, smells of wet dog though {he} keeps
  none).
5.1.a Prices were taken from three dealers. {t.cruiser_dealer} is low at {t.cruiser}, with the light bar and the cage moved over from the old car.
5.1.b Paid out of the cruiser reserve, which was voted for this in earlier years; no effect on the rate.
5.2 Mtn {t.member3_last}, 2nd {t.chair_last}.
5.2.a {s.cruiser}
## 6. Draft {t.tabled_matter}
6.1 TA handed out draft 2 of the {t.tabled_matter}. Counsel has marked up the section on enforcement, and nobody at the table had read counsel's marks.
6.1.a Trudy Esposito, Upper Locks Road: her end of town does not need it. Dot Prescott, Dyer's Row: hers does, ask anybody who lives near the landing in July.
6.2 {t.chair_last}: wants the Police Chief's opinion in writing before there is a hearing on it. Mtn {t.chair_last}, 2nd {t.member2_last}, to table.
6.2.a {s.matter_tabled}
## 7. Street lights
7.1 Offer of Brightway Lighting Co. to change the Town's street lights, 94 heads on poles, to LED at {t.lights_offer}, less whatever rebate the power company
  gives.
7.1.a Pay-back by the vendor's sheet is 4.1 years. This secretary, who did such sums for a living, gets 6.8. Sheet is on file with my sums beside it.
7.1.b {t.chair_last}: after tabling the repair cannot face anyone with this. {t.member2_last}: the light is too blue; saw it in {t.neighbor_town}.
7.2 Mtn {t.member3_last} to accept the offer. 2nd {t.chair_last}, to bring it to a vote.
7.2.a {s.lights_failed} Offer lapses.
## 8. Reports
8.1 {t.fire_chief}, Fire Chief: 31 calls since the last report, one chimney, no injuries. Burn permits are on line now, and no permit means no fire. Hose test
  in May.
8.2 {t.clerk}, Town Clerk: 94 dogs still to be licensed by the end of the month. Boat racks will be drawn May 10 at noon at the beach; be there or send
  somebody.
8.3 TA: gauge at the lower dam 3.1 and falling. The furnace contract is up in June. The flood map hearing of the county is on May 19.
8.4 Correspondance: thank-you card of the fourth grade for the visit to the Fire Dept.
## 9. Other business
9.1 None.
## 10. Adjournment
10.1 Next regular meeting April 29, 6:30 pm.
10.2 Mtn {t.member2_last}, 2nd {t.member3_last}. {s.spring_end}
{SIGNED}, leaf 19. Page 3 of 3""")


def late(t, s):
    return blocks(f"""
# Town of {t.town}, New Hampshire: Select Board (BOS)
## Minutes of the regular meeting of {t.late}
Town of {t.town}, Town Hall, upstairs hall (new floor), because of the number of people. Order 6:30 pm by the Chair. Windows open.
{ABBREVIATIONS}
## 1. Attendance
1.1 BOS: {t.chair}, Chair; {t.member2}; {t.member3}.
1.2 Staff: {t.administrator}, TA; {t.inspector}, Building Inspector; Lyman Threlkeld, RA. Town counsel, Adah Loomis, Esq., by telephone for item 3 only.
1.3 Public: 58 on the sheet, two from the newspapers, one with a camera.
## 2. Minutes
2.1 Minutes of July 30. Correction by {t.member3_last}: in 4.1 for "east" read "west". Mtn {t.member3_last}, 2nd {t.member2_last}.
2.1.a {s.late_minutes}
## 3. {t.structure.capitalize()} at {t.site}
3.1 Statement of the Chair: on {t.injury_day} a visitor to the town was hurt on the {t.structure}. The BOS wishes this person a full recovery. On the advice
  of counsel the BOS will not speak tonight about how it came about or about anybody's fault, and asks the public to understand that.
3.1.a TA: no claim has been received in writing. {t.insurer} was told the next morning, has sent an adjuster, and has asked that nothing be moved or thrown
  away.
3.1.b TA: all minutes, letters and photographs that bear on it are in one box in the vault, and the Clerk holds the key.
3.2 {t.inspector}, Building Inspector: went out again on July 29. A {t.part} is broken through and others around it are no better. Said for the record that
  {s.no_permit_again}. The tape that was put across was torn down the first weekend.
3.3 Public, through the Chair, names as given.
3.3.a Trudy Esposito, Upper Locks Road: asked why it was open at all. Chair: cannot answer that tonight.
3.3.b Cal Dunphy, Bobbin Street: helped to build it, is sorry, and would like to help put it right with somebody telling him how.
3.3.c Dot Prescott, Dyer's Row: asked where the signs are. RA: they were up by the first of June, one is missing.
3.4 Mtn {t.chair_last}, 2nd {t.member2_last}, to close the {t.structure} and to have the HD set chain link across the way in.
3.4.a {s.closed}
3.5 Engineer. TA has a proposal from {t.engineer} to examine the {t.structure}, write a report, and say whether it is to be mended or taken down:
  {t.engineer_fee}, six weeks. Mtn {t.chair_last}, 2nd {t.member2_last}, to hire {t.engineer} for {t.engineer_fee} out of the contingency line.
3.5.a {t.member3_last}: would first have a price of a second firm, and holds that the insurer should bear it.
3.5.b {s.engineer_vote} To be plain about it, {s.engineer_against}; {t.chair_last} and {t.member2_last} voted for.
3.5.c The repair itself stays on the table as voted in April, unless somebody takes it off sooner. The Chair said that somebody will.
## 4. Culvert, Bobbin Street
4.1 RA: the pipe under Bobbin Street has lost its bottom. Water now runs beside it rather than through it. 48 foot of plastic pipe, delivered, is $8,436 from
  Rowell Supply; the HD can set it in two days with the road closed at the mill end.
4.1.a Mill Apartments asked for notice, so that the oil truck can come first. RA will call them.
4.2 Mtn {t.member2_last}, 2nd {t.chair_last}, to buy the pipe.
4.2.a {s.late_culvert}
## 5. River gauge
5.1 TA: the state offers $3,217 for a gauge with a radio at the lower dam. The Town's part is the pole, which it has. The reading would be on the web for
  everybody.
5.1.a Ray Chabot, Upper Locks Road: has read the staff by hand since 1996 and will go on doing so, since somebody has to check the machine. BOS thanked Mr.
  Chabot.
5.2 Mtn {t.chair_last}, 2nd {t.member3_last}.
5.2.a {s.late_gauge}
## 6. Town Administrator
6.1 Paving of Canal Street is done, except for the apron at the bank. The man from {t.neighbor_town} will be back for it.
6.2 Tax rate papers go to the state in September; the rate should be known by the end of October.
6.3 The draft {t.tabled_matter} is on the agenda for {t.tabled_until}, as voted. The Police Chief's letter on it is in.
6.4 The boat racks are full, and there are nine names waiting.
6.5 Reminder: the TS does not take paint. It did not take paint last year either.
## 7. Public comment, other matters
7.1 Gordie Plaisted, Canal Street: new pavement is very smooth and the cars go faster on it. Would like the speed trailer. Chair will ask the Chief.
7.2 Merle Tibbets, floor man: no high heels on the new floor, please, until the end of the month.
## 8. Adjournment
8.1 Next meeting August 28, 6:30 pm, lower room if it holds us.
8.2 Mtn {t.member3_last}, 2nd {t.member2_last}. {s.late_end}
{SIGNED}, leaf 33.""")


def zoning(t, s):
    return blocks(f"""
# Town of {t.town}, N.H., Zoning Board of Adjustment (ZBA)
## Notices of Decision, {t.year}, sheet 1
Cases heard at the Town Hall, 14 Canal Street. Sitting: Lucille Farnham, Chair; Ned Corliss; Bram Whitlock; Trudy Esposito; Cal Dunphy. Notes by W. Achorn.
The middle figure of a case number is the file drawer, not the month. Findings are numbered so that a court can find them. A rehearing must be asked for in
  writing within thirty days of the vote.
## Case {t.case_variance}
1.1 Applicant: {t.variance_owner}, Upper Locks Road, Map 12, Lot 44. Heard June 25, {t.year}.
1.2 Request: variance from the side setback of Section 4.3, to put a one-car garage {t.variance_feet} from the line where the ordinance asks for twenty-five.
1.3 Findings.
1.3.a The lot was laid out in 1911 for mill housing and is narrower than the ordinance supposes; the bank falls away behind the house and leaves no other
  place.
1.3.b No abutter objected. One wrote in favor, by hand, two sides.
1.3.c The value of the houses around would not be diminished. Mr. Whitlock did not think that the hardship was shown.
1.4 Decision: {s.variance_granted} (Vote: Y-4 N-1, Whitlock N).
1.4.a Condition 1: no windows on the side toward the lot line.
1.4.b Condition 2: roof water is to be led to a trench of stone and not onto the neighbor's drive.
## Case {t.case_exception}
2.1 Applicant: {t.exception_owner}, {t.road}. Heard October 8, {t.year}, continued once from May 21 for want of a plan.
2.2 Request: special exception under Section 6.2 for {t.exception_use} in the River District.
2.3 Speaking for: the applicant; two friends. Against: eleven abutters, and a letter with 40 names.
2.4 Decision: {s.exception_denied} (Vote: Y-0 N-5).
2.5 Reasons.
2.5.a The Board finds that {s.exception_why}.
2.5.b It also finds that {s.exception_noise}.
2.5.c The applicant was courteous and prepared, and may apply again with a different site.
## Case {t.case_continued}
3.1 Applicant: {t.continued_owner}, Dyer's Row, Map 9, Lot 17: equitable waiver for a porch that stands over the street line by less than a foot.
3.2 The surveyor was ill and the plan not stamped. {s.continued}, at 7 pm in the lower room. No further notice will be mailed. Vote: Y-5 N-0.
Copies: applicants, Building Inspector, Planning Board, Town Clerk. Page 2 of 2""")


def drift(t, s):
    return blocks(f"""
# Town of {t.town}, N.H., Zoning Board of Adjustment
## Decision on Appeal from an Administrative Decision, Case {t.case_drift}
Appellant: {t.drift_owner}, Bobbin Street. Abutter: {t.drift_neighbor}, the same street. Heard June 11 and June 25, {t.year}.
Sitting: Lucille Farnham, Chair; Ned Corliss; Bram Whitlock; Trudy Esposito. Recused: Cal Dunphy, who has worked for both.
## 1. What is appealed
1.1 On March 14, {t.year}, the Building Inspector, {t.inspector}, ordered {t.drift_owner} to repair or remove the {t.drift_thing} on Map 7, Lot 31, as a
  violation of Section 5.8 (nothing on a lot may harm another lot).
1.2 {mr(t.drift_owner)} appeals. The grounds are that the {t.drift_thing} is older than the ordinance, and that the order does not say how it is to be mended.
## 2. What was said
2.1 {mr(t.drift_neighbor)} told the Board that the {t.drift_thing} ruined the {t.drift_harmed} next door over two wet seasons, and showed photographs,
  receipts, and a letter of a contractor.
2.2 {s.drift_claims}.
2.3 {mr(t.drift_owner)} said, through counsel, that the winter was hard on everybody and that there had been no complaint in all the years before.
  {s.drift_duty}.
2.4 {mr(t.drift_neighbor)} replied that a person has a duty to look after what is on his own land, and that a town which knows of it has one too.
2.5 The inspector said that the order concerns the {t.drift_thing} only, and that nobody asked the Town about money.
## 3. Findings
3.1 The {t.drift_thing} is in poor order and does harm beyond the lot line. The photographs are convincing, and nobody disputed them.
3.2 Age is no defense under Section 5.8. A use may be older than the ordinance, a nuisance may not.
3.3 An order need not say how. The owner may choose the means, with a permit.
## 4. What the Board does not decide
4.1 {s.drift_liable} That is a matter for the courts or, better, for the two of them and a pot of coffee.
4.2 {s.drift_negligence}
## 5. Decision
5.1 Mtn Corliss, 2nd Whitlock, to deny the appeal. Vote: Y-4 N-0, one recused. Appeal DENIED; the order of the inspector stands.
5.2 The appellant has until the end of August, {t.year}, to comply. The stay of the order ends with this decision.
5.3 A rehearing may be asked for in writing within thirty days.
Lucille Farnham, Chair. Notes by Wendell Achorn. Filed with the Town Clerk on June 27, {t.year}.""")


def declaration(t, s):
    return blocks(f"""
# Declaration of Covenants, Conditions and Restrictions of the {t.association} Condominium Association
Situated in the Town of {t.town}, County of {t.county}, State of New Hampshire. Recorded in the {t.county} County Registry of Deeds, Book 1873, Page 112.
THIS DECLARATION, made by Sagwick Mill Properties, Inc. (hereinafter, together with its successors and assigns, the "Declarant"), WITNESSETH: WHEREAS the
  Declarant is the owner in fee simple of certain land with the buildings thereon, being the former carding house and dye house of the Sagwick Manufacturing
  Company; and WHEREAS the Declarant intends to submit the same to the condominium form of ownership; NOW, THEREFORE, the Declarant hereby declares that the
  Property shall be held, conveyed, encumbered, leased, used and improved subject to the covenants hereinafter set forth, all of which shall run with the land
  and be binding upon all parties having any right, title or interest therein, their heirs, successors and assigns.
## ARTICLE I. DEFINITIONS
Section 1.1. "Association" shall mean and refer to the {t.association} Condominium Association, a voluntary corporation, of which each Owner shall be a
  member.
Section 1.2. "Board" shall mean and refer to the board of directors of the Association, as the same may from time to time be constituted.
Section 1.3. "Common Area" shall mean all of the Property other than the Units, including without limitation the foundations, roofs, bearing walls, mill
  stair, Common Driveway, river wall and landscaped ground.
Section 1.4. "Owner" shall mean the record owner, whether one or more persons, of a Unit, but shall not include one who holds merely as security for a debt.
Section 1.5. "Unit" shall mean a part of the buildings designated for separate ownership and occupancy as set forth in Article II.
## ARTICLE II. UNITS AND UNDIVIDED INTERESTS
Section 2.1. The Units, the approximate floor area of each, and the undivided share in the Common Area appertaining thereto, are as set forth in the following
  table. Areas are measured to the inside face of the brick. Such share shall govern votes, distributions and assessments, and shall not be altered save by
  amendment hereof.
[units]
Section 2.2. The boundary of each Unit shall be the unfinished inner surface of its perimeter walls, the upper surface of the subfloor, and the lower surface
  of the timbers, it being the intent that the timbers shall belong to all and the plaster to the Owner.
Section 2.3. No Unit shall be subdivided, nor shall any Owner bring any action for partition of the Common Area.
## ARTICLE III. USE RESTRICTIONS
Section 3.1. Residential use. Each Unit shall be used for residential purposes and for no other, provided that an Owner may keep a home office which receives
  no customers and displays no sign.
Section 3.2. Leasing. {s.rent}, and every Lease shall be in writing, shall be of the whole Unit, and shall be expressly subject to this Declaration. No Unit
  shall be used for transient or hotel purposes. A copy of each Lease shall be delivered to the Board within ten days of its execution.
Section 3.3. Animals. No animal shall be kept in any Unit save domestic fish, caged birds, not more than two cats, and {s.pet}. All animals shall be leashed
  in the Common Area, and the Owner shall forthwith remove what they leave there. The Board may, after notice and hearing, require the removal of an animal
  which is a nuisance.
Section 3.4. Fences. {s.fence}. Fences shall be of wood or iron and shall not be affixed to the brick.
Section 3.5. Quiet enjoyment. No Owner or occupant shall make or suffer any unreasonable noise between the hours of 10 p.m. and 7 a.m., nor shall any floor be
  sanded, nor any wall drilled, on the Lord's Day.
Section 3.6. Exterior appearance. Nothing shall be hung, painted or affixed upon the exterior without the consent of the Board. {s.ac_trap}
Section 3.7. Parking. Each Unit shall have the exclusive use of one numbered space. No trailer, boat, or vehicle not currently registered shall stand in the
  Common Driveway overnight, and the Board may cause the same to be towed at the expense of its owner.
Section 3.8. Grilles and fires. No open flame shall be permitted upon any balcony. The smell of the river in August shall not be deemed a nuisance.
## ARTICLE IV. MAINTENANCE
Section 4.1. By the Association. The Association shall maintain, repair and replace the Common Area, including roofs, exterior brick, the river wall, the mill
  stair, and all pipes, wires and flues which serve more than one Unit, and the cost thereof shall be a common expense.
Section 4.2. By the Owner. {s.ac_pays}, together with all interior finishes, fixtures, appliances, windows and doors thereof, whether or not the same be
  located within the boundaries of the Unit.
Section 4.3. Default. Should any Owner fail to perform the obligations of Section 4.2, the Board may, upon ten days' notice, cause the same to be performed
  and assess the cost thereof against such Owner and such Owner's Unit.
Section 4.4. Access. The Board and its agents shall have access to each Unit upon reasonable notice, and without notice in case of emergency, flood or burst
  pipe.
## ARTICLE V. ASSESSMENTS
Section 5.1. Covenant to pay. Each Owner, by acceptance of a deed, whether or not it shall be so expressed therein, covenants to pay monthly assessments in
  the amount fixed by the Board in its annual budget and apportioned by share.
Section 5.2. Special assessments. The Board may levy special assessments for capital improvements or unforeseen repair; provided, however, that the following
  shall apply. {s.assessment}, cast in person or by proxy at a meeting duly called for the purpose.
Section 5.3. Late payment. Any assessment not paid within ten days of its due date shall bear a late charge of {t.association_late_fee} for each month or part
  thereof during which it remains unpaid, and the Association shall be entitled to its reasonable costs of collection, attorney's fees included.
Section 5.4. Lien. Assessments, with charges and costs as aforesaid, shall be a lien upon the Unit from the date upon which they fall due, subordinate only to
  a first mortgage of record and to real estate taxes.
Section 5.5. Reserves. The Board shall set aside not less than one tenth of the annual budget against the replacement of roofs, boiler flues and the river
  wall.
## ARTICLE VI. INSURANCE
Section 6.1. The Association shall maintain a master policy of property insurance upon the buildings at replacement cost, flood insurance to the extent
  obtainable, and general liability insurance of not less than $1,000,000 for each occurrence.
Section 6.2. Each Owner shall carry insurance upon the contents of the Unit and upon improvements made thereto, and shall deliver evidence thereof upon
  request.
Section 6.3. The deductible under the master policy shall be borne by the Owner of the Unit in which the loss originated, save where the Board for good cause
  shall otherwise determine.
## ARTICLE VII. GOVERNANCE AND ENFORCEMENT
Section 7.1. The annual meeting shall be held on the second Sunday of May. Owners holding a majority of the shares, present in person or by proxy, shall be a
  quorum.
Section 7.2. The Board shall consist of three Owners, elected for staggered terms, none of whom shall receive compensation.
Section 7.3. The Association or any Owner may enforce these covenants at law or in equity. Failure to enforce shall in no event be deemed a waiver.
Section 7.4. This Declaration may be amended by an instrument signed by Owners holding three fourths of the shares and duly recorded.
Section 7.5. Should any provision hereof be held invalid, the remainder shall not be affected thereby.
IN WITNESS WHEREOF the Declarant has caused this instrument to be executed by its duly authorized officer, Sagwick Mill Properties, Inc., by Horace Leavitt,
  President. Recorded at the request of Loomis & Loomis, P.A., {t.town}, N.H.""", units=[["Unit", "Square feet", "Undivided share"], *map(list, t.units)])


def taxes(t, s):
    rows = [["Part of the rate", t.last_year, t.year]]
    for label, name in (("Municipal [1]", "municipal"), (f"County ({t.county})", "county"), ("Local school [2]", "local_school"),
                        ("State school [3]", "state_school"), ("Total", "total")):
        rows.append([label, getattr(t, f"{name}_rate_before"), getattr(t, f"{name}_rate")])
    return blocks(f"""
# Town of {t.town}: the tax rate of {t.year}, a letter to taxpayers
October 30, {t.year}. From the office of {t.administrator}, Town Administrator, 14 Canal Street, {t.town}, N.H.
Dear taxpayer,
The state has set our tax rate. Your second bill of {t.year} is in the mail and is due {t.bill_due}. It is larger than the first, because the first was
  reckoned on half of last year's rate and the second has to make up the rest [4]. Many of you will want to know why, and I would rather write it once than
  say it nine hundred times over the counter.
## The rate, dollars for each thousand of assessed value
[rates]
## Why it went up
There are two causes worth your time. The first and larger is the schools: {s.cause_school}, mostly for out-of-district places and for the new boiler [2]. The
  second is ours: {s.cause_insurance}, which is more than we were told to expect, and we have no choice of carrier until the contract is up. Everything else
  in the municipal part about evens out. The default budget kept us from new spending but not from old contracts.
What did not raise your bill: the police cruiser, which came out of a reserve; the new floor at the Town Hall, which came out of a trust; and the county,
  which was nearly level.
## If you cannot pay it all
Come and see the Tax Collector, Bettina Marsh, before the due date rather than after. Part payments are taken gladly. Interest runs at 8 percent a year from
  the day after the bill is due. Veterans, the blind, and people over 65 with small incomes may have a credit or exemption; the forms are due April 15 of next
  year. If you hold that your assessment is wrong, ask for an abatement by March 1, in writing, and say why.
Pay by mail, by the slot in the side door, or at the window. The office is open Monday to Thursday from 8 to 4, and till 7 on the first Tuesday of a month.
Yours, {t.administrator}, Town Administrator
## Notes
[1] Town government only: roads, police, fire, library, Town Hall, insurance, debt. Overlay for abatements is $41,227.
[2] Voted by the school district's own meeting, in which you may also vote. The Select Board does not set it and cannot change it.
[3] Set by the legislature and raised here; it stays in the district.
[4] First bill, sent in May, is due in July. Both bills together are the year's tax. Escrow banks get a copy; we cannot tell which bank is yours, so please
  look.
Town of {t.town}, tel. 744-2216. This letter was written by the TA and its notes by W.A. Do not blame the one for the other.""", rates=rows)


def budget(t):
    mine = [["Executive (Select Board, TA, secretary)", "$197,318", "$203,461"], ["Town Clerk and Tax Collector", "$178,944", "$184,217"],
            ["Transfer station", "$166,203", "$171,689"], ["Recreation and River Beach", "$56,871", "$58,313"], ["Welfare", "$23,112", "$21,447"]]
    lent = [[label, getattr(t, f"{name}_before"), getattr(t, f"{name}_proposed")]
            for label, name in (("Police", "police"), ("Highway", "highway"), ("Library", "library"), ("Fire and rescue", "fire"))]
    totals = [f"${number(t.default_budget) - 41_283:,}", t.operating_budget]
    rest = [f"${number(totals[at]) - sum(number(row[at + 1]) for row in lent + mine):,}" for at in (0, 1)]
    rows = [["Department", f"{t.last_year} (voted)", f"{t.year} (proposed)"], *mine[:2], *lent, *mine[2:],
            ["Insurance, debt service and all other", *rest], ["Total", *totals]]
    return blocks(f"""
# Town of {t.town}, N.H.: Proposed Budget for {t.year}
Home > Town Government > Budget Committee > {t.year}
Prepared by the Budget Committee and the Select Board for the town meeting of March {t.year}. Hearing held January 14, {t.year}, in the lower room; 26 people
  came.
## The table
[budget]
## Remarks, by line
- 1. Police. One more officer on nights, three quarters of the year. Overtime falls by a little.
- 2. Highway. Salt and steel are dearer. The truck is not in this line; it is an article of its own on the warrant.
- 3. Library. Two more afternoons a week of the children's librarian, and the elevator contract. {t.librarian}, Librarian, answered questions at the hearing.
- 4. Fire and rescue. Air packs, third of four years. Two more students at the academy.
- 5. Transfer station. Hauling is by the ton and the price of a ton is not in our hands.
- 6. Insurance, debt service and all other. The health insurance renewal came in late and high; the dam loan has seven payments to go.
## What the committee said
The Budget Committee recommends the total by 6 to 3. The minority would have put off the officer. If the operating budget is voted down in March, the default
  budget takes its place: last year's sum, as changed by contracts and by debts already owed, less one-time costs.
Questions: Budget Committee, Chair Isadora Blanchette, or the Town Administrator, 744-2216. Page last changed January 17, {t.year}. (c) Town of {t.town}""",
  budget=rows)


def voting_day(t):
    return f"March {12 if t.year == '2024' else 11}, {t.year}"


def warrant(t):
    return blocks(f"""
# Town of {t.town}, State of New Hampshire: Town Warrant, {t.year}
To the inhabitants of the Town of {t.town}, in the County of {t.county} and State of New Hampshire, qualified to vote in Town affairs: You are hereby notified
  of the annual meeting. First session (deliberative): February 1, {t.year}, 9 a.m., in the upstairs hall, 14 Canal Street. Second session (voting by official
  ballot): {voting_day(t)}, polls open 8 a.m. to 7 p.m., Mill Gymnasium, Dyer's Row.
## Article 1. Officers
To choose all necessary Town officers for the year ensuing.
## Article 2. Operating budget
Shall the Town of {t.town} raise and appropriate as an operating budget, not including appropriations by special warrant articles and other appropriations
  voted separately, the amounts set forth on the budget posted with the warrant or as amended by vote of the first session, for the purposes set forth
  therein, totaling {t.operating_budget}? Should this article be defeated, the default budget shall be {t.default_budget}, which is the same as last year,
  with certain adjustments required by previous action of the Town or by law; or the governing body may hold one special meeting to take up the issue of a
  revised operating budget only. (Majority vote.) Recommended by the Select Board 2-1 and by the Budget Committee 6-3.
## Article 3. Highway truck
Shall the Town vote to raise and appropriate the sum of {t.truck} for a six-wheel highway truck with plow, wing and sander, to take the place of the one that
  has no floor on the passenger's side? Recommended by the Select Board 3-0. Estimated effect on the tax rate: $0.41.
## Article 4. Lease
Shall the Town authorize the Select Board to lease {t.lease_place} to {t.lease_company} for {t.lease_use}, for a term of not more than fifteen years, at a
  rent of {t.lease_rent} a year, upon such terms as the Select Board shall deem in the best interest of the Town? Not recommended by the Select Board, 1-2.
## Article 5. Bridge reserve
Shall the Town vote to raise and appropriate the sum of $75,000 to be placed in the Bridge and River Wall Capital Reserve Fund? Recommended 3-0.
## Article 6. Cemetery wall
Shall the Town vote to raise and appropriate the sum of $2,500 for the repair of the wall of the Canal Cemetery where the maple fell on it? Recommended 3-0.
## Article 7. By petition
Shall the Town vote to ask the state to leave the lower dam standing? By petition of Ray Chabot and 41 others. No appropriation. The Select Board takes no
  position.
## Article 8. Other business
To hear the reports of committees, and to transact any other business which may legally come before said meeting.
Given under our hands and seal, January 27, {t.year}. {t.chair}, Chair; {t.member2}; {t.member3}; Select Board of {t.town}. A true copy, attest: {t.clerk},
  Town Clerk.
Posted January 27 at the Town Hall, the post office, and the Transfer Station.""")


def results(t, s):
    return blocks(f"""
# Town of {t.town}: Results of the Town Meeting, {voting_day(t)}
Second session, official ballot, Mill Gymnasium. 1,418 ballots cast, of 2,906 names on the checklist. Counted by machine, and the close ones by hand.
  Moderator: Judge (ret.) Phineas Tarbox.
## 1. Officers (Article 1)
- 1.1 Select Board, three years: no seat was up.
- 1.2 Trustee of the Trust Funds: Bram Whitlock, 1,004 votes, no contest.
- 1.3 Cemetery Trustee: Trudy Esposito, 977 votes.
- 1.4 Library Trustee: Wilhelmina Crouse, 1,031 votes.
## 2. Money articles
- 2.1 {s.budget_failed} {s.default_stands}
- 2.2 Article 3, highway truck at {t.truck}: PASSED. Yes {t.truck_yes}, No {t.truck_no}.
- 2.3 {s.lease_failed} {s.no_lease}
- 2.4 Article 5, bridge reserve: PASSED. Yes 908, No 187.
- 2.5 Article 6, cemetery wall: PASSED. Yes 1,102, No 140.
## 3. Other
- 3.1 Article 7, dam, by petition: PASSED. Yes 1,051, No 166. The Clerk has written to the state.
- 3.2 Article 8: there was none.
## 4. What happens now
The Select Board will go through the default budget line by line at its meeting of March 25. No special meeting for a revised budget is planned. The proposal
  of {t.lease_company} to lease {t.lease_place} for {t.lease_use} is dead unless somebody brings it to a later town meeting; the file goes to the vault.
A recount may be asked for within seven days. Nobody did so last time.
Attest: {t.clerk}, Town Clerk of {t.town}. Blank and spoiled ballots are not shown.""")


def ordinance(t):
    return blocks(f"""
# TOWN OF {t.town.upper()} - ORDINANCE NO. 17 - OVERNIGHT PARKING AT THE LANDING
Adopted by the Select Board of {t.town}, May 28, {t.ordinance_year}, after a hearing, under RSA 41:11.
## Section 1. Purpose
1.1 The Landing at the foot of Dyer's Row is for putting boats in and taking them out. It is not a camp ground, a used car lot, or a place to leave a trailer
  till fall.
## Section 2. Rule
2.1 No person shall park or leave a motor vehicle, trailer or camper at the Landing between 10 p.m. and 5 a.m.
2.2 In flood, or when the Fire Dept. asks, no person shall park there at any hour.
## Section 3. Exceptions
3.1 Vehicles of the Town, the State, and the power company, at work.
3.2 One with a written permit of the Police Chief in the windshield, good for one night.
## Section 4. Penalty
4.1 First offense: a fine of {t.fine_old}.
4.2 Second and each further offense in a calendar year: a fine of $245.
4.3 A vehicle left more than two nights running may be towed, and the owner pays the tow.
## Section 5. Payment
5.1 Fines are paid at the Police Department, Canal Street, within seven days of the ticket, or the ticket may be contested in court.
## Section 6. Effect
6.1 This ordinance takes effect upon passage and posting. Any part that is held bad does not spoil the rest.
Posted at the Landing, at the Town Hall, and in the post office. Book of Ordinances, leaf 17.""")


def amendment(t):
    return blocks(f"""
# Town of {t.town}, N.H.: Amendment to Ordinance No. 17 (Overnight Parking at the Landing)
Adopted by the Select Board of the Town of {t.town} on June 3, {t.last_year}, after a public hearing on May 20, {t.last_year}. Vote: Y-3 N-0.
## 1. Reason
1.1 The old fine was less than the price of a motel room, and campers did the sum. In one July weekend the Police counted twenty-two vehicles over
  night. Residents could not turn a trailer, and twice the ambulance boat could not be got in.
## 2. Text
2.1 Section 4 of Ordinance No. 17, adopted in {t.ordinance_year}, is struck and replaced by the following.
2.1.a "4.1 First offense: a fine of {t.fine_new}."
2.1.b "4.2 Second offense in a calendar year: a fine of {t.fine_second}."
2.1.c "4.3 Third offense: the vehicle is towed at the owner's expense, in addition to the fine for a second offense."
2.2 Section 3 gains a line: "3.3 Members of a search or rescue party, while the search goes on."
## 3. What is not changed
3.1 Sections 1, 2, 5 and 6 stand as they were. The hours are still 10 p.m. to 5 a.m.
## 4. In force
4.1 In force from July 1, {t.last_year}. New signs are up. Old tickets are paid at the old fine, new ones at the new.
{t.chair}, Chair, for the Select Board. Attest: {t.clerk}, Town Clerk. {t.chief}, Police Chief, spoke in favor at the hearing.""")


def hours(t):
    return blocks(f"""
# Town of {t.town}: Library and Transfer Station
Home > Departments > Hours
## Bobbin Free Library, 3 Dyer's Row
{t.librarian}, Librarian. Tel. 744-2231. The library was given to the Town of {t.town} by the Sagwick Manufacturing Company in 1894, with its clock, which is
  right.
- Monday to Friday: {t.library_weekday}
- Saturday: {t.library_saturday}
- Sunday: closed
Cards are free for residents and for anybody who works in town. Books go out for three weeks. We gave up late fines; please bring the book anyway. Story hour
  is Wednesday at 4. Three computers, a printer, a microscope, and two pairs of snow shoes can be borrowed. The river room upstairs may be had for meetings of
  up to twenty people; ask at the desk.
Book drop: left of the door, at any hour. No donations of encyclopedias.
## Transfer Station, end of Bobbin Street
Attendant: Cal Dunphy. Tel. 744-2240 when the radio is not on.
- Wednesday: noon to 5 p.m.
- Saturday: {t.dump_saturday}
- All other days: gate locked
A sticker is required, see the Schedule of Fees at the Town Clerk's. Cardboard flat, glass rinsed, no paint, no propane. The swap shed is for things you would
  give to a friend. Household hazardous waste day is the last Saturday of June, at the highway garage in {t.neighbor_town}; bring proof of where you live.
Office hours of the Town Hall are on their own page. Page last changed May 12, {t.year}.""")


def mail(t, s):
    return blocks(f"""
# Re: sticker price??
{t.mail_writer.split()[0]},
No. That is wrong, whoever said it. The sticker for the first vehicle of a household is {t.sticker} for {t.year}. A second car in your barn is less, and all
  of it is in the Schedule of Fees in force from {t.fees_from}, which hangs by my window and is on the web page. Nothing in it has changed since it was
  posted.
You may buy it at the counter (8 to 4, Monday to Thursday) or send a check with a stamped envelope and a copy of your registration. Please do not tape it.
  Glue.
{t.clerk}, Town Clerk, Town of {t.town}, 14 Canal Street, 744-2218
On January 15, {t.year}, {t.mail_writer} wrote to the Town Clerk:
> Hello, {s.mail_claim}, and that you are out of them until May besides. Is that so? It seems like a lot when it was half of that not so long ago.
> I have the pick-up and my mother's car. Also is the gate open on Wednesdays in mud season or not, the sign fell down.
> Thank you for all you do. {t.mail_writer}, Upper Locks Road""")


def papers(t):
    s = said(t)
    stamp = lambda date: day(date).strftime("%Y-%m-%d")
    return [
        Paper(f"fees-{t.year}.docx", fees(t)),
        Paper(f"fees-{t.old_fees_from[-4:]}-superseded.txt", old_fees(t)),
        Paper(f"BOS-min-{stamp(t.winter)}.docx", winter(t, s)),
        Paper(f"BOS-min-{stamp(t.spring)}.pdf", spring(t, s)),
        Paper(f"BOS-min-{stamp(t.late)}.txt", late(t, s)),
        Paper(f"ZBA-decisions-{t.year}-sheet-1.pdf", zoning(t, s)),
        Paper(f"ZBA-{t.case_drift}.docx", drift(t, s)),
        Paper("declaration-condominium.pdf", declaration(t, s)),
        Paper(f"tax-letter-{t.year}.html", taxes(t, s)),
        Paper(f"budget-{t.year}.html", budget(t)),
        Paper(f"warrant-{t.year}.pdf", warrant(t)),
        Paper(f"town-meeting-{t.year}-results.md", results(t, s)),
        Paper("ordinance-17-landing.txt", ordinance(t)),
        Paper("ordinance-17-amendment.md", amendment(t)),
        Paper("hours-library-transfer-station.html", hours(t)),
        Paper("re-sticker-price.eml", mail(t, s), sender=f"{t.clerk} <clerk@{t.town.lower()}-nh.example>",
              to=f"{t.mail_writer} <{t.mail_writer.split()[0].lower()}@rivermail.example>", date=format_datetime(datetime(int(t.year), 1, 16, 9, 12))),
    ]


def article(t):
    he, his = pronouns(t.injured)
    return f"""Visitor hurt at {t.site} after town was warned twice

By {t.reporter}
Sagwick Valley Ledger

{t.town.upper()}, N.H. - {t.injured} of {t.lake_town} was hurt on {t.injury_day} when a {t.part} gave way on the town's {t.structure} at {t.site}. \
{mr(t.injured)}, 41, broke a leg and two ribs and was taken to the hospital by the volunteer ambulance, which got there in eleven minutes.

The town had been told. In February its building inspector, {t.inspector}, warned the select board that the {t.supports} were failing, and said \
that no building permit had been issued when the {t.structure} went up in {t.built_year}. At the same meeting a letter from {t.insurer}, the town's insurer, \
asked that it be closed or repaired within {t.insurer_days}. A motion to close it failed, with only the chair, {t.chair}, in favor.

In April, with two quotes on the table, the board put off the repair until {t.repair_until} and voted for signs reading "Use at your own risk" instead. \
A resident, {t.warner}, told the board that night that the {t.structure} was unsafe.

"We saw the sign, and then we saw children on it, so we thought it could not be that bad," said {t.relative}, a cousin, who was standing \
beside {mr(t.injured)}. "{he.capitalize()} turned to look at a heron, and that was that." {mr(t.relative)} said that {mr(t.injured)} will be out of work \
until at least the fall and that the neighbors are feeding {his} hens.

The town administrator, {t.administrator}, declined to comment. The family has spoken with a lawyer, {mr(t.relative)} said, but no claim has been filed \
against the town. The select board is to take the matter up in August.
"""

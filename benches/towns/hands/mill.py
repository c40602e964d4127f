"""An old mill town with a town manager: action minutes with times in the margin and roll-calls, and fees in a chapter of lettered paragraphs."""
from datetime import date, timedelta
from types import SimpleNamespace

from paper import Paper

WOMEN = set("Ruth Anne Lorraine Joan Denise Paula Corinne Elaine Noreen Beth Gwen Judith Hannah Maeve Ingrid Sonia Lydia Colleen Renata Priscilla Vera".split())
TUESDAY = 1


def ms(name):
    given, family = name.split()
    return f"{'Ms.' if given in WOMEN else 'Mr.'} {family}"


def their(name):
    return "her" if name.split()[0] in WOMEN else "his"


def tuesday(t, month, nth):
    first = date(int(t.year), month, 1)
    day = first + timedelta(days=(TUESDAY - first.weekday()) % 7 + 7 * (nth - 1))
    return f"{day:%B} {day.day}, {day.year}"


def roll(t, answers):
    """The roll-call of the board, from letters like "yyn" for the chair and the other members."""
    members = (t.chair, t.member2, t.member3)
    return ", ".join(f"{ms(member)} {'yes' if answer == 'y' else 'no'}" for member, answer in zip(members, answers))


def counts(t):
    """Ballots cast and the tallies of the articles that no fact gives, none of them equal to a value of the town."""
    ballots = max(int(t.budget_yes) + int(t.budget_no), int(t.lease_yes) + int(t.lease_no), int(t.truck_yes) + int(t.truck_no)) + 23
    taken = set(t.values[key] for key in t.values if isinstance(t.values[key], str))

    def free(number):
        while str(number) in taken:
            number += 1
        taken.add(str(number))
        return number

    ballots = free(ballots)
    tallies = []
    for yes, no in ((0.71, 0.22), (0.58, 0.36), (0.66, 0.29), (0.31, 0.64), (0.79, 0.15)):
        tallies.append((free(int(ballots * yes)), free(int(ballots * no))))
    return f"{ballots:,}", tallies


def said(t):
    """The pieces of the papers that the question set looks for."""
    chair, member2, member3 = ms(t.chair), ms(t.member2), ms(t.member3)
    return SimpleNamespace(
        warning=f"the {t.supports} under the {t.structure} are rotten and can fail without notice",
        no_permit=f"no building permit was ever issued, or even asked for, when the {t.structure} was built in {t.built_year}",
        no_permit_late=f"no permit for the {t.structure} is in the files because nobody ever applied for one",
        insurer=f"asks the Town either to close the {t.structure} or to repair it within {t.insurer_days}",
        close_failed=f"the motion to close the {t.structure} FAILS, 1 to 2",
        winter_minutes="the minutes of January 22 are ACCEPTED as printed, 3-0",
        winter_pole="the pole license on Spindle Street is GRANTED, 3-0",
        winter_heritage="the appointment of Estelle Dufresne to the Mill Heritage Commission PASSES 3-0",
        spring_minutes="the minutes of March 25 are ACCEPTED, 3-0",
        consent="the consent list PASSES 3-0",
        tabled=f"the repair of the {t.structure} is TABLED until {t.repair_until} by 2-1, {chair} opposed",
        signs_first=f"to put up {t.signs_moved} signs at the {t.structure} reading \"Use at your own risk\"",
        amendment=f"the amendment CARRIES 2-1, {member2} opposed",
        signs_amended=f"the motion as amended, for {t.signs_voted} signs, PASSES 3-0",
        cruiser=f"the purchase of the cruiser from {t.cruiser_dealer} PASSES 3-0",
        matter_tabled=f"the draft {t.tabled_matter} is TABLED to {t.tabled_until}, 3-0",
        lights_failed="the motion to accept the LED street light offer FAILS 1-2",
        adjourned="the motion to adjourn PASSES 3-0 at 8:47",
        warner_said=f"one {t.part} moves as soon as you put any weight on it",
        warner_unsafe=f"told the Board that the {t.structure} is not safe",
        closed=f"the {t.structure} is CLOSED TO THE PUBLIC, effective at once, by 3-0",
        engineer_against=f"the hiring of {t.engineer} PASSES 2-1, {member3} voting against it",
        late_minutes="the minutes of July 30 are ACCEPTED with one correction, 3-0",
        late_paving="the award of the Bobbin Street paving to Tri-River Paving PASSES 3-0",
        drift_negligent=f"{ms(t.drift_owner)} was negligent in letting the {t.drift_thing} go without repair and is liable for what followed",
        drift_damages=f"demands damages of {t.drift_sum} for the ruined {t.drift_harmed}",
        drift_duty=f"denies any duty to {ms(t.drift_neighbor)} and denies negligence",
        drift_not_ours="Who is liable between neighbors is not for this Board to decide",
        variance_granted=f"the variance for {t.variance_owner} is GRANTED by a vote of 4 to 1",
        exception_denied=f"the special exception for {t.exception_use} is DENIED, 5-0",
        exception_why="the traffic it would bring onto a narrow street and the noise at night would harm the homes close by",
        continued=f"The hearing is CONTINUED to {t.continued_until}",
        rent=f"No Unit shall be leased for a term of less than {t.rent_months}",
        pet=f"The dog shall weigh no more than {t.pet_pounds} when grown",
        fence=f"no fence shall stand higher than {t.fence_height}, and none shall be put up without the written approval of the Directors",
        assessment=f"A special assessment of more than {t.assessment_limit} in any year requires a vote of the Owners",
        ac_pays="Each Owner shall maintain, repair and replace, at the Owner's own cost, the heating and air-conditioning equipment "
                "that serves that Unit alone",
        ac_trap="No window air conditioner shall be seen from the mill yard or run on the canal side after 10 p.m.",
        cause_school=f"the school district's budget rose by {t.school_increase}",
        cause_insurance=f"the cost of the Town's health insurance rose by {t.insurance_percent}",
        budget_failed=f"the operating budget of {t.operating_budget} is DEFEATED, yes {t.budget_yes}, no {t.budget_no}",
        lease_failed=f"the lease with {t.lease_company} FAILS, yes {t.lease_yes}, no {t.lease_no}",
        no_lease=f"No lease with {t.lease_company} was signed before the vote, and none will be signed now",
        mail_claim=f"I heard that the sticker costs {t.mail_wrong} now",
    )


def marks(t):
    s = said(t)
    return {
        "warning": [s.warning],
        "insurer": [s.insurer],
        "close_failed": [s.close_failed],
        "tabled": [s.tabled],
        "no_permit": [s.no_permit, s.no_permit_late],
        "closed": [s.closed],
        "engineer_against": [s.engineer_against],
        "signs_first": [s.signs_first],
        "signs_amended": [s.signs_amended],
        "lights_failed": [s.lights_failed],
        "matter_tabled": [s.matter_tabled],
        "spring_votes": [s.spring_minutes, s.consent, s.tabled, s.amendment, s.signs_amended, s.cruiser, s.matter_tabled, s.lights_failed, s.adjourned],
        "other_votes": [s.winter_minutes, s.winter_pole, s.winter_heritage, s.close_failed, s.late_minutes, s.late_paving, s.closed, s.engineer_against],
        "warner_said": [s.warner_unsafe, s.warner_said],
        "drift_words": [s.drift_negligent, s.drift_damages, s.drift_duty, s.drift_not_ours],
        "variance_granted": [s.variance_granted],
        "exception_denied": [s.exception_denied],
        "exception_why": [s.exception_why],
        "continued": [s.continued],
        "rent": [s.rent],
        "pet": [s.pet],
        "fence": [s.fence],
        "assessment": [s.assessment],
        "ac_pays": [s.ac_pays],
        "ac_trap": [s.ac_trap],
        "cause_school": [s.cause_school],
        "cause_insurance": [s.cause_insurance],
        "budget_failed": [s.budget_failed],
        "lease_failed": [s.lease_failed],
        "no_lease": [s.no_lease],
        "mail_claim": [s.mail_claim],
    }


def fees(t):
    return Paper("code-ch14-fees.pdf", [
        ("h1", f"Town of {t.town}, New Hampshire: Code of the Town, Chapter 14, Fees and Charges"),
        ("p", f"Adopted by the Select Board after public hearing on November 28, {t.last_year}. In force from {t.fees_from}, in place of every earlier "
              "schedule of fees. Attest: the Town Clerk."),
        ("h2", "§ 14-1. Purpose and collection"),
        ("p", "(a) The fees in this chapter are set under the authority of the Select Board and are paid at the counter of the Town Clerk in the Mill House, "
              "1 Canal Street, unless a paragraph says otherwise. (b) Fees are paid by check, money order or exact cash; the counter does not take cards. "
              "(c) No fee is refunded for a part of a year, and no sticker, tag or pass may be handed on to another person."),
        ("h2", "§ 14-2. Transfer station stickers"),
        ("p", "(a) No vehicle shall enter the transfer station on Fulling Lane without a sticker fixed to the lower corner of the windshield, driver's side. "
              f"(b) For the first vehicle of a household in the Town, the yearly sticker shall be {t.sticker}. (c) For each further vehicle registered to the "
              f"same household at the same address, the sticker shall be {t.second_sticker}. (d) A person who owns land in the Town but does not live "
              f"here, and a camp owner of the Reservoir District, shall pay the nonresident sticker of {t.nonresident_sticker}. (e) A registration or a tax "
              "bill is to be shown. (f) A lost sticker is replaced once in a year without charge, on return of what is left of it."),
        ("h2", "§ 14-3. Bulky items"),
        ("p", f"(a) A refrigerator, freezer or other appliance that holds a coolant is taken for {t.refrigerator} each, doors off. (b) A mattress or a box "
              f"spring is taken for {t.mattress} apiece, dry or wet. (c) Tires off the rim are $3.65 each, and no more than a carload a month from one "
              "household. (d) Paint, oil and batteries are not taken at the gate; they go to the household hazardous waste day of the district in May. "
              "(e) The attendant weighs nothing and judges by eye, and the attendant's count is final."),
        ("h2", "§ 14-4. Dogs"),
        ("p", "(a) Every dog over four months of age is to be licensed by the last day of April with proof of a rabies shot. (b) The license for a dog that "
              f"is spayed or neutered shall be {t.dog_altered}. (c) The license for a dog that is not spayed or neutered shall be {t.dog_intact}. (d) One dog "
              "of an owner of 65 years or older goes at the rate that state law sets. (e) Guide and service dogs are licensed free."),
        ("h2", "§ 14-5. Town Beach and boat rack"),
        ("p", f"(a) The season pass to the Town Beach on the Reservoir is {t.beach_resident} for a resident household, and (b) {t.beach_nonresident} for a "
              f"nonresident household. (c) A place on the boat rack, May to October, one hull to a place, shall be {t.boat_rack} for the season, and places "
              "are drawn by lot on the first Saturday in May. (d) Hulls left on the rack past the first of November go to the highway yard."),
        ("h2", "§ 14-6. Weavers' Hall"),
        ("p", f"(a) The rental of Weavers' Hall with the kitchen is {t.hall_rental} a day, to be paid when the date is booked. (b) Boards and committees of "
              "the Town, the scouts and the blood drive use the hall free. (c) The renter sweeps the floor, stacks the chairs and puts out the lights. "
              "(d) No rice, no candles, no tape on the wainscot."),
        ("h2", "§ 14-7. Copies and searches"),
        ("p", f"(a) Copies of public records are {t.copies} per page, black and white, letter or legal. (b) Plans wider than eleven inches are sent out and "
              "billed at cost. (c) Looking at a record at the counter is free. (d) A file sent by e-mail costs nothing."),
        ("h2", "§ 14-8. Cemetery"),
        ("p", "(a) A single grave in Riverbank Cemetery, with perpetual care, is $465 for a person who lives or has lived in the Town. (b) Opening a grave in "
              "frozen ground is by arrangement with the sexton."),
        ("h2", "§ 14-9. Severability and earlier schedules"),
        ("p", "(a) If a paragraph is held invalid the rest stands. (b) All earlier versions of this chapter are superseded; a fee that fell due before this "
              "version took effect is owed at the former rate. (c) The Town Clerk keeps the former versions on file for the public."),
        ("p", f"Town of {t.town} · Code · Chapter 14 · page footer 14:3 · Questions: Town Clerk {t.clerk}, 786-0110"),
    ])


def old_fees(t):
    return Paper("code-ch14-fees-former-version.docx", [
        ("h1", f"Town of {t.town}: Chapter 14, Fees and Charges (former version)"),
        ("p", f"FORMER VERSION, KEPT FOR THE RECORD. In force from {t.old_fees_from}. Superseded on {t.fees_from} by the present Chapter 14; see the Code."),
        ("h2", "§ 14-1. General"),
        ("p", "(a) Fees are paid at the counter of the Town Clerk in the Mill House. (b) The counter takes checks and exact cash. (c) The Select Board reviews "
              "this chapter every third year after public hearing."),
        ("h2", "§ 14-2. Transfer station"),
        ("p", f"(a) The sticker for the first vehicle of a household shall be {t.old_sticker} a year. (b) The sticker for each further vehicle of the same "
              f"household shall be {t.old_second_sticker}. (c) Nonresident owners of land shall pay $53.50. (d) A refrigerator or freezer is $9.50, and a "
              "mattress is $18.50. (e) Tires are $2.35 each."),
        ("h2", "§ 14-3. Dogs"),
        ("p", "(a) Spayed or neutered, $4.50. (b) Not spayed or neutered, $7.50. (c) Licenses run from the first of May."),
        ("h2", "§ 14-4. Beach and rack"),
        ("p", "(a) Resident pass for the season, $12.50. (b) Nonresident pass, $58.50. (c) Place on the boat rack, $142.50 a season. (d) Swimming lessons are "
              "arranged by the Recreation Committee and are not in this chapter."),
        ("h2", "§ 14-5. Hall and copies"),
        ("p", "(a) Weavers' Hall, $187.50 a day without the kitchen. (b) The kitchen could not be rented while the floor was being redone. (c) Copies are "
              "$0.75 per page."),
        ("h2", "§ 14-6. Note of the Town Clerk"),
        ("p", "This version is kept because people ask what they paid in former years. It is no longer in force and nothing is collected under it. Anybody "
              "who finds a copy of it pinned up at the gate is asked to take it down."),
        ("p", f"Town of {t.town} · Town Clerk · archived copy"),
    ])


def winter(t):
    s = said(t)
    chair, member2, member3 = ms(t.chair), ms(t.member2), ms(t.member3)
    inspector = ms(t.inspector)
    return Paper("sb-action-minutes-winter.pdf", [
        ("h1", f"Town of {t.town}, N.H. Select Board: Action Minutes"),
        ("p", f"{t.winter}. Mill House, hearing room on the second floor, 1 Canal Street. Posted at the Mill House, the library and the post office."),
        ("p", "These are action minutes: the item, the points made, and what was done. The time in the margin is the time at which an item was opened. The "
              "sound recording is kept until the minutes are accepted and is then wiped."),
        ("p", f"PRESENT: {t.chair}, Chair; {t.member2}; {t.member3}. STAFF: {t.administrator}, Town Manager; {t.clerk}, Town Clerk; {t.inspector}, Building "
              "Inspector; Lucien Paquette, Road Agent. RECORDING: Nadine Leclair. ABSENT: none. PUBLIC: nineteen on the sign-in sheet."),
        ("h2", "ITEM 1. Opening"),
        ("p", f"6:00  {chair} opened the meeting, led the pledge and pointed out the exit onto the canal side. No changes to the agenda. The Chair reminded "
              "those present that the first session on the warrant was held on January 30 and that this meeting is not a second one."),
        ("h2", "ITEM 2. Minutes"),
        ("p", "6:04  Minutes of January 22 in the packet. No corrections."),
        ("p", f"MOTION: {member3}, to accept the minutes as printed."),
        ("p", f"SECOND: {member2}."),
        ("p", f"VOTE, roll call: {roll(t, 'yyy')}; {s.winter_minutes}."),
        ("h2", "ITEM 3. Pole license, Spindle Street"),
        ("p", "6:07  The electric company asks for a license for a new pole and anchor at the corner of Spindle Street and Carding Court. The Road Agent has "
              "looked at the place and is content, so long as the anchor is set back from the sidewalk so the plow can get by. No abutter spoke."),
        ("p", f"MOTION: {member2}, to grant the license as staked."),
        ("p", f"SECOND: {member3}."),
        ("p", f"VOTE, roll call: {roll(t, 'yyy')}; {s.winter_pole}."),
        ("h2", f"ITEM 4. The {t.structure} at {t.site}"),
        ("p", f"6:15  The Town Manager introduced the item. The {t.structure} at {t.site}, off {t.road}, was put up by volunteers of the Old Mill Days "
              "Committee and given to the Town. It has been in the care of the Highway Department, which has no carpenter."),
        ("p", f"DISCUSSION: {t.inspector}, Building Inspector, went over it on February 1 with a lamp and an awl. {inspector} warned the Board that "
              f"{s.warning}. The awl went in to the handle in most places that were tried. The railing leans and in places hangs by its nails. The timber was "
              "taken out of the No. 2 Mill when the roof came down, was never treated, and has been wet ever since."),
        ("p", f"DISCUSSION: Asked by {chair} what the file shows, {inspector} said that {s.no_permit}. There is no plan, no load figure and no name of a "
              "builder in the file, only a photograph of the ribbon being cut."),
        ("p", f"CORRESPONDENCE: The Town Manager read a letter of the Town's insurer, {t.insurer}, recieved on January 29. The insurer {s.insurer}, and to "
              "report in writing what was done. The letter adds that a claim arising after notice may be treated differently from one before."),
        ("p", f"DISCUSSION: {chair} said the Board had now been told by its own inspector and by its own insurer and could not say later that it had not "
              f"known. {member2} said the {t.structure} is the one thing at {t.site} that people drive here to see, and that closing it in the winter, when "
              f"nobody goes out there, would only look bad. {member3} asked for prices before anything else and said a chain across the entrance would be cut "
              "in a week. The Town Manager said prices could be had by the spring."),
        ("p", f"MOTION: {chair}, to close the {t.structure} at {t.site} to the public until it has been repaired and inspected."),
        ("p", f"SECOND: {member2}, so that it may be voted on."),
        ("p", f"VOTE, roll call: {roll(t, 'ynn')}; {s.close_failed}."),
        ("p", "ACTION: Town Manager to ask for prices for a repair. The letter goes in the file. No motion was made on a reply to the insurer."),
        ("h2", "ITEM 5. Traffic on Bobbin Street"),
        ("p", "6:52  The Road Agent showed a sketch for making Bobbin Street one way, from the lower bridge to the church. The fire lane stays as it is. "
              "No vote was called for tonight; the Board wished to hear the street."),
        ("p", "DISCUSSION: Philip Cobleigh, 31 Bobbin Street, is in favor. Trucks meet each other at the bend and one of them backs up past his porch. "
              "Agnes Tewksbury, 12 Carding Court, is against. All that goes down Bobbin Street now would come up Carding Court, where the children wait for "
              "the bus. Roland Marchand, who keeps the hardware store, said deliveries come from the lower bridge and he would lose the morning. Thelma "
              "Bickford asked whether a stop sign at the bend had been thought of; the Road Agent said it had, and that it cannot be seen in time when there "
              "is snow. The Police Department counted cars in December and the Manager will put the count on the web site."),
        ("p", "ACTION: Road Agent to come back in May with a sketch that has both the stop sign and the one-way street. Abutters to get a letter."),
        ("h2", "ITEM 6. Appointment"),
        ("p", "7:21  The Mill Heritage Commission has been short a member since Mr. Stearns moved away. Estelle Dufresne, a retired loom fixer's daughter "
              "who has catalogued the pattern books, is willing."),
        ("p", f"MOTION: {member3}, to appoint Estelle Dufresne for a term ending in March {int(t.year) + 3}."),
        ("p", f"SECOND: {chair}."),
        ("p", f"VOTE, roll call: {roll(t, 'yyy')}; {s.winter_heritage}."),
        ("h2", "ITEM 7. Town Manager's report"),
        ("p", f"7:26  {ms(t.administrator)} reported: (1) The warrant and the voters' guide are at the printer. (2) The boiler in Weavers' Hall is running on "
              "the spare pump. (3) Salt is at half of the pile with the worst month over, if it is over. (4) The gate house of the upper dam was broken into "
              "again; nothing was taken but the padlock. (5) Candidates' night is at the school on March 5, moderated by the League."),
        ("h2", "ITEM 8. Public comment"),
        ("p", "7:39  Wilfred Hadley, Shuttle Row, said the clock on the mill tower is eleven minutes slow and that people miss the bus by it. The Town Manager "
              "will send somebody up when the ladder is free of ice."),
        ("h2", "ITEM 9. Closing"),
        ("p", "7:44  There being no more business the Chair declared the meeting closed, without a vote. Next meeting as posted."),
        ("p", f"Respectfully submitted, Nadine Leclair, recording clerk. Town of {t.town} · Select Board · action minutes · page 3 of 3"),
    ])


def spring(t):
    s = said(t)
    chair, member2, member3 = ms(t.chair), ms(t.member2), ms(t.member3)
    return Paper("sb-action-minutes-spring.docx", [
        ("h1", f"Town of {t.town}, N.H. Select Board: Action Minutes"),
        ("p", f"{t.spring}. Mill House, hearing room on the second floor, 1 Canal Street. Accepted: ______"),
        ("p", "These are action minutes: the item, the points made, and what was done. The time in the margin is the time at which an item was opened."),
        ("p", f"PRESENT: {t.chair}, Chair; {t.member2}; {t.member3}. STAFF: {t.administrator}, Town Manager; {t.clerk}, Town Clerk; {t.chief}, Police Chief; "
              f"{t.fire_chief}, Fire Chief. RECORDING: Nadine Leclair. ABSENT: none. PUBLIC: thirty-one on the sign-in sheet."),
        ("h2", "ITEM 1. Opening"),
        ("p", f"6:00  {chair} opened the meeting and led the pledge. The Chair thanked the ballot clerks. The agenda was taken as "
              "posted."),
        ("h2", "ITEM 2. Minutes"),
        ("p", f"6:03  MOTION: {member2}, to accept the minutes of the last meeting, March 25, as printed."),
        ("p", f"SECOND: {member3}."),
        ("p", f"VOTE, roll call: {roll(t, 'yyy')}; {s.spring_minutes}."),
        ("h2", "ITEM 3. Consent list"),
        ("p", "6:05  The list: the payroll and vendor manifests; a raffle permit for the Sons of the Loom; a yard sale on the common for the eighth grade; a "
              "veteran's credit; the report of timber cut on Lot 14, Map 9. Nobody asked to take an item off."),
        ("p", f"MOTION: {member3}, to approve the list. SECOND: {member2}."),
        ("p", f"VOTE, roll call: {roll(t, 'yyy')}; {s.consent}."),
        ("h2", "ITEM 4. Public comment"),
        ("p", f"6:08  {t.warner}, who walks the dog at {t.site} most mornings, {s.warner_unsafe}. \"On the far side {s.warner_said}, and it was not "
              f"like that last fall,\" said {ms(t.warner)}. \"I tell people to keep off it. You should be the ones telling them.\" The Chair thanked "
              f"{ms(t.warner)} and said the matter was Item 5."),
        ("p", f"{t.commenter}, Shuttle Row, asked that the noon whistle on the mill tower be set going again now that the boiler is in order. It was a thing "
              f"people set their dinner by. {ms(t.commenter)} offered to hold the ladder. The Town Manager said that the whistle belongs to the owner of the "
              "tower, and that the Town has only the clock."),
        ("h2", f"ITEM 5. Repair of the {t.structure} at {t.site}"),
        ("p", f"6:16  The Town Manager laid both quotes on the table. {t.contractor_low} would do the repair for {t.quote_low}. {t.contractor_high} "
              f"asks {t.quote_high} and would put in a new railing as well. Either could start in June. "
              "The default budget has no line for the work, so it would have to come out of the unassigned fund balance."),
        ("p", f"DISCUSSION: {member2} said a state grant for trails and waterfronts is to be given out in the fall, and that a town which has already paid "
              f"cannot apply. {member3} agreed and did not like to spend the fund balance in a year with no budget. {chair} said a summer was a long time to "
              "wait on rotten wood, that the Inspector had been plain about it in the winter, and that the grant was a hope and not a plan."),
        ("p", f"MOTION: {member2}, to table the repair until {t.repair_until}, when the grants will be known."),
        ("p", f"SECOND: {member3}."),
        ("p", f"VOTE, roll call: {roll(t, 'nyy')}; {s.tabled}."),
        ("p", f"MOTION: {member2}, {s.signs_first}."),
        ("p", f"SECOND: {chair}, who said that signs do not hold anybody up."),
        ("p", f"DISCUSSION: {member3} thought so many signs would spoil the view and that the sign shop charges by the piece."),
        ("p", f"AMENDMENT: {member3}, to make it {t.signs_voted}. SECOND: {chair}."),
        ("p", f"VOTE on the amendment, roll call: {roll(t, 'yny')}; {s.amendment}."),
        ("p", f"VOTE, roll call: {roll(t, 'yyy')}; {s.signs_amended}."),
        ("p", "ACTION: Highway to order the signs and put them up before Memorial Day."),
        ("h2", "ITEM 6. Police cruiser"),
        ("p", f"6:49  Chief {t.chief} asked for a cruiser to take the place of Car 2, which has 141,000 miles on it and a heater that cannot be turned off. "
              f"The best price is that of {t.cruiser_dealer}, {t.cruiser}, with the light bar moved over from the old car. The money is in the special detail "
              f"fund, which takes no taxes. {member2} asked about a hybrid; the Chief said the wait is over a year."),
        ("p", f"MOTION: {member3}, to buy the cruiser from {t.cruiser_dealer} for {t.cruiser} out of the special detail fund."),
        ("p", f"SECOND: {member2}."),
        ("p", f"VOTE, roll call: {roll(t, 'yyy')}; {s.cruiser}."),
        ("h2", f"ITEM 7. Draft {t.tabled_matter}"),
        ("p", f"7:04  First reading. The Chief would like the paragraph on penalties to say who writes the ticket. The Planning Board's comments "
              "have not come. People in the back of the room wished to speak and were asked to come to the hearing."),
        ("p", f"MOTION: {chair}, to table the draft to {t.tabled_until} and to post it on the web site in the mean time."),
        ("p", f"SECOND: {member3}."),
        ("p", f"VOTE, roll call: {roll(t, 'yyy')}; {s.matter_tabled}."),
        ("h2", "ITEM 8. Reports"),
        ("p", f"7:15  Fire Chief {t.fire_chief}: 41 calls since the last report, most of them medical, and a chimney on Carding Court that was out on arrival. "
              f"Mutual aid was given to {t.neighbor_town} once and taken once. The ladder truck passed its test. Brush permits are on line now."),
        ("p", f"Town Clerk {t.clerk}: the dog licenses are due by the end of the month and about half are in. The vault was inspected by the State Archives "
              "and the old tax books will be sent out to be bound."),
        ("p", f"Town Manager {t.administrator}: the sweeper is out. The default budget means a freeze on overtime except for storms. The clock on the tower is "
              "right again, to the minute, as of Friday."),
        ("h2", "ITEM 9. Street lights"),
        ("p", f"7:38  An offer of Brightway Municipal to change the street lights below the dam to LED lamps for {t.lights_offer}, less whatever the utility "
              f"gives back. {member3} was for it: the saving is real and the old lamps are no longer made. {member2} said Bobbin Street would look like a ball "
              f"field. {chair} would rather have it on next year's warrant with the amount in plain sight. It was noted that the lamps on the dam itself are "
              "the power company's and are not in the offer."),
        ("p", f"MOTION: {member3}, to accept the offer of Brightway Municipal at {t.lights_offer}."),
        ("p", f"SECOND: {chair}, for the purpose of a vote."),
        ("p", f"VOTE, roll call: {roll(t, 'nny')}; {s.lights_failed}."),
        ("h2", "ITEM 10. Old Mill Days"),
        ("p", "8:02  The committee came in with the map. Parade at ten on the last Saturday in June, from the church to the common. The highway crew will set "
              "out barrels. The beer tent is inside a fence and the Chief has the plan. The fish fry has asked for water and will get it thru a meter from "
              "the hydrant at the church. Dorothea Prescott will be marshal. No vote was needed."),
        ("h2", "ITEM 11. Closing"),
        ("p", f"8:46  MOTION: {member2}, to adjourn. SECOND: {member3}."),
        ("p", f"VOTE, roll call: {roll(t, 'yyy')}; {s.adjourned}."),
        ("p", f"Respectfully submitted, Nadine Leclair, recording clerk. Town of {t.town} · Select Board · action minutes · page 4 of 4"),
    ])


def late(t):
    s = said(t)
    chair, member2, member3 = ms(t.chair), ms(t.member2), ms(t.member3)
    inspector = ms(t.inspector)
    return Paper("sb-action-minutes-late-summer.txt", [
        ("h1", f"Town of {t.town}, N.H. Select Board: Action Minutes"),
        ("p", f"{t.late}. Weavers' Hall (moved from the hearing room for want of seats). Draft until accepted."),
        ("p", "These are action minutes: the item, the points made, and what was done. The time in the margin is the time at which an item was opened."),
        ("p", f"PRESENT: {t.chair}, Chair; {t.member2}; {t.member3}. STAFF: {t.administrator}, Town Manager; {t.inspector}, Building Inspector; Lucien "
              "Paquette, Road Agent. ALSO: Bertram Archambault, counsel to the Town. RECORDING: Nadine Leclair. ABSENT: none. PUBLIC: a full hall, no sheet "
              "kept."),
        ("h2", "ITEM 1. Opening"),
        ("p", f"6:30  {chair} opened the meeting and led the pledge. There was a moment of silence for Leon Hadley, fence viewer and, for many years, the "
              "voice of the Old Mill Days."),
        ("h2", "ITEM 2. Minutes"),
        ("p", "6:33  Minutes of July 30. In Item 6, the name of the culvert is Picker Brook and not Pickerel Brook."),
        ("p", f"MOTION: {member3}, to accept as corrected."),
        ("p", f"SECOND: {member2}."),
        ("p", f"VOTE, roll call: {roll(t, 'yyy')}; {s.late_minutes}."),
        ("h2", f"ITEM 3. The {t.structure} at {t.site}"),
        ("p", f"6:36  {chair} stated what is known: on {t.injury_day} a visitor was hurt at {t.site} when a {t.part} of the {t.structure} gave way. The "
              "ambulance was there in nine minutes. The Board is sorry for it and wishes the visitor a good recovery."),
        ("p", "COUNSEL: Attorney Archambault asked the Board and staff not to speak to who may be at fault, tonight or in the store. He said that no claim "
              "has come to the Town so far. The police report is not a public record while it is being finished."),
        ("p", f"DISCUSSION: {t.inspector}, Building Inspector, was asked what has changed since the winter. {inspector} answered that nothing had been done to "
              f"the timber, that another of the {t.supports} has since gone soft, and that the railing on the near side can be pushed over by hand. "
              f"Asked again about the papers, {inspector} said that {s.no_permit_late}. A chain and cones were set out by the highway crew the morning after "
              "the accident, but the chain was down again by the weekend."),
        ("p", f"DISCUSSION: {member2} owned to having been wrong about it in the winter and asked that the minutes say so. {member3} said "
              f"that hindsight is cheap but that of course the {t.structure} has to be shut now. {chair} asked that it be done with plywood and not with a "
              "chain. From the floor, Philip Cobleigh asked why it was not done before; the Chair did not take the question, on the advice of counsel."),
        ("p", f"MOTION: {chair}, to close the {t.structure} to the public until further vote of this Board, with a barrier that cannot be stepped over."),
        ("p", f"SECOND: {member2}."),
        ("p", f"VOTE, roll call: {roll(t, 'yyy')}; {s.closed}."),
        ("p", "ACTION: Road Agent to board up the entrance in the morning. Notice on the web site, at the trail head and with the Chamber. The signs stay up."),
        ("h2", "ITEM 4. Engineer"),
        ("p", f"7:02  The Town Manager brought a letter of {t.engineer}. For {t.engineer_fee} the firm would examine every member, give an opinion on whether "
              "repair is worth the cost, and stamp a drawing that a contractor can price. The report would come in October. The money is in the legal and "
              "engineering line, which the default budget left alone."),
        ("p", f"DISCUSSION: {member3} would not pay a firm to be told the wood is rotten, when the Inspector said it for nothing, and would put the money "
              f"toward a carpenter. {member2} said that the insurer will ask for a stamp and that a stamp is what this buys. {chair} agreed: whatever is "
              "rebuilt is to be rebuilt on paper first."),
        ("p", f"MOTION: {member2}, to hire {t.engineer} for {t.engineer_fee}, as set out in its letter."),
        ("p", f"SECOND: {chair}."),
        ("p", f"VOTE, roll call: {roll(t, 'yyn')}; {s.engineer_against}."),
        ("p", f"ACTION: Town Manager to sign the letter. {inspector} to give the firm the key to the gate and {their(t.inspector)} own notes."),
        ("h2", "ITEM 5. Paving of Bobbin Street"),
        ("p", "7:20  Bids were opened on August 1 in the Manager's office. Tri-River Paving was low at $87,430 for the shim and the top course, and Upland "
              "Asphalt bid $94,815. The water main will be looked at first, so that the new top is not cut in the fall as was done on Shuttle Row. The Road "
              "Agent has worked with Tri-River before and has no complaint. The stop sign at the bend is up; the one-way plan is dropped."),
        ("p", f"MOTION: {member3}, to award the work to Tri-River Paving at its bid, out of the highway block grant."),
        ("p", f"SECOND: {member2}."),
        ("p", f"VOTE, roll call: {roll(t, 'yyy')}; {s.late_paving}."),
        ("h2", "ITEM 6. Upper dam"),
        ("p", "7:34  The state dam bureau came in June. The letter of deficiency lists brush on the left abutment, a gate stem that is bent, and no emergency "
              "plan on file since the mill closed. The brush will be cut this fall. The stem has to be made; the shop that made the old one is now apartments. "
              "The Town Manager will write the plan with the Fire Chief over the winter. Agnes Tewksbury asked whether Carding Court is in the flood zone if "
              "the dam were to go; it is, all of it, and so is the Mill House. Ms. Tewksbury said that she had only wanted to know."),
        ("h2", "ITEM 7. Town Manager's report"),
        ("p", f"7:51  {ms(t.administrator)} reported: (1) The audit is at the printer, with no findings, and was done without an ajustment. (2) Seven "
              "candidates for the assessing clerk, interviews after Labor Day. (3) The beach shut its guard chair for the season; swimming is at the "
              "swimmer's discretion. (4) The bottle shed at the transfer station has a roof again, thanks to the Rotary. (5) The painters are on the tower, "
              "and the clock is stopped until they come down."),
        ("h2", "ITEM 8. Public comment"),
        ("p", f"8:04  Thelma Bickford said the whole town had stood on that {t.structure} and that nobody in the hall could say they hadn't seen it lean. "
              "Roland Marchand thanked the highway crew for the stop sign, and said the trucks have found it. Cordelia Stearns asked that the barrier be "
              "painted, as people will be looking at it for some time. The Chair said paint could be found."),
        ("h2", "ITEM 9. Closing"),
        ("p", "8:15  The Chair declared the meeting closed, no one objecting. The next meeting is in the hearing room, as posted."),
        ("p", f"Respectfully submitted, Nadine Leclair, recording clerk. Town of {t.town} · Select Board · action minutes · page 3 of 3"),
    ])


def zoning(t):
    s = said(t)
    return Paper("zba-notices-of-decision.pdf", [
        ("h1", f"Town of {t.town} Zoning Board of Adjustment: Notices of Decision, {t.year}"),
        ("p", f"Collected for the Registry file by the land use office, Mill House, 1 Canal Street, {t.town}. The middle figure of a case number is the "
              "running number of the application and not a month; cases are heard when their papers are complete. The Board sits on the third Tuesday."),
        ("p", "Sitting in all cases: Cordelia Stearns (chair), Bertil Hadlock, Agnes Tewksbury, Roland Marchand, Lucille Prescott. Alternate: Homer Cobleigh, "
              "who did not vote. Anyone affected may ask for a rehearing in writing within twenty days of the decision, on a form that the office has."),
        ("h2", f"Case {t.case_variance}. {t.variance_owner}. Variance"),
        ("p", f"Heard {tuesday(t, 3, 3)}. {t.variance_owner}, owner of a half of a former overseer's house on Heddle Street, asks for a variance from Article "
              f"4, paragraph 3, to build a one-bay garage with a setback of {t.variance_feet} from the side line, where the article asks for 25 feet. The "
              "lot is 52 feet wide at the street. The houses on the row were laid out by the mill company before there was any zoning."),
        ("p", f"Abutters: one letter in favor, none opposed. {ms(t.variance_owner)} showed that there is no other place for the garage but on top of the "
              "sewer. Mr. Marchand was concerned about snow falling off the roof onto the sidewalk and voted in the negative."),
        ("p", f"DECISION, case {t.case_variance}: on the findings above, {s.variance_granted}, with two conditions: (1) the eave on that side is to have a "
              "snow guard and a gutter; (2) the garage shall not be made into a dwelling unit."),
        ("h2", f"Case {t.case_drift}. Appeal of {t.drift_owner}"),
        ("p", f"Heard {tuesday(t, 5, 3)}. {t.drift_owner} appeals an order of the Building Inspector to set right the {t.drift_thing} on the land of the "
              f"appellant at the upper end of Fulling Lane. The order was issued on the complaint of the neighbor, {t.drift_neighbor}, whose land lies below."),
        ("p", f"The complaint. {ms(t.drift_neighbor)} stated that the {t.drift_thing} failed over the winter and that it ruined the {t.drift_harmed} on the "
              f"land below. A report of a soil scientist was handed in, with photographs. {ms(t.drift_neighbor)} {s.drift_damages}, and asked the Board to "
              "say that it is owed."),
        ("p", f"Attorney Prentiss Dow, for {ms(t.drift_neighbor)}, argued that an owner of land has a duty to keep what is built on it from harming the land "
              f"next to it. In his words, {s.drift_negligent}."),
        ("p", f"The appellant. {ms(t.drift_owner)} {s.drift_duty}. The winter was the wettest in a generation, the {t.drift_thing} was there when the land was "
              f"bought, and the {t.drift_harmed} may well have been in a poor state before. The order, it was argued, gives too little time."),
        ("p", f"Finding. {s.drift_not_ours}, and whether damages are owed is for a court. This Board is asked only if the order of the Inspector "
              "was within the ordinance. It was: Article 9 lets the Inspector order the repair of anything that discharges onto or falls on the land of "
              "another."),
        ("p", f"DECISION, case {t.case_drift}: the appeal of {t.drift_owner} is DENIED, 5-0. The order stands. Nothing in this decision says that anyone is or "
              "is not at fault."),
        ("h2", f"Case {t.case_exception}. {t.exception_owner}. Special exception"),
        ("p", f"Heard {tuesday(t, 6, 3)}. {t.exception_owner} asks for a special exception under Article 6 for {t.exception_use} on Shuttle Row, in the mill "
              "village district, on a lot of a little over three acres which was once the drying yard."),
        ("p", f"Speaking in favor: {ms(t.exception_owner)}, who said that the yard has stood empty since the mill shut and that a bond would be posted. "
              "Speaking against: Wilfred Hadley and others of Shuttle Row, with a petition. The Road Agent gave the width of the street as seventeen ft. "
              "between curbs."),
        ("p", f"DECISION, case {t.case_exception}: {s.exception_denied}. The reason is that {s.exception_why}. The Board did not reach the question of the "
              "bond. The applicant may come back with another plan."),
        ("h2", f"Case {t.case_continued}. {t.continued_owner}"),
        ("p", f"Opened {tuesday(t, 9, 3)}. {t.continued_owner} asks for an equitable waiver for a shed on Carding Court which the surveyor found to be over "
              "the line of the lot behind. The plan that was handed in has no north arrow and is not stamped, and the owner of the lot behind was not "
              f"notified at the right address. {s.continued}, at the request of the applicant, so that a stamped plan can be filed (case {t.case_continued}). "
              "No testimony was taken and no vote on the merits."),
        ("p", f"Filed with the Town Clerk. Copies to applicants by mail. Town of {t.town} · ZBA · land use office 786-0118"),
    ])


def declaration(t):
    s = said(t)
    rows = [["Unit", "Square feet", "Share"], *[list(unit) for unit in t.units]]
    return Paper("declaration-condominium.pdf", [
        ("h1", f"Declaration of {t.association} Condominium"),
        ("p", f"{t.association} Condominium Owners' Association, {t.town}, {t.county} County, New Hampshire. Recorded at the {t.county} County Registry of "
              "Deeds; restated with all amendments to the annual meeting of June 3, 2006. This copy is given to every buyer with the resale certificate."),
        ("h2", "ARTICLE I. Definitions"),
        ("p", "1.1 \"Association\" means the association of all of the Owners, acting through the Directors. \"Building\" means the former No. 3 Mill and its "
              "wheel house. \"Common Area\" means everything but the Units: the land, the mill yard, the stairs, the elevator, the roof, the brick walls, the "
              "windows as seen from outside, and the canal wall to the middle of the canal."),
        ("p", "1.2 \"Limited Common Area\" means a part of the Common Area that is kept for the use of fewer than all of the Units, such as a garden plot "
              "before a ground-floor door, a balcony or a storage bin. \"Owner\" means whoever holds title to a Unit of record; a tenant is not an Owner. "
              "\"Directors\" means the board elected by the Owners at the annual meeting."),
        ("h2", "ARTICLE II. Units and shares"),
        ("p", "2.1 The Units of residence, their floor area and their share are set out in this table. A share is of the common expense of the wing in which "
              "the Unit lies. As Units of both wings stand in the one table and the shops are left out of it, the shares shown do not add up to one hundred."),
        ("table", rows),
        ("p", "2.2 A Unit runs from the unfinished face of the brick to the unfinished face of the brick, and from the top of the subfloor to the underside of "
              "the beams. The beams are Common Area even where an Owner has had them sanded. 2.3 No Unit shall be divided, and no wall between Units shall be "
              "opened without the consent of the Directors and of the holder of each mortgage."),
        ("h2", "ARTICLE III. Use"),
        ("p", "3.1 A Unit is for residence only, save that an Owner may have a desk and a telephone and see a client now and then. No sign is to be put in a "
              "window. 3.2 Quiet hours are from 10 p.m. to 7 a.m. The floors of the Building carry sound, and hard shoes and bowling are to be left at the "
              "door. 3.3 Grills of any sort are forbidden on balconies by order of the Fire Chief."),
        ("p", f"3.4 Leases. {s.rent}. Every lease is to be in writing, a copy goes to the Directors before the tenant moves in, and the tenant is bound by "
              "this Declaration as is the Owner. A Unit may not be let by the night or by the room, nor through any listing service for travelers."),
        ("p", f"3.5 Animals. A Unit may have one dog, or one cat, or caged birds. {s.pet}. It is to be leashed in the mill yard and picked up after. An animal "
              "that has bitten, or that barks so as to be heard through the brick, has to leave when the Directors say so in writing after a hearing."),
        ("p", f"3.6 Fences. Around a garden plot {s.fence}. Wood or iron, painted black; no wire and no plastic. A fence put up against this paragraph may be "
              "taken down by the Association, and the Owner bears the expense."),
        ("p", f"3.7 Looks. {s.ac_trap} Curtains are white or lined in white. Wreaths come down by the first of March. No satellite dish is to be fixed to "
              "the brick, and nothing whatever is to be hung from the cornice."),
        ("p", "3.8 Parking. Each Unit has one numbered space in the mill yard. A second car goes in the lower lot by the wheel house, first come, first "
              "served. Boats, campers and unregistered cars are towed after a note on the windshield and a day's wait. No one parks in front of the sluice."),
        ("h2", "ARTICLE IV. Upkeep"),
        ("p", "4.1 The Association keeps up the Common Area, the elevator, the sprinklers and the pipes and wires that serve more than one Unit, and pays for "
              "that out of the dues. The furnace of the stairwells and the corridor thermostat are the Association's."),
        ("p", f"4.2 {s.ac_pays}, wherever on the property it stands, the roof included. The Owner's contractor must be licensed and insured and must sign for "
              "the key to the roof. 4.3 The Owner likewise keeps up the inside of the Unit, its doors, its fixtures and its water heater, which is to be "
              "changed before it is ten years old whether or not it leaks."),
        ("p", "4.4 Where an Owner lets something go and it does harm to another Unit or to the Common Area, the Association may enter, after notice or at once "
              "if water is running, and do the work at that Owner's expense."),
        ("h2", "ARTICLE V. Dues and assessments"),
        ("p", "5.1 The Directors set a budget each fall and divide it by share. Dues are owed on the first of the month. "
              f"5.2 Dues that have not come in by the fifteenth bear a late fee of {t.association_late_fee} for each month in which they stay unpaid. "
              "5.3 Unpaid dues are a lien on the Unit, and the Directors may record it."),
        ("p", f"5.4 {s.assessment}, at a meeting called for that, with two thirds of the shares in favor. A smaller one may be laid by the Directors alone. "
              "5.5 A reserve is kept for the roof, the elevator and the canal wall, and it may not be borrowed from for the dues."),
        ("h2", "ARTICLE VI. Insurance"),
        ("p", "6.1 The Association carries a master policy on the Building to the unfinished face of the walls, and a liability policy of not less than "
              "$1,000,000 for each occurrence. 6.2 Each Owner carries a policy for what is inside, improvements among it, and gives the Directors a "
              "certificate each January. 6.3 The deductible of the master policy falls on the Unit from which the loss came, and on the Association where "
              "nobody can tell."),
        ("h2", "ARTICLE VII. Meetings and votes"),
        ("p", "7.1 The annual meeting is on the first Saturday in June in the wheel house. Owners holding a third of the shares are a quorum. A vote is by "
              "share. 7.2 Proxies are good for one meeting and are filed before it is opened. 7.3 The Directors meet monthly, and any Owner may sit in, and "
              "may speak at the beginning. 7.4 Minutes are pinned up by the mailboxes."),
        ("h2", "ARTICLE VIII. Enforcement and amendment"),
        ("p", "8.1 Before any fine the Owner gets a letter and may ask for a hearing, which is to be held within fourteen days of the asking. 8.2 This "
              "Declaration is amended by Owners holding two thirds of the shares, and the amendment is good when it has been recorded. 8.3 If a paragraph is "
              "struck down the rest remains. 8.4 Nothing here binds the Town, which has its own ordinances, and where the two differ the stricter one "
              "governs."),
        ("p", "Directors: Homer Cobleigh, president; Lucille Prescott, treasurer; Dorothea Prescott, secretary. Manager: Canal & Yard Property Care, "
              "786-0162."),
    ])


def tax(t):
    return Paper("tax-rate.html", [
        ("h1", f"Town of {t.town}: The {t.year} tax rate and your second bill"),
        ("p", "Home > Departments > Tax Collector > Tax rate. Mill House, 1 Canal Street. Phone 786-0112."),
        ("p", f"October 31, {t.year}. Dear taxpayer: the Department of Revenue Administration has set our rate, and the second bill of the year goes out this "
              "week. The rates below are for each thousand dollars of assessed value."),
        ("table", [
            ["Part of the rate", t.year, t.last_year],
            ["Municipal", t.municipal_rate, t.municipal_rate_before],
            ["County", t.county_rate, t.county_rate_before],
            ["Local education", t.local_school_rate, t.local_school_rate_before],
            ["State education", t.state_school_rate, t.state_school_rate_before],
            ["Total", t.total_rate, t.total_rate_before],
        ]),
        ("h2", "Why is my bill higher?"),
        ("p", f"Two things did most of it. On the school side, {said(t).cause_school}, most of it for special education placements and for the buses. "
              f"On the town side, {said(t).cause_insurance}, and that after we had gone to a plan with a higher deductible. Everybody in the pool of towns "
              "saw much the same."),
        ("p", "Voters turned down the operating budget in March and the Town has run on the default budget since. That held the departments down, but the "
              "default budget has to carry contracts and insurance at what they cost, and so the municipal part did not stay level."),
        ("h2", "When is it due?"),
        ("p", f"The second bill is due {t.bill_due}. After that day interest runs at 8 percent a year. We go by the postmark. The first bill, in the summer, "
              "was an estimate at half of last year's rate; the second one takes up all of the difference."),
        ("h2", "If you can't pay, or think that we have it wrong"),
        ("p", "Come in and talk to us before the due date; partial payments are taken at any time. Applications for an abatement have to be at the Mill "
              f"House by March 1, {t.next_year}. Veterans' credits and the elderly exemption are applied for by the middle of April, and the forms are on "
              "this page. If your mortgage company pays your taxes, please send the bill on to it."),
        ("p", f"{t.administrator}, Town Manager, for the Town of {t.town}. Page last changed on October 31, {t.year}."),
    ])


def budget(t):
    return Paper("budget-page.md", [
        ("h1", f"Town of {t.town}: Proposed budget, {t.year}"),
        ("p", f"Posted on January 12, {t.year} by the Town Manager's office, Mill House, 1 Canal Street. The whole book, line by line, is at the library and "
              "on the Manager's counter."),
        ("h2", "How to read this page"),
        ("p", f"The table has the larger departments, with the appropriation of {t.last_year} and what the Select Board and the Budget Committee propose for "
              f"{t.year}. Debt service, benefits, insurance and the small lines are not in it, and so the columns do not add up to the amount on the warrant. "
              "The fiscal year of the Town is the calendar year."),
        ("table", [
            ["Department", f"{t.last_year} appropriation", f"{t.year} proposed"],
            ["Town Manager and Select Board", "$171,215", "$176,845"],
            ["Town Clerk and elections", "$88,635", "$97,115"],
            ["Assessing", "$61,385", "$58,915"],
            ["Police", t.police_before, t.police_proposed],
            ["Fire and rescue", t.fire_before, t.fire_proposed],
            ["Highway", t.highway_before, t.highway_proposed],
            ["Transfer station", "$158,075", "$163,495"],
            ["Town buildings, clock and dam", "$112,265", "$119,735"],
            ["Library", t.library_before, t.library_proposed],
            ["Parks, beach and recreation", "$72,645", "$74,215"],
            ["Welfare", "$24,315", "$26,185"],
        ]),
        ("h2", "What is behind the numbers"),
        ("p", "Police: the step raises of the contract that was voted in earlier, and the dispatch fee. Fire: a stipend for calls on week days, since fewer of "
              "our volunteers work in town than when the mill was running. Highway: salt, fuel and the rent of a grader. Library: a part-time children's "
              "librarian, and heat for the reading room. The elections line is up because this is a year with more than one of them; assessing is down as the "
              "revaluation is paid for."),
        ("p", "The highway truck, the capital reserves and the lease are separate articles and are not in this budget. If the voters say no to the operating "
              "budget, the Town runs on the default budget, which is last year's with what contracts and law require. Both amounts are on the warrant."),
        ("p", "Health insurance is bid in the fall through the pool and the price has not been kind. A grant pays for the body cameras, and for nothing else. "
              "The tower clock gets a new hand."),
        ("h2", "Come and ask"),
        ("p", "Budget hearing: January 17, 7 p.m., Weavers' Hall. First session on the warrant: January 30, 7 p.m., school gymnasium. The Budget Committee is "
              "Dorothea Prescott (chair), Philip Cobleigh, Estelle Dufresne, Bertil Hadlock and Thelma Bickford."),
    ])


def warrant(t):
    return Paper("town-warrant.docx", [
        ("h1", f"Town Warrant, Town of {t.town}, March {t.year}"),
        ("p", f"THE STATE OF NEW HAMPSHIRE. To the inhabitants of the Town of {t.town}, in the County of {t.county}, qualified to vote in Town affairs: You "
              f"are hereby notified of the annual meeting. First session (deliberative): January 30, {t.year}, 7 p.m., school gymnasium. Second session "
              f"(voting by official ballot): {tuesday(t, 3, 2)}, Weavers' Hall, polls open from 8 a.m. to 7 p.m."),
        ("h2", "Article 1. Officers"),
        ("p", "To choose all necessary Town officers for the ensuing year."),
        ("h2", "Article 2. Zoning amendment"),
        ("p", "Are you in favor of the amendment of the zoning ordinance proposed by the Planning Board, to allow dwellings on the upper floors in the mill "
              "village district, as on file with the Town Clerk? (Recommended by the Planning Board.)"),
        ("h2", "Article 3. Operating budget"),
        ("p", "Shall the Town vote to raise and appropriate as an operating budget, not including appropriations by special warrant articles and other "
              "appropriations voted separately, the amounts set forth on the budget posted with the warrant or as amended by vote of the first session, for "
              f"the purposes set forth therein, totaling {t.operating_budget}? Should this article be defeated, the default budget shall be "
              f"{t.default_budget}, which is the same as last year, with certain adjustments required by previous action of the Town or by law; or the "
              "governing body may hold one special meeting, to take up the issue of a revised operating budget only. (Recommended by the Select Board 3-0 and "
              "by the Budget Committee 3-2.)"),
        ("h2", "Article 4. Highway truck"),
        ("p", f"Shall the Town vote to raise and appropriate the sum of {t.truck} for a highway truck with plow, wing and sander, to take the place of Truck "
              "4, and to sell or trade the old one? (Recommended by the Select Board 3-0 and by the Budget Committee 5-0.)"),
        ("h2", "Article 5. Lease"),
        ("p", f"Shall the Town vote to authorize the Select Board to enter into a lease of {t.lease_place} to {t.lease_company} for {t.lease_use}, for a term "
              f"of twenty years, at a rent of {t.lease_rent} a year, on such further terms as the Select Board shall find to be in the interest of the Town? "
              "(Recommended by the Select Board 2-1. The Budget Committee took no position.)"),
        ("h2", "Article 6. Dam reserve"),
        ("p", "Shall the Town vote to raise and appropriate the sum of $75,000 to be added to the Upper Dam Capital Reserve Fund previously established? "
              "(Recommended by both.)"),
        ("h2", "Article 7. Tower clock"),
        ("p", "Shall the Town vote to raise and appropriate the sum of $2,715 for the repair of the face and hands of the clock on the mill tower, the owner "
              "of the tower having given leave? (Recommended by both.)"),
        ("h2", "Article 8. By petition: noise"),
        ("p", "Shall the Town vote to forbid the use of leaf blowers before noon on Sundays? (By petition of 27 voters. Not recommended.)"),
        ("h2", "Article 9. Cemetery trustees"),
        ("p", "Shall the Town vote to add a pair of seats to the board of cemetery trustees? No appropriation."),
        ("p", f"Given under our hands: {t.chair}, {t.member2}, {t.member3}, Select Board of {t.town}. A true copy, attest: {t.clerk}, Town Clerk. Posted at "
              "the Mill House, Weavers' Hall and the library."),
    ])


def results(t):
    s = said(t)
    ballots, (zoning_vote, dam, clock, noise, trustees) = counts(t)
    return Paper("ballot-results.txt", [
        ("h1", f"Town of {t.town}: Results of the second session, {tuesday(t, 3, 2)}"),
        ("p", f"Return of the Town Clerk. Polls were opened at 8 a.m. by the moderator, Homer Cobleigh, and closed at 7 p.m. Ballots cast: {ballots}. Not "
              "every voter marked every question. A recount may be asked for by the Friday."),
        ("p", "Article 1: Officers. For Select Board, no contest this year, the seat not being up. For trustee of the library, Cordelia Stearns. For fence "
              "viewer, Leon Hadley, as ever."),
        ("p", f"Article 2: the zoning amendment for the mill village PASSES, yes {zoning_vote[0]}, no {zoning_vote[1]}."),
        ("p", f"Article 3: {s.budget_failed}. The default budget of {t.default_budget} therefore stands for {t.year}. The Select Board has said that it does "
              "not intend to call a special meeting."),
        ("p", f"Article 4: the highway truck at {t.truck} PASSES, yes {t.truck_yes}, no {t.truck_no}. The Road Agent may order it; the build takes most of a "
              "year."),
        ("p", f"Article 5: {s.lease_failed}. {s.no_lease}. The company has been told so by letter, and {t.lease_place} stays as it is."),
        ("p", f"Article 6: the dam reserve PASSES, yes {dam[0]}, no {dam[1]}."),
        ("p", f"Article 7: the tower clock PASSES, yes {clock[0]}, no {clock[1]}."),
        ("p", f"Article 8: the petition on leaf blowers FAILS, yes {noise[0]}, no {noise[1]}."),
        ("p", f"Article 9: the cemetery trustees, PASSES, yes {trustees[0]}, no {trustees[1]}."),
        ("p", "The ballots are sealed and in the vault. With thanks to the counters, who finished before ten, and to the church for the pies."),
        ("p", f"A true return. {t.clerk}, Town Clerk, {t.town}, N.H."),
    ])


def ordinance(t):
    return Paper("ordinance-landing-parking.md", [
        ("h1", f"Town of {t.town}: Ordinance on overnight parking at the Town Landing ({t.ordinance_year})"),
        ("p", f"Chapter 31 of the Code. Adopted by the Select Board on June 11, {t.ordinance_year}, after public hearing. The text is as it was adopted; see "
              "the Clerk for amendments."),
        ("h2", "§ 31-1. Why"),
        ("p", "The landing on the Cobble River is small. In the summer trailers have been left there for days, and those who come to put in a canoe in the "
              "morning find no room. The Fire Department draws water there and must be able to turn."),
        ("h2", "§ 31-2. Where"),
        ("p", "\"Town Landing\" means the gravel lot, the ramp and the grass strip between the lower bridge and the old boiler house, as marked by stones."),
        ("h2", "§ 31-3. What is forbidden"),
        ("p", "(a) No person shall leave a car, a trailer or a camper at the Town Landing between 11 p.m. and 5 a.m. (b) No person shall sleep there in a "
              "vehicle or a tent. (c) This does not apply to vehicles of the Town, nor to anyone with a note of the Police Chief on the dash, as for night "
              "fishing in the smelt run."),
        ("h2", "§ 31-4. Penalty"),
        ("p", f"(a) The fine for a first offense is {t.fine_old}. (b) The fine for each further offense in the same calendar year is $120. (c) A vehicle "
              "that stands in the way of the ramp may be towed at the expense of the owner. (d) Fines are for the use of the Town."),
        ("h2", "§ 31-5. Signs and effect"),
        ("p", "The Road Agent shall put up a sign at the entrance. The ordinance takes effect when the sign is up. If a part is held invalid the rest stands."),
        ("p", f"Select Board of {t.town}. Recorded by the Town Clerk in the book of ordinances."),
    ])


def amendment(t):
    return Paper("ordinance-landing-parking-amended.docx", [
        ("h1", f"Town of {t.town}: Amendment to Chapter 31, overnight parking at the Town Landing"),
        ("p", f"Adopted by the Select Board on May 14, {t.last_year}, after public hearing, and in effect since June 1, {t.last_year}."),
        ("p", f"WHEREAS the fines of Chapter 31 have not been changed since {t.ordinance_year}, and WHEREAS campers have come to look upon the fine as the "
              "price of a night by the river; the Select Board ordains as follows."),
        ("p", f"1. Section 31-4, paragraph (a), is struck out and there is put in its place: \"(a) The fine for a first offense is {t.fine_new}.\""),
        ("p", "2. Section 31-4, paragraph (b), is struck out and there is put in its place: \"(b) The fine for a second offense, and for every one after it, "
              f"in any span of twenty-four months is {t.fine_second}.\""),
        ("p", "3. Section 31-3 is amended by adding: \"(d) A vehicle whose engine has failed may stay one night, if the Police Department is told before "
              "midnight.\""),
        ("p", "4. The rest of Chapter 31 remains as it was. The Road Agent is to change the plate on the sign."),
        ("p", f"Hearing: eleven persons spoke, nine of them in favor. Voted 3-0. A true copy, {t.clerk}, Town Clerk, Town of {t.town}."),
    ])


def library(t):
    return Paper("library-page.html", [
        ("h1", f"{t.town} Public Library: hours and services"),
        ("p", "Home > Library. The Counting House, 6 Canal Street. Phone 786-0133. Book drop on the canal side, at any hour."),
        ("h2", "Hours"),
        ("li", f"Monday to Friday: {t.library_weekday}"),
        ("li", f"Saturday: {t.library_saturday}"),
        ("li", "Sunday: closed"),
        ("h2", "Who we are"),
        ("p", f"Library director: {t.librarian}. Children's room: Nadine Leclair, Tuesdays and Thursdays. The trustees meet on the second Wednesday in the "
              "pattern room, and anybody may come."),
        ("h2", "What we have"),
        ("p", "Books, large print, audio books on line, museum passes, snowshoes, a telescope, a sewing machine and, of course, the pattern books of the mill, "
              f"which may be seen by appointment. A library card is free to anyone who lives, works or goes to school in {t.town}. There are no late fines; "
              "we do like to have the books back. Story time is on Thursday at 11:15. The mill workers' oral histories can be listened to at the desk by the "
              "window."),
        ("p", "Meeting rooms are free to clubs of the town. Wireless runs day and night and reaches as far as the bench by the sluice. Printing is on an honor "
              "jar. Home delivery to those who can't get out: ring us."),
        ("p", f"Town of {t.town} · Public Library · Page kept by the staff"),
    ])


def transfer_station(t):
    return Paper("transfer-station-page.md", [
        ("h1", f"Town of {t.town}: Transfer Station"),
        ("p", "Fulling Lane, past the sewer works, second gate. Phone 786-0140, at the scale house, when somebody is in it."),
        ("h2", "When we are open"),
        ("li", f"Saturday: {t.dump_saturday}"),
        ("li", "Wednesday: 2 p.m. to 6 p.m."),
        ("li", "The gate is locked a quarter of an hour before the end, so that the last in can be the last out."),
        ("h2", "What to bring, and where it goes"),
        ("p", "Cardboard is flattened. Glass is glass only: no dishes, no windows. Cans are rinsed. Brush goes to the pile behind the salt shed, in lengths "
              "that one person can drag. The swap shed, called the company store, is run by volunteers; take what you need and leave what works. Ashes have "
              "to be cold, and the attendant will put a hand in."),
        ("p", "A sticker is needed to get in. Stickers and fees for bulky items are in Chapter 14 of the Code and are paid to the Town Clerk at the Mill "
              "House. We take no money at the gate."),
        ("p", f"Contractors' loads are not taken. Compost is given away in May to residents of {t.town}, a barrel or so to a household, bring a shovel."),
        ("p", f"Town of {t.town} · Highway and Transfer Station · Lucien Paquette, Road Agent"),
    ])


def mail(t):
    domain = f"{t.town.lower()}-nh.example"
    asked, answered = date(int(t.year), 1, 23), date(int(t.year), 1, 24)
    return Paper("mail-sticker.eml", [
        ("h1", f"Re: transfer station sticker, Town of {t.town}"),
        ("p", f"Dear {ms(t.mail_writer)},"),
        ("p", f"Thank you for writing before driving in. What you heard is not right. The sticker for the first vehicle of your household is {t.sticker} for "
              f"the year. That has been the fee since {t.fees_from}, and it is in Chapter 14 of the Code, on the web site."),
        ("p", "Bring the registration, please, as the address on it has to be the one on the tax bill, or else a lease. We are at the counter Monday to "
              "Thursday from 8 to 4, and on the evening of the third Thursday. A check made out to the Town is easiest for us."),
        ("p", "You are not the first to ask. I believe that the number comes from a page somebody put up on the community board, and I have asked for it to be "
              "taken down."),
        ("p", f"{t.clerk}, Town Clerk, Town of {t.town}, Mill House, 1 Canal Street, 786-0110"),
        ("p", f"On {asked:%a, %b} {asked.day}, {asked.year}, {t.mail_writer} wrote:"),
        ("p", f"> Good morning. I have to get a new windshield and so a new sticker for the transfer station. At the hardware store {said(t).mail_claim}. "
              "Can that be so? I pay my taxes here and it seems steep for a piece of paper."),
        ("p", f"> Also, is the window open in the evening at all? I work days. Thank you, {t.mail_writer}, Heddle Street"),
    ], sender=f"{t.clerk} <clerk@{domain}>", to=f"{t.mail_writer} <{t.mail_writer.split()[1].lower()}@mailbox.example>",
        date=f"{answered:%a, %d %b %Y} 09:26:00 -0500")


def papers(t):
    written = (fees, old_fees, winter, spring, late, zoning, declaration, tax, budget, warrant, results, ordinance, amendment, library, transfer_station, mail)
    return [paper(t) for paper in written]


def article(t):
    injured, relative = ms(t.injured), ms(t.relative)
    return "\n\n".join([
        f"Visitor hurt when {t.part} gives way at {t.site}",
        f"By {t.reporter}, Cobble River Sentinel",
        f"{t.town.upper()}, N.H. - {t.injured} of {t.lake_town} was hurt on {t.injury_day} when a {t.part} gave way on the {t.structure} at {t.site}. "
        f"{injured} was taken to the hospital with a broken wrist and a torn knee and has since been sent home.",
        f"\"We thought that a town would not leave a thing open if it was not safe,\" said {t.relative}, a cousin who was there. {relative} said that there "
        "was no sound beforehand, only the crack. The signs at the entrance said \"Use at your own risk,\" and the family had walked past them with the rest "
        "of the crowd.",
        f"The town knew. The building inspector, {t.inspector}, warned the select board in February that the {t.supports} were rotten, and the town's insurer, "
        f"{t.insurer}, asked that the {t.structure} be closed or repaired within {t.insurer_days}. A motion to close it failed. In April the board put off "
        f"the repair, although it had two quotes in hand, and voted for signs. No building permit was ever issued for the {t.structure}, which volunteers put "
        f"up in {t.built_year}.",
        f"Town Manager {t.administrator} declined to comment, citing the advice of counsel. The family has hired a lawyer, {relative} said, but no claim has "
        "been filed.",
    ])

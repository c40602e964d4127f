"""A suburbanizing town near the state line: minutes with tables of item, discussion and action, pages of questions, codified ordinances."""
from datetime import datetime

from paper import Paper

WOMEN = set("Ruth Anne Lorraine Joan Denise Paula Corinne Elaine Noreen Beth Gwen Judith Hannah Maeve Ingrid Sonia Lydia Colleen Renata Priscilla Vera".split())
HALL = "Town Hall, 27 Center Parkway"


def titled(name):
    given, family = name.split()
    return f"{'Ms.' if given in WOMEN else 'Mr.'} {family}"


def pronouns(name):
    return ("she", "her") if name.split()[0] in WOMEN else ("he", "his")


def weekday(date):
    return f"{datetime.strptime(date, '%B %d, %Y'):%A}, {date}"


def ballot_day(t):
    return next(f"March {day}, {t.year}" for day in range(8, 15) if datetime(int(t.year), 3, day).weekday() == 1)


def said(t):
    """The sentences that both the papers and the marks use."""
    second, third = titled(t.member2), titled(t.member3)
    return {
        # Winter.
        "warning": f"reported that the {t.supports} under the {t.structure} at {t.site} are rotten and failing",
        "no_permit_winter": f"no building permit was ever issued or even applied for when the {t.structure} was built in {t.built_year}",
        "insurer": f"asks the Town to close the {t.structure} or repair it within {t.insurer_days}",
        "close_failed": f"Motion to close the {t.structure} to the public FAILED, 1 in favor ({t.chair_last}), 2 opposed ({t.member2_last}, {t.member3_last})",
        "winter_minutes": "Minutes of January 22 accepted as written, all in favor",
        "winter_road": "Motion to lay out and accept Harvest Way as a Class V town road carried unanimously, 3-0",
        "winter_appoint": "Yolanda Prescott appointed to the Conservation Commission as an alternate, 3-0",
        # Spring.
        "spring_minutes": "Minutes of March 25 accepted as corrected, 3-0",
        "tabled": f"Motion to table the repair of the {t.structure} until {t.repair_until} passed 2-1",
        "signs_first": f"{second} moved to put up {t.signs_moved} signs reading \"Use at your own risk\"",
        "signs_amended": f"Motion as amended, for {t.signs_voted} signs, passed 3-0",
        "cruiser": f"Motion to buy the cruiser from {t.cruiser_dealer} for {t.cruiser} passed 3-0",
        "matter_tabled": f"Motion to table the draft {t.tabled_matter} to {t.tabled_until} passed 3-0",
        "lights": f"Motion to accept the LED street light offer at {t.lights_offer} FAILED 1-2",
        "warner": f"the {t.structure} at {t.site} is not safe: a {t.part} moved when {pronouns(t.warner)[0]} put {pronouns(t.warner)[1]} weight on it",
        # Late.
        "closed": f"VOTED, 3-0, that the {t.structure} at {t.site} is closed to the public effective immediately",
        "no_permit_late": f"the file holds no building permit for the {t.structure}, neither from {t.built_year} nor from any later year",
        "engineer": f"The motion to hire {t.engineer} passed 2-1",
        "engineer_against": f"{third} voted against hiring {t.engineer}",
        "late_minutes": "The Board voted 3-0 to accept the minutes of July 1 without changes",
        "late_paving": f"On the motion of {second}, the Board voted 3-0 to award the crack sealing on Parkhurst Drive",
        # Zoning board.
        "variance": f"the variance for {t.variance_owner} is GRANTED by a vote of 4 to 1",
        "exception": f"the special exception asked for by {t.exception_owner} is DENIED by a vote of 5-0",
        "exception_why": "would bring traffic that the narrow road cannot carry and noise that would carry to the houses nearby",
        "continued": f"Case {t.case_continued} of {t.continued_owner} is CONTINUED to {t.continued_until}",
        "drift_claim": f"{titled(t.drift_owner)} was negligent in the care of the {t.drift_thing} and is liable for what it did to the {t.drift_harmed}",
        "drift_damages": f"demands damages of {t.drift_sum} from {titled(t.drift_owner)}",
        "drift_board": "Who is liable between neighbors, and for what damages, is not for this Board to decide",
        "drift_duty": "The Board makes no finding of negligence and no finding that a duty of care was breached",
        # The association.
        "rent": f"No Unit shall be leased for a term of less than {t.rent_months}",
        "pet": f"one dog, which at full growth shall weigh at most {t.pet_pounds}",
        "fence": f"No fence shall be over {t.fence_height} in height, and none shall be put up without written approval of the Board of Directors",
        "assessment": f"A special assessment over {t.assessment_limit} in total shall not be levied without a vote of the Owners",
        "ac_pays": "shall maintain, repair and replace, at the Owner's own cost, the heating and air-conditioning equipment that serves that Unit alone",
        "ac_trap": "No window air conditioner shall be visible from a street or run between 10 p.m. and 7 a.m.",
        # Taxes and the vote.
        "cause_school": f"the school district's budget rose by {t.school_increase}",
        "cause_insurance": f"the cost of the Town's health insurance rose by {t.insurance_percent}",
        "budget_failed": f"Article 3, the operating budget, was DEFEATED: yes {t.budget_yes}, no {t.budget_no}",
        "lease_failed": f"Article 6, the lease with {t.lease_company}, FAILED: yes {t.lease_yes}, no {t.lease_no}",
        "no_lease": f"No lease with {t.lease_company} has been signed, and in view of the vote none will be",
        "mail_claim": f"I heard at the supermarket that the transfer station sticker now costs {t.mail_wrong}",
    }


def marks(t):
    s = said(t)
    return {
        "warning": [s["warning"]],
        "insurer": [s["insurer"]],
        "close_failed": [f"close the {t.structure} to the public FAILED, 1 in favor ({t.chair_last}), 2 opposed"],
        "tabled": [f"table the repair of the {t.structure} until {t.repair_until} passed 2-1"],
        "no_permit": [s["no_permit_winter"], s["no_permit_late"]],
        "closed": [f"the {t.structure} at {t.site} is closed to the public effective immediately"],
        "engineer_against": [s["engineer_against"]],
        "signs_first": [s["signs_first"]],
        "signs_amended": [f"as amended, for {t.signs_voted} signs, passed 3-0"],
        "lights_failed": [f"accept the LED street light offer at {t.lights_offer} FAILED 1-2"],
        "matter_tabled": [f"table the draft {t.tabled_matter} to {t.tabled_until} passed 3-0"],
        "spring_votes": [s[key] for key in ("spring_minutes", "tabled", "signs_amended", "cruiser", "matter_tabled", "lights")],
        "other_votes": [s[key] for key in ("winter_minutes", "winter_road", "winter_appoint", "close_failed",
                                           "closed", "engineer", "late_minutes", "late_paving")],
        "warner_said": [s["warner"]],
        "drift_words": [s["drift_claim"], s["drift_damages"], s["drift_board"], s["drift_duty"]],
        "variance_granted": [s["variance"]],
        "exception_denied": [s["exception"]],
        "exception_why": [s["exception_why"]],
        "continued": [s["continued"]],
        "rent": [s["rent"]],
        "pet": [s["pet"]],
        "fence": [s["fence"]],
        "assessment": [s["assessment"]],
        "ac_pays": [s["ac_pays"]],
        "ac_trap": [s["ac_trap"]],
        "cause_school": [s["cause_school"]],
        "cause_insurance": [s["cause_insurance"]],
        "budget_failed": [s["budget_failed"]],
        "lease_failed": [s["lease_failed"]],
        "no_lease": [s["no_lease"]],
        "mail_claim": [s["mail_claim"]],
    }


def fees(t):
    return Paper(f"{t.year}-schedule-of-fees.pdf", [
        ("h1", f"TOWN OF {t.town.upper()}, NEW HAMPSHIRE"),
        ("h2", "Schedule of Fees"),
        ("p", f"In force from {t.fees_from}. Set by the Select Board of the Town of {t.town}, after a public hearing, under Chapter 78 of the Town Code. "
              "This schedule replaces every earlier one."),
        ("p", f"Pay at the Town Clerk's window, {HALL}, Monday to Thursday 8 a.m. to 4 p.m., Thursday evening until 7 p.m. Cash, check or card; the card "
              "company adds its own charge, which the Town neither sets nor keeps. Tel. 893-7121, ext. 101."),
        ("h2", "A. Transfer station stickers (calendar year)"),
        ("table", [["Sticker", "Fee"],
                   ["First vehicle of a resident household", t.sticker],
                   ["Each further vehicle, same household", t.second_sticker],
                   ["Nonresident property owner, per vehicle", t.nonresident_sticker],
                   ["Commercial hauler permit, per truck", "$180"]]),
        ("h2", "B. Bulky items at the transfer station"),
        ("table", [["Item", "Fee each"],
                   ["Refrigerator, freezer or dehumidifier", t.refrigerator],
                   ["Mattress or box frame, any size", t.mattress],
                   ["Passenger tire, off the rim", "$3.50"],
                   ["Propane cylinder, grill size", "$3.75"],
                   ["Demolition debris, per pound", "$0.14"]]),
        ("h2", "C. Dog licenses (due each year by the end of April)"),
        ("table", [["License", "Fee"],
                   ["Dog, spayed or neutered", t.dog_altered],
                   ["Dog, not spayed or neutered", t.dog_intact],
                   ["Replacement tag", "$0.50"]]),
        ("p", "A current rabies certificate must be shown or be on file. Owners aged 65 or over: ask at the window for the reduced fee."),
        ("h2", "D. Recreation"),
        ("table", [["Pass or permit", "Fee"],
                   ["Beach pass, resident, season", t.beach_resident],
                   ["Beach pass, nonresident, season", t.beach_nonresident],
                   ["Boat rack space, season (May to October)", t.boat_rack],
                   ["Function hall rental, per day", t.hall_rental],
                   ["Function hall, refundable key deposit", "$500"]]),
        ("p", "Rack spaces are drawn by lot on the first Saturday in March. Town boards, scouts and the senior lunch use the function hall without charge."),
        ("h2", "E. Records"),
        ("table", [["Service", "Fee"],
                   ["Copies, per page, letter or legal", t.copies],
                   ["Checklist of voters on a drive", "set by state law"],
                   ["Returned check, handling", "none the first time"]]),
        ("p", "There is no charge for looking at public records at Town Hall. Fees for building, electrical and plumbing permits are listed on the Building "
              "Department's own sheet, not here."),
        ("p", f"Attest: {t.clerk}, Town Clerk. Town of {t.town} - Schedule of Fees - Page 2 of 2"),
    ])


def old_fees(t):
    until = f"December 31, {t.last_year}"
    return Paper("fee-schedule-previous.docx", [
        ("h1", f"Town of {t.town} - Office of the Town Clerk"),
        ("h2", "Fee schedule (previous - kept for the record)"),
        ("p", f"This schedule took effect on {t.old_fees_from} and was in use through {until}. It was superseded by the schedule of {t.fees_from}. Do not "
              "quote these fees to the public."),
        ("table", [["What for", "Fee", "Remarks"],
                   ["Transfer station sticker, first vehicle", t.old_sticker, "resident household"],
                   ["Transfer station sticker, further vehicle", t.old_second_sticker, "same household only"],
                   ["Transfer station sticker, nonresident owner", "$57.50", "tax bill must be shown"],
                   ["Refrigerator or freezer", "none", "doors taken off, a single one per household a year"],
                   ["Mattress", "not taken", "use a private hauler"],
                   ["Dog license, altered", "$3.40", "certificate needed"],
                   ["Dog license, unaltered", "$3.90", "certificate needed"],
                   ["Beach pass, resident", "none", "show the transfer station sticker"],
                   ["Beach pass, nonresident", "$62.50", "weekdays only in July"],
                   ["Boat rack", "$182.50", "season"],
                   ["Function hall, per day", "$187.50", "plus deposit"],
                   ["Copies, per page", "$0.75", "first page free"]]),
        ("p", "Stickers go on the driver's side of the windshield, lower corner. The attendant may turn back a vehicle without a sticker; he does not sell "
              "them."),
        ("p", "The beach gate is staffed from the last week in June through Labor Day. There are no refunds for bad weather or for algae."),
        ("p", f"Questions: {t.clerk}, Town Clerk, {HALL}, Tel. 893-7121, ext. 101."),
    ])


def winter(t):
    s = said(t)
    chair, second, third = f"Chair {t.chair_last}", titled(t.member2), titled(t.member3)
    inspector, (he, his) = titled(t.inspector), pronouns(t.inspector)
    return Paper(f"select-board-minutes-{t.year}-winter.docx", [
        ("h1", f"Town of {t.town}, New Hampshire - Select Board - Minutes"),
        ("p", f"Regular meeting of {t.winter}, 7:00 p.m., Meeting Room A, {HALL}"),
        ("p", f"Members present: {t.chair}, Chair; {t.member2}, Vice Chair; {t.member3}, Clerk of the Board. Members absent: none."),
        ("p", f"Also present: {t.administrator}, Town Administrator; {t.inspector}, Building Inspector and Code Enforcement Officer; Gordon Bellows, Highway "
              "Foreman; Tamara Leavitt, recording secretary; about 14 residents, and 9 by video link."),
        ("p", "These minutes are a summary and not a transcript. The recording is kept on the cable access page until the minutes are accepted. Votes are "
              "shown in the right-hand column of the table; the names are given only where a vote was not unanimous."),
        ("h2", "I. Opening"),
        ("p", f"{chair} opened the meeting at 7:02 p.m., read the notice of posting and led the Pledge of Allegiance. The Chair asked people to sign in at "
              "the door, to give name and address for the record, and to hold remarks on pending zoning matters for the hearing before the Zoning Board. "
              "The consent agenda (payroll and vendor manifests, 11 abatement refunds, a raffle permit for the hockey boosters) was signed in circulation."),
        ("h2", "II. Business"),
        ("table", [
            ["Item", "Discussion", "Action / Vote"],
            ["1. Minutes", "Draft of January 22 was sent out with the packet. No corrections were offered.", f"{s['winter_minutes']}."],
            ["2. Harvest Way, request of the developer",
             "Parkhurst Homes LLC has finished the final course of pavement on Harvest Way, 23 house lots, and asks that the Town take the road over. Mr. "
             "Bellows has walked it with the engineer of record. Guardrail at the cul-de-sac is in, the catch basins have been cleaned, as-built plans "
             "recieved. The maintenance bond of $84,212 stays in place for the first winter.",
             f"Moved {t.member2_last}, second {t.member3_last}. {s['winter_road']}."],
            [f"3. {t.structure.capitalize()} at {t.site} (off {t.road})",
             f"{inspector} {s['warning']}, that the railing on the north side can be pulled away by hand, and that in {his} opinion it is a question of "
             f"when, not whether, somebody is hurt. {he.capitalize()} passed around photographs. In answer to {third}, {inspector} said that "
             f"{s['no_permit_winter']}; it was a volunteer project and nobody came to the counter. {titled(t.administrator)} read a letter of January 26 "
             f"from {t.insurer}, the Town's liability carrier, which {s['insurer']}, and to report back in writing.",
             f"Moved {t.chair_last}, second {t.member3_last} for purposes of discussion. {s['close_failed']}."],
            ["4. Conservation Commission vacancy",
             "One letter of interest, from Yolanda Prescott of Alcott Circle, a retired soil scientist. The Commission recommends her. Term runs to the end "
             "of April of next year.",
             f"Moved {t.member3_last}, second {t.member2_last}. {s['winter_appoint']}."],
            ["5. Deliberative session, recap",
             "Session was held at the middle school and lasted until almost 11 p.m. All articles go to the ballot as printed, one of them with a changed "
             "figure. The voter guide will be mailed to each household the last week of the month.",
             "No action needed."],
        ]),
        ("h2", "III. Notes to item 3"),
        ("p", f"{second} said that the {t.structure} is one of the few places in town that the new families on the south side and the old families both use, "
              f"that closing it now would only bring vandals, and that the Board ought to have prices in hand before it does anything. {third} agreed and "
              f"said that the insurance company writes such letters to every town. {chair} answered that the Board now has the warning in writing from its "
              "own inspector and from its own carrier, and that it will be asked one day what it did with them."),
        ("p", f"{titled(t.administrator)} was asked to get prices for a repair for one of the April meetings. {inspector} asked that {his} memo be attached "
              "to these minutes; it is attached as Exhibit B."),
        ("h2", "IV. Public comment: cut-through traffic on Parkhurst Drive"),
        ("p", "Nadia Sandoval, 18 Parkhurst Drive, said that since the second supermarket opened over the state line the morning line of cars using her "
              "road to get round the lights runs past the bus stop. She counted 91 cars between 7 and 7:30 on a Wednesday, nearly all with out-of-state "
              "plates. She would like speed humps."),
        ("p", "Terrence Bellamy, 44 Parkhurst Drive, did not want speed humps because of the plow and his back, but would like a no-turn sign during school "
              "hours. Mr. Bellows said humps are hard on the plow blades, though other towns make do with them. Carla Wentworth of Alcott Circle asked that "
              "whatever is done not simply push the cars on to Alcott. The Board asked the Police Department to set out the speed trailer for 14 days and "
              "to report."),
        ("h2", "V. Town Administrator's report"),
        ("p", "The salt shed is about half full and the price has held. The state's counters will be on the bypass ramp this month. The auditors were in "
              "for 4 days and their draft letter has no findings of weight. The new phone system will be switched over on a Friday afternoon; callers may "
              "be cut off. The Planning Board's hearing on the 96-unit application by the exit ramp has been moved to the middle school to accomodate the "
              "number of people who want to come."),
        ("h2", "VI. Correspondence"),
        ("li", "From the regional planning commission, dues notice for the coming year."),
        ("li", "From the cable company, list of channels to be dropped."),
        ("li", "From a third-grade class, thank-you cards for the tour of the plow truck."),
        ("h2", "VII. Adjournment"),
        ("p", "There being no further business the Chair closed the meeting at 9:04 p.m. without objection. Next regular meeting on the third Monday of "
              "March, after the vote."),
        ("p", f"Respectfully submitted, Tamara Leavitt, recording secretary. Accepted by the Select Board, Town of {t.town}. Page 3 of 3"),
    ])


def spring(t):
    s = said(t)
    chair, second, third = f"Chair {t.chair_last}", titled(t.member2), titled(t.member3)
    chief = titled(t.chief)
    return Paper(f"select-board-minutes-{t.year}-04.html", [
        ("h1", f"Town of {t.town}, New Hampshire - Select Board - Minutes"),
        ("p", f"Regular meeting of {t.spring}, 7:00 p.m., Meeting Room A, {HALL}"),
        ("p", f"Members present: {t.chair}, Chair; {t.member2}, Vice Chair; {t.member3}, Clerk of the Board. Members absent: none."),
        ("p", f"Also present: {t.administrator}, Town Administrator; {t.chief}, Chief of Police; {t.fire_chief}, Fire Chief; {t.clerk}, Town Clerk; Gordon "
              "Bellows, Highway Foreman; Tamara Leavitt, recording secretary; 22 residents in the room."),
        ("p", "These minutes are a summary and not a transcript. Votes are shown in the right-hand column of the table."),
        ("h2", "I. Opening"),
        ("p", f"{chair} opened the meeting at 7:00 p.m. and led the Pledge of Allegiance. The Chair noted the exits and reminded the public that comments "
              "are limited to 5 minutes each. The manifests were signed in circulation."),
        ("h2", "II. Public comment"),
        ("p", f"{t.warner}, 14 Alcott Circle, said that {s['warner']} last Sunday, with small children all around. {pronouns(t.warner)[0].capitalize()} said "
              "that a coat of paint will not cure it and asked the Board to rope it off until it is mended."),
        ("p", f"{t.commenter}, Parkhurst Drive, spoke of the lights at the new shopping plaza by the exit ramp, which burn all night and shine into the "
              "bedrooms on the east side of the road, although the Planning Board's approval called for them to be dimmed at 10 p.m. The Town Administrator "
              "will write to the owner of the plaza."),
        ("p", "Terrence Bellamy, 44 Parkhurst Drive, thanked the police for the speed trailer and asked when the numbers will be out."),
        ("h2", "III. Reports"),
        ("p", f"Fire Chief {t.fire_chief_last} reported 61 calls in March, 38 of them medical, and mutual aid given over the state line 4 times. Burn "
              "permits are now online. The ladder test is done and the tanker has a new pump seal."),
        ("p", f"The Town Clerk, {titled(t.clerk)}, reported that dog licenses are due by the end of the month, that a rabies clinic will be held at the fire "
              "bays on the last Saturday, and that the office registered 117 new vehicles in March, about as many as in a whole year when the office was "
              "set up."),
        ("p", f"Chief {t.chief_last} reported that the trailer logged an average of 37 miles an hour on Parkhurst Drive, where the limit is 25, and that the "
              "department will put a car there in the mornings as staffing allows."),
        ("h2", "IV. Business"),
        ("table", [
            ["Item", "Discussion", "Action / Vote"],
            ["1. Minutes", "Draft of March 25. Spelling of the auditor's name corrected on page 2.", f"{s['spring_minutes']}."],
            [f"2. Repair of the {t.structure}, {t.site}",
             f"Quotes were opened by the Town Administrator at noon: {t.contractor_low}, {t.quote_low}; {t.contractor_high}, {t.quote_high}. Both would "
             f"replace the {t.supports} and the railing; the higher one adds a longer warranty. {chair} said that the Board has sat on this since winter and "
             f"that the money can be had from the maintenance trust. {second} said that after the defeat of the budget in March there is no money for it "
             "this half-year, and moved to table.",
             f"Moved {t.member2_last}, second {t.member3_last}. {s['tabled']} ({t.chair_last} opposed)."],
            ["3. Warning signs at the same place",
             f"{s['signs_first']}, at no cost, the foreman to make them up in the shop. {third} thought that so many would look foolish and offered an "
             f"amendment to reduce the number to {t.signs_voted}; the mover accepted it. {chair} remarked that a sign does not hold anybody up, but that it "
             "is better than nothing.",
             f"Moved {t.member2_last}, second {t.member3_last}. {s['signs_amended']}."],
            ["4. Police cruiser",
             f"{chief} asked to replace Car 4, which has 138,000 miles on it and has been off the road for most of the winter. Prices were taken from 3 "
             "dealers under the state bid. The money is in the cruiser reserve voted by the town meeting; nothing comes from this year's operating lines. "
             "The old car goes to auction.",
             f"Moved {t.member3_last}, second {t.member2_last}. {s['cruiser']}."],
            [f"5. Draft {t.tabled_matter}",
             "Town counsel has not finished the review, and the Chief and the Planning Board each want changes to the definitions. Several people in the "
             "room asked that a hearing be held when the summer people are here too.",
             f"Moved {t.chair_last}, second {t.member3_last}. {s['matter_tabled']}."],
            ["6. Street lights",
             f"Brightline Fixtures has offered to change all 83 street lights to LED for {t.lights_offer}, with a rebate from the power company to follow. "
             f"{third} said that it would pay for itself. {chair} and {second} did not want to sign anything with a single bidder, or without seeing one of "
             "the lamps lit on a pole.",
             f"Moved {t.member3_last}, second {t.chair_last} to bring it to the floor. {s['lights']} ({t.member3_last} in favor)."],
            ["7. Household hazardous waste day", "Set for the third Saturday of May with the regional district. No sticker needed that day.",
             "Information only; no vote."],
        ]),
        ("h2", "V. Town Administrator's report"),
        ("p", f"Since the default budget is in effect, {titled(t.administrator)} has put a hold on out-of-state travel, on the second part-time seat in the "
              "assessing office and on the repainting of Meeting Room A. Department heads have been asked for a list of what can wait. The line painting "
              "will be done by the state's contractor, as in other years, the week after school lets out."),
        ("p", "The state has published its draft for widening the bypass. The drawings hang in the corridor. The closest work to a house in town is on "
              "Kimberly Terrace, and the owners there have been written to. The regional planning commission will run an information evening at the middle "
              "school."),
        ("h2", "VI. Other"),
        ("p", f"{third} asked that the agenda be posted by Thursday rather than Friday. {second} reported from the Recreation Committee that sign-ups for "
              "summer camp went faster than ever, that there is a waiting list of 31 children, most of them from the new subdivisions, and that the "
              "Committee is looking for camp counselors of high school age. There was no non-public session."),
        ("h2", "VII. Adjournment"),
        ("p", "The Chair closed the meeting at 9:17 p.m. without objection. Next regular meeting on the first Monday of May."),
        ("p", f"Respectfully submitted, Tamara Leavitt, recording secretary, Town of {t.town}"),
    ])


def late(t):
    s = said(t)
    chair, second, third = f"Chair {t.chair_last}", titled(t.member2), titled(t.member3)
    return Paper(f"SB {t.year}-08 minutes.pdf", [
        ("h1", f"Town of {t.town}, New Hampshire"),
        ("h2", "Select Board - Minutes"),
        ("p", f"Meeting of {t.late}, 7:00 p.m., moved to the cafeteria of the middle school on account of the number of people expected."),
        ("p", f"Members present: {t.chair}, Chair; {t.member2}, Vice Chair; {t.member3}, Clerk of the Board. Absent: none. Also present: {t.administrator}, "
              f"Town Administrator; {t.inspector}, Building Inspector; {t.chief}, Chief of Police; Gordon Bellows, Highway Foreman; Marguerite Doyle, town "
              "counsel; Ilona Chase, recording secretary (for Ms. Leavitt, on leave); about 120 members of the public and a reporter."),
        ("p", "Ms. Chase keeps minutes by numbered paragraph. A table of the votes follows at the end."),
        ("h2", "1. Opening"),
        ("p", f"{chair} opened the meeting at 7:05 p.m. The Chair asked for a moment of quiet for the person hurt at {t.site} on {t.injury_day} and said "
              "that on the advice of counsel the Board would not discuss the accident itself, the cause of it, or anybody's part in it, but that it would "
              "act on the place."),
        ("h2", "2. Minutes"),
        ("p", f"{s['late_minutes']}, moved by {third}, seconded by {second}."),
        ("h2", f"3. {t.structure.capitalize()} at {t.site}"),
        ("p", f"{titled(t.inspector)} went over the memo of last winter (Exhibit B of those minutes) and said that nothing in it has changed but the date. "
              f"Asked by a resident whether anybody had ever passed the thing as safe, {pronouns(t.inspector)[0]} said that {s['no_permit_late']}, and that "
              "without one there was no inspection and no sign-off."),
        ("p", f"{chair} moved, and {second} seconded, to close it. {second} said that {pronouns(t.member2)[0]} had hoped to get through one more season and "
              f"that this was a mistake. {third} said that the barrier must be one that cannot be lifted aside by a couple of teenagers. Mr. Bellows said "
              "that concrete blocks and chain link are already on the truck."),
        ("p", f"{s['closed']}, and that the foreman block it off the same night. The warning signs put up after the April meeting are to be kept in the shop "
              "as they were found."),
        ("h2", "4. Engineer"),
        ("p", f"{titled(t.administrator)} presented a proposal from {t.engineer} to examine the {t.structure}, to report on the {t.supports} and the "
              f"connections, and to say whether it can be saved, for a fee of {t.engineer_fee}. Counsel said that a report by somebody from outside is worth "
              "having. The moneys would come from the contingency line of the default budget."),
        ("p", f"Moved by {chair}, seconded by {second}. {s['engineer']}. {s['engineer_against']}; {pronouns(t.member3)[0]} said that the Town should not pay "
              "to be told what its own inspector has told it for nothing, and that it would be cheaper to take the whole thing down."),
        ("p", "In answer to questions from the floor: the report is expected in about 10 weeks; it will be a public record unless counsel says otherwise; "
              "the quotes opened in April were good for 90 days and have run out."),
        ("h2", "5. Crack sealing"),
        ("p", f"Mr. Bellows had prices for crack sealing. {s['late_paving']} to Border Asphalt for $2,316, the work to be done before school opens."),
        ("h2", "6. Public comment"),
        ("p", "Carla Wentworth, Alcott Circle, asked why a thing that everybody knew about had been left open. The Chair said that it was a fair question "
              "and that it could not be answered tonight."),
        ("p", "Nadia Sandoval, Parkhurst Drive, asked that the Board make a list of all the other things in the parks that were put up by volunteers. "
              "Counsel nodded. The Town Administrator will make the list with the Recreation Committee."),
        ("p", "Terrence Bellamy, Parkhurst Drive, asked about the new stop line at the bypass, which nobody can see in the rain. Referred to the state."),
        ("h2", "7. Town Administrator's report"),
        ("p", "The tax collector has mailed the last notices before lien. The revaluation firm will be measuring houses on the south side through the fall; "
              "its people carry a badge and a letter and drive a white car with a magnetic sign. The state has moved the public hearing on the bypass to "
              "the winter. School opens the Tuesday before Labor Day; the crossing guards have been hired, but a substitute is still wanted, and anybody "
              f"interested should call Chief {t.chief_last}."),
        ("p", "Old Home Weekend was quiet. The chicken supper sold out by 6 o'clock, and the fire association thanks the town for it. The lost-and-found "
              "box at Town Hall is full; items not claimed by Columbus Day go to the thrift shop."),
        ("p", "The Town Administrator has had letters from residents for and against moving the bus shelter at Center Parkway, and one from the Town of "
              f"{t.neighbor_town} about a shared animal control officer, which will be taken up when the Chief has had time to look at the hours."),
        ("h2", "8. Votes of this meeting"),
        ("table", [["Matter", t.chair_last, t.member2_last, t.member3_last, "Result"],
                   ["Minutes", "Yes", "Yes", "Yes", "3-0"],
                   ["Closing", "Yes", "Yes", "Yes", "3-0"],
                   ["Engineer", "Yes", "Yes", "No", "2-1"],
                   ["Crack sealing", "Yes", "Yes", "Yes", "3-0"]]),
        ("h2", "9. Adjournment"),
        ("p", "Closed by the Chair at 9:48 p.m. The next meeting is on the first Monday after Labor Day, back at Town Hall."),
        ("p", f"Ilona Chase, recording secretary pro tem. DRAFT until accepted by the Select Board, Town of {t.town}. Page 3 of 3"),
    ])


def zoning(t):
    s = said(t)
    heard = f"October 1, {t.year}"
    return Paper(f"ZBA-notices-of-decision-{t.year}.pdf", [
        ("h1", f"Town of {t.town} - Zoning Board of Adjustment"),
        ("h2", "Notices of Decision"),
        ("p", f"Public hearings of {weekday(heard)}, 7:00 p.m., {HALL}. Sitting: Neil Arsenault, Chair; Bridget Okafor; Wendell Tuttle; Carol Desjardins; "
              "Luis Ferreira. Alternate, not voting: Pete Sanborn. Planner: Jocelyn Abbott."),
        ("p", "You are hereby notified of the following decisions. Notice was given to abutters by certified mail and posted at Town Hall and the post "
              "office. Section numbers refer to Chapter 165 (Zoning) of the Town Code."),
        ("h2", f"Case {t.case_variance} - {t.variance_owner}"),
        ("p", "Request: variance from § 165-22 B.(1) to allow an attached garage at 9 Harvest Way (Map 12, Lot 48-3, Residential B) with a side setback of "
              f"{t.variance_feet} where 30 feet are required."),
        ("p", "Facts: The lot was laid out with a drainage easement along the rear, so that there is no other place for a garage. The abutter on that side, "
              "Mr. Kwan, wrote in favor. Mr. Tuttle thought that the builder made the hardship himself when he drew the easement, and voted no."),
        ("p", f"Decision: In Case {t.case_variance}, {s['variance']}, with the following conditions:"),
        ("li", "(1) The garage shall be of a single story, and no living space shall be fitted out above it."),
        ("li", "(2) Roof water shall be led to a dry trench on the applicant's own lot, and a row of evergreens shall be planted and kept along the side "
               "line."),
        ("h2", f"Case {t.case_exception} - {t.exception_owner}"),
        ("p", f"Request: special exception under § 165-41 A.(4) to operate {t.exception_use} at 71 Kimberly Terrace (Map 7, Lot 19, Rural Residential)."),
        ("p", "Facts: The applicant, through Attorney Lowell Haines, described a small family business with limited hours. Eleven abutters spoke; nine were "
              "opposed. The Board took a view of the place on the Saturday before."),
        ("p", f"Findings: The Board finds that {t.exception_use} at this address {s['exception_why']}, and that no condition it could think of would cure "
              "either. The second and fourth criteria of § 165-41 C. are therefore not met. The other criteria were not reached."),
        ("p", f"Decision: In Case {t.case_exception}, {s['exception']}."),
        ("h2", f"Case {t.case_continued} - {t.continued_owner}"),
        ("p", "Request: variance from § 165-24 (frontage) to divide a lot of 4.2 acres on the old county road. The plan on file bears no surveyor's stamp "
              "and the wetlands have not been flagged. The applicant asked for more time and the Board agreed. No testimony was taken on the merits."),
        ("p", f"Action: {s['continued']}, 7:00 p.m., same place. Abutters will not be notified again by mail."),
        ("p", "The file on each case may be read at the Planning Office, Monday to Thursday. Anybody affected may ask for a rehearing in the manner and "
              "time laid down by state law; the request must be in writing and must set out every ground. A variance or special exception that is not used "
              "lapses after the time given in § 165-60."),
        ("p", f"Neil Arsenault, Chair. Filed with the Town Clerk on October 3, {t.year}. Town of {t.town} ZBA - Page 2 of 2"),
    ])


def drift(t):
    s = said(t)
    owner, neighbor, inspector = titled(t.drift_owner), titled(t.drift_neighbor), titled(t.inspector)
    return Paper(f"ZBA_{t.case_drift}_decision.docx", [
        ("h1", f"Town of {t.town} - Zoning Board of Adjustment - Decision on Appeal"),
        ("p", f"Case {t.case_drift}. Appeal of {t.drift_owner}, 33 Bristlecone Road (Map 3, Lot 11), from an administrative decision. Heard on "
              f"{weekday(f'May 28, {t.year}')}; decided the same night. Sitting: Neil Arsenault, Chair; Bridget Okafor; Wendell Tuttle; Carol Desjardins; "
              "Luis Ferreira."),
        ("h2", "Background"),
        ("p", f"On March 28 the Code Enforcement Officer, {t.inspector}, served {owner} with a notice under § 165-70 A.(2) that the {t.drift_thing} on the "
              f"property lies nearer to the lot line than § 165-22 D. allows, and ordered that it be moved back or put in order. {owner} appealed on time."),
        ("p", f"The abutter downhill, {t.drift_neighbor}, asked to be heard as a person directly affected, and was. {neighbor} told the Board that the "
              f"{t.drift_thing} ruined the {t.drift_harmed} on the next lot over the course of last year, and brought photographs and the report of a "
              "contractor."),
        ("h2", "What the parties said"),
        ("p", f"According to {neighbor}, {s['drift_claim']}. {neighbor} {s['drift_damages']}, and wanted the Board to say so in its decision."),
        ("p", f"{owner} answered that the {t.drift_thing} was there before the subdivision next door, that the new houses changed the way the water runs, "
              "and that an owner has no duty to make up for another's grading. On the setback itself the appellant offered no measurement."),
        ("p", f"{inspector} said that the distance was taped on site with both owners present, that the order concerns the distance only, and that the "
              "department does not take sides."),
        ("h2", "Findings and rulings"),
        ("li", f"(1) The {t.drift_thing} stands within the setback, on the only measurement in the record."),
        ("li", "(2) It was enlarged after the present setback was adopted, and is not protected as an older use."),
        ("li", f"(3) {s['drift_board']}; that belongs to the courts."),
        ("li", f"(4) {s['drift_duty']}. Nothing in this decision is to be read for or against either neighbor in some other forum."),
        ("li", "(5) The order was within the authority of the Code Enforcement Officer and was clear enough to be followed."),
        ("h2", "Decision"),
        ("p", f"On the motion of Ms. Okafor, seconded by Mr. Ferreira, the appeal in Case {t.case_drift} is DENIED, 5-0. The order stands. The Code "
              "Enforcement Officer may allow up to 90 days for the work, for cause."),
        ("p", f"Neil Arsenault, Chair. Filed with the Town Clerk, Town of {t.town}, May 31, {t.year}. A request for a rehearing must be in writing."),
    ])


def declaration(t):
    s = said(t)
    return Paper(f"{t.association.replace(' ', '-')}-declaration.pdf", [
        ("h1", f"{t.association} Condominium"),
        ("h2", "DECLARATION (restated text)"),
        ("p", f"This Declaration concerns land and buildings on the westerly side of Commerce Loop in the Town of {t.town}, County of {t.county}, State of "
              "New Hampshire. It was first recorded in 1998 by Parkhurst Homes LLC as Declarant and is restated here with the amendments adopted by the "
              "Owners since then. The restated text is for convenience; if it differs from the recorded papers, the recorded papers govern."),
        ("h2", "Article I. Definitions"),
        ("p", f"1.1 \"Association\" means the {t.association} Owners Association, a New Hampshire nonprofit corporation, of which every Owner is a member by "
              "reason of ownership."),
        ("p", "1.2 \"Board of Directors\" means the directors elected by the Owners under the Bylaws. 1.3 \"Common Area\" means everything within the "
              "Property that is not part of a Unit, including roads, lawns, roofs, siding, the mail shelter and the pump house. 1.4 \"Limited Common Area\" "
              "means the deck, walk and parking space that serve a single Unit."),
        ("p", "1.5 \"Owner\" means the holder of record title to a Unit, but not a mortgagee who holds title only as security. 1.6 \"Occupant\" means "
              "anyone who lives in a Unit, whether or not that person is an Owner."),
        ("h2", "Article II. Units and shares"),
        ("p", "2.1 The Property is divided into the Units listed below. The share of a Unit is its share of the common expenses and its vote in the "
              "Association. Floor area is taken from the recorded floor plans and does not include decks, cellars or crawl spaces."),
        ("table", [["Unit", "Square feet", "Share"], *[list(unit) for unit in t.units]]),
        ("p", "2.2 The shares may be changed only by an amendment that every Owner signs. No Unit may be divided, and no Units may be joined, without such "
              "an amendment."),
        ("h2", "Article III. Use"),
        ("p", "3.1 Residence. Each Unit shall be used as a residence for a single household. An Occupant may work from home so long as there are no "
              "employees on the premises, no signs and no customers at the door."),
        ("p", f"3.2 Leases. {s['rent']}, and the whole Unit shall be leased. The lease shall be in writing, shall bind the tenant to this Declaration, and "
              "shall be filed with the manager before the tenant moves in. Advertising a Unit for nightly or weekly stays is forbidden."),
        ("p", f"3.3 Animals. An Occupant may keep {s['pet']}, or up to a pair of cats, and no other animals but small birds and fish. Dogs shall be leashed "
              "outdoors and picked up after. The Board of Directors may have an animal removed that has bitten or that barks habitually."),
        ("p", f"3.4 Fences. {s['fence']}. Chain link, stockade panels and wire are not permitted at all. A fence put up without approval may be taken down "
              "by the Association after 14 days' notice."),
        ("p", "3.5 Quiet hours. Between 10 p.m. and 7 a.m. no Occupant shall make noise that can be heard in another Unit. Power tools may be used outdoors "
              "only on weekdays and on Saturdays until 5 p.m."),
        ("p", f"3.6 Looks. Nothing shall be hung from a deck or window. Curtains shall show white toward the road. {s['ac_trap']} Satellite dishes go on the "
              "rear roof only. Holiday lights come down by the end of January."),
        ("p", "3.7 Parking. Each Unit has a single numbered space. Guests may use the unnumbered spaces for up to 72 hours. Boats, campers, trailers and "
              "vehicles with commercial lettering shall not be kept on the Property. Snow is cleared by sections, and a vehicle not moved when the flag is "
              "up will be towed at the owner's risk."),
        ("p", "3.8 Grills. Only electric grills may be used on decks. Fire pits are not permitted."),
        ("h2", "Article IV. Maintenance"),
        ("p", "4.1 The Association maintains the Common Area, including roofs, siding, gutters, roads, the water main up to the shutoff of each Unit, and "
              "plantings."),
        ("p", f"4.2 Each Owner {s['ac_pays']}, wherever it stands, including condensers on pads outdoors. The same goes for water heaters, interior "
              "plumbing, doors, windows and glass."),
        ("p", "4.3 If an Owner neglects a duty under this Article and another Unit or the Common Area is threatened, the Association may do the work after "
              "notice (or without notice in an emergency) and charge the cost to that Owner."),
        ("p", "4.4 No Owner shall change the outside of a building, cut a wall or move a pipe without the written consent of the Board of Directors, which "
              "shall answer a request within 21 days."),
        ("h2", "Article V. Dues and assessments"),
        ("p", "5.1 The Board of Directors adopts a budget each fall and sends it to the Owners. Dues are payable monthly on the first day. 5.2 Dues not "
              f"received by the tenth day bear a late fee of {t.association_late_fee} for each month, and the Association may record a lien."),
        ("p", f"5.3 {s['assessment']} at a meeting called for the purpose, at which those holding at least 67% of the shares vote in favor. Smaller special "
              "assessments may be levied by the Board of Directors with written reasons."),
        ("p", "5.4 The reserve account shall be kept apart from operating money and used only to replace roofs, roads, siding and the pump house."),
        ("h2", "Article VI. Insurance"),
        ("p", "6.1 The Association carries a master policy for the buildings as first built, and liability coverage of at least $1,000,000. 6.2 Each Owner "
              "carries a condominium owner's policy for contents, for improvements, and for the deductible of the master policy if a loss starts in the "
              "Owner's Unit. A certificate goes to the manager every year."),
        ("h2", "Article VII. Enforcement and amendment"),
        ("p", "7.1 The Board of Directors may enforce this Declaration by notice, by suspension of the use of the Common Area, by fine under a published "
              "list, or in court; the party that wins recovers its reasonable attorney's fees. 7.2 A failure to enforce on one occasion is no waiver. 7.3 "
              "This Declaration may be amended by Owners holding at least 67% of the shares, except as Article II provides, and the amendment takes effect "
              "when recorded."),
        ("h2", "Article VIII. General"),
        ("p", "8.1 Notices go by mail or electronic mail to the last address on the books. 8.2 If a part of this Declaration is held invalid, the rest "
              "remains. 8.3 The Town is under no obligation to plow, light or repair the private roads of the Property, and school buses stop at the gate "
              "only."),
        ("p", f"Managed by Borderline Property Services, P.O. Box 88, {t.town}, N.H. - {t.association} Declaration, restated - page 4 of 4"),
    ])


def questions(t):
    s = said(t)
    return Paper("frequently-asked-questions.html", [
        ("h1", f"Town of {t.town}: Frequently Asked Questions"),
        ("p", f"Taxes and transfer station. Last updated November 1, {t.year}. Cannot find your question? Call Town Hall at 893-7121 or stop by at 27 Center "
              "Parkway, Monday to Thursday."),
        ("h2", f"What is the tax rate for {t.year}?"),
        ("p", f"The Department of Revenue has set the {t.year} rate at {t.total_rate} for each thousand dollars of assessed value. Last year ({t.last_year}) "
              f"it was {t.total_rate_before}. The parts are these:"),
        ("table", [["Part of the rate (per $1,000)", t.year, t.last_year],
                   ["Municipal", t.municipal_rate, t.municipal_rate_before],
                   ["County", t.county_rate, t.county_rate_before],
                   ["Local school", t.local_school_rate, t.local_school_rate_before],
                   ["State school", t.state_school_rate, t.state_school_rate_before],
                   ["Total", t.total_rate, t.total_rate_before]]),
        ("h2", "Why did my bill go up?"),
        ("p", f"There are 2 main reasons. First, {s['cause_school']}, mostly for special education and for bus contracts. Second, {s['cause_insurance']}, "
              "and the Town has to pay that whether or not the voters pass the budget. The opening of the plaza by the exit ramp has added to the tax base, "
              "but not by nearly as much."),
        ("h2", "When is it due?"),
        ("p", f"The second bill of {t.year} is due {t.bill_due}. Interest runs from the day after. Bills go to whoever owned the property on the first of "
              "April; if you sold it since, please send the bill on. Not having got a bill in the mail does not stop the interest, so call us if yours has "
              "not come by Thanksgiving."),
        ("h2", "How can I pay?"),
        ("li", "By check in the drop box at the side door of Town Hall, at any hour."),
        ("li", "Online from a bank account, at no charge, or by card, with the card company's charge."),
        ("li", "At the window. We do not take payments over the phone."),
        ("h2", "I think my assessment is wrong. What do I do?"),
        ("p", "Look at your property card first; most mistakes are a bathroom too many or a finished cellar that isn't. Then file an abatement application "
              "with the assessing office by the first of March after the final bill (RSA 76:16). Pay the bill in the meantime."),
        ("h2", "Are there exemptions or credits?"),
        ("p", "Yes: for veterans, for the elderly with low income, for the blind, for solar systems and for people with disabilities. Apply by tax day. "
              "Bring a photo ID and, for the elderly exemption, last year's federal return."),
        ("h2", "Where and when is the transfer station open?"),
        ("p", f"The transfer station of the Town of {t.town} is at the end of Commerce Loop. It is open on Saturday from {t.dump_saturday}, on Tuesday from "
              "noon to 6 p.m., and on Thursday from 1 p.m. to 5 p.m. The gate closes to new cars 10 minutes before the end. Closed on Christmas and New "
              "Year's Day."),
        ("h2", "Do I need a sticker, and what does it cost?"),
        ("p", f"Yes. Since {t.fees_from} the sticker is {t.sticker} for the first vehicle of a resident household and {t.second_sticker} for each further "
              f"vehicle of the same household. Owners of property here who live elsewhere pay {t.nonresident_sticker}. Stickers are sold at the Town Clerk's "
              "window and by mail, not at the gate."),
        ("h2", "My tenant or my daughter from over the state line wants to use the transfer station. May they?"),
        ("p", "A tenant may, with a copy of the lease. A daughter may ride along. Trash from out of town is not accepted, and the attendants do look at "
              "plates."),
        ("h2", "What about large things?"),
        ("p", f"A refrigerator is {t.refrigerator} and a mattress {t.mattress}; pay at the Clerk's window first and give the slip to the attendant. For "
              "tires, propane and debris see the Schedule of Fees. Couches are free if you put them in the compactor yourself. No liquids, no ammunition, "
              "no paint that is still wet."),
        ("h2", "Must I recycle?"),
        ("p", "Cardboard, cans and glass, yes (Chapter 128 of the Town Code). Plastic numbers 1 and 2 are taken when there is a buyer; watch the notice at "
              "the gate."),
        ("h2", "Does the Town pick up trash?"),
        ("p", "No. Several private haulers do; ask your neighbors. The Town does not recommend any of them."),
        ("p", f"Tax Collector: ext. 104. Assessing: ext. 107. Transfer station: 893-7166. © Town of {t.town}"),
    ])


def budget(t):
    return Paper(f"budget-{t.year}.md", [
        ("h1", f"Town of {t.town}: Proposed Budget for {t.year}"),
        ("p", f"From the Budget Committee and the Select Board. Posted at {HALL}, at the library and on this page, ahead of the deliberative session."),
        ("p", f"The proposed operating budget comes to {t.operating_budget}. If the voters turn it down, the default budget of {t.default_budget} takes its "
              "place. The table shows the larger departments; the full book, line by line, is at the front counter and runs to 88 pages."),
        ("h2", "Departments"),
        ("table", [["Department", f"{t.last_year} budget", f"{t.year} proposed"],
                   ["Police", t.police_before, t.police_proposed],
                   ["Highway", t.highway_before, t.highway_proposed],
                   ["Fire and rescue", t.fire_before, t.fire_proposed],
                   ["Library", t.library_before, t.library_proposed],
                   ["Town Clerk and Tax Collector", "$143,217", "$148,904"],
                   ["Planning, zoning and building", "$171,633", "$177,268"],
                   ["Solid waste and transfer station", "$118,941", "$119,376"],
                   ["Recreation", "$71,286", "$73,119"],
                   ["Welfare", "$22,017", "$22,017"],
                   ["Cemeteries", "$2,431", "$2,508"]]),
        ("h2", "What is behind the numbers"),
        ("li", "Police: overtime for the bypass, the second half of the body camera contract, and a raise under the union agreement that was voted the year "
               "before."),
        ("li", "Highway: salt, fuel, and the roads of the new subdivisions, which now make up more than a quarter of the miles that the crew plows. The "
               "truck is not in this figure; it is an article of its own."),
        ("li", "Fire and rescue: a daytime per-diem seat, because most of the call members work over the state line and cannot leave work."),
        ("li", "Library: the heating contract and more hours for the children's room."),
        ("li", "Recreation: camp pays for itself; the increase is for mowing."),
        ("h2", "What is not in it"),
        ("p", "The school district has its own budget, its own warrant and its own meeting. The county's share is set by the county convention. Neither is "
              "decided by the Select Board, although all of it comes on the same bill."),
        ("h2", "Questions"),
        ("p", f"Call {t.administrator}, Town Administrator, at 893-7121, ext. 100, or come to the Budget Committee, which meets on Wednesdays at 7:00 p.m. "
              "until the warrant is signed."),
        ("p", f"*Town of {t.town}, New Hampshire. Figures rounded to the dollar. Posted January 17, {t.year}.*"),
    ])


def warrant(t):
    return Paper(f"{t.year}_Town_Warrant.pdf", [
        ("h1", f"THE STATE OF NEW HAMPSHIRE - TOWN OF {t.town.upper()}"),
        ("h2", f"{t.year} Town Warrant"),
        ("p", f"To the inhabitants of the Town of {t.town}, in the County of {t.county}, qualified to vote in town affairs: You are hereby notified to meet "
              f"in the gymnasium of the middle school on January 30, {t.year}, at 7:00 p.m. for the deliberative session, and to vote by official ballot "
              f"(RSA 40:13) at the same place on {weekday(ballot_day(t))}, between 7 a.m. and 8 p.m., on the articles that follow."),
        ("p", "Article 1. To choose all necessary Town Officers for the coming year."),
        ("p", "Article 2. Are you in favor of the amendment to Chapter 165, Zoning, as proposed by the Planning Board, to require sidewalks in subdivisions "
              "of more than 9 lots? Recommended by the Planning Board."),
        ("p", "Article 3. Shall the Town vote to raise and appropriate as an operating budget, not including appropriations by special warrant articles and "
              "other appropriations voted separately, the amounts set forth on the budget posted with the warrant, for the purposes set forth therein, "
              f"totaling {t.operating_budget}? Should this article be defeated, the default budget shall be {t.default_budget}, which is the same as last "
              "year, with certain adjustments required by previous action of the Town or by law; or the governing body may hold one special meeting to take "
              "up the issue of a revised operating budget only. Select Board recommends 2-1. Budget Committee recommends 7-2."),
        ("p", f"Article 4. Shall the Town vote to raise and appropriate the sum of {t.truck} to buy a highway truck with plow, wing and stainless body, to "
              "replace the 1999 truck? Select Board recommends 3-0. Budget Committee recommends 9-0."),
        ("p", "Article 5. Shall the Town vote to raise and appropriate $74,017 to be placed in the Cruiser Capital Reserve Fund? Select Board recommends 3-0."),
        ("p", f"Article 6. Shall the Town vote to authorize the Select Board to enter into a lease with {t.lease_company} of {t.lease_place} for "
              f"{t.lease_use}, for a term of 20 years, at a rent of {t.lease_rent} a year, on such other terms as the Board finds to be in the interest of "
              "the Town? Select Board recommends 2-1. No appropriation."),
        ("p", "Article 7. Shall the Town vote to raise and appropriate $40,013 for the Conservation Land Fund, the money to come from the land use change "
              "tax on the Harvest Way subdivision and none of it from the general tax? Recommended by the Conservation Commission."),
        ("p", "Article 8. Shall the Town vote to modify the elderly exemption from property tax by raising the limit of income for a married couple to "
              "$62,013? Majority vote required."),
        ("p", "Article 9. By petition: To see if the Town will ask its representatives in the General Court to press for a sound barrier along the bypass. "
              "Advisory only."),
        ("p", "Article 10. To transact any other business that may legally come before the meeting."),
        ("p", f"Given under our hands and seal, January 22, {t.year}. {t.chair}, {t.member2}, {t.member3}, Select Board. A true copy of the warrant, attest: "
              f"{t.clerk}, Town Clerk."),
        ("p", "Posted at Town Hall, the middle school and the post office. Voters who need a ride on the day of the vote may call the senior center at "
              "893-7188. A photo ID is needed. Absentee ballots may be had from the Town Clerk until 5 p.m. on the day before."),
        ("p", f"Town of {t.town} - {t.year} Warrant - Page 2 of 2"),
    ])


def results(t):
    s = said(t)
    return Paper(f"town-meeting-results-{t.year}.html", [
        ("h1", f"Town of {t.town}: Results of the {t.year} Town Meeting"),
        ("p", f"Official ballot of {weekday(ballot_day(t))}. Moderator: Stuart McGrath. The polls closed at 8 p.m. and the count was announced at 10:40 p.m. "
              "Registered voters at the opening: 4,812. New voters registered at the door: 71."),
        ("h2", "Articles that failed"),
        ("p", f"{s['budget_failed']}. The default budget of {t.default_budget} therefore stands for the year. The Select Board does not plan to call a "
              "special meeting."),
        ("p", f"{s['lease_failed']}. {s['no_lease']}; {t.lease_place} stays as it is. The company has been told by letter and has taken it in good part."),
        ("h2", "Articles that passed"),
        ("table", [["Article", "Yes", "No", "Result"],
                   ["2. Sidewalks in subdivisions", "731", "176", "Passed"],
                   [f"4. Highway truck, {t.truck}", t.truck_yes, t.truck_no, "Passed"],
                   ["5. Cruiser reserve", "702", "191", "Passed"],
                   ["7. Conservation Land Fund", "747", "154", "Passed"],
                   ["8. Elderly exemption", "788", "97", "Passed"],
                   ["9. Sound barrier (advisory)", "759", "129", "Passed"]]),
        ("h2", "Officers"),
        ("p", "Elected without contest: Stuart McGrath, Moderator; Jill Fontaine, Treasurer; Hector Ruiz and Dana Ellison, Budget Committee; Ming Choate, "
              "Library Trustee; Bob Prescott, Cemetery Trustee. There was no seat on the Select Board to be filled this year."),
        ("h2", "Recount"),
        ("p", "Any 10 voters may ask for a recount of a question in writing by the Friday after the vote. None has been asked for at the time of writing."),
        ("p", f"{t.clerk}, Town Clerk, Town of {t.town}. The school district's results are posted by the district."),
    ])


def ordinance(t):
    return Paper("chapter-142-article-II-parking.txt", [
        ("h1", f"Code of the Town of {t.town}"),
        ("h2", "Chapter 142, Vehicles and Traffic. Article II, Overnight Parking at the Landing"),
        ("p", f"[HISTORY: Adopted by the Select Board of the Town of {t.town} May 18, {t.ordinance_year}, after public hearing. Amendments noted where "
              "applicable.]"),
        ("h2", "§ 142-1. Purpose."),
        ("p", "The Landing has 31 spaces. On summer weekends it fills before breakfast, and vehicles with trailers left from the night before keep "
              "residents from launching. The purpose of this Article is to keep the Landing open to those who come to use the water by day."),
        ("h2", "§ 142-2. Definitions."),
        ("p", "As used in this Article, the following terms shall have the meanings indicated:"),
        ("li", "LANDING: The public boat ramp, its parking area and the approach drive as far as the stone gateway."),
        ("li", "OVERNIGHT: From 10 p.m. of any day until 5 a.m. of the day following."),
        ("li", "VEHICLE: Any motor vehicle or trailer, whether or not attached to the other."),
        ("h2", "§ 142-3. Prohibited parking."),
        ("p", "A. No person shall park a vehicle, or allow a vehicle registered in that person's name to stand, at the Landing overnight."),
        ("li", "(1) The prohibition applies on every day of the year, ice fishing season included."),
        ("li", "(2) A disabled vehicle is excused until noon of the day following if the police have been told of it."),
        ("p", "B. No vehicle shall be parked so as to block the ramp, at any time, for longer than it takes to launch or to haul out."),
        ("h2", "§ 142-4. Exceptions."),
        ("p", "A. This Article does not apply to emergency vehicles, to vehicles of the Town at work, or to the water quality volunteers on nights of "
              "sampling. B. The Chief of Police may give leave in writing for a single night, for a fishing derby or the like, to be shown on the dash."),
        ("h2", "§ 142-5. Signs."),
        ("p", "The Highway Department shall post and keep up signs at the stone gateway and at the ramp. The absence of a sign that has been stolen is no "
              "defense."),
        ("h2", "§ 142-6. Violations and penalties."),
        ("p", "A. Whoever violates § 142-3 shall be fined as follows:"),
        ("li", f"(1) First offense: {t.fine_old}."),
        ("li", "(2) Each further offense within the same calendar year: $180."),
        ("p", "B. In addition the vehicle may be towed, and the owner shall pay the tow company before it is given back."),
        ("p", "C. A ticket may be paid by mail or at the police station within 10 days. Whoever disputes it may ask for a hearing in the Circuit Court."),
        ("h2", "§ 142-7. Severability; when effective."),
        ("p", "If a provision of this Article is held invalid, the rest remains in force. This Article takes effect on posting."),
        ("p", f"Printed by the Town Clerk from the text as adopted in {t.ordinance_year}. Code of the Town of {t.town}, page 142:3."),
    ])


def amendment(t):
    adopted = f"June 10, {t.last_year}"
    return Paper("ordinance-amendment-142-6.md", [
        ("h1", f"Town of {t.town}: Amendment to the Town Code, Chapter 142"),
        ("p", f"Adopted by the Select Board on {adopted}, after a public hearing on the same evening, by a vote of all members. Effective 10 days later."),
        ("p", "WHEREAS the number of vehicles left overnight at the Landing has more than doubled since the houses at Commerce Loop were filled, and the "
              "old fine is less than what a marina charges for a night, the Select Board ordains:"),
        ("h2", "Section 1. Penalties replaced."),
        ("p", "§ 142-6 A. (Violations and penalties) is struck out and replaced by the following:"),
        ("p", "\"A. Whoever violates § 142-3 shall be fined as follows:"),
        ("li", f"(1) First offense: {t.fine_new}."),
        ("li", f"(2) Second offense within the same calendar year: {t.fine_second}."),
        ("li", "(3) Any further offense: $450, and the vehicle shall be towed.\""),
        ("h2", "Section 2. Words added."),
        ("p", "In § 142-2, the definition of VEHICLE, after \"trailer\" insert \", camper or boat\"."),
        ("h2", "Section 3. What remains."),
        ("p", f"All other parts of Article II as adopted in {t.ordinance_year} remain as they are. Tickets written before the effective date are paid under "
              "the former text."),
        ("p", f"A true copy. {t.clerk}, Town Clerk, Town of {t.town}. The printed Code will be brought up to date with the next supplement; until then this "
              "sheet controls."),
    ])


def library(t):
    given = pronouns(t.librarian)[0]
    return Paper("library.html", [
        ("h1", f"{t.town} Public Library"),
        ("p", f"The library of the Town of {t.town}, 5 Alcott Circle, next to the middle school. Librarian: {t.librarian}. Tel. 893-7144."),
        ("h2", "Hours"),
        ("li", f"Monday through Friday: {t.library_weekday}"),
        ("li", f"Saturday: {t.library_saturday}"),
        ("li", "Sunday: closed"),
        ("h2", "Cards"),
        ("p", "A card is free for anybody who lives, owns property, works or goes to school in town. Bring something with your name and address on it. "
              "Children get their own card when they can write their name. There are no fines for overdue books, but a book that is not back after 90 days "
              "has to be paid for."),
        ("h2", "For children"),
        ("p", "Story time is on Wednesday mornings at the small tables; toddlers on Fridays. The summer reading program drew almost twice as many children "
              "as the year before."),
        ("h2", "For everybody"),
        ("li", "Passes to the science museum and the aquarium, one day at a time, reserved by phone."),
        ("li", "Interlibrary loan, usually within a week."),
        ("li", "A quiet room with a door for commuters who work from here on snow days. Reserve it for up to 3 hours."),
        ("li", "Tax forms, a notary (call ahead), and help with your phone on Thursdays."),
        ("h2", "From the librarian"),
        ("p", f"{titled(t.librarian)} writes: we are busier than our shelves. {given.capitalize()} is at the desk most afternoons and would like to hear "
              "what you want us to buy. The Friends' book sale is on Columbus Day weekend, in the tent. Please no encyclopedias."),
        ("p", f"Trustees: Ming Choate, Rosalind Peabody, Hector Ruiz. The trustees meet on the third Tuesday at 7:00 p.m. Page of the Town of {t.town} web "
              "site."),
    ])


def mail(t):
    sent, answered = datetime(int(t.year), 1, 15, 18, 41), datetime(int(t.year), 1, 16, 9, 12)
    address = f"{t.mail_writer_last.lower()}.home@statelinemail.example"
    return Paper("re-sticker-price.eml", [
        ("h1", "Re: sticker for the transfer station"),
        ("p", f"Dear {titled(t.mail_writer)},"),
        ("p", f"Thank you for asking before you drove over. What you heard is not right. The transfer station sticker is {t.sticker} for the first vehicle "
              f"of a resident household, as of {t.fees_from}. A further car of yours is {t.second_sticker}."),
        ("p", "Bring the registration, or mail us a copy with a check and a stamped envelope. You can't buy one at the gate. If your old one has come off "
              "the glass, bring the pieces, we have to account for the numbers. A trampoline goes on the metal pile, without charge."),
        ("p", f"{t.clerk}, Town Clerk, Town of {t.town}, {HALL}, Tel. 893-7121 ext. 101. Please note that e-mail to and from this office may be a public "
              "record under RSA 91-A."),
        ("p", f"----- Original message ----- From: {t.mail_writer}. Sent: {sent:%A, %B} {sent.day}, {sent.year}, 6:41 PM. To: Town Clerk. Subject: sticker "
              "for the transfer station"),
        ("p", f"Hello, we moved to {t.town} in the fall and have been taking our trash to my sister's. {said(t)['mail_claim']} a car. Is that so? It seems "
              "steep. And do they take a trampoline?"),
        ("p", f"Thanks, {t.mail_writer}, Harvest Way"),
    ], sender=f"{t.clerk} <clerk@{t.town.lower()}.example>", to=f"{t.mail_writer} <{address}>", date=f"{answered:%a, %d %b %Y %H:%M:%S} -0500")


def papers(t):
    return [write(t) for write in (fees, old_fees, winter, spring, late, zoning, drift, declaration, questions, budget, warrant, results, ordinance, amendment,
                                   library, mail)]


def article(t):
    injured = titled(t.injured)
    return "\n\n".join([
        f"{t.lake_town} resident hurt at {t.site}; town had been warned\nBy {t.reporter}, State Line Sentinel",
        f"{t.town.upper()}, N.H. - {t.injured} of {t.lake_town} was badly hurt on {t.injury_day} on the {t.structure} at {t.site} when a {t.part} gave way. "
        f"{injured} broke an ankle and was taken by ambulance to the hospital.",
        f"\"We were there for the afternoon, like everybody else, and then there was a crack and a scream,\" said {t.relative}, a relative who was there. "
        "\"Nobody should find out this way that the thing was rotten.\"",
        f"Minutes show that the town knew. In February the building inspector, {t.inspector}, told the select board that the {t.supports} were rotten and "
        f"failing, and a letter from {t.insurer} asked the town to close the {t.structure} or repair it within {t.insurer_days}. A motion to close it "
        f"failed. In April, with two quotes in hand, the board put off the repair until {t.repair_until} and voted to put up signs instead. According to the "
        f"February minutes, no building permit was ever issued for the {t.structure}, which was built in {t.built_year}.",
        f"{t.administrator}, the town administrator, declined to comment. The chair, {t.chair}, said only that the board would meet soon.",
        f"The family has hired a lawyer, {t.relative_last} said. No claim had been filed with the town as of this week.",
    ])

"""An ordinary bedroom town whose office fills in a state association's templates: numbered policies, roll-call minutes, plain web pages."""
from datetime import date, timedelta
from types import SimpleNamespace

from paper import Paper

MEN = set("Dale Keith Everett Howard Oskar Marcus Victor Silas Theodore Arlo Clyde Rupert Felix Walter Graham Ezra Amos Hugh Otto".split())


def mr(name):
    given, family = name.split()
    return f"{'Mr.' if given in MEN else 'Ms.'} {family}"


def he(name):
    return "he" if name.split()[0] in MEN else "she"


def his(name):
    return "his" if name.split()[0] in MEN else "her"


def whole(sum_of_money):
    return int(sum_of_money[1:].replace(",", ""))


def spare(t, start, cents=False):
    """The first sum from `start` up that means nothing else in this town."""
    taken, at = set(t.values[key] for key in t.values if key != "units"), start
    shown = lambda: f"${at:,.2f}" if cents else f"${at:,}"
    while shown() in taken:
        at += 0.5 if cents else 1
    return shown()


def roll(t, votes):
    words = {"A": "Aye", "N": "Nay"}
    cast = ", ".join(f"{name} – {words[vote]}" for name, vote in zip((t.chair_last, t.member2_last, t.member3_last), votes))
    return f"Roll call vote: {cast}."


def second_tuesday_of_march(t):
    first = date(int(t.year), 3, 1)
    return f"March {(first + timedelta((1 - first.weekday()) % 7 + 7)).day}, {t.year}"


def said(t):
    """The sentences and clauses that papers and marks share."""
    s = SimpleNamespace()
    s.warning = f"the {t.supports} of the {t.structure} are rotten and failing and the railing no longer holds a person's weight"
    s.insurer = f"asks the Town to close the {t.structure} or to repair it within {t.insurer_days}"
    s.permit_winter = f"no building permit was ever asked for or issued when the {t.structure} was built in {t.built_year}"
    s.permit_late = f"There is no building permit in the property file for the {t.structure}, then or since"
    s.close_failed = f"Motion to close the {t.structure} fails, 1-2."
    s.winter_minutes = "Motion to accept the minutes of January 22 passes, 3-0."
    s.winter_policy = "Motion to adopt Policy 1-07 on flags passes, 3-0."
    s.winter_grant = "Motion to accept the emergency management grant passes, 3-0."
    s.spring_minutes = "Motion to accept the minutes of March 25 passes, 3-0."
    s.cruiser = f"Motion to buy the cruiser from {t.cruiser_dealer} passes, 3-0."
    s.tabled = f"Motion to table the repair until {t.repair_until} passes, 2-1."
    s.signs_first = f"to put up {t.signs_moved} signs \"Use at your own risk\""
    s.signs_change = f"Motion to amend to {t.signs_voted} signs passes, 3-0."
    s.signs_amended = f"Motion as amended, for {t.signs_voted} signs, passes, 2-1."
    s.matter_tabled = f"Motion to table the draft {t.tabled_matter} to {t.tabled_until} passes, 3-0."
    s.lights = "Motion to accept the LED street light offer fails, 1-2."
    s.warner = f"the {t.structure} is not safe, and a {t.part} moves when any weight is put on it"
    s.closed = f"Motion to close the {t.structure} to the public, effective at once, passes, 3-0."
    s.engineer = f"Motion to hire {t.engineer} passes, 2-1, with {mr(t.member3)} voting against."
    s.late_minutes = "Motion to accept the minutes of July 29 passes, 3-0."
    s.late_parade = "Motion to close Main Street for the parade passes, 3-0."
    s.granted = f"The variance of {t.variance_feet} is GRANTED by a vote of 4 to 1, with two conditions."
    s.denied = f"The special exception for {t.exception_use} is DENIED by a vote of 5-0."
    s.denied_why = "the added traffic and the noise would be out of keeping with a narrow street of houses"
    s.continued = f"Case {t.case_continued} is CONTINUED to {t.continued_until}"
    s.drift_ruin = f"{t.drift_neighbor} said that the {t.drift_thing} ruined the {t.drift_harmed} on the lot next door."
    s.drift_claim = f"It was negligence, the abutter said, and {mr(t.drift_owner)} had been negligent for years."
    s.drift_duty = "The abutter argued that an owner has a duty not to let harm drift over the line onto the next lot."
    s.drift_damages = f"{mr(t.drift_neighbor)} demands {t.drift_sum} in damages from {mr(t.drift_owner)}."
    s.drift_liable = "Who is liable to whom between two neighbors is not for this Board to decide."
    s.rent = f"No Unit shall be leased for an initial term of less than {t.rent_months}"
    s.pet = f"one dog weighing not more than {t.pet_pounds}"
    s.fence = f"No fence shall be higher than {t.fence_height}, and none shall be put up without the written approval of the Board."
    s.assessment = f"A special assessment of more than {t.assessment_limit} requires an affirmative vote of the Owners"
    s.ac_pays = "shall maintain, repair and replace, at the Owner's own cost, the heating and air-conditioning equipment that serves that Unit alone"
    s.ac_trap = "A window air conditioner shall not face Fuller Street and shall not be heard in another Unit after 10:00 p.m."
    s.school = f"the school district's budget went up by {t.school_increase}"
    s.insurance = f"the Town's cost of health insurance for its employees rose by {t.insurance_percent}"
    s.budget_failed = f"Article 3, the operating budget, was defeated, {t.budget_yes} yes to {t.budget_no} no."
    s.lease_failed = f"Article 4, the lease with {t.lease_company}, failed, {t.lease_yes} yes to {t.lease_no} no."
    s.no_lease = f"The Town has not signed a lease with {t.lease_company} and will not sign one."
    s.mail_claim = f"I heard at the store that the transfer station sticker costs {t.mail_wrong} now"
    return s


def fee_schedule(t):
    rows = [["Department / Item", "Unit", "Fee"],
            ["TRANSFER STATION", "", ""],
            ["Sticker, resident, first vehicle", "per year", t.sticker],
            ["Sticker, each further vehicle, same household", "per year", t.second_sticker],
            ["Sticker, nonresident", "per year", t.nonresident_sticker],
            ["Bulky item: refrigerator or freezer", "each", t.refrigerator],
            ["Bulky item: mattress or box spring", "each", t.mattress],
            ["Tire, passenger, off the rim", "each", "$3"],
            ["Construction debris, pickup load", "per load", spare(t, 130)],
            ["TOWN CLERK", "", ""],
            ["Dog license, spayed or neutered", "per dog", t.dog_altered],
            ["Dog license, not spayed or neutered", "per dog", t.dog_intact],
            ["Dog license, owner 65 or over, first dog", "per dog", "$2"],
            ["Hawker and peddler permit", "per year", spare(t, 125)],
            ["RECREATION", "", ""],
            ["Beach pass, resident", "per season", t.beach_resident],
            ["Beach pass, nonresident", "per season", t.beach_nonresident],
            ["Boat rack space at the Town beach", "per season", t.boat_rack],
            ["TOWN OFFICE", "", ""],
            ["Town Hall rental, private event", "per day", t.hall_rental],
            ["Town Hall cleaning deposit (refundable)", "per event", "$500"],
            ["Copies, black and white", "per page", t.copies],
            ["PLANNING AND ZONING", "", ""],
            ["Site plan application", "each", "$450"],
            ["Lot line adjustment", "each", "$425"],
            ["Zoning Board application, plus postage", "each", "$405"]]
    return Paper("policy-2-01-fee-schedule.pdf", [
        ("h1", f"Town of {t.town} – Policy 2-01"),
        ("h2", "Schedule of Fees and Charges"),
        ("p", f"Effective date: {t.fees_from}. Supersedes: Policy 2-01 of {t.old_fees_from}. Adopted by the Select Board after a public hearing held "
              f"in December {t.last_year}. Responsible office: Town Clerk, {t.clerk}."),
        ("h2", "1. Purpose"),
        ("p", "The purpose of this policy is to set out in one place the fees and charges of all Town departments so that they may be applied "
              "equally to all persons. A department shall not charge a fee that is not on this schedule, nor waive one that is, without a vote of the "
              "Select Board. Fees fixed by state law are collected as the state sets them and are not repeated here."),
        ("h2", "2. Schedule"),
        ("table", rows),
        ("h2", "3. Notes to the schedule"),
        ("li", "Transfer station stickers run from January through December and are not pro-rated. A vehicle must be registered in Town to get a "
               "resident sticker. Bring the registration. Stickers go on the driver's side, lower corner of the windshield."),
        ("li", "Bulky items are paid for at the Town Office in advance. The attendants do not handle money."),
        ("li", "Dog licenses are due by April 30 of each year. Bring the rabies certificate."),
        ("li", "Boat rack spaces are drawn by lot when there are more requests than spaces. Boats left after the season are removed at the owner's risk."),
        ("li", "Local non-profit groups use the Town Hall without charge under Policy 2-04 but leave the deposit."),
        ("h2", "4. Review"),
        ("p", "The Town Administrator shall bring this policy back to the Select Board at least every three years. [Insert other review requirements, "
              "if any.]"),
        ("p", f"Signed for the Select Board: {t.chair}, Chair; {t.member2}; {t.member3}."),
        ("p", f"Town of {t.town}, 18 School Street. Tel. 795-0142. Policy template P-2, rev. 5. Page 1 of 2."),
    ])


def old_fee_schedule(t):
    rows = [["Department", "Item", "Fee"],
            ["Transfer Station", "Resident sticker, first vehicle, per year", t.old_sticker],
            ["Transfer Station", "Resident sticker, each further vehicle of the household", t.old_second_sticker],
            ["Transfer Station", "Nonresident sticker, per year", spare(t, 50)],
            ["Transfer Station", "Refrigerator, each", spare(t, 10)],
            ["Transfer Station", "Mattress, each", spare(t, 18)],
            ["Town Clerk", "Dog license, spayed or neutered", spare(t, 4.5, True)],
            ["Town Clerk", "Dog license, not spayed or neutered", spare(t, 7.5, True)],
            ["Recreation", "Beach pass, resident, season", spare(t, 11)],
            ["Recreation", "Beach pass, nonresident, season", spare(t, 60)],
            ["Recreation", "Boat rack, season", spare(t, 160)],
            ["Town Office", "Town Hall rental, per day", spare(t, 200)],
            ["Town Office", "Copies, per page", "$0.10"]]
    return Paper("policy-2-01-fees-superseded.docx", [
        ("h1", f"Town of {t.town} – Policy 2-01 – Schedule of Fees and Charges"),
        ("p", f"SUPERSEDED. Kept for the file only. This schedule was in effect from {t.old_fees_from} and was replaced by the schedule effective "
              f"{t.fees_from}. Do not hand out."),
        ("h2", "1. Purpose"),
        ("p", "This policy sets the fees charged by the departments of the Town. It takes the place of the separate lists formerly kept by the Town "
              "Clerk, the Transfer Station and the Recreation Department, which did not agree with one another."),
        ("h2", f"2. Fees from {t.old_fees_from}"),
        ("table", rows),
        ("h2", "3. Terms"),
        ("li", "Checks are made out to the Town. The Town does not accept credit cards at this time."),
        ("li", "One resident sticker is issued per registration. A lost sticker is replaced at the price of a further vehicle."),
        ("li", "Freon must be removed by the Town's contractor and not by the owner."),
        ("li", "The beach pass admits the holder's household. It is not transferrable."),
        ("h2", "4. Adoption"),
        ("p", "Adopted by the Select Board at a regular meeting, after a public hearing noticed in two places and on the web site, by a vote recorded in "
              "the minutes. [Name of Board Secretary]"),
    ])


def winter_minutes(t):
    s = said(t)
    return Paper("sb-minutes-winter.pdf", [
        ("h1", f"Town of {t.town} – Select Board Meeting Minutes"),
        ("p", f"Meeting date: {t.winter}. Time: 6:30 PM. Place: Town Office, Meeting Room 1, 18 School Street. Type: Regular. "
              "Minutes template SB-4, rev. 7. Items in brackets are to be deleted if not used."),
        ("h2", "1. Call to order and attendance"),
        ("p", f"Chair {t.chair} called the meeting to order at 6:32 PM. The Pledge of Allegiance was said. Attendance was taken by roll call."),
        ("li", f"Members present: {t.chair} (Chair), {t.member2}, {t.member3}. Members absent: None."),
        ("li", f"Staff present: {t.administrator}, Town Administrator; {t.clerk}, Town Clerk; {t.inspector}, Building Inspector; Kevin Dube, Road Agent."),
        ("li", "Public present: 11, per the sign-in sheet on file. Recording secretary: Nancy Tuttle."),
        ("h2", "2. Approval of agenda"),
        ("p", "The Chair asked for changes to the agenda. There were none. [List changes.]"),
        ("h2", "3. Approval of minutes"),
        ("p", f"Motion by {t.member3}, second by {t.member2}, to accept the minutes of January 22 as written. Discussion: None. {roll(t, 'AAA')} "
              f"{s.winter_minutes}"),
        ("h2", "4. Public comment"),
        ("p", "The Chair read the rules for public comment (Policy 1-03: name and street, three minutes to a speaker, remarks to the Chair). Brian Hoyt "
              "of Pleasant Street said his mailbox had been struck by the plow for the second winter running and he would like it put back. The Road "
              "Agent said that the Town replaces a box that the blade hits, but not one knocked down by the weight of snow, and asked him to fill in "
              "the form. No one else wished to speak."),
        ("h2", "5. Department reports"),
        ("p", "5.1 Road Agent. Kevin Dube reported 14 plow events since the first of December. Salt used to date comes to 71 percent of the season's "
              "order. The loader is back from the shop; the invoice of $1,862.40 came in below the estimate. The culvert on Hobbs Hill Road is being "
              "watched."),
        ("p", f"5.2 Town Clerk. {mr(t.clerk)} reminded voters that absentee ballots for the March election are at {his(t.clerk)} counter, and that the "
              "office will stay open until 7:00 PM on the Monday before. Dog license reminders go out with the spring mailing."),
        ("p", f"5.3 Town Administrator. {mr(t.administrator)} said the auditors were in for two days and had no findings to report as yet. The "
              "annual report is at the printer. The front door of the Town Office sticks in cold weather, please pull hard."),
        ("h2", "6. Old business"),
        ("p", "6.1 Sidewalk on School Street. The matter was continued from the January meeting. Susan Perreault of School Street said that children are "
              "walking in the road because the sidewalk is plowed last, sometimes after the school bus has gone by. Michael Gilman, who runs the "
              "print shop, said the sidewalk is cleared in front of his door by nine and that he had no complaint to make. Mrs. Perreault replied that "
              "the bus comes at ten past seven. Kevin Dube explained that the sidewalk machine has one operator, who is also on a plow route, and "
              "that starting him an hour sooner would run into overtime. After discussion it was the consensus of the Board that the Road Agent try the "
              "school side first until the end of March and report back. No vote was taken."),
        ("p", "6.2 Cable franchise. Nothing new. [Carry forward.]"),
        ("h2", "7. New business"),
        ("p", f"7.1 Condition of the {t.structure} at {t.site}. The Chair recognized the Building Inspector, {t.inspector}, who had been to the site, off "
              f"{t.road}, twice in January. {mr(t.inspector)} told the Board that {s.warning}. {he(t.inspector).capitalize()} passed around photographs "
              "and said the fastenings can be turned by hand in several places. In answer to a question "
              f"{he(t.inspector)} also said that {s.permit_winter}, and that {he(t.inspector)} could find no drawings of it either. The work was done by "
              "volunteers, with lumber which was given. The file is one page."),
        ("p", f"{mr(t.administrator)} then read a letter from {t.insurer}, the Town's liability carrier. The letter {s.insurer}, and to write "
              "back saying which. It adds that the carrier will look at the Town's coverage for the site if it does not hear. The Chair asked that the "
              "letter be attached to these minutes as Attachment B."),
        ("p", f"Motion by {t.chair}, second by {t.member2} for purposes of discussion, to close the {t.structure} at {t.site} until it is repaired. "
              f"Discussion: The Chair said that the Board now had it in writing twice and should not wait. {mr(t.member2)} said people would only step "
              f"over a chain, and that {he(t.member2)} wanted to see prices before shutting a thing the Town uses all summer. {mr(t.member3)} said the "
              f"{t.structure} had come through several winters and {he(t.member3)} did not believe it would fall down by spring. The Administrator was "
              f"asked to get quotes. {roll(t, 'ANN')} {s.close_failed}"),
        ("p", "7.2 Flag policy. The Administrator presented the association's model policy on lowering flags, with the name of the Town filled in. "
              f"Motion by {t.member2}, second by {t.member3}, to adopt Policy 1-07, Display and Lowering of Flags. Discussion: The cemetery flags are the "
              f"Trustees' and are not covered. {roll(t, 'AAA')} {s.winter_policy}"),
        ("p", "7.3 Grant. The Emergency Management Director, Tom Colby, has been awarded $2,418 by the state for portable radios. There is no match. "
              f"Motion by {t.member3}, second by {t.chair}, to accept the grant under the authority voted by the Town. Discussion: The hearing "
              f"requirement does not apply to so small a sum. {roll(t, 'AAA')} {s.winter_grant}"),
        ("h2", "8. Correspondence and administrative items"),
        ("li", "Thank-you note from the Scouts for the use of the Town Hall on two Saturdays."),
        ("li", "Notice of a pole hearing, Cobb Street, from the electric utility. Referred to the Road Agent."),
        ("li", "Payroll and payables manifests were passed for signature."),
        ("li", "Letter from the state about its inspections of road bridges; no action is needed until next year."),
        ("h2", "9. Nonpublic session"),
        ("p", "None. [If held, insert time in, reason, time out.]"),
        ("h2", "10. Next meeting and adjournment"),
        ("p", "The next regular meeting is March 4 at 6:30 PM. There being no further business, the Chair declared the meeting adjourned at 8:11 PM."),
        ("p", "Respectfully submitted, Nancy Tuttle, Recording Secretary. Attachments: A, sign-in sheet; B, letter; C, Policy 1-07."),
        ("p", f"Town of {t.town} – Select Board Minutes – {t.winter} – Page 3 of 3"),
    ])


def spring_minutes(t):
    s = said(t)
    return Paper("sb-minutes-spring.pdf", [
        ("h1", f"Town of {t.town} – Select Board Meeting Minutes"),
        ("p", f"Meeting date: {t.spring}. Time: 6:30 PM. Place: Town Office, Meeting Room 1, 18 School Street. Type: Regular. "
              "Minutes template SB-4, rev. 7."),
        ("h2", "1. Call to order and attendance"),
        ("p", f"Chair {t.chair} called the meeting to order at 6:30 PM. The Pledge of Allegiance was said."),
        ("li", f"Members present: {t.chair} (Chair), {t.member2}, {t.member3}. Members absent: None."),
        ("li", f"Staff present: {t.administrator}, Town Administrator; {t.clerk}, Town Clerk; {t.chief}, Police Chief; {t.fire_chief}, Fire Chief."),
        ("li", "Public present: 17, per the sign-in sheet. Recording secretary: Nancy Tuttle."),
        ("h2", "2. Approval of agenda"),
        ("p", "Item 7.4 (mosquito district) was withdrawn at the request of the Health Officer. There were no other changes."),
        ("h2", "3. Approval of minutes"),
        ("p", f"Motion by {t.member2}, second by {t.chair}, to accept the minutes of March 25 with one correction of spelling. Discussion: None. "
              f"{roll(t, 'AAA')} {s.spring_minutes}"),
        ("h2", "4. Public comment"),
        ("p", f"{t.warner} said that {s.warner}. {mr(t.warner)} said {he(t.warner)} goes there most mornings, that {he(t.warner)} now tells "
              "visitors to stay off, and that somebody is going to get hurt. The Chair thanked the speaker and noted that the matter is on the agenda."),
        ("p", f"{t.commenter} of Pleasant Street asked why the glass bin at the transfer station was moved behind the baler, where it cannot be reached "
              "with a full barrel and where there is ice until noon. The Administrator will ask the attendants. "
              f"{mr(t.commenter)} also thanked the Road Crew for the sanding on Hobbs Hill Road."),
        ("p", "Public comment was closed at 6:47 PM."),
        ("h2", "5. Department reports"),
        ("p", f"5.1 Fire Chief. {t.fire_chief} reported 23 calls in March, of which 16 were medical. Burn permits are issued only online or at the station "
              "on weekends, and not by telephone. Pump testing of Engine 2 is done. Two members finished their Firefighter I class. The Chief asks that "
              "house numbers be visible from the street, from both sides, as this still costs the ambulance time."),
        ("p", f"5.2 Town Clerk. {t.clerk} reported that 702 dogs are licensed out of about 900 on the list and that second notices are in the mail. "
              "The state's new registration software was down for most of two days."),
        ("p", f"5.3 Police Chief. {t.chief} reported on speed enforcement on Main Street, with 41 stops and 12 summonses. The rest of the "
              "Chief's business is under 7.1."),
        ("h2", "6. Old business"),
        ("p", f"6.1 Repair of the {t.structure} at {t.site}. The Administrator presented the quotes asked for at the February meeting. Both cover the same "
              f"work: new {t.supports}, new railing, and haul away of the old. Two quotes were received:"),
        ("li", f"{t.contractor_low}: {t.quote_low} for the repair, with a ten week lead time."),
        ("li", f"{t.contractor_high}: {t.quote_high} for the repair, with work to begin in the fall."),
        ("p", f"Motion by {t.member2}, second by {t.member3}, to table the repair of the {t.structure} until {t.repair_until}. Discussion: "
              f"{mr(t.member2)} said that the Town is on a default budget and there is no line to pay for it from; by fall "
              f"the Board will know what is left. The Chair said that the carrier's letter has not been answered and that waiting through the summer is the "
              f"wrong way round. {mr(t.member3)} said both prices seemed high for what it is. {roll(t, 'NAA')} {s.tabled}"),
        ("p", f"Motion by {t.member2}, second by {t.member3}, {s.signs_first} at the {t.structure} and at the path from {t.road}. Discussion: The Chair "
              f"asked whether signs hold anything up. {mr(t.member3)} said that many would look like a picket fence, and moved to amend the motion to "
              f"{t.signs_voted} signs, second by {t.member2}. Roll call on the amendment: all three members – Aye. {s.signs_change}"),
        ("p", f"The question was then called on the motion as amended. {roll(t, 'NAA')} {s.signs_amended} The Road Agent will make them up."),
        ("h2", "7. New business"),
        ("p", f"7.1 Police cruiser. {t.chief} asked to replace Car 3, which has 118,000 miles on it and has been in the shop every month this year. The "
              f"Chief has a price under the state bid. Motion by {t.member3}, second by {t.member2}, to buy a police cruiser from {t.cruiser_dealer} for "
              f"{t.cruiser}, the money to come from the vehicle reserve fund. Discussion: The light bar and the cage will be moved over from the old car. "
              f"{roll(t, 'AAA')} {s.cruiser}"),
        ("p", f"7.2 Draft {t.tabled_matter}. The draft follows the association's model with local changes in brackets. Motion by {t.member3}, second by "
              f"{t.chair}, to table the draft {t.tabled_matter} to {t.tabled_until} so that Town Counsel can read it. Discussion: The Board has had eleven "
              f"letters on the draft, for and against, and a hearing will be noticed afterwards. {roll(t, 'AAA')} {s.matter_tabled}"),
        ("p", "7.3 Street lights. Beacon Line Lighting has offered to convert the Town's street lights to LED. The Energy Committee is in favor. "
              f"Motion by {t.member3}, second by {t.member2}, to accept the offer for LED street lights at {t.lights_offer}. Discussion: "
              f"{mr(t.member3)} said the lights would pay for themselves. {mr(t.member2)} said one offer is not a bid. The Chair would not spend on lights "
              f"in a default budget year. {roll(t, 'NNA')} {s.lights}"),
        ("h2", "8. Correspondence and administrative items"),
        ("li", "Abatement request, Map 9, Lot 14: forwarded to the assessing agent."),
        ("li", "Raffle permit for the Fire Auxiliary: signed."),
        ("li", "Invitation to the association's spring workshop on records retention; the Clerk and the Administrator will go."),
        ("h2", "9. Nonpublic session"),
        ("p", "None."),
        ("h2", "10. Next meeting and adjournment"),
        ("p", "The next regular meeting is May 6 at 6:30 PM. The Chair declared the meeting adjourned at 8:40 PM, there being no futher business."),
        ("p", "Respectfully submitted, Nancy Tuttle, Recording Secretary."),
        ("p", f"Town of {t.town} – Select Board Minutes – {t.spring} – Page 3 of 3"),
    ])


def late_minutes(t):
    s = said(t)
    return Paper("sb-minutes-august.docx", [
        ("h1", f"Town of {t.town} – Select Board Meeting Minutes"),
        ("p", f"Meeting date: {t.late}. Time: 6:30 PM. Place: Town Hall, upper floor (moved from the Town Office because of the number of people). "
              "Type: Regular. Minutes template SB-4, rev. 8."),
        ("h2", "1. Call to order and attendance"),
        ("p", f"Chair {t.chair} called the meeting to order at 6:35 PM, after extra chairs were brought up. The Pledge of Allegiance was said."),
        ("li", f"Members present: {t.chair} (Chair), {t.member2}, {t.member3}. Members absent: None."),
        ("li", f"Staff present: {t.administrator}, Town Administrator; {t.inspector}, Building Inspector; {t.fire_chief}, Fire Chief; Kevin Dube, Road Agent."),
        ("li", "Public present: 64, by count at the door. Not everybody signed in. Recording secretary: Nancy Tuttle."),
        ("h2", "2. Approval of agenda"),
        ("p", f"The Chair moved item 6.1 to the top of the agenda without objection. The Chair stated that the Board would not take questions about the person "
              f"who was injured on {t.injury_day}, or about the cause, on the advice of Town Counsel, and wished that person a full recovery."),
        ("h2", "3. Approval of minutes"),
        ("p", f"Motion by {t.member2}, second by {t.member3}, to accept the minutes of July 29. Discussion: The time of adjournment is to read 8:15. "
              f"{roll(t, 'AAA')} {s.late_minutes}"),
        ("h2", "4. Public comment"),
        ("p", "The Chair limited comment to twenty minutes in all. Linda Desmarais of Cobb Street asked that the Board say plainly what will happen next "
              "and by when. Brian Hoyt of Pleasant Street said that the volunteers who built it meant well and that nobody should be blamed for being "
              "generous. Carla Emond of Main Street asked if the Town's other structures have been looked at. The Administrator said that the "
              "playground is inspected every spring by the carrier and that the bleachers at the ball field are next. Comment was closed at 7:01 PM."),
        ("h2", "5. Department reports"),
        ("p", f"5.1 Fire Chief. {t.fire_chief} reported 38 calls in July, the highest month since the Chief has kept the log. The brush truck is out of "
              "service for a fuel line. There is a ban on open burning for the time being, and permits already issued are void."),
        ("p", "5.2 Road Agent. Kevin Dube reported that shimming of Hobbs Hill Road is done and that the paving of Pleasant Street is put off to next "
              "summer because of the default budget. The catch basin at Cobb Street has been rebuilt with new block at a cost of $1,147.83."),
        ("p", "5.3 Town Administrator. The property revaluation is on schedule. Data collectors will carry a letter of introduction and a badge, and their "
              "license plates are on file at the police station."),
        ("h2", "6. Old business"),
        ("p", f"6.1 The {t.structure} at {t.site}. The Building Inspector, {t.inspector}, was asked to state what the file shows. {s.permit_late}, "
              f"{he(t.inspector)} said, and nothing has been repaired since the Board last took the matter up. The Fire Chief described the "
              "access for the ambulance, which was poor, and would like the path cut back whatever is decided."),
        ("p", f"Motion by {t.chair}, second by {t.member2}, to close the {t.structure} at {t.site} to the public, effective at once, and to have it fenced off "
              "on every side. Discussion: The Road Agent has snow fence on hand and can have it up in the morning. The signs stay up until "
              f"then. {roll(t, 'AAA')} {s.closed}"),
        ("p", f"Motion by {t.chair}, second by {t.member2}, to hire {t.engineer} for {t.engineer_fee} to examine the {t.structure} and report to the Board in "
              f"writing whether to repair it or take it down. Discussion: {mr(t.member2)} said that {he(t.member2)} had changed {his(t.member2)} mind and "
              f"wanted an engineer's stamp on whatever is done. {mr(t.member3)} said the Town would be paying a good part of a repair to be told what "
              f"it already knows, and that the money is not in the budget. {roll(t, 'AAN')} {s.engineer}"),
        ("p", "The Administrator will notify the carrier of the closing. All calls from lawyers or from newspapers go to the Administrator's office and "
              "staff are not to give out statements (Policy 1-05, Media Contacts)."),
        ("h2", "7. New business"),
        ("p", "7.1 Old Home Day. The Old Home Day Committee asks to have Main Street closed between School Street and Shore Street from 10:00 AM until noon on "
              f"the last Saturday of the month. Motion by {t.member3}, second by {t.member2}, to close Main Street for the parade as requested, with the "
              f"detour as shown on the Committee's sketch. Discussion: The Police Chief has seen the plan and has no objection. {roll(t, 'AAA')} "
              f"{s.late_parade}"),
        ("p", "7.2 Hazard mitigation plan. The five-year update is due to the state. The regional planning commission will send a draft. The "
              "Emergency Management Director, Tom Colby, is looking for two residents to sit on the working group. No action."),
        ("h2", "8. Correspondence and administrative items"),
        ("li", "Petition about the speed of trucks on Cobb Street, 33 names. Refered to the Police Chief."),
        ("li", "Letter of resignation from the alternate member of the Conservation Commission, accepted with thanks by consensus."),
        ("li", "Payroll and payables manifests signed."),
        ("li", "Card from the third-grade class about the painted crosswalks."),
        ("h2", "9. Nonpublic session"),
        ("p", "None. A consultation with legal counsel was held before the meeting and is not a meeting under the law."),
        ("h2", "10. Next meeting and adjournment"),
        ("p", "The next regular meeting is August 28 at 6:30 PM. The Chair declared the meeting adjourned at 8:02 PM."),
        ("p", "Respectfully submitted, Nancy Tuttle, Recording Secretary. [Attach exhibits here.]"),
        ("p", f"Town of {t.town} – Select Board Minutes – {t.late} – Page 3 of 3"),
    ])


def zoning_notices(t):
    s = said(t)
    return Paper("zba-notices-of-decision.pdf", [
        ("h1", f"Town of {t.town} – Zoning Board of Adjustment"),
        ("h2", f"Notices of Decision, {t.year}"),
        ("p", "This paper collects the notices of decision mailed to applicants and abutters. Case numbers are made up of the year, the number of the "
              "application and the letters of the map sheet. A person affected may ask the Board for a rehearing within the time allowed by state law, "
              "which runs from the day after the vote. Notice template ZB-9, rev. 3."),
        ("p", "Board members sitting unless noted: Linda Bickford, Chair; Paul Chase; Carla Emond; Steven Wiggin; Tom Sanborn."),
        ("h2", f"Case {t.case_variance} – Variance"),
        ("p", f"Applicant and owner: {t.variance_owner}, 22 Hobbs Hill Road. Map 12, Lot 41. Hearing closed June 11, {t.year}."),
        ("p", f"Request: A variance of {t.variance_feet} from the side setback required by Article IV, Section 4.2, of the Zoning Ordinance, to build an "
              "attached two-car garage over the present driveway."),
        ("p", "Findings of fact: 1. The lot was laid out before zoning and is narrower than the district now requires. 2. Ledge and the septic field "
              "leave no other place for a garage. 3. The abutter on the affected side, who spoke, is in favor. 4. Garages of the same "
              "size stand on most lots of the road. 5. Mr. Wiggin found that a one-car garage would be a reasonable use and that no hardship was shown."),
        ("p", f"Motion by Chase, second by Emond, to grant the variance to {mr(t.variance_owner)}. Vote by roll call: Bickford – Aye, Chase – Aye, "
              f"Emond – Aye, Sanborn – Aye, Wiggin – Nay. {s.granted}"),
        ("li", "Condition 1: Water from the garage roof shall be led to a drywell and not onto the abutting lot."),
        ("li", "Condition 2: The garage shall not be made into living space, and the owner shall record this notice at the Registry of Deeds."),
        ("h2", f"Case {t.case_exception} – Special Exception"),
        ("p", f"Applicant and owner: {t.exception_owner}, 9 Cobb Street. Map 7, Lot 103. Hearing closed May 14, {t.year}."),
        ("p", f"Request: A special exception under Article VI to run {t.exception_use} on the property, in the Residential-Agricultural District."),
        ("p", "Testimony: Fourteen persons spoke, three of them in favor. The applicant described the hours of business, the screening and the "
              "parking. Abutters spoke about the width of the street, the school bus stop and the sound that carries over the field in summer. "
              "Letters are in the file."),
        ("p", f"Findings of fact: 1. The street is 18 paces from ditch to ditch and has no shoulder. 2. The Board found that {s.denied_why}, and that no "
              "condition it could think of would cure this. 3. Criteria (b) and (d) of Section 6.3 are therefore not met."),
        ("p", f"Motion by Sanborn, second by Chase, to deny. Vote by roll call: Bickford – Aye, Chase – Aye, Emond – Aye, Sanborn – Aye, Wiggin – Aye. "
              f"{s.denied}"),
        ("h2", f"Case {t.case_continued} – Variance, not yet decided"),
        ("p", f"Applicant and owner: {t.continued_owner}, 5 Shore Street. Map 3, Lot 8. Hearing opened October 8, {t.year}."),
        ("p", "Request: Relief from the frontage requirement, to divide one lot into two. The plan that was filed does not show the wetland line and the "
              "Board could not tell how much of the back lot is dry. The applicant asked for time to have the line flagged by a soil scientist."),
        ("p", f"Motion by Emond, second by Wiggin, to continue the hearing of {mr(t.continued_owner)}. All in favor. {s.continued}, at 7:00 PM in the Town "
              "Hall. No further notice will be sent to abutters."),
        ("p", "[Insert further cases.]"),
        ("p", f"Signed: Linda Bickford, Chair, Zoning Board of Adjustment. Zoning Board of {t.town}, 18 School Street. Tel. 795-0147."),
    ])


def zoning_appeal(t):
    s = said(t)
    return Paper("zba-appeal-decision.md", [
        ("h1", f"Town of {t.town} – Zoning Board of Adjustment – Decision on Appeal"),
        ("p", f"Case {t.case_drift}. Appellant: {t.drift_owner}, 31 Fuller Street. Abutter appearing: {t.drift_neighbor}, 33 Fuller Street. Hearing and "
              f"decision: September 17, {t.year}."),
        ("h2", "1. What was appealed"),
        ("p", f"The Building Inspector, {t.inspector}, sent the appellant a notice that the {t.drift_thing} on the lot lies within the setback of 25 feet and "
              f"was put in without approval, and ordered that it be corrected. {t.drift_owner} appeals from that order."),
        ("h2", "2. Members sitting"),
        ("p", "Linda Bickford, Chair; Paul Chase; Steven Wiggin; Tom Sanborn; Janet Fogg, alternate, for Carla Emond, who stepped down as she knows "
              "both families."),
        ("h2", "3. Testimony"),
        ("p", f"{mr(t.drift_owner)} said that the {t.drift_thing} was there before {he(t.drift_owner)} bought the place, that a previous inspector had walked "
              "the lot and said nothing, and that to move it now would cost more than the lot is worth. A plot plan by a surveyor was handed in."),
        ("p", f"The abutter spoke next, at length, with photographs. {s.drift_ruin} {s.drift_claim} {s.drift_duty} {s.drift_damages} The sum is from a letter "
              "which was read aloud; the contractor who wrote the estimate was not present."),
        ("p", "The Chair asked the abutter to keep to the setback. The Chair said several times that the Board had only the order in front of it."),
        ("p", f"Mr. Chase asked when the {t.drift_thing} was put in. Neither party knew to the year. The Building Inspector said the permit index has no "
              "entry under this lot for it, under either owner's name, going back to 1987."),
        ("h2", "4. Findings"),
        ("li", f"The surveyor's plan, which is the appellant's own, shows the {t.drift_thing} inside the setback."),
        ("li", "No approval was produced. The silence of a former inspector is not an approval."),
        ("li", "The order gives the appellant until the next building season, which is reasonable."),
        ("li", f"The Board makes no finding on what became of the {t.drift_harmed} or why. {s.drift_liable} That is for the two of them, or for a court."),
        ("h2", "5. Decision"),
        ("p", "Motion by Sanborn, second by Chase, to uphold the order of the Building Inspector. Vote by roll call: Bickford – Aye, Chase – Aye, Fogg – Aye, "
              f"Sanborn – Aye, Wiggin – Aye. The appeal of {t.drift_owner} is DENIED and the order stands."),
        ("p", "The appellant may ask for a rehearing in writing. The time to do so is set by state law. Decision template ZB-11, rev. 2."),
    ])


def declaration(t):
    s = said(t)
    return Paper("declaration-of-condominium.txt", [
        ("h1", f"Declaration of {t.association} Condominium"),
        ("p", f"{t.association} Condominium Association, 40 Fuller Street, {t.town}, {t.county} County, New Hampshire. Recorded at the {t.county} County "
              "Registry of Deeds. Conformed copy for the use of Owners; the recorded copy controls. This Declaration is made by Fuller Street "
              "Development, Inc. (the \"Declarant\"), being the owner of the land described in Exhibit A, who hereby submits it to the condominium laws of "
              "the State."),
        ("h2", "ARTICLE I. Definitions"),
        ("p", "1.1 \"Association\" means the association of all the Owners acting as a group under this Declaration and the Bylaws."),
        ("p", "1.2 \"Board\" means the Board of Directors of the Association. \"Owner\" means the person or persons who hold record title to a Unit, but "
              "not a person who holds it merely as security."),
        ("p", "1.3 \"Common Area\" means all of the Condominium other than the Units, and includes the land, the drive, the roofs, the outside walls, the "
              "bearing walls, the shared pipes and wires, and the shed."),
        ("p", "1.4 \"Limited Common Area\" means a part of the Common Area that is reserved for the use of one or more but fewer than all of the Units, "
              "and includes the patio or deck next to each Unit and the parking space that bears its number."),
        ("h2", "ARTICLE II. The Units"),
        ("p", "2.1 The Condominium has five Units. The number of each Unit, its approximate floor area in square feet and the share of the common expenses "
              "that goes with it are as follows:"),
        ("table", [["Unit", "Square feet", "Share"], *([unit, feet, share] for unit, feet, share in t.units)]),
        ("p", "2.2 The lower boundary of a Unit is the upper surface of the floor slab or subfloor; the upper boundary is the lower surface of the "
              "ceiling framing or of the unfinished ceiling; and the side boundaries are the inner surface of the studs. Windows and doors that "
              "open to the outside belong to the Unit, but their outer color may not be changed."),
        ("p", "2.3 A Unit may not be divided, nor may two Units be joined, without an amendment of this Declaration."),
        ("h2", "ARTICLE III. Association and voting"),
        ("p", "3.1 Every Owner is a member of the Association as long as he or she owns a Unit. Votes are cast by Share. If a Unit has more than one Owner, "
              "the vote of that Unit is cast as they agree among themselves, and if they do not agree it is not cast."),
        ("p", "3.2 The annual meeting is held in the month of May at a place in the Town named by the Board. Notice shall be mailed not less than "
              "twenty-one (21) days before. A quorum is a majority of the Shares in person or by proxy."),
        ("p", "3.3 The Board has three Directors, each elected for a term ending at the third annual meeting after election. The Board may hire a manager."),
        ("h2", "ARTICLE IV. Assessments"),
        ("p", "4.1 The Board shall adopt a budget each fall and shall assess each Unit its Share of the common expenses. Dues are payable monthly in advance "
              "on the first day of the month."),
        ("p", f"4.2 An Owner whose dues are not received by the tenth day of the month shall pay a late charge of {t.association_late_fee} for that month. "
              "The charge is in addition to interest and to the cost of collection, including reasonable attorney's fees."),
        ("p", f"4.3 {s.assessment}, given at a meeting called for that purpose, by two thirds of all the Shares. The Board may levy a smaller "
              "special assessment on its own vote, but not twice in one fiscal year for the same purpose."),
        ("p", "4.4 Unpaid assessments are a lien on the Unit, which the Association may perfect and foreclose in the manner provided by law. No Owner may "
              "escape liability for assessments by giving up the use of the Common Area."),
        ("h2", "ARTICLE V. Maintenance"),
        ("p", "5.1 The Association maintains, repairs and replaces the Common Area, including the roofs, the siding and the drive, and removes snow from the "
              "drive and the walks. The Owner of a Unit clears the steps and patio or deck reserved to that Unit."),
        ("p", f"5.2 Each Owner {s.ac_pays}, wherever it is placed. The same applies to water heaters, smoke detectors, appliances, and pipes and wires "
              "from the point at which they leave the shared line."),
        ("p", "5.3 If an Owner fails to do what this Article requires and the failure threatens another Unit or the Common Area, the Association may "
              "do the work after written notice and charge the Owner what it cost. In an emergency no notice is needed."),
        ("p", "5.4 Water heaters shall be replaced before the end of the maker's warranty, and proof shall be given to the Board."),
        ("h2", "ARTICLE VI. Use restrictions"),
        ("p", "6.1 Residential use. Units shall be used as single-family residences only. A home office without customers or signs is allowed."),
        ("p", f"6.2 Pets. An Owner may keep in a Unit {s.pet}, or two cats. No other animals are allowed except fish and caged birds. Dogs "
              "shall be on a lead in the Common Area, and their owners shall clean up after them."),
        ("p", f"6.3 Fences. {s.fence} The Board may ask for a drawing and may set the material and the color."),
        ("p", f"6.4 Windows and appearance. {s.ac_trap} It shall be taken out by the first of October. No laundry, flags (other than the flag of the "
              "United States), or satellite dishes shall be hung from windows or railings."),
        ("p", "6.5 Quiet hours. From 10:00 p.m. to 7:00 a.m. no Owner or guest shall make noise that can be heard in another Unit."),
        ("p", "6.6 Parking. Each Unit has the use of one numbered space. Guests use the spaces along the drive for no more than two nights in a row. No "
              "trailers, boats, campers or unregistered vehicles shall be kept at the Condominium. Vehicles left in the way of the plow are "
              "towed at the owner's expense."),
        ("p", "6.7 Grills. Charcoal grills are not allowed on decks. Gas grills shall be used at a distance from the siding set by the Town's Fire Chief."),
        ("h2", "ARTICLE VII. Leasing"),
        ("p", f"7.1 {s.rent}. A lease shall be in writing, shall be of the whole Unit, and shall say that it is subject to this Declaration. Short-term "
              "or vacation letting, including through a web site, is not allowed."),
        ("p", "7.2 The Owner shall give the Board a copy of the lease and the names of the tenants before they move in. The Owner answers to the "
              "Association for what the tenants do."),
        ("h2", "ARTICLE VIII. Insurance"),
        ("p", "8.1 The Association shall keep a master policy on the buildings for full replacement cost, and a policy of public liability insurance of at "
              "least $1,000,000 for each occurrence. The deductible under the master policy is paid by the Owner in whose Unit the loss began."),
        ("p", "8.2 Each Owner shall insure the contents of the Unit and any improvements, and shall give the Board a certificate every spring."),
        ("h2", "ARTICLE IX. General"),
        ("p", "9.1 This Declaration may be amended by a vote of three fourths of the Shares, but no amendment may change the Share of a Unit unless the "
              "Owner of that Unit consents in writing. An amendment takes effect when recorded."),
        ("p", "9.2 The Board may make reasonable Rules about the use of the Common Area and may fine an Owner who breaks them, after notice and a chance to "
              "be heard. If the Rules and this Declaration disagree, this Declaration controls."),
        ("p", "9.3 If one part of this Declaration is held not valid, the rest stands. Notices are sent to the address of the Unit unless the Owner "
              "has given the Board another in writing."),
        ("p", f"Executed as a sealed instrument by the Declarant. Copy held by the Assessing Office, Town of {t.town}."),
    ])


def tax_page(t):
    s = said(t)
    return Paper("tax-bill-explained.html", [
        ("h1", f"Town of {t.town}: Your Second Tax Bill, Fall {t.year}"),
        ("p", f"Home > Departments > Tax Collector > Tax bill explained. Posted in November {t.year}. Questions: Tax Collector's window, Town Office, 18 "
              "School Street, 8:00 a.m. to 4:00 p.m., Monday to Thursday. Tel. 795-0144."),
        ("p", f"The state has set the Town's tax rate for {t.year}. The rate is in dollars for each thousand dollars of assessed value. The first "
              "bill, in the spring, was an estimate made from last year's rate. The second bill makes up the difference."),
        ("h2", f"Tax rates, {t.year} and {t.last_year}"),
        ("table", [["Part of the rate", t.year, t.last_year],
                   ["Municipal", t.municipal_rate, t.municipal_rate_before],
                   ["County", t.county_rate, t.county_rate_before],
                   ["Local education", t.local_school_rate, t.local_school_rate_before],
                   ["State education", t.state_school_rate, t.state_school_rate_before],
                   ["Total", t.total_rate, t.total_rate_before]]),
        ("h2", "Why did it go up?"),
        ("p", "We are asked this at the window many times a day, so here is the short answer. There are two main causes. First, "
              f"{s.school}, by vote of the school meeting, of which the Town has no say but for which it must collect. Second, {s.insurance}, and "
              "that cost cannot be put off in a default budget. Fuel, paving and salaries had much less to do with it."),
        ("p", f"The county's part of the rate is set by the {t.county} County delegation and passed along by the Town as it is."),
        ("h2", "When is it due?"),
        ("p", f"The second bill is due {t.bill_due}. After that day, interest is charged at 8 percent a year. Payments sent by mail are dated by the "
              "postmark. You may also pay online (the vendor charges its own fee) or put a check in the slot by the side door. Please no cash in "
              "the slot."),
        ("h2", "Exemptions, credits and abatements"),
        ("li", "The veterans' tax credit is $500. You must apply by April 15, once. Bring your discharge papers."),
        ("li", "The elderly exemption for ages 65 to 74 takes $75,000 off the assessed value. Income and asset limits apply."),
        ("li", "Abatement applications are due by March 1 following the final bill. Filing one does not put off the due date of the tax."),
        ("li", "If your bank pays your taxes, it is up to you to forward the bill. We send it to the owner of record as of April 1."),
        ("h2", "Moved or sold?"),
        ("p", "If you no longer own the property, please send the bill back with the name of the new owner. The law makes the bill good even if it is "
              "misdirected."),
        ("p", f"© Town of {t.town}. This page was made from web template W-12. Accessibility | Site map | Sign up for notices"),
    ])


def budget_page(t):
    own = [("Executive and Town Office", "$187,412", "$193,866"), ("Town Clerk and elections", "$104,377", "$109,238"),
           ("Assessing and tax collection", "$91,643", "$94,117"), ("Planning and zoning", "$48,219", "$48,733"),
           ("Transfer station", "$151,984", "$158,327"), ("Recreation and beach", "$43,671", "$45,094"), ("Welfare", "$16,508", "$16,508")]
    named = [("Police", t.police_before, t.police_proposed), ("Highway", t.highway_before, t.highway_proposed),
             ("Fire", t.fire_before, t.fire_proposed), ("Library", t.library_before, t.library_proposed)]
    listed = named + own
    rest = whole(t.operating_budget) - sum(whole(row[2]) for row in listed)
    rest_before = rest - 31_417 if (rest - 31_417) % 10 else rest - 31_421
    before = rest_before + sum(whole(row[1]) for row in listed)
    rows = [list(row) for row in (*own[:3], *named[:1], named[2], named[1], *own[3:6], named[3], own[6])]
    return Paper("proposed-budget.html", [
        ("h1", f"Town of {t.town}: Proposed Budget for {t.year}"),
        ("p", "Home > Boards > Budget Committee > Proposed budget. Posted after the public hearing in January. The figures below are those that go to the "
              "voters as the operating budget article of the warrant. The warrant is the legal document; this page is for information."),
        ("h2", "Departments"),
        ("table", [["Department", f"{t.last_year} budget", f"{t.year} proposed"], *rows,
                   ["Benefits, insurance, debt and all other", f"${rest_before:,}", f"${rest:,}"],
                   ["Total operating budget", f"${before:,}", t.operating_budget]]),
        ("h2", "What is behind the numbers"),
        ("li", "Police: fills the open patrol position for a full year. The cruiser is not in this budget; it comes from a reserve fund."),
        ("li", "Highway: salt and fuel at this winter's prices, and the crew's step raises. The new truck is a separate article."),
        ("li", "Fire: more money for the per-diem day crew, new hose, and the physicals that the state now asks for."),
        ("li", "Library: hours of the assistant, and a new furnace burner. The trustees pay for books in part from their own trust funds."),
        ("li", "Transfer station: the hauler's contract went up at renewal. Sticker income goes into the general fund and is not shown here."),
        ("li", "Recreation: lifeguards are hard to find, and the wage has been raised so as not to lose them to the state park."),
        ("li", "Welfare: level. The Town is required to give assistance whatever is left in the line."),
        ("h2", "What if it does not pass?"),
        ("p", f"If the voters defeat the operating budget, the Town runs on a default budget of {t.default_budget}, which is last year's appropriation with "
              "contracts and one-time items adjusted. The Board may instead call one special meeting to take up a revised budget."),
        ("h2", "How the budget is made"),
        ("p", "Department heads hand in their requests by the end of September. The Administrator and the Select Board go over them line by line in the fall, "
              "and the Budget Committee (nine residents) makes its own recommendation in December. Meetings are open and are listed in "
              "the calendar. Minutes are on the Budget Committee's page. If you would like a copy of the detailed budget with every line, ask at "
              "the Town Office; the copy charge in Policy 2-01 applies."),
        ("p", f"Contact: {t.administrator}, Town Administrator, Tel. 795-0141. © Town of {t.town}. Web template W-7."),
    ])


def warrant(t):
    return Paper("town-warrant.pdf", [
        ("h1", f"Town of {t.town} – Warrant for the {t.year} Annual Meeting"),
        ("p", f"To the inhabitants of the Town of {t.town}, in the County of {t.county} and the State of New Hampshire, qualified to vote in Town affairs: You "
              f"are hereby notified of the Annual Meeting of March {t.year}, in two sessions. First session (deliberation): February 1, 7:00 PM, at the "
              f"school gymnasium. Second session (voting by official ballot): {second_tuesday_of_march(t)}, Town Hall, polls open from 7:00 AM to 7:00 PM."),
        ("p", "Warrant template M-3, rev. 6. Recommendations are printed under each article as the law requires."),
        ("h2", "Article 1. Election of officers"),
        ("p", "To choose all necessary Town officers for the ensuing year."),
        ("h2", "Article 2. Zoning amendment"),
        ("p", "Are you in favor of the adoption of Amendment No. 1 to the Zoning Ordinance, as proposed by the Planning Board, which would bring the "
              "definition of an accessory dwelling into line with state law and correct two cross references? Recommended by the Planning Board."),
        ("h2", "Article 3. Operating budget"),
        ("p", f"Shall the Town of {t.town} raise and appropriate as an operating budget, not including appropriations by special warrant articles and other "
              "appropriations voted separately, the amounts set forth on the budget posted with the warrant or as amended by vote of the first session, "
              f"for the purposes set forth therein, totaling {t.operating_budget}? Should this article be defeated, the default budget shall be "
              f"{t.default_budget}, which is the same as last year, with certain adjustments required by previous action of the Town or by law; or the "
              "governing body may hold one special meeting to take up the issue of a revised operating budget only. (Majority vote required.) "
              "Recommended by the Select Board 2-1. Recommended by the Budget Committee 6-3."),
        ("h2", "Article 4. Lease"),
        ("p", f"Shall the Town authorize the Select Board to enter into a twenty-year lease of {t.lease_place} with {t.lease_company}, for "
              f"{t.lease_use}, at a rent of {t.lease_rent} a year, on such other terms as the Select Board finds to be in the interest of the Town? "
              "(Majority vote required.) The Select Board makes no recommendation."),
        ("h2", "Article 5. Highway truck"),
        ("p", f"Shall the Town raise and appropriate {t.truck} for the purchase of a highway truck with plow, wing and sander, to replace the truck bought in "
              "1999, and authorize the withdrawal of $75,000 of that sum from the Highway Equipment Capital Reserve Fund, the balance to come from taxation? "
              "(Majority vote required.) Recommended by the Select Board 3-0. Recommended by the Budget Committee 8-1."),
        ("h2", "Article 6. Bridge reserve"),
        ("p", "Shall the Town raise and appropriate $85,000 to be added to the Bridge Capital Reserve Fund previously established? Recommended by the Select "
              "Board 3-0. Recommended by the Budget Committee 9-0."),
        ("h2", "Article 7. Conservation"),
        ("p", "Shall the Town place one half of the land use change tax collected each year into the Conservation Fund, up to a ceiling of $2,500 in any one "
              "year? Recommended by the Select Board 2-1."),
        ("h2", "Article 8. Cemetery trustees"),
        ("p", "Shall the Town raise and appropriate $1,750 for the repair of the wall of the old burying ground on Hobbs Hill Road? "
              "Recommended by the Select Board 3-0. Recommended by the Budget Committee 9-0."),
        ("h2", "Article 9. By petition"),
        ("p", "To see if the Town will vote to ask the state to lower the speed limit on Main Street between the school and the Town Hall. Submitted by "
              "petition. This article is advisory only."),
        ("h2", "Article 10. Other business"),
        ("p", "To transact any other business that may legally come before this meeting. [Confirm with counsel before use in official ballot towns.]"),
        ("p", f"Given under our hands, January 26, {t.year}. Select Board of {t.town}: {t.chair}, Chair; {t.member2}; {t.member3}. A true copy, attest: "
              f"{t.clerk}, Town Clerk. Posted at the Town Hall, the Town Office and the library."),
    ])


def results_page(t):
    s = said(t)
    return Paper("town-meeting-results.html", [
        ("h1", f"Town of {t.town}: Results of the Vote, March {t.year}"),
        ("p", f"Home > Town Clerk > Elections > Results. Official results of the second session of the Annual Meeting, {second_tuesday_of_march(t)}, as "
              f"declared by the Moderator, Steven Wiggin, and certified by {t.clerk}, Town Clerk. Absentee ballots are included."),
        ("h2", "Warrant articles"),
        ("table", [["Article", "Subject", "Yes", "No", "Result"],
                   ["2", "Zoning amendment", "803", "171", "Passed"],
                   ["3", "Operating budget", t.budget_yes, t.budget_no, "Failed"],
                   ["4", f"Lease, {t.lease_company}", t.lease_yes, t.lease_no, "Failed"],
                   ["5", "Highway truck", t.truck_yes, t.truck_no, "Passed"],
                   ["6", "Bridge reserve", "744", "203", "Passed"],
                   ["7", "Conservation Fund", "798", "188", "Passed"],
                   ["8", "Burying ground wall", "901", "97", "Passed"],
                   ["9", "Speed limit (petition)", "826", "154", "Passed"]]),
        ("h2", "What the results mean"),
        ("p", f"{s.budget_failed} The default budget of {t.default_budget} therefore stands for the year. The Select Board does not plan to call a special "
              "meeting."),
        ("p", f"{s.lease_failed} {s.no_lease} The company has been told, and has closed its file."),
        ("p", f"Article 5, the highway truck at {t.truck}, passed, {t.truck_yes} yes to {t.truck_no} no. The order has been placed; delivery may take a year."),
        ("p", "Article 9 is advisory. The Clerk has sent the result to the state."),
        ("h2", "Officers elected"),
        ("li", "Town Treasurer, for one year: Janet Fogg."),
        ("li", "Library Trustee: Susan Perreault."),
        ("li", "Trustee of the Trust Funds: Paul Chase."),
        ("li", "Cemetery Trustee: no candidate; write-ins scattered. The Select Board will appoint."),
        ("h2", "Recounts"),
        ("p", "An application for a recount had to be filed with the Clerk by the Friday after the vote. None was recieved. The ballots are sealed and are "
              "kept in the vault for the time that the law asks for."),
        ("p", "Thank you to the ballot clerks, the counters, the school custodians, and the Fire Auxiliary, who fed them all."),
        ("p", f"© Town of {t.town}. Town Clerk, 18 School Street. Tel. 795-0142. Web template W-9."),
    ])


def ordinance(t):
    return Paper("ordinance-14-landing-parking.docx", [
        ("h1", f"Town of {t.town} – Ordinance No. 14 – Overnight Parking at the Landing"),
        ("p", f"Adopted by the Select Board on June 4, {t.ordinance_year}, after a public hearing. Effective on adoption. Ordinance template O-1."),
        ("h2", "Section 1. Authority and purpose"),
        ("p", "This ordinance is adopted under the power given by state law to the governing body to regulate the use of public ways and Town property. "
              "Its purpose is to keep the parking area at the Landing open in the morning for people who launch boats, to let the Road Agent clear "
              "snow, and to prevent camping and littering."),
        ("h2", "Section 2. Definitions"),
        ("li", "\"Landing\" means the public boat ramp at the end of Shore Street with its gravel parking area and turn-around."),
        ("li", "\"Overnight\" means any time between 10:00 p.m. and 5:00 a.m."),
        ("li", "\"Vehicle\" means a motor vehicle, trailer, camper or boat on a trailer, whether or not it is attached to another."),
        ("h2", "Section 3. Prohibition"),
        ("p", "No person shall park a vehicle, or leave one standing, at the Landing overnight. The registered owner is presumed to be the person who "
              "parked it."),
        ("h2", "Section 4. Exceptions"),
        ("p", "This ordinance does not apply to emergency vehicles, to Town vehicles, or to persons who are ice fishing and have put a written note with "
              "their name and telephone number on the dashboard, between January 1 and the end of February. The Police Chief may give leave in writing for a "
              "fishing derby or other event."),
        ("h2", "Section 5. Penalties"),
        ("p", f"The fine for a first offense is {t.fine_old}. The fine for each further offense within a calendar year is {spare(t, 180)}. A vehicle that "
              "blocks the ramp may be towed at the expense of the owner without waiting for a second offense."),
        ("h2", "Section 6. Enforcement"),
        ("p", "The Police Department enforces this ordinance. Tickets may be paid by mail or at the police station. A person who wishes to contest a ticket "
              "shall say so in writing and will be given a date in the district court."),
        ("h2", "Section 7. Severability and repeal"),
        ("p", "If a part of this ordinance is found invalid the rest stays in effect. Any earlier vote or rule on the same subject is repealed, in particular "
              "the vote of the Select Board of 1994 on winter parking at the ramp. [Insert any other ordinance to be repealed.]"),
        ("p", f"Signs shall be posted at the entrance. A copy is filed with the Town Clerk of {t.town} and with the Police Chief."),
    ])


def amendment(t):
    return Paper("ordinance-14-amendment-1.pdf", [
        ("h1", f"Town of {t.town} – Amendment No. 1 to Ordinance No. 14"),
        ("h2", "Overnight Parking at the Landing: Penalties"),
        ("p", f"Adopted by the Select Board on May 20, {t.last_year}. Effective June 1, {t.last_year}. Public hearing held on the same evening; notice posted "
              "at the Town Office and at the Landing. Ordinance template O-2 (amendments)."),
        ("h2", "Section A. Reason for the amendment"),
        ("p", f"The fines in Ordinance No. 14 have not been changed since {t.ordinance_year}. The Police Department reported that campers from away treat the "
              "fine as the price of a campsite, and that the lot was full before dawn on most weekends of the summer before. Several residents spoke at the "
              "hearing, all in favor of higher fines, and one of them also asked for a gate."),
        ("h2", "Section B. Text"),
        ("p", f"Section 5 of Ordinance No. 14 is amended by striking out the fine of {t.fine_old} and the sentence that follows it, and putting instead:"),
        ("li", f"The fine for a first offense is {t.fine_new}."),
        ("li", f"The fine for a second offense within a calendar year is {t.fine_second}."),
        ("li", "For a third and each further offense the vehicle shall be towed, and the owner shall pay the tow and storage in addition to the fine for a "
               "second offense."),
        ("h2", "Section C. Remainder unchanged"),
        ("p", "In all other respects Ordinance No. 14 remains in full force. The definitions, the exceptions for ice fishing and for events, and the "
              "provisions on enforcement are not changed. The Road Agent shall put a decal with the new fines on the signs at the Landing."),
        ("p", f"Select Board, Town of {t.town}. A true copy, attest: {t.clerk}, Town Clerk."),
    ])


def hours_page(t):
    return Paper("library-and-transfer-station.html", [
        ("h1", f"Town of {t.town}: Library and Transfer Station"),
        ("p", "Home > Services > Hours. Two of the most asked-for pages, on one page since the web site was redone."),
        ("h2", "Public library"),
        ("p", f"Librarian: {t.librarian}. Address: 12 School Street, next to the Town Office. Tel. 795-0150."),
        ("table", [["Library day", "Library hours"],
                   ["Monday to Friday", t.library_weekday],
                   ["Saturday", t.library_saturday],
                   ["Sunday", "Closed"]]),
        ("p", f"On weekdays the library is open {t.library_weekday}; on Saturday it is open {t.library_saturday} and it is closed Sundays. The book drop "
              "by the ramp is never locked."),
        ("li", "A library card is free to anybody who lives, works or goes to school in Town. Bring something with your street address on it."),
        ("li", "Story time is on Tuesdays and needs no sign-up. The puppet theater is back."),
        ("li", "There are public computers, a scanner, and wireless that reaches to the bench outside."),
        ("li", "Museum passes may be reserved two weeks ahead by telephone."),
        ("li", f"The meeting room is booked through {mr(t.librarian)}. Groups of up to 30 people."),
        ("p", "Friends of the Library: the book sale takes place on the lawn at the beginning of summer. Donations of books in good condition are welcome, but "
              "no encyclopedias and no magazines, please."),
        ("h2", "Transfer station"),
        ("p", "Address: end of Pleasant Street, past the ball field. Tel. 795-0155. Attendants: Rick and Donna. "
              "A sticker is required on every vehicle; they are sold at the Town Office and not at the gate. See Policy 2-01 for all fees."),
        ("table", [["Transfer station day", "Transfer station hours"],
                   ["Wednesday", "noon to 6:00 p.m."],
                   ["Saturday", t.dump_saturday],
                   ["Sunday", "8:00 a.m. to noon"]]),
        ("p", f"Saturday hours of the transfer station are {t.dump_saturday} all year. The gate is shut ten minutes before the end so that the compactor "
              "can be run."),
        ("li", "Recycling is mandatory (Policy 4-02). Glass, cans, No. 1 and No. 2 plastic, paper and cardboard go in separate bins."),
        ("li", "Household hazardous waste is not taken. There is a regional collection day twice a year; see the calendar."),
        ("li", "The swap shed is open when a volunteer is there. No mattresses, no car seats, no televisions."),
        ("li", "Leaves and brush no thicker than your wrist may be left on the pile behind the shed, without plastic bags."),
        ("p", f"© Town of {t.town}. Web template W-4. Last updated by the Town Clerk's office in {t.year}."),
    ])


def sticker_mail(t):
    s = said(t)
    host = f"{t.town.lower()}-office.example"
    asked, answered = date(int(t.year), 1, 29), date(int(t.year), 1, 30)
    resident = f"{t.mail_writer.lower().replace(' ', '.')}@homemail.example"
    return Paper("re-transfer-station-sticker.eml", [
        ("h1", "RE: transfer station sticker"),
        ("p", f"Good morning {mr(t.mail_writer)},"),
        ("p", f"Thank you for asking before making the trip. What you heard is not right. The resident sticker for the first vehicle is {t.sticker}, and has "
              f"been since {t.fees_from}. It is in Policy 2-01, which I attach. The sticker is for the calendar year."),
        ("p", "For your daughter's car please bring that registration too. If it is registered at your address it counts as a further vehicle of the same "
              "household and goes at the lower price in the schedule."),
        ("p", "You can pay by check or card at my window until 4:00, or by mail with a copy of the registration and a stamped envelope. We do not sell them at "
              "the gate anymore."),
        ("p", f"{t.clerk}, Town Clerk, Town of {t.town}, 18 School Street, Tel. 795-0142"),
        ("p", "This message may be a public record and subject to disclosure on request. E-mail footer template E-1."),
        ("p", f"----- Original message ----- From: {t.mail_writer} <{resident}> Sent: {asked.strftime('%A')}, January 29, {t.year} 8:17 PM "
              f"To: Town Clerk <clerk@{host}> Subject: transfer station sticker"),
        ("p", f"Hello, {s.mail_claim}. Is that so? That seems like a big jump from what I paid the last time, and I could not find "
              "the price on the web site, the link goes to a page about parking."),
        ("p", "Also my daughter has moved back in with her car. Does she need one of her own or can she use mine? I would come in Thursday. My old one is so "
              "faded that the attendant could not read the year."),
        ("p", f"Thank you, {t.mail_writer}, Pleasant Street"),
    ], sender=f"{t.clerk} <clerk@{host}>", to=f"{t.mail_writer} <{resident}>", date=f"{answered.strftime('%a, %d %b %Y')} 09:06:00 -0500")


def papers(t):
    return [fee_schedule(t), old_fee_schedule(t), winter_minutes(t), spring_minutes(t), late_minutes(t), zoning_notices(t), zoning_appeal(t),
            declaration(t), tax_page(t), budget_page(t), warrant(t), results_page(t), ordinance(t), amendment(t), hours_page(t), sticker_mail(t)]


def article(t):
    injured, relative = mr(t.injured), mr(t.relative)
    return "\n\n".join([
        f"Visitor hurt on {t.town} {t.structure} that officials were told was failing",
        f"By {t.reporter}, Staff Writer",
        f"{t.town.upper()}, N.H. - A resident of {t.lake_town} was hurt here on {t.injury_day} when a {t.part} gave way on the town's {t.structure} at "
        f"{t.site}. {t.injured} was taken by ambulance to the hospital with a broken leg and came home after an operation, the family said.",
        f"\"You go out for an hour in the sun, and then you hear a crack,\" said {t.relative}, a cousin of {injured}, who was a few steps behind. "
        f"\"There was a sign that said to use it at your own risk, but a sign does not tell you that it is rotten,\" {relative} said.",
        f"Town records show that the select board had been warned. At a meeting in February, Building Inspector {t.inspector} told the board that the "
        f"{t.supports} were failing, and that no building permit had been issued for the {t.structure}, which volunteers put up in {t.built_year}. "
        f"The town's insurer, {t.insurer}, had written to ask that it be closed or repaired. A motion to close it did not carry. In April, with two "
        "quotes in hand, the board put off the repair and voted to put up signs instead.",
        f"Town Administrator {t.administrator} declined to comment, citing the advice of counsel. The three members of the board did not return calls.",
        f"{relative} said that the family has hired a lawyer. No claim has been filed with the town so far, according to the clerk's office.",
    ])


def marks(t):
    s = said(t)
    return {
        "warning": [s.warning],
        "insurer": [s.insurer],
        "close_failed": [s.close_failed],
        "tabled": [s.tabled],
        "no_permit": [s.permit_winter, s.permit_late],
        "closed": [s.closed],
        "engineer_against": [s.engineer],
        "signs_first": [s.signs_first],
        "signs_amended": [s.signs_change, s.signs_amended],
        "lights_failed": [s.lights],
        "matter_tabled": [s.matter_tabled],
        "spring_votes": [s.spring_minutes, s.tabled, s.signs_change, s.signs_amended, s.cruiser, s.matter_tabled, s.lights],
        "other_votes": [s.winter_minutes, s.close_failed, s.winter_policy, s.winter_grant, s.late_minutes, s.closed, s.engineer, s.late_parade],
        "warner_said": [s.warner],
        "drift_words": [s.drift_claim, s.drift_duty, s.drift_damages, s.drift_liable],
        "variance_granted": [s.granted],
        "exception_denied": [s.denied],
        "exception_why": [s.denied_why],
        "continued": [s.continued],
        "rent": [s.rent],
        "pet": [s.pet],
        "fence": [s.fence],
        "assessment": [s.assessment],
        "ac_pays": [s.ac_pays],
        "ac_trap": [s.ac_trap],
        "cause_school": [s.school],
        "cause_insurance": [s.insurance],
        "budget_failed": [s.budget_failed],
        "lease_failed": [s.lease_failed],
        "no_lease": [s.no_lease],
        "mail_claim": [s.mail_claim],
    }

"""A farming valley town whose clerk writes a monthly newsletter and keeps minutes as bullets under bold subjects, votes in parentheses at the line's end."""
from paper import Paper

MEN = set("Dale Keith Everett Howard Oskar Marcus Victor Silas Theodore Arlo Clyde Rupert Felix Walter Graham Ezra Amos Hugh Otto".split())
OFFICE = "Town Office, 14 Creamery Street, open Monday, Tuesday and Thursday mornings; telephone 899-0142"
MAY_DAYS = {"2024": ("May 4", "May 11", "May 27", "June 7"), "2025": ("May 3", "May 10", "May 26", "June 6")}
POLL_DAY = {"2024": "March 12, 2024", "2025": "March 11, 2025"}


def ms(name):
    """The person with Mr. or Ms., as the clerk writes after the first full naming."""
    return f"{'Mr.' if name.split()[0] in MEN else 'Ms.'} {name.split()[-1]}"


def he(name):
    return "he" if name.split()[0] in MEN else "she"


def his(name):
    return "his" if name.split()[0] in MEN else "her"


def vote(mover, second, yes, no):
    return f"(M/S {mover.split()[-1]}/{second.split()[-1]}; {yes} yes, {no} no)"


def slug(date):
    return date.replace(",", "").replace(" ", "-").lower()


def sum_of(*amounts):
    return sum(int(amount.strip("$").replace(",", "")) for amount in amounts)


def pieces(t):
    """The sentences and clauses that both the papers and the marks use."""
    a, b, c = t.chair, t.member2, t.member3
    la, lb, lc = t.chair_last, t.member2_last, t.member3_last
    return {
        # winter
        "w_minutes": f"Motion to accept the minutes of January 22 as written passed {vote(b, c, 3, 0)}",
        "warning": f"{ms(t.inspector)} warned the Board that the {t.supports} under the {t.structure} are rotted and failing",
        "warning_more": f"{he(t.inspector)} would not let a school class out on the {t.structure} the way it stands today",
        "permit": f"no building permit was ever asked for or issued when the {t.structure} was built in {t.built_year}",
        "permit_again": f"the permit book for {t.built_year} has no entry for the {t.structure} at all",
        "insurer": f"{t.insurer} asks the Town to close the {t.structure} or repair it within {t.insurer_days} of the letter",
        "close_failed": f"Motion to close the {t.structure} FAILED, {la} in favor, {lb} and {lc} opposed {vote(a, c, 1, 2)}",
        "w_posting": f"Motion to post the gravel roads with the milk truck exception passed {vote(c, b, 3, 0)}",
        "w_viewer": f"Motion to appoint Shirley Dunklee as fence viewer passed {vote(b, a, 3, 0)}",
        "w_sand": f"Motion to buy a further 120 yards of winter sand passed {vote(c, a, 3, 0)}",
        "w_adjourn": f"Motion to adjourn at 8:22 p.m. passed {vote(b, c, 3, 0)}",
        # April
        "s_minutes": f"Motion to accept the minutes of the last meeting, March 25, passed {vote(c, b, 3, 0)}",
        "tabled": f"Motion to table the repair until {t.repair_until} passed, {la} opposed {vote(b, c, 2, 1)}",
        "signs_first": f"Motion by {ms(b)} to put up {t.signs_moved} signs, \"Use at your own risk\"",
        "signs_amended": f"Amendment to {t.signs_voted} signs passed {vote(c, a, 3, 0)}",
        "signs_passed": f"Main motion as amended, {t.signs_voted} signs, passed {vote(b, c, 3, 0)}",
        "s_cruiser": f"Motion to buy the cruiser from {t.cruiser_dealer} for {t.cruiser} passed {vote(b, a, 3, 0)}",
        "matter_tabled": f"Motion to table the draft {t.tabled_matter} to {t.tabled_until} passed {vote(c, b, 3, 0)}",
        "lights_failed": f"Motion to accept the LED street light offer at {t.lights_offer} FAILED, {lb} and {lc} opposed {vote(a, b, 1, 2)}",
        "s_adjourn": f"Motion to adjourn at 9:04 p.m. passed {vote(c, a, 3, 0)}",
        "warner_said": f"{ms(t.warner)} said that the {t.structure} is not safe and that the {t.part} at the near end moves when you touch it",
        "warner_more": f"{he(t.warner)} has turned {his(t.warner)} own grandchildren back from it twice since the snow went",
        # after the injury
        "l_minutes": f"Motion to accept the minutes of July 29 with a date corrected passed {vote(b, c, 3, 0)}",
        "closed": f"Motion to close the {t.structure} at {t.site} to the public at once passed {vote(a, b, 3, 0)}",
        "engineer": f"Motion to hire {t.engineer} for {t.engineer_fee} passed, {lc} opposed {vote(a, b, 2, 1)}",
        "engineer_why": f"{ms(c)} voted no on the engineer",
        "l_street": f"Motion to keep cars off Creamery Street for the Harvest Supper passed {vote(c, b, 3, 0)}",
        "l_culvert": f"Motion to replace the Sugarhouse Lane culvert with the Town's own crew passed {vote(b, a, 3, 0)}",
        "l_adjourn": f"Motion to adjourn at 8:41 p.m. passed {vote(b, a, 3, 0)}",
        # zoning board
        "variance_granted": f"Case {t.case_variance}: the variance is GRANTED to {t.variance_owner}, with two conditions (4 yes, 1 no)",
        "exception_denied": f"Case {t.case_exception}: the special exception for {t.exception_use} is DENIED (0 yes, 5 no)",
        "why": "the added traffic on a one-lane gravel road without shoulders would be a hazard to school children and farm machinery",
        "why_noise": "the noise in the evening hours would carry across the open meadow to eleven houses",
        "drift_claim": f"{t.drift_neighbor} says that {ms(t.drift_owner)} was negligent in the care of the {t.drift_thing}",
        "drift_damages": f"{ms(t.drift_neighbor)} demands damages of {t.drift_sum} from {ms(t.drift_owner)}",
        "drift_board": "Who is liable between neighbors is not for this Board to decide, and the Board does not decide it",
        "drift_duty": "Whether there was a duty, and negligence in that duty, is a question for a court and not for a zoning board",
        "continued": f"Case {t.case_continued}: the hearing of {t.continued_owner} is CONTINUED to {t.continued_until}",
        # association
        "rent": f"No lease of a Unit shall be for a term of less than {t.rent_months}",
        "pet": f"one dog of at most {t.pet_pounds} may be kept in a Unit",
        "fence": f"No fence shall stand higher than {t.fence_height}, and none shall be put up without the Directors' written approval",
        "assessment": f"A special assessment over {t.assessment_limit} shall not be levied without a vote of the Owners",
        "ac_pays": "Each Owner shall maintain, repair and replace, at the Owner's own cost, the heating "
                   "and air-conditioning equipment that serves the Unit alone",
        "ac_trap": "A window air conditioner shall not face the drive, nor be run so as to disturb a neighbor at night",
        # money and the vote
        "cause_school": f"the school district's budget rose by {t.school_increase}",
        "cause_insurance": f"the cost of health insurance for the Town's employees rose by {t.insurance_percent}",
        "budget_failed": f"Article 2, the operating budget, was DEFEATED ({t.budget_yes} yes, {t.budget_no} no)",
        "lease_failed": f"Article 3, the lease with {t.lease_company}, FAILED ({t.lease_yes} yes, {t.lease_no} no)",
        "no_lease": f"No lease with {t.lease_company} was signed before the vote, and none will be signed after it",
        "mail_claim": f"I heard at the feed store that the transfer station sticker now costs {t.mail_wrong}",
    }


def information_sheet(t):
    domain = t.town.lower()
    return [
        ("h1", f"Town of {t.town} Information Sheet for {t.year}"),
        ("p", f"From the desk of {t.clerk}, Town Clerk. This sheet goes out with the January number of The Haywagon. Tack it inside a cupboard door and it "
              f"will save you a telephone call. Fees on this sheet are in force from {t.fees_from}; they take the place of every earlier schedule."),
        ("h2", "Where to find us"),
        ("p", f"{OFFICE}. The mail slot by the side door is emptied every weekday at eight. E-mail goes to clerk@{domain}.example and is answered in the "
              "order it comes, which in January means not the same day. Checks are made out to the Town; we have no card machine and do not want one."),
        ("h2", "Transfer station stickers"),
        ("p", "The transfer station on Intervale Road takes household trash only from vehicles with a sticker on the windshield. The sticker for the first "
              f"vehicle of a household is {t.sticker}. Each further vehicle of the same household needs its own sticker, at {t.second_sticker}. People who "
              f"own land here but live elsewhere buy the nonresident sticker at {t.nonresident_sticker}. Bring the registration, please. Stickers from last "
              "year are good through January 31, and after that the attendant will send you down the road to us, cheerfully."),
        ("h2", "Dogs"),
        ("p", "Every dog over four months old is licensed by April 30. Bring the rabies certificate. A working farm dog is a dog. A license got after May "
              "31 carries the State's late charge of $1.00 for each month or part of one."),
        ("h2", "The beach, the racks and the hall"),
        ("p", "Beach passes are hung from the mirror. Boat racks are given out by lot on the first Saturday in May among those who have put a card in the "
              "box; one rack a household. The Grange Hall is let to any resident for any decent purpose; the renter sweeps. Granges, 4-H, scouts and the "
              "Agricultural Commission have it free of charge."),
        ("h2", "Fees at a glance"),
        ("table", [["What it is for", f"Fee from {t.fees_from}"],
                   ["Transfer station sticker, first vehicle", t.sticker],
                   ["Transfer station sticker, each further vehicle, same household", t.second_sticker],
                   ["Transfer station sticker, nonresident", t.nonresident_sticker],
                   ["Refrigerator, freezer or other appliance with coolant", t.refrigerator],
                   ["Mattress or box frame, each", t.mattress],
                   ["Tire off the rim, up to 20 inch (tractor tires not taken)", "$3"],
                   ["Brush, leaves, clean straw", "no charge"],
                   ["Dog license, spayed or neutered", t.dog_altered],
                   ["Dog license, not spayed or neutered", t.dog_intact],
                   ["Beach pass, resident, season", t.beach_resident],
                   ["Beach pass, nonresident, season", t.beach_nonresident],
                   ["Boat rack, season", t.boat_rack],
                   ["Grange Hall rental, one day", t.hall_rental],
                   ["Copies of town papers, per page", t.copies],
                   ["Notary", "no charge"],
                   ["Burn permit (see the fire warden)", "no charge"]]),
        ("h2", "Odds and ends"),
        ("li", "Perambulation of the town lines is next due in two years; the fence viewers will take volunteers with good boots."),
        ("li", "Farm stands smaller than a hay wagon need no license. Keep the cash box where you can see it."),
        ("li", "Winter parking: no cars on the travelled way from midnight to six while the plows are out."),
        ("li", "Spreading of manure is allowed by right. We are a farming town; please do not call the Clerk about the smell."),
        ("p", f"Schedule voted by the Select Board at a public hearing on December 1, {t.last_year}. Attest: {t.clerk}, Town Clerk."),
    ]


def old_fees(t):
    return [
        ("h1", f"Town of {t.town}: Schedule of Fees"),
        ("p", f"Effective {t.old_fees_from}. Superseded by the schedule in force from {t.fees_from}; kept on file for the auditors."),
        ("p", "Adopted by the Select Board after a public hearing. The half dollars go to the landfill closure account until the State releases us."),
        ("h2", "Transfer station"),
        ("table", [["Item", "Fee"], ["First vehicle sticker", t.old_sticker], ["Second and further vehicle, same household", t.old_second_sticker],
                   ["Nonresident landowner", "$49.50"], ["Refrigerator or freezer", "$9.50"], ["Mattress", "$18.50"],
                   ["Tire", "$2.50"], ["Brush and leaves", "free"]]),
        ("h2", "Town Clerk"),
        ("table", [["Item", "Fee"], ["Dog, altered", "$5.50"], ["Dog, unaltered", "$8.50"],
                   ["Photocopies, each page", "$0.75"], ["Voter checklist, paper", "$2.50"]]),
        ("h2", "Recreation"),
        ("table", [["Item", "Fee"], ["Resident beach pass", "$13.50"], ["Nonresident beach pass", "$59.50"],
                   ["Boat rack", "$176.50"], ["Grange Hall, day", "$242.50"]]),
        ("p", "Lost stickers are replaced once without charge on a signed statement. No refunds after Memorial Day. Persons on the veterans' list pay no "
              "beach fee."),
        ("p", f"A true copy. {t.clerk}, Town Clerk. (Sheet 1 of 1)"),
    ]


def winter(t, s):
    return [
        ("h1", f"Town of {t.town} Select Board Minutes of {t.winter}"),
        ("p", f"Held upstairs at the {OFFICE.split(',')[0]}, 14 Creamery Street, 6:30 p.m. Draft until accepted. Votes stand in parentheses at the end of "
              "the line: who moved, who seconded (M/S), yes and no."),
        ("p", f"Present: {t.chair}, Chair; {t.member2}; {t.member3}; {t.administrator}, Town Administrator; {t.clerk}, Town Clerk (recording). Also "
              f"{t.inspector}, Building Inspector; Leon Batchelder, Road Agent; Philip Hazeltine, Agricultural Commission; and about fourteen residents, two "
              "by telephone. Absent: none."),
        ("h2", "Call to Order"),
        ("li", f"{ms(t.chair)} opened the meeting at 6:31 and led the Pledge. The Building Inspector was heard early so that {he(t.inspector)} could get "
               "home ahead of the ice."),
        ("li", "Manifests signed: payroll $27,118.43, vendors $61,904.17. Abatement recommendations were held for the assessor's note."),
        ("h2", "Minutes"),
        ("li", f"{s['w_minutes']}."),
        ("h2", f"{t.structure.capitalize()} at {t.site}"),
        ("li", f"{t.inspector} was asked in January to look at the {t.structure} at {t.site}, off {t.road}, after the Road Agent found it out of true. "
               f"{he(t.inspector).capitalize()} went out twice with a bar and a lamp, and left six photographs with the Clerk."),
        ("li", f"{s['warning']}. The fastenings have pulled, a hand bar goes in to the handle in several places, and it will not get better by itself."),
        ("li", f"Asked by {ms(t.member3)} how bad it is, the Inspector said that {s['warning_more']}."),
        ("li", f"{ms(t.inspector)} also said that {s['permit']}. The plan was a sketch and the work was done by volunteers with the best of intentions."),
        ("li", f"The Clerk went down to the vault during the discussion and confirmed that {s['permit_again']}."),
        ("li", "Correspondence: a letter came on February 1 from the Town's insurer, after its loss control man walked the Town's properties. "
               f"{s['insurer']}. The last paragraph adds that the carrier reserves its rights."),
        ("li", f"{t.administrator} recieved the letter, has acknowledged it, and will ask for quotes. Two builders have said they would look at the job when "
               "the snow is off."),
        ("li", f"{ms(t.chair)} said that the Board now has it in writing from two sides. {he(t.chair).capitalize()} moved to close the {t.structure} to the "
               f"public until it is repaired, with a chain and a notice; {ms(t.member3)} seconded for the sake of discussion."),
        ("li", f"{ms(t.member2)} said nobody goes there in February but the man who feeds the ducks, and that a chain would be in the river by Sunday. "
               f"{ms(t.member3)} would rather see prices first and act once."),
        ("li", f"{s['close_failed']}."),
        ("h2", "Mud Season and the Milk Trucks"),
        ("li", "Mr. Batchelder wants the six-ton limit up on the gravel roads by the first week of March. Last year North Meadow Road was lost for nine "
               "days and the school van went around."),
        ("li", "Norman Prouty, who milks ninety head on North Meadow Road, said that a cow does not know about mud season and that the milk truck has to "
               "come every other day or he pours it out."),
        ("li", "Doris Fifield, Sugarhouse Lane, said she is tired of ruts to her axles and of log trucks that travel at four in the morning. She has no "
               "quarrel with milk."),
        ("li", "Mr. Hazeltine said the Commission would ask the cooperative to send the short truck, half loaded, before seven while the ground is hard. "
               "Mr. Batchelder can live with that."),
        ("li", f"{s['w_posting']}. Log trucks by written leave of the Road Agent only."),
        ("h2", "Fence Viewer"),
        ("li", "There has been no third fence viewer since Wendell Tuckerman moved to his daughter's. One letter of interest was received; Ms. Dunklee "
               "keeps sheep and knows where the stone walls run."),
        ("li", f"{s['w_viewer']}. To be sworn by the Clerk."),
        ("h2", "Winter Sand"),
        ("li", "The pile is down to a third. The pit on the east side will load our own trucks at last year's price of $9.85 a yard; the state price is "
               "more and includes a week's wait."),
        ("li", f"{s['w_sand']}. From the highway line; no transfer needed."),
        ("h2", "Reports"),
        ("li", f"Fire: {t.fire_chief} sent word of four calls since New Year, one of them a chimney on Hayward Hill, one a heifer through the ice, which is "
               "fine. Hydrant at the creamery is dug out."),
        ("li", f"Police: {t.chief} reports 61 calls for service, eleven cars off the road in the last storm, no one hurt. The old cruiser is in the shop "
               "again."),
        ("li", "Clerk: the filing period is over; the ballot went to the printer. Absentee ballots are available after the proofs come back. Nomination "
               "papers are kept for public inspection."),
        ("li", "Administrator: the boiler man comes on a Thursday. The auditors' field work is done and they were plesant about it."),
        ("h2", "Public Comment"),
        ("li", "Carol Stickney asked if the light over the church crossing could be fixed before Lent. It could."),
        ("li", "A caller asked whether the Town buys hay. It does not, except a little for the construction mulch, and that is spoken for."),
        ("h2", "Next Meeting and Adjournment"),
        ("li", "The Board meets next after the ballot day work session; agenda closes at noon on the Thursday before. Agenda items go to the Administrator "
               "in writing."),
        ("li", f"{s['w_adjourn']}."),
        ("p", f"Respectfully submitted, {t.clerk}. Photographs and the insurer's letter are in the meeting folder. Page 3 of 3."),
    ]


def spring(t, s):
    return [
        ("h1", f"Town of {t.town} Select Board Minutes"),
        ("p", f"{t.spring}, 6:30 p.m., Grange Hall (the upstairs room was being painted). Posted at the Town Office, the library and the feed store. Votes "
              "in parentheses at line's end."),
        ("p", f"Present: {t.chair}, Chair; {t.member2}; {t.member3}. Staff: {t.administrator}, Town Administrator; {t.chief}, Police Chief; {t.fire_chief}, "
              f"Fire Chief; {t.clerk}, Town Clerk, taking the minutes. Public: 23 signed the sheet. Excused: Leon Batchelder, Road Agent, who was grading "
              "while the grading was good."),
        ("h2", "Opening"),
        ("li", f"{ms(t.chair)} called the meeting to order at 6:30. Pledge. A moment of silence for Wendell Tuckerman, fence viewer for forty-one years."),
        ("li", "The Chair reminded all that the public speaks under Public Comment, three minutes a head, and that the hall's side door must be kept clear."),
        ("li", f"{s['s_minutes']}."),
        ("h2", "Public Comment"),
        ("li", f"{t.warner}, who walks at {t.site} most mornings, spoke first. {s['warner_said']}."),
        ("li", f"{ms(t.warner)} added that {s['warner_more']}. {he(t.warner).capitalize()} asked the Board not to wait for somebody to get hurt. The Chair "
               f"thanked {'him' if t.warner.split()[0] in MEN else 'her'}."),
        ("li", f"{t.commenter} spoke about dust on Sugarhouse Lane: it is in the laundry and on the rhubarb already, and could the Town put down chloride "
               "before haying and not after. Referred to the Road Agent."),
        ("h2", f"{t.structure.capitalize()} at {t.site}, Repair"),
        ("li", f"The Administrator opened two quotes for the repair. {t.contractor_low}: {t.quote_low}, eight weeks from the order. {t.contractor_high}: "
               f"{t.quote_high}, which includes hauling the old timber away and a ten-year warranty."),
        ("li", f"{ms(t.administrator)} said that neither sum is in the budget that the Town has to live on this year, and that the Conservation Fund cannot "
               "be used for it without a hearing."),
        ("li", f"{ms(t.chair)} wished to sign with the lower bidder and take the money from the unassigned balance. There was no second."),
        ("li", f"{ms(t.member2)} thought a better price might be had after the haying, when the builders are hungry, and moved to table until the fall; "
               f"{ms(t.member3)} seconded."),
        ("li", f"{s['tabled']}."),
        ("li", f"{ms(t.chair)} asked that the record show {his(t.chair)} dissent and the date of the insurer's letter."),
        ("h2", "Signs"),
        ("li", f"{s['signs_first']}, and to set them along the approach from {t.road}. Seconded by {ms(t.member3)}."),
        ("li", f"{ms(t.member3)} then thought it too many, the place would look like a turnpike, and moved to amend to a lower number; {ms(t.chair)} "
               "seconded."),
        ("li", f"{s['signs_amended']}."),
        ("li", f"{s['signs_passed']}. The highway crew will letter them at the garage from stock on hand."),
        ("h2", "Police Cruiser"),
        ("li", f"Chief {t.chief_last} asked to replace the older cruiser, which has 141,000 miles on it and spent a good part of the winter on a lift. Three "
               "dealers were asked; two answered. The price includes the cage, lights and radio changeover."),
        ("li", f"{ms(t.member3)} asked if a used one would do. The Chief had looked; the used ones are other towns' problems."),
        ("li", f"{s['s_cruiser']}. From the capital reserve set up for it."),
        ("h2", f"Draft {t.tabled_matter.capitalize()}"),
        ("li", f"The Board went through the second draft of the {t.tabled_matter}. Philip Hazeltine asked how it would treat working farms; the draft is "
               "silent on that. Alice Prouty said that nobody had seen it before Friday."),
        ("li", f"The Administrator will put the draft on the web site and ask counsel about a farm exemption. {ms(t.member2)} asked for the definitions to "
               "be shorter."),
        ("li", f"{s['matter_tabled']}. No hearing is set as yet."),
        ("h2", "Street Lights"),
        ("li", "The utility's lighting arm offers to change all 38 of the Town's street lights to LED heads, with the rebate taken off beforehand. "
               f"{ms(t.chair)} was in favor: the present lamps are no longer made."),
        ("li", f"{ms(t.member2)} said the white ones shine in cows' eyes and in bedroom windows; {ms(t.member3)} would not spend it in a default budget year."),
        ("li", f"{s['lights_failed']}. The offer stands open through May and then lapses."),
        ("h2", "Reports"),
        ("li", f"Fire Chief {t.fire_chief_last}: nine calls in March, two of them grass fires started by persons burning without a permit on a windy day. "
               "Permits are free; the fine is not. The tanker passed its pump test. Two new members have finished Firefighter I."),
        ("li", f"Clerk {t.clerk_last}: dog tags are in, a good 160 dogs to go. The recount petition deadline went by with no petition. The vault is getting "
               f"a dehumidifier. Correspondence from the neighboring Town of {t.neighbor_town} about the mutual aid drill was placed on file."),
        ("li", "Agricultural Commission: the seed swap drew eighty people. The farm map is being redrawn; if your stand is not on it, say so. Rototiller "
               "loan list hangs in the hall."),
        ("li", "Administrator: the culvert grant application went in with a day to spare. The web site was down for two afternoons, seperate causes. The "
               "roof rake is found."),
        ("h2", "Other Business"),
        ("li", "Memorial Day: same line of march, same band, the firemen's breakfast before. The Scouts will put flags out on the Saturday."),
        ("li", "The Chair asked for names for the Old Home Day committee; the Clerk has a list, and on it so far is the Clerk."),
        ("h2", "Adjournment"),
        ("li", f"{s['s_adjourn']}."),
        ("p", f"Minutes by {t.clerk}, Town Clerk. Draft available five business days after the meeting, as the law wants. Town of {t.town}, page 4."),
    ]


def late(t, s):
    return [
        ("h1", f"Town of {t.town}: Select Board, {t.late}"),
        ("p", "Minutes. Grange Hall, 6:30 p.m. Votes are in parentheses at the end of the line: M/S is moved and seconded."),
        ("p", f"Present: {t.chair} (Chair), {t.member2}, {t.member3}. Also {t.administrator}, Administrator; {t.clerk}, Clerk; {t.inspector}, Building "
              f"Inspector; {t.fire_chief}, Fire Chief; Leon Batchelder, Road Agent; and the fullest hall since the school vote. Absent: none."),
        ("p", "**Opening**"),
        ("li", "Called to order 6:30. Pledge. The Chair asked people to leave the aisle clear and the windows open."),
        ("li", f"{s['l_minutes']}."),
        ("li", "Manifests: payroll $28,446.91, vendors $74,233.08. Signed without remark."),
        ("p", f"**{t.structure.capitalize()} at {t.site}**"),
        ("li", f"{ms(t.chair)} said that a visitor was hurt at the {t.structure} on {t.injury_day} and that everybody in the hall wished a good recovery. "
               f"{he(t.chair).capitalize()} would not go into how it happened."),
        ("li", f"{ms(t.administrator)} said that counsel and the insurer have been notified, that no claim has come to the Town so far, and that members "
               "were advised not to discuss the matter outside of the meeting. Letters are to be kept, and so are e-mails. Nothing is to be moved at the "
               "site before it has been photographed."),
        ("li", f"{t.inspector} had been out again and put tape across. {he(t.inspector).capitalize()} has the same opinion as in the winter, only more of it."),
        ("li", f"Chief {t.fire_chief_last} said the ambulance had to park at {t.road} and carry; a gate with a knox lock wide enough for the cot would be a "
               "help."),
        ("li", f"{s['closed']}. The Road Agent is to fence it off with panels in the morning and lock them."),
        ("li", "Earl Beede asked what was to become of the signs. They stay, said the Chair, since they are evidence now, or may be."),
        ("li", "Martha Colby asked why it took until August. There was applause. The Chair said that the minutes are public and "
               f"that {he(t.chair)} would let them speak for themselves."),
        ("p", "**Engineer**"),
        ("li", f"The Administrator had letters from three firms. {t.engineer} can begin within ten days and would give a written report on what can be kept, "
               f"with drawings fit to go to bid, for a fixed {t.engineer_fee}. The other two want hourly rates."),
        ("li", f"{ms(t.member2)} said that a repair without an engineer is no longer to be thought of. {ms(t.chair)} agreed; the money would come from the "
               "legal and contingency line."),
        ("li", f"{s['engineer']}."),
        ("li", f"{s['engineer_why']}: a good carpenter would tell the Town the same for the price of a lunch, and the whole thing ought to come out."),
        ("p", "**Sugarhouse Lane Culvert**"),
        ("li", "Mr. Batchelder showed a picture of the culvert by the Fifield place with a fox looking out of it. The bottom is gone. A plastic pipe, "
               "delivered, is $2,384.60; he has the stone. The grant for it was not awarded to us this round."),
        ("li", f"{s['l_culvert']}. The lane will be one way for about three days; the milk cooperative is told."),
        ("p", "**Harvest Supper**"),
        ("li", "The Grange asks for the use of Creamery Street from the church to the bridge on the last Saturday of September, three o'clock to nine, "
               "tables down the middle as always. Rain moves it indoors. Insurance certificate is on file."),
        ("li", "Jean Hazeltine, for the Grange, said there will be squash. Carol Stickney asked that the generator not be set under her window again, and "
               "it won't be."),
        ("li", f"{s['l_street']}. Detour by Intervale Road; the Police Chief to see to the cones."),
        ("p", "**Reports**"),
        ("li", "Road Agent: mowing is two thirds done. Second cut of roadside goes after the milkweed has set seed, at the request of the third grade."),
        ("li", f"Fire: {ms(t.fire_chief)} had sixteen calls in July, most of them lift assists, plus a baler fire on the north meadow that was put out with "
               "the farmer's own spray rig. Open burning is shut off until it rains in earnest."),
        ("li", f"Clerk: {ms(t.clerk)} reminds all that the checklist will be open before the fall vote. The Haywagon is a week late because its editor was "
               "busy with records requests, of which there were nine this month and most were for the same folder."),
        ("li", "Administrator: tax maps are back from the printer. The assessing firm will be in the north end with badges on; you need not let them in, "
               "but it's usually better."),
        ("li", "Agricultural Commission: drought forms for hay loss are at the feed store. The gleaners took eleven hundredweight of sweet corn to the "
               "pantry."),
        ("p", "**Public Comment**"),
        ("li", "Alice Prouty thanked the highway crew for the guard cable on Hayward Hill."),
        ("li", "Norman Prouty said that he had been against having anything built at that spot to begin with, and said so at the time, and sat down again."),
        ("li", "Peter Colby wanted to know if the Old Home Day money was counted. It is: the committee cleared $1,106.35, to go to the swing set."),
        ("p", "**Nonpublic Session**"),
        ("li", "None was held. The Board may need one at its next meeting to accomodate counsel."),
        ("p", "**Adjournment**"),
        ("li", f"{s['l_adjourn']}."),
        ("p", f"Taken down by {t.clerk}, Town Clerk. To be accepted at the next meeting. Corrections are written in the margin in ink, with initials."),
    ]


def zoning_one(t, s):
    return [
        ("h1", f"Town of {t.town} Zoning Board of Adjustment: Notices of Decision"),
        ("p", f"Hearings of September 24, {t.year}, Grange Hall, 7:00 p.m. Sitting: Roger Beede (chairman), Alice Prouty, Peter Colby, Carol Stickney, Jean "
              "Hazeltine. Alternate present, not sitting: Philip Hazeltine. Case numbers give the year, the folder and the letters of the abutters' list; "
              "the middle figure is not the month."),
        ("h2", f"Case {t.case_variance}, Variance"),
        ("p", f"Applicant: {t.variance_owner}, Intervale Road, Map 6 Lot 31, Rural Agricultural District. Request: a variance from Article IV, section 4.2, "
              f"to put up a hay and machinery shed with a side setback of {t.variance_feet} where 25 feet is required."),
        ("p", f"{ms(t.variance_owner)} explained that the lot narrows to a wedge behind the barn, that the only other level ground floods, and that the old "
              "shed went down under the snow. Two abutters wrote in favor. A third asked that the eaves not drain his way."),
        ("li", "The variance is not contrary to the public interest: sheds are what one sees in the district."),
        ("li", "The spirit of the ordinance is observed, since the fire lane remains open on the other side."),
        ("li", "Substantial justice is done; the loss to the applicant would outweigh any gain to the public."),
        ("li", "Values of surrounding properties are not diminished. No one offered evidence that they would be."),
        ("li", "Hardship: the wedge shape and the flood line are special conditions of this lot."),
        ("p", "Moved Prouty, seconded Stickney, to grant. Roll call: Beede yes, Prouty yes, Colby no, Stickney yes, Hazeltine yes. Mr. Colby thought the "
              "shed could be made smaller."),
        ("p", f"{s['variance_granted']}."),
        ("li", "Condition 1: gutters on the side toward the abutter, led to a stone drip trench on the applicant's own land."),
        ("li", "Condition 2: no livestock to be housed in the shed, and no lamp on the outer wall facing the line."),
        ("h2", f"Case {t.case_exception}, Special Exception"),
        ("p", f"Applicant: {t.exception_owner}, Sugarhouse Lane, Map 9 Lot 4. Request: a special exception under Article VII for {t.exception_use} on eleven "
              f"acres of former pasture. {ms(t.exception_owner)} spoke for the application with a plan and a letter from the bank."),
        ("p", "Eight abutters spoke, six against and two for. Doris Fifield said that she meets the school van, the milk truck and a hay tedder on that "
              "lane of a morning and that somebody has to back up every time. Norman Prouty said that the applicant is a good neighbor and that a person "
              "has to make a living."),
        ("p", f"The Board went through the tests of section 7.3. It finds that the use fails two of them: {s['why']}; and {s['why_noise']}. The applicant "
              "offered no traffic count and no plan to widen the lane, which is the Town's and not the applicant's to widen."),
        ("p", "Moved Stickney, seconded Colby, to deny. Roll call: Beede, Prouty, Colby, Stickney and Hazeltine all to deny; none to grant."),
        ("p", f"{s['exception_denied']}. The five votes were to deny, 5-0."),
        ("h2", "Rehearing"),
        ("p", "Any person directly affected may ask the Board in writing for a rehearing within the time given by statute, counted from the day after the "
              "vote. A variance not used within two years lapses. Building permits are applied for separately with the Building Inspector; this notice is "
              "not one."),
        ("p", f"Filed with the Town Clerk, {t.clerk}, on September 27, {t.year}. Roger Beede, Chairman. ZBA {t.town}, sheet 2 of 2."),
    ]


def zoning_two(t, s):
    return [
        ("h1", f"Zoning Board of Adjustment, Town of {t.town}"),
        ("p", f"Decision and Order, meeting of October 1, {t.year}. Sitting: Roger Beede, Alice Prouty, Peter Colby, Carol Stickney, and Philip Hazeltine in "
              "place of Jean Hazeltine."),
        ("h2", f"Case {t.case_drift}, Appeal from an Administrative Decision"),
        ("p", f"Appellant: {t.drift_owner}, North Meadow Road, Map 3 Lot 12. Abutter: {t.drift_neighbor}, Map 3 Lot 13, downhill. In June the Building "
              f"Inspector, {t.inspector}, ordered the appellant to rebuild or take out the {t.drift_thing}, because it lies nearer to the boundary than "
              f"section 5.3 allows. {ms(t.drift_owner)} appeals and asks that the order be set aside."),
        ("p", f"The abutter's letter was read into the record. It says that the {t.drift_thing} on the appellant's lot ruined the {t.drift_harmed} on the "
              f"lot below after the rains of May, and that nothing was done about it when it was first complained of. {s['drift_claim']}. "
              f"{s['drift_damages']}, and would like the Board to order the payment of that sum."),
        ("p", f"The appellant denies it. {ms(t.drift_owner)} said that the {t.drift_thing} was there before the section was written, that the May rains were "
              f"more than anybody could have planned for, and that the {t.drift_harmed} had its troubles before. Leon Batchelder, Road Agent, said that the "
              "ditch in the road was clear and running that week."),
        ("p", "Discussion. Ms. Stickney felt for both parties. Mr. Colby asked counsel's opinion by telephone; it was short."),
        ("li", f"{s['drift_board']}."),
        ("li", f"{s['drift_duty']}."),
        ("li", "The Board's work is only to say if the Inspector read section 5.3 rightly. It finds, by measure taken on the ground with both parties "
               "present, that the order was within the section, and that no proof of an earlier date was given."),
        ("p", f"Case {t.case_drift}: the appeal of {t.drift_owner} is DENIED and the Inspector's order stands (moved Prouty, seconded Hazeltine; 3 yes, 2 "
              "no). The Board awards nothing to anyone."),
        ("h2", f"Case {t.case_continued}, Special Exception for an Apartment"),
        ("p", f"Applicant: {t.continued_owner}, Hayward Hill, for an apartment over a detached garage. The plan has no septic approval on it and shows the "
              "driveway on the wrong side of the maple. The abutters' notice to one owner came back from the post office."),
        ("p", f"{s['continued']}, 7:00 p.m., same place, for the approval and a corrected plan; no further notice by mail will be given (moved Colby, "
              "seconded Stickney; 5 yes, 0 no)."),
        ("p", f"Filed October 4, {t.year}, with {t.clerk}, Town Clerk. The tape is kept until the minutes are accepted."),
    ]


def declaration(t, s):
    return [
        ("h1", f"Declaration of Condominium: {t.association}"),
        ("p", f"{t.association}, Intervale Road, {t.town}, New Hampshire. Made the fourth day of June 2006 by Mink River Farm Homes, Inc., as Declarant, and "
              f"recorded in the {t.county} County Registry of Deeds in Book 3127 at Page 97; restated with all amendments for the convenience of the Owners. "
              "In case of doubt the recorded instrument governs."),
        ("h2", "Article I. Purpose and Definitions"),
        ("p", "1.1 The Declarant submits the land, being the former lower hayfield and farmyard of the Colby place, with the buildings on it, to the "
              "Condominium Act, to be held, conveyed, mortgaged, leased and used subject to this Declaration, which runs with the land and binds all who "
              "take under it."),
        ("p", "1.2 In this Declaration \"Association\" means the association of all the Owners; \"Directors\" means the board chosen under Article III; "
              "\"Unit\" means a dwelling shown by number and letter on the Plan, bounded by the unfinished inner faces of its outer walls, the underside of "
              "its roof sheathing and the upper side of its slab; \"Owner\" means the holder of record of a Unit, but not one who holds only as security; "
              "and \"Common Area\" means all the rest, including roofs, drives, lawns, the tractor shed and the water system."),
        ("h2", "Article II. Units and Shares"),
        ("p", "2.1 The Units, their floor areas, and the share of each in the Common Area and its costs, as fixed by the Plan and not to be changed without "
              "the consent of each Owner whose share is changed, are these:"),
        ("table", [["Unit", "Square feet", "Share"], *([unit, feet, share] for unit, feet, share in t.units)]),
        ("p", "2.2 Floor area was measured by the surveyor and is for the fixing of shares only; it is no promise to a buyer. The share cannot be parted "
              "from the Unit."),
        ("h2", "Article III. The Association"),
        ("p", "3.1 The Owners meet each year on the second Sunday of October in the tractor shed, on notice of two weeks, to choose three Directors, to "
              "hear the accounts and to adopt the budget. Owners holding more than half of the shares are a quorum. An Owner in arrears may speak but not "
              "vote."),
        ("p", "3.2 The Directors keep the Common Area, engage help, keep the books open for inspection, and may make rules not in conflict with this "
              "Declaration. They serve without pay. They are not answerable for honest mistakes."),
        ("h2", "Article IV. Dues and Assessments"),
        ("p", "4.1 Dues are payable on the first day of each month in the proportion of the shares. They cover plowing, mowing, the water system, common "
              "insurance, outside paint and a reserve for the roofs."),
        ("p", f"4.2 Dues not received by the tenth day of the month bear a late fee of {t.association_late_fee} for that month, and after ninety days "
              "interest at one percent a month. The Association has a lien for what is owed, and may recover the cost of collecting it."),
        ("p", f"4.3 The Directors may levy a special assessment for an unforeseen cost. {s['assessment']}, two thirds of the shares being in favor, at a "
              "meeting called for that purpose."),
        ("p", "4.4 A buyer may ask for a statement of what is unpaid on the Unit, which the Treasurer gives within ten business days and which binds the "
              "Association."),
        ("h2", "Article V. Maintenance and Repair"),
        ("p", "5.1 The Association maintains the roofs, outer walls, drives, walks, drains, and the pipes and wires that serve more than one Unit."),
        ("p", f"5.2 {s['ac_pays']}, wherever it stands, including any part on a pad outside the wall. The same holds for the Unit's doors, window glass, "
              "screens, fixtures and inner finish."),
        ("p", "5.3 If an Owner, after a written request, lets a thing go so that it harms another Unit, the Directors may have it mended and charge the "
              "Owner."),
        ("p", "5.4 No Owner shall cut through a bearing wall, hang a hot tub from anything, or change the outside color. Antennas of the size protected by "
              "federal rule are permitted where they are least seen."),
        ("h2", "Article VI. Use of the Units"),
        ("p", "6.1 Units are for dwelling only. An office at home that brings neither customers nor trucks is dwelling."),
        ("p", f"6.2 {s['rent']}, and every lease shall be in writing, of the whole Unit, with a copy to the Directors before the tenant moves in. The tenant "
              "keeps the rules like an Owner, and the Owner answers for the tenant. No Unit is to be offered by the night or the week."),
        ("p", f"6.3 Animals. {s['pet'][0].upper()}{s['pet'][1:]}, or two cats in place of the dog. No poultry, notwithstanding the history of the place. "
              "Dogs are on a lead on the Common Area and are picked up after. The Directors may send away an animal that bites or that barks by the hour, "
              "upon hearing its Owner."),
        ("p", f"6.4 Fences. {s['fence']}. Fences are of wood, left to weather, and set at least a mower's width inside the limited area of the Unit."),
        ("p", f"6.5 Windows and cooling. {s['ac_trap']}. Such machines come out by Columbus Day. Curtains show white or natural to the outside."),
        ("p", "6.6 Quiet is kept from ten at night to seven in the morning, except that haying on the neighboring fields, which may go on late by lights, "
              "is not a nuisance and was here before us."),
        ("p", "6.7 Parking. Two spaces go with each Unit. Guests park by the shed. No camper, boat, or unregistered vehicle stands in the drive for more "
              "than a weekend. In snow, cars are moved when the horn is blown."),
        ("p", "6.8 Grills stand on stone, away from the siding. No open fires. No fireworks of any class."),
        ("h2", "Article VII. Insurance"),
        ("p", "7.1 The Association insures the buildings for full replacement and carries liability cover of not less than one million dollars for each "
              "occurrence. The deductible is a common cost, unless one Owner's neglect caused the loss."),
        ("p", "7.2 Each Owner insures the contents, the improvements and personal liability, and shows the Treasurer a certificate every January."),
        ("h2", "Article VIII. Amendment and General"),
        ("p", "8.1 This Declaration may be amended by a writing signed by Owners of two thirds of the shares and recorded. No amendment takes from a lender "
              "a right it holds without its consent."),
        ("p", "8.2 If a clause is found void, the rest stands. Failure to enforce a rule once is no waiver of it. Notices go by mail to the Unit or to the "
              "address that the Owner last gave."),
        ("p", "8.3 After a fire or other loss the buildings are rebuilt, unless Owners of four fifths of the shares vote otherwise inside of ninety days. "
              "The money is held by a bank as trustee."),
        ("p", f"Executed by the Declarant; restated and certified by the Secretary of {t.association}. The seal is a hay rake. Page 6 of 6."),
    ]


def tax_page(t, s):
    rates = [[name, getattr(t, f"{part}_rate_before"), getattr(t, f"{part}_rate")] for name, part in
             (("Municipal", "municipal"), ("County", "county"), ("Local school", "local_school"), ("State school", "state_school"), ("Total", "total"))]
    return [
        ("h1", f"Town of {t.town}: Your {t.year} Tax Bill"),
        ("p", f"Posted by the Tax Collector, November 1, {t.year}. The State has set the rate, and the second bills are in the mail. Rates are for each "
              "thousand dollars of assessed value."),
        ("table", [["Part of the rate", t.last_year, t.year], *rates]),
        ("h2", "Why it went up"),
        ("p", f"People ask, and they have a right to. The first cause is the school: {s['cause_school']}, and most of that comes to the towns by the pupil. "
              f"The second is nearer home: {s['cause_insurance']}, a thing that the default budget does not stop, because it is a contract. The overlay and "
              "the veterans' credits moved only a little. The roads, the fire trucks and the police are about where they were."),
        ("h2", "When to pay"),
        ("p", f"The second bill is due {t.bill_due}. After that day interest runs at 8 percent a year until paid. The postmark counts. Cash is taken at the "
              "window, never through the slot."),
        ("p", "The first bill, due in July, was an estimate made from half of last year's rate. The second bill takes the new rate for the whole year and "
              "subtracts what was billed in July, which is why it looks the larger."),
        ("h2", "If you think the assessment is wrong"),
        ("li", "Ask for the property card first; half of all complaints are settled by a barn that fell down and was never taken off the card."),
        ("li", "Abatement forms are filed with the Select Board by March 1. Filing does not put off the due date."),
        ("li", "Land in current use stays in current use unless it changes; see the assessor before you sell a house lot off a field."),
        ("li", "Elderly, blind and disabled exemptions, and the veterans' credit, are applied for by the middle of April. Bring the discharge paper."),
        ("p", f"Tax Collector, {OFFICE}. A drop-in hour with the assessor is held on the last Wednesday of the month at the library, by the big table."),
    ]


def budget_page(t):
    own = [["Town office and elections", "$301,882", "$312,415"], ["Assessing and tax collection", "$91,407", "$94,836"],
           ["Transfer station", "$182,641", "$188,267"],
           ["Welfare and health agencies", "$39,018", "$41,377"], ["Cemeteries, parks and the beach", "$58,733", "$61,379"]]
    four = [[name, getattr(t, f"{part}_before"), getattr(t, f"{part}_proposed")] for name, part in
            (("Police", "police"), ("Highway", "highway"), ("Library", "library"), ("Fire", "fire"))]
    total_before = sum_of(t.default_budget) - 18_337
    rest_before = total_before - sum_of(*(row[1] for row in own + four))
    rest_now = sum_of(t.operating_budget) - sum_of(*(row[2] for row in own + four))
    return [
        ("h1", f"Town of {t.town}: Proposed Budget for {t.year}"),
        ("p", f"Prepared by {t.administrator}, Town Administrator, with the Budget Committee (Earl Beede, chairman). Columns show what was voted for "
              f"{t.last_year} and what is asked for {t.year}."),
        ("table", [["Department", f"{t.last_year} voted", f"{t.year} proposed"], *four, *own,
                   ["Insurance, debt service, wastewater plant and all other", f"${rest_before:,}", f"${rest_now:,}"],
                   ["Operating budget, total", f"${total_before:,}", t.operating_budget]]),
        ("h2", "Notes by the line"),
        ("li", f"Police: the department asks {t.police_proposed}, against {t.police_before} the year before. The difference is one part-time officer made "
               "full time, and fuel."),
        ("li", "Highway: asphalt is dearer, and so is salt. Mr. Batchelder has cut one seasonal mower and means to keep the grader one more year."),
        ("li", "Library: the trustees ask for a second evening's staffing and for the children's room stove. Books are about level."),
        ("li", "Fire: turnout coats have a date sewn in them, and eleven of ours are past it. Call pay goes up to match the towns about us."),
        ("li", "The last line moves with the bond payments on the wastewater plant and with what the health insurance trust asks."),
        ("h2", "If the budget does not pass"),
        ("p", f"Should the voters turn down the proposed operating budget, the Town runs on the default budget of {t.default_budget}, which is last year's "
              "with one-time items taken out and contracts put in. No second vote is held unless the Select Board calls a special meeting for it. The "
              "default is not a cut of any one department; the Board decides where it falls."),
        ("p", "The Committee held nine meetings, all but one of them with pie. Its votes on each line are in its own minutes. Copies of the full book, 41 "
              "pages, are at the Town Office, the library, and the counter of the feed store."),
        ("p", "Revenue: motor vehicle registrations are the largest part of it after taxes; the timber and gravel taxes and the rooms and meals share "
              "follow. The surplus used to lower the rate is decided in October, when the State sends its form."),
    ]


def warrant(t):
    return [
        ("h1", f"Town of {t.town}: Warrant for the {t.year} Annual Town Meeting"),
        ("p", f"To the inhabitants of the Town of {t.town}, in the County of {t.county} and the State of New Hampshire, qualified to vote in town affairs: "
              "you are hereby notified that the first session, for explanation, discussion and amendment of the articles, is held in the Grange Hall on the "
              "first Saturday of February at nine in the forenoon, the Grange serving dinner."),
        ("p", "The second session, to choose officers and vote by official ballot on the articles as amended, is held at the Grange Hall on Tuesday, "
              f"{POLL_DAY[t.year]}. Polls are open from 8 o'clock in the morning until 7 in the evening."),
        ("h2", "Article 1. Officers"),
        ("p", "To choose all necessary town officers for the year ensuing: one Select Board member, a Moderator, a Trustee of Trust Funds, two Library "
              "Trustees, a Supervisor of the Checklist, and a hog reeve, the last by custom from the couples married within the year."),
        ("h2", "Article 2. Operating Budget"),
        ("p", f"Shall the Town of {t.town} raise and appropriate as an operating budget, not including appropriations by special warrant articles and other "
              "appropriations voted separately, the amounts set forth on the budget posted with the warrant or as amended by vote of the first session, for "
              f"the purposes set forth therein, totaling {t.operating_budget}? Should this article be defeated, the default budget shall be "
              f"{t.default_budget}, which is the same as last year, with certain adjustments required by previous action of the Town or by law; or the "
              "governing body may hold one special meeting to take up the issue of a revised operating budget only. Majority vote required."),
        ("p", "The Budget Committee recommends this article (6 yes, 3 no). The Select Board recommends it (2 yes, 1 no)."),
        ("h2", "Article 3. Lease"),
        ("p", f"Shall the Town authorize the Select Board to enter into a lease with {t.lease_company} of {t.lease_place} for {t.lease_use}, for a term of "
              f"twenty years, at a rent of {t.lease_rent} a year, upon such other terms as the Select Board deems to be in the Town's interest? Majority "
              "vote required."),
        ("p", "The rent would go to the general fund. A copy of the form of lease is at the Town Office. The Select Board makes no recommendation."),
        ("h2", "Article 4. Highway Truck"),
        ("p", f"Shall the Town raise and appropriate the sum of {t.truck} to purchase a six-wheel highway truck with plow, wing and sander, the 2006 truck "
              "to be traded or sold? This is a special article. Majority vote required. Recommended by the Budget Committee (9 yes, 0 no)."),
        ("h2", "Article 5. Bridge Reserve"),
        ("p", "Shall the Town raise and appropriate the sum of $75,000 to be added to the Bridge Capital Reserve Fund established in 1998? Recommended by "
              "the Select Board (3 yes, 0 no)."),
        ("h2", "Article 6. Farmland Easements"),
        ("p", "Shall the Town vote to place up to $100,000 a year of the land use change tax in the conservation fund, to help buy easements on working "
              "farmland along the Mink River?"),
        ("h2", "Article 7. Agencies"),
        ("p", "Shall the Town raise and appropriate the sum of $2,650 for the visiting nurses and the valley food pantry? By petition of twenty-five voters."),
        ("h2", "Article 8. Hay Scales"),
        ("p", "Shall the Town accept from the heirs of the last creamery man the old hay scales on Creamery Street, as a gift, to be kept as a monument and "
              "not used for weighing?"),
        ("h2", "Article 9. Other Business"),
        ("p", "To transact any other business that may legally come before the meeting."),
        ("p", f"Given under our hands and seal in January of the year {t.year}: {t.chair}, {t.member2}, {t.member3}, Select Board. A true copy, attest: "
              f"{t.clerk}, Town Clerk. Posted at the Grange Hall, the Town Office and the post office. Warrant, page 3 of 3."),
    ]


def results(t, s):
    return [
        ("h1", f"Town of {t.town}: Results of the Ballot of {POLL_DAY[t.year]}"),
        ("p", f"Read at the Grange Hall at 9:50 in the evening by the Moderator, Martha Colby, and set down by {t.clerk}, Town Clerk. The counts are in "
              "parentheses at the end of each line. The snow held off, and the 4-H sold out of doughnuts before noon."),
        ("h2", "Officers"),
        ("li", "Moderator: Martha Colby. Library Trustees: Jean Hazeltine and Alice Prouty. Trustee of Trust Funds: Philip Hazeltine, by write-in. Hog "
               "reeve: the young Beedes."),
        ("li", f"Select Board, three years: {t.member2}, without opposition."),
        ("h2", "Articles"),
        ("li", f"{s['budget_failed']}. The default budget of {t.default_budget} stands."),
        ("li", f"{s['lease_failed']}."),
        ("li", f"Article 4, the highway truck, PASSED ({t.truck_yes} yes, {t.truck_no} no)"),
        ("li", "Article 5, the bridge reserve, PASSED (704 yes, 131 no)"),
        ("li", "Article 6, farmland easements, PASSED (731 yes, 118 no)"),
        ("li", "Article 7, agencies, PASSED (752 yes, 97 no)"),
        ("li", "Article 8, the hay scales, PASSED (796 yes, 44 no)"),
        ("h2", "What comes of it"),
        ("p", f"Several have asked about {t.lease_place}. {s['no_lease']}; the company has been told so by letter, and the form of lease has been put away "
              "in the file."),
        ("p", "The Select Board will meet with the department heads to fit the year into the default budget. No special meeting is planned. The truck takes "
              "the better part of a year to come."),
        ("p", f"Sworn in on the Saturday after the vote. A recount may be asked for by the Friday. Attest: {t.clerk}."),
    ]


def ordinance(t):
    return [
        ("h1", f"Town of {t.town}: Ordinance on Overnight Parking at the Landing"),
        ("p", f"Adopted by the Select Board in the year {t.ordinance_year}, after a hearing on June 8 of that year, under the statute that lets towns "
              "regulate the use of their public ways and lots."),
        ("h2", "Section 1. Purpose"),
        ("p", "The landing on the Mink River is for launching boats, for watering stock by old right, and for turning hay wagons. Cars left there all night "
              "are in the way of the farmers at first light and invite campfires, broken bottles and sleepers. This ordinance keeps it clear."),
        ("h2", "Section 2. Where and when"),
        ("p", "No person shall leave a vehicle or trailer at the landing, or within a hundred paces of it along the approach, between ten o'clock at night "
              "and five in the morning, at any time of the year."),
        ("h2", "Section 3. Exceptions"),
        ("li", "Farm tractors and wagons of persons cutting the river fields, while the work is going on."),
        ("li", "Fire, police, highway and rescue vehicles, and the ice-out watchers on the night of the contest."),
        ("li", "A person with a note from the Police Chief, shown behind the glass, for one night at a time."),
        ("h2", "Section 4. Penalties"),
        ("p", f"For the first offense a fine of {t.fine_old}; for each further offense in the same calendar year a fine of $180. The registered owner "
              "answers for the vehicle. A vehicle left for a second night may be towed at the cost of its owner."),
        ("h2", "Section 5. Notice"),
        ("p", "The Road Agent keeps a sign at the head of the approach, large enough to be read from a moving car. Want of a sign on a given night, by "
              "theft or weather, is no defense for one who has been told before."),
        ("h2", "Section 6. Effect"),
        ("p", f"In force upon posting in two public places. If part is held invalid the rest remains. Amended since; see the amendment of {t.last_year} for "
              "the fines now charged."),
        ("p", "A true copy from Book of Ordinances 2, leaf 40."),
    ]


def amendment(t):
    return [
        ("h1", f"Town of {t.town}: Amendment to the Landing Parking Ordinance"),
        ("p", f"Adopted {t.last_year} by the Select Board. This amends the ordinance of {t.ordinance_year} on overnight parking at the landing."),
        ("p", "Whereas the old fines have come to be cheaper than a campsite, and on one Saturday last summer nineteen vehicles with racks on them were "
              "counted at sunrise, and a hay crew lost half a morning:"),
        ("p", "Section 4 is struck out, and in its place is put the following:"),
        ("li", f"Section 4(a). First offense: the fine is now {t.fine_new}."),
        ("li", f"Section 4(b). Second offense in the same calendar year: the fine is {t.fine_second}."),
        ("li", "Section 4(c). Third and later offenses: towed without further notice, besides the fine for a second offense."),
        ("li", "Section 4(d). Fines are paid to the Town Clerk within ten business days or answered in court."),
        ("p", "All other sections stay as they are, the exceptions for farm machinery among them. Takes effect on posting. The Road Agent will paint over "
              "the old figures on the sign."),
        ("p", f"Signed by the Select Board. Recorded by {t.clerk}, Town Clerk, leaf 57, on September 27, {t.last_year}."),
    ]


def newsletter(t):
    drawing, supper, memorial, market = MAY_DAYS[t.year]
    return [
        ("h1", f"The Haywagon: News from the Town Clerk of {t.town}, May {t.year}"),
        ("p", f"Dear neighbors, the peepers are out, the grader has been by, and {t.clerk} is at the keyboard again with the May number. Thank you for the "
              "pie plate; it is on the counter and may be fetched. Copy for June is wanted by the twentieth."),
        ("h2", "At the Library"),
        ("p", f"{t.librarian}, our librarian, writes that the seed drawer is full, the puzzles are sorted, and the new large-print shelf is the busiest in "
              "the house. Here are the hours, since the card on the door has faded:"),
        ("table", [["Library", "Hours"], ["Monday through Friday", t.library_weekday], ["Saturday", t.library_saturday], ["Sunday", "closed Sundays"]]),
        ("li", "Story hour is Wednesdays at half past three; lambs may attend if held."),
        ("li", "The Friends' plant sale is on the lawn the Saturday before Memorial Day. Label your tomatoes."),
        ("li", "Library telephone 899-0168. Interlibrary loans come on the Thursday van."),
        ("h2", "Transfer Station"),
        ("table", [["Transfer station, Intervale Road", "Hours"], ["Saturday", t.dump_saturday],
                   ["Wednesday", "noon to 5 p.m."], ["Other days", "gate locked"]]),
        ("p", "Glass goes in the bunker, not with the plastic. Baler twine is not recyclable, no matter what your cousin says; tie it up and bring it for "
              "the twine drive at the Grange. The swap shed has been swept, and there are two good chairs in it."),
        ("h2", "Dogs, Once More"),
        ("p", "The licensing day was April 30. If yours is the brown one that meets me at the mailbox on Hayward Hill, you have not been in. Fees are on "
              "the Information Sheet that came with the January number."),
        ("h2", "Roads"),
        ("p", "The weight limits come off when Mr. Batchelder says so, and not before. Chloride goes down on Sugarhouse Lane, North Meadow Road and the "
              "upper end of Hayward Hill, weather permitting. Please pull mailboxes back from the mower's reach."),
        ("h2", "From the Select Board"),
        ("p", "Minutes are at the office and on the web site. I will not retell them here, as I was told last time that I have a tone."),
        ("h2", "Farm and Field"),
        ("p", "The farmers' market opens on the church lawn the first Friday in June, three to six. The Agricultural Commission has soil test kits at cost. "
              "Asparagus supper at the Grange (see the calendar), two sittings, grown-ups $13.75 and children what they weigh in pennies, or so Jean Hazeltine "
              "says."),
        ("h2", "Calendar"),
        ("li", f"{drawing}: boat rack drawing, beach parking lot, ten o'clock."),
        ("li", f"{supper}: asparagus supper."),
        ("li", f"{memorial}: Memorial Day, line up at the creamery at nine; wreath in the river from the iron bridge."),
        ("li", f"{market}: first market."),
        ("p", f"The Haywagon is printed on the office copier and carried by hand to eleven counters. {OFFICE}."),
    ]


def mail_thread(t, s):
    return [
        ("h1", "Re: What is a sticker now?"),
        ("p", f"Dear {ms(t.mail_writer)},"),
        ("p", f"No, that is not right, whoever said so. The sticker for the first vehicle is {t.sticker} for {t.year}, and it's on the Information Sheet "
              "that went out with the January Haywagon. I have one here for you if the dog has had yours."),
        ("p", "Bring the registration and a check. You may also send it by mail with a stamped envelope, and I'll put the sticker in it. I am in Monday, "
              "Tuesday and Thursday mornings, and this week on Friday too, on account of the ballot proofs."),
        ("p", f"With good wishes, {t.clerk}, Town Clerk, Town of {t.town}"),
        ("p", f"On January 9, {t.year}, {t.mail_writer} wrote:"),
        ("p", f"> Hello, it's {t.mail_writer} from the yellow house on North Meadow Road. {s['mail_claim']}, and I about dropped my layer mash. Is this so? "
              "My truck is fourteen years old and I take up one bag a week, and that mostly cat litter."),
        ("p", "> If it is, I would like to know who voted for it, and when. Also is the swap shed open in the winter. Thank you and regards to your mother."),
        ("p", f"> {t.mail_writer}"),
    ]


def papers(t):
    s, domain = pieces(t), f"{t.town.lower()}.example"
    return [
        Paper(f"information-sheet-{t.year}.docx", information_sheet(t)),
        Paper("fee-schedule-superseded.txt", old_fees(t)),
        Paper(f"sb-minutes-{slug(t.winter)}.docx", winter(t, s)),
        Paper(f"sb-minutes-{slug(t.spring)}.pdf", spring(t, s)),
        Paper(f"sb-minutes-{slug(t.late)}.md", late(t, s)),
        Paper("zba-notices-september.pdf", zoning_one(t, s)),
        Paper("zba-order-october.txt", zoning_two(t, s)),
        Paper(f"{t.association.lower().replace(' ', '-')}-declaration.pdf", declaration(t, s)),
        Paper(f"tax-bill-{t.year}.html", tax_page(t, s)),
        Paper(f"budget-{t.year}.md", budget_page(t)),
        Paper(f"warrant-{t.year}.pdf", warrant(t)),
        Paper(f"ballot-results-{t.year}.txt", results(t, s)),
        Paper("landing-parking-ordinance.txt", ordinance(t)),
        Paper("landing-parking-amendment.docx", amendment(t)),
        Paper(f"haywagon-may-{t.year}.html", newsletter(t)),
        Paper("re-sticker.eml", mail_thread(t, s), f"{t.clerk} <clerk@{domain}>", f"{t.mail_writer} <{t.mail_writer_last.lower()}@post.example>",
              f"10 Jan {t.year} 09:26:00 -0500"),
    ]


def article(t):
    paragraphs = (
        "THE MINK RIVER SENTINEL",
        f"{t.lake_town} visitor hurt as {t.structure} gives way in {t.town}",
        f"By {t.reporter}",
        f"{t.town.upper()}, July 30 - {t.injured} of {t.lake_town} was badly hurt on {t.injury_day} on the {t.structure} at {t.site} when a {t.part} gave "
        f"way. A farmer who was cutting hay not far off heard the shout and called for help, and the ambulance crew had to carry the cot out to {t.road}.",
        f"\"We came over for an ice cream and a look at the water, and now there are two operations to get through,\" said {t.relative}, a cousin. "
        "\"Somebody knew about this and let people walk out there.\"",
        f"The Town had been told. According to the minutes of the winter, building inspector {t.inspector} warned the Select Board that the {t.supports} "
        f"were failing, and the Town's insurer, {t.insurer}, asked that the {t.structure} be closed or repaired within {t.insurer_days}. The same minutes "
        f"say that no building permit was ever issued for the {t.structure}, which was built in {t.built_year}. In April the board put off the repair and "
        "voted for signs that say \"Use at your own risk\" instead.",
        f"Town Administrator {t.administrator} declined to comment and referred questions to the Town's attorney. {t.chair}, who chairs the Select Board, "
        "said only that the matter would be taken up in August.",
        f"The family has hired a lawyer, {t.relative} said. No claim had been filed with the Town as of Monday.",
    )
    return "\n\n".join(paragraphs) + "\n"


def marks(t):
    s = pieces(t)
    pick = lambda *keys: [s[key] for key in keys]
    return {
        "warning": pick("warning", "warning_more"),
        "insurer": pick("insurer"),
        "close_failed": pick("close_failed"),
        "tabled": pick("tabled"),
        "no_permit": pick("permit", "permit_again"),
        "closed": pick("closed"),
        "engineer_against": pick("engineer", "engineer_why"),
        "signs_first": pick("signs_first"),
        "signs_amended": pick("signs_amended", "signs_passed"),
        "lights_failed": pick("lights_failed"),
        "matter_tabled": pick("matter_tabled"),
        "spring_votes": pick("s_minutes", "tabled", "signs_amended", "signs_passed", "s_cruiser", "matter_tabled", "lights_failed", "s_adjourn"),
        "other_votes": pick("w_minutes", "close_failed", "w_posting", "w_viewer", "w_sand", "w_adjourn",
                            "l_minutes", "closed", "engineer", "l_street", "l_culvert", "l_adjourn"),
        "warner_said": pick("warner_said", "warner_more"),
        "drift_words": pick("drift_claim", "drift_damages", "drift_board", "drift_duty"),
        "variance_granted": pick("variance_granted"),
        "exception_denied": pick("exception_denied"),
        "exception_why": pick("why", "why_noise"),
        "continued": pick("continued"),
        "rent": pick("rent"),
        "pet": [s["pet"][1:]],
        "fence": pick("fence"),
        "assessment": pick("assessment"),
        "ac_pays": pick("ac_pays"),
        "ac_trap": pick("ac_trap"),
        "cause_school": pick("cause_school"),
        "cause_insurance": pick("cause_insurance"),
        "budget_failed": pick("budget_failed"),
        "lease_failed": pick("lease_failed"),
        "no_lease": pick("no_lease"),
        "mail_claim": pick("mail_claim"),
    }

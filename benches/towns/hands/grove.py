"""A college town with many volunteer boards: long draft minutes of who said what, a warrant in old statutory English, and fees as an administrator's memo."""
from paper import Paper

WOMEN = set("Ruth Anne Lorraine Joan Denise Paula Corinne Elaine Noreen Beth Gwen Judith Hannah Maeve Ingrid Sonia Lydia Colleen Renata Priscilla Vera".split())


def p(*parts):
    return ("p", " ".join(parts))


def li(*parts):
    return ("li", " ".join(parts))


def h1(text):
    return ("h1", text)


def h2(text):
    return ("h2", text)


def styled(name):
    first, last = name.split(" ", 1)
    return f"{'Ms.' if first in WOMEN else 'Mr.'} {last}"


def pronoun(name):
    return "she" if name.split()[0] in WOMEN else "he"


def footer(t, what):
    return p(f"Town of {t.town}, Town Hall, 22 Chapel Street, {t.town}, New Hampshire. Telephone 738-4100. {what}")


def town_meeting_day(t):
    return {"2024": "twelfth", "2025": "eleventh"}[t.year], {"2024": f"March 12, {t.year}", "2025": f"March 11, {t.year}"}[t.year]


def wordings(t):
    """Every sentence or clause that stands both in a paper and among the marks."""
    chair, second, third = styled(t.chair), styled(t.member2), styled(t.member3)
    owner, neighbor = styled(t.drift_owner), styled(t.drift_neighbor)
    three_none, two_one, one_two = (f"on a vote of {counts}" for counts in
                                    ("three in favor and none against", "two in favor and one against", "one in favor and two against"))
    return {
        # Winter.
        "warning": f"the {t.supports} of the {t.structure} are rotten and failing and will not safely carry a crowd for another season",
        "insurer": f"asks that the Town close or repair the {t.structure} within {t.insurer_days}",
        "no_permit": f"no building permit was ever issued or even asked for when the {t.structure} was built in {t.built_year}",
        "close_failed": f"{chair}'s motion to close the {t.structure} failed {one_two}",
        "winter_consent": f"The winter consent agenda passed {three_none}",
        "gift": f"The motion to accept the College's gift passed {three_none}",
        "crosswalk": f"The motion to add the crosswalk on College Street passed {two_one}",
        # Spring.
        "spring_consent": f"The consent agenda, less item (d), passed {three_none}",
        "minutes": f"The motion to accept the minutes of the last meeting passed {three_none}",
        "tabled": f"The motion to table the repair until {t.repair_until} passed {two_one}",
        "signs_first": f"moved to put up {t.signs_moved} signs reading \"Use at your own risk\"",
        "signs_change": f"asked to amend the motion to {t.signs_voted} signs",
        "signs_amended": f"The motion as amended, for {t.signs_voted} signs, passed {two_one}",
        "cruiser": f"The motion to buy the cruiser from {t.cruiser_dealer} passed {three_none}",
        "matter_tabled": f"The motion to table the draft {t.tabled_matter} to {t.tabled_until} passed {three_none}",
        "lights_failed": f"The motion to take the offer of {t.lights_offer} for LED street lights failed {one_two}",
        "warner_said": f"the {t.structure} is not safe and that the {t.part} moves when you put your weight on it",
        # Late summer.
        "closed": f"The motion to close the {t.structure} to the public, effective at once, passed {three_none}",
        "engineer": f"The motion to hire {t.engineer} passed {two_one}",
        "engineer_against": f"{third} voted against hiring the engineer",
        "no_permit_late": f"a search of the files turned up no building permit for the {t.structure}",
        "june": f"The motion to accept the minutes of June 24 passed {three_none}",
        "letter": f"The motion to sign the letter of support passed {three_none}",
        # Zoning board.
        "variance_granted": f"The motion to grant the variance to {t.variance_owner} passed on a vote of four in favor and one against",
        "exception_denied": f"The special exception for {t.exception_use} was denied on a vote of five to deny and none to grant",
        "exception_why": "the noise and the added traffic on a narrow gravel road would harm the houses near by",
        "continued": f"the hearing of {t.continued_owner} was continued to {t.continued_until}",
        "drift_claim": f"{neighbor} told the Board that {owner} is liable for the ruin of the {t.drift_harmed} and owes damages of {t.drift_sum}",
        "drift_negligence": f"{owner} answered that there was no negligence and that the {t.drift_thing} was put in by a competent contractor",
        "drift_duty": "a landowner has a duty not to let what is done on one lot spoil the next",
        "drift_not_ours": "Who is liable between neighbors, and for what damages, is not for this Board to decide",
        # The association.
        "rent": f"No Unit shall be leased for a term of less than {t.rent_months}",
        "pet": f"An Owner may keep in the Unit a dog weighing at most {t.pet_pounds}",
        "fence": f"No fence shall be higher than {t.fence_height}, and none shall be put up without the written approval of the Directors",
        "assessment": f"A special assessment of more than {t.assessment_limit} shall not be levied without the vote of a majority of the Owners",
        "ac_pays": "shall maintain, repair and replace, at the Owner's own cost, the heating and air-conditioning equipment which serves that Unit alone",
        "ac_trap": "Window air conditioners shall not be seen from the street nor be run so as to annoy a neighbor after ten in the evening",
        # Taxes.
        "cause_school": f"the school district's budget rose by {t.school_increase}",
        "cause_insurance": f"the cost of the Town's employee health insurance rose by {t.insurance_percent}",
        # Town meeting.
        "budget_failed": f"Article 3, the operating budget: FAILED, Yes {t.budget_yes}, No {t.budget_no}",
        "lease_failed": f"Article 5, the lease to {t.lease_company}: FAILED, Yes {t.lease_yes}, No {t.lease_no}",
        "no_lease": f"The Town has signed no lease with {t.lease_company} and will sign none",
        # Mail.
        "mail_claim": f"I heard in line at the co-op that the sticker for the transfer station costs {t.mail_wrong} now",
    }


def winter(t, w):
    chair, second, third = styled(t.chair), styled(t.member2), styled(t.member3)
    inspector, administrator = styled(t.inspector), styled(t.administrator)
    return [
        h1(f"Town of {t.town} Select Board"),
        p(f"DRAFT MINUTES of the meeting of {t.winter}, 7:00 p.m., Wain Room, Town Hall, 22 Chapel Street. These minutes are in draft form and are not",
          "official until accepted by the Board."),
        p(f"Present: {t.chair}, Chair; {t.member2}; {t.member3}; {t.administrator}, Town Administrator. Also present: {t.inspector}, Building Inspector;",
          "Barnaby Croft, Highway Superintendent; Priya Raman, Penhallow College; Cora Lindqvist and Emmett Sorrel of the Bicycle and Pedestrian",
          "Committee; Jun Takeda of the student newspaper; Letitia Moncrieff, recording secretary; and about a dozen members of the public. The meeting",
          "was filmed by Channel 8 volunteers."),
        h2("1. Call to Order and Review of the Agenda"),
        p(f"{chair} called the meeting to order at 7:02 p.m. and read the opening statement on public conduct. {second} asked that the crosswalk be taken",
          "up before the parks matter because the people from the College had a class to get to. There was no objection and the order was changed."),
        h2("2. Consent Agenda"),
        p("The consent agenda held (a) the minutes of January 22, (b) the payroll and vendor manifests, (c) a raffle permit for the Friends of the",
          "Commons, (d) the appointment of Marguerite Pell as an alternate to the Tree Board, and (e) an abatement recomended by the assessor for a lot",
          f"counted twice. Nobody asked that an item be removed. {third} moved the consent agenda and {second} seconded. {w['winter_consent']}."),
        h2("3. Public Comment"),
        p("Leopold Ashby of Brickyard Lane said that the sidewalk plow comes by at five in the morning, then the street plow comes by at half past five",
          "and fills the sidewalk in again, and that he has written to the Town about it every winter since he retired. Mr. Croft said that he has one",
          "sidewalk machine and one operator for it, but that he would try turning the order around for the rest of the season and see whether the",
          "complaints stop or just move to another street."),
        p("Ms. Lindqvist reminded the Board that the Bicycle and Pedestrian Committee has two vacancies and that the Heritage Commission has one.",
          f"{administrator} said that the volunteer form is on the web site and that the Town now has twenty-three committees, most of which are looking",
          "for someone."),
        h2("4. Crosswalk, College Street"),
        p("Mr. Sorrel presented the committee's count: over a week of classes more than nine hundred people a day cross College Street in the middle of",
          "the block between the library steps and the gymnasium, and hardly any of them walk to the corner. Ms. Raman said that the College had watched a",
          f"near miss in November and would pay for the flashing beacons if the Town would paint the lines and keep them painted. {third} wondered whether",
          "a crosswalk where people already cross only makes drivers crosser. Mr. Takeda said that students will go on crossing there, painted or not. Mr.",
          "Croft said that paint in February is not possible but that May is. Ms. Lindqvist said that the committee voted unanimously to support it."),
        p(f"{chair} moved to add a crosswalk on College Street at the place shown on the committee's sketch, to be painted when the weather allows, with",
          f"the beacons at the College's expense. {second} seconded. {w['crosswalk']}, {third} voting against."),
        h2("5. Gift from Penhallow College"),
        p("Ms. Raman said that the trustees of the College had voted the Town a gift of $12,437 toward the purchase of turnout gear, in place of taxes",
          f"that the College does not owe but feels some embarassment about. {second} thanked the College and said that the sum was odd. Ms. Raman said",
          f"that it was what the calculation came to. {second} moved to accept the gift under RSA 31:95-b and {third} seconded. {w['gift']}."),
        h2(f"6. The {t.structure} at {t.site}"),
        p(f"{t.inspector}, the Building Inspector, reported on a visit to the {t.structure} at {t.site}, off {t.road}, made in January at the request of",
          f"the Parks and Open Space Committee. {inspector} said that {w['warning']}. {inspector} handed out photographs and said that the handrail is",
          "loose at one end, that most of the fastenings have rusted through, and that untreated hemlock had been used where it stays wet. In answer to a",
          f"question from {chair}, {inspector} said that the file on it is empty, and that {w['no_permit']} by student volunteers and the Parks and Open",
          "Space Committee. Nobody had thought it needed one, as it was on Town land and everyone was so pleased with it."),
        p(f"{administrator} then read aloud a letter of January 19 from the Town's insurer, {t.insurer}. The letter refers to the insurer's own",
          f"walk-through last fall, and {w['insurer']} and write back to say which it has done. {administrator} said that a letter of this kind is not a",
          "threat to drop the Town but that it goes in the file, and that the Town would not be able to say afterward that it had not been told."),
        p(f"{chair} said that the Board now has a warning from its own inspector and one from its insurer and that it ought not to need a third. {second}",
          f"said that half the town uses the {t.structure}, that the new-student orientation starts from there, that nobody has been hurt on it, and that",
          f"in {second}'s experience what is closed in this town for a month stays closed for a decade. {third} said that the Board should get prices for a",
          f"repair before it does anything to upset people. {inspector} said that a price does not hold anything up."),
        p(f"Dorcas Wain, who said she was speaking for herself and not for the Zoning Board, asked whether rope and a notice would do for now. {inspector}",
          "said that people step over rope. Mr. Ashby said that his grandchildren go there and that he had assumed somebody was looking after it.",
          f"{administrator} said that bids could be had by April."),
        p(f"{chair} moved to close the {t.structure} at {t.site} to the public until it is repaired. {second} seconded so that it could be discussed. There",
          f"was no further discussion. {w['close_failed']}, {second} and {third} voting against. {administrator} was asked to get quotes for a repair and",
          "to answer the insurer."),
        h2("7. Reports and Other Business"),
        p(f"{administrator} reported that the Town report has gone to the printer and that the deliberative session was the best attended since the year of",
          f"the parking garage. Mr. Croft reported that the salt shed is a third full. {second} reported that the Energy Committee is working on street",
          "lights and will have something for the Board in the spring."),
        p("The Chair declared the meeting adjourned at 9:11 p.m. Respectfully submitted, Letitia Moncrieff, recording secretary."),
        footer(t, "Draft minutes are posted within five business days as the right-to-know law requires."),
    ]


def spring(t, w):
    chair, second, third = styled(t.chair), styled(t.member2), styled(t.member3)
    inspector, administrator, clerk = styled(t.inspector), styled(t.administrator), styled(t.clerk)
    return [
        h1(f"Town of {t.town} Select Board"),
        p(f"DRAFT MINUTES of the meeting of {t.spring}, 7:00 p.m., Wain Room, Town Hall, 22 Chapel Street. These minutes are in draft form and are not",
          "official until accepted by the Board."),
        p(f"Present: {t.chair}, Chair; {t.member2}; {t.member3}; {t.administrator}, Town Administrator. Also present: {t.chief}, Police Chief;",
          f"{t.fire_chief}, Fire Chief; {t.clerk}, Town Clerk; {t.inspector}, Building Inspector; Bram Eddowes, Energy Committee; {t.warner};",
          f"{t.commenter}; Letitia Moncrieff, recording secretary; and some thirty members of the public."),
        h2("1. Call to Order and Review of the Agenda"),
        p(f"{chair} called the meeting to order at 7:00 p.m. and said that speakers would be held to three minutes."),
        h2("2. Consent Agenda"),
        p("The consent agenda held (a) the manifests, (b) a road race permit for the College's spring run, (c) the annual contract for the cemetery mowing",
          f"with the same firm as last year, and (d) a block party on Prospect Street. {third} asked that (d) be removed because the applicant had not",
          f"talked to the neighbors, and it was put over. {second} moved the rest and {third} seconded. {w['spring_consent']}."),
        h2("3. Minutes"),
        p(f"{third} asked that the word \"irate\" on the second page be changed to \"concerned.\" With that change {second} moved to accept the minutes and",
          f"{third} seconded. {w['minutes']}."),
        h2("4. Public Comment"),
        p(f"{t.warner} said that {w['warner_said']}. {styled(t.warner)} goes to {t.site} most mornings and has begun to warn off people with small",
          f"children. {styled(t.warner)} asked who will answer for it if somebody is hurt, and said that the Board had been told in February by people who",
          f"know. {chair} said that the matter was on the agenda as item 6."),
        p(f"{t.commenter} spoke about Japanese knotweed along Observatory Hill Road, and said that mowing it only spreads it and that the Conservation",
          f"Commission has a list of people willing to dig. {chair} asked {administrator} to put {styled(t.commenter)} in touch with the Highway",
          "Superintendent before the roadside mower goes out."),
        h2("5. Reports"),
        p(f"Fire Chief {t.fire_chief} reported twenty-nine calls in March, of which eleven were burnt popcorn in the dormitories. The department has two",
          f"new call members, both graduate students. Chief {t.fire_chief_last} reminded everybody that a burning permit is needed on bare ground."),
        p(f"{t.clerk}, Town Clerk, reported that dog licenses are due by the end of April, that some two hundred are still out, and that the new voting",
          f"booths have arrived. {clerk} thanked the volunteers who counted with the Clerk's office at town meeting until nearly midnight."),
        h2(f"6. Repair of the {t.structure} at {t.site}"),
        p(f"{administrator} reported that two quotes had been recieved for the repair of the {t.structure}. {t.contractor_low} quoted {t.quote_low} for the",
          f"repair. {t.contractor_high} quoted {t.quote_high} and would start a month sooner. Both would replace the {t.supports} and all of the",
          f"fastenings. {administrator} said that neither sum is in the default budget, which is what the Town is living on this year, and that it would",
          "have to come out of the parks line and the contingency together."),
        p(f"{chair} said that the work should be done before the summer and that the money can be found, as it always is for things that are wanted.",
          f"{second} said that spending the contingency in April would be imprudent, that the college outing club might do it for the price of lumber, and",
          f"that nothing would be lost by waiting for the fall figures. {inspector} said from the back of the room that nothing about the place had got",
          f"better since February. {third} said that the Board had two quotes that do not agree and ought to understand why."),
        p(f"{second} moved to table the repair until {t.repair_until}. {third} seconded. {chair} said that putting it off is a decision too, and that the",
          f"minutes should show it. {w['tabled']}, {chair} voting against."),
        p(f"{second} then {w['signs_first']} on the paths to the {t.structure}. {third} seconded, but said that so many would look ugly in a place that",
          f"people go to for the view, and {w['signs_change']}. {second} accepted the amendment as a friendly one. {chair} said that a sign does not hold",
          f"anybody up. {w['signs_amended']}, {chair} voting against."),
        h2("7. Police Cruiser"),
        p(f"{t.chief}, Police Chief, asked for a new cruiser to replace the older of the marked cars, which has run 131,000 miles and was in the shop for",
          f"most of March. The department wrote to every dealer in the county and two answered. Chief {t.chief_last} recommended {t.cruiser_dealer}, whose",
          f"price for the cruiser, with lights and cage, is {t.cruiser}. The other dealer could not deliver this year. {third} asked about a hybrid. Chief",
          f"{t.chief_last} said that the hybrid has a waiting list. The money is in the capital reserve voted for it. {chair} moved to buy the cruiser from",
          f"{t.cruiser_dealer} for {t.cruiser} and {third} seconded. {w['cruiser']}."),
        h2(f"8. Draft {t.tabled_matter}"),
        p(f"The Board took up the draft {t.tabled_matter} prepared by the Ordinance Review Committee. {second} asked who would enforce it on a Saturday",
          f"night. Chief {t.chief_last} said that it would fall to the police, like everything else. {third} said that the definitions on the first page do",
          "not match those on the fourth. A resident of Elm Street said that it was too strict.",
          f"{administrator} suggested that Town counsel read it over the summer. {chair} moved to table the draft and {second} seconded.",
          f"{w['matter_tabled']}."),
        h2("9. Street Lights"),
        p("Mr. Eddowes presented for the Energy Committee an offer from the electric company's contractor to change all of the street lights to LED for",
          f"{t.lights_offer}, and said that the saving on the electric bill would pay it back well within the decade. {chair} said that the last thing that",
          f"paid for itself was still being paid for. {second} said that the astronomy faculty had written with concerns about the color of the light.",
          f"{third} said that the offer lapses at the end of the month and that it is as good a one as the Town will see. {third} moved to accept the offer",
          f"and {second} seconded so that it could come to a vote. {w['lights_failed']}, {third} voting in favor."),
        h2("10. Other Business and Adjournment"),
        p(f"{administrator} noted that the Town beach will need a second lifeguard and that the person who did it last year has graduated. The Volunteer",
          "Appreciation Supper is set for June 1 in the parish hall. The Chair declared",
          "the meeting adjourned at 9:48 p.m."),
        p("Respectfully submitted, Letitia Moncrieff, recording secretary."),
        footer(t, "Draft minutes are posted within five business days as the right-to-know law requires."),
    ]


def late(t, w):
    chair, second, third = styled(t.chair), styled(t.member2), styled(t.member3)
    inspector, administrator = styled(t.inspector), styled(t.administrator)
    return [
        h1(f"Town of {t.town} Select Board"),
        p(f"DRAFT MINUTES of the meeting of {t.late}, 6:30 p.m., moved to the gymnasium of the Community Center, 9 School Street, for want of room. These",
          "minutes are in draft form and are not official until accepted by the Board."),
        p(f"Present: {t.chair}, Chair; {t.member2}; {t.member3}; {t.administrator}, Town Administrator. Also present: {t.inspector}, Building Inspector;",
          f"{t.chief}, Police Chief; Barnaby Croft, Highway Superintendent; Priya Raman, Penhallow College; Cora Lindqvist; Leopold Ashby; Jun Takeda; two",
          "members of the press; Letitia Moncrieff, recording secretary; and some ninety members of the public."),
        h2("1. Call to Order"),
        p(f"{chair} called the meeting to order at 6:34 p.m. and asked for a moment of quiet for the person who was hurt at {t.site}. {chair} said that the",
          f"Board does not by custom meet in July, and that in {chair}'s opinion it should have done so this July. The Chair asked that speakers not say",
          "anything about the injured person's health, which is a private matter."),
        h2("2. Minutes"),
        p(f"{second} moved to accept the minutes of the last regular meeting, with the spelling of Ms. Lindqvist's name put right, and {third} seconded.",
          f"{w['june']}."),
        h2(f"3. The {t.structure} at {t.site}"),
        p(f"{administrator} read a prepared statement. On {t.injury_day} a visitor from {t.lake_town} was hurt on the {t.structure}. The Town is sorry for",
          f"it. The Town's insurer, {t.insurer}, has been notified, and on the advice of counsel {administrator} would take no questions about how it",
          f"occured or who is at fault. Since that day there have been a saw-horse and yellow tape across the approach off {t.road}, which Mr. Croft's crew",
          "put there without waiting to be asked."),
        p(f"Mr. Croft said that the tape has been torn down twice and that people step around the saw-horse. Chief {t.chief_last} said that an officer goes",
          f"by every evening, but that without a vote of the Board there is nothing to enforce. {inspector} said that the report of last winter is still",
          f"the report, and that {w['no_permit_late']}. Ms. Raman said that the College has told its orientation leaders to go elsewhere."),
        p("Mr. Ashby asked why it took an injury. Ms. Lindqvist said that the volunteers who built it had meant well and that it was hard to sit in the",
          f"room. A student asked whether the signs were ever meant to do any good. {second} said that the vote in the spring was taken in good faith on",
          f"what the Board had before it, and that {second} would not say more than that. {chair} said that the repair itself stands tabled by that vote",
          "and is not before the Board this evening; what is before the Board is the closing."),
        p(f"{chair} moved to close the {t.structure} to the public, effective at once, with a fence and locked gate to be put up by the Highway Department.",
          f"{second} seconded. {third} asked how long. {chair} said until the Board votes otherwise. {w['closed']}."),
        h2("4. Structural Engineer"),
        p(f"{administrator} recommended that before any money is spent on lumber an engineer should examine the {t.structure} and say whether it is worth",
          f"repairing. {t.engineer} has offered to examine it, take samples, and report in writing for a fee of {t.engineer_fee}, with drawings extra.",
          f"{third} said that the Town already has an inspector who told the Board what was wrong, and that paying somebody to tell it again is how a small",
          f"sum becomes a large one. {second} said that the insurer will want a stamped report. {inspector} said that there would be no hurt feelings."),
        p(f"{second} moved to hire {t.engineer} for {t.engineer_fee} to examine the {t.structure} and report, the fee to come from the contingency. {chair}",
          f"seconded. {w['engineer']}. {w['engineer_against']}; the Chair and {second} voted in favor."),
        h2("5. Letter of Support, Stormwater Grant"),
        p("Ms. Raman asked for the Board's signature on a letter in support of the College's application for a state grant of $96,115 to rebuild the",
          "drains below the athletic fields, which overflow on to Elm Street whenever there is a real rain. The Conservation Commission, the Tree Board",
          "and the Sustainability Committee have each signed, after each asking for a different comma. Mr. Croft said that the Highway Department is in",
          f"favor, because it is the one that pumps the street. No Town money is asked for. {third} moved to sign the letter and {second} seconded.",
          f"{w['letter']}."),
        h2("6. Public Comment"),
        p("A resident of Brickyard Lane asked that the Town publish a list of everything it owns that people can stand on. There was applause. Mr. Takeda",
          "asked for copies of the photographs shown in February and was told to put the request in writing. A resident of Prospect Street spoke about",
          "parties. Another resident of Prospect Street said that the first should try living over one. Ms. Lindqvist said that the crosswalk on College",
          "Street is painted, that it works, and that she wanted one pleasant thing in the minutes."),
        h2("7. Reports and Adjournment"),
        p(f"Mr. Croft reported that paving on Observatory Hill Road is finished and was $2,318 under the estimate. {administrator} reported that the fall",
          "tax bills depend on the state setting the rate, and that the school figures are not encouraging. The Finance Committee is looking for a member",
          "who likes spreadsheets. The Chair declared the meeting adjourned at 8:57 p.m."),
        p("Respectfully submitted, Letitia Moncrieff, recording secretary."),
        footer(t, "Draft minutes are posted within five business days as the right-to-know law requires."),
    ]


def fee_memo(t):
    rows = [["Item", "Basis", "Fee"],
            ["Transfer station sticker, first vehicle", "resident, per year", t.sticker],
            ["Transfer station sticker, each further vehicle", "same household, per year", t.second_sticker],
            ["Transfer station sticker, nonresident", "property owner living elsewhere, per year", t.nonresident_sticker],
            ["Refrigerator or freezer", "each", t.refrigerator],
            ["Mattress or box spring", "each", t.mattress],
            ["Car tire, off the rim", "each", "$3.50"],
            ["Television or monitor", "each", "$22.50"],
            ["Dog license, spayed or neutered", "per year", t.dog_altered],
            ["Dog license, not spayed or neutered", "per year", t.dog_intact],
            ["Beach pass, resident", "household, per season", t.beach_resident],
            ["Beach pass, nonresident", "household, per season", t.beach_nonresident],
            ["Boat rack at the landing", "one space, per season", t.boat_rack],
            ["Hall rental, Community Center", "per day, private event", t.hall_rental],
            ["Hall rental, cleaning deposit", "returned if clean", "$405"],
            ["Photocopies", "per page", t.copies],
            ["Plan sheets, large format", "per sheet", "$3.75"],
            ["Cemetery lot, resident", "single grave", "$850"]]
    return [
        h1(f"Town of {t.town}: Memorandum"),
        p("TO: All departments, boards and committees; posted for the public at Town Hall, the library and the transfer station"),
        p(f"FROM: {t.administrator}, Town Administrator"),
        p(f"DATE: December 27, {t.last_year}"),
        p(f"RE: Fees in force from {t.fees_from}"),
        p("The Select Board, after a public hearing at which eleven people spoke and a subcommittee of the Finance Committee brought a chart, has adopted",
          f"the fees in Attachment A. They take effect on {t.fees_from}. They replace in full the schedule of {t.old_fees_from}, which is no longer to be",
          "used at any window for any purpose. Please take the old one down, including the copy taped inside the cupboard at the transfer station."),
        h2("What has changed"),
        p("The transfer station stickers had not changed for some time while the cost of hauling had. The Recycling and Solid Waste Committee asked for",
          "three things: that the second car in a household should go on paying a good deal less than the first, that owners who live elsewhere should pay",
          "closer to what their trash costs us, and that anything with refrigerant in it or with springs in it should pay its own way. The Board has",
          "agreed to all three."),
        p("Students who live in the dormitories are served by the College's own hauler and do not need a sticker. Students who rent in town are residents",
          "for this purpose and may show a lease in place of a car registration."),
        h2("How to pay"),
        li("Stickers, dog licenses, beach passes and boat racks: Town Clerk, Town Hall, weekdays 8 to 4, by check, cash or card. The card company adds its",
           "own charge."),
        li("Bulky items: pay the attendant at the transfer station, exact change if you can. No attendant may waive a fee or invent one."),
        li("Hall rental: Recreation office, at the Community Center, 9 School Street. Town committees do not pay. There are a good many of them, so please",
           "book early."),
        li("Vital records and motor vehicle fees are set by the state and are not in the attachment."),
        p(f"Questions to this office, 738-4100, or to {t.clerk}, Town Clerk, 738-4104."),
        h2(f"Attachment A. Schedule of fees, Town of {t.town}, in force from {t.fees_from}"),
        ("table", rows),
        p("Fees are per calendar year unless the middle column says otherwise. A sticker lost in a sold car is replaced free if the scraps are brought in."),
        footer(t, "Page 2 of 2."),
    ]


def old_fee_memo(t):
    then = str(int(t.year) - 4)
    rows = [["Item", "Basis", "Fee"],
            ["Transfer station sticker, first vehicle", "resident, per year", t.old_sticker],
            ["Transfer station sticker, each further vehicle", "same household, per year", t.old_second_sticker],
            ["Transfer station sticker, nonresident", "property owner living elsewhere", "$44.50"],
            ["Refrigerator or freezer", "each", "$8.50"],
            ["Mattress", "each", "$12.50"],
            ["Dog license, spayed or neutered", "per year", "$4.50"],
            ["Dog license, not spayed or neutered", "per year", "$7.50"],
            ["Beach pass, resident", "household, per season", "$13.50"],
            ["Beach pass, nonresident", "household, per season", "$52.50"],
            ["Boat rack at the landing", "one space, per season", "$178"],
            ["Hall rental", "per day, private event", "$187"],
            ["Photocopies", "per page", "$0.75"],
            ["Cemetery lot, resident", "single grave", "$725"]]
    return [
        h1(f"Town of {t.town}: Memorandum"),
        p("TO: All departments, boards and committees"),
        p("FROM: Office of the Town Administrator"),
        p(f"DATE: December 28, {then}"),
        p(f"RE: Fees from {t.old_fees_from}"),
        p(f"Attached is the schedule of fees voted by the Select Board, to be charged from {t.old_fees_from} until the Board votes another. Nothing has",
          "been raised by much. The Board did hear from the Recycling and Solid Waste Committee that the transfer station does not pay for itself, but",
          "felt that this was not the year."),
        p(f"The sticker for a household's first vehicle will be {t.old_sticker} and each further vehicle {t.old_second_sticker}. Stickers go on the lower",
          "left of the windshield, where the attendant can see them, and not in the glove box, where he cannot."),
        p("As long as Town Hall is open by appointment only, stickers may be bought by mail; send a check and a stamped envelope to the Town Clerk, 22",
          "Chapel Street. Bulky items are paid to the attendant in exact change, placed in the bucket."),
        h2("Attachment A. Schedule of fees"),
        ("table", rows),
        p("The hall may be rented again when the Health Officer says so. Deposits already paid will be held over or sent back, as the renter likes."),
        footer(t, "Please post."),
    ]


def zba_decisions(t, w):
    applicant, seller = styled(t.variance_owner), styled(t.exception_owner)
    return [
        h1(f"Town of {t.town} Zoning Board of Adjustment: Notices of Decision, {t.year}"),
        p(f"Compiled and posted by the Land Use office, October 30, {t.year}. Members sitting: Nan Cusack, Chair; Bram Eddowes; Yusuf Demirci; Marguerite",
          "Pell; Dorcas Wain. The middle figure of a case number is a page in the docket book and not a month. Full minutes of each hearing are kept at",
          "the Land Use office, second floor, Town Hall. The decision on the appeal of an order of the Building Inspector is posted separately."),
        h2(f"Case {t.case_variance}, variance"),
        p(f"Case {t.case_variance} is the application of {t.variance_owner} for a variance from the side setback of Section 4.2 of the Zoning Ordinance, so",
          f"as to build an enclosed stair and mudroom with a setback of {t.variance_feet} where the Ordinance requires 25 feet. The hearing was held on May",
          f"30. {applicant} said that the lot was laid out before there was zoning, that the only flat ground is on that side, and that the present stair",
          "faces north and never dries."),
        p("An abutter on the uphill side wrote in favor. A tenant across the street wrote that it would take away the last parking space on the block; the",
          "applicant showed on the plan that it would not. Mr. Eddowes went through the five criteria one by one. He found that the spirit of the",
          "Ordinance is kept because the nearest building is a garage, and that there is a hardship in the shape of the lot which the neighbors' lots do",
          "not share. Ms. Wain said that everyone on that street has a lot of that shape and that the next applicant will say the same."),
        p(f"Mr. Demirci moved to grant the variance with the conditions below, and Ms. Pell seconded. {w['variance_granted']}, Ms. Wain voting against.",
          f"Case {t.case_variance} is GRANTED with two conditions:"),
        li("The roof of the mudroom shall drain toward the street and not on to the abutting lot."),
        li("No bedroom shall be made in the addition, and it shall not be rented separately."),
        h2(f"Case {t.case_exception}, special exception"),
        p(f"Case {t.case_exception} is the application of {t.exception_owner} for a special exception to run {t.exception_use} on a lot in the Rural",
          f"Residence district. The hearing was held on June 27 and took the whole evening. {seller} presented a sketch plan, a letter from a banker and a",
          "petition with fifty-one names, some of them from out of town. Fourteen neighbors spoke, twelve against and two in favor. Several described the",
          "road, which is not paved and on which two cars cannot pass at the culvert."),
        p(f"The Board found that the applicant had not met the standards of Section 7.4. In particular the Board found that {w['exception_why']}, and that",
          "no condition which the applicant was willing to accept would mend this. Mr. Demirci noted that the Board is not against such businesses and",
          "that there is land zoned for them by the highway."),
        p(f"Ms. Wain moved to deny and Mr. Eddowes seconded. {w['exception_denied']}. Case {t.case_exception} is DENIED."),
        h2(f"Case {t.case_continued}, rooming house"),
        p(f"Case {t.case_continued} is the application of {t.continued_owner} to convert a single house near the College to a rooming house for students.",
          "The hearing was opened on October 29. The plan did not show where the residents would park, the Fire Department had not yet seen it, and the",
          "abutter on the north side said that the notice had gone to a former address. Ms. Cusack said that the Board could not act on half an",
          "application, and the applicant agreed."),
        p(f"On the motion of Ms. Pell, seconded by Ms. Wain, {w['continued']} at 7:00 p.m., Wain Room. No decision has been made in Case",
          f"{t.case_continued}, and abutters will not get a second notice."),
        h2("Rehearing"),
        p("Any party may ask the Board in writing for a rehearing within thirty calendar days of a decision, and must do so before going to court. The day",
          "of the decision does not count. Work begun before then is begun at the owner's risk."),
        p("By order of the Board, Nan Cusack, Chair."),
        footer(t, "Land Use office 738-4112."),
    ]


def zba_appeal(t, w):
    owner, neighbor, inspector = styled(t.drift_owner), styled(t.drift_neighbor), styled(t.inspector)
    return [
        h1(f"Town of {t.town} Zoning Board of Adjustment: Notice of Decision, Case {t.case_drift}"),
        p(f"Appeal of {t.drift_owner} from an order of the Building Inspector. Hearing held September 26, {t.year}; notice of decision dated September 30,",
          f"{t.year}. Members sitting: Nan Cusack, Chair; Bram Eddowes; Yusuf Demirci; Marguerite Pell; Dorcas Wain."),
        h2("The order and the appeal"),
        p(f"In June the Building Inspector, {t.inspector}, who also acts as zoning administrator, wrote to {owner} that the {t.drift_thing} on {owner}'s",
          "land had been put in without a zoning permit and nearer to the boundary than Section 4.3 allows, and ordered that it be moved or altered.",
          f"{owner} appealed the order in Case {t.case_drift}, saying that Section 4.3 speaks of buildings and that the {t.drift_thing} is not a building."),
        h2("What was said"),
        p(f"The neighbor, {t.drift_neighbor}, said that the {t.drift_thing} ruined the {t.drift_harmed} on the lot below over the course of one wet season,",
          f"and showed photographs and a letter from a contractor. {w['drift_claim']}, which is what the contractor would charge to make it good.",
          f"{neighbor} has demanded the sum of {t.drift_sum} in a letter and has had no answer. {neighbor}'s brother, who teaches at the law school in the",
          f"city, said that {w['drift_duty']}, and that whoever breaks that duty is negligent."),
        p(f"{w['drift_negligence']}. {owner} said that the {t.drift_harmed} had been in poor shape for years, that the season was the wettest in memory,",
          f"and that {owner} had come about a setback and not to be put on trial."),
        p(f"{inspector} said that the order rests on the Ordinance alone, that there was no permit for the {t.drift_thing} in the file, that the distance",
          f"was measured from a pin that both sides accept, and that the office has no opinion about the {t.drift_harmed}."),
        h2("Findings"),
        li(f"Section 4.3 covers \"buildings and structures, above or below ground, and works for drainage or storage.\" The {t.drift_thing} falls within",
           "those words."),
        li("No permit was applied for and none was given. That the work was done by a competent person does not stand in for a permit."),
        li(f"Much of the evening was spent on the {t.drift_harmed}. {w['drift_not_ours']}; that is for the courts, and nothing in this notice should be",
           "read as saying that anybody was or was not careless."),
        li("The Board has only the question whether the order was right under the Ordinance. It was."),
        h2("Decision"),
        p(f"Mr. Eddowes moved to deny the appeal and to let the order stand, and Ms. Pell seconded. The motion to deny the appeal of {t.drift_owner} passed",
          f"on a vote of five in favor and none against. The appeal in Case {t.case_drift} is DENIED."),
        p("Any party may ask the Board in writing for a rehearing within thirty calendar days, and must do so before going to court."),
        p("By order of the Board, Nan Cusack, Chair."),
        footer(t, "Land Use office 738-4112."),
    ]


def declaration(t, w):
    return [
        h1(f"Declaration of {t.association}, a Condominium in the Town of {t.town}, New Hampshire"),
        p(f"Recorded in the {t.county} County Registry of Deeds, Book 1874, Page 92, on June 2, 1998, as amended through May 29, 2004. This copy is",
          "furnished by the Association for the convenience of Owners; the recorded instrument governs."),
        p(f"WHEREAS the Declarant is the owner of a certain tract of land with the buildings thereon in the Town of {t.town}, and desires to submit the",
          "same to the Condominium Act of the State of New Hampshire, NOW THEREFORE the Declarant declares that the tract shall be held, conveyed, leased,",
          "occupied and used subject to what follows, which shall run with the land and bind all who take title to any part of it."),
        h2("Article I. Definitions"),
        p(f"Section 1.1. \"Association\" means the {t.association} Condominium Association, of which each Owner is a member by reason of ownership and not",
          "otherwise. Section 1.2. \"Directors\" means the persons elected under Article III. Section 1.3. \"Unit\" means a part of the buildings intended",
          "for separate use, bounded by the unfinished inner surface of its walls, floors and ceilings. Section 1.4. \"Common Area\" means all that is not",
          "a Unit. Section 1.5. \"Limited Common Area\" means a part of the Common Area set aside for one Unit, such as a balcony, a patio or a storage",
          "bin. Section 1.6. \"Owner\" means the record holder of title to a Unit, and where two or more persons hold title they have one vote between",
          "them."),
        h2("Article II. Units and Shares"),
        p("Section 2.1. The Units, the area of each in square feet, and the share of each in the Common Area, in the votes and in the expenses are set out",
          "in the following table. The areas were measured by the architect and are conclusive."),
        ("table", [["Unit", "Square feet", "Share"], *[list(unit) for unit in t.units]]),
        p("Section 2.2. No share shall be changed except by an amendment to which every Owner has consented. Section 2.3. No Unit shall be divided, and",
          "none shall be joined to another, without the consent of the Directors and of the mortgagees concerned."),
        h2("Article III. Government"),
        p("Section 3.1. There shall be three Directors, elected at the annual meeting for staggered terms. Section 3.2. The annual meeting is held on the",
          "last Saturday of September at a place in the Town named in the notice. Section 3.3. Owners holding more than half of the shares are a quorum.",
          "Section 3.4. The Directors shall keep minutes and accounts, which any Owner may inspect at a reasonable hour. Section 3.5. The Directors may",
          "hire a manager, may make rules not in conflict with this Declaration, and may enforce them by fines after notice and a hearing."),
        h2("Article IV. Dues and Assessments"),
        p("Section 4.1. The Directors shall adopt a budget each year, and each Owner shall pay dues according to the Unit's share in equal parts on the",
          f"first of each month. Section 4.2. Dues not paid by the tenth of the month bear a late fee of {t.association_late_fee} for each month until they",
          "are paid. Section 4.3. The Association has a lien for dues as the Act provides."),
        p(f"Section 4.4. The Directors may levy a special assessment for a repair that cannot wait for the next budget. {w['assessment']}, taken at a",
          "meeting of which at least fourteen days' notice has been given. Section 4.5. A reserve fund shall be kept for roofs, paving and siding, and",
          "shall be used for no other purpose."),
        h2("Article V. Maintenance"),
        p("Section 5.1. The Association shall maintain, repair and replace the Common Area, including roofs, outside walls, gutters, the common water and",
          "sewer lines, the drive and the lawns. The cost is a common expense."),
        p(f"Section 5.2. Each Owner {w['ac_pays']}, whether it stands within the Unit or without it, together with the plumbing fixtures, the appliances,",
          "the interior doors, the glass and the screens of the Unit. Section 5.3. If an Owner neglects what this Article requires, so that harm is",
          "threatened to another Unit, the Directors may after written notice have the work done and charge it to that Owner in the manner of dues."),
        p("Section 5.4. Each Owner shall keep the heat on at not less than fifty-five degrees from the first of November to the end of March, whether or",
          "not anybody is at home. Section 5.5. The Owner shall let the Association in at a reasonable hour to reach a pipe, and at any hour in an",
          "emergency."),
        h2("Article VI. Use and Conduct"),
        p(f"Section 6.1. Leases. {w['rent']}, and a copy of each lease shall be given to the Directors before the tenant moves in. Rooms shall not be let",
          "singly, whether to students of the College or to travelers."),
        p(f"Section 6.2. Animals. {w['pet']}, or one cat or two cats, and no other animal except fish or a caged bird. Dogs are to be on a lead in the",
          "Common Area, and the Owner shall clean up after them. An animal that is a nuisance may be ordered removed after a hearing."),
        p(f"Section 6.3. Fences. {w['fence']}, who may require that it match those already standing."),
        p(f"Section 6.4. Appearance. {w['ac_trap']}. Laundry, banners and flags of colleges shall not be hung from balconies, and no antenna shall be put",
          "up except as federal law allows. Curtains shall show white or off-white to the outside."),
        p("Section 6.5. Parking. Each Unit has the use of one numbered space and may use one guest space. Boats, campers, trailers and vehicles that do",
          "not run shall not be kept on the drive. A vehicle left in the way of the snow plow may be towed at the cost of its owner."),
        p("Section 6.6. Quiet. Quiet shall be kept from ten in the evening to seven in the morning, and until eight on Sundays. Musical instruments shall",
          "not be played during those hours. Section 6.7. No business shall be carried on in a Unit that brings customers to the door, but an Owner may",
          "write, teach one pupil at a time, or practice a profession by telephone."),
        h2("Article VII. Insurance"),
        p("Section 7.1. The Association shall carry insurance on the buildings for their full cost of replacement and liability insurance of not less than",
          "$1,000,000. The deductible, which at this writing is $2,500, is a common expense unless the loss began in one Unit through the act or neglect",
          "of those living there, when it falls on that Owner. Section 7.2. Each Owner should insure the contents and improvements of the Unit; the",
          "Association does not. Section 7.3. If a building is destroyed it shall be rebuilt unless four fifths of the Owners vote otherwise."),
        h2("Article VIII. General"),
        p("Section 8.1. This Declaration may be amended by the vote of Owners holding two thirds of the shares, by an instrument recorded in the Registry.",
          "Section 8.2. If a part of it is held void the rest stands. Section 8.3. Failure to enforce a provision is not a waiver of it, however long the",
          f"failure. Section 8.4. Nothing in it relieves an Owner of the ordinances of the Town of {t.town}. Section 8.5. Notices are good if left at the",
          "Unit or mailed to the address that the Owner last gave."),
        p(f"IN WITNESS WHEREOF the Declarant has signed. Association office: the mail room, {t.association}, {t.town}. Telephone 738-1190."),
    ]


def tax_page(t, w):
    rows = [["Part of the rate (per $1,000 of value)", f"{t.year}", f"{t.last_year}"],
            ["Municipal", t.municipal_rate, t.municipal_rate_before],
            ["County", t.county_rate, t.county_rate_before],
            ["Local education", t.local_school_rate, t.local_school_rate_before],
            ["State education", t.state_school_rate, t.state_school_rate_before],
            ["Total", t.total_rate, t.total_rate_before]]
    return [
        h1(f"About your fall tax bill: a letter to the taxpayers of {t.town}"),
        p(f"Town of {t.town}, Office of the Tax Collector and Office of Assessing. October 30, {t.year}."),
        p(f"Dear taxpayer: the state has set our tax rate for {t.year}, and the second of the two bills for the year is in the mail. The total rate is",
          f"{t.total_rate} for each thousand dollars of assessed value. Last year it was {t.total_rate_before}. The table shows where it goes. Only the",
          "first line is voted on for the Town's own departments; the rest we collect and hand on."),
        ("table", rows),
        h2("Why the bill went up"),
        p(f"People ask at the window, and they are right to. Two causes explain most of it. The first is that {w['cause_school']}, which was voted at the",
          f"school district's meeting in March and which falls on the local education line. The second is that {w['cause_insurance']}, and this falls on",
          "the municipal line, because the Town pays for the police, the highway crew, the library and the office staff. The Town looked at two other",
          "carriers and stayed where it was, both being dearer."),
        p("It is not so that the College's new dormitory raised your taxes. College buildings used for teaching and housing are exempt by law; the",
          "bookstore and the inn are taxed like anybody else, and the College makes a gift to the Town each year of its own free will."),
        h2("When to pay"),
        p(f"The second bill is due {t.bill_due}. Interest runs at 8 percent a year after that day. The first bill, sent in the spring, was an estimate at",
          "half of last year's rate, so that the second makes up the whole of the difference; this is why it looks the worse of the pair."),
        li("Pay by mail to Tax Collector, 22 Chapel Street, by check at the window, or from the web site. Postmarks count."),
        li("If a bank pays your taxes, send the bank the bill. We are not allowed to guess which bank."),
        li("If you have sold the property, please forward the bill to the new owner or send it back to us with a note."),
        h2("Relief"),
        p("Veterans may have a credit of $500 on application by April 30 to be counted in the next year. Residents over 65 of modest means may have an",
          "exemption of $71,500 of assessed value. Anyone who believes the assessment is wrong may ask for an abatement by March 1; the form is short, and",
          "the Board of Assessors, who are volunteers, reads every one. Wendell Achterberg, Tax Collector, and the assessing clerk will help you to fill",
          "it in."),
        p(f"For comparison with other towns, please remember that {t.neighbor_town} and others assess in different years, so that rates alone do not tell",
          "you who pays more."),
        footer(t, "Tax Collector 738-4108, Assessing 738-4110."),
    ]


def budget_page(t):
    rows = [["Department", f"Budget {t.last_year}", f"Proposed {t.year}", "Remarks"],
            ["Police", t.police_before, t.police_proposed, "one officer to full time"],
            ["Highway", t.highway_before, t.highway_proposed, "salt and sand"],
            ["Library", t.library_before, t.library_proposed, "children's room staffed on Saturdays"],
            ["Fire", t.fire_before, t.fire_proposed, "call pay and radios"],
            ["Administration", "$314,117", "$322,604", "audit"],
            ["Town Clerk and elections", "$97,318", "$108,226", "new voting booths"],
            ["Planning and zoning", "$83,941", "$85,017", ""],
            ["Transfer station", "$341,863", "$352,089", "hauling contract"],
            ["Recreation and beach", "$101,422", "$103,871", "lifeguards"],
            ["Cemeteries", "$2,914", "$2,936", "mowing only"],
            ["Committees and volunteers", "$1,212", "$1,388", "postage, cookies, the supper"]]
    return [
        h1(f"Town of {t.town}: the {t.year} budget at a glance"),
        p(f"Prepared by the Finance Committee (all volunteers) with the Town Administrator's office. Posted January 26, {t.year}, ahead of the deliberative",
          "session."),
        p(f"The Select Board and the Finance Committee recommend an operating budget of {t.operating_budget} for {t.year}. The table below gives the",
          f"departments that people most often ask about, with what was budgeted for {t.last_year} and what is proposed. It is not the whole budget: debt",
          "service, insurance, benefits, welfare and some small lines are in the full workbook, which is on the web site and on the table outside the Wain",
          "Room, where somebody has usually borrowed it."),
        ("table", rows),
        h2("What is driving it"),
        p("Wages and health insurance are most of what a town spends, and ours are no different. All departments were asked to come in level and none of",
          "them did. The Finance Committee met eleven times. It took out a second sidewalk machine, a records scanner and a proposal to repaint the Wain",
          "Room, and put back the crossing guard after hearing from the crossing guard."),
        li(f"Police: {t.police_before} in {t.last_year}, {t.police_proposed} proposed. The Chief has asked for the part-time officer to be made full time,",
           "chiefly for the hours when the College's parties let out."),
        li(f"Highway: {t.highway_before} in {t.last_year}, {t.highway_proposed} proposed. Salt is up again. The truck is not in this figure; it is a",
           "separate article on the warrant."),
        li(f"Library: {t.library_before} in {t.last_year}, {t.library_proposed} proposed. The trustees voted for the increase unanimously and brought a",
           "letter from the second grade."),
        li(f"Fire: {t.fire_before} in {t.last_year}, {t.fire_proposed} proposed. Call members have not had an increase since before the pandemic."),
        h2("If the budget fails"),
        p("Under the official ballot law the voters may say no. In that case the Town lives on the default budget, which is last year's figure adjusted",
          "for contracts, debt and one-time items. The default figure is printed in the warrant. It would mean no new hours and no new hires, and the",
          "Select Board would have to choose what to cut, line by line, at its own meetings."),
        h2("Questions"),
        p("Come to a Finance Committee meeting, first and third Thursdays. There is a seat open on the committee. Minutes are posted, and comments sent by",
          "mail are read out if they are civil. The table has been checked twice, but corrections are welcome and will be credited."),
        footer(t, "Finance Committee, care of the Administrator."),
    ]


def warrant(t):
    day, _ = town_meeting_day(t)
    return [
        h1(f"The State of New Hampshire. Warrant for the Annual Meeting of the Town of {t.town}, {t.year}"),
        p(f"To the inhabitants of the Town of {t.town}, in the County of {t.county}, in said State, qualified to vote in Town affairs:"),
        p("FIRST SESSION. You are hereby notified and warned to meet at the gymnasium of the Community Center in said Town on the thirty-first day of",
          "January instant, at seven of the clock in the evening, there to explain, debate and amend the several articles hereinafter set forth."),
        p(f"SECOND SESSION. You are hereby further notified and warned to meet at the said gymnasium on Tuesday, the {day} day of March, {t.year}, to vote",
          "by official ballot upon the articles as they may then stand. The polls will open at seven of the clock in the forenoon and will not close",
          "before seven of the clock in the evening."),
        p("ARTICLE 1. To choose all necessary Town officers for the year ensuing, to wit: one member of the Select Board for the term of three years, a",
          "Moderator, a Trustee of the Trust Funds, and Library Trustees, and all other officers that by law are chosen by ballot."),
        p("ARTICLE 2. Are you in favor of the adoption of Amendment No. 1, as proposed by the Planning Board, to the Zoning Ordinance of said Town,",
          "whereby the definition of \"rooming house\" is made to agree with that of the state fire code, and for no other purpose? (Recommended by the",
          "Planning Board.)"),
        p("ARTICLE 3. Operating budget. Shall the Town raise and appropriate as an operating budget, not including appropriations by special warrant",
          "articles and other appropriations voted separately, the amounts set forth on the budget posted with the warrant, or as amended by vote of the",
          f"first session, for the purposes set forth therein, totaling {t.operating_budget}? Should this article be defeated, the default budget shall be",
          f"{t.default_budget}, which is the same as last year, with certain adjustments required by previous action of the Town or by law; or the",
          "governing body may hold one special meeting, in accordance with RSA 40:13, X and XVI, to take up the issue of a revised operating budget only.",
          "(Recommended by the Select Board and by the Finance Committee.)"),
        p(f"ARTICLE 4. To see if the Town will vote to raise and appropriate the sum of {t.truck} for the purchase of a highway truck, with plow, wing and",
          "sander, the truck now in use being worn past the patience of the Highway Superintendent; and to authorize the Select Board to trade or sell the",
          "old. Majority vote required. (Recommended by the Select Board.)"),
        p(f"ARTICLE 5. To see if the Town will vote to authorize the Select Board to enter into a lease with {t.lease_company}, whereby the said",
          f"{t.lease_company} shall have the use of {t.lease_place} for {t.lease_use}, for a term of twenty years, yielding and paying to the Town a rent",
          f"of {t.lease_rent} a year, upon such further terms as the Select Board shall deem to be in the best interest of the Town; or to take any other",
          "action relative thereto. (The Select Board recommends this article, one member dissenting.)"),
        p("ARTICLE 6. To see if the Town will vote to raise and appropriate the sum of $75,000, to be added to the Bridge and Culvert Capital Reserve Fund",
          "heretofore established. (Recommended.)"),
        p("ARTICLE 7. To see if the Town will vote to raise and appropriate the sum of $1,850 for the support of the Visiting Nurses, who have asked for",
          "the same sum since anyone can remember. (Recommended.)"),
        p("ARTICLE 8. By petition of Cora Lindqvist and others. To see if the Town will vote to instruct the Select Board to cause a sidewalk to be laid",
          "along Brickyard Lane, from College Street to the cemetery gate, when and as funds are had therefor. This article is advisory only."),
        p("ARTICLE 9. To see if the Town will vote to discontinue, absolutely and subject to no gates or bars, that part of the old Poor Farm road lying",
          "northerly of the brook, the same having been grown up to trees these eighty years."),
        p("ARTICLE 10. To hear the reports of agents, auditors and committees heretofore chosen, of which committees there are at this writing",
          "twenty-three, and to pass any vote relating thereto; and to transact any other business that may legally come before said meeting."),
        p(f"Given under our hands and seal this twenty-second day of January, in the year of our Lord {t.year}. {t.chair}, {t.member2}, {t.member3}, Select",
          f"Board of {t.town}. A true copy. Attest."),
        p("RETURN. Personally appeared the above-named and made oath that a like copy of the within warrant was posted at Town Hall and at the Community",
          f"Center in said Town, being public places therein. Before me, {t.clerk}, Town Clerk."),
    ]


def results(t, w):
    _, day = town_meeting_day(t)
    return [
        h1(f"Town of {t.town}: results of the town meeting, {day}"),
        p(f"The polls were open at the Community Center from 7:00 a.m. to 7:00 p.m. on {day}. Tobias Fairweather, Moderator, declared the results at 11:40",
          f"p.m., the machine having been given a rest at ten. These figures are as certified by {t.clerk}, Town Clerk. Not every voter marks every",
          "question, so the totals differ from one article to the next."),
        h2("Officers elected"),
        ("table", [["Office", "Elected", "Votes"], ["Select Board, three years", t.member3, "744"], ["Moderator", "Tobias Fairweather", "903"],
                   ["Trustee of the Trust Funds", "Yusuf Demirci", "812"], ["Library Trustee", "Dorcas Wain", "866"]]),
        h2("Articles"),
        li("Article 2, zoning amendment on rooming houses: PASSED, Yes 791, No 172."),
        li(f"{w['budget_failed']}. The default budget of {t.default_budget} stands for the year."),
        li(f"Article 4, the highway truck at {t.truck}: PASSED, Yes {t.truck_yes}, No {t.truck_no}."),
        li(f"{w['lease_failed']}."),
        li("Article 6, Bridge and Culvert Capital Reserve Fund: PASSED, Yes 758, No 201."),
        li("Article 7, Visiting Nurses: PASSED, Yes 917, No 88."),
        li("Article 8, Brickyard Lane sidewalk (by petition, advisory): PASSED, Yes 703, No 196."),
        li("Article 9, old Poor Farm road: PASSED, Yes 822, No 64."),
        h2("What it means"),
        p(f"The operating budget of {t.operating_budget} was defeated, and the Select Board has said that it will not call a special meeting for another.",
          "Departments are asked to hold off on anything new. The Board will go through the lines at its meetings, in public."),
        p(f"The voters did not approve the lease of {t.lease_place} for {t.lease_use}. {w['no_lease']}, and the deposit check which the company sent with",
          "its proposal has been mailed back uncashed. People who have telephoned to ask when the work starts may be told that it does not."),
        p("The truck will be ordered this spring. The Highway Superintendent asks us to say thank you, and that the old one will be sold by sealed bid."),
        p("Thanks are due to the forty-four volunteers who checked names, counted write-ins and fed everybody, among them nine students who were voting",
          "for the first time."),
        footer(t, "Town Clerk 738-4104."),
    ]


def ordinance(t):
    return [
        h1(f"Town of {t.town}. Parking at the Landing: an Ordinance"),
        p(f"Adopted by the Select Board of the Town of {t.town} on May 28, {t.ordinance_year}, after a public hearing, under the powers given to selectmen",
          "by RSA 41:11."),
        h2("Section 1. Purpose"),
        p("The landing has room for twenty-six cars and a turning place for trailers. For some summers past it has been found full at sunrise of vehicles",
          "whose owners have slept in them, or who have left them for days together while traveling elsewhere, so that residents of the Town with boats",
          "cannot reach the water which they pay for. It is the purpose of this ordinance to keep the landing open to those who come to use it."),
        h2("Section 2. Overnight parking"),
        p("No person shall park, stand or leave any vehicle, trailer or camper at the Town landing, or on the shoulder of the road within sight of it,",
          "between the hours of ten in the evening and five in the morning, except as Section 3 allows."),
        h2("Section 3. Exceptions"),
        li("Vehicles of the Town, of the fire and rescue services, and of the Fish and Game Department, on duty."),
        li("A person with a written permit from the Police Chief, to be shown on the dashboard, for one night and for good cause."),
        li("Persons fishing through the ice, from the first of January until the ice is out, who may take such risks as they please."),
        li("Members of Penhallow College's rowing crew on the night before a regatta, upon a list furnished to the police."),
        h2("Section 4. Penalty"),
        p(f"A person who parks overnight at the landing contrary to this ordinance shall pay for a first offense a fine of {t.fine_old}, and for each",
          "further offense within one calendar year a fine of $185. Fines are payable to the Town within ten days at the police station, and may be",
          "contested in the district court. A vehicle that blocks the ramp may be towed at the expense of its owner."),
        h2("Section 5. Signs"),
        p("The Highway Department shall put up signs that state the hours. A missing sign is no defense to a person who has been told."),
        h2("Section 6. Construction"),
        p("If any part of this ordinance is held invalid the rest shall stand. It takes effect on its passage and posting in two public places."),
        p("Attest: Town Clerk. Posted at Town Hall and on the bulletin board at the landing."),
    ]


def amendment(t):
    return [
        h1(f"Town of {t.town}. Amendment to the Ordinance on Parking at the Landing"),
        p(f"Adopted by the Select Board on June 3, {t.last_year}, by a vote of three in favor and none against, after a hearing duly warned. It amends the",
          f"ordinance of {t.ordinance_year}, of which the parts not mentioned here remain in force."),
        h2("Findings"),
        p("The Landing Subcommittee of the Parks and Open Space Committee counted vehicles at the landing on eleven nights in the preceding summer. On",
          "every one of them at least nine vehicles were there at three in the morning, and on the night of the meteor shower there were thirty-one.",
          "Several of their owners told the subcommittee that the fine came to less than a room. The Board finds that the penalty no longer does its work."),
        h2("Amendment"),
        p(f"Section 4, Penalty, of the ordinance is amended by striking out its first sentence, with its first-offense fine of {t.fine_old}, and putting in",
          "its place the following:"),
        p(f"\"A person who parks overnight at the landing contrary to this ordinance shall pay for a first offense a fine of {t.fine_new}, for a second",
          f"offense within one calendar year a fine of {t.fine_second}, and for a third or later offense a fine of $500.\""),
        p("Section 3, Exceptions, is amended by adding: \"A person whose vehicle has broken down and who has so told the police by telephone before",
          "midnight.\""),
        h2("Effect"),
        p("The amendment takes effect fourteen days after posting. Offenses before that day are charged at the former rate. The Police Department will",
          "leave written warnings only for the first week, except in the case of campers with awnings out."),
        p(f"Attest: {t.clerk}, Town Clerk. Filed with the ordinances of the Town and posted at Town Hall, the landing and the library."),
        footer(t, "Ordinances are on the web site under Town Clerk."),
    ]


def hours_page(t):
    return [
        h1(f"{t.town} Public Library and Transfer Station: when to find us"),
        p(f"Town of {t.town}, New Hampshire. Page last changed May 27, {t.year}."),
        h2("Public Library, 14 Chapel Street"),
        p(f"Librarian: {t.librarian}. Telephone 738-4160. The library is for everybody who lives, works or studies in town. A card is free with anything",
          "that has your name and a local address on it, and a College card will do."),
        ("table", [["Day", "Library hours"], ["Monday to Friday", t.library_weekday], ["Saturday", t.library_saturday], ["Sunday", "Closed"]]),
        p(f"The library is open {t.library_weekday} on weekdays and {t.library_saturday} on Saturdays, and it is closed on Sundays.",
          "The book drop by the side door is always open."),
        li("Story time for small children is Wednesday morning in the children's room, before the library opens to the public; ring the bell."),
        li("The seed library, the telescope and the snowshoes may be borrowed like books. The telescope has a waiting list, mostly of astronomy students."),
        li("Volunteers: there are thirty-four on the list, shelving, mending and reading aloud. New ones are welcome on the first Thursday."),
        li("The Friends of the Library hold the book sale on the lawn in June. Please leave encyclopedias at home."),
        p(f"{t.librarian} writes: we keep no record of what you have read once you have brought it back, and we have given up charging for late books,",
          "since it cost more to count the dimes."),
        h2("Transfer station, Observatory Hill Road"),
        p(f"The transfer station is open to vehicles with a sticker, Saturdays {t.dump_saturday}, and Wednesdays 12:30 to 5:30 p.m. The gate shuts a",
          "quarter of an hour before the end, and the attendant would like to go home."),
        ("table", [["Day", "Transfer station hours"], ["Wednesday", "12:30 to 5:30 p.m."], ["Saturday", t.dump_saturday]]),
        p("Stickers are sold by the Town Clerk and not at the gate. What they cost, and the fees for refrigerators, mattresses and the like, are in the",
          "memo on fees from the Town Administrator."),
        li("Glass, cans, cardboard and paper go in the marked bins. Pizza boxes, by a vote of the Recycling and Solid Waste Committee, are trash."),
        li("The swap shed is staffed by volunteers. Twenty minutes a visit, please, and no couches."),
        li("Move-out week: the College runs its own trucks. Do not bring a dormitory here."),
        li("Yard waste is taken without charge. Brush must be thinner than your arm."),
        footer(t, "Transfer station 738-4135."),
    ]


def mail_thread(t, w):
    writer, clerk = t.mail_writer, t.clerk
    return [
        h1(f"Re: sticker for the transfer station, {t.town}"),
        p(f"Dear {styled(writer)},"),
        p(f"Thank you for asking before you wrote the check. What you heard is not right. The sticker for your first vehicle is {t.sticker} a year. That is",
          "what every resident household pays for its first car, and it is in the Administrator's memo by the counter."),
        p("I think that the story got about because somebody added up a household with more than one car, or it may be that somebody bought one for a camp",
          "in another town. I have asked the co-op to let us put the memo on their board."),
        p("You can send a check to Town Hall with a copy of your registration and a stamped envelope, or come in weekdays between 8 and 4. The last",
          "business day of the month we are open till 7."),
        p(f"{clerk}, Town Clerk, Town of {t.town}, 22 Chapel Street, 738-4104"),
        p(f"On February 27, {t.year}, {writer} wrote:"),
        p(f"> To the Town Clerk: {w['mail_claim']}, and that it will go up again in the summer. The person ahead of me said that her brother-in-law had",
          "read it somewhere. I do not mind paying but I like to know what I am paying, as I have been in this house since before there was a co-op."),
        p("> Could you tell me what it really is, and whether I can still do it by mail? My old one is peeling off and the young man at the gate has",
          "started to give me a look."),
        p(f"> Thank you, {writer}, 31 Elm Street"),
    ]


def papers(t):
    w = wordings(t)
    host = f"{t.town.lower()}.example"
    return [
        Paper(f"memo-fees-{t.year}.pdf", fee_memo(t)),
        Paper("memo-fees-archive.docx", old_fee_memo(t)),
        Paper("select-board-draft-minutes-february.pdf", winter(t, w)),
        Paper("select-board-draft-minutes-april.docx", spring(t, w)),
        Paper("select-board-draft-minutes-august.html", late(t, w)),
        Paper("zba-notices-of-decision.docx", zba_decisions(t, w)),
        Paper("zba-appeal-decision.txt", zba_appeal(t, w)),
        Paper("condominium-declaration.pdf", declaration(t, w)),
        Paper("fall-tax-letter.html", tax_page(t, w)),
        Paper("budget-at-a-glance.md", budget_page(t)),
        Paper("town-warrant.txt", warrant(t)),
        Paper("town-meeting-results.html", results(t, w)),
        Paper("landing-parking-ordinance.txt", ordinance(t)),
        Paper("landing-parking-amendment.pdf", amendment(t)),
        Paper("library-and-transfer-station.md", hours_page(t)),
        Paper("re-sticker.eml", mail_thread(t, w), sender=f"{t.clerk} <townclerk@{host}>", to=f"{t.mail_writer} <elmstreet31@mail.example>",
              date=f"{'Thu, 29' if t.year == '2024' else 'Fri, 28'} Feb {t.year} 09:12:00 -0500"),
    ]


def article(t):
    injured, relative, inspector = styled(t.injured), styled(t.relative), styled(t.inspector)
    paragraphs = [
        [f"{t.lake_town} resident hurt on {t.structure} that {t.town} had been warned about"],
        [f"By {t.reporter}"],
        [f"{t.town.upper()} - {t.injured} of {t.lake_town} was badly hurt on {t.injury_day} when a {t.part} gave way on the town's {t.structure} at {t.site}.",
         f"{injured} was taken to the hospital with a broken hip and a broken wrist.",
         f"\"We thought that if a town leaves a thing open, the town has looked at it,\" said {t.relative}, a cousin, who was there and called for help.",
         "\"Nobody should have been let on it.\""],
        [f"The town had looked at it. In February its building inspector, {t.inspector}, told the Select Board that the {t.supports} were rotten and failing.",
         f"{inspector} also told the board that no building permit had been issued when volunteers built the {t.structure} in {t.built_year}.",
         f"The town's insurer, {t.insurer}, had by then sent a letter that asked the town to close it or repair it within {t.insurer_days}."],
        [f"The chair, {t.chair}, moved to close the {t.structure}, but the other two members of the board voted against it.",
         "In April, with two quotes in hand, the board put off the repair until the fall.",
         "It voted instead for signs that say \"Use at your own risk.\""],
        [f"{t.administrator}, the town administrator, declined to comment, and said only that the matter has been given to the insurer.",
         f"The family has hired a lawyer, {relative} said.",
         f"No claim has been filed, and {injured} has not decided what {pronoun(t.injured)} will do."],
    ]
    return "\n\n".join(" ".join(sentences) for sentences in paragraphs)


def marks(t):
    w = wordings(t)
    alone = ("warning insurer close_failed tabled closed engineer_against signs_first lights_failed matter_tabled warner_said variance_granted "
             "exception_denied exception_why continued rent pet fence assessment ac_pays ac_trap cause_school cause_insurance budget_failed "
             "lease_failed no_lease mail_claim").split()
    several = {
        "no_permit": "no_permit no_permit_late",
        "signs_amended": "signs_change signs_amended",
        "spring_votes": "spring_consent minutes tabled signs_amended cruiser matter_tabled lights_failed",
        "other_votes": "winter_consent crosswalk gift close_failed june closed engineer letter",
        "drift_words": "drift_claim drift_negligence drift_duty drift_not_ours",
    }
    return {**{key: [w[key]] for key in alone}, **{key: [w[name] for name in names.split()] for key, names in several.items()}}

"""A ski town in a mountain pass: chatty minutes by the clock, votes told in words, web pages as questions and answers."""
import datetime
from email.utils import format_datetime

from paper import Paper

MEN = set("Dale Keith Everett Howard Oskar Marcus Victor Silas Theodore Arlo Clyde Rupert Felix Walter Graham Ezra Amos Hugh Otto".split())
HALL = "Town Hall, 14 Notch Road"


def sir(name):
    """Mr. or Ms. with the family name."""
    given, family = name.split()
    return f"{'Mr.' if given in MEN else 'Ms.'} {family}"


def he(name):
    return "he" if name.split()[0] in MEN else "she"


def his(name):
    return "his" if name.split()[0] in MEN else "her"


def spare(t, low, step=1):
    """The first sum from `low` up that no fact of the town is."""
    while f"${low:,}" in t.values.values():
        low += step
    return f"${low:,}"


def tally(t, low):
    """The first count from `low` up that no fact of the town is."""
    taken = {*filter(lambda value: isinstance(value, str), t.values.values()), *(area for _, area, _ in t.units)}
    while f"{low:,}" in taken or str(low) in taken:
        low += 1
    return f"{low:,}"


def voting_day(t):
    """The second Tuesday of March, as the law has it."""
    first = datetime.date(int(t.year), 3, 1)
    return f"March {1 + (1 - first.weekday()) % 7 + 7}, {t.year}"


def capped(text):
    return text[0].upper() + text[1:]


def fees(t):
    return Paper("fee-page.html", [
        ("h1", f"Town of {t.town}, N.H. - What Things Cost"),
        ("p", f"Schedule of fees, in force from {t.fees_from}. Voted by the Select Board after a public hearing. This page replaces the schedule of "
              f"{t.old_fees_from}, which no longer applies. Pay by check or card at the Clerk's window, {HALL}, or by mail."),
        ("h2", "Transfer station stickers"),
        ("p", "One sticker per vehicle, lower left corner of the windshield. Good for the calendar year, not pro-rated. Bring your registration."),
        ("table", [["Sticker", "Fee for the year"],
                   ["Residents, first vehicle of a household", t.sticker],
                   ["Residents, each further vehicle of the same household", t.second_sticker],
                   ["Nonresidents (owners of seasonal camps and ski condominiums who are not domiciled here)", t.nonresident_sticker]]),
        ("h2", "Bulky items at the transfer station"),
        ("p", "Pay the attendant before you unload. The attendant takes checks but not cards; there is no signal down in the cut."),
        ("li", f"Refrigerator, freezer, or anything else with Freon: {t.refrigerator} each"),
        ("li", f"Mattress or box spring, any size: {t.mattress} each"),
        ("li", "Scrap metal, skis without bindings, and clean brush under five inches thick: no charge"),
        ("li", "Televisions and tires are taken on the two Hazardous Waste days only; the price is on the flyer."),
        ("h2", "Dog licenses"),
        ("p", "Due by April 30 every year. Bring the rabies certificate. The State keeps a share of each license."),
        ("table", [["Dog", "License"],
                   ["Spayed or neutered", t.dog_altered],
                   ["Not spayed or neutered", t.dog_intact]]),
        ("h2", "Beach and boats"),
        ("li", f"Season beach pass, resident family: {t.beach_resident}"),
        ("li", f"Season beach pass, nonresident family: {t.beach_nonresident}"),
        ("li", f"Space on the boat rack, May through October: {t.boat_rack}"),
        ("li", "Day visitors on foot or by bicycle: free, but no coolers"),
        ("h2", "Town Hall"),
        ("table", [["Service", "Fee"],
                   ["Rental of the upper hall, one day, kitchen included", t.hall_rental],
                   ["Copies of public records, per page", t.copies],
                   ["Notary, for residents", "no charge"],
                   ["Vital records", "as set by the State"]]),
        ("p", "Questions about a fee? Call the Clerk at 603.555.0114 or send a mail. The window is open Monday to Thursday, 8 a.m. to 4 p.m., and until 6 "
              "p.m. on the first Wednesday of the month. Fees can be changed only by vote of the Select Board; a Clerk can't waive them, so please don't "
              "ask."),
        ("p", f"Town of {t.town} - {t.county} County - page last touched January 2, {t.year}"),
    ])


def old_fees(t):
    return Paper("fees-superseded.pdf", [
        ("h1", f"TOWN OF {t.town.upper()} SCHEDULE OF FEES"),
        ("p", f"In force from {t.old_fees_from}. Adopted by the Select Board."),
        ("p", f"SUPERSEDED. Kept for the file only. See the schedule in force from {t.fees_from}. (stamp, Town Clerk)"),
        ("h2", "A. Transfer Station"),
        ("table", [["Item", "Old fee"],
                   ["Resident sticker, first vehicle", t.old_sticker],
                   ["Resident sticker, each further vehicle of the household", t.old_second_sticker],
                   ["Nonresident sticker", spare(t, 51)],
                   ["Refrigerator or freezer", spare(t, 9)],
                   ["Mattress or box spring", spare(t, 22)],
                   ["Scrap metal", "none"]]),
        ("p", "Stickers are per calender year. A household which has bought a first sticker may buy further ones for any vehicle registered at the same "
              "address. Contractors shall not use a household's sticker."),
        ("h2", "B. Recreation"),
        ("table", [["Item", "Old fee"],
                   ["Beach pass, resident", spare(t, 13)],
                   ["Beach pass, nonresident", spare(t, 62)],
                   ["Boat rack", "$180"],
                   ["Town skating house, key deposit (returned)", "$2"]]),
        ("h2", "C. Town Hall"),
        ("table", [["Item", "Old fee"],
                   ["Upper hall, one day", "$245"],
                   ["Copies, per page", "75 cents"],
                   ["Zoning map, large sheet", "$3"]]),
        ("p", "Dog licenses were at that time charged as set by the State, and were not part of this schedule."),
        ("p", "Non-profit groups of the Town may use the upper hall without charge if they sweep it and turn the heat back down. Nothing in this schedule "
              "keeps the Board from setting a further fee where the law allows it."),
        ("p", f"Town of {t.town}, {HALL}. Tel. 603.555.0114. Page 1 of 1."),
    ])


def winter(t):
    chair, second, third, inspector = sir(t.chair), sir(t.member2), sir(t.member3), sir(t.inspector)
    return Paper("sb-minutes-winter.txt", [
        ("h1", f"Town of {t.town} - Select Board"),
        ("h2", f"Minutes of {t.winter}, upper hall, {HALL}"),
        ("p", f"At the table: {t.chair} (Chair), {t.member2}, {t.member3}. Also here: {t.administrator}, Town Administrator; {t.clerk}, Town Clerk; Police "
              f"Chief {t.chief}; Fire Chief {t.fire_chief}; Building Inspector {t.inspector}. Absent: nobody. Minutes by Tess Chadbourne. About twenty "
              "people in the folding chairs and two on the radiator, good for a night with nine inches of new snow."),
        ("p", "7:00 PM. The Chair called us to order, led the Pledge, and read the usual: the meeting is recorded, the recording is kept until the "
              "minutes are accepted, items may be taken out of order, and anybody who speaks gives a name and a road first. No non-public session under "
              "RSA 91-A was asked for and none was held. The Board signed the manifests and passed them down to the Treasurer."),
        ("p", f"7:04 PM. {third} moved and {second} seconded to accept the minutes of January 22 as printed, with the spelling of Duquette mended; all in "
              "favor, none opposed."),
        ("p", "7:06 PM. Parking on Base Lodge Road. The Chair let people talk before the Board did. Lucille Ayer, Base Lodge Road, said that on the "
              "Saturday of vacation week she counted 61 cars on the shoulder between her mailbox and the lower lift, and that her oil man turned around "
              "and went home. Gary Bixby, who runs the lots for the ski area, said the overflow lot behind the nursery slope had not been plowed that day "
              "because the loader was down, and that it would not happen again. Stan Wojcik, Cascade Lane, said it happens every powder day and that he "
              f"has the pictures. Chief {t.fire_chief_last} said the engine had to stop twice that week and back up once. Chief {t.chief_last} said that "
              "the officers can tow, but only where there are signs, and that there are none on that road above the bridge."),
        ("p", f"7:27 PM. {third} moved to post the north side of Base Lodge Road against parking from December 1 to April 1, the ski area to pay for the "
              f"posts. {second} seconded. The posting of Base Lodge Road passed with all in favor. Mr. Bixby said thank you, sort of."),
        ("p", f"7:31 PM. The {t.structure} at {t.site}. {inspector} passed around photographs and read from a memo, which goes with these minutes. "
              f"{inspector} told the Board that the {t.supports} that hold up the {t.structure} at {t.site} are failing, some of them so soft that a "
              f"screwdriver goes in to the handle, and that the railing comes away in your hand on the far side. {capped(he(t.inspector))} looked at it in "
              f"October before the snow and again last week with a shovel. In {his(t.inspector)} words, it is not safe for the public and should not be "
              "opened for another season as it stands."),
        ("p", f"7:39 PM. {chair} asked who had signed off on it in the first place. {inspector} said nobody had: no building permit was ever asked for or "
              f"issued when the {t.structure} was built in {t.built_year}. It was a weekend project, a lot of good people with hammers, and the lumber was "
              "given. There is a thank-you card in the file and that is the whole file."),
        ("p", f"7:44 PM. {sir(t.administrator)} read a letter from {t.insurer}, the Town's liability carrier, which came on January 30. The carrier sent "
              f"its own man around in the fall. The letter asks the Town to close or repair the {t.structure} within {t.insurer_days} of its date, and "
              "says that coverage for that place will be looked at again if neither is done. The letter is on file at the Town offices."),
        ("p", f"7:49 PM. {chair} handed the gavel to {second} and moved to close the {t.structure} at {t.site} to the public until it is repaired. {third} "
              f"seconded for the sake of discussion. {chair} said we have it in writing from two people who look at such things for a living. {second} "
              "said that in all the time it has stood not one person has so much as skinned a knee out there, that it is under three feet of snow right "
              f"now anyhow, and that once you close a thing in this town it stays closed. {third} would rather get two prices first and know what we are "
              f"talking about. {inspector} said that prices are fine but that they do not hold anything up."),
        ("p", f"8:03 PM. The vote. {chair} in favor; {second} and {third} opposed. One in favor, two opposed, so the motion to close the {t.structure} did "
              f"not carry. {chair} took the gavel back. By agreement, without a vote, {sir(t.administrator)} is to ask for at least two quotes for the "
              "repair and bring them in April."),
        ("p", f"8:08 PM. Salt. Road Agent Roland Tarbell reported the shed is down to a third. {second} moved, {third} seconded, to buy the rest of the "
              f"winter's salt from Sugar Loaf Aggregate at {spare(t, 122)} a ton delivered, the only bidder who answered the phone. The salt purchase "
              "passed, all in favor. Mr. Tarbell asked that people please not put their driveway snow across the road, again."),
        ("p", "8:16 PM. Town Administrator's report. The boiler in the safety building is fixed and cost $1,884. The grant for the avalanche signs on the "
              "pass was turned down. The auditors come the last week of March. The deliberative session went long but went well, and the ballots are at "
              "the printer."),
        ("p", f"8:24 PM. Chief {t.fire_chief_last}: 41 calls in January, of which 19 were ski patrol hand-offs to the ambulance; please shovel the "
              f"hydrants. Chief {t.chief_last}: two accidents on the hairpin, nobody hurt, both from away. {sir(t.clerk)}: dog licenses are due by the end "
              "of April, and absentee ballots can be had now."),
        ("p", "8:31 PM. Other business. Peg Duquette asked about the winter carnival bonfire and was told it is still the Fire Chief's call. Somebody has "
              "left a pair of rental boots in the vestibule, size 11."),
        ("p", "8:34 PM. There being nothing more, the Chair declared us adjourned, without a vote as is our habit. Next meeting March 4, same place, 7:00 "
              "PM."),
        ("p", f"Respectfully if hastily submitted, T. Chadbourne. Draft until accepted by the Board. Town of {t.town}, Select Board."),
    ])


def spring(t):
    chair, second, third = sir(t.chair), sir(t.member2), sir(t.member3)
    return Paper("sb-minutes-spring.docx", [
        ("h1", f"Town of {t.town} - Select Board - Minutes of {t.spring}"),
        ("p", f"Upper hall, {HALL}. At the table: {t.chair} (Chair), {t.member2}, {t.member3}. Also here: {t.administrator}, Town Administrator; "
              f"{t.clerk}, Town Clerk; Chief {t.chief}, Police; Chief {t.fire_chief}, Fire. Building Inspector {t.inspector} sent regrets, as "
              f"{he(t.inspector)} was at a training. Minutes by Tess Chadbourne. Mud up to the door, eleven in the audience."),
        ("p", "7:00 PM. Call to order, Pledge, the usual notice about the recording. The Chair reminded everybody that public comment is two minutes a "
              "head and that the egg timer is back."),
        ("p", f"7:02 PM. {second} moved to accept the minutes of March 25 and {third} seconded. The minutes of March 25 were accepted, all three in favor."),
        ("h2", "Public comment"),
        ("p", f"7:04 PM. {t.warner} said {he(t.warner)} goes by the {t.structure} at {t.site} every day with the dog and that somebody is going to get "
              f"hurt. {sir(t.warner)} said that a {t.part} moves when you put your weight on it, that you can hear the nails, and that last Sunday there "
              "were children all over it. The Chair said that it is on the agenda tonight and asked people to hold the rest until then."),
        ("p", f"7:08 PM. {t.commenter} spoke about {t.road}. The plow took down nine mailboxes there this winter, {sir(t.commenter)} said, and "
              f"{his(t.commenter)} own twice; and the culvert by the sugar house is heaving so that the school bus swings into the other lane. "
              f"{sir(t.administrator)} will send the Road Agent. {sir(t.commenter)} was offered the Town's standard mailbox post and said "
              f"{he(t.commenter)} had seen the Town's standard mailbox post."),
        ("p", "7:15 PM. Wendy Beliveau, Gondola Road, thanked whoever put the bench back at the overlook. Nobody owned up."),
        ("h2", "Old and new business"),
        ("p", f"7:17 PM. Cruiser. Chief {t.chief_last} asked for a new cruiser to take the place of car 2, which has gone through its third transmission "
              f"and which the officers call the toboggan. The state bid price at {t.cruiser_dealer} is {t.cruiser} with the cage and the radio moved over. "
              f"The money is in the capital reserve fund, so it does not touch the default budget. {third} asked whether a used one would do and the Chief "
              f"said we tried that. {third} moved, {second} seconded, to buy the cruiser from {t.cruiser_dealer} for {t.cruiser}. The cruiser purchase "
              "passed with all in favor."),
        ("p", f"7:33 PM. Repair of the {t.structure}. {sir(t.administrator)} opened the two quotes. {t.contractor_low} would repair the {t.structure} at "
              f"{t.site}, new {t.supports} and railing, for {t.quote_low}. {t.contractor_high} would do the same work for {t.quote_high}, and could start "
              "two weeks sooner. Both quotes are good until the end of the year, and neither includes an engineer's stamp."),
        ("p", f"7:40 PM. {chair} said the low one should be taken tonight, that the inspector told us in February and so did the insurance, and that "
              f"{sir(t.warner)} just told us again. {second} said there is no line for it: the voters turned down the operating budget, we are on the "
              f"default, and a sum like that would come out of somebody's paving. {third} thought that by fall we would know how the year is running and "
              "could maybe find a grant. Nate Sprague, Cascade Lane, asked from the floor what happens if somebody goes through it in the meantime. "
              f"{chair} said that was a good question. The Administrator noted that the term in the carrier's letter has run or soon will."),
        ("p", f"7:58 PM. {second} moved to table the repair until {t.repair_until}. {third} seconded. Two in favor, one opposed, the Chair, so the repair "
              f"of the {t.structure} is tabled until {t.repair_until}. {chair} asked that the minutes show {he(t.chair)} does not like it, and they do."),
        ("p", f"8:02 PM. Signs. {second} then moved to put up {t.signs_moved} signs reading \"Use at your own risk\" along the way to the {t.structure}. "
              f"{third} seconded, but said that would look like a construction site and offered an amendment to {t.signs_voted} signs instead, which "
              f"{second} took as friendly. {chair} said a sign is not a {t.part} but is better than nothing. The motion as amended, for {t.signs_voted} "
              "signs, passed with everybody in favor. The Road Agent has posts."),
        ("p", f"8:11 PM. Draft {t.tabled_matter}. The planning board sent over a draft, eleven pages. Four people said they had not seen it until tonight "
              "and one said that she had and wished she hadn't. Carol Emmons, for the inns, said that the definitions on page 2 and page 9 don't agree. "
              f"Nobody on the Board was ready to take it up. {third} moved, {second} seconded, to put it off. With all in favor, the draft "
              f"{t.tabled_matter} is tabled to {t.tabled_until}, and copies will be on the Clerk's counter until then."),
        ("p", f"8:24 PM. Street lights. {sir(t.administrator)} brought an offer from Brightway Lamp & Line to change all 73 street lights in the village "
              f"to LED for {t.lights_offer}. The utility's rebate would come back later, maybe. {third} moved to accept it and {second} seconded so it "
              f"could be talked about. {third} liked the saving on the power bill. {chair} wanted to see it in a budget first; {second} said the new ones "
              f"at the ski area look like a dentist's. {third} in favor, the others opposed: one in favor, two opposed, so the offer for LED street lights "
              "did not carry."),
        ("h2", "Reports"),
        ("p", f"8:37 PM. Chief {t.fire_chief_last}: brush is dry above the snow line already, permits are needed for any burning, and the ropes course "
              f"with the patrol from {t.neighbor_town} went well. Engine 2 passed its pump test. He who borrowed the department's chain saw is known and "
              "should bring it back."),
        ("p", f"8:43 PM. {sir(t.clerk)}: 118 dogs licensed so far, which leaves the rest of them. The recount period for the March election ran out with "
              "no request. The vault is being fumigated for silverfish the last week of the month, so old deeds will take a day longer."),
        ("p", f"8:48 PM. {sir(t.administrator)}: the lift tickets which the ski area gives to town children are in; paving bids go out in May; the Town "
              "website now has pages of questions and answers, and he or she who finds a mistake there should write to the office. Recieved with thanks: "
              "a check for the food pantry, no name."),
        ("p", "8:55 PM. Nothing further, and the Chair declared us adjourned. Next meeting May 6, 7:00 PM."),
        ("p", f"T. Chadbourne for the Board. Town of {t.town}. Draft until accepted."),
    ])


def late(t):
    chair, second, third, inspector = sir(t.chair), sir(t.member2), sir(t.member3), sir(t.inspector)
    return Paper("sb-minutes-late-summer.pdf", [
        ("h1", f"Town of {t.town} - Select Board"),
        ("h2", f"Minutes of {t.late}"),
        ("p", f"Moved to the school gym for the crowd, 9 Gondola Road. At the table: {t.chair} (Chair), {t.member2}, {t.member3}. Also here: "
              f"{t.administrator}, Town Administrator; {t.clerk}, Town Clerk; {t.inspector}, Building Inspector; Chief {t.chief}; Chief {t.fire_chief}. "
              "Absent: none. Minutes by Tess Chadbourne. I counted 84 and then stopped."),
        ("p", "7:00 PM. Call to order and Pledge. The Chair read the notice about the recording, asked that phones be shut off, and said a word which was "
              "applauded: that everybody in this gym wishes the injured person a full recovery. The Chair then said that on advice of town counsel the "
              f"Board will not talk tonight about how the accident of {t.injury_day} came about or who is at fault, and that it will talk about what to do "
              "now."),
        ("p", f"7:05 PM. {third} moved, {second} seconded, to accept the minutes of July 30. On the July 30 minutes the vote was all in favor."),
        ("p", f"7:07 PM. The {t.structure} at {t.site}. {inspector} said {he(t.inspector)} roped it off the morning after with what was in the truck, and "
              f"that rope is not a closing. {capped(he(t.inspector))} repeated what is in the February memo about the {t.supports}. Asked by {third}, "
              f"{inspector} said again that there is no building permit on file for the {t.structure} and never was one, and that for a town job there "
              "should have been. Asked what it would take to open again, the answer was: an engineer first, a carpenter second, and then a permit, in "
              "that order."),
        ("p", "7:16 PM. Public comment on this item, twelve speakers, two minutes each. The timer was used. In no particular order: that signs don't hold "
              "anybody up; that the Board is three neighbors doing a thankless job; that the town knew; that there but for the grace of God; that the "
              "whole thing should be taken down with a chain saw tonight; that it is the only outing some of our older people have. Stan Wojcik "
              "offered his excavator. The Chair thanked everybody and meant it."),
        ("p", f"7:42 PM. {second} moved to close it, fence it, and have the Road Agent bolt plywood across. {third} seconded. Nobody spoke against. All in "
              f"favor, so the {t.structure} at {t.site} is closed to the public from tonight until the Board votes otherwise. Chief {t.chief_last} will "
              "have a car go by on the evening shift, and the \"Use at your own risk\" signs come down."),
        ("p", f"7:50 PM. Engineer. {sir(t.administrator)} asked three firms and two answered. {t.engineer} would examine the {t.structure}, write a report "
              f"with drawings, and stand behind it with a stamp, for {t.engineer_fee}. The other firm would not give a price before it saw the place and "
              f"could not see the place before snow. {chair} moved to hire {t.engineer} for {t.engineer_fee}, out of the legal and professional line. "
              f"{second} seconded, and said {he(t.member2)} would have laughed at such a sum in April and was not laughing now. {third} said the money "
              "should go into lumber, that we have a licensed inspector who has told us twice for nothing what this firm will tell us for a price, and "
              "that a stamp does not make it stronger."),
        ("p", f"8:04 PM. The vote: two in favor, one opposed, so the hiring of {t.engineer} passed. {third} voted against hiring the engineer and asked to "
              "have it written down. The report is due before the ground freezes. The two quotes from the carpenters are held until then; the "
              "Administrator has told both firms."),
        ("p", f"8:08 PM. The carrier. {sir(t.administrator)} has reported the accident to {t.insurer}. An adjuster has been out with a camera. No claim "
              "has come to Town Hall as of this afternoon. Anything that does come goes to counsel the same day, and staff are asked not to talk to "
              "reporters about it, nor to write about it on the internet, which goes for the Board too."),
        ("p", "8:14 PM. Paving. Road Agent Roland Tarbell had three bids for the upper end of Gap Road, from the hairpin to the scenic turnout (the "
              f"stretch the plow drivers call the washboard). He recommends Notchway Paving, the low one, at {spare(t, 88_415)}, which is in the highway "
              f"line under the default budget. {third} asked if it could be done before the leaf season; Mr. Tarbell said if it doesn't rain. {third} "
              f"moved, {chair} seconded. The paving of Gap Road went to Notchway with three in favor and none opposed."),
        ("p", f"8:26 PM. Reports. Chief {t.chief_last}: the new cruiser is in service and the toboggan has gone to auction. Chief {t.fire_chief_last}: "
              f"mutual aid with {t.neighbor_town} was called out four times in July; volunteers wanted, no experience needed, some stairs. {sir(t.clerk)}: "
              "the checklist of voters will be purged this fall as the law says, so answer the card. The tax collector reports second bills will go out "
              "in the fall as ever."),
        ("p", "8:35 PM. Lucille Ayer asked when the ski area's parking posts will be up on Base Lodge Road. Before the first flake, said Mr. Bixby. Peg "
              "Duquette wants somebody to look at the bats in the library eaves; the trustees are already on it and the bats are protected."),
        ("p", "8:41 PM. Correspondence: a petition with 37 names for a crosswalk at the bakery, to the Safety Committee; a complaint about a rooster, to "
              "the rooster's owner; a very nice letter about the summer band."),
        ("p", "8:44 PM. The Chair declared us adjourned and asked people to stack chairs. Next meeting August 28, back at the Town Hall."),
        ("p", f"T. Chadbourne. Draft until accepted. Town of {t.town}, {t.county} County, N.H."),
    ])


def zoning(t):
    variance, exception, drift, other = sir(t.variance_owner), sir(t.exception_owner), sir(t.drift_owner), sir(t.continued_owner)
    neighbor = sir(t.drift_neighbor)
    return Paper("zba-notices-of-decision.pdf", [
        ("h1", f"Town of {t.town} - Zoning Board of Adjustment"),
        ("h2", f"Notices of decision, {t.year}"),
        ("p", "Members sitting on all cases below: Roland Fitch (chair), Carol Emmons, Peg Duquette, Stan Wojcik, Nate Sprague. Alternates were present "
              f"and did not vote. Posted at {HALL}, and at the post office. Anybody directly affected may ask for a rehearing within thirty days of a "
              "decision, in writing, stating every ground. A ground not stated is a ground lost. Compiled by the Land Use Clerk on November 1."),
        ("h2", f"Case {t.case_variance} - {t.variance_owner}, 31 Cascade Lane - Variance"),
        ("p", f"Heard March 26. {variance} asked for a variance from the side setback in the Village district, to build a one-car garage with a setback of "
              f"{t.variance_feet} where the ordinance requires 30 feet. The lot is a wedge between the ledge and the brook and there is no other flat "
              "place on it. Two abutters wrote in support. One abutter, the Alpine Motor Court, worried about snow coming off the roof onto its walk."),
        ("p", "The Board found that the ledge is a special condition of this lot, that the use is a reasonable one, and that the neighborhood would not "
              f"be changed. On a motion by Ms. Emmons, with four in favor and one opposed (Mr. Wojcik), the variance for {variance} was GRANTED on two "
              "conditions:"),
        ("li", "1. The roof shall be pitched or guarded so that no snow slides onto the lot of another; and"),
        ("li", "2. A licensed surveyor shall set pins on the side line before the footing is dug, and no living space shall be put above the garage, ever."),
        ("p", "Mr. Wojcik said for the record that the Board has now given away the side yard on three lots in a row."),
        ("h2", f"Case {t.case_exception} - {t.exception_owner}, Upper Gap Road - Special exception"),
        ("p", f"Heard May 28. {exception} asked for a special exception for {t.exception_use} on eleven acres in the Rural district. The use is allowed "
              "there only by special exception. The applicant showed a plan, a letter from a traffic man, and offered to plant spruces. Fourteen people "
              "spoke, nine against. The Fire Chief wrote that the last third of the road is too steep for the tanker in March."),
        ("p", f"With all five in favor of denial and none opposed, the special exception for {t.exception_use} was DENIED. The Board gave its reasons: the "
              "added traffic on a steep road without shoulders would be a hazard in winter, and the noise would carry across the valley to the houses on "
              "the other side. Spruces do not stop noise until they are old. The Board did not find anything wrong with the applicant's character, as one "
              "speaker seemed to think it might."),
        ("h2", f"Case {t.case_drift} - {t.drift_owner}, Notch Road - Appeal from an administrative decision"),
        ("p", f"Heard June 25. The Building Inspector, who is also the code officer, ordered {drift} in May to repair or remove the {t.drift_thing} on "
              f"{his(t.drift_owner)} lot, as not built to the approved plan. {drift} appealed the order. The lot just below belongs to {t.drift_neighbor}, "
              f"who says that the {t.drift_thing} failed during the thaw and ruined the {t.drift_harmed} on {neighbor}'s lot. The file holds photographs "
              "of both."),
        ("p", f"{neighbor} came with a letter from a lawyer, which was read aloud. The letter says that {drift} had a duty to keep the {t.drift_thing} "
              f"from doing harm to the land below. It says {drift} was negligent in letting it go for so long after being told. It demands {t.drift_sum} "
              f"from {drift} as damages for the {t.drift_harmed}. {drift} answered that no negligence has been shown, that the thaw was the worst in forty "
              "years, and that water finds its own way down a mountain."),
        ("p", "The chair stopped the two of them there. The Board has only the order before it. Who is liable between two neighbors, and for what "
              "damages, is not for this Board to decide; it belongs in a court, or over a fence. The Board takes no side on it and nothing in this notice "
              "should be read as one."),
        ("p", f"On the order itself the Board found that the plan on file and the {t.drift_thing} as built do not match, and that the code officer was "
              f"within the ordinance. With five in favor and none opposed, the appeal of {drift} was DENIED and the order stands."),
        ("h2", f"Case {t.case_continued} - {t.continued_owner}, 8 Base Lodge Road - Variance (sign)"),
        ("p", f"Heard October 29. {other} asks to keep a lighted sign in the shape of a ski boot, larger than the ordinance allows. The sketch had no "
              f"measurements and the abutter list was an old one, so notice was not good. All in favor, the case of {other} was CONTINUED to "
              f"{t.continued_until}, at 7:00 PM in the upper hall. The sign may stay dark in the meantime. No decision has been made."),
        ("p", f"Town of {t.town} ZBA. Land Use office, Tuesdays and Thursdays, 603.555.0119. Notices 1 to 4 of the year."),
    ])


def declaration(t):
    name = t.association
    return Paper("condominium-declaration.pdf", [
        ("h1", f"Declaration of Condominium: {name}"),
        ("p", f"{name} is a condominium in the Town of {t.town}, {t.county} County, State of New Hampshire. This Declaration was recorded at the county "
              "registry of deeds on June 2, 1998, and is printed here as amended to date for the convenience of owners. If the print and the record "
              "differ, the record governs."),
        ("h2", "Article I. Definitions"),
        ("p", "1.1 \"Association\" means all of the Owners acting as a group. \"Board\" means the board of directors elected by them. \"Common Area\" "
              "means everything that is not within a Unit, among it the roofs, the outer walls, the drive, the ski path, the trash shed and the woods. "
              "\"Limited Common Area\" means a deck, patio, entry or ski locker that is set aside for one Unit. \"Unit\" means the space bounded by the "
              "inner face of the studs, the subfloor and the ceiling framing."),
        ("p", "1.2 Words in the singular include the plural, and a corporation is a person for all purposes except the use of the hot tub."),
        ("h2", "Article II. Units and shares"),
        ("p", "2.1 The Units, their areas and their undivided shares in the Common Area are these. The share sets each Owner's part of the dues, of any "
              "special assessment, and of the votes."),
        ("table", [["Unit", "Square feet", "Share"], *([unit, area, share] for unit, area, share in t.units)]),
        ("p", "2.2 No Unit may be divided or joined to another without an amendment of this Declaration. A share may not be sold apart from its Unit."),
        ("h2", "Article III. Use of the Units"),
        ("p", f"3.1 Leases. A Unit may be leased only as a whole, in writing, and no lease shall be for a term of less than {t.rent_months}. Week-by-week "
              "ski rentals are the reason for this section and are not allowed under any other name. A copy of each lease goes to the Board before the "
              "tenant moves in."),
        ("p", f"3.2 Animals. One dog may be kept in a Unit, provided that the dog weighs at most {t.pet_pounds} when full grown; or two cats; and no other "
              "animals except fish. Dogs are leashed on the Common Area, and what they leave is picked up, in snow too. The Board may order away an "
              "animal that bites or barks without end."),
        ("p", "3.3 Quiet. Between 10 p.m. and 7 a.m. no noise shall be heard in another Unit. Ski boots are taken off at the door. No tuning of skis with "
              "power tools on a deck at any hour."),
        ("p", "3.4 Parking. Each Unit has two spaces. No trailers, no campers, no vehicles without registration. In a snow storm vehicles are moved to "
              "the upper lot by 6 a.m. so that the drive can be plowed, and those that are not moved are moved for them."),
        ("p", "3.5 Trade. No business with customers at the door. A desk and a telephone are not a business."),
        ("p", "3.6 Fire. No grills with charcoal on wooden decks. Wood stoves are allowed where they stood when the Unit was first sold, and shall be "
              "swept every year, with the sweep's bill shown to the Board."),
        ("h2", "Article IV. Looks"),
        ("p", f"4.1 Fences. No fence over {t.fence_height} in height shall be put up, and none of any height without the written approval of the Board. "
              "Snow fence put up by the Board's own plow man is not a fence."),
        ("p", "4.2 Windows. Curtains shall show white or tan to the outside. No window air conditioner may be set in a window that faces the drive or run "
              "after 10 p.m., and all of them come out by Columbus Day."),
        ("p", "4.3 Decks. No laundry, no snowboards leaned on rails, no strings of lights after Easter. Satellite dishes only as the law requires and "
              "only where the Board says."),
        ("h2", "Article V. Who maintains what"),
        ("p", "5.1 The Association maintains, repairs and replaces the Common Area, the roofs, the outer walls and chimneys above the roof line, the "
              "drive, and the pipes and wires that serve more than one Unit. The cost is a common expense."),
        ("p", "5.2 Each Owner shall maintain, repair and replace, at the Owner's own cost, the heating and air-conditioning equipment that serves the "
              "Unit alone, wherever it stands, and also the doors, window glass, fixtures, appliances and floors of the Unit."),
        ("p", "5.3 Each Owner keeps the Unit heated to at least fifty degrees from November to April, at home or away. An Owner whose pipes freeze pays "
              "for what they wet."),
        ("p", "5.4 If an Owner does not do what this Article asks, the Board may do it after a written notice and send the bill, and the bill is "
              "collected like dues. The Board may enter a Unit for this on one day's notice, or without notice if water is coming through a ceiling."),
        ("h2", "Article VI. Money"),
        ("p", "6.1 Dues. The Board sets a budget each fall and the dues that follow from it. Dues fall due on the first of the month. A budget stands "
              "unless two thirds of the Owners reject it at the fall meeting."),
        ("p", f"6.2 Late dues. An Owner whose dues are not in by the tenth of the month pays a late fee of {t.association_late_fee} for that month. "
              "Interest runs in addition at one percent a month, and the Association has a lien as the law gives it."),
        ("p", "6.3 Special assessments. The Board may lay a special assessment for work that can't wait. A special assessment of more than "
              f"{t.assessment_limit} in all needs the vote of a majority of the Owners at a meeting called for it. An assessment is split by share."),
        ("p", "6.4 Reserves. At least one tenth of each year's dues goes to the reserve for roofs and paving and is not borrowed from."),
        ("h2", "Article VII. Insurance"),
        ("p", "7.1 The Association insures the buildings and the Common Area for their full replacement cost, and carries liability insurance of at least "
              "$1,000,000. The deductible of $2,500 is a common expense, unless the loss began in a Unit through an Owner's neglect."),
        ("p", "7.2 Each Owner insures what is inside the Unit: floors, cabinets, furniture, and liability. The Association's policy does not cover skis."),
        ("h2", "Article VIII. Meetings and votes"),
        ("p", "8.1 The Owners meet each year on the Saturday of Columbus Day weekend at a place the Board names. Half of the shares, in person or by "
              "proxy, are a quorum. Each Owner votes by share."),
        ("p", "8.2 The Board has three directors with terms of two years. No director is paid. A director who misses three meetings in a row has resigned."),
        ("h2", "Article IX. Enforcement"),
        ("p", "9.1 The Board may make rules which carry out this Declaration, and shall send them to every Owner before they bind. For a breach the Board "
              "sends a warning first. After a hearing it may suspend the use of the hot tub and ski room. Costs of collection, with a reasonable "
              "attorney's fee, are on the Owner who made them needful."),
        ("h2", "Article X. Amendment"),
        ("p", "10.1 This Declaration may be amended by Owners who hold two thirds of the shares, in a writing that is recorded. No amendment may change a "
              "share without the consent of the Owner whose share it is."),
        ("p", f"10.2 If any part of this Declaration is held to be void, the rest stands. {name} Association, mail to Box 77, {t.town}, N.H."),
    ])


def taxes(t):
    value = int(spare(t, 310_000, 10_000)[1:].replace(",", ""))
    bill = value * int(t.total_rate[1:].replace(".", "")) / 100_000
    return Paper("your-tax-bill.md", [
        ("h1", f"Your {t.year} tax bill: Town of {t.town}"),
        ("p", f"From the Tax Collector's window, {HALL}. Put up on October 31, {t.year}. Everybody asks the same things in November, so here they are with "
              "the answers."),
        ("h2", "What is the rate this year?"),
        ("p", "The State has set the rate. It is in dollars for each thousand dollars of assessed value. The bill has four parts, and only the first is "
              "spent by the Town:"),
        ("table", [["Part of the rate", t.year, t.last_year],
                   ["Municipal", t.municipal_rate, t.municipal_rate_before],
                   ["County", t.county_rate, t.county_rate_before],
                   ["Local education", t.local_school_rate, t.local_school_rate_before],
                   ["State education", t.state_school_rate, t.state_school_rate_before],
                   ["Total", t.total_rate, t.total_rate_before]]),
        ("h2", "Why did my bill go up?"),
        ("p", f"Two causes, mostly. First, the school district's budget rose by {t.school_increase} this year, after the vote in March, and most of that "
              f"falls on us because the number of pupils is counted by town. Second, the town's own health insurance rose by {t.insurance_percent} on July "
              "1. Without these two the rate would hardly have moved."),
        ("p", "The voters turned down the operating budget in March and the Town is running on the default budget. That kept the municipal part from "
              "rising more, but it couldn't keep it from rising: the default budget has to pay contracts too."),
        ("h2", "What would a typical house pay?"),
        ("p", f"A house assessed at ${value:,} would be billed ${bill:,.2f} for the whole year, before credits. The first bill, in June, was an estimate "
              "of about half; the second bill is the rest."),
        ("h2", "When is it due?"),
        ("p", f"The second bill is due {t.bill_due}. The first was due July 1. Interest on what is late runs at eight percent a year and the computer adds "
              "it by itself, the day after. A postmark counts as the day we got it."),
        ("h2", "Can I pay by card?"),
        ("p", "Yes, on line, but the card company takes its share on top. Checks cost nothing. There is a slot in the door for the shy."),
        ("h2", "I think my assessment is wrong. What do I do?"),
        ("p", "Ask for an abatement. The form is on the Assessing page and has to be in by March 1 of next year. Pay the bill in the meantime. The "
              "assessor, Gary Loomis, is in on Wednesdays. He does not set the rate, so please be civil."),
        ("h2", "Are there exemptions?"),
        ("p", "For veterans, for the blind, for the elderly below an income, and for wood heat. Apply before May 1 of the tax year."),
        ("h2", "My ski condominium is only used in winter. Do I pay half?"),
        ("p", "No. We understand why you ask."),
        ("p", f"Wendy Beliveau, Tax Collector, Town of {t.town}. 603.555.0116."),
    ])


def budget(t):
    return Paper("budget-questions.md", [
        ("h1", f"Town of {t.town}: the {t.year} budget, asked and answered"),
        ("p", f"Posted by the Budget Committee on January 24, {t.year}, ahead of the deliberative session. Amounts are what the Select Board and the "
              "Budget Committee propose; the voters decide in March."),
        ("h2", "What is in it, by department?"),
        ("table", [["Department", f"{t.last_year} budget", f"{t.year} proposed"],
                   ["Police", t.police_before, t.police_proposed],
                   ["Highway and bridges", t.highway_before, t.highway_proposed],
                   ["Fire and rescue", t.fire_before, t.fire_proposed],
                   ["Library", t.library_before, t.library_proposed],
                   ["Town Hall and clerk", "$173,415", "$176,905"],
                   ["Transfer station", "$148,365", "$151,885"],
                   ["Planning, zoning, inspection", "$69,235", "$71,145"],
                   ["Recreation and trails", "$42,615", "$43,085"],
                   ["Welfare", "$8,035", "$8,035"]]),
        ("p", "The table does not show debt, benefits, insurance, the sewer, or the long tail of small lines. They are in the full print at Town Hall, "
              "which runs to sixteen pages and which nobody has ever taken home."),
        ("h2", "So what is the total?"),
        ("p", f"The operating budget proposed in Article 2, with every line, is {t.operating_budget}. If Article 2 is voted down the Town runs on the "
              f"default budget, which is {t.default_budget}. The default budget is last year's, less one-time items, plus what the Town is bound by "
              "contract or law to pay."),
        ("h2", "Why is Police up?"),
        ("p", "Overtime on powder days, mostly, and the scheduled raise in the second year of the contract. There is no new position in it. A cruiser, if "
              "there is one, comes out of the capital reserve."),
        ("h2", "Why is Highway up?"),
        ("p", "Salt and diesel. Also the Town plows the two miles over the height of land that the State gave back to us. A new truck is a separate "
              "article and is not in these amounts."),
        ("h2", "And Fire?"),
        ("p", "The department will pay a second medic on winter weekends. Ambulance bills that the insurers pay come back to the Town as revenue, but "
              "revenue isn't shown in this table."),
        ("h2", "What about the Library?"),
        ("p", "Heat, wages, and an elevator contract. The trustees raise the money for books themselves at the August sale."),
        ("h2", "Does the ski area pay its share?"),
        ("p", "It pays property tax like everybody, and it is the largest taxpayer in Town. It also gives the highway department the use of a groomer, "
              "for reasons too long for this page."),
        ("h2", "Can I change the budget at the deliberative session?"),
        ("p", "Yes. Any voter may move to change an amount there. In March it is yes or no by ballot, and no more changes. Bring a pencil and a cushion."),
        ("p", f"Budget Committee of the Town of {t.town}. Chair: Nate Hobart. {HALL}."),
    ])


def warrant(t):
    truck_reserve, hydrants = spare(t, 40_000, 1_000), spare(t, 10_500, 50)
    return Paper("town-warrant.docx", [
        ("h1", f"The State of New Hampshire - Town of {t.town} - Warrant for the {t.year} Annual Meeting"),
        ("p", f"To the inhabitants of the Town of {t.town}, in the County of {t.county}, in said State, qualified to vote in town affairs: you are hereby "
              "notified to meet as follows."),
        ("p", f"FIRST SESSION (deliberative). At the school gym, 9 Gondola Road, on February 1, {t.year}, at 6:00 in the evening, to explain, discuss, "
              "debate and if need be amend the articles below, as RSA 40:13 provides. Snow date the following evening."),
        ("p", f"SECOND SESSION (voting). At the school gym on {voting_day(t)}, polls open at 8 o'clock in the forenoon and close at 7 o'clock in the "
              "evening, to choose officers and to vote by official ballot on the articles as amended."),
        ("h2", "Article 1. Officers"),
        ("p", "To choose by ballot one member of the Select Board for three years, one library trustee for three years, one supervisor of the checklist, "
              "and a moderator."),
        ("h2", "Article 2. Operating budget"),
        ("p", "Shall the Town raise and appropriate as an operating budget, not including appropriations by special warrant articles and other "
              "appropriations voted separately, the amounts set forth on the budget posted with the warrant or as amended by vote of the first session, "
              f"for the purposes set forth therein, totaling {t.operating_budget}? Should this article be defeated, the default budget shall be "
              f"{t.default_budget}, which is the same as last year, with certain adjustments required by previous action of the Town or by law; or the "
              "governing body may hold one special meeting, to take up the issue of a revised operating budget only."),
        ("p", "Recommended by the Select Board, two in favor and one opposed. Recommended by the Budget Committee, seven in favor."),
        ("h2", "Article 3. Lease"),
        ("p", f"Shall the Town authorize the Select Board to lease {t.lease_place} to {t.lease_company} for {t.lease_use}, for a term of twenty years, at "
              f"a rent of {t.lease_rent} a year, upon such further terms as the Board finds to be in the interest of the Town? This article has no tax "
              "impact; the rent would go into the general fund."),
        ("p", "Recommended by the Select Board, three in favor. The Budget Committee takes no position, since no money is raised."),
        ("h2", "Article 4. Highway truck"),
        ("p", f"Shall the Town raise and appropriate {t.truck} for a six-wheel highway truck with plow, wing and sander, to take the place of truck 3, "
              "which is older than its driver? The whole sum is to be raised by taxation."),
        ("p", "Recommended by the Select Board, three in favor. Recommended by the Budget Committee, five in favor and two opposed."),
        ("h2", "Article 5. Capital reserve"),
        ("p", f"Shall the Town raise and appropriate {truck_reserve} to be put in the Fire Apparatus Capital Reserve Fund established in 1987?"),
        ("h2", "Article 6. Hydrants"),
        ("p", f"Shall the Town raise and appropriate {hydrants} for two dry hydrants, one at the lower bridge and one by the snowmaking pond, the ski area "
              "having agreed to give the easement?"),
        ("h2", "Article 7. Trails"),
        ("p", "Shall the Town discontinue the class VI part of the Old Toll Path from the second gate to the height of land, and keep it as a Class A "
              "trail, subject to gates and bars?"),
        ("h2", "Article 8. By petition"),
        ("p", "Shall the Town ask the Select Board to write to the State about the noise of truck brakes on the north side of the pass, and to keep on "
              "writing until somebody answers?"),
        ("h2", "Article 9. Reports"),
        ("p", "To hear the reports of agents, auditors and committees, and to do any other business that may legally come before the meeting."),
        ("p", f"Given under our hands at {t.town}, January 26, {t.year}: {t.chair}, {t.member2}, {t.member3}, Select Board. A true copy of the warrant, "
              f"attest: {t.clerk}, Town Clerk. Posted at the Town Hall, the school and the post office."),
    ])


def results(t):
    most = max(int(t.values[f"{vote}_yes"]) + int(t.values[f"{vote}_no"]) for vote in ("budget", "lease", "truck"))
    cast = most + 23
    part = lambda share: tally(t, int(cast * share))
    return Paper("election-results.txt", [
        ("h1", f"Town of {t.town} - Results of the annual meeting"),
        ("p", f"Second session, {voting_day(t)}, school gym. Ballots cast: {tally(t, cast)}. Moderator: Roland Fitch. Counted twice by hand, and finished "
              "at 10:50 PM; thanks to the bakery for the sandwiches."),
        ("h2", "Article 1, officers"),
        ("li", f"Select Board, three years: {t.chair}, without opposition"),
        ("li", "Library trustee, three years: Peg Duquette"),
        ("li", "Supervisor of the checklist: Lucille Ayer"),
        ("li", "Moderator: Roland Fitch, who read out his own name twice"),
        ("h2", "The questions"),
        ("li", f"Article 2, operating budget: {t.budget_yes} yes, {t.budget_no} no. DEFEATED. The default budget of {t.default_budget} stands for the year."),
        ("li", f"Article 3, lease of {t.lease_place} to {t.lease_company} for {t.lease_use}: {t.lease_yes} yes, {t.lease_no} no. FAILED."),
        ("li", f"Article 4, highway truck for {t.truck}: {t.truck_yes} yes, {t.truck_no} no. PASSED."),
        ("li", f"Article 5, fire apparatus reserve: {part(0.61)} yes, {part(0.33)} no. PASSED."),
        ("li", f"Article 6, dry hydrants: {part(0.72)} yes, {part(0.21)} no. PASSED."),
        ("li", f"Article 7, Old Toll Path: {part(0.55)} yes, {part(0.37)} no. PASSED."),
        ("li", f"Article 8, truck brakes: {part(0.83)} yes, {part(0.12)} no. PASSED, with cheers."),
        ("h2", "What it means"),
        ("p", "On the budget: the Select Board has said that it won't call a special meeting. The departments live within the default budget until next "
              "March, and the amounts on the budget page are only what was proposed."),
        ("p", f"On the lease: since Article 3 failed, no lease with {t.lease_company} has been signed, and none will be. The Select Board had authority to "
              f"sign only if the voters gave it. {capped(t.lease_place)} stays as it is, and the rent that was talked of will not come in."),
        ("p", "On the truck: the Road Agent may order at once, and delivery takes most of a year. Truck 3 will be sold by sealed bid, as is, bring your "
              "own battery."),
        ("p", "Rejected ballots: four, of which one was a drawing of a moose. A recount must be asked for in writing by the Friday after the vote."),
        ("p", f"A true record. Attest: {t.clerk}, Town Clerk of {t.town}."),
    ])


def ordinance(t):
    return Paper(f"landing-parking-ordinance-{t.ordinance_year}.txt", [
        ("h1", f"Town of {t.town} - Ordinance on overnight parking at the town landing"),
        ("p", f"Adopted by the Select Board on June 3, {t.ordinance_year}, after a hearing, under RSA 41:11 and RSA 31:39. In force upon posting."),
        ("h2", "Section 1. Why"),
        ("p", "The lot at the town landing has room for nineteen vehicles. In summer it fills with campers whose people sleep there, and in winter with "
              "vehicles left by skiers, so that neither boats nor the plow can get in. This ordinance is meant to keep the lot open for those who use the "
              "water by day."),
        ("h2", "Section 2. What is not allowed"),
        ("p", "No person shall leave a vehicle, trailer or camper in the lot at the town landing between 10 p.m. and 5 a.m., occupied or not, in any "
              "season."),
        ("h2", "Section 3. Who is excepted"),
        ("li", "(a) vehicles of the Town, of the State, and of anybody at work for them;"),
        ("li", "(b) ice fishermen with a bob house permit, in their own marked row, when the ice is declared in; and"),
        ("li", "(c) a vehicle which has broken down, if a note with a name and a telephone number is left in the window and it is gone by noon."),
        ("h2", "Section 4. Fines"),
        ("p", f"For a first offense the fine is {t.fine_old}. For each further offense in the same calendar year the fine is $180. Each night is an "
              "offense of its own. Tickets are paid at the police station; those not paid in two weeks go to the district court."),
        ("h2", "Section 5. Towing"),
        ("p", "A police officer may have a vehicle towed at the cost of its owner, if it stands in the way of the ramp or of the plow. The Town isn't "
              "answerable for what happens to it on the way down the mountain."),
        ("h2", "Section 6. Signs"),
        ("p", "The Road Agent shall post the lot at both ends. The lack of a sign that has been stolen is no defense to one who knew."),
        ("h2", "Section 7. The rest"),
        ("p", "If a court strikes a part, the rest remains. Earlier rules about the landing that don't agree with this one are repealed, in particular "
              "the hand-lettered board of 1974."),
        ("p", f"Attest: Town Clerk. Town of {t.town} Code, chapter 12."),
    ])


def amendment(t):
    return Paper("landing-parking-amendment.docx", [
        ("h1", f"Town of {t.town} - Amendment to the ordinance on overnight parking at the town landing"),
        ("p", f"Adopted by the Select Board on June 10, {t.last_year}. It amends the ordinance of {t.ordinance_year} (Code, chapter 12) and is in force "
              f"from July 1, {t.last_year}."),
        ("p", "The Select Board, having held a public hearing at which five people spoke, and having heard from the police that campers find it cheaper "
              "to pay the fine than to pay for a site, hereby amends the ordinance as follows."),
        ("h2", "1. Section 4, Fines, is struck out and replaced"),
        ("p", f"The first-offense fine is now {t.fine_new}, in place of {t.fine_old}. For a second offense within the same calendar year the fine is "
              f"{t.fine_second}. For a third or later offense the fine is $450, and the vehicle is towed."),
        ("p", "A ticket may be paid at the police station or by mail. One not paid in two weeks goes to court, where the cost of the court is added."),
        ("h2", "2. Section 3, letter (b), is amended"),
        ("p", "The row for ice fishermen is moved to the east side, next to the boat rack, so that the plow can make its turn. A bob house permit must "
              "lie on the dashboard, face up."),
        ("h2", "3. Nothing else changes"),
        ("p", "The hours in Section 2, the towing in Section 5 and all other parts of the ordinance stay as they were. Offenses of before July 1 are "
              "dealt with under the old text."),
        ("p", f"By the Select Board of {t.town}. A true copy, attest: {t.clerk}, Town Clerk. Posted at the landing, the Town Hall and the post office; "
              "published once in the Pass & Valley Record."),
    ])


def library(t):
    return Paper("library-page.md", [
        ("h1", f"{t.town} Town Library: questions people ask us"),
        ("p", f"The stone building by the chairlift sign, 22 Notch Road, {t.town}. Telephone 603.555.0122. {t.librarian}, librarian, with Carol and the "
              "cat."),
        ("h2", "When are you open?"),
        ("li", f"Monday to Friday: {t.library_weekday}"),
        ("li", f"Saturday: {t.library_saturday}"),
        ("li", "Sunday: closed"),
        ("p", "Look for the light over the door, and mind the ice that comes off the roof."),
        ("h2", "How do I get a card?"),
        ("p", "Bring something with your name and a local address. Cards are free for residents, for those who own property here, and for anybody who "
              "works for the ski area this season, down to the last dishwasher. Children may have their own as soon as they can write their name."),
        ("h2", "How long may I keep a book?"),
        ("p", "Three weeks, and twice more if nobody is waiting. Films are one week. We don't charge for late books; we telephone, and it's worse."),
        ("h2", "Can I print?"),
        ("p", "Yes, at the same price a page as copies at the Town Hall; the price is on the Town's fee page. The scanner costs nothing."),
        ("h2", "What is on?"),
        ("p", f"Story hour is on Tuesdays at 11. The knitters have the big table on Thursdays. {sir(t.librarian)} gives help with telephones and tablets "
              "on Friday afternoons, one person at a time. The avalanche talk with the ski patrol is every December and fills up. The August book sale "
              "pays for most of our new books, so bring us your old ones."),
        ("h2", "Do you lend anything besides books?"),
        ("p", "Snowshoes (eleven pairs), a telescope, two ukuleles, museum passes, and a jig saw. The snowshoes are due back in two days. The jig saw is "
              "not for ice."),
        ("h2", "Who runs it?"),
        ("p", "Three elected trustees. They meet in the reading room on the second Tuesday, 5:00 PM. Anybody may come. Their minutes hang by the coat "
              "hooks."),
        ("p", f"A department of the Town of {t.town}, N.H."),
    ])


def transfer_station(t):
    return Paper("transfer-station-page.md", [
        ("h1", f"Town of {t.town} Transfer Station: questions and answers"),
        ("p", "At the end of Quartzite Lane, past the sand shed. Attendants: Stub Hobart and, in ski season, whoever we can find. 603.555.0127."),
        ("h2", "When is it open?"),
        ("li", f"Saturday: {t.dump_saturday}"),
        ("li", "Wednesday: noon to 5 p.m."),
        ("li", "Sunday in July and August only: 1 p.m. to 4 p.m."),
        ("p", "The gate is shut a few minutes early so that the last in can get out. If the hopper is frozen there will be a cone in the road."),
        ("h2", "Do I need a sticker?"),
        ("p", "Yes, on the windshield, for each vehicle. The Clerk sells them at the Town Hall; the attendant does not. What they cost is on the fee "
              "page, which is the only place where the Town keeps its prices, so that there is only one place to be wrong."),
        ("h2", "I have a weekend place here. Which sticker is mine?"),
        ("p", "If you are registered to vote somewhere else, the nonresident one. The tax bill proves that you own; it doesn't prove that you live here."),
        ("h2", "What do I sort?"),
        ("p", "Cardboard flat, glass in the bunker, cans together, paper dry. Plastics by the pictures on the board, which change. Food scraps go in the "
              "green barrels, and the barrels are bear-proof only when the lid is shut."),
        ("h2", "Refrigerators, mattresses, televisions?"),
        ("p", "Refrigerators and mattresses on any open day, paid at the shed before you unload. Televisions and tires on the two Hazardous Waste days, "
              "the first Saturday of June and the last of September. Paint: let it dry, lid off."),
        ("h2", "May I take things home from the swap shed?"),
        ("p", "Yes, up to ten minutes at a time. Skis are to be left in pairs. No couches, no car seats, no pianos after the last one."),
        ("h2", "Can my contractor use it?"),
        ("p", "Not for building rubble. There is a private yard down the valley that takes it by weight."),
        ("p", f"Town of {t.town}, N.H. Public Works."),
    ])


def thread(t):
    asked = datetime.datetime(int(t.year), 1, 8, 19, 41, tzinfo=datetime.timezone(datetime.timedelta(hours=-5)))
    answered = asked + datetime.timedelta(hours=13, minutes=24)
    domain = f"{t.town.lower()}nh.example"
    address = f"{t.mail_writer.lower().replace(' ', '.')}@mountainpost.example"
    return Paper("re-sticker-price.eml", [
        ("h1", f"Re: Town of {t.town}: sticker"),
        ("p", f"Dear {sir(t.mail_writer)},"),
        ("p", "You heard wrong, but you aren't the first this week. A transfer station sticker for the first vehicle of a resident household is "
              f"{t.sticker} for this year. I do not know where the other number comes from; I suspect the chairlift."),
        ("p", "Bring the registration to the window. Checks are made out to the Town. The new stickers are orange and last year's green ones are good "
              "till the end of this month, by courtesy, after which Stub will stop you."),
        ("p", "The whole list of fees is on our website, on the page called What Things Cost."),
        ("p", f"{t.clerk}, Town Clerk, Town of {t.town}, {HALL}, 603.555.0114. Window: Monday to Thursday, 8 a.m. to 4 p.m. Mail to and from this office "
              "is a public record."),
        ("p", f"On January 8, {t.year}, at 7:41 PM, {t.mail_writer} wrote:"),
        ("p", "> Hello, I couldn't get through by phone and I can't come down during the day as I work on the mountain."),
        ("p", f"> Somebody in line at the base lodge told me that the sticker costs {t.mail_wrong} this year. Is that right? It seems an awful jump."),
        ("p", "> Also do I have to scrape last year's one off? It is on there for life I think."),
        ("p", f"> Thank you, {t.mail_writer}, Cascade Lane"),
    ], sender=f"{t.clerk} <clerk@{domain}>", to=f"{t.mail_writer} <{address}>", date=format_datetime(answered))


def papers(t):
    return [fees(t), old_fees(t), winter(t), spring(t), late(t), zoning(t), declaration(t), taxes(t), budget(t), warrant(t), results(t), ordinance(t),
            amendment(t), library(t), transfer_station(t), thread(t)]


def article(t):
    hurt, town = t.injured_last, t.town
    return "\n\n".join([
        f"{town} knew {t.structure} was unsafe, records show, before visitor was hurt",
        f"By {t.reporter}, Pass & Valley Record",
        f"{town.upper()} - A visitor from {t.lake_town} was badly hurt on {t.injury_day} on the {t.structure} at {t.site}, five months after the town's "
        f"building inspector told the Select Board that it was not safe. {t.injured} broke a wrist and three ribs when a {t.part} gave way, according to the "
        "family. The fall was seen by several people, among them two children.",
        f"\"It just let go, there was no warning at all,\" said {t.relative}, a cousin who was there. \"We saw a sign, but a sign does not tell you that the "
        f"thing is rotten.\" {hurt} is home from the hospital but cannot work, {t.relative_last} said.",
        f"Minutes of the board's February meeting show that the inspector, {t.inspector}, warned that the {t.supports} were failing. The same evening a letter "
        f"from the town's insurer, {t.insurer}, asked the town to close or repair the {t.structure} within {t.insurer_days}. A motion to close it failed. In "
        "April the board put off the repair until October and voted to put up signs that read \"Use at your own risk.\"",
        f"The {t.structure} was built in {t.built_year}, and no building permit was ever issued for it, the inspector told the board. Town Administrator "
        f"{t.administrator} declined to comment, saying that the matter is with the town's lawyer.",
        f"{hurt}'s family has hired a lawyer, {t.relative_last} said. No claim against the town had been filed as of Friday.",
    ])


def marks(t):
    chair, second, third, inspector = sir(t.chair), sir(t.member2), sir(t.member3), sir(t.inspector)
    drift = sir(t.drift_owner)
    return {
        "warning": [f"the {t.supports} that hold up the {t.structure} at {t.site} are failing",
                    "it is not safe for the public and should not be opened for another season"],
        "insurer": [f"The letter asks the Town to close or repair the {t.structure} within {t.insurer_days}"],
        "close_failed": [f"One in favor, two opposed, so the motion to close the {t.structure} did not carry"],
        "tabled": [f"one opposed, the Chair, so the repair of the {t.structure} is tabled until {t.repair_until}"],
        "no_permit": [f"no building permit was ever asked for or issued when the {t.structure} was built in {t.built_year}",
                      f"there is no building permit on file for the {t.structure} and never was one"],
        "closed": [f"the {t.structure} at {t.site} is closed to the public from tonight"],
        "engineer_against": [f"{third} voted against hiring the engineer"],
        "signs_first": [f"{second} then moved to put up {t.signs_moved} signs reading \"Use at your own risk\""],
        "signs_amended": [f"offered an amendment to {t.signs_voted} signs instead", f"The motion as amended, for {t.signs_voted} signs, passed"],
        "lights_failed": ["so the offer for LED street lights did not carry"],
        "matter_tabled": [f"the draft {t.tabled_matter} is tabled to {t.tabled_until}"],
        "spring_votes": ["The minutes of March 25 were accepted, all three in favor",
                         "The cruiser purchase passed with all in favor",
                         f"Two in favor, one opposed, the Chair, so the repair of the {t.structure} is tabled",
                         f"as amended, for {t.signs_voted} signs, passed with everybody in favor",
                         f"With all in favor, the draft {t.tabled_matter} is tabled",
                         "one in favor, two opposed, so the offer for LED street lights did not carry"],
        "other_votes": ["to accept the minutes of January 22 as printed, with the spelling of Duquette mended; all in favor",
                        "The posting of Base Lodge Road passed with all in favor",
                        f"two opposed, so the motion to close the {t.structure} did not carry",
                        "The salt purchase passed, all in favor",
                        "On the July 30 minutes the vote was all in favor",
                        f"All in favor, so the {t.structure} at {t.site} is closed to the public",
                        f"two in favor, one opposed, so the hiring of {t.engineer} passed",
                        "The paving of Gap Road went to Notchway with three in favor and none opposed"],
        "warner_said": [f"a {t.part} moves when you put your weight on it", "that somebody is going to get hurt"],
        "drift_words": [f"{drift} had a duty to keep the {t.drift_thing} from doing harm to the land below",
                        f"It says {drift} was negligent in letting it go for so long",
                        f"as damages for the {t.drift_harmed}",
                        "no negligence has been shown",
                        "Who is liable between two neighbors, and for what damages, is not for this Board to decide"],
        "variance_granted": [f"with four in favor and one opposed (Mr. Wojcik), the variance for {sir(t.variance_owner)} was GRANTED"],
        "exception_denied": [f"the special exception for {t.exception_use} was DENIED"],
        "exception_why": ["the added traffic on a steep road without shoulders would be a hazard in winter",
                          "the noise would carry across the valley to the houses on the other side"],
        "continued": [f"the case of {sir(t.continued_owner)} was CONTINUED to {t.continued_until}"],
        "rent": [f"no lease shall be for a term of less than {t.rent_months}"],
        "pet": [f"the dog weighs at most {t.pet_pounds} when full grown"],
        "fence": [f"No fence over {t.fence_height} in height shall be put up"],
        "assessment": [f"A special assessment of more than {t.assessment_limit} in all needs the vote of a majority of the Owners"],
        "ac_pays": ["at the Owner's own cost, the heating and air-conditioning equipment that serves the Unit alone"],
        "ac_trap": ["No window air conditioner may be set in a window that faces the drive"],
        "cause_school": [f"the school district's budget rose by {t.school_increase}"],
        "cause_insurance": [f"the town's own health insurance rose by {t.insurance_percent}"],
        "budget_failed": [f"Article 2, operating budget: {t.budget_yes} yes, {t.budget_no} no. DEFEATED"],
        "lease_failed": [f"{t.lease_yes} yes, {t.lease_no} no. FAILED"],
        "no_lease": [f"no lease with {t.lease_company} has been signed, and none will be"],
        "mail_claim": [f"the sticker costs {t.mail_wrong} this year"],
    }

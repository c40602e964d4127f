"""A rich lake resort town: long narrative minutes by a recording secretary, wide fee tables, and pages of its web site."""
from datetime import date, datetime, timedelta
from email.utils import format_datetime

from paper import Paper

WOMEN = set("Ruth Anne Lorraine Joan Denise Paula Corinne Elaine Noreen Beth Gwen Judith Hannah Maeve Ingrid Sonia Lydia Colleen Renata Priscilla Vera".split())
LAKE = "Lake Passaquog"


def mr(t, role):
    """The polite short form of a person, as the recording secretary writes it."""
    return f"{'Ms.' if getattr(t, role).split()[0] in WOMEN else 'Mr.'} {getattr(t, role + '_last')}"


def meeting_day(t):
    """The second Tuesday of March."""
    first = date(int(t.year), 3, 1)
    return f"March {(first + timedelta((1 - first.weekday()) % 7 + 7)).day}, {t.year}"


def site_name(t):
    return f"{t.town.lower()}-lakes.example"


def footer(t, page):
    return f"Town of {t.town} | 1 Steamboat Way | 603.555.0142 | www.{site_name(t)} | {page}"


def letterhead(t, board):
    return f"Town Offices, 1 Steamboat Way, {t.town}, New Hampshire. {board}. Telephone 603.555.0142, office hours Monday to Friday, 8 a.m. to 4 p.m."


def board_present(t, guests):
    return (f"Present for the Board: {t.chair}, Chair; {t.member2}, Selectman; {t.member3}, Selectman. Also present: {t.administrator}, Town Administrator; "
            f"{guests}; Cordelia Penhallow, Recording Secretary. The meeting was held in the Selectmen's Meeting Room and shown on the Town's web site.")


def fees(t):
    rows = [
        ["Item", "Resident", "Nonresident", "Unit", "Note"],
        ["Transfer Station sticker, first vehicle", t.sticker, t.nonresident_sticker, "per year", "Registration required. Nonresident means an owner of "
                                                                                                  "taxable land here whose vehicle is registered elsewhere."],
        ["Transfer Station sticker, each further vehicle of the same household", t.second_sticker, "not offered", "per year", "Same address as first vehicle"],
        ["Refrigerator, freezer or dehumidifier", t.refrigerator, "not accepted", "each", "Doors off. Pay at the gate house, check or card only."],
        ["Mattress or box spring", t.mattress, "not accepted", "each", "Dry and clean; wet ones are turned away"],
        ["Car tire, off the rim", "$3.50", "not accepted", "each", "Limit of ten per household"],
        ["Leaves and pine needles", "no charge", "not accepted", "load", "Back lot, follow cones"],
        ["Dog license, spayed or neutered", t.dog_altered, "n/a", "per dog, per year", "Town Clerk; rabies certificate"],
        ["Dog license, not spayed or neutered", t.dog_intact, "n/a", "per dog, per year", "Town Clerk; rabies certificate"],
        ["Town Beach season pass", t.beach_resident, t.beach_nonresident, "per vehicle, per season", "Memorial Day to Labor Day. Nonresident passes limited."],
        ["Kayak and boat rack at the Landing", t.boat_rack, "not offered", "per space, per season", "By lottery in March; waiting list kept by Parks Dept."],
        ["Town mooring, inner field", "$410", "not offered", "per season", "Harbor Committee approval"],
        ["Rental of the Casino Hall (upper floor)", t.hall_rental, "not offered", "per day", "Certificate of insurance; kitchen included; out by 11 p.m."],
        ["Photocopies", t.copies, "same", "per page", "Black and white, letter or legal"],
        ["Raffle or yard sale permit", "no charge", "n/a", "each", "Selectmen's office"],
    ]
    return Paper("fees-and-permits.html", [
        ("h1", f"Town of {t.town} - Fees and Permits"),
        ("p", f"Home > Departments > Selectmen's Office > Fees. This schedule is in force from {t.fees_from} and replaces all earlier schedules. It was "
              "adopted by the Board of Selectmen after a public hearing."),
        ("h2", "Schedule"),
        ("table", rows),
        ("h2", "How to pay"),
        ("p", "Stickers and beach passes may be bought at the Town Clerk's window or ordered on line; please allow ten business days for mail. Stickers are "
              "affixed to the lower left of the windshield and are not transferable. Lost stickers are replaced free upon return of any recognizable piece."),
        ("p", f"Summer residents often ask wether a property manager may pick up a sticker. The answer is yes, with a note signed by the owner. Questions: "
              f"clerk@{site_name(t)} or 603.555.0144."),
        ("p", footer(t, "page last edited by the web master")),
    ])


def old_fees(t):
    rows = [
        ["Item", "Resident", "Nonresident", "Unit", "Note"],
        ["Transfer Station sticker, first vehicle", t.old_sticker, "$48.50", "year", "Clerk"],
        ["Each further vehicle, same household", t.old_second_sticker, "n/a", "year", "Clerk"],
        ["Refrigerator", "$3.50", "n/a", "each", "Gate house"],
        ["Mattress", "no charge", "n/a", "each", "Gate house"],
        ["Dog license, altered", "$3.75", "n/a", "dog", "Clerk"],
        ["Beach season pass", "no charge", "$32.50", "vehicle", "Parks"],
        ["Boat rack", "$122", "n/a", "season", "Parks"],
        ["Casino Hall", "$185", "n/a", "day", "Selectmen"],
        ["Photocopies", "$0.75", "same", "page", "Any office"],
    ]
    return Paper(f"fee-schedule-{int(t.year) - 3}.pdf", [
        ("h1", f"Town of {t.town}: Schedule of Fees"),
        ("p", letterhead(t, "Board of Selectmen")),
        ("p", f"Effective {t.old_fees_from}. Adopted by the Board of Selectmen at its regular December meeting following notice in the Passaquog Ledger."),
        ("table", rows),
        ("p", "All fees are payable when the service is rendered. The Town takes no credit cards. Children under twelve need no beach pass when with an "
              "adult who has one. The Board may waive any fee for a civic or charitable body upon written request."),
        ("p", "Stickers of the previous year are honored at the Transfer Station through the end of January."),
        ("p", "Page 1 of 1"),
    ])


def winter(t):
    return Paper("selectmen-minutes-winter.pdf", [
        ("h1", f"Town of {t.town} - Board of Selectmen"),
        ("h2", f"Minutes of the Regular Meeting of {t.winter}"),
        ("p", letterhead(t, "Board of Selectmen")),
        ("p", board_present(t, f"{t.inspector}, Building Inspector; Roscoe Tillinghast, Harbor Committee; and some twenty members of the public")),
        ("h2", "Call to Order"),
        ("p", f"Chair {t.chair_last} called the meeting to order at 6:00 p.m. and led the Pledge of Allegiance. The Chair reminded all present that the "
              "meeting is recorded, that speakers should give a name and a street, and that the exits are at the rear and to the left of the fireplace."),
        ("h2", "Acceptance of Minutes"),
        ("p", f"Selectman {t.member3_last} made a motion, seconded by Selectman {t.member2_last}, to accept the minutes of January 22 with one correction, "
              "the spelling of Bellows Avenue on page 2. The motion to accept the minutes of January 22 as corrected carried, 3-0."),
        ("h2", "Town Administrator's Report"),
        ("p", f"{mr(t, 'administrator')} reported that the auditors will be in the building the last week of the month, that the web site now takes mooring "
              "applications, and that the new boiler at the Casino Hall has at last been balanced so that the upper floor is neither an oven nor an "
              "icehouse. The ice-out contest of the Rotary will again use the steps of Town Hall for its clock. Sand for residents is in the shed behind "
              f"the highway garage; {mr(t, 'administrator')} asked that landscapers be kept from filling trailers there."),
        ("h2", f"Building Inspector: the {t.structure} at {t.site}"),
        ("p", f"{mr(t, 'inspector')} came before the Board about the {t.structure} at {t.site}, off {t.road}, with photographs that were passed along the "
              f"table. {mr(t, 'inspector')} said that the {t.supports} that carry the {t.structure} are failing and it is no longer safe for the public. A "
              "screwdriver went in to the handle in several places, the fastenings have rusted through, and what railing there is can be moved by hand. In "
              f"the opinion of the Inspector, the {t.structure} should be closed now and not after somebody is hurt."),
        ("p", f"Selectman {t.member3_last} asked how a thing so new could be in such a state. {mr(t, 'inspector')} answered that it was put up in "
              f"{t.built_year} by volunteers of the Lakeshore Improvement Society with lumber that was given, and that much of it was not fit for wet "
              f"places. {mr(t, 'inspector')} added that no building permit was ever asked for or issued when the {t.structure} was built in {t.built_year}, "
              "and that the file at Town Hall holds nothing but a thank-you card. As far as the Inspector can tell no plan was drawn."),
        ("p", f"{mr(t, 'administrator')} then read a letter from {t.insurer}, which insures the Town's property and liability. Having seen the Inspector's "
              f"photographs, the insurer asks the Town to close or repair the {t.structure} within {t.insurer_days} and to write back when that has been "
              "done. The letter was placed on file. It does not say what the insurer will do if nothing is done, and the Town Administrator was asked to "
              "find out."),
        ("p", f"There was a long discussion. Chair {t.chair_last} felt that a letter of this kind could not be put in a drawer. Selectman {t.member2_last} "
              "said that the place is deep in snow, that hardly anyone goes there before May, and that a closed sign in a resort town is a poor welcome. "
              f"Selectman {t.member3_last} thought it would be time enough when prices for a repair are in hand."),
        ("p", f"Chair {t.chair_last} made a motion, seconded by Selectman {t.member3_last} for the purpose of discussion, to close the {t.structure} to the "
              f"public until it has been repaired. On the vote, Chair {t.chair_last} was in favor and Selectmen {t.member2_last} and {t.member3_last} were "
              f"opposed. The motion to close the {t.structure} failed, 1-2. {mr(t, 'administrator')} was asked to get quotes for the repair by spring."),
        ("h2", "Milfoil Control"),
        ("p", "The Conservation Commission forwarded its recommendation for hand-pulling of milfoil in the coming season. Two firms were heard in the fall. "
              f"Sandbar Dive Services has worked the north end for four summers and knows the beds. Selectman {t.member2_last} made a motion, seconded by "
              f"Chair {t.chair_last}, to award the work to Sandbar Dive Services at a price not to exceed $82,400, half of which is met by a State grant. "
              "The motion to award the milfoil work to Sandbar Dive Services carried, 3-0."),
        ("h2", "Mooring Field Plan"),
        ("p", "Mr. Tillinghast showed the Harbor Committee's plan to turn the inner mooring field so that the fairway runs straight to the Landing. Eleven "
              "moorings would move. The Committee has talked with each holder and says that all but one are content."),
        ("p", "Augusta Brimblecombe of Chestnut Point said that her family has swung on the same mooring since 1951 and that nobody has talked with her. "
              "Mr. Tillinghast replied that a letter went to her winter address in Florida. Leopold Farthing of Bellows Avenue spoke in favor; he said that "
              "rental pontoon boats cut through the field at all hours, and that a straight fairway would end that. Winifred Sacks asked wether the loons' "
              "nesting raft would be disturbed. It would not; the raft stays where it is."),
        ("p", f"Selectman {t.member3_last} made a motion, seconded by Selectman {t.member2_last}, to approve the mooring plan for the season, with Mrs. "
              f"Brimblecombe's mooring left in place. Chair {t.chair_last} thought that one exception would breed others. The motion to approve the mooring "
              "plan with the one exception carried, 2-1."),
        ("h2", "Use of the Casino Hall"),
        ("p", "The Garden Club asks for the Casino Hall on the second Saturday of May for its plant sale, without charge as in other years. Selectman "
              f"{t.member2_last} made a motion, seconded by Selectman {t.member3_last}, to allow it, provided that the floor is covered. "
              "The motion to let the Garden Club use the Casino Hall without charge carried, 3-0."),
        ("h2", "Correspondence and Other Business"),
        ("p", "The Board noted a card of thanks from the Ladies' Benevolent Circle; a notice from the State that the boat launch ramp will be surveyed; and "
              "a letter from a summer resident about geese. The manifest in the amount of $318,442.17 was signed. No nonpublic session was needed."),
        ("p", f"There being no further business, Chair {t.chair_last} declared the meeting adjourned at 8:47 p.m."),
        ("p", "Respectfully submitted, Cordelia Penhallow, Recording Secretary. These minutes are a summary; the recording may be heard at Town Hall."),
        ("p", footer(t, "Selectmen's minutes, page 4 of 4")),
    ])


def spring(t):
    return Paper("selectmen-minutes-spring.docx", [
        ("h1", f"Town of {t.town} Board of Selectmen, Minutes of {t.spring}"),
        ("p", letterhead(t, "Board of Selectmen")),
        ("p", board_present(t, f"Police Chief {t.chief}; Fire Chief {t.fire_chief}; {t.clerk}, Town Clerk; and members of the public as named below")),
        ("h2", "Call to Order"),
        ("p", f"Chair {t.chair_last} opened the meeting at 6:00 p.m. The Pledge was said. The Chair noted that ice-out was declared by the harbor master on "
              "the first of the month, and that the docks at the Landing are going in. Agenda item 9 (sewer allocation at Chestnut Point) was taken off at "
              "the applicant's request."),
        ("h2", "Acceptance of Minutes"),
        ("p", f"Selectman {t.member2_last} made a motion, seconded by Selectman {t.member3_last}, to accept the minutes of the last meeting, held on March "
              "25. There were no corrections. The motion to accept the minutes of March 25 carried, 3-0."),
        ("h2", "Public Comment"),
        ("p", f"{t.warner} of Gilded Lane said that the {t.structure} at {t.site} frightens anyone who goes there regularly. {mr(t, 'warner')} told the "
              f"Board that a {t.part} shifted when weight was put on it last Sunday, and said: \"The {t.structure} is not safe, and children are all over it "
              f"on a warm day.\" {mr(t, 'warner')} asked what the Board is waiting for. The Chair thanked the speaker and said that the matter is on "
              "tonight's agenda."),
        ("p", f"{t.commenter} of Bellows Avenue spoke about wake boats. {mr(t, 'commenter')} said that the wash has taken a yard of beach in two seasons and "
              "asked the Board to write to the Marine Patrol about the no-wake line, which is widely ignored on holiday weekends. The Board agreed that a "
              "letter should go. No one else wished to speak, and public comment was closed at 6:21."),
        ("h2", "Police Department: Cruiser"),
        ("p", f"Chief {t.chief_last} asked the Board to replace the oldest cruiser, which has 131,000 miles, a tired transmission and a heater that works "
              f"only on the passenger's side. The Chief obtained prices from three dealers, and the best was {t.cruiser_dealer}, at {t.cruiser} with the "
              f"equipment moved over from the old car. The money stands in the capital reserve for police vehicles. Selectman {t.member3_last} asked about a "
              f"hybrid; the Chief said that none could be had before winter. Selectman {t.member3_last} made a motion, seconded by Chair {t.chair_last}, to "
              f"buy the cruiser from {t.cruiser_dealer} for {t.cruiser}. The motion to buy the police cruiser carried, 3-0."),
        ("h2", f"The {t.structure} at {t.site}: Quotes for Repair"),
        ("p", f"{mr(t, 'administrator')} opened two quotes for the repair. {t.contractor_low} would do the work for {t.quote_low}, and {t.contractor_high} "
              f"would do it for {t.quote_high}. Both would replace the {t.supports} and the worst of what rests upon them; the higher quote includes a "
              "two-coat finish and hauling the old lumber to the Transfer Station. Neither can begin before the first week of June. "
              f"{mr(t, 'administrator')} said that nothing was raised for this at town meeting and that the money would have to come out of the parks lines."),
        ("p", f"Chair {t.chair_last} said that the Board was warned in the winter and that the insurer's letter is still unanswered in substance. Selectman "
              f"{t.member2_last} felt that neither quote should be taken at the start of the season, when every builder on the lake is at his dearest, and "
              f"that prices will come down in the fall. Selectman {t.member2_last} made a motion, seconded by Selectman {t.member3_last}, to table the "
              f"repair until {t.repair_until}. The motion to table the repair of the {t.structure} until {t.repair_until} carried, 2-1, with Chair "
              f"{t.chair_last} opposed."),
        ("p", f"Selectman {t.member2_last} then moved to put up {t.signs_moved} signs reading \"Use at your own risk\" at the {t.structure} and along the "
              f"path to it. Selectman {t.member3_last} seconded, but thought that so many would look like a fence of placards in the photographs of summer "
              f"visitors, and offered an amendment to make it {t.signs_voted} signs. Selectman {t.member2_last} seconded the amendment. The amendment to cut "
              f"the number to {t.signs_voted} signs carried, 3-0. The motion as amended, to put up {t.signs_voted} signs, carried, 3-0. Chair {t.chair_last} "
              "wished it noted that a sign mends nothing."),
        ("h2", "Street Lights"),
        ("p", f"Beacon Line Electric has offered to change the street lights of the village to LED for {t.lights_offer}, with a rebate from the utility to "
              f"follow. Selectman {t.member3_last} made a motion, seconded by Chair {t.chair_last}, to accept the offer. Selectman {t.member2_last} had seen "
              "such lights elsewhere and found them blue and cold; the Chair, after hearing that the rebate is not promised in writing, agreed that it was "
              f"too soon. Selectman {t.member3_last} voted in favor, the other two members against. The motion to accept the LED street light offer failed, "
              "1-2."),
        ("h2", f"Draft {t.tabled_matter}"),
        ("p", f"The Board took up the draft {t.tabled_matter}. Town counsel has returned it with notes on nearly every section, and the Lakefront Owners' "
              f"Council has asked that nothing be adopted before its members are back for the season. Chair {t.chair_last} made a motion, seconded by "
              f"Selectman {t.member2_last}, to table it. The motion to table the draft {t.tabled_matter} to {t.tabled_until} carried, 3-0."),
        ("h2", "Reports of Departments"),
        ("p", f"Fire Chief {t.fire_chief_last} reported nineteen calls in March, of which eleven were medical, three were alarms at closed-up summer houses, "
              f"and one was a chimney fire with mutual aid from {t.neighbor_town}. The fire boat goes in the water on the first of May. Burning permits are "
              "required whenever the ground is bare, and the Chief has met several property managers who seem not to know it."),
        ("p", f"{t.clerk}, Town Clerk, reported that registrations are ahead of last year, that dog licenses are due at the end of the month, and that the "
              "boat rack lottery drew ninety-four names for forty places. The Clerk thanked the ballot clerks for a long evening in March."),
        ("h2", "Other Business"),
        ("p", "The Fourth of July committee has engaged the band. The flower boxes on Steamboat Way will be planted by the Garden Club. A resident of "
              "Chestnut Point asks for a mirror at the blind drive; the Highway Department will look. The manifest was signed in the amount of $204,918.66. "
              "The next regular meeting will be held in two weeks' time at the usual hour."),
        ("p", f"With nothing further to come before the Board, Chair {t.chair_last} declared the meeting adjourned at 8:12 p.m."),
        ("p", "Respectfully submitted, Cordelia Penhallow, Recording Secretary"),
        ("p", footer(t, "page 3")),
    ])


def late(t):
    return Paper("selectmen-minutes-summer.html", [
        ("h1", f"Town of {t.town} - Selectmen's Minutes, {t.late}"),
        ("p", "Home > Boards > Board of Selectmen > Minutes. Posted by the web master. For large type, press the A at the top of the page."),
        ("p", board_present(t, f"{t.inspector}, Building Inspector; Thaddeus Crewe, Highway Agent; Imogen Satterlee, Lake Host coordinator; a reporter; and "
                               "a full room")),
        ("h2", "Call to Order"),
        ("p", f"Chair {t.chair_last} called the meeting to order at 6:00 p.m., and asked for a moment of quiet for all who have been hurt on or near the "
              "water this summer. The minutes of the July meetings were not ready and were held over without a vote."),
        ("h2", f"The {t.structure} at {t.site}"),
        ("p", f"Chair {t.chair_last} stated for the record that on {t.injury_day} a visitor was badly hurt at the {t.structure} when a {t.part} gave way. "
              "The Rescue Squad was there within minutes. The Chair asked that the patient's name not be used in the meeting, and that nobody guess at "
              f"causes. {mr(t, 'administrator')} said that the insurer has been told and that counsel advises the Board to say little."),
        ("p", f"{mr(t, 'inspector')} reported that the place was roped off with yellow tape the same evening, but that the tape has been torn down twice, "
              f"once by a wedding party. {mr(t, 'inspector')} repeated what was said in the winter about the {t.supports}, and that the Town has no building "
              f"permit on file for the {t.structure}, because nobody applied for one. The \"Use at your own risk\" signs voted in the spring were put up in "
              "the first week of June."),
        ("p", "Several residents spoke. Lavinia Hargreave of Chestnut Point said that it should not take an ambulance to move a Board. Leopold Farthing "
              "asked that the path be closed as well, since people will go around any barrier that is not a real one. Mr. Crewe said that the Highway "
              "Department can set concrete blocks and chain link in a day."),
        ("p", f"Chair {t.chair_last} made a motion, seconded by Selectman {t.member2_last}, to close the {t.structure} to the public at once, with a proper "
              f"barrier, until the Board votes otherwise. Selectman {t.member2_last} said that no one on the Board takes this lightly. The motion to close "
              f"the {t.structure} to the public at once carried, 3-0."),
        ("h2", "Engineer"),
        ("p", f"{mr(t, 'administrator')} presented a proposal of {t.engineer} to examine the {t.structure}, test the {t.supports}, and report whether it can "
              f"be mended or must come down, for {t.engineer_fee}. Selectman {t.member2_last} asked when a report could be had, and was told in about five "
              f"weeks. Selectman {t.member3_last} held that the Town already knows that it is rotten and should not pay to be told so. Chair {t.chair_last} "
              f"made a motion, seconded by Selectman {t.member2_last}, to hire {t.engineer} for {t.engineer_fee}. The motion to hire {t.engineer} carried, "
              f"2-1. Selectman {t.member3_last} voted against hiring the engineer and asked that the minutes say so."),
        ("h2", "Paving of the Lake Road"),
        ("p", "Mr. Crewe opened three bids for shimming and overlay from the Yacht Club to the Catholic chapel. The lowest responsible bidder is Ledgeworks "
              "Paving, at $118.40 a ton in place, with the shoulders extra. It is the same firm that did Bellows Avenue, where the residents were pleased "
              f"with the work, if not with the hour at which it began. Selectman {t.member3_last} made a motion, seconded by Chair {t.chair_last}, to award "
              "the paving, no work to start before 7:30 a.m. The motion to award the paving to Ledgeworks Paving carried, 3-0."),
        ("h2", "Lake Hosts"),
        ("p", "Ms. Satterlee reported that the Lake Hosts have inspected 1,911 boats at the ramp since Memorial Day and found plant fragments on "
              "forty-three, two of them milfoil. The grant that pays their wages runs out at the end of August. She asks that the ramp be covered through "
              f"Columbus Day weekend, from the invasive species trust fund, which stands at $88,206.31. Selectman {t.member2_last} made a motion, seconded "
              f"by Selectman {t.member3_last}, to do so. The motion to keep the Lake Hosts at the ramp through Columbus Day carried, 3-0."),
        ("h2", "Town Administrator's Report"),
        ("p", f"{mr(t, 'administrator')} reported that the tax collector has begun the lien notices; that the public rest rooms at the Landing had to be "
              "shut for an afternoon because of a wedding guest's scarf; that the second-home survey drew more than seven hundred replies, nearly all of "
              "them about traffic; and that the elevator at Town Hall has passed. The band concerts end on the last Sunday of the month. Parking along "
              "Steamboat Way on concert nights remains a headache, and the Police Department has asked for two more special officers from the Labor Day "
              "line."),
        ("p", "A letter from the Garden Club about deer was placed on file. The Board also noted with regret the resignation of Mr. Barnaby Tuttle from the "
              "Trustees of Trust Funds after twenty-six years, and asked the Recording Secretary to send a note."),
        ("h2", "Public Comment"),
        ("p", "Winifred Sacks asked who decides when the place may open again; the Chair said that this Board does, in open session. Mr. Farthing asked "
              "that the water at the Town Beach be tested more often. Mrs. Brimblecombe reported that her mooring has been fouled by a rental pontoon, as "
              "she had foretold in the winter."),
        ("h2", "Adjournment"),
        ("p", f"The manifest was signed in the amount of $397,115.08. There being no further business, Chair {t.chair_last} declared the meeting adjourned "
              "at 8:31 p.m."),
        ("p", "Respectfully submitted, Cordelia Penhallow, Recording Secretary. Draft until accepted by the Board."),
        ("p", footer(t, "Minutes archive")),
    ])


def zoning(t):
    return Paper(f"zba-decisions-{t.year}.docx", [
        ("h1", f"Town of {t.town}, Zoning Board of Adjustment: Notices of Decision, {t.year}"),
        ("p", "Sitting: Horatio Bellweather, Chair; Delphine Cavendish; Roscoe Tillinghast; Imogen Pratt; Ambrose Dunaway. Clerk to the Board: Cordelia "
              f"Penhallow. Issued October 30, {t.year}. The full record of each case may be read at the Land Use Office, 1 Steamboat Way, lower level."),
        ("h2", f"Case {t.case_variance}: Variance"),
        ("p", f"Applicant: {t.variance_owner}, 18 Bellows Avenue, Lakeshore Residential District. Heard May 28. The applicant wishes to add a screened porch "
              f"to a cottage of 1926 and asks for a setback of {t.variance_feet} from the side lot line, where the Ordinance requires twenty-five. "
              f"{mr(t, 'variance_owner')} explained that the lot narrows toward the water, as the lots of the old hotel division do, and that no porch of "
              "any use could be built within the lines. One abutter wrote in favor. Nobody spoke against."),
        ("p", f"Upon motion of Ms. Cavendish, seconded by Ms. Pratt, the variance of {mr(t, 'variance_owner')} was granted, 4 to 1, Mr. Dunaway dissenting. "
              "The Board found that all the tests of the statute are met, the shape of the lot being a hardship peculiar to it. Conditions:"),
        ("li", "The porch shall remain unheated and shall not be closed in with glass."),
        ("li", "Run-off from the porch roof shall be led to a drywell on the applicant's own land, as shown on the plan of May 14."),
        ("h2", f"Case {t.case_exception}: Special Exception"),
        ("p", f"Applicant: {t.exception_owner}, Upper Steamboat Way, Rural District. Heard June 25. The applicant asks for a special exception for "
              f"{t.exception_use} on a parcel of eleven acres, reached by a private right of way that is one lane wide with turnouts. Fourteen persons "
              "spoke, two in favor. A traffic memorandum was received from the Highway Agent, and a petition from the owners along the shore below."),
        ("p", f"Upon motion of Mr. Tillinghast, seconded by Mr. Dunaway, the special exception for {t.exception_use} was denied, 5-0. The reason for the "
              "denial is that the added traffic cannot pass safely on a one-lane way, and that the noise would carry over the water to the abutters. The "
              f"Board noted that {mr(t, 'exception_owner')} answered every question frankly, and that the decision does not touch other uses that the "
              "district allows."),
        ("h2", f"Case {t.case_continued}: Continued"),
        ("p", f"Applicant: {t.continued_owner}, 7 Chestnut Point. Opened October 29. The applicant proposes to raise a boathouse roof. The plan was not "
              "stamped, and the wetland buffer is not drawn on it. Upon motion of Ms. Pratt, seconded by Ms. Cavendish, the case of "
              f"{mr(t, 'continued_owner')} was continued to {t.continued_until} so that a surveyor may finish the plan. No further notice will be mailed to "
              "abutters."),
        ("h2", "Rehearing"),
        ("p", "Any person directly affected may ask for a rehearing, in writing and with the grounds fully stated, within the period that the statute "
              "allows. Work begun before that period has run is at the owner's risk. A variance lapses if it is not used in two years."),
        ("p", footer(t, "Land Use Office")),
    ])


def drift(t):
    owner, neighbor = mr(t, "drift_owner"), mr(t, "drift_neighbor")
    return Paper("zba-appeal-notice-of-decision.pdf", [
        ("h1", f"Town of {t.town} - Zoning Board of Adjustment"),
        ("h2", f"Notice of Decision, Case {t.case_drift}"),
        ("p", f"Appeal from an administrative decision. Appellant: {t.drift_owner}. Abutter: {t.drift_neighbor}. Heard September 24, {t.year}. Sitting: "
              "Horatio Bellweather, Chair; Delphine Cavendish; Roscoe Tillinghast; Imogen Pratt; Ambrose Dunaway."),
        ("h2", "What was appealed"),
        ("p", f"In July the Building Inspector wrote to {owner} that the {t.drift_thing} on the Appellant's land lies closer to the boundary than the "
              f"Ordinance allows, and that it must be brought into compliance before the ground freezes. {owner} appealed, saying that the {t.drift_thing} "
              "is older than the Ordinance. The Inspector showed a survey plan of 1988 on which it does not appear."),
        ("h2", "What the parties said"),
        ("p", f"{neighbor}, whose land lies below, told the Board that the {t.drift_thing} of {owner} ruined the {t.drift_harmed} on the abutting land, and "
              f"handed in photographs and a letter of demand. In the letter {neighbor} demands {t.drift_sum} in damages from {owner}. The letter says that "
              f"{owner} was negligent in the care of the {t.drift_thing}, and that an owner uphill has a duty not to harm the land below."),
        ("p", f"{owner} denied any negligence, and said that the {t.drift_harmed} was in a poor way long before. Attorney Julian Marchbanks, for {neighbor}, "
              f"asked the Board to find that {owner} is liable for the damages. The Chair asked both to keep to the Ordinance. A civil engineer engaged by "
              f"{neighbor} spoke for twenty minutes about soils."),
        ("h2", "Decision"),
        ("p", "The Board finds that the Inspector read the Ordinance rightly, and that the Appellant has not shown a use that came before it. Who is liable "
              "between neighbors is not for this Board to decide, and it makes no finding of negligence or damages. Such questions belong to the courts. "
              "Nothing said here should be read as an opinion upon them."),
        ("p", f"Upon motion of Ms. Pratt, seconded by Mr. Tillinghast, the appeal of {owner} was denied, 5-0, and the Inspector's letter stands. The "
              "Appellant may ask for more time from the Inspector if a contractor cannot be had before winter."),
        ("p", "Horatio Bellweather, Chair, for the Board. Filed with the Town Clerk. " + footer(t, "page 2 of 2")),
    ])


def declaration(t):
    return Paper("condominium-declaration.pdf", [
        ("h1", f"Declaration of {t.association} Condominium"),
        ("p", f"This Declaration is made upon land in the Town of {t.town}, County of {t.county}, State of New Hampshire, by Passaquog Shore Partners, which "
              "submits the land and the buildings on it to the Condominium Act. It is recorded with the site plan and floor plans in the Registry of Deeds. "
              "A copy is kept by the Town Assessor. It was restated by vote of the Owners in 2004, and this is the restated text."),
        ("h2", "Article I. Definitions"),
        ("p", f"1.1 \"Association\" means the {t.association} Unit Owners' Association. \"Board\" means its directors, of whom there are three. \"Common "
              "Area\" means all of the Condominium other than the Units, and includes the beach, the dock, the drives, the boat storage and the lawns. "
              "\"Limited Common Area\" means a patio, deck or storage locker which serves one Unit and is assigned to it on the plans."),
        ("p", "1.2 \"Owner\" means the holder of record title to a Unit. \"Unit\" means the space within the unfinished inner surfaces of the walls, floors "
              "and ceilings, together with the windows and the doors that open from it."),
        ("h2", "Article II. The Units"),
        ("p", "2.1 The Units, their floor area and the share of each in the Common Area are as follows. The share governs both the vote of the Owner and "
              "the Owner's part of the common expenses."),
        ("table", [["Unit", "Square feet", "Share", "Assigned space"],
                   *([unit, feet, share, f"Bay {bay}"] for bay, (unit, feet, share) in zip("PQRST", t.units))]),
        ("p", "2.2 No Unit may be divided or joined to another without the consent of the Board and the approval of the Planning Board of the Town."),
        ("h2", "Article III. Use and Leasing"),
        ("p", "3.1 Each Unit shall be used as a dwelling and for no trade, save an office in the home which draws no visitors."),
        ("p", f"3.2 No Unit shall be leased for a term of less than {t.rent_months}, and every lease shall be in writing. A copy shall be handed to the "
              "Board before the tenant moves in, and the tenant shall be bound by this Declaration. The leasing of a single room, and the advertisement of "
              "a Unit by the night or the week, are forbidden."),
        ("p", "3.3 Guests may use the beach when an Owner or a member of the Owner's household is with them. Owners shall give the Board the names of "
              "guests who stay for more than two weeks."),
        ("h2", "Article IV. Animals"),
        ("p", f"4.1 An Owner may keep one dog of no more than {t.pet_pounds} when fully grown, or two cats. No dog may be let run on the beach between "
              "Memorial Day and Labor Day. Owners shall pick up after their animals at once. The Board may order the removal of an animal which is a "
              "nuisance after a hearing."),
        ("h2", "Article V. Maintenance"),
        ("p", "5.1 The Association shall maintain, repair and replace the Common Area, including the roofs, the outer walls, the septic system, the drives "
              "and the dock, as a common expense. Painting of the outside shall follow a schedule and shall be in the colors of the Design Guide."),
        ("p", "5.2 Each Owner shall keep the Unit in good order, and shall repair at once any leak which may harm another Unit. The windows and doors of a "
              "Unit are the Owner's to maintain, but may be replaced only with those that the Design Guide allows."),
        ("p", "5.3 Each Owner shall maintain, repair and replace, at the Owner's own cost, the heating and air-conditioning equipment that serves the "
              "Owner's Unit alone, wherever in the Condominium it may be placed. The pad upon which a compressor stands is a Limited Common Area."),
        ("p", "5.4 Water shall not be turned off in winter, nor the heat set under fifty-five degrees, unless the Unit has been drained by a plumber."),
        ("h2", "Article VI. Appearance and Quiet"),
        ("p", f"6.1 No fence shall be put up without the written approval of the Board, and no fence shall stand over {t.fence_height} in height. Hedges are "
              "held to the same height on the lake side of the buildings. Chain link and vinyl are forbidden."),
        ("p", "6.2 No window air conditioner shall be placed where it can be seen from the lake, nor run at night so as to be heard in another Unit. "
              "Laundry, satellite dishes and banners shall be kept from the lake side. A flag of the United States of ordinary size may be flown."),
        ("p", "6.3 Quiet hours run from 10 p.m. to 7 a.m. Motors of boats shall not be run at the dock within quiet hours, and leaf blowers shall not be "
              "used upon Sundays."),
        ("p", "6.4 No sign shall be shown, other than one sign of ordinary size offering a Unit for sale."),
        ("h2", "Article VII. Parking and Boats"),
        ("p", "7.1 Each Unit has the bay shown in Article II and the use in common of the visitors' bays. Trailers, motor homes and commercial vehicles "
              "shall not be kept overnight. A car left in a visitors' bay for longer than a week may be towed at its owner's cost."),
        ("p", "7.2 Each Unit may tie one boat of no more than twenty-two feet at the dock. Places at the dock are drawn by lot each April. Gasoline shall "
              "not be stored upon the Common Area."),
        ("h2", "Article VIII. Assessments"),
        ("p", "8.1 The Board shall adopt a budget before the first of December in each year and shall divide it among the Units by their shares. Dues are "
              "payable on the first day of each month."),
        ("p", f"8.2 Dues that are not paid by the fifteenth of the month bear a late fee of {t.association_late_fee} for that month. Unpaid dues, with costs "
              "and the fees of counsel, are a lien upon the Unit."),
        ("p", f"8.3 A special assessment of more than {t.assessment_limit} in all in any one year shall not be made without the vote of a majority of the "
              "Owners at a meeting called for the purpose. The Board may make a smaller one by itself, if it first tells the Owners in writing what it is "
              "for."),
        ("p", "8.4 The Board shall put by each year a sum for the reserves, having regard to a study that shall be made anew in every fifth year."),
        ("h2", "Article IX. Insurance"),
        ("p", "9.1 The Association shall insure the buildings for their full cost of replacement, and shall carry liability insurance of not less than "
              "$2,000,000. The deductible is a common expense, unless the loss was caused by the neglect of an Owner."),
        ("p", "9.2 Each Owner shall insure the furnishings and improvements of the Unit, and shall show the Board proof of it upon request. Nothing shall "
              "be kept in a Unit that raises the premium of the Association."),
        ("h2", "Article X. Meetings and Voting"),
        ("p", "10.1 The annual meeting shall be held on the Saturday before the Fourth of July. Owners of half of the shares are a quorum. Proxies shall be "
              "in writing and dated, and shall be handed to the secretary before the vote."),
        ("p", "10.2 Directors serve for terms of three years, one of which shall end each year. A vacancy is filled by the others until the next annual "
              "meeting."),
        ("h2", "Article XI. Enforcement and Amendment"),
        ("p", "11.1 The Board may, after notice and a hearing, suspend the use of the beach and the dock by an Owner who breaks this Declaration, and may "
              "ask a court to enforce it. The prevailing party shall have its costs. No delay is a waiver."),
        ("p", "11.2 This Declaration may be amended by the vote of Owners who hold two-thirds of the shares. An amendment takes effect when it is recorded. "
              "No amendment shall change the share of a Unit without the consent of its Owner and of the holder of any mortgage upon it."),
        ("p", "11.3 If any part of this Declaration is held to be void, the rest shall stand. The headings are for convenience alone."),
        ("p", f"{t.association} Unit Owners' Association, in care of Lakeside Property Managers, 12 Steamboat Way, {t.town}. Page 9 of 9."),
    ])


def tax(t):
    parts = [("Municipal", "municipal"), ("County", "county"), ("Local school", "local_school"), ("State school", "state_school"), ("Total", "total")]
    rows = [["Part of the rate", f"{t.last_year}", f"{t.year}"]]
    rows += [[name, getattr(t, f"{key}_rate_before"), getattr(t, f"{key}_rate")] for name, key in parts]
    return Paper("tax-rate-news.md", [
        ("h1", f"Town of {t.town}: about your second tax bill of {t.year}"),
        ("p", f"*Posted November 1, {t.year} on the News page of www.{site_name(t)}. A printed copy goes out with each bill.*"),
        ("p", "The Department of Revenue Administration has set the rate. The table shows dollars of tax for each thousand dollars of assessed value."),
        ("table", rows),
        ("h2", "Why did the bill go up?"),
        ("p", f"Two causes explain most of it. First, the school district's budget rose by {t.school_increase}, and our share of it follows the number of "
              f"our pupils and the value of our land. Second, the cost of the Town's health insurance rose by {t.insurance_percent}, which no department "
              "could have foreseen when it wrote its request. The county's part moved very little. The value of property did not change this fall: the last "
              "full revaluation is still in use."),
        ("h2", "When is it due?"),
        ("p", f"The second bill is due {t.bill_due}. Interest at the rate set by statute runs from the next day. Pay by check, at the window, or on line, "
              "where the bank keeps a convenience charge. The Town is not able to waive interest for mail that went to an old address, so please send "
              "changes of address to the assessing clerk."),
        ("h2", "Help with the bill"),
        ("li", "Elderly and veterans' exemptions: application by April 15 with the assessing clerk."),
        ("li", "Abatement: in writing, on the State's form, by the first of March after the bill."),
        ("li", "Current use and conservation land: call first, 603.555.0147."),
        ("p", f"Signed for the Board of Selectmen by {t.administrator}, Town Administrator. Owners on {LAKE} should look for the milfoil leaflet in the same "
              "envelope."),
    ])


def budget(t):
    rows = [["Department", f"{t.last_year} appropriated", f"{t.year} proposed", "Remarks"]]
    rows += [
        ["Executive and Town Clerk", "$287,413", "$291,087", "Web site hosting, one election more"],
        ["Police", t.police_before, t.police_proposed, "Summer special officers, contract step"],
        ["Fire and Rescue", t.fire_before, t.fire_proposed, "Fire boat engine overhaul, per diem coverage"],
        ["Highway", t.highway_before, t.highway_proposed, "Salt, drainage on Bellows Avenue"],
        ["Transfer Station", "$341,229", "$352,871", "Hauling contract"],
        ["Library", t.library_before, t.library_proposed, "Children's hours, roof of the reading porch"],
        ["Parks, Beach and Docks", "$198,733", "$203,466", "Lifeguards, sand, dock sections"],
        ["Welfare", "$8,512", "$8,512", "Level"],
        ["Debt service", "$412,306", "$398,841", "Sewer bond falling"],
    ]
    return Paper("budget-page.html", [
        ("h1", f"Town of {t.town} - Budget for {t.year}"),
        ("p", f"Home > Finance > Budget. The Board of Selectmen and the Budget Committee present the budget that goes before the voters in March {t.year}. "
              "The public hearing was held on January 16 in the Casino Hall, and was attended by thirty-one residents."),
        ("h2", "Departments"),
        ("table", rows),
        ("p", "Not every line is shown. Legal, assessing, insurances and planning are in the full budget book, which can be read at Town Hall or downloaded "
              "as one large file."),
        ("h2", "From the Budget Committee"),
        ("p", "A lake town carries two towns on one set of shoulders. The winter town has under three thousand people; on the Fourth of July there are more "
              "than eleven thousand. The police, the rescue squad and the beach are staffed for the second and paid for by both. The Committee went through "
              "every request twice, cut eleven, and left the rest. It voted 7 to 2 to recommend the whole. The minority would have put off the reading "
              "porch."),
        ("p", "Wages follow the contract that voters approved two years ago. Fuel was priced by the regional pool. Nothing in this budget pays for capital "
              "items, which are in articles of their own on the warrant."),
        ("p", footer(t, "Finance")),
    ])


def warrant(t):
    return Paper(f"warrant-{t.year}.pdf", [
        ("h1", f"Town of {t.town}: Warrant for the Town Meeting of {t.year}"),
        ("p", f"To the inhabitants of the Town of {t.town}, in the County of {t.county} and State of New Hampshire, qualified to vote in Town affairs: you "
              f"are hereby notified of the first (deliberative) session, in the Casino Hall on February 1, {t.year}, at 7 p.m., and of the second session, "
              f"to vote by official ballot, at the School Gymnasium on {meeting_day(t)}, the polls to be open from 8 a.m. to 7 p.m."),
        ("h2", "Article 1. Officers"),
        ("p", "To choose by ballot all necessary officers for the ensuing year."),
        ("h2", "Article 2. Zoning: docks"),
        ("p", "Are you in favor of the adoption of Amendment No. 1, as proposed by the Planning Board, to require that a shared dock be shown on a recorded "
              "plan? Recommended by the Planning Board."),
        ("h2", "Article 3. Operating Budget"),
        ("p", f"Shall the Town of {t.town} raise and appropriate as an operating budget, not including appropriations by special warrant articles and other "
              "appropriations voted separately, the amounts set forth on the budget posted with the warrant, for the purposes set forth therein, totaling "
              f"{t.operating_budget}? Should this article be defeated, the default budget shall be {t.default_budget}, which is the same as last year, with "
              "certain adjustments required by previous action of the Town or by law; or the governing body may hold one special meeting to take up the "
              "issue of a revised operating budget only. Recommended by the Selectmen and by the Budget Committee, 7-2."),
        ("h2", "Article 4. Lease"),
        ("p", f"Shall the Town authorize the Selectmen to lease {t.lease_place} to {t.lease_company} for {t.lease_use}, at a rent of {t.lease_rent} a year, "
              "for a term of twenty years, on such other terms as the Selectmen find to be in the interest of the Town? Not recommended by the Budget "
              "Committee, which was divided, 4-5."),
        ("h2", "Article 5. Highway Truck"),
        ("p", f"Shall the Town raise and appropriate the sum of {t.truck} for a highway truck with plow, wing and sander, to replace the truck of 1999? This "
              "is a special warrant article. Recommended by the Selectmen, 3-0."),
        ("h2", "Article 6. Milfoil and Invasive Species"),
        ("p", "Shall the Town raise and appropriate the sum of $75,000 to be added to the invasive species trust fund? Recommended by the Selectmen, 3-0."),
        ("h2", "Article 7. Sewer Pump Station"),
        ("p", "Shall the Town raise and appropriate the sum of $1,240,000 (gross budget) for the pump station at the Yacht Club, and authorize the issue of "
              "bonds under the Municipal Finance Act? Three-fifths ballot vote required."),
        ("h2", "Article 8. By petition"),
        ("p", "Shall the Town ask its Representatives to support a lower speed limit for boats on the lake after dark?"),
        ("p", f"Given under our hands and seal, January 20, {t.year}: {t.chair}, {t.member2}, {t.member3}, Selectmen of {t.town}. A true copy, attest: "
              f"{t.clerk}, Town Clerk."),
        ("p", "Posted at Town Hall, the Post Office and the web site. Page 3 of 3."),
    ])


def results(t):
    return Paper("town-meeting-results.txt", [
        ("h1", f"Town of {t.town} - Results of the vote of March {t.year}"),
        ("p", f"Second session of the annual meeting of the Town of {t.town}, held at the School Gymnasium on {meeting_day(t)}. Moderator: Sterling "
              f"Whitcomb. The count was certified at 9:50 p.m. by {t.clerk}, Town Clerk."),
        ("h2", "Officers"),
        ("table", [["Office", "Elected", "Votes"], ["Selectman, three years", t.member3, "841"], ["Trustee of Trust Funds", "Ottilie Brandreth", "902"],
                   ["Library Trustee", "Delphine Cavendish", "887"], ["Supervisor of the Checklist", "Honora Eastlake", "911"]]),
        ("h2", "Articles"),
        ("li", "Article 2, docks on a recorded plan: adopted, yes 774, no 158."),
        ("li", f"Article 3, the operating budget of {t.operating_budget}, was defeated: yes {t.budget_yes}, no {t.budget_no}. The default budget of "
               f"{t.default_budget} stands in its place for the year."),
        ("li", f"Article 4, the lease of {t.lease_place} to {t.lease_company}, failed: yes {t.lease_yes}, no {t.lease_no}."),
        ("li", f"Article 5, the highway truck at {t.truck}, passed: yes {t.truck_yes}, no {t.truck_no}."),
        ("li", "Article 6, invasive species fund: passed, yes 808, no 131."),
        ("li", "Article 7, pump station bond: passed by the three-fifths required, yes 719, no 194."),
        ("li", "Article 8, boat speed after dark: passed, yes 846, no 97."),
        ("h2", "Note from the Town Administrator"),
        ("p", f"Some have asked about Article 4. No lease with {t.lease_company} has been signed, and since the voters said no, none will be. The Selectmen "
              "do not plan a special meeting on the operating budget; departments will hear what the default means for them within a few weeks."),
        ("p", f"Thanks to the ballot clerks, to the school, and to the Circle for the chowder. {t.administrator}"),
        ("p", footer(t, "certified copy on file")),
    ])


def ordinance(t):
    return Paper("ordinance-landing-parking.txt", [
        ("h1", f"Town of {t.town} - Overnight parking ordinance"),
        ("p", f"An ordinance of the Town of {t.town} to regulate overnight parking at the Landing on {LAKE}. Adopted by the Board of Selectmen in "
              f"{t.ordinance_year} after a public hearing, under the authority of RSA 41:11."),
        ("h2", "Section 1. Purpose"),
        ("p", "The Landing is small and the summer long. The purpose of this ordinance is to keep places open in the early morning for those who launch a "
              "boat, and to stop the sleeping of persons in vehicles by the shore."),
        ("h2", "Section 2. Definitions"),
        ("p", "\"Landing\" means the lot, the ramp and the turnaround at the foot of Steamboat Way, as lined on the plan in the Selectmen's office. "
              "\"Overnight\" means any time between 11 p.m. and 5 a.m. \"Vehicle\" includes a trailer, whether or not it is hitched."),
        ("h2", "Section 3. Rule"),
        ("p", "No person shall park a vehicle or leave it standing overnight at the Landing, except by a permit under Section 4."),
        ("h2", "Section 4. Permits"),
        ("p", "The Police Department may issue a permit without charge to the owner of an island property who has no other place to leave a car. A permit "
              "shall be shown on the dash, is good for one season, and may be taken back for abuse."),
        ("h2", "Section 5. Penalty"),
        ("p", f"Whoever parks overnight in violation of Section 3 shall be fined {t.fine_old} for a first offense. Each further offense in the same calendar "
              "year shall be fined $180. A vehicle that blocks the ramp may be towed at the cost of its owner."),
        ("h2", "Section 6. Effect"),
        ("p", "This ordinance takes effect on passage and when posted at the Landing. If a part of it is void, the rest stands."),
        ("p", f"A true copy, attest: {t.clerk}, Town Clerk."),
    ])


def amendment(t):
    return Paper("landing-parking-amendment.docx", [
        ("h1", f"Town of {t.town}: Amendment to the Overnight Parking Ordinance"),
        ("p", letterhead(t, "Board of Selectmen")),
        ("p", f"Adopted June 12, {t.last_year}, by the Board of Selectmen, after a public hearing held the same evening at which seven persons spoke. The "
              "Police Department had reported that the former fine was less than the price of a night's lodging anywhere on the lake, and that campers were "
              "glad to pay it."),
        ("h2", "1. Section 5 amended"),
        ("p", f"Section 5 (Penalty) of the ordinance of {t.ordinance_year} on overnight parking at the Landing is struck out, and the following is put in "
              "its place:"),
        ("p", f"\"Section 5. Whoever parks overnight in violation of Section 3 shall be fined {t.fine_new} for a first offense and {t.fine_second} for a "
              "second offense in the same calendar year. A third and each later offense shall be fined $500. A vehicle that blocks the ramp, or that has a "
              "third offense, may be towed at the cost of its owner.\""),
        ("h2", "2. Section 2 amended"),
        ("p", "In Section 2, after the words \"whether or not it is hitched\" add the words \"and a tent or sleeping platform set upon or beside it\"."),
        ("h2", "3. Rest unchanged"),
        ("p", "In all else the ordinance stands as it was. The signs at the Landing shall be changed before the Fourth of July."),
        ("p", f"Attest: {t.clerk}, Town Clerk. " + footer(t, "Ordinances")),
    ])


def library(t):
    return Paper("library-and-hours.html", [
        ("h1", f"Town of {t.town} - Public Library and other hours"),
        ("p", "Home > Community > Library. The Library stands at 22 Steamboat Way, in the granite building given by the Misses Vandermeer, with the reading "
              f"porch to the lake. Director: {t.librarian}. Telephone 603.555.0161."),
        ("h2", "Library hours"),
        ("table", [["Day", "Hours", "Note"], ["Monday to Friday", t.library_weekday, "Story hour Wednesday at noon"],
                   ["Saturday", t.library_saturday, "Book sale table on the porch in season"], ["Sunday", "closed", ""]]),
        ("h2", "Cards and borrowing"),
        ("p", "A card is free to residents, to owners of property and to their children. Guests of the inns may borrow three books at a time with a note "
              f"from the desk clerk. Books of other towns come by the State van, usually from {t.neighbor_town} within a week. There are no fines for late "
              "books, though there are looks."),
        ("li", "Passes to the museum and to the science center: ask at the desk, one per family per day."),
        ("li", "Wireless reaches the porch and most of the lawn."),
        ("li", f"The Friends meet on the first Monday. Write to {t.librarian.split()[0].lower()}@library.{site_name(t)}."),
        ("h2", "Transfer Station hours"),
        ("p", f"The Transfer Station on Gravel Pit Road is open on Saturday, {t.dump_saturday}, all year. In July and August it opens on Monday from noon to "
              "5 p.m. as well, for those who leave on Sunday night. A sticker must be on the windshield. The swap shed shuts an hour before the gate."),
        ("p", footer(t, "Community")),
    ])


def mail(t):
    written = datetime(int(t.year), 1, 23, 9, 14)
    address = f"{t.mail_writer.lower().replace(' ', '.')}@lakemail.example"
    return Paper("sticker-question.eml", [
        ("h1", "Re: Sticker for the Transfer Station"),
        ("p", f"Dear {mr(t, 'mail_writer')},"),
        ("p", "Thank you for writing, and for asking before you drive in from the Point. You were told wrong. A resident's sticker for the first vehicle is "
              f"{t.sticker} for the year. I do not know where the other figure comes from, though we have heard it from several people at the post office."),
        ("p", "Bring the registration, or send me a picture of it, and I can put the sticker in the mail to you. The whole schedule is on the web site "
              "under Fees."),
        ("p", f"With kind regards, {t.clerk}, Town Clerk, Town of {t.town}, 1 Steamboat Way, 603.555.0144"),
        ("p", f"On January 22, {t.year}, {t.mail_writer} wrote:"),
        ("p", "> Good morning. We have cleared out the boathouse at last and wish to take a load over on Saturday."),
        ("p", f"> At the winter carnival I heard that the Transfer Station sticker now costs {t.mail_wrong}, which seems a great deal to me. Can that be "
              "right? My neighbor says it was always in the twenties."),
        ("p", f"> Also, is the gate still manned in the snow? {t.mail_writer}, 31 Chestnut Point"),
    ], sender=f"{t.clerk} <clerk@{site_name(t)}>", to=f"{t.mail_writer} <{address}>", date=format_datetime(written))


def papers(t):
    writers = (fees, old_fees, winter, spring, late, zoning, drift, declaration, tax, budget, warrant, results, ordinance, amendment, library, mail)
    return [write(t) for write in writers]


def article(t):
    return "\n\n".join([
        f"Selectmen in {t.town} were warned months before accident, papers show",
        f"By {t.reporter}, Passaquog Ledger, July 30, {t.year}",
        f"{t.town.upper()} - {t.injured} of {t.lake_town} was hurt on {t.injury_day} when a {t.part} gave way on the {t.structure} at {t.site}. "
        f"{mr(t, 'injured')} was taken to the hospital by the rescue squad and has been operated on twice. \"One moment we were looking at the water, and "
        f"the next there was a scream,\" said {t.relative}, a cousin, who was a few paces behind.",
        f"The Town had been warned. In February {t.inspector}, the building inspector, told the Board of Selectmen that the {t.supports} were failing. At "
        f"the same meeting a letter from {t.insurer} was read, which asked that the {t.structure} be closed or repaired within {t.insurer_days}. A motion by "
        f"Chair {t.chair} to close it failed.",
        f"In April the board put off the repair until {t.repair_until}. Instead it voted for {t.signs_voted} signs that say \"Use at your own risk.\" "
        f"According to the inspector, no building permit was ever issued for the {t.structure}, which was built in {t.built_year}.",
        f"{t.administrator}, the town administrator, declined to comment. The family has hired a lawyer, but no claim against the Town has been filed. \"We "
        f"just want somebody to say that they knew,\" said {mr(t, 'relative')}. The selectmen are to meet again in August.",
    ])


def marks(t):
    owner = mr(t, "drift_owner")
    tabled = f"The motion to table the repair of the {t.structure} until {t.repair_until} carried, 2-1, with Chair {t.chair_last} opposed."
    amended = [f"The amendment to cut the number to {t.signs_voted} signs carried, 3-0.", f"The motion as amended, to put up {t.signs_voted} signs, carried, "
                                                                                          "3-0."]
    lights = "The motion to accept the LED street light offer failed, 1-2."
    matter = f"The motion to table the draft {t.tabled_matter} to {t.tabled_until} carried, 3-0."
    close_failed = f"The motion to close the {t.structure} failed, 1-2."
    closed = f"The motion to close the {t.structure} to the public at once carried, 3-0."
    return {
        "warning": [f"the {t.supports} that carry the {t.structure} are failing and it is no longer safe for the public",
                    f"the {t.structure} should be closed now and not after somebody is hurt"],
        "insurer": [f"the insurer asks the Town to close or repair the {t.structure} within {t.insurer_days}"],
        "close_failed": [close_failed],
        "tabled": [tabled],
        "no_permit": [f"no building permit was ever asked for or issued when the {t.structure} was built in {t.built_year}",
                      f"the Town has no building permit on file for the {t.structure}, because nobody applied for one"],
        "closed": [closed],
        "engineer_against": [f"Selectman {t.member3_last} voted against hiring the engineer"],
        "signs_first": [f"moved to put up {t.signs_moved} signs reading \"Use at your own risk\""],
        "signs_amended": amended,
        "lights_failed": [lights],
        "matter_tabled": [matter],
        "spring_votes": ["The motion to accept the minutes of March 25 carried, 3-0.", "The motion to buy "
                                                                                       "the police cruiser carried, 3-0.", tabled, *amended, lights, matter],
        "other_votes": ["The motion to accept the minutes of January 22 as corrected carried, 3-0.", close_failed,
                        "The motion to award the milfoil work to Sandbar Dive Services carried, 3-0.",
                        "The motion to approve the mooring plan with the one exception carried, 2-1.",
                        "The motion to let the Garden Club use the Casino Hall without charge carried, 3-0.", closed,
                        f"The motion to hire {t.engineer} carried, 2-1.", "The motion to award the paving to Ledgeworks Paving carried, 3-0.",
                        "The motion to keep the Lake Hosts at the ramp through Columbus Day carried, 3-0."],
        "warner_said": [f"a {t.part} shifted when weight was put on it last Sunday", f"The {t.structure} is not safe, and children are all over it on a warm "
                                                                                     "day."],
        "drift_words": [f"{owner} was negligent in the care of the {t.drift_thing}", f"find that {owner} is liable for the damages",
                        f"demands {t.drift_sum} in damages from {owner}",
                        "Who is liable between neighbors is not for this Board to decide, and it makes no finding of negligence or damages."],
        "variance_granted": [f"the variance of {mr(t, 'variance_owner')} was granted, 4 to 1"],
        "exception_denied": [f"the special exception for {t.exception_use} was denied, 5-0"],
        "exception_why": ["the added traffic cannot pass safely on a one-lane way, and that the noise would carry over the water"],
        "continued": [f"the case of {mr(t, 'continued_owner')} was continued to {t.continued_until}"],
        "rent": [f"No Unit shall be leased for a term of less than {t.rent_months}"],
        "pet": [f"An Owner may keep one dog of no more than {t.pet_pounds} when fully grown"],
        "fence": ["No fence shall be put up without the written approval of the Board", f"no fence shall stand over {t.fence_height} in height"],
        "assessment": [f"A special assessment of more than {t.assessment_limit} in all in any one year shall not be made without the vote of a majority"],
        "ac_pays": ["at the Owner's own cost, the heating and air-conditioning equipment that serves the Owner's Unit alone"],
        "ac_trap": ["No window air conditioner shall be placed where it can be seen from the lake"],
        "cause_school": [f"the school district's budget rose by {t.school_increase}"],
        "cause_insurance": [f"the cost of the Town's health insurance rose by {t.insurance_percent}"],
        "budget_failed": [f"the operating budget of {t.operating_budget}, was defeated: yes {t.budget_yes}, no {t.budget_no}"],
        "lease_failed": [f"the lease of {t.lease_place} to {t.lease_company}, failed: yes {t.lease_yes}, no {t.lease_no}"],
        "no_lease": [f"No lease with {t.lease_company} has been signed, and since the voters said no, none will be."],
        "mail_claim": [f"the Transfer Station sticker now costs {t.mail_wrong}"],
    }

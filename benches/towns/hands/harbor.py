"""An inland-harbor lake port whose busy communications officer posts everything: decisions first, talk after, fees as questions."""
from datetime import date
from types import SimpleNamespace

from paper import Paper

WOMEN = ("Ruth Anne Lorraine Joan Denise Paula Corinne Elaine Noreen Beth Gwen Judith Hannah Maeve Ingrid Sonia Lydia Colleen Renata Priscilla Vera").split()


def h1(body):
    return "h1", body


def h2(body):
    return "h2", body


def p(*sentences):
    return "p", " ".join(sentences)


def li(*sentences):
    return "li", " ".join(sentences)


def table(*rows):
    return "table", [list(row) for row in rows]


def titled(name):
    given, family = name.split()
    return f"{'Ms.' if given in WOMEN else 'Mr.'} {family}"


def voting_day(t):
    """The second Tuesday of March."""
    day = next(day for day in range(8, 15) if date(int(t.year), 3, day).weekday() == 1)
    return f"March {day}, {t.year}"


def letterhead(t):
    return p(f"Town of {t.town}, New Hampshire | A harbor town on Lake Wennatuck | Town Office, 14 Capstan Street | 875-0100")


def footer(t):
    return p(f"Posted for the Town of {t.town} by Tess Arbuckle, Communications Officer. Questions? Call 875-0142 or write to "
             f"news@{t.town.lower()}-nh.example.",
             "Sign up for Harbor Mail and get these posts in your inbox.")


def words(t):
    """The sentences that the papers and the marks share."""
    w = SimpleNamespace()
    # February.
    w.warning = f"Building Inspector {t.inspector} warned the Board that the {t.supports} of the {t.structure} are failing and that somebody will get hurt."
    w.no_permit = f"no building permit was ever asked for or issued when the {t.structure} was built in {t.built_year}"
    w.insurer = f"{t.insurer} asks the Town to close or repair the {t.structure} within {t.insurer_days}"
    w.close_failed = f"Motion to close the {t.structure} at {t.site}: FAILED 1-2."
    w.buoys = "Contract with Tollgate Marine for the channel buoys: PASSED 3-0."
    w.derby = "Use of the Town Wharf lot for the Ice Derby: PASSED 3-0."
    w.grant = "Lake Host grant accepted: PASSED 3-0."
    # April.
    w.minutes = f"Minutes of {t.winter}: ACCEPTED as written, PASSED 3-0."
    w.tabled = f"Repair of the {t.structure}: TABLED until {t.repair_until}, PASSED 2-1."
    w.signs_first = f"{t.member2} moved to put up {t.signs_moved} signs that say \"Use at your own risk\""
    w.signs_amended = f"\"Use at your own risk\" signs: motion amended to {t.signs_voted} signs, PASSED as amended 3-0."
    w.cruiser = f"Police cruiser: buy it from {t.cruiser_dealer} for {t.cruiser}, PASSED 3-0."
    w.matter_tabled = f"Draft {t.tabled_matter}: TABLED until {t.tabled_until}, PASSED 3-0."
    w.lights = f"LED street lights: motion to take the offer at {t.lights_offer} FAILED 1-2."
    w.warner_unsafe = f"told the Board that the {t.structure} is not safe"
    w.warner_moves = f"the {t.part} at the far end moves as soon as you put your weight on it"
    # August.
    w.closed = f"The {t.structure} at {t.site} is CLOSED to the public from tonight on, PASSED 3-0."
    w.engineer = f"Hire {t.engineer} for {t.engineer_fee} to inspect and report: PASSED 2-1."
    w.against = f"{t.member3} voted against hiring {t.engineer}."
    w.no_file = f"The office has looked and there is no building permit on file for the {t.structure}."
    w.wash = "Gift for the boat wash station accepted: PASSED 3-0."
    w.parade = "Harbor Days parade on Capstan Street: street closing PASSED 3-0."
    # Zoning.
    w.variance = f"{t.variance_owner} is GRANTED a side setback variance of {t.variance_feet}, 4 to 1, with two conditions."
    w.exception = f"The special exception that {t.exception_owner} asked for, for {t.exception_use}, is DENIED, 5-0."
    w.exception_why = f"The Board found that {t.exception_use} would bring too much traffic and noise to a narrow street of homes."
    w.negligent = f"{titled(t.drift_neighbor)} told the Board that {titled(t.drift_owner)} was negligent and had a duty to fix the problem years ago."
    w.damages = f"{titled(t.drift_neighbor)} demands {t.drift_sum} in damages from {titled(t.drift_owner)}."
    w.liable = "Who is liable between two neighbors is not for this Board to decide."
    w.continued = f"The application of {t.continued_owner} is CONTINUED to {t.continued_until}."
    # The association.
    w.rent = f"No unit may be leased for less than {t.rent_months}."
    w.pet = f"An owner may keep one dog of at most {t.pet_pounds}."
    w.fence = f"No fence may stand taller than {t.fence_height}, and none may be built without the Board's written approval."
    w.assessment = f"A special assessment over {t.assessment_limit} needs a vote of the owners."
    w.ac_pays = ("Each owner maintains, repairs and replaces, at the owner's own cost, the heating and air-conditioning equipment that serves the unit alone.")
    w.ac_trap = "A window air conditioner may not face the harbor and may not run between 10 p.m. and 7 a.m."
    # Taxes, the vote, the mail.
    w.school = f"The school district's budget rose by {t.school_increase}."
    w.insurance = f"The Town's health insurance rose by {t.insurance_percent}."
    w.budget_failed = f"Article 2, operating budget: DEFEATED, Yes {t.budget_yes}, No {t.budget_no}."
    w.lease_failed = f"Article 3, lease with {t.lease_company}: DEFEATED, Yes {t.lease_yes}, No {t.lease_no}."
    w.no_lease = f"No lease with {t.lease_company} was signed, and none will be."
    w.mail_claim = f"I heard at the bait shop that the transfer station sticker costs {t.mail_wrong} now"
    return w


def fees_in_questions(t):
    return [
        h1("What does it cost? Town fees, asked and answered"),
        letterhead(t),
        p(f"These fees are in force from {t.fees_from}. They were set by the {t.town} Select Board after a public hearing. They replace every older schedule.",
          "You asked. We answer. One page, no footnotes. If you like tables, download the fee table (Word file) below."),
        h2("How much is a transfer station sticker?"),
        p(f"The sticker for the first vehicle of a household is {t.sticker}. Each further vehicle of the same household pays {t.second_sticker}.",
          "Bring your registration to the Town Clerk. Stickers go on the driver's side of the windshield. They are good for the calendar year."),
        h2("I don't live here all year. Can I still use the transfer station?"),
        p(f"Yes. A nonresident sticker is {t.nonresident_sticker}. Bring a tax bill or a lease with an address in {t.town}.",
          "Seasonal owners who pay property tax here count as residents. Ask the clerk if you are not sure."),
        h2("What about a refrigerator or a mattress?"),
        p(f"A refrigerator, freezer or air conditioner costs {t.refrigerator} to leave. A mattress or box spring costs {t.mattress}.",
          "Pay the attendant by check or card. We can not take cash at the gate. Car tires are $3 each. Small propane tanks are $2."),
        h2("How much is a dog license?"),
        p(f"A spayed or neutered dog is {t.dog_altered}. A dog that is not spayed or neutered is {t.dog_intact}.",
          "Licenses are due by April 30. State law sets the late penalty. Bring the rabies certificate."),
        h2("Do I need a pass for the beach?"),
        p(f"Yes, from late June to Labor Day at Spinnaker Beach. A resident pass is {t.beach_resident} for the season.",
          f"A nonresident pass is {t.beach_nonresident} for the season. Kids under 12 walk in free."),
        h2("Can I keep my kayak or canoe at the beach?"),
        p(f"If you get a rack space, yes. A boat rack space is {t.boat_rack} a season. There are 40 spaces and a wait list.",
          "Moorings are not racks. A mooring permit is $410 and comes from the Harbormaster, Nils Tregear, 875-0119."),
        h2("What does it cost to rent the Town Hall?"),
        p(f"Hall rental is {t.hall_rental} a day. There is also a $400 deposit. You get the deposit back when the floor is clean and the chairs are stacked."),
        h2("How much are copies?"),
        p(f"Copies are {t.copies} per page, black and white, letter size. We email records for free whenever we can."),
        h2("Who can waive a fee?"),
        p("Only the Select Board, by vote, in public. Please do not ask the gate attendant. It puts a nice person in a bad spot."),
        footer(t),
    ]


def fee_table(t):
    return [
        h1(f"Town of {t.town} Fee Table"),
        p(f"In force from {t.fees_from}. Adopted by the Select Board. Kept by {t.clerk}, Town Clerk and Tax Collector."),
        table(
            ["Item", "Who or what", "Fee"],
            ["Transfer station sticker", "first vehicle of a household", t.sticker],
            ["Transfer station sticker", "each further vehicle, same household", t.second_sticker],
            ["Transfer station sticker", "nonresident", t.nonresident_sticker],
            ["Transfer station, bulky item", "refrigerator, freezer, air conditioner", t.refrigerator],
            ["Transfer station, bulky item", "mattress or box spring", t.mattress],
            ["Transfer station, other", "car tire, each", "$3"],
            ["Dog license", "spayed or neutered", t.dog_altered],
            ["Dog license", "not spayed or neutered", t.dog_intact],
            ["Beach pass, season", "resident", t.beach_resident],
            ["Beach pass, season", "nonresident", t.beach_nonresident],
            ["Boat rack, season", "one kayak or canoe", t.boat_rack],
            ["Mooring permit", "one boat, one season", "$410"],
            ["Hall rental, one day", "Town Hall, upper floor", t.hall_rental],
            ["Hall deposit", "returned if clean", "$400"],
            ["Copies", "per page", t.copies],
        ),
        p("Vital records, marriage licenses and motor vehicle fees are set by the State of New Hampshire and are not in this table. "
          "Checks are made out to the Town. A returned check is billed at what the bank bills us."),
        p("The plain-language version of this table is on our web site under \"What does it cost?\" If the two ever differ, tell us."),
        p(f"Town of {t.town} | 14 Capstan Street | 875-0100 | Fee table, page 1 of 1"),
    ]


def old_fees(t):
    return [
        h1(f"Town of {t.town} Schedule of Fees"),
        p("ARCHIVE COPY. NO LONGER IN FORCE."),
        p(f"In force from {t.old_fees_from}. Superseded on {t.fees_from} by a new schedule. Kept on the web site because people ask what things used to cost."),
        h2("Transfer station"),
        table(
            ["Item", f"Fee from {t.old_fees_from}"],
            ["Sticker, first vehicle", t.old_sticker],
            ["Sticker, each further vehicle of the household", t.old_second_sticker],
            ["Sticker, nonresident", "$59"],
            ["Refrigerator", "$9"],
            ["Mattress", "$9"],
            ["Tire", "$1"],
        ),
        h2("Dogs, beach and hall"),
        table(
            ["Item", f"Fee from {t.old_fees_from}"],
            ["Dog license, spayed or neutered", "$3.50"],
            ["Dog license, other", "$4.00"],
            ["Beach pass, resident", "$9"],
            ["Beach pass, nonresident", "$120"],
            ["Boat rack", "$180"],
            ["Hall rental", "$240"],
            ["Copies, per page", "$0.10"],
        ),
        p("Stickers must be affixed with their own glue. Stickers held up with tape will be treated as lent."),
        p("Fees are due when the service is asked for. The clerk's window takes checks. A fee once paid is not returned, except by vote of the Board."),
        p(f"Town of {t.town}, Office of the Town Clerk, 14 Capstan Street. Archive no. F-7."),
    ]


def winter(t):
    w = words(t)
    return [
        h1(f"Select Board: decisions and notes, {t.winter}"),
        letterhead(t),
        p("Harbor Room, Town Office. Opened 6:30 p.m. Closed 8:47 p.m. Streamed on Harbor TV, channel 22."),
        p(f"Present: {t.chair}, Chair; {t.member2}; {t.member3}. Staff: {t.administrator}, Town Administrator; {t.inspector}, Building Inspector; "
          f"Nils Tregear, Harbormaster; Dot Maloof, Road Agent; Tess Arbuckle, Communications Officer. Absent: none. Public: 19 in the room, 31 on the "
          "stream."),
        p("How to read these minutes: what was decided comes first. What was said comes after, by topic. A number in brackets points to the decision."),
        h2("DECISIONS"),
        li("1.", w.buoys, f"Moved by {t.member2}, seconded by {t.member3}. The price is $2,460 for the season."),
        li("2.", w.close_failed, f"Moved by {t.chair}. Seconded by {t.member3}, for discussion only. In favor: {t.chair}. Opposed: {t.member2} and "
                                 f"{t.member3}."),
        li("3.", w.derby, f"Moved by {t.member3}, seconded by {t.member2}. The Rotary provides its own insurance and picks up after."),
        li("4.", w.grant, f"Moved by {t.chair}, seconded by {t.member2}. The grant is $1,875. It pays for boat inspectors in July."),
        h2("DISCUSSION"),
        h2(f"The {t.structure} at {t.site} [2]"),
        p(w.warning, f"{titled(t.inspector)} was at {t.site}, off {t.road}, twice in January. Photos were shown on the screen.",
          f"At least half of the {t.supports} have gone soft or have pulled loose from their fastenings. The railing is loose along one whole side. "
          "The footing on one side has heaved with the frost."),
        p(f"The Inspector also went through the files. {titled(t.inspector)} said that {w.no_permit}. There are no drawings. There was no inspection. "
          "As far as anyone can tell, volunteers put it up over a few weekends with lumber that was given to them.",
          "The Inspector wants that on the record."),
        p(f"Administrator {t.administrator} read a letter that the office recieved last week. In the letter {w.insurer}.",
          "The letter does not say what happens if the Town does neither. The Administrator will call and ask."),
        p(f"The Chair said the Board has now been told twice, once by its own Inspector and once by the people who insure it. \"I don't want to read "
          f"about this one in the paper,\" {titled(t.chair)} said, and made the motion to close it until it is fixed."),
        p(f"{t.member2} said the {t.structure} is the most used thing in town after the coffee pot at the Anchor Light. People will walk around a barrier. "
          "It is February and there is ice on everything. There is time to get prices first."),
        p(f"{t.member3} agreed about the prices and asked that two quotes be brought to the Board in April. {titled(t.member3)} said closing it is a big "
          f"word for something that has stood since {t.built_year}."),
        p("The Chair called for the vote. The Administrator was asked to get quotes."),
        h2("Channel buoys [1]"),
        p("The Harbormaster said eleven of the Town's 26 channel buoys need new chain. Tollgate Marine will pull all of them, store them, and set them "
          "again at ice-out. This is the same firm as last year. It did the job well, appart from one green buoy that was set where a red one belongs."),
        p("The Board asked if the Town could do it with its own barge. The Harbormaster said the barge is a raft with a winch, and he would rather not."),
        h2("Ice Derby [3]"),
        p("The Rotary Club would like the Town Wharf lot for one weekend for the Ice Derby. A few hundred people came last year. Harbor Street gets tight. "
          "The Road Agent will put out cones. The Rotary will hire a detail."),
        h2("One-way trial on Harbor Street (no vote)"),
        p("The Planning Board has asked for a one-way trial on Harbor Street this summer, from the Wharf up to Capstan Street. "
          "The Select Board wanted to hear from people on the street before it goes further."),
        p("Gus Ferrante, who owns the Anchor Light Diner, is for it. Delivery trucks and boat trailers meet nose to nose in front of his door every Friday. "
          "Nobody backs up well. One way would at least be a plan."),
        p("Pia Dunlevy of Bollard Way is against it. All the traffic that can't come down Harbor Street will come down Bollard Way. Her street has no "
          "sidewalk and nine children."),
        p("Cy Bramhall, who drives the senior van, said he would not mind either way as long as the stop at the pharmacy stays on the pharmacy side."),
        p("The Road Agent said a trial takes paint, four barrels and two weekends. The Board will take it up again when the snow is gone and someone has "
          "counted cars."),
        h2("Lake Host grant [4]"),
        p("The Wennatuck Lake Association offers a grant so that the Town can have inspectors at the ramp on July weekends. They look for milfoil on "
          "trailers and hulls. Last summer the inspectors pulled weeds off 14 boats. No match is needed. The Chair thanked the Association."),
        h2("Reports"),
        p("Road Agent: the salt shed is a third full. The new plow wing is on. One mailbox on Capstan Street lost its life and will be replaced."),
        p("Communications: the new web site has been up for a month. The page people open most is the webcam on the Wharf. Second is the fee page. "
          "Ms. Arbuckle will keep writing minutes in this form unless someone objects. Nobody did."),
        p("Administrator: the deliberative session went to 10 p.m. and nobody threw anything. The ballot goes to the printer next week."),
        h2("Public comment"),
        p("Pia Dunlevy asked if the skating rink at the ball field will be flooded again. The answer is yes, as soon as it is cold for three nights in a row."),
        p("Nobody else wished to speak."),
        h2("Next meeting"),
        p("The Board meets next in two weeks, same room, same time. The Chair closed the meeting without a vote."),
        p(f"Notes taken by {t.clerk}, Town Clerk. Posted in draft by Tess Arbuckle. Town of {t.town} Select Board, {t.winter}."),
    ]


def spring(t):
    w = words(t)
    return [
        h1(f"Select Board: decisions and notes, {t.spring}"),
        letterhead(t),
        p("Harbor Room, Town Office. Opened 6:30 p.m. Closed 9:04 p.m. Streamed on Harbor TV, channel 22."),
        p(f"Present: {t.chair}, Chair; {t.member2}; {t.member3}. Staff: {t.administrator}, Town Administrator; {t.chief}, Police Chief; "
          f"{t.fire_chief}, Fire Chief; {t.clerk}, Town Clerk; Tess Arbuckle, Communications Officer. Absent: Nils Tregear, Harbormaster (setting buoys)."),
        p("What was decided comes first. What was said comes after, by topic. A number in brackets points to the decision."),
        h2("DECISIONS"),
        li("1.", w.minutes, f"Moved by {t.member3}, seconded by {t.member2}."),
        li("2.", w.tabled, f"Moved by {t.member2}, seconded by {t.member3}. Opposed: {t.chair}."),
        li("3.", w.signs_amended, f"Moved by {t.member2}, seconded by {t.member3}. The amendment is {titled(t.member3)}'s."),
        li("4.", w.cruiser, f"Moved by {t.chair}, seconded by {t.member2}."),
        li("5.", w.matter_tabled, f"Moved by {t.member3}, seconded by {t.chair}."),
        li("6.", w.lights, f"Moved by {t.member3}, seconded by {t.chair} to get it on the floor. In favor: {t.member3}. Opposed: {t.chair} and {t.member2}."),
        h2("DISCUSSION"),
        h2(f"Repair of the {t.structure} [2]"),
        p(f"The Administrator has two quotes to repair the {t.structure} at {t.site}. Both are for new {t.supports}, new fastenings and a new railing. "
          "Both firms walked the site with the Building Inspector in March."),
        table(
            ["Firm", "Quote", "Could start"],
            [t.contractor_low, t.quote_low, "within five weeks"],
            [t.contractor_high, t.quote_high, "in June"],
        ),
        p(f"The quote of {t.contractor_high} has a new approach from the parking area in it. The other one reuses what is there. "
          "Neither one has money for a permit drawing. The Inspector says there has to be one this time."),
        p(f"{t.member2} said neither number is in the budget. The voters just turned the budget down and the Town has to live on the default. "
          f"{titled(t.member2)} would rather see where the money stands after the summer, and moved to table."),
        p(f"{t.member3} said the same. Fall is the better time to build. The firms are less busy and the water is down."),
        p(f"The Chair said fall is a long time to wait with a busy season in between. \"We had the Inspector's warning in the winter. "
          f"We have the insurer's letter. Now we have prices. I do not know what else we are waiting for,\" {titled(t.chair)} said."),
        h2("Signs [3]"),
        p(f"{w.signs_first} on the approach and along {t.road}. The Road Agent can make them in the shop for the price of the plywood."),
        p(f"{t.member3} thought that {t.signs_moved} was a lot of signs for one small place, and that nobody reads past the first one. "
          f"{titled(t.member3)} offered the amendment. {titled(t.member2)} took it as friendly. The Chair said a sign is not a repair, but went along."),
        h2("Police cruiser [4]"),
        p(f"Chief {t.chief} asked to replace car 3. It has 131,000 miles and has been in the shop nine times since last summer. The heater works on one side. "
          f"{t.cruiser_dealer} has a car in stock at the state bid price, with the light bar and the cage moved over from the old one."),
        p("The money comes from the cruiser reserve fund, not from the operating budget. The Board asked what happens to car 3. "
          "It will be traded in, if anybody will have it."),
        h2(f"Draft {t.tabled_matter} [5]"),
        p(f"The Board had the first draft of the {t.tabled_matter} in its packet. The draft is four pages long. The Chief helped with it. So did the "
          "Planning Board."),
        p("All three members liked the idea and none of them liked page three. It says who may write a ticket but not how much the ticket is. Town counsel "
          "has not read it yet. A public hearing will be held before any vote on the text itself."),
        h2("Street lights [6]"),
        p("Brightwater Lighting offers to change all 88 street lights to LED. The firm says that the Town would save on electricity from the first month on. "
          "The utility pays part of it as a rebate, but only if the work is done this year."),
        p(f"{t.member3} wants to take the offer while it stands. The Chair likes the lights and does not like signing on a default budget. "
          f"{titled(t.member2)} has seen the ones in {t.neighbor_town} and says they look like a car lot. The firm may come back next year."),
        h2("Public comment"),
        p(f"{t.warner}, who walks there every morning, {w.warner_unsafe}. {titled(t.warner)} said that {w.warner_moves}. "
          "\"I had one hand on my granddaughter and the other on my hat. I won't take her there again.\""),
        p(f"{t.commenter} of Bollard Way spoke about the geese. They have taken over Spinnaker Beach. {titled(t.commenter)} counted 46 of them on Sunday. "
          "Is there a way to keep them off before the swimming lessons start? The Administrator will ask Fish and Game. The Rec Committee owns a plastic "
          "coyote, which the geese like."),
        p("Gus Ferrante asked when the one-way trial on Harbor Street begins. The answer is after the car count. Nobody has counted yet."),
        h2("Reports"),
        p(f"Fire Chief {t.fire_chief}: 22 calls in March. Nine were medical. One was a chimney. One was a truck through the ice off the Wharf, with nobody "
          f"in it. {t.neighbor_town} came with its air boat. Please, no more trucks. Brush is dry where the snow is gone. You need a permit to burn."),
        p(f"Town Clerk {t.clerk}: dog licenses are due by April 30. About 120 dogs are still on the list. The clerk's window will stay open late on the "
          "last two days. The checklist of voters will be up on the board by the door."),
        p("Communications: Harbor Mail now goes to 940 addresses. The post on mud season got more replies than the post on the budget."),
        p("Administrator: the boiler at the Town Hall passed its inspection. The ramp at the Wharf is back in the water. Spring cleanup on "
          "Capstan Street is the last Saturday of the month."),
        h2("Next meeting"),
        p("The Board meets again in two weeks. There was no other business and no nonpublic session. The Chair closed the meeting without a vote."),
        p(f"Notes taken by {t.clerk}, Town Clerk. Posted in draft by Tess Arbuckle. Town of {t.town} Select Board, {t.spring}."),
    ]


def late(t):
    w = words(t)
    return [
        h1(f"Select Board: decisions and notes, {t.late}"),
        letterhead(t),
        p("Town Hall, upper floor (moved from the Harbor Room because of the crowd). Opened 6:30 p.m. Closed 8:58 p.m."),
        p(f"Present: {t.chair}, Chair; {t.member2}; {t.member3}. Staff: {t.administrator}, Town Administrator; {t.inspector}, Building Inspector; "
          "Dot Maloof, Road Agent; Tess Arbuckle, Communications Officer. Absent: none. Public: 74 in the hall."),
        p("What was decided comes first. What was said comes after, by topic. A number in brackets points to the decision."),
        h2("DECISIONS"),
        li("1.", w.closed, f"Moved by {t.chair}, seconded by {t.member2}."),
        li("2.", w.engineer, f"Moved by {t.chair}, seconded by {t.member2}. In favor: {t.chair} and {t.member2}.", w.against),
        li("3.", w.wash, f"Moved by {t.member3}, seconded by {t.member2}. The gift is $1,240 from the Yacht Club."),
        li("4.", w.parade, f"Moved by {t.member2}, seconded by {t.member3}. Closed to cars on the Saturday of Harbor Days, 9 to noon."),
        p("The minutes of the last meeting were not ready. They will be on the next agenda."),
        h2("DISCUSSION"),
        h2(f"What happened at {t.site}"),
        p(f"The Administrator gave a short statement. On {t.injury_day} a visitor was hurt on the {t.structure}. The Fire Department took the visitor to "
          "the hospital. "
          "The Town wishes the visitor a full recovery. There is a lawyer. The Town has had no claim so far. On the advice of counsel there will be no "
          "other comment."),
        p("The Chair asked people in the hall to stick to what the Town should do now. The Board can't answer questions about the accident itself."),
        h2(f"Closing the {t.structure} [1]"),
        p(f"Inspector {t.inspector} went back the morning after. A {t.part} had given way. The {t.supports} are worse than they were in the winter. "
          f"{w.no_file} That has not changed, the Inspector said, and it means nobody can say what the {t.structure} was meant to hold."),
        p(f"The Road Agent has chain link panels from the paving job. They can be up tonight. The signs that are there now will come down. "
          "New ones will say CLOSED, and they will say it on both sides."),
        p(f"{t.member2} said this should be done at once. \"I wanted to wait for a better price. I was wrong about what we were waiting for.\" "
          f"{t.member3} agreed that it has to be shut, and asked that it be looked at again when there is a report in hand."),
        p("Hattie Osei of Spinnaker Lane asked if the path to the shore stays open. It does. Only the structure itself is shut."),
        p("Cy Bramhall asked who checks that the fence stays up. The police will drive by on each shift. The Road Agent will look on weekdays."),
        h2("The engineer [2]"),
        p(f"The Administrator asked three firms for a proposal. One answered. {t.engineer} would take measurements, test the {t.supports}, and tell the "
          "Town in writing if it can be repaired or must come out. The report would take five weeks. The drawings for a permit would be extra."),
        p(f"{t.member3} does not need an engineer to see that it is broken. The contractors looked at it for free in the spring. "
          f"{titled(t.member3)} would sooner put the money toward lumber."),
        p("The Chair said the contractors looked at what they would like to build. Nobody has looked at what is safe. The insurer will also want a stamp "
          "on it. The money comes out of the line for legal and professional services."),
        h2("Boat wash station [3]"),
        p("The Yacht Club wants to help pay for hoses at the boat wash station next to the ramp. The station keeps weeds out of the lake. "
          "A public hearing is not needed for a gift of this size. The Board thanked the Club, and asked that its burgee on the sign be a bit smaller than "
          "the Town seal."),
        h2("Harbor Days parade [4]"),
        p("The parade committee asks to shut Capstan Street from the Wharf to the post office for the parade on the Saturday of Harbor Days. There will be 31 "
          "entries this year. "
          "The bagpipes are back. Detour signs will go on Bollard Way. Pia Dunlevy said that Bollard Way is always the detour, and that it would be nice "
          "to get some of the music for once."),
        h2("Harbor Street one-way trial (no vote)"),
        p("The car count is done. On a Friday in July, 1,912 cars went down Harbor Street and 1,107 came up. The Planning Board will make a drawing. The "
          "trial is put off to next summer."),
        h2("Reports"),
        p("Harbormaster (in writing): the lake is seven inches below full. Two rocks off the Wharf are now marked that were not marked before. "
          "Three boats found the rocks first. Please slow down inside the buoys."),
        p("Road Agent: paving on the lower end of Capstan Street starts after Labor Day. The sweeper is back from repair. The mailbox from last winter has "
          "been replaced, at last."),
        p("Communications: there will be one page on the web site with every paper on the closing. Ms. Arbuckle asks the press to call her, not the Board."),
        h2("Public comment"),
        p("Gus Ferrante said that people in the diner are upset, and that they would like to hear from the Board more often, not less."),
        p("Maisie Thorne of Capstan Street asked when the beach bathrooms will get soap. The answer is tomorrow."),
        p("Arturo Bell, who runs the tour boat Lady Wennatuck, said that his guests ask about the accident every day. He would like one sentence from the "
          "Town that he can read to them. Ms. Arbuckle wrote one down and gave it to him on the spot."),
        h2("Next meeting"),
        p("The Board meets in two weeks, back in the Harbor Room. The Chair closed the meeting without a vote."),
        p(f"Notes taken by {t.clerk}, Town Clerk. Posted in draft by Tess Arbuckle. Town of {t.town} Select Board, {t.late}."),
    ]


def zoning(t):
    w = words(t)
    return [
        h1(f"Zoning Board of Adjustment: decisions in {t.year}"),
        letterhead(t),
        p(f"This page has the decisions of the {t.town} Zoning Board so far this year. Last changed October 8, {t.year}. "
          "For each case, the decision comes first. What was said comes after. A case number is a file number, not the month of the hearing. The signed "
          "notices are at the Town Office."),
        p("Board: Ione Bexley, Chair; Rafe Mulcahy; Tilda Gorham; Bram Petrakis; Opal Fiske. Alternate: Nan Seabury."),
        h2(f"Case {t.case_variance}: {t.variance_owner}, 27 Bollard Way"),
        p("Decision:", w.variance, "In favor: Bexley, Gorham, Petrakis, Fiske. Opposed: Mulcahy."),
        li("Condition 1: the roof water of the addition is kept on the owner's own lot."),
        li("Condition 2: the hedge along the side line stays, or is replaced with one like it."),
        p(f"What was said: the house is from 1911 and stands crooked on its lot. {titled(t.variance_owner)} wants a ground floor bedroom and bath on the side. "
          "The ordinance asks for 25 feet to the side line. There is no other flat spot on the lot. The neighbor on that side wrote in favor."),
        p("The Board went through the five criteria one by one. Mr. Mulcahy was not sure about hardship. The lot is small, he said, but so is every lot on "
          "the street."),
        h2(f"Case {t.case_exception}: {t.exception_owner}, 112 Spinnaker Lane"),
        p("Decision:", w.exception),
        p(f"Why: {w.exception_why} Spinnaker Lane is 20 feet wide with no sidewalk. Sound carries over the water at night. "
          "The plan did not show where people would turn around."),
        p(f"What was said: {titled(t.exception_owner)} said that the lot is large and that there are trees on three sides. A traffic letter was promised "
          "but did not come. Eleven people spoke. Nine were opposed. Hattie Osei said that she likes the applicant and does not like the idea."),
        p("The applicant may come back with a different plan."),
        h2(f"Case {t.case_drift}: {t.drift_owner}, 8 Windlass Road"),
        p("Decision: appeal DENIED, 5-0. The notice of the Code Officer stands."),
        p(f"What it was about: the Code Officer gave {t.drift_owner} a written notice that the {t.drift_thing} at 8 Windlass Road is not where the "
          "approved plan shows it. The notice says to bring it into line with the plan. The owner appealed the notice to this Board."),
        p(f"What was said: {t.drift_neighbor} lives next door at number 10. {titled(t.drift_neighbor)} said that the {t.drift_thing} ruined the "
          f"{t.drift_harmed} there.",
          w.negligent, w.damages, f"There were photos and a letter from a contractor. {titled(t.drift_owner)} said that the {t.drift_harmed} was poor before."),
        p(f"Chair Bexley stopped the talk about money. {w.liable} The Board was asked one thing: is the notice right? It is. "
          "If the two of them can not agree, that is for a court or a mediator."),
        h2(f"Case {t.case_continued}: {t.continued_owner}, 61 Windlass Road"),
        p("Decision:", w.continued),
        p(f"What was said: {titled(t.continued_owner)} wants to put a garage closer to the road than the ordinance allows. The survey was not in the packet. "
          "The hearing was on October 8. The Board won't decide without a survey. "
          "No new notice will be sent to abutters, because the new date was read out at the hearing."),
        h2("If you do not agree with a decision"),
        p("You can ask the Board for a rehearing. The time is short, and it is set by state law. Call the land use office, 875-0126, and they will tell "
          "you which day is the last one. They can not tell you if you should."),
        footer(t),
    ]


def declaration(t):
    w = words(t)
    return [
        h1(f"Declaration of {t.association}, a Condominium"),
        p(f"Harborside, {t.town}, {t.county} County, New Hampshire. Restated in plain English by vote of the owners. Recorded in the county registry of "
          "deeds, book 2718, page 104."),
        h2("ARTICLE 1. What this is"),
        p("1.1 This Declaration makes the land and the buildings at 90 Spinnaker Lane a condominium under the law of New Hampshire. It binds every owner, "
          "and everybody who lives in or visits a unit."),
        p(f"1.2 \"Association\" means the {t.association} Owners Association. \"Board\" means its board of directors. \"Unit\" means a home with a number "
          "in the table in Article 2. "
          "\"Common area\" is all that is not a unit: the roofs, the outer walls, the land, the drive, the stairs, the seawall and the dock."),
        p("1.3 \"Limited common area\" is common area that one unit alone may use, such as a deck, a parking space or a slip at the dock."),
        h2("ARTICLE 2. The units"),
        p("2.1 The units, their floor area, and their shares are these:"),
        table(["Unit", "Square feet", "Share"], *t.units),
        p("2.2 Floor area is measured from the inside of the outer walls. Decks, lofts lower than a person, and storage lockers do not count."),
        p("2.3 The shares are weights. The Treasurer scales them, so that all of the bills together make up the whole of the budget. A vote is counted by "
          "the same weights."),
        p("2.4 A unit may not be divided, and two units may not be joined, without an amendment of this Declaration."),
        h2("ARTICLE 3. Who fixes what"),
        p("3.1 The Association maintains, repairs and replaces the common area. This includes the roofs, the siding, the seawall and the pipes that serve "
          "more than one unit."),
        p(f"3.2 {w.ac_pays} The same goes for a water heater, for a thermostat, and for the inside of the unit: floors, paint, fixtures, appliances."),
        p("3.3 Windows and doors are an odd case. The glass is the owner's. The frame is the Association's. If a storm breaks both, they split the bill."),
        p("3.4 If an owner lets a leak go on and it harms another unit, the Association may fix it and bill the owner. Except in an emergency it gives "
          "notice first."),
        h2("ARTICLE 4. Dues and assessments"),
        p("4.1 Each owner pays dues on the first day of the month. The Board sets them each December when it adopts the budget."),
        p(f"4.2 Dues that come after the tenth of the month carry a late fee of {t.association_late_fee}. The Treasurer may waive one late fee in a "
          "calendar year, and only one."),
        p(f"4.3 {w.assessment} A majority of the shares, in person or by proxy, is enough. The Board may levy a smaller one by itself, once in a fiscal year."),
        p("4.4 Unpaid dues are a lien on the unit. The Association may also take back the use of the dock until they are paid."),
        p("4.5 The Association keeps a reserve for the roofs, the drive and the seawall. It may not be spent on anything else, except by a vote of owners."),
        h2("ARTICLE 5. Leases"),
        p(f"5.1 {w.rent} This ends weekend and vacation rentals. A lease must be in writing, and the Board gets a copy before the tenant moves in."),
        p("5.2 The tenant follows the same rules as the owner. If the tenant breaks a rule, the owner pays the fine. A room in a unit may not be let by "
          "itself."),
        p("5.3 Not more than two units may be leased at one time. The Board keeps a list. The list goes by the date of the request."),
        h2("ARTICLE 6. Animals"),
        p(f"6.1 {w.pet} It is on a leash outside of the unit, and its owner picks up after it. Cats live indoors. There are to be no more than two."),
        p("6.2 Service animals and assistance animals are not pets, and Section 6.1 does not limit them."),
        p("6.3 Nobody feeds the geese, the gulls or the ducks. This section was asked for by every owner on the ground floor."),
        h2("ARTICLE 7. Looks and noise"),
        p(f"7.1 {w.fence} A fence is wood, not painted, and it does not block the view of the water from another unit."),
        p(f"7.2 {w.ac_trap} It comes out by October 31. The Board may ask an owner to take in one that drips on a deck below."),
        p("7.3 Quiet hours are from 10 p.m. to 7 a.m. Halyards that slap are noise. Tie them off."),
        p("7.4 No signs, except one small one when a unit is for sale. A flag of the usual size is fine. Laundry is fine on the land side."),
        p("7.5 Grills: gas or electric only, on the deck, away from the wall. The fire code comes first."),
        h2("ARTICLE 8. Parking and the dock"),
        p("8.1 Each unit has one numbered space. There are four guest spaces, for at most two nights in a row. Boat trailers stay at the public lot."),
        p("8.2 No commercial trucks, no campers, and no car without a plate. The Board may have a car towed after a note on the windshield and one day."),
        p("8.3 Each unit has one slip. Slips are traded only between owners. No one sleeps on a boat at the dock. No fuel is kept there."),
        h2("ARTICLE 9. Insurance"),
        p("9.1 The Association insures the buildings and the common area for their full cost of replacement, and carries liability cover for the common area. "
          "The deductible is a common expense, unless one owner was the cause."),
        p("9.2 Each owner insures the inside of the unit and all that is in it. The Board may ask for proof once a year. The master policy does not pay "
          "for your sofa."),
        h2("ARTICLE 10. Meetings and the Board"),
        p("10.1 Owners meet once a year, in May, on the lawn if it is dry. Notice goes out at least 21 days ahead. Owners of half the shares are a quorum."),
        p("10.2 The Board has three directors. Each serves for two years. They are not paid. They may buy themselves lunch once."),
        p("10.3 Minutes and accounts are open to all owners. Write to the Secretary and you'll have them within 10 days."),
        h2("ARTICLE 11. Rules and fines"),
        p("11.1 The Board may make rules about the daily use of the place, if they do not go against this Declaration. A new rule is sent to all owners "
          "before it begins."),
        p("11.2 Before any fine there is a letter and a chance to be heard. The Board keeps a list of fines, and it is the same for everyone."),
        h2("ARTICLE 12. Changes"),
        p("12.1 This Declaration may be changed by a vote of two thirds of the shares. A change counts from the day it is recorded. If one part falls, the "
          "rest stands."),
        p(f"{t.association} Owners Association, 90 Spinnaker Lane, {t.town}, N.H. Secretary: Wilma Tace."),
    ]


def taxes(t):
    w = words(t)
    return [
        h1("Your fall tax bill, explained"),
        p(f"FOR RELEASE. October 30, {t.year}. {t.town}, New Hampshire. From the desk of Tess Arbuckle, Communications Officer."),
        p(f"The State has set the {t.year} tax rate for the Town of {t.town}. The total is {t.total_rate} for each $1,000 of value. Last year it was "
          f"{t.total_rate_before}. Here is what is in it, why it moved, and when to pay."),
        h2("What the rate is made of"),
        p("A property tax bill is four taxes on one piece of paper. The Select Board has a say in only one of them: the municipal part."),
        table(
            ["Part of the rate, per $1,000", t.last_year, t.year],
            ["Municipal (the Town)", t.municipal_rate_before, t.municipal_rate],
            [f"County ({t.county} County)", t.county_rate_before, t.county_rate],
            ["Local school", t.local_school_rate_before, t.local_school_rate],
            ["State school (state education tax)", t.state_school_rate_before, t.state_school_rate],
            ["Total", t.total_rate_before, t.total_rate],
        ),
        h2("Why did it go up?"),
        p(f"Two things did most of it. {w.school} Voters of the district approved that in the spring, and it shows up in the local school line. "
          f"{w.insurance} That is a cost we do not set and can not put off. It is in the municipal line."),
        p("The county and state lines moved by only a few cents. Nothing in the rate comes from a change in anybody's assessment. The last full "
          "revaluation is already in."),
        h2("When do I pay?"),
        p(f"The second bill is due on {t.bill_due}. It goes in the mail in the first week of November. The first bill in the summer was an estimate. "
          "This one makes up the difference, so it can look high. Interest runs after the due date at the rate in RSA 76:13."),
        li("Online: follow the link \"Pay my bill\" on our home page. The card company adds its own fee."),
        li("By mail: Tax Collector, 14 Capstan Street. The postmark counts."),
        li(f"In person: {t.clerk}, Town Clerk and Tax Collector, at the window, Monday to Thursday, 8 to 4."),
        h2("I think my assessment is wrong. What can I do?"),
        p("You can file for an abatement by March 1 with the Select Board. The form is on the web site. Send photos and sales of houses like yours. "
          "Please still pay the bill. If you are right, you get the money back with interest."),
        h2("Is there help?"),
        p("Yes. There are credits for veterans and exemptions for elderly, blind and disabled owners. You have to ask by the middle of April. Welfare help is "
          "confidential. Call Administrator's office at 875-0101 and ask for the assesing clerk."),
        p("In one line: more for the schools, more for health insurance, and about the same for the rest."),
        footer(t),
    ]


def budget(t):
    return [
        h1(f"The {t.year} budget on one page"),
        letterhead(t),
        p(f"Posted January 12, {t.year}. This is what the Select Board and the Budget Committee of {t.town} propose. You decide in March. Come to the "
          "deliberative session and ask."),
        h2("By department"),
        table(
            ["Department", f"{t.last_year} budget", f"{t.year} proposed"],
            ["General government", "$402,115", "$409,835"],
            ["Police", t.police_before, t.police_proposed],
            ["Fire", t.fire_before, t.fire_proposed],
            ["Highway", t.highway_before, t.highway_proposed],
            ["Transfer station", "$298,345", "$304,865"],
            ["Library", t.library_before, t.library_proposed],
            ["Harbor and landings", "$91,365", "$95,235"],
            ["Recreation and beach", "$84,715", "$86,105"],
            ["Welfare", "$22,385", "$22,385"],
        ),
        p(f"The table has departments only. Debt, employee benefits and small lines are not shown, so it does not add up to the whole. The whole operating "
          f"budget is {t.operating_budget}. It is Article 2 of the warrant."),
        h2("What is new?"),
        li("Police: the fourth officer is here for a full year. Last year it was for eight weeks only."),
        li("Highway: salt went up, and so did diesel. The truck is a seperate article and not in this number."),
        li("Library: Sunday stays as it is. The change is a part-time children's librarian and the heat pump contract."),
        li("Fire: new air packs, first of two years. Call pay is up by a dollar an hour."),
        li("Harbor: new chain for buoys, and paint for the Wharf."),
        h2("What is the default budget?"),
        p(f"If Article 2 fails, the Town gets the default budget. It is {t.default_budget}. It is last year's budget, with changes for contracts and debt, "
          "and less one-time items. It is figured by the Board, not voted by you."),
        h2("Where does the money come from?"),
        p("A bit less than two thirds comes from property tax. The rest is motor vehicle fees, the State's rooms and meals money, fees, and interest. "
          "The Board plans to use $85,000 of fund balance to hold down the rate."),
        h2("Who do I ask?"),
        p(f"Ask {t.administrator}, Town Administrator, 875-0101. The full budget book has 64 pages. It is at the Town Office, at the library, and on the "
          "web site."),
        footer(t),
    ]


def warrant(t):
    return [
        h1(f"Town of {t.town} {t.year} Town Warrant"),
        p("The State of New Hampshire"),
        p(f"To the inhabitants of the Town of {t.town}, in the County of {t.county}, qualified to vote in Town affairs:"),
        p("First session. You are notified to meet at the Town Hall on the last Saturday of January at 9 a.m. to explain, discuss and amend the articles "
          "that follow."),
        p(f"Second session. You are notified to vote by official ballot on {voting_day(t)} at the Town Hall. Polls are open from 8 a.m. to 7 p.m."),
        h2("ARTICLE 1. Officers"),
        p("To choose one member of the Select Board for three years, one Trustee of Trust Funds, two Library Trustees, and all other officers for the year "
          "ensuing."),
        h2("ARTICLE 2. Operating budget"),
        p("Shall the Town raise and appropriate as an operating budget, not including appropriations by special warrant articles and other appropriations "
          "voted separately, "
          "the amounts set forth on the budget posted with the warrant or as amended by vote of the first session, for the purposes set forth therein, "
          f"totaling {t.operating_budget}? Should this article be defeated, the default budget shall be {t.default_budget}, which is the same as last "
          "year, with certain "
          "adjustments required by previous action of the Town or by law; or the governing body may hold one special meeting, in accordance with RSA "
          "40:13, X and XVI, to take up the issue of a revised operating budget only. Majority vote required."),
        p("The Select Board recommends this article 3-0. The Budget Committee recommends it 7-1."),
        h2(f"ARTICLE 3. Lease with {t.lease_company}"),
        p(f"Shall the Town authorize the Select Board to enter into a lease with {t.lease_company} of {t.lease_place}, for {t.lease_use}, "
          f"at a rent of {t.lease_rent} a year, for a term of up to ten years, on such other terms as the Board finds to be in the best interest of the "
          "Town? Majority vote required."),
        p("The Select Board recommends this article 2-1."),
        h2("ARTICLE 4. Highway truck"),
        p(f"Shall the Town raise and appropriate the sum of {t.truck} for the purchase of a highway truck with plow, wing and sander, to replace truck 5? "
          "This is a special warrant article. The old truck goes to auction. Majority vote required."),
        p("The Select Board recommends this article 3-0. The Budget Committee recommends it 6-2."),
        h2("ARTICLE 5. Wharf reserve"),
        p("Shall the Town raise and appropriate the sum of $75,000, to be added to the Town Wharf Capital Reserve Fund established in 1998? Majority vote "
          "required."),
        h2("ARTICLE 6. Harbor Days"),
        p("Shall the Town raise and appropriate the sum of $2,400 for the barge and the band at Harbor Days? By petition. Majority vote required."),
        h2("ARTICLE 7. Milfoil"),
        p("Shall the Town raise and appropriate the sum of $2,850 as its share of the treatment of milfoil in Lake Wennatuck? Majority vote required."),
        h2("ARTICLE 8. Capstan Street sidewalk"),
        p("Shall the Town accept from the State the sidewalk on the lake side of Capstan Street, and keep it clear in winter from then on? Majority vote "
          "required."),
        h2("ARTICLE 9. Other business"),
        p("To act upon any other business that may legally come before the meeting."),
        p(f"Given under our hands in January of {t.year}: {t.chair}, Chair; {t.member2}; {t.member3}. Select Board of {t.town}."),
        p("A true copy, attest. We certify that an attested copy of this warrant was posted at the place of meeting, at the Town Office and at the post "
          "office."),
        p(f"Town of {t.town}, warrant and budget. The budget form is attached. Sample ballots at {t.clerk}'s window."),
    ]


def results(t):
    w = words(t)
    return [
        h1(f"The votes are in: results of {voting_day(t)}"),
        p(f"FOR RELEASE. {t.town}, New Hampshire. 9:40 p.m. From Tess Arbuckle, Communications Officer, at the Town Hall, with cold coffee."),
        p(f"The Moderator, Fenn Oduya, read the results at 9:15 p.m. 1,402 ballots were cast. They are final, unless somebody asks for a recount. Thanks "
          "to all who stood in the sleet."),
        h2("RESULTS"),
        li(w.budget_failed, f"The default budget of {t.default_budget} stands."),
        li(w.lease_failed),
        li(f"Article 4, highway truck for {t.truck}: PASSED, Yes {t.truck_yes}, No {t.truck_no}."),
        li("Article 5, Town Wharf Capital Reserve: PASSED, Yes 731, No 196."),
        li("Article 6, Harbor Days: PASSED, Yes 802, No 121."),
        li("Article 7, milfoil: PASSED, Yes 866, No 97."),
        li("Article 8, Capstan Street sidewalk: PASSED, Yes 714, No 203."),
        h2("What this means"),
        p("The budget: the Town runs on the default budget until the end of the year. The Select Board could call a special meeting on a new one. "
          "The Board does not plan to. Departments will be told this week what they have to go without."),
        p(f"The lease: {w.no_lease} The proposal was for {t.lease_use} at {t.lease_place}. It needed the voters, and it did not get them. "
          "The Administrator has told the company."),
        p("The truck: the order goes out on Monday. It takes most of a year to build one. Truck 5 has been asked to hold on."),
        h2("Officers elected"),
        p("Library Trustees: Wren Macallum and Joss Adeyemi. Trustee of Trust Funds: Lew Partridge. The Select Board seat stays with the person who held it."),
        p(f"Our thanks to the ballot clerks, to the third grade for the cookies, and to {t.clerk}, who counted everything twice."),
        footer(t),
    ]


def ordinance(t):
    return [
        h1(f"Town of {t.town} Ordinance on overnight parking at the Town Landing"),
        p(f"Adopted {t.ordinance_year} by the Select Board under RSA 41:11. Ordinance no. 9."),
        h2("Section 1. Purpose"),
        p("The Town Landing is there so that people can reach the lake. Cars and trailers left overnight keep others out, and they are in the way of the "
          "plow and of the fire boat."),
        h2("Section 2. Where"),
        p("This ordinance covers the lot at the Town Landing, the ramp, the turn-around, and both sides of the approach from Harbor Street to the gate."),
        h2("Section 3. Rule"),
        p("Nobody may park a vehicle or a trailer at the Landing between 11 p.m. and 5 a.m. A vehicle with a person asleep in it is parked."),
        h2("Section 4. Exceptions"),
        li("Town, state and emergency vehicles on duty."),
        li("Boaters who are out on the lake because of weather or a breakdown, if the Harbormaster or the police know of it."),
        li("Holders of a written pass from the Police Chief, for one night, on the dash."),
        h2("Section 5. Penalty"),
        p(f"For a first offense the fine is {t.fine_old}. For each further offense in the same calendar year the fine is $120. The ticket is paid at the "
          "police station."),
        p("A vehicle that blocks the ramp may be towed at once. The owner pays for the tow and the storage."),
        h2("Section 6. Signs"),
        p("The Road Agent posts the rule at the gate and at the ramp. That a sign has fallen down is no excuse, if one of them is still up."),
        h2("Section 7. When it begins"),
        p("This ordinance takes effect when it is passed and posted. It replaces the parking notice of the Harbor Committee."),
        p(f"Select Board, Town of {t.town}. A true copy from the records of the Town Clerk. Note added by the clerk: see also the later amendment."),
    ]


def amendment(t):
    return [
        h1("Amendment to Ordinance no. 9: overnight parking at the Town Landing"),
        p(f"Town of {t.town}, New Hampshire. Adopted by the Select Board in {t.last_year}, after a public hearing. In force since it was posted."),
        h2("What changes"),
        p(f"Section 5 (Penalty) of the ordinance of {t.ordinance_year} is struck out. In its place it says:"),
        p(f"\"Section 5. Penalty. For a first offense the fine is {t.fine_new}. For a second offense in the same calendar year the fine is {t.fine_second}. "
          "After that, the vehicle is towed and the owner goes before the Circuit Court.\""),
        h2("What does not change"),
        p("The hours, the places and the exceptions in Sections 2, 3 and 4 stay as they are. So does the rule on towing from the ramp: \"A vehicle that "
          "blocks the ramp may be towed at once.\""),
        h2("Why"),
        p(f"Chief {t.chief} told the Board at the hearing that the old fine was less than a night at a motel, and that people had done the math. "
          "On the Labor Day weekend there were 23 campers at the Landing. The fire boat could not get out. Eight people spoke at the hearing. Six were in "
          "favor."),
        p("The Harbormaster asked for a warning on the first night. The Board said that the sign is the warning."),
        h2("How to pay"),
        p("By mail or at the police station, 3 Harbor Street, at any hour. Tickets that are not paid in two weeks go to the court."),
        p(f"Attest: {t.clerk}, Town Clerk. Posted at the Landing, at the Town Office and on the web site of the Town of {t.town}."),
    ]


def hours(t):
    return [
        h1("Hours around the harbor"),
        letterhead(t),
        p(f"Everything that has a door or a gate in {t.town}, on one page. Hours are for the whole year, unless it says otherwise."),
        h2("Wennatuck Public Library"),
        p(f"51 Capstan Street, 875-0160. Director: {t.librarian}. Cards are free for anybody who lives, works or goes to school here."),
        li(f"Monday to Friday: {t.library_weekday}"),
        li(f"Saturday: {t.library_saturday}"),
        li("Sunday: closed"),
        p("Story hour is on Wednesday at 11:15. The knitters meet on Thursdays and they talk. The quiet room is upstairs. "
          "You can borrow snowshoes, a telescope, a pass to the steamboat museum, and two life vests for children."),
        p(f"{titled(t.librarian)} says: \"If you can't find it, ask. If we haven't got it, we'll get it from another library, and it costs you nothing.\""),
        h2("Transfer station"),
        p("77 Windlass Road, 875-0171. You need a sticker on your windshield. See \"What does it cost?\" for what it costs."),
        li(f"Saturday: {t.dump_saturday}"),
        li("Wednesday: 1 to 6 p.m."),
        li("All other days: the gate is locked. There is a camera."),
        p("Please sort before you come. Glass, cans, cardboard and mixed paper go into different bays. The swap shop takes nothing in the last half hour."),
        p("No paint, no oil, no chemicals. They go to the regional collection day in the summer, which we post when we know it."),
        h2("Town Office"),
        li("Monday to Thursday: 8 a.m. to 4 p.m. Friday: by appointment."),
        li("Clerk's window: the same, and until 7 p.m. on the first Monday of the month."),
        h2("Spinnaker Beach"),
        p("Lifeguards from late June to Labor Day, 10 to 5. The snack window opens when the guard flag goes up. Dogs are fine before 8 a.m. and after the "
          "season."),
        h2("Harbormaster"),
        p("Nils Tregear is on the Wharf from ice-out to Columbus Day. If he's not in the shack he is on the water. Channel 16, or 875-0119."),
        footer(t),
    ]


def mail(t):
    w = words(t)
    return [
        h1("Re: sticker question"),
        p(f"Hi {t.mail_writer.split()[0]},"),
        p(f"Thanks for asking before you got in the car. No, that isn't right. The transfer station sticker for your first vehicle is {t.sticker} this year. "
          f"It has been that since {t.fees_from}. I don't know where the other number comes from. It's not in any schedule of ours, old or new."),
        p("If the truck is registered at the same address as the car, it counts as a further vehicle and it is a good deal less. It's all on the fee page "
          "under \"What does it cost?\" The window is open Monday to Thursday until 4. Bring both registrations."),
        p("Best,"),
        p(f"{t.clerk}, Town Clerk and Tax Collector, Town of {t.town}, 14 Capstan Street, 875-0103"),
        p("Please note: mail to and from this office may be a public record under RSA 91-A."),
        p(f"----- On Tuesday {t.mail_writer} wrote: -----"),
        p(f"> Hello {titled(t.clerk)},"),
        p(f"> {w.mail_claim}. Is that so? That seems like an awful lot for driving two bags up the hill once a week. We have a car and a truck. Do I have "
          "to buy two at that price?"),
        p("> Also, is the swap shop open again? I have a perfectly good lamp."),
        p(f"> Thanks, {t.mail_writer}, Bollard Way"),
    ]


def papers(t):
    y = t.year
    site = f"{t.town.lower()}-nh.example"
    return [
        Paper("what-does-it-cost.html", fees_in_questions(t)),
        Paper(f"Fee Table {y}.docx", fee_table(t)),
        Paper("archive-fees-F7.pdf", old_fees(t)),
        Paper(f"SB Decisions and Notes {t.winter.replace(',', '')}.docx", winter(t)),
        Paper(f"sb-decisions-{t.spring.replace(',', '').replace(' ', '-').lower()}.pdf", spring(t)),
        Paper(f"sb-decisions-{t.late.replace(',', '').replace(' ', '-').lower()}.html", late(t)),
        Paper(f"zba-decisions-{y}.md", zoning(t)),
        Paper(f"{t.association.replace(' ', '_')}_Declaration.pdf", declaration(t)),
        Paper(f"news-{y}-10-tax-bill-explained.html", taxes(t)),
        Paper(f"budget-{y}-one-page.md", budget(t)),
        Paper(f"Warrant_{y}.pdf", warrant(t)),
        Paper(f"news-{y}-03-the-votes-are-in.html", results(t)),
        Paper("ordinance-9-landing-parking.txt", ordinance(t)),
        Paper(f"ordinance-9-amendment-{t.last_year}.pdf", amendment(t)),
        Paper("hours-around-the-harbor.md", hours(t)),
        Paper("re-sticker-question.eml", mail(t), sender=f"{t.clerk} <clerk@{site}>", to=f"{t.mail_writer} "
            f"<{t.mail_writer.split()[0].lower()}@wennatuck.example>",
              date=f"Thu, 29 May {y} 09:12:44 -0400" if y == "2025" else f"Wed, 29 May {y} 09:12:44 -0400"),
    ]


def article(t):
    return "\n\n".join([
        f"Visitor hurt on {t.town} {t.structure}; town had been warned",
        f"By {t.reporter}, The Wennatuck Beacon",
        f"{t.town.upper()}, N.H. - {t.injured} of {t.lake_town} was badly hurt on {t.injury_day} when a {t.part} gave way on the town's {t.structure} at "
        f"{t.site}. {titled(t.injured)} has a broken leg and a broken wrist, and will be off work into the fall, the family said.",
        f"\"There was one loud crack, and then it was just gone,\" said {t.relative}, a cousin, who was there. \"There was a sign that said use at your "
        "own risk. There was nothing that said it was rotten.\"",
        f"The town knew. Minutes of the select board show that the building inspector, {t.inspector}, warned in February that the {t.supports} were failing. "
        f"No building permit was ever issued for the {t.structure}, the inspector told the board. That same month the town's insurer, {t.insurer}, asked "
        f"the town to close or repair it within {t.insurer_days}.",
        f"A motion by the chair, {t.chair}, to close it found no majority. In April, with two quotes in hand, the board put off the repair until the fall "
        "and had signs put up instead.",
        f"The town administrator, {t.administrator}, declined to comment. The family has hired a lawyer. No claim has been filed, {titled(t.relative)} "
        "said, and for now they would just like somebody to call.",
    ])


def marks(t):
    w = words(t)
    return {
        "warning": [w.warning],
        "insurer": [w.insurer],
        "close_failed": [w.close_failed],
        "tabled": [w.tabled],
        "no_permit": [w.no_permit, w.no_file],
        "closed": [w.closed],
        "engineer_against": [w.against],
        "signs_first": [w.signs_first],
        "signs_amended": [w.signs_amended],
        "lights_failed": [w.lights],
        "matter_tabled": [w.matter_tabled],
        "spring_votes": [w.minutes, w.tabled, w.signs_amended, w.cruiser, w.matter_tabled, w.lights],
        "other_votes": [w.buoys, w.close_failed, w.derby, w.grant, w.closed, w.engineer, w.wash, w.parade],
        "warner_said": [w.warner_unsafe, w.warner_moves],
        "drift_words": [w.negligent, w.damages, w.liable],
        "variance_granted": [w.variance],
        "exception_denied": [w.exception],
        "exception_why": [w.exception_why],
        "continued": [w.continued],
        "rent": [w.rent],
        "pet": [w.pet],
        "fence": [w.fence],
        "assessment": [w.assessment],
        "ac_pays": [w.ac_pays],
        "ac_trap": [w.ac_trap],
        "cause_school": [w.school],
        "cause_insurance": [w.insurance],
        "budget_failed": [w.budget_failed],
        "lease_failed": [w.lease_failed],
        "no_lease": [w.no_lease],
        "mail_claim": [w.mail_claim],
    }

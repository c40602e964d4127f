"""A rural hill town of retired people whose secretary keeps narrative minutes and writes notices and reports in an old-fashioned tone."""
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime

from paper import Paper

MEN = set("Dale Keith Everett Howard Oskar Marcus Victor Silas Theodore Arlo Clyde Rupert Felix Walter Graham Ezra Amos Hugh Otto".split())
MEETING_DAY = {"2024": "March 12", "2025": "March 11"}


def h1(body):
    return "h1", body


def h2(body):
    return "h2", body


def p(*sentences):
    return "p", " ".join(sentences)


def li(*sentences):
    return "li", " ".join(sentences)


def formal(t, role):
    """Mr. or Ms. with the family name."""
    given, family = getattr(t, role).split()
    return f"{'Mr.' if given in MEN else 'Ms.'} {family}"


def he(t, role):
    return "he" if getattr(t, role).split()[0] in MEN else "she"


def his(t, role):
    return "his" if getattr(t, role).split()[0] in MEN else "her"


def him(t, role):
    return "him" if getattr(t, role).split()[0] in MEN else "her"


def charges(t):
    return Paper(f"notice-of-charges-{t.year}.docx", [
        h1(f"Town of {t.town}, New Hampshire"),
        h2("Notice of Charges"),
        p(f"The Selectmen hereby give notice of the following charges, which were voted after public hearing and which shall be in force from {t.fees_from}.",
          "Every earlier notice of charges is from that day withdrawn, and no person should rely upon a copy of the old sheet that may still be found",
          "tacked up at the store or the post office."),
        h2("At the Transfer Station"),
        p("No vehicle shall pass the gate without a sticker, which is to be affixed to the lower corner of the windshield on the driver's side and not",
          "carried loose upon the dashboard. A sticker is good for the calendar year. The attendant may accept a check for bulky items, but takes no cash",
          "above twenty dollars."),
        li(f"For the transfer station sticker upon the first vehicle of a resident household, {t.sticker} the year."),
        li(f"For a sticker upon each further vehicle of the same household, {t.second_sticker} the year."),
        li(f"For a sticker granted to a nonresident who owns land or keeps a camp in the Town, {t.nonresident_sticker} the year."),
        li(f"For each refrigerator, freezer or other article containing Freon, {t.refrigerator}."),
        li(f"For each mattress or box spring, of whatever size, {t.mattress}."),
        li("For each tire removed from its rim, $3; tires upon the rim are not taken."),
        li("For ordinary household waste in the Town's bags, and for recyclables that have been washed and sorted, no charge beyond the sticker."),
        h2("At the Office of the Town Clerk"),
        li(f"For the license of a dog that has been spayed or neutered, {t.dog_altered}."),
        li(f"For the license of a dog that has not been spayed or neutered, {t.dog_intact}."),
        li(f"For copies of any public record, {t.copies} per page, the first page being charged like the rest."),
        li("For a hawker's or pedlar's permit, $180 the season, upon approval of the Chief of Police."),
        h2("At the Town Beach and the Boat Racks"),
        li(f"For a beach pass to a resident household, for the season, {t.beach_resident}."),
        li(f"For a beach pass to a nonresident, for the season, {t.beach_nonresident}."),
        li(f"For a place upon the boat rack, for one canoe or kayak, for the season, {t.boat_rack}; the places are drawn by lot in May."),
        h2("For the Use of the Town Hall"),
        li(f"For rental of the hall and kitchen by any private party, {t.hall_rental} the day, to be paid when the key is called for."),
        li("To the Grange, the Ladies' Aid, the Historical Society and the churches of the Town, the hall is let without charge as heretofore."),
        p("Checks are to be drawn to the Town and may be left in the brass slot beside the door of the Town House, 12 Academy Street. Those who are shut in",
          f"may send for their stickers by mail, enclosing a stamped envelope and a copy of the registration, and {t.clerk}, the Town Clerk, will see to the",
          "rest. Telephone 755-0112."),
        p(f"Given under our hands the 28th day of November, {t.last_year}."),
        p(f"{t.chair}, Chairman; {t.member2}; {t.member3}: Selectmen of {t.town}."),
        p("Posted in three public places and entered upon the Town's web page."),
    ])


def old_charges(t):
    return Paper("notice-of-charges-former.txt", [
        h1(f"Town of {t.town}: Notice of Charges"),
        p(f"The Selectmen hereby give notice of the following charges, to be in force from {t.old_fees_from} and until they shall give further notice."),
        li(f"For a transfer station sticker upon the first vehicle of a household, {t.old_sticker} the year."),
        li(f"For a sticker upon a second vehicle of the same household, {t.old_second_sticker} the year."),
        li("Nonresident stickers are not sold. Campers shall carry their rubbish home, or arrange with a neighbor."),
        li("For a refrigerator or freezer, if the Freon has been drawn off and a certificate is shown, no charge; otherwise it is not accepted."),
        li("Matresses are not accepted at the transfer station. They may be taken to the regional yard."),
        li("For the lighting and heating of the Town Hall when let for a private party, $182 the day."),
        li("For copies, seventy-five cents the page, excepting that the warrant and the Town Report are given freely."),
        li("For a beach pass to a resident household, no charge upon showing a tax bill."),
        li("Places on the boat rack are let for the asking, so long as there are places."),
        p("The foregoing was voted by the Selectmen after a hearing at which eleven persons were present and none spoke in opposition. Any person who feels",
          "agrieved by a charge may come before the Board at a regular meeting and be heard, and the Board has it in its power to remit a charge in a case",
          "of hardship, without that person's name being entered upon the minutes."),
        p(f"Given the 30th day of November, {int(t.year) - 4}. A true copy of the notice as posted. Attest:"),
        p(f"{t.clerk}, Town Clerk"),
    ])


def winter(t):
    two, three, admin, inspector, chair = (formal(t, role) for role in ("member2", "member3", "administrator", "inspector", "chair"))
    return Paper("selectmen-minutes-winter.pdf", [
        h1(f"Town of {t.town}, {t.county} County"),
        h2(f"Board of Selectmen: Minutes of the Meeting of {t.winter}"),
        p(f"The regular meeting of the Board of Selectmen was called to order in the lower room of the Town House, 12 Academy Street, at seven o'clock in the",
          f"evening, {t.chair}, Chairman, presiding. There were present, besides the Chairman, Selectmen {t.member2} and {t.member3}; {t.administrator}, Town",
          f"Administrator; {t.inspector}, Building Inspector; Alma Tuttle, Secretary to the Board; and some fourteen of the townspeople. The Road Agent,",
          "Wendell Pratt, sent his excuses, being out with the plow. The room was very cold until the janitor was found."),
        p("The company rose for the Pledge of Allegiance and stood a moment in silence for the late Orville Dow, who was sexton of the Parsonage Road cemetery",
          "for thirty-one years and who never once sent in a bill for his own shovel."),
        p(f"{two} moved that the minutes of the January meeting be accepted as the Secretary had written them, and {three} seconded the motion. There was no",
          "discussion. The vote in the affirmative was three, the negative none, and the January minutes stood accepted."),
        h2("Of the Old Bell"),
        p("The Chairman laid before the Board the question, carried over from the autumn, whether the cracked bell of the former North Ridge meeting house",
          "ought to be recast, or set upon a stone in the common as it is. Mrs. Ardith Colby, for the Historical Society, said that a recast bell is a new",
          "bell and that the crack is the most historical thing about it. Leland Brewster, of Pound Road, said that he had rung that bell as a boy and",
          "should like to hear it once more before he was buried, whereupon there was some laughter. Harriet Stickney asked who would pay for the stone.",
          f"{admin} replied that the trustees of the common fund held $2,418.77 for such purposes and that a foundry had asked a good deal more than that",
          "for the recasting alone. Mr. Brewster said that he would give the stone himself, out of his own wall. It was the sense of those present that the",
          "bell should be set out upon a stone and that a roof of some sort be put over it."),
        p(f"{three} moved that the offer of Mr. Brewster's stone be accepted with the thanks of the Town, and {two} seconded the motion. The vote in the",
          "affirmative was three, the negative none, and the stone for the bell was accepted with thanks."),
        p(f"Board of Selectmen, {t.town} - page 2"),
        h2(f"Of the {t.structure.title()} at {t.site}"),
        p(f"The Chairman then called upon the Building Inspector, {t.inspector}, who had at the Chairman's asking gone over the {t.structure} at {t.site},",
          f"off {t.road}, upon two mornings of the week preceding, with a lamp and an awl. {inspector} informed the Board that the {t.supports} of the",
          f"{t.structure} are rotten and may fail without warning under any considerable number of persons; that the awl had gone in to the handle at five",
          f"places out of the nine that were tried; and that the railing of the {t.structure} is loose and can be rocked with one hand. {inspector} said",
          f"further, in answer to a question from the Chairman, that no building permit was ever issued, nor so much as asked for, when the {t.structure}",
          f"was built in {t.built_year}, and that {he(t, 'inspector')} had been through the permit book twice over, from cover to cover, to be certain of it.",
          f"Asked by {two} whether the thing might not be patched, {inspector} said that one does not patch rot, one takes it out."),
        p(f"{t.administrator} then read aloud a letter from {t.insurer}, which carries the Town's liability policy. The letter, dated January 23,",
          f"is signed by a loss control officer who walked over the ground last fall. It asks that the Town either close the {t.structure} or repair it",
          f"within {t.insurer_days}, and it adds that the company would otherwise have to consider upon what terms it could go on covering that property."),
        p(f"{two} said that the Town had few enough places where an older person might sit and look at something, and that the Board would never hear the end",
          f"of it if it nailed one of them shut in the year of the Town's anniversary. {three} observed that the winter was a poor season to judge of any",
          "wood, and that a repair could be priced by spring. The Chairman answered that a price was not a prop, and that the Board had now been told, in",
          "the hearing of fourteen people and by an insurance company besides, and could not afterwards say that it had not been told."),
        p(f"{t.chair}, having asked {three} to take the gavel for the purpose, moved that the {t.structure} be closed forthwith and that it be kept closed",
          f"until it should be made sound. {two} seconded the motion in order that it might be voted upon. There voted in the affirmative the Chairman,",
          f"{chair}, and in the negative {two} and {three}. The vote in the affirmative was one, the negative two, and the motion to close the {t.structure}",
          f"was declared lost. The Chairman resumed the gavel, asked that {his(t, 'chair')} regret be set down, and directed {admin} to obtain two prices for",
          "the repair before the spring meeting."),
        h2("Of Sundry Matters"),
        p("Upon the recommendation of the Supervisors of the Checklist, the Chairman moved that Mrs. Colby and Harriet Stickney be appointed ballot clerks",
          f"for the March election, and {two} seconded the motion. The vote in the affirmative was three, the negative none, and the ballot clerks were",
          "appointed."),
        p("The Secretary read a letter from the Ladies' Aid concerning the ice upon the steps of the Town House. It was referred to the janitor."),
        p("The Secretary read a second letter, from the pastor of the Second Church, giving notice that the Wednesday dinners for those living alone will",
          "go on through the cold months, and asking whether the church lane might be plowed before eleven o'clock upon that day, several of the guests",
          "being unsteady on their feet. Harriet Stickney, who drives four of them, said that they had been let out in the road twice and had walked up in",
          "the ruts. Mr. Brewster said that the lane had never been a Town road and that if the Town plowed it once it would plow it forever. The Chairman",
          "thought that the Town might do a neighborly thing without creating a highway. The matter was left with the Road Agent, with the Board's good",
          "will."),
        p(f"{t.administrator} reported that the auditors had finished their field work and had found the books in order, excepting a drawer of reciepts from",
          "the fair which nobody could account for and which came to $41.16 over; that the State had returned the culvert permit for North Ridge Road with",
          "two questions; and that the furnace man was expected on Thursday."),
        p("There being nothing further, the Chairman declared the meeting adjourned at ten minutes before nine. The Board will sit next in March, upon the",
          "evening following the Town election, or as soon thereafter as the roads allow."),
        p("Respectfully submitted, Alma Tuttle, Secretary. (Unapproved until accepted by the Board.)"),
    ])


def spring(t):
    two, three, admin, warner, commenter = (formal(t, role) for role in ("member2", "member3", "administrator", "warner", "commenter"))
    first, second = sorted([(t.contractor_low, t.quote_low), (t.contractor_high, t.quote_high)])
    return Paper("selectmen-minutes-spring.pdf", [
        h1(f"Town of {t.town}, {t.county} County"),
        h2(f"Board of Selectmen: Minutes of the Meeting of {t.spring}"),
        p("The Board met in the lower room of the Town House, 12 Academy Street, and was called to order by the Chairman at seven o'clock in the evening.",
          f"There were present {t.chair}, Chairman; {t.member2} and {t.member3}, Selectmen; {t.administrator}, Town Administrator; {t.clerk}, Town Clerk;",
          f"{t.chief}, Chief of Police; {t.fire_chief}, Fire Chief; Alma Tuttle, Secretary; and upwards of twenty of the townspeople, the mud notwithstanding.",
          "No member of the Board was absent. The Pledge was given."),
        p(f"{three} moved that the minutes of the meeting of March 18 be accepted with one correction, the name of the new scale being misspelled, and {two}",
          "seconded the motion. The vote in the affirmative was three, the negative none, and the minutes of March 18 were accepted as corrected."),
        h2("Reports"),
        p(f"Chief {t.fire_chief_last} reported eleven calls since the last meeting, of which three were brush fires, two were chimneys and the remainder were",
          f"persons who had fallen and wanted lifting. The company had gone once to {t.neighbor_town} under mutual aid. Burning permits will not be given",
          "upon any day when the flag is up at the station. The ladder is due to be tested."),
        p(f"{t.clerk}, Town Clerk, reported that the dogs were coming in slowly and that a good many owners had mislaid their rabies certificates. The Clerk",
          "begs to remind all persons that the office is shut upon Friday afternoons and that knocking does not help."),
        h2(f"Of the Repair of the {t.structure.title()}"),
        p(f"{admin} reported that two prices had been recieved, as the Board had directed in the winter, for taking out and replacing the {t.supports} of the",
          f"{t.structure} at {t.site} and for making good the railing. {first[0]} would undertake the work for {first[1]}. {second[0]} would undertake",
          f"the work for {second[1]}. Both had been over the ground, both could begin in June, and both had said the same of the {t.supports}.",
          "Neither price had been provided for in the budget, which the Town in March had refused."),
        p(f"{t.member2} moved that the repair be tabled until {t.repair_until}, by which time it might be seen what remained in the accounts, and {three}",
          f"seconded the motion. The Chairman said that a summer lay between, and that {he(t, 'chair')} could not in conscience put it off. {two} replied that",
          "the Town could not spend what it had not got. The Chairman voted in the negative. The vote in the affirmative was two, the negative one, and the",
          f"repair of the {t.structure} was tabled until {t.repair_until}."),
        p(f"{t.member2} then moved that {t.signs_moved} signs reading \"Use at your own risk\" be put up at the {t.structure} and along the path to it, and",
          f"{three} seconded the motion. {three} presently thought that number excessive, the lettering being charged by the sign, and proposed that the",
          f"motion be amended to {t.signs_voted} signs, to which {two} as mover agreed without a division. The Chairman observed that a sign holds nobody",
          "up, but would not vote against telling people the truth. The vote in the affirmative was three, the negative none, and the motion for the signs",
          f"carried as amended, at {t.signs_voted} signs."),
        p(f"Board of Selectmen, {t.town} - page 2"),
        h2("Of the Police Cruiser"),
        p(f"{t.chief}, Chief of Police, asked leave to replace the older of the two cruisers, which has gone the better part of two hundred thousand miles",
          "and which on cold mornings must be started by the officer's wife. The dealer would hold the vehicle a fortnight. The money stands in the capital",
          f"reserve set aside for the purpose and not in the operating budget. The Chairman moved that a cruiser be bought of {t.cruiser_dealer} for",
          f"{t.cruiser}, and {two} seconded the motion. The vote in the affirmative was three, the negative none, and the purchase of the cruiser was",
          "approved. The old cruiser will be offered by sealed bid."),
        h2("Of the Street Lights"),
        p("A salesman's offer was before the Board to replace the lamps upon Academy Street and about the common with LED street lights, the Town to own",
          f"the fixtures, at {t.lights_offer}. {three} moved that the offer be accepted, saying that the lamps would earn their keep in nine or ten years,",
          f"and {two} seconded the motion. Mrs. Ardith Colby said that the new lamps in other places gave a light like a dentist's. The Chairman and {two}",
          "voted in the negative. The vote in the affirmative was one, the negative two, and the offer of LED street lights was refused."),
        h2("Of the Draft Ordinance"),
        p(f"The Chairman laid before the Board the draft of the {t.tabled_matter}, as it had come back from counsel with a number of questions in the margin.",
          "Several letters had been received both for and against it. It being thought better that the summer people should be heard before rather than after,",
          f"{three} moved that the draft be tabled to {t.tabled_until}, and the Chairman seconded the motion. The vote in the affirmative was three, the",
          f"negative none, and the draft {t.tabled_matter} was tabled to {t.tabled_until}."),
        h2("From the Floor"),
        p(f"{t.warner}, being recognized, said that {he(t, 'warner')} walks to {t.site} every morning that the weather allows and had not liked what",
          f"{he(t, 'warner')} found there. {warner} told the Board that the {t.structure} is not safe, that a {t.part} moves whenever one puts one's weight to",
          f"it, and that somebody will be hurt before the Board gets around to a vote. {warner} asked that this be put into the minutes, and it is so put.",
          "The Chairman thanked the speaker and said that there was nothing the Chair could do alone."),
        p(f"{t.commenter} spoke of the hymn books and folding chairs which are kept under the stage of the Town Hall and which the mice have got into, and",
          f"asked that a cupboard with a tin lining be provided. {commenter} offered to line it {him(t, 'commenter')}self. The Board expressed its thanks,",
          "and the Administrator will see what the lumber would come to."),
        p("Leland Brewster inquired when the roof would be put over the bell. The Chairman said that it would be when the frost was out of the ground."),
        p("Harriet Stickney said that the posted weight limit upon Pound Road had been disregarded by a log truck three times in one week, and that she had",
          "the plate numbers, and that the ruts before her mailbox were such that the carrier now throws the mail. The Road Agent not being a member of the",
          "Board and not being present, it was agreed that the Chief of Police should have the numbers."),
        p("There being no further business, the Chairman declared the meeting adjourned at twenty minutes after nine. The Board will sit next upon the third",
          "Monday of May, at the same hour, in the same room, and it is hoped with better chairs."),
        p("Respectfully submitted, Alma Tuttle, Secretary. (Unapproved until accepted by the Board.)"),
    ])


def late(t):
    two, three, admin, chair = (formal(t, role) for role in ("member2", "member3", "administrator", "chair"))
    return Paper("selectmen-minutes-late-summer.pdf", [
        h1(f"Town of {t.town}, {t.county} County"),
        h2(f"Board of Selectmen: Minutes of the Meeting of {t.late}"),
        p("The Board met in the upper hall of the Town House, 12 Academy Street, the lower room not being large enough for those who came, and was called",
          f"to order by the Chairman at seven o'clock in the evening. There were present {t.chair}, Chairman; {t.member2} and {t.member3}, Selectmen;",
          f"{t.administrator}, Town Administrator; {t.chief}, Chief of Police; {t.inspector}, Building Inspector; Alma Tuttle, Secretary; and by the",
          "Secretary's count sixty-three of the townspeople, with a person from the newspaper. The windows were opened. The Pledge was given."),
        p("The Chairman asked that all who spoke should speak to the Board and not to one another, and said that no question touching any claim that might",
          "be made against the Town would be answered that evening, upon the advice of counsel."),
        p(f"{two} moved that the minutes of the July meeting be accepted as written, and {three} seconded the motion. The vote in the affirmative was three,",
          "the negative none, and the July minutes were accepted as written."),
        h2(f"Of the {t.structure.title()} at {t.site}"),
        p(f"The Chairman said that it was known to everyone in the hall that upon {t.injury_day} a visitor from {t.lake_town} had been hurt at the",
          f"{t.structure}, a {t.part} having given way. The Chief of Police had put up a rope on the evening of that day, upon {his(t, 'chief')} own",
          f"authority, and the rope had twice been taken down by persons unknown. {t.chief} confirmed that this was so. The Board sent its sympathy to the",
          "family. Several persons wished to know why nothing had been done in the winter. The Chairman replied that the minutes were open to anybody who",
          "cared to read them."),
        p(f"{chair} moved that the {t.structure} be closed to the public, and that a barrier of planks, and not of rope, be built across the way to it, and",
          f"{three} seconded the motion. {two} said that {he(t, 'member2')} had thought otherwise in the winter and was sorry for it. The vote in the",
          f"affirmative was three, the negative none, and the {t.structure} was ordered closed to the public from that hour. The Road Agent was directed to",
          "see to the barrier in the morning."),
        p(f"The Chairman next spoke of what ought to be done with it. It was explained that no permit was ever taken out for the {t.structure} and that for",
          f"that reason no drawings of it are on file, so that nobody could say upon what the {t.supports} had been reckoned to bear. {t.member2} moved that",
          f"{t.engineer} be hired to examine the {t.structure} and report in writing whether it may be mended or must be taken down, at a fee of",
          f"{t.engineer_fee}, and the Chairman seconded the motion. {t.member3} said that the Town did not need to pay an engineer in order to be told what",
          f"the Building Inspector had told it for nothing. The vote in the affirmative was two, the negative one, {t.member3} being recorded against the",
          "hiring of the engineer, and the motion carried. The Administrator will sign the engineer's letter."),
        p("Mrs. Ardith Colby asked whether the signs would now be taken down. The Chairman thought that they had better be left where they are, upon the",
          "advice of counsel, until counsel should say otherwise."),
        p("Leland Brewster said that he had voted for every one of the Selectmen and that he did not come to scold, but that a town which can keep a bell",
          "under a roof can keep a rope across a path. There was applause, which the Chairman asked the company not to repeat. A gentleman at the back, who",
          f"did not give his name and is believed to be from {t.neighbor_town}, began to speak of lawsuits and was reminded of the Chairman's request."),
        p(f"Board of Selectmen, {t.town} - page 2"),
        h2("Of the Gravel"),
        p("Wendell Pratt, Road Agent, laid before the Board three prices for the season's crushed gravel, delivered and spread upon North Ridge Road and",
          "Pound Road. The lowest was by the cubic yard and not by the ton, which had occasioned some arithmetic. He recommended the middle offer, it being",
          "the only one from a pit that had not sent stones the size of loaves. Harriet Stickney said that she had one of the loaves on her porch if the",
          f"Board would like to see it. {three} moved that the gravel be had from the Parsonage Road pit, and {two} seconded the motion. The vote in the",
          "affirmative was three, the negative none, and the gravel was awarded to the Parsonage Road pit."),
        h2("Of Old Home Day"),
        p("Mrs. Ardith Colby, for the committee, reported that the supper had fed one hundred and eighty-eight and cleared $904.35, that the parade was on",
          "time, and that the oxen had behaved. She asked leave to hold the supper again next year upon the same Saturday. The Chairman moved that the",
          f"common and the hall be granted for Old Home Day, and {two} seconded the motion. The vote in the affirmative was three, the negative none, and",
          "the common was granted for Old Home Day."),
        h2("Correspondence and Reports"),
        p(f"{admin} reported that the painters have finished with the north side of the Town House and have discovered that there is no south side to speak",
          "of; that the auditor's letter is in; and that the State will hold a hearing upon the culvert in the autumn. A letter was read from a summer",
          "resident in praise of the transfer station attendant, who had found a hearing aid in the sorted glass and had driven it to her door."),
        p("The Secretary read a letter from the Trustees of the Common Fund to say that the bell now stands upon Mr. Brewster's stone, that the roof over",
          "it is shingled, and that persons are asked not to strike it with canes."),
        p("The Chairman announced that the Board would retire with counsel by telephone upon a matter which the statute allows to be kept private. The hall",
          "was cleared at half past eight. The Board returned at ten minutes past nine and reported that no vote had been taken and that the minutes of",
          "that part would be sealed."),
        p("There being nothing further, the Chairman declared the meeting adjourned at a quarter past nine."),
        p("Respectfully submitted, Alma Tuttle, Secretary. (Unapproved until accepted by the Board.)"),
    ])


def zoning(t):
    roles = ("variance_owner", "exception_owner", "drift_owner", "drift_neighbor", "continued_owner")
    variance, exception, owner, neighbor, continued = (formal(t, role) for role in roles)
    return Paper(f"zoning-board-decisions-{t.year}.docx", [
        h1(f"Town of {t.town}: Report of the Zoning Board of Adjustment"),
        p(f"To the Inhabitants of the Town. The Zoning Board of Adjustment submits the following account of its decisions in the year {t.year}, to the",
          "second day of October. The Board consists of Edith Farnum, Chairman; Clarence Wiggin; Bernice Ladd; Homer Tewksbury; and Miss Pauline Sleeper,",
          "Clerk of the Board. It sits in the upper hall of the Town House upon the fourth Wednesday of the month, when there is a case. The figures in the",
          "middle of a case number are those of the Board's docket and have nothing to do with the month. Notices of decision are filed with the Town",
          "Clerk, and a motion for rehearing must be made within the time that the statute allows, counted from the day of the vote."),
        h2(f"Case {t.case_variance}: Variance of {t.variance_owner}"),
        p(f"{t.variance_owner}, of Church Hill, asked for a variance in order that a woodshed with a covered stair might stand with a setback of",
          f"{t.variance_feet} from the side line, where the ordinance requires twenty-five. The case was heard upon the 22nd of May. {variance} explained",
          "that the lot falls away behind the house so steeply that no shed could be got to by a person carrying wood, and that the stair of the old shed",
          "was no longer fit to be used by anybody of years. Two abutters wrote in favor. Mr. Tewksbury thought that the hardship was in the climbing and",
          "not in the land. The Board found that the peculiar shape and grade of the lot set it apart from its neighbors, that the shed would take nothing",
          "from the value of the properties round about, and that the spirit of the ordinance would be observed. Upon motion of Mr. Wiggin, seconded by",
          f"Miss Sleeper, the variance of {t.variance_owner} was granted, the vote in the affirmative being four, the negative one. Mr. Tewksbury was in the",
          "negative. The variance is GRANTED upon two conditions:"),
        li("That the roof shall shed its snow toward the applicant's own land, by means of a single pitch."),
        li("That no part of the shed shall be fitted up for living or sleeping, nor be let."),
        h2(f"Case {t.case_exception}: Special Exception of {t.exception_owner}"),
        p(f"{t.exception_owner} applied for a special exception for {t.exception_use} upon the former Sanborn land, in the rural district, where such a use",
          "is allowed only by special exception. The case was heard upon the 26th of June and the hall was nearly full. The applicant spoke of the hours",
          "that would be kept and of the plantings that would be made. Nine neighbors spoke, eight of them in opposition, and a petition of forty-one names",
          f"was received. The Road Agent gave it as his opinion that two vehicles cannot now pass at the turn below the property. {exception} was given an",
          "opportunity to reply and said that every road in the Town was narrow. The Board found that the application failed the third and fourth",
          f"requirements of the ordinance, since the traffic to and from {t.exception_use} would overburden a narrow road and the noise would disturb a",
          f"settled and quiet neighborhood. Upon motion of Miss Sleeper, seconded by Mrs. Ladd, the special exception for {t.exception_use} was denied, the",
          "vote in the negative being five, in the affirmative none. The special exception is DENIED."),
        h2(f"Case {t.case_drift}: Appeal of {t.drift_owner}"),
        p(f"{t.drift_owner} appealed from an order of the Building Inspector, {t.inspector}, who had directed that the {t.drift_thing} upon",
          f"{his(t, 'drift_owner')} land be rebuilt at the proper distance from the boundary. The case was heard upon the 28th of August."),
        p(f"{t.drift_neighbor}, whose land lies next below, appeared with photographs and said that the {t.drift_thing} had ruined the {t.drift_harmed} upon",
          f"{his(t, 'drift_neighbor')} property within two years of its being put in. {neighbor} contended that {t.drift_owner} had been negligent in",
          f"placing the {t.drift_thing} so near the line, and had failed in the duty that one neighbor owes another. {neighbor} has demanded of",
          f"{t.drift_owner} the sum of {t.drift_sum} as damages for the {t.drift_harmed}, and read to the Board a letter to that effect. {owner} answered",
          f"that the {t.drift_thing} was put in by a man who knew his business, that the trouble with the {t.drift_harmed} was older than the",
          f"{t.drift_thing}, and that {he(t, 'drift_owner')} owed nobody anything."),
        p("The Chairman explained at some length, the parties being warm, what the Board may and may not do. It sits to say whether the Inspector read the",
          "zoning ordinance rightly. Whether one neighbor is liable to another for negligence, and in what damages, is not for this Board to decide; it is",
          "for a court, if the parties cannot settle it over the fence. Nothing in this decision is to be taken as a finding upon the one side or the other",
          "of that dispute."),
        p(f"As to the order itself, the Board measured the distance upon the plan, found that the {t.drift_thing} stands nearer the boundary than the",
          "ordinance permits and that no variance had been asked for, and held that the Inspector was right to order as was ordered. Upon motion of Mrs.",
          f"Ladd, seconded by Mr. Wiggin, the appeal of {t.drift_owner} was denied, the vote in the affirmative upon the motion to deny being five, the",
          "negative none. The appeal is DENIED and the order stands."),
        h2(f"Case {t.case_continued}: Variance of {t.continued_owner}"),
        p(f"{t.continued_owner} asked for a variance from the frontage requirement in order to divide a back lot upon North Ridge Road for a daughter. At",
          f"the sitting upon the 25th of September it appeared that one of the abutters had moved to Florida and had not been sent the notice. {continued}",
          f"consented to a delay. Upon motion of Mr. Wiggin, seconded by Mr. Tewksbury, the case of {t.continued_owner} was continued to",
          f"{t.continued_until}, at seven o'clock, in the upper hall, the vote being unanimous. The case is CONTINUED and nothing has been decided upon the",
          "merits of it."),
        h2("General Remarks"),
        p("The Board sat upon five evenings and made one view of the ground, in rain. It regrets to report that the map in the Town House has again been",
          "written upon in ink. Applications may be had of the Administrator, and it saves everybody's time if the sketch shows which way is north."),
        p("Respectfully submitted, Pauline Sleeper, Clerk of the Board. Posted at the Town House."),
    ])


def declaration(t):
    return Paper("declaration-of-condominium.pdf", [
        h1(f"Declaration of {t.association}, a Condominium"),
        p(f"Town of {t.town}, County of {t.county}, State of New Hampshire"),
        p("KNOW ALL PERSONS BY THESE PRESENTS, that the Declarant, being the owner of a certain tract of land with the buildings thereon, situate in the",
          f"Town of {t.town} and lying southerly of Academy Street, does hereby submit the same to the condominium law of the State, to be held, conveyed,",
          "leased, occupied and improved subject to the covenants and restrictions that follow, all of which shall run with the land and bind every owner,",
          "heir, tenant and guest."),
        h2("Article I. Names and Meanings"),
        p(f"Section 1.1. The condominium shall be known as {t.association}, and the body of its owners as the Association."),
        p("Section 1.2. \"Unit\" means a part of the buildings set aside for a dwelling, bounded by the unfinished inner faces of its outer walls, lowest",
          "floor and highest ceiling. \"Common area\" means all that is not a unit. \"Limited common area\" means a porch, step, garden bed or parking",
          "space that is set aside for one unit."),
        p("Section 1.3. \"Directors\" means the three owners chosen at the annual meeting to carry on the affairs of the Association. A Director serves",
          "without pay."),
        h2("Article II. The Units and Their Shares"),
        p("Section 2.1. The units, with the square feet of each and the undivided share of each in the common area, are as set down in the table following.",
          "The share fixes both the owner's part of the common expenses and the weight of the owner's vote."),
        ("table", [["Unit", "Square feet", "Share in common area"], *[list(unit) for unit in t.units]]),
        p("Section 2.2. No share shall be altered save by an instrument signed by all of the owners and recorded in the registry of deeds."),
        h2("Article III. Upkeep"),
        p("Section 3.1. The Association shall keep up the roofs, outer walls, chimneys, lanes, lawns, the well house and the common septic works, and shall",
          "see that the walks are sanded before seven in the morning."),
        p("Section 3.2. Each owner shall maintain, repair and replace, at the owner's own cost, the heating and air-conditioning equipment that serves the",
          "unit alone, wherever it may be placed, together with the water heater, the inside plumbing and wiring, and the glass of the unit's windows."),
        p("Section 3.3. No window air conditioner shall be set in a window that faces the common green, nor be run so loudly as to be heard in the next",
          "unit after ten at night. One that drips upon a neighbor's porch shall be taken in upon request."),
        p("Section 3.4. Should an owner neglect what this Article lays upon the owner, the Directors may, upon ten days' notice in writing, have the work",
          "done and charge it to the unit, and may enter at a reasonable hour for that purpose, or at any hour if pipes have burst."),
        h2("Article IV. Dues and Assessments"),
        p("Section 4.1. The Directors shall in November lay a budget before the owners and shall fix the dues, which are payable upon the first day of each",
          "month."),
        p(f"Section 4.2. An owner whose dues remain unpaid upon the eleventh of the month shall pay in addition a late fee of {t.association_late_fee} for",
          "each month that they remain so. Interest does not run upon the late fee."),
        p(f"Section 4.3. No special assessment that exceeds {t.assessment_limit} in all shall be laid without a vote of the owners, two thirds of the shares",
          "assenting, at a meeting warned for the purpose. A lesser special assessment may be laid by the Directors of their own motion."),
        p("Section 4.4. Unpaid dues are a lien upon the unit. The Directors shall try kindness before they try the lien."),
        h2("Article V. Use of the Units"),
        p("Section 5.1. Each unit shall be used as a private dwelling and for no trade, saving such quiet work at a desk or bench as brings nobody to the",
          "door. At least one person in each household shall have attained the age of fifty-five years."),
        p(f"Section 5.2. A unit may be leased only in writing and only as a whole, and no lease shall be for a term of less than {t.rent_months}. A copy",
          "shall be given to the Directors, and the tenant shall be bound by this Declaration as the owner is."),
        p(f"Section 5.3. An owner may keep one dog, which when full grown shall weigh not more than {t.pet_pounds}, or two cats, or caged birds. A dog shall",
          "be walked upon a lead and cleaned up after. The Directors may require the removal of an animal that has bitten, after hearing the owner."),
        p(f"Section 5.4. No fence shall stand higher than {t.fence_height}, and no fence of any height shall be set up without the written approval of the",
          "Directors. A hedge is not a fence if it can be seen through."),
        p("Section 5.5. Each unit has two parking spaces. Campers, boats upon trailers and vehicles without plates shall be kept behind the long barn and",
          "nowhere else. Nobody shall park upon the lane when there is snow to be moved."),
        p("Section 5.6. Quiet shall be kept from ten at night until seven in the morning. Lawn engines shall not be started upon a Sunday before noon."),
        p("Section 5.7. Laundry may be hung behind the buildings upon week days. Flags of the usual size are welcome, and no other signs save a name and",
          "number."),
        p("Section 5.8. Wood stoves may be kept only where there was a stove upon the day of this Declaration, and the chimney shall be swept yearly and a",
          "card of it shown."),
        h2("Article VI. Insurance"),
        p("Section 6.1. The Association shall carry a master policy upon the buildings for the full cost of replacing them, and liability cover of not less",
          "than $1,000,000 for any one occurrence. The deductible, which shall not be above $2,500, falls upon the unit in which the loss begins, if the",
          "loss began in a unit."),
        p("Section 6.2. Each owner shall insure the owner's furnishings, improvements and personal liability, and shall lodge a certificate with the",
          "Directors every January."),
        h2("Article VII. Meetings"),
        p("Section 7.1. The annual meeting of the owners shall be held in the long barn, or if it be cold in the Town Hall, upon the second Saturday of",
          "June. Owners of one half of the shares make a quorum. A vote may be given by proxy in writing."),
        p("Section 7.2. A special meeting shall be called if three owners ask for it in writing and say what for."),
        h2("Article VIII. Amendment and Enforcement"),
        p("Section 8.1. This Declaration may be amended by owners of three fourths of the shares, by an instrument duly recorded, excepting as Section 2.2",
          "provides."),
        p("Section 8.2. The failure of the Directors to enforce a rule upon one occasion is not a waiver of it upon another. If a part of this Declaration",
          "be held bad, the rest shall stand."),
        p("IN WITNESS WHEREOF the Declarant has set hand and seal, the day and year first entered upon the record. Recorded in the registry of deeds, the",
          "4th of May, 2004."),
    ])


def tax_letter(t):
    rates = [["Purpose", f"{t.last_year}", f"{t.year}"],
             ["Municipal", t.municipal_rate_before, t.municipal_rate],
             ["County", t.county_rate_before, t.county_rate],
             ["Local education", t.local_school_rate_before, t.local_school_rate],
             ["State education", t.state_school_rate_before, t.state_school_rate],
             ["Total", t.total_rate_before, t.total_rate]]
    return Paper(f"letter-to-taxpayers-{t.year}.docx", [
        h1(f"Town of {t.town}: Letter to the Taxpayers"),
        p(f"Town House, 12 Academy Street, October 30, {t.year}"),
        p("To the Taxpayers of the Town:"),
        p("The Commissioner of Revenue having lately set our rate, the second bill of the year is now in the hands of the printer, and the Selectmen think",
          "it proper that you should hear the reasons for it from them and not from one another. The rates stand as follows, in dollars for each thousand",
          "of assessed value."),
        ("table", rates),
        p("It will be seen that the whole has risen. The greater part of the rise has two causes, and neither of them is to be laid at the door of the Road",
          f"Agent. In the first place, the budget of the {t.town} School District rose by {t.school_increase} over the year before, owing to out-of-district",
          "placements and to a bus contract that drew one bidder. In the second place, the cost of the Town's own health insurance rose by",
          f"{t.insurance_percent}, notwithstanding that the number of those covered is the same. The county and State portions have moved but little and are",
          "not within the power of this Board."),
        p(f"The second bill is due on {t.bill_due}. Interest at eight per cent a year is charged upon whatever is unpaid after that day, and the Tax",
          "Collector has no authority to forgive it, however good the story. Payment may be made by mail, at the window, or by the brass slot; those who",
          "wish a receipt should enclose a stamped envelope."),
        p("A person who believes the assessment to be wrong may apply for an abatement until the first day of March next. Persons of sixty-eight years and",
          "upward with moderate means should ask for the elderly exemption, of which too few avail themselves. The veterans' credit remains at $500 as the",
          f"Town voted. Neighbors who find the bill a hardship are invited to speak in confidence with {t.administrator}, Town Administrator, at 755-0114,",
          "before it falls due and not after."),
        p("Dwellings were last valued all together some years ago, and the State will have us do so again. Two young men with clipboards and orange vests",
          "will be about in the spring, and will carry a letter from this office. Nobody is obliged to let them past the kitchen."),
        p("We remain, respectfully, your servants,"),
        p(f"{t.chair}, Chairman; {t.member2}; {t.member3}: Selectmen of {t.town}."),
    ])


def budget(t):
    return Paper(f"budget-{t.year}.html", [
        h1(f"Town of {t.town}: The Budget Proposed for {t.year}"),
        p("Home | Boards | Town Clerk | Notices | Town Report"),
        p("Prepared by the Selectmen and the Budget Committee, January 17. Printed here at the request of several residents who could not make out the",
          "small type of the Town Report."),
        p(f"The Selectmen present below the amounts voted for {t.last_year} and the amounts which they propose for {t.year} for the principal departments.",
          "The lesser accounts, such as street lighting, the care of trees and the Fourth of July, are omitted for want of space and may be seen at the",
          f"Town House. The operating budget as a whole comes to {t.operating_budget} and stands as Article 2 of the warrant. It does not include the",
          "separate articles."),
        ("table", [["Department", f"Voted {t.last_year}", f"Proposed {t.year}"],
                   ["Executive and administration", "$198,430", "$203,865"],
                   ["Town Clerk and elections", "$91,275", "$97,340"],
                   ["Police", t.police_before, t.police_proposed],
                   ["Fire", t.fire_before, t.fire_proposed],
                   ["Highway", t.highway_before, t.highway_proposed],
                   ["Transfer station", "$158,615", "$161,720"],
                   ["Library", t.library_before, t.library_proposed],
                   ["Welfare", "$18,385", "$18,385"],
                   ["Cemeteries", "$22,710", "$24,190"]]),
        h2("Of the Police"),
        p("The increase is for the third full-time officer, who was hired in the autumn and now falls upon a whole year, and for the county dispatch."),
        h2("Of the Highways"),
        p("Salt has gone up and so has diesel. The truck is a separate article and is not counted here. The Road Agent has given up the second summer mower."),
        h2("Of the Library"),
        p(f"The Trustees ask for additional hours for the assistant, who has been giving them for nothing. {t.librarian}, Librarian, will answer questions",
          "at the deliberative session."),
        h2("Of the Fire Department"),
        p("The greater part is for turnout gear, of which nine sets have passed the age at which they may lawfully be worn. Calls for a lift or a fall are",
          "now more than half of the whole."),
        h2("If the Budget Should Not Pass"),
        p(f"Should the voters refuse the operating budget, the default budget of {t.default_budget} goes into force of itself. It is last year's budget with",
          "those changes only that are already bound by contract or by law. The Budget Committee recommends the operating budget by a vote of five in favor",
          "and two opposed."),
        p(f"Town House, 12 Academy Street, {t.town}, New Hampshire. Telephone 755-0112. Hours Monday to Thursday, nine to four. This page was last looked",
          "over by the Secretary in January."),
    ])


def warrant(t):
    day = MEETING_DAY[t.year]
    return Paper(f"town-warrant-{t.year}.pdf", [
        h1(f"Warrant for the Annual Meeting of the Town of {t.town}"),
        p("The State of New Hampshire"),
        p(f"To the inhabitants of the Town of {t.town}, in the County of {t.county}, in said State, qualified to vote in Town affairs: You are hereby",
          "notified to meet at the Town House, 12 Academy Street, upon the 30th day of January at seven o'clock in the evening, to deliberate upon the",
          f"articles that follow, and again upon Tuesday, {day}, {t.year}, to choose officers and to vote by official ballot. The polls will open at eight",
          "in the morning and will not close before seven in the evening."),
        h2("Article 1"),
        p("To choose all necessary officers for the ensuing year."),
        h2("Article 2"),
        p(f"Shall the Town of {t.town} raise and appropriate as an operating budget, not including appropriations by special warrant articles and other",
          "appropriations voted separately, the amounts set forth on the budget posted with the warrant, for the purposes set forth therein, totaling",
          f"{t.operating_budget}? Should this article be defeated, the default budget shall be {t.default_budget}, which is the same as last year, with",
          "certain adjustments required by previous action of the Town or by law; or the governing body may hold one special meeting to take up the issue",
          "of a revised operating budget only. Recommended by the Selectmen, two to one. Recommended by the Budget Committee, five to two."),
        h2("Article 3"),
        p(f"Shall the Town raise and appropriate the sum of {t.truck} for the purchase of a six-wheel highway truck with plow and wing, to replace the truck",
          "of 2006, whose frame the inspection station has twice declined to look at? Recommended by the Selectmen and by the Budget Committee."),
        h2("Article 4"),
        p(f"Shall the Town authorize the Selectmen to enter into a lease with {t.lease_company}, for a term not to exceed twenty years, of {t.lease_place}",
          f"for {t.lease_use}, at a rent of {t.lease_rent} a year, upon such other terms as they shall judge to be in the interest of the Town? No money is",
          "to be raised by this article. The Selectmen make no recommendation, being divided."),
        h2("Article 5"),
        p("Shall the Town raise and appropriate the sum of $10,125 to be added to the Cemetery Wall Capital Reserve Fund? Recommended."),
        h2("Article 6"),
        p("Shall the Town raise and appropriate the sum of $4,365 for the support of the volunteer drivers who carry the elderly and infirm to their",
          "doctors? Recommended."),
        h2("Article 7"),
        p("Shall the Town vote to discontinue, subject to gates and bars, the upper end of Pound Road, beyond the last dwelling, as the same has not been",
          "passable by a carriage within memory?"),
        h2("Article 8"),
        p("By petition of Leland Brewster and twenty-seven others: Shall the Town vote to have the warrant of next year printed in larger type?"),
        h2("Article 9"),
        p("To hear the reports of agents, auditors and committees heretofore chosen, and to transact any other business that may lawfully come before the",
          "meeting."),
        p(f"Given under our hands and seal the 22nd day of January, {t.year}."),
        p(f"{t.chair}, {t.member2}, {t.member3}: Selectmen of {t.town}. A true copy of the warrant. Attest: {t.clerk}, Town Clerk."),
        p("We hereby certify that upon the day aforesaid we posted an attested copy of the within warrant at the place of meeting and a like copy at the",
          "post office."),
    ])


def results(t):
    day = MEETING_DAY[t.year]
    return Paper(f"return-of-votes-{t.year}.txt", [
        h1(f"Town of {t.town}: Return of Votes at the Annual Meeting"),
        p(f"The legal voters of the Town came together upon {day}, {t.year}, at the Town House, and gave in their ballots, which were sorted and counted in",
          "open meeting by the ballot clerks, with the Moderator, Clarence Wiggin, presiding. It snowed until ten and then turned to rain. The count was",
          "finished at twenty minutes before midnight. Blank ballots are not set down below."),
        h2("Officers"),
        p(f"Chosen without opposition: {t.member3}, Selectman for three years; {t.clerk}, Town Clerk; Homer Tewksbury, Trustee of the Trust Funds; Bernice",
          "Ladd, Library Trustee; Rev. Alden Moody, Cemetery Trustee. For Fence Viewer the write-in votes were so various that the Moderator drew a name",
          "from a hat, as is the custom, and it was his own."),
        h2("Articles"),
        li(f"Article 2, the operating budget of {t.operating_budget}. In the affirmative {t.budget_yes}, in the negative {t.budget_no}, and the operating",
           f"budget was defeated. The default budget of {t.default_budget} therefore stands for the year."),
        li(f"Article 3, the highway truck at {t.truck}. In the affirmative {t.truck_yes}, in the negative {t.truck_no}, and the article was carried."),
        li(f"Article 4, the lease of {t.lease_place}. In the affirmative {t.lease_yes}, in the negative {t.lease_no}, and the lease with {t.lease_company}",
           "was refused by the voters."),
        li("Article 5, the cemetery wall. In the affirmative 741, in the negative 166, and the article was carried."),
        li("Article 6, the volunteer drivers. In the affirmative 803, in the negative 97, and the article was carried."),
        li("Article 7, the upper end of Pound Road. In the affirmative 726, in the negative 139, and the article was carried."),
        li("Article 8, the larger type. In the affirmative 812, in the negative 58, and the article was carried, with cheering."),
        h2("Remarks of the Clerk"),
        p(f"So many have asked at the window that the Clerk sets it down here: no lease with {t.lease_company} has been signed, and none will be, for the",
          "Selectmen had no power to sign one unless the voters gave it, and the voters did not. The drawings that were shown at the deliberative session",
          "have been sent back to the company. As to the budget, the Selectmen have resolved not to call a special meeting, and the departments have been",
          "told to live within the default."),
        p("The thanks of the Town are due to the ballot clerks, to the Ladies' Aid for the chowder, and to the Boy Scout who held the door."),
        p(f"A true record. Attest: {t.clerk}, Town Clerk of {t.town}."),
    ])


def ordinance(t):
    return Paper("ordinance-landing-parking.md", [
        h1(f"Town of {t.town}: An Ordinance Concerning Overnight Parking at the Town Landing"),
        p(f"Adopted by the Selectmen in the year {t.ordinance_year}, under the authority given to them by the statutes for the regulation of highways and",
          "Town property."),
        h2("Section 1. Purpose"),
        p("The Landing having come to be used by persons unknown for camping, for the storing of trailers, and upon one occasion for the keeping of a",
          "horse, it is found necessary to regulate the standing of vehicles there by night, that the inhabitants may have the use of what is theirs."),
        h2("Section 2. Prohibition"),
        p("No person shall leave a vehicle or trailer standing at the Town Landing between eleven o'clock at night and five o'clock in the morning, save by",
          "written leave of the Chief of Police. A person lawfully fishing by night through the ice is excepted, so long as that person is upon the ice."),
        h2("Section 3. Penalty"),
        li(f"For a first offense, a fine of {t.fine_old}."),
        li("For each further offense within the same calendar year, a fine of $120."),
        p("A vehicle that has been left for more than two nights together may be drawn away at the owner's charge. Fines shall be paid to the Town and not",
          "to the officer."),
        h2("Section 4. Signs"),
        p("The Road Agent shall set up and keep up a sign, legible from a carriage, at the entrance of the Landing, and another at the ramp."),
        h2("Section 5. When in Force"),
        p("This ordinance shall be in force upon being posted in two public places and entered upon the records of the Town. If a part be found invalid the",
          "remainder shall stand."),
        p("A true copy. Attest: Town Clerk. (The reader should inquire whether this ordinance has since been amended.)"),
    ])


def amendment(t):
    return Paper("ordinance-landing-parking-amended.md", [
        h1(f"Town of {t.town}: Amendment of the Ordinance Concerning Overnight Parking at the Town Landing"),
        p(f"Voted by the Selectmen at a public hearing duly warned, the 18th day of September, {t.last_year}."),
        p(f"Whereas the ordinance of {t.ordinance_year} has not had the effect that was hoped for, and whereas the fine is by many accounted cheaper than a",
          "night's lodging, now therefore the said ordinance is amended in the following particulars and in no others."),
        li("Section 3 is struck out as it regards the sums, and in its place there shall be read: for a first offense of overnight parking at the Landing",
           f"the fine shall be {t.fine_new}."),
        li(f"For a second offense, and for every offense after it, the fine shall be {t.fine_second}."),
        li("In Section 2, for \"eleven o'clock at night\" there shall be read \"ten o'clock at night\"."),
        li("In Section 4, the words \"legible from a carriage\" are struck out."),
        p("This amendment shall be in force upon posting. The fines of the former Section 3 are not to be asked of anybody for an offense done after that",
          "day. The Chief of Police was requested to give a warning only, for the first fortnight, to those who have plainly not been reading the notices."),
        p(f"Present and voting: {t.chair}, Chairman; {t.member2}; {t.member3}. The amendment was adopted without a dissenting voice. Attest: {t.clerk}, Town",
          "Clerk."),
    ])


def hours(t):
    return Paper("library-and-transfer-station.html", [
        h1(f"The {t.town} Free Library, with the Hours of the Transfer Station"),
        p("Home | Boards | Town Clerk | Notices | Town Report"),
        h2("The Free Library"),
        p(f"The Library stands at the head of the common, in the brick building with the clock that is four minutes slow. {t.librarian} is the Librarian.",
          "The telephone is 755-0131. There is a ramp at the east door and a bench within it for those who wish to get their breath."),
        li(f"Monday through Friday, {t.library_weekday}"),
        li(f"Saturday, {t.library_saturday}"),
        li("Closed Sundays, and upon the legal holidays."),
        p("Any resident may have a card for the asking. Books may be kept for three weeks and renewed by telephone. No fines are charged, but the Librarian",
          "keeps a jar. Large-type books and the recorded kind are along the south wall, and two magnifying lamps may be taken out like books. The Friends",
          "hold their sale upon the lawn in August."),
        p("On Tuesdays at two the Knitters meet, and upon the first Thursday those who wish to be shown how to use their telephones may bring them to be",
          f"shown. The home delivery ladies will carry books to anybody who cannot come out. Residents of {t.neighbor_town} may borrow upon our shelves, as",
          "we may upon theirs."),
        h2("The Transfer Station"),
        p("The Transfer Station is beyond the highway garage. Entrance is by the lower gate and exit by the upper, and it is hoped that people will not do",
          "it the other way about."),
        li("Wednesday, noon to five in the afternoon."),
        li(f"Saturday, {t.dump_saturday}"),
        li("Sunday and all other days, shut."),
        p("A sticker is required and may be had of the Town Clerk; the charges are set out in the Selectmen's notice. The Swap Shed is open when there is",
          "somebody to mind it. Please leave nothing there that you would not accept from a friend. Persons who need help with lifting should sound the",
          "horn once, and the attendant will come over."),
        p(f"Kept for the Town of {t.town} by the Secretary, A. Tuttle. Last corrected January {t.year}."),
    ])


def officers(t):
    return Paper(f"reports-of-town-officers-{t.last_year}.txt", [
        h1(f"Town of {t.town}: Reports of the Town Officers for the Year Ended December 31, {t.last_year}"),
        h2("Report of the Chief of Police"),
        p("To the Selectmen and Citizens: I herewith submit my report. The department answered more calls than in any year since records were kept upon",
          "cards. Of these a great number were to look in upon persons living alone whose children, being far off, could not raise them by telephone; in",
          "nearly every case they were in the garden. There were three burglaries, one of them by a bear. I wish to thank my officers, and the citizens who",
          f"leave a light on for us. Respectfully submitted, {t.chief}, Chief of Police."),
        h2("Report of the Fire Chief"),
        p("To the Citizens: The year was a quiet one for fire and a busy one for everything else. The pond at the foot of Church Hill has been fitted with",
          "a dry hydrant through the kindness of the abutters. I beg once more that house numbers be put up where they can be read by a stranger at night",
          f"in the snow. Twenty-three members answered the roll. Respectfully submitted, {t.fire_chief}, Fire Chief."),
        h2("Report of the Town Clerk"),
        p("Births, seven. Marriages, nine. Deaths, thirty-four. Of the last the oldest was one hundred and two, and she had voted in November. Dogs and",
          f"automobiles are given in the tables at the back of the printed report. Respectfully submitted, {t.clerk}, Town Clerk."),
        h2("Report of the Road Agent"),
        p("Thirty-eight storms were plowed, sanded or both. Four culverts were replaced, of which two were of stone and I was sorry to see them go.",
          "Ditching was done the length of North Ridge Road. The loader has a new bucket. The truck of 2006 has been kept going with parts of another truck",
          "of 2006. Respectfully, Wendell Pratt, Road Agent."),
        h2("Report of the Librarian"),
        p("Our circulation rose for the third year together, the gain being almost wholly in large type and in picture books, which shows that the Town is",
          "getting older and is being visited. Two hundred and four persons attended the summer lectures. The clock was set right in May and has since lost",
          f"four minutes. Respectfully submitted, {t.librarian}, Librarian."),
        h2("Report of the Cemetery Trustees"),
        p("The wall at Parsonage Road has been relaid for fifty-one feet and wants as much again. Stones were straightened through the generosity of an",
          "anonymous giver whom everybody knows. The Trustees remind families that geraniums are to be taken in before the frost and that plastic flowers",
          "may not be put down at all. The wall fund stood at the close of the year at $31,207.48."),
        h2("Report of the Committee upon the Anniversary"),
        p("The Committee met eleven times. A history has been written, of which the first forty pages concern the ice. There will be a procession, a",
          "supper, and a tree."),
    ])


def letter(t):
    sent = datetime(int(t.year), 1, 9, 14, 12, tzinfo=timezone(timedelta(hours=-5)))
    return Paper("mail-sticker.eml", [
        h1("Re: what is the charge for the sticker?"),
        p(f"Dear {formal(t, 'mail_writer')},"),
        p("I thank you for your inquiry. You have been misinformed, and I should be glad to know by whom. The transfer station sticker for your first",
          f"vehicle is {t.sticker}, and has been since {t.fees_from}; it has not gone up again, nor has anyone proposed that it should. The whole list is",
          "upon the Selectmen's notice beside my window, and I am putting a copy into the mail to you."),
        p("Please bring the registration when you come. If the steps are icy, ring from the car and I will come out to you."),
        p(f"Yours very truly, {t.clerk}, Town Clerk, Town of {t.town}, 12 Academy Street"),
        p(f"On January 8, {t.year}, {t.mail_writer} wrote:"),
        p(f"> Dear {t.clerk},"),
        p(f"> I heard it said after church on Sunday that the sticker for the transfer station costs {t.mail_wrong} now, and two ladies at the table said",
          "the same. That seems a great deal for one bag a week. Can it be so? I am on a fixed income, as you know, and I would sooner hear it from you",
          "than pay it."),
        p(f"> With kind regards to your mother, {t.mail_writer}, Pound Road"),
    ], sender=f"{t.clerk} <clerk@{t.town.lower()}.example>", to=f"{t.mail_writer} <{t.mail_writer_last.lower()}@post.example>", date=format_datetime(sent))


def papers(t):
    makers = (charges, old_charges, winter, spring, late, zoning, declaration, tax_letter, budget, warrant, results, ordinance, amendment, hours,
              officers, letter)
    return [make(t) for make in makers]


def article(t):
    injured, inspector = formal(t, "injured"), formal(t, "inspector")
    return "\n\n".join([
        f"Visitor hurt at {t.site} {t.structure}; selectmen had been warned",
        f"By {t.reporter}\nJuly 30, {t.year}",
        f"{t.town.upper()} - {t.injured} of {t.lake_town} was hurt on {t.injury_day} when a {t.part} of the {t.structure} at {t.site} gave way, and records "
        f"at the Town House show that the town had been told months earlier that the {t.structure} was unsound. {injured} was taken to the hospital with a "
        "broken leg and a broken wrist.",
        f"\"We only stopped to look at the view,\" said {t.relative}, a cousin, who was a few steps behind. \"There was a crack, and then {he(t, 'injured')} "
        f"was down and I could not reach {him(t, 'injured')}.\"",
        f"According to the minutes, building inspector {t.inspector} told the board in February that the {t.supports} were rotten and the railing was loose. "
        f"{inspector} also said that no building permit was issued when the {t.structure} was built in {t.built_year}. The town's insurer, {t.insurer}, had "
        f"asked in writing that the {t.structure} be closed or repaired within {t.insurer_days}. A motion to close it failed.",
        "In April, with two quotes in hand, the board put off the repair until the fall. It voted instead to put up "
        f"{t.signs_voted} signs reading \"Use at your own risk.\"",
        f"Town administrator {t.administrator} declined to comment, saying that the matter was with counsel. The family has hired a lawyer, but as of this "
        f"week no claim has been filed. \"We are not angry people,\" {t.relative_last} said. \"But somebody knew.\"",
    ])


def marks(t):
    chair, two, three, warner, neighbor = (formal(t, role) for role in ("chair", "member2", "member3", "warner", "drift_neighbor"))
    tabled = f"The vote in the affirmative was two, the negative one, and the repair of the {t.structure} was tabled until {t.repair_until}."
    lights = "The vote in the affirmative was one, the negative two, and the offer of LED street lights was refused."
    matter = f"The vote in the affirmative was three, the negative none, and the draft {t.tabled_matter} was tabled to {t.tabled_until}."
    lost = f"The vote in the affirmative was one, the negative two, and the motion to close the {t.structure} was declared lost."
    closed = f"The vote in the affirmative was three, the negative none, and the {t.structure} was ordered closed to the public from that hour."
    engineer = f"The vote in the affirmative was two, the negative one, {t.member3} being recorded against the hiring of the engineer, and the motion carried."
    carried = "The vote in the affirmative was three, the negative none, and"
    return {
        "warning": [f"the {t.supports} of the {t.structure} are rotten and may fail without warning under any considerable number of persons",
                    f"the railing of the {t.structure} is loose and can be rocked with one hand"],
        "insurer": [f"It asks that the Town either close the {t.structure} or repair it within {t.insurer_days}"],
        "close_failed": [lost],
        "tabled": [tabled],
        "no_permit": [f"no building permit was ever issued, nor so much as asked for, when the {t.structure} was built in {t.built_year}",
                      f"no permit was ever taken out for the {t.structure}"],
        "closed": [closed],
        "engineer_against": [f"{t.member3} being recorded against the hiring of the engineer"],
        "signs_first": [f"{t.member2} then moved that {t.signs_moved} signs reading \"Use at your own risk\" be put up"],
        "signs_amended": [f"proposed that the motion be amended to {t.signs_voted} signs",
                          f"the motion for the signs carried as amended, at {t.signs_voted} signs"],
        "lights_failed": [lights],
        "matter_tabled": [matter],
        "spring_votes": [f"{carried} the minutes of March 18 were accepted as corrected.", tabled,
                         f"{carried} the motion for the signs carried as amended, at {t.signs_voted} signs.",
                         f"{carried} the purchase of the cruiser was approved.", lights, matter],
        "other_votes": [f"{carried} the January minutes stood accepted.", f"{carried} the stone for the bell was accepted with thanks.", lost,
                        f"{carried} the ballot clerks were appointed.", f"{carried} the July minutes were accepted as written.", closed, engineer,
                        f"{carried} the gravel was awarded to the Parsonage Road pit.", f"{carried} the common was granted for Old Home Day."],
        "warner_said": [f"{warner} told the Board that the {t.structure} is not safe", f"a {t.part} moves whenever one puts one's weight to it",
                        "somebody will be hurt before the Board gets around to a vote"],
        "drift_words": [f"{neighbor} contended that {t.drift_owner} had been negligent in placing the {t.drift_thing} so near the line",
                        "had failed in the duty that one neighbor owes another",
                        f"{neighbor} has demanded of {t.drift_owner} the sum of {t.drift_sum} as damages for the {t.drift_harmed}",
                        "Whether one neighbor is liable to another for negligence, and in what damages, is not for this Board to decide"],
        "variance_granted": [f"the variance of {t.variance_owner} was granted, the vote in the affirmative being four, the negative one"],
        "exception_denied": [f"the special exception for {t.exception_use} was denied, the vote in the negative being five, in the affirmative none"],
        "exception_why": [f"the traffic to and from {t.exception_use} would overburden a narrow road and the noise would "
                          "disturb a settled and quiet neighborhood"],
        "continued": [f"the case of {t.continued_owner} was continued to {t.continued_until}"],
        "rent": [f"no lease shall be for a term of less than {t.rent_months}"],
        "pet": [f"An owner may keep one dog, which when full grown shall weigh not more than {t.pet_pounds}"],
        "fence": [f"No fence shall stand higher than {t.fence_height}", "no fence of any height shall be set up without the written approval of the Directors"],
        "assessment": [f"No special assessment that exceeds {t.assessment_limit} in all shall be laid without a vote of the owners"],
        "ac_pays": ["Each owner shall maintain, repair and replace, at the owner's own cost, "
                    "the heating and air-conditioning equipment that serves the unit alone"],
        "ac_trap": ["No window air conditioner shall be set in a window that faces the common green"],
        "cause_school": [f"the budget of the {t.town} School District rose by {t.school_increase} over the year before"],
        "cause_insurance": [f"the cost of the Town's own health insurance rose by {t.insurance_percent}"],
        "budget_failed": [f"In the affirmative {t.budget_yes}, in the negative {t.budget_no}, and the operating budget was defeated."],
        "lease_failed": [f"In the affirmative {t.lease_yes}, in the negative {t.lease_no}, and the lease with {t.lease_company} was refused by the voters."],
        "no_lease": [f"no lease with {t.lease_company} has been signed, and none will be"],
        "mail_claim": [f"I heard it said after church on Sunday that the sticker for the transfer station costs {t.mail_wrong} now"],
    }

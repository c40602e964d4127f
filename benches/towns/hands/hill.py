"""A poor hill town: a part-time clerk types terse numbered minutes with initials of movers, and schedules with dots or columns."""
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime

from paper import Paper

MONTHS = "January February March April May June July August September October November December".split()


def spare(t, first, cents=None):
    """A sum at or above `first` that is no value of the town."""
    written = lambda n: f"${n:,}" if cents is None else f"${n:,}.{cents}"
    while written(first) in t.values.values():
        first += 1
    return written(first)


def count(t, first):
    """A count of votes at or above `first` that is no value of the town."""
    while str(first) in t.values.values():
        first += 1
    return str(first)


def dots(label, value, width=66):
    return f"{label} {'.' * max(4, width - len(label) - len(value))} {value}"


def initials(t):
    """The initials of the chair and the two other members, longer where two would be the same."""
    names = [name.split() for name in (t.chair, t.member2, t.member3)]
    short = [given[0] + family[0] for given, family in names]
    return short if len(set(short)) == 3 else [given[:2] + family[:3] for given, family in names]


def short_date(date):
    month, day, year = date.replace(",", "").split()
    return f"{MONTHS.index(month) + 1}-{day}-{year[2:]}"


def number(sum_):
    return int(sum_.strip("$").replace(",", ""))


def said(t):
    """Sentences and clauses that stand in the papers and are looked for."""
    place = f"the {t.structure} at {t.site}"
    return {
        "warning": f"the {t.supports} under {place} are failing and somebody will be hurt if it stays open",
        "insurer": f"{t.insurer} asks the Town to close the {t.structure} or repair it within {t.insurer_days}",
        "close_failed": f"Voted 1-2 on closing {place}, motion FAILED",
        "close_who": f"{t.chair_last} yes, {t.member2_last} and {t.member3_last} no on closing it",
        "permit_winter": f"no building permit was ever issued or asked for when it was built in {t.built_year}",
        "permit_late": f"there is no building permit for the {t.structure} in the file and nobody applied for one",
        "tabled": f"Voted 2-1 to table the repair until {t.repair_until}, {t.chair_last} against",
        "closed": f"Voted 3-0 to close {place} to the public",
        "engineer": f"Voted 2-1 to hire {t.engineer} for {t.engineer_fee}",
        "engineer_against": f"{t.member3_last} voted against hiring the engineer",
        "signs_first": f"{t.member2_last} moved to put up {t.signs_moved} signs",
        "amend": f"Voted 3-0 to amend the motion to {t.signs_voted} signs",
        "signs": f"Voted 3-0 to put up {t.signs_voted} signs as amended",
        "lights": f"Voted 1-2 on the LED street lights at {t.lights_offer}, motion FAILED",
        "matter": f"Voted 3-0 to table the draft {t.tabled_matter} to {t.tabled_until}",
        "cruiser": f"Voted 3-0 to buy the cruiser from {t.cruiser_dealer} for {t.cruiser}",
        "spring_minutes": "Voted 3-0 to accept the minutes of the last meeting, March 25",
        "spring_adjourn": "Voted 3-0 to adjourn at 9:04 pm",
        "winter_minutes": "Voted 3-0 to accept the minutes of January 22 as typed",
        "sand": "Voted 3-0 to buy another thousand yards of winter sand",
        "roof": "Voted 3-0 to have Plaisted patch the Town Hall roof",
        "ayotte": "Voted 3-0 to appoint Jeanne Ayotte to the Conservation Commission",
        "winter_adjourn": "Voted 3-0 to adjourn at 8:51 pm",
        "late_minutes": "Voted 3-0 to accept the July minutes with one correction",
        "oil": "Voted 3-0 to lock in heating oil for the Town Hall and the garage",
        "culvert": "Voted 3-0 to give the Bog Road culvert to Tarbell Excavating",
        "late_adjourn": "Voted 3-0 to adjourn at 9:22 pm",
        "warner": f"{t.warner} said the {t.structure} is not safe, a {t.part} moves when you put weight on it",
        "drift_ruined": f"the neglect of the {t.drift_thing} was plain negligence and ruined the {t.drift_harmed}",
        "drift_demand": f"{t.drift_neighbor_last} demands {t.drift_sum} in damages from {t.drift_owner_last}",
        "drift_duty": f"{t.drift_neighbor_last} said that an owner uphill has a duty to those downhill and was negligent",
        "drift_liable": "who is liable between two neighbors is not for this Board to decide",
        "variance": f"Variance for a setback of {t.variance_feet} GRANTED, 4 to 1",
        "exception": f"Special exception for {t.exception_use} DENIED, 5-0",
        "exception_why": "the traffic is more than a narrow gravel road can carry and the noise would reach the abutters after dark",
        "continued": f"Case {t.case_continued} is CONTINUED to {t.continued_until}",
        "rent": f"No Unit shall be leased for a term of less than {t.rent_months}",
        "pet": f"one dog, which shall weigh at most {t.pet_pounds} when fully grown",
        "fence": f"No fence shall stand higher than {t.fence_height}, and none shall be built without the Board's written approval",
        "assessment": f"A special assessment of more than {t.assessment_limit} in total shall need a vote of the Owners",
        "ac_pays": "each Owner shall maintain, repair and replace, at the Owner's own cost, the heating and air-conditioning equipment that serves the Unit "
                   "alone",
        "ac_trap": "Window air conditioners shall be set only in rear windows, shall not drip on a walk and shall not rattle",
        "school": f"the school district's budget rose by {t.school_increase}",
        "insurance": f"the Town's health insurance rose by {t.insurance_percent}",
        "budget_failed": f"Operating budget DEFEATED, Yes {t.budget_yes}, No {t.budget_no}",
        "lease_failed": f"Lease with {t.lease_company} FAILED, Yes {t.lease_yes}, No {t.lease_no}",
        "no_lease": f"No lease with {t.lease_company} was signed before the vote and none will be signed now",
        "mail_claim": f"somebody at the store told me the dump sticker is {t.mail_wrong} now",
    }


def marks(t):
    s = said(t)
    pick = lambda *names: [s[name] for name in names]
    return {
        "warning": pick("warning"), "insurer": pick("insurer"), "close_failed": pick("close_failed"), "tabled": pick("tabled"),
        "no_permit": pick("permit_winter", "permit_late"), "closed": pick("closed"), "engineer_against": pick("engineer_against"),
        "signs_first": pick("signs_first"), "signs_amended": pick("amend", "signs"), "lights_failed": pick("lights"), "matter_tabled": pick("matter"),
        "spring_votes": pick("spring_minutes", "tabled", "amend", "signs", "cruiser", "matter", "lights", "spring_adjourn"),
        "other_votes": pick("winter_minutes", "sand", "close_failed", "roof", "ayotte", "winter_adjourn",
                            "late_minutes", "closed", "engineer", "oil", "culvert", "late_adjourn"),
        "warner_said": pick("warner"), "drift_words": pick("drift_ruined", "drift_demand", "drift_duty", "drift_liable"),
        "variance_granted": pick("variance"), "exception_denied": pick("exception"), "exception_why": pick("exception_why"), "continued": pick("continued"),
        "rent": pick("rent"), "pet": pick("pet"), "fence": pick("fence"), "assessment": pick("assessment"), "ac_pays": pick("ac_pays"),
        "ac_trap": pick("ac_trap"), "cause_school": pick("school"), "cause_insurance": pick("insurance"), "budget_failed": pick("budget_failed"),
        "lease_failed": pick("lease_failed"), "no_lease": pick("no_lease"), "mail_claim": pick("mail_claim"),
    }


def fees(t):
    return Paper(f"fees_{t.year}.pdf", [
        ("h1", f"Town of {t.town} - Fees"),
        ("p", f"In effect from {t.fees_from}. Voted by the Selectboard. Takes the place of the list of {t.old_fees_from}, please throw that one out. "
              f"Posted at the Town Hall, the dump shack and the library. {t.clerk}, Town Clerk."),
        ("p", "Cash or check only. We have no card machine. Make checks to the Town and put the plate number on the check."),
        ("h2", "1. Dump"),
        ("p", dots("Dump sticker, resident, first vehicle, per year", t.sticker)),
        ("p", dots("Dump sticker, each further vehicle, same household", t.second_sticker)),
        ("p", dots("Dump sticker, nonresident (owns land in town)", t.nonresident_sticker)),
        ("p", dots("Refrigerator, freezer or anything with gas in it, each", t.refrigerator)),
        ("p", dots("Mattress or box spring, each", t.mattress)),
        ("p", dots("Tire, car or pickup, off the rim", spare(t, 2))),
        ("p", dots("Brush and clean wood, residents", "no charge")),
        ("p", "Stickers go on the inside of the windshield, driver's side. A sticker is good for the calendar year. Bulky items are paid for at the shack "
              "before you unload. (The State's permit calls the dump a transfer station. It is the same place.)"),
        ("h2", "2. Dogs"),
        ("p", dots("Dog license, spayed or neutered", t.dog_altered)),
        ("p", dots("Dog license, not spayed or neutered", t.dog_intact)),
        ("p", "Licenses are due by the end of April. Bring the rabies certificate, we can not license without it, no exceptions."),
        ("h2", "3. Beach and boats"),
        ("p", dots("Beach pass, resident family, season", t.beach_resident)),
        ("p", dots("Beach pass, nonresident family, season", t.beach_nonresident)),
        ("p", dots("Boat rack space, canoe or kayak, season", t.boat_rack)),
        ("p", "Racks are drawn by lot in May. The Town is not responsible for boats left on the racks."),
        ("h2", "4. Town Hall and office"),
        ("p", dots("Rental of the hall (upstairs), one day or evening", t.hall_rental)),
        ("p", dots("Copies, per page", t.copies)),
        ("p", dots("Notary, residents", "no charge")),
        ("p", "Hall: leave it broom clean, stack the chairs, turn the heat down. Town groups and the Grange use the hall free of charge. "
              "No rice, no candles, no tape on the plaster."),
        ("p", f"Questions: Town Clerk, 14 Church Street, {t.town}, N.H. Tel. 701-0142. Tues. 9 to 2, Thurs. 3 to 7."),
    ])


def old_fees(t):
    return Paper(f"fees_{int(t.year) - 3}.txt", [
        ("h1", f"Town of {t.town} - List of Fees"),
        ("p", f"In effect from {t.old_fees_from} until the Selectboard votes another list."),
        ("table", [
            ["FOR WHAT", "FEE", "REMARKS"],
            ["Dump sticker, first vehicle", t.old_sticker, "residents, calendar year"],
            ["Dump sticker, each further vehicle", t.old_second_sticker, "same household"],
            ["Dump sticker, nonresident", spare(t, 51), "must own land in town"],
            ["Refrigerator or freezer", spare(t, 11), "each"],
            ["Mattress", spare(t, 22), "each"],
            ["Tire", spare(t, 1), "off the rim"],
            ["Dog license, altered", spare(t, 5, "50"), "rabies cert. needed"],
            ["Dog license, not altered", spare(t, 8, "50"), "rabies cert. needed"],
            ["Beach pass, resident family", spare(t, 13), "season"],
            ["Beach pass, nonresident family", spare(t, 65), "season"],
            ["Boat rack", spare(t, 151), "season, by lot"],
            ["Hall rental", spare(t, 180), "one day or evening"],
            ["Copies", "$0.75", "per page"],
        ]),
        ("p", "Notes. 1. Stickers are sold at the clerk's window and, Saturdays in January only, at the dump shack. 2. No refunds if you sell the truck, "
              "but bring in what is left of the old sticker and we will give you a new one for the new truck. 3. The Grange, 4-H and the Ladies Aid do not "
              "pay for the hall."),
        ("p", f"Cash or check. Town Clerk, 14 Church Street, {t.town}, N.H."),
    ])


def winter(t):
    s = said(t)
    ch, m2, m3 = initials(t)
    place = f"the {t.structure} at {t.site}"
    return Paper(f"sbmin_{short_date(t.winter)}.pdf", [
        ("h1", f"Town of {t.town}, N.H. - Selectboard Minutes"),
        ("p", f"{t.winter}, 6:30 pm, Town Hall, 14 Church Street, upstairs. Minutes are draft till accepted."),
        ("p", f"Present: {t.chair}, chair ({ch}); {t.member2} ({m2}); {t.member3} ({m3}). Also: {t.administrator}, administrator; "
              f"{t.inspector}, building inspector; Norm Tasker, road agent; {t.fire_chief}, fire chief (left early, call); {t.clerk}, clerk, taking minutes. "
              "About fifteen residents. Absent: none. Initials below are mover first, then second."),
        ("p", f"1. Call to order. {t.chair_last} called the meeting to order at 6:32. Salute to the flag. Reminder that the back stairs are icy, use the "
              "front."),
        ("p", f"2. Minutes. Mot. {m2}, 2nd {m3}. {s['winter_minutes']}."),
        ("p", "3. Manifests. Payroll and payables signed, in the folder. Payables $71,812.35, most of it the second half of the county bill and salt."),
        ("p", "4. Public comment. a. Lester Ordway, Town Farm Road, mailbox hit by the plow again, third winter running. Tasker will look at the angle of the "
              "wing on that corner and the Town has a post he can have. b. Wanda Sleeper asked when the street sign at the head of Cobble Hill comes back, "
              "it was stolen before Thanksgiving. Ordered, backordered. c. Sleeper also asked if the hall could be warmer on meeting nights. "
              f"{t.administrator_last} said the thermostat is right and the windows are not."),
        ("p", "5. Highway. a. Tasker reported a dozen storms since New Year's, half of them ice. Overtime is at about two thirds of the line already. "
              "The old grader is down with a hydraulic line, part is coming from Maine. b. Sand pile is low, will not see us through to mud season. "
              f"Price per yard same as last winter from the Ordway pit. Mot. {m3}, 2nd {m2}. {s['sand']}. c. Tasker asks people not to push snow "
              "across the road, it freezes and the plow throws it back at you."),
        ("p", "6. Bog Road, plowing of the Class VI end. Letter recieved from Doris Emmons, who lives past the gate year round and wants the last half mile "
              "plowed so that her grandchildren can get to the school bus. Emmons spoke to her letter, said she has paid taxes on that house since 1987 and "
              "is told each winter to wait. Phil Cutting, abutter, spoke against, he bought there because the road is not plowed and thinks the Town would "
              "own the ditches next. Carl Batchelder said that if one Class VI road gets plowed then all of them will ask. Tasker said the turnaround is "
              f"too small for the ten-wheeler, he could do it with the pickup but not first thing. {t.member2_last} asked what counsel said the last time. "
              f"{t.administrator_last} will find the letter. No motion. Site walk after mud season, date to be posted at the store."),
        ("p", f"7. {t.structure.capitalize()} at {t.site}, off {t.road}. a. {t.inspector} went out twice in January with a hammer and a flashlight. "
              f"Reported in person and in writing, report is with these minutes. Said {s['warning']}. Some of it can be pushed in with a thumb. "
              f"b. Also reported that {s['permit_winter']}. The lumber was donated and a crew of volunteers put it up over a few weekends, there is no plan "
              f"on file either. {t.inspector_last} said the Town would not have let a private owner do it that way."),
        ("p", f"c. {t.administrator_last} read a letter dated January 29. In it {s['insurer']}. If neither is done the carrier may leave it out of the "
              f"policy at renewal. Copy to each member. d. {t.member3_last} said it is one of the few things in this town that does not cost anything to use "
              f"and that half the school is there in summer. {t.member2_last} said nobody is on it in February, no need to do it tonight, get prices first. "
              f"{t.chair_last} said the Board has now been told, in writing, by two parties, and does not want to explain later why it sat."),
        ("p", f"e. {t.chair_last} moved to close {place} until it is repaired, {m3} seconded for purposes of discussion. {s['close_failed']}. Roll call: "
              f"{s['close_who']}. f. {t.administrator_last} to get two prices for a repair before the April meeting. {t.inspector_last} asked that the "
              "minutes show the report was given. They do."),
        ("p", "8. Town Hall roof. Leak over the vault, bucket is emptied daily. Gary Plaisted will shovel it off and patch the valley for $2,165, can start "
              f"when it is above freezing. Not a cure, the slate is done. Mot. {m2}, 2nd {ch}. {s['roof']}. Money from the buildings line."),
        ("p", f"9. Appointments. One seat open since fall. One letter of interest. Mot. {ch}, 2nd {m2}. {s['ayotte']}, term to run with the seat. Clerk will "
              "swear her in Thursday. Still need a fence viewer, a surveyor of wood and lumber, and an alternate for the planning board. See the clerk."),
        ("p", f"10. Reports. a. {t.fire_chief}, before leaving: nine calls in January, most of them chimney fires, please clean your chimneys. New gaskets "
              f"on the tanker. b. {t.administrator}: welfare cases up, fuel mostly. Town report is at the printer. The state says that the bridge on Lower "
              f"Intervale Road stays on the red list and the Town can apply for aid in the 2031 round. c. {t.clerk}: dog licenses can be had now. Dump "
              "stickers are selling, bring your plate number. List of candidates is on the board, nobody yet for hog reeve. d. Library trustees ask for a "
              "light at the back door, buildings will see to it."),
        ("p", "11. Correspondence. Letter from the snowmobile club, thanks for the gravel. Notice from the power company, tree trimming on Cobble Hill and "
              "Town Farm in spring, call if you do not want your maples touched. County newsletter, in the folder."),
        ("p", f"12. Next meeting as posted. Mot. {m3}, 2nd {m2}. {s['winter_adjourn']}."),
        ("p", f"Typed by {t.clerk}, Town Clerk. cc: board, file, bulletin board. Tape is kept until the minutes are accepted, then it is used over."),
    ])


def spring(t):
    s = said(t)
    ch, m2, m3 = initials(t)
    return Paper(f"sbmin_{short_date(t.spring)}.docx", [
        ("h1", f"Town of {t.town}, N.H. - Selectboard Minutes"),
        ("p", f"{t.spring}, 6:30 pm, Town Hall, 14 Church Street, upstairs. Draft till accepted."),
        ("p", f"Present: {t.chair}, chair ({ch}); {t.member2} ({m2}); {t.member3} ({m3}). Also: {t.administrator}, administrator; {t.chief}, police chief; "
              f"{t.fire_chief}, fire chief; Norm Tasker, road agent; {t.clerk}, clerk, taking minutes. Residents as signed in, sheet attached. Absent: none."),
        ("p", f"1. Call to order. 6:31, {t.chair_last}. Flag. The clerk asks people to say their name for the tape."),
        ("p", f"2. Minutes. Mot. {m3}, 2nd {m2}. {s['spring_minutes']}."),
        ("p", "3. Manifests. Signed. Payables $58,204.17, payroll for two weeks in the folder. One check to a paving company was held back as the Town got "
              "no lien release."),
        ("p", "4. Public comment."),
        ("p", f"a. {s['warner']}. Was there Sunday with a nephew and they turned round and went home. Asked what the Board is waiting for. {t.chair_last} "
              "said it is on tonight, item 5."),
        ("p", f"b. {t.commenter} spoke about the clock on the church, which the Town has by custom wound and paid for since before anybody can remember. It "
              "has run twenty minutes slow since the fall and strikes whenever it likes. A man in Vermont can clean it. Board asked for a price and thanked "
              "the speaker."),
        ("p", "c. Lester Ordway, mailbox is fine now. Thanked Tasker. d. Doris Emmons, when is the site walk on Bog Road. When it is dry enough to walk."),
        ("p", f"5. {t.structure.capitalize()} at {t.site}. a. {t.administrator_last} got two quotes for the repair as asked in {t.winter.split()[0]}, both "
              "on the table:"),
        ("p", dots(f"Quote to repair the {t.structure}, {t.contractor_low}", t.quote_low, 78)),
        ("p", dots(f"Quote to repair the {t.structure}, {t.contractor_high}", t.quote_high, 78)),
        ("p", f"Both take out and replace the {t.supports}. {t.contractor_low} can come in June. {t.contractor_high} would not start before July but gives a "
              "longer warranty. Neither includes engineering or a permit from the wetlands people, if one is wanted."),
        ("p", f"b. {t.member2_last} said there is no line for it, the operating budget was voted down and the Town is on the default, where would it come "
              f"from. {t.member3_last} agreed, maybe a grant in the fall, the Conservation Commission has some ideas. {t.chair_last} said then at least "
              "close it, the inspector and the carrier both said the same thing in writing. Some talk back and forth from the floor, chair asked for one at "
              "a time."),
        ("p", f"c. {t.member2_last} moved to table, {m3} seconded. {s['tabled']}. {t.administrator_last} to ask both firms if they will hold their price."),
        ("p", f"d. {s['signs_first']} reading \"Use at your own risk\", {m3} seconded. Tasker has blank sheet in the shop and can cut them himself. "
              f"Discussion of where they would even go. {t.member3_last} thought that was too many for the size of it. Mot. {m3}, 2nd {ch}. {s['amend']}. "
              f"Then on the main motion: {s['signs']}. {t.chair_last} said a sign does not hold anybody up but it is better than nothing."),
        ("p", f"6. Police. a. {t.chief} asked for a new cruiser. The old one has over 140,000 miles, the transmission slips on Cobble Hill and it failed "
              f"inspection in March. Three dealers asked, two answered, one of those could not deliver this year. {t.cruiser_dealer} is the lower and has "
              f"one on the lot. Money is in the cruiser reserve fund, no tax money this year. Mot. {m2}, 2nd {m3}. {s['cruiser']}. Old cruiser to be sold by "
              f"sealed bid. b. {t.chief_last} also reported 61 calls in March, mostly welfare checks and cars off the road. Part-time officer leaves in June "
              "for the sheriff's, ad is out."),
        ("p", f"7. Draft {t.tabled_matter}. Draft from the committee was in the packet. {t.member2_last} had trouble with the section on penalties, there is "
              f"none. {t.member3_last} wants to see how other towns do it and hear what counsel says. Two residents spoke for it and one against, all said "
              f"that they would be glad to help with the wording. Mot. {m3}, 2nd {m2}. {s['matter']}. A hearing will be posted then."),
        ("p", "8. Street lights. Upland Electric offers to change all the street lights to LED, poles stay theirs, fixtures ours. Rep was present and "
              f"passed around a sample. Saves maybe a third of the light bill, pays back in seven or so years by his own sheet. Mot. {m3}, 2nd {m2} for a "
              f"vote. {s['lights']} ({t.member3_last} yes, {t.chair_last} and {t.member2_last} no). {t.chair_last} would look at it again when the budget is "
              "not on default."),
        ("p", f"9. Reports. a. {t.fire_chief}: brush permits are online now or by phone, none on red flag days. Two grass fires, both from ashes. Hose "
              f"testing went fine, lost some hose. b. {t.clerk}: dogs are due end of the month, about half of them are in. Old town reports from the "
              "vault are drying out after the roof leak, nothing lost. Clerk will be away one week in May, deputy will sit in on Thursday only. c. "
              f"{t.administrator}: audit is scheduled, grader is running, state aid for the Lower Intervale bridge not before 2031. d. Tasker: roads are "
              "posted, weight limit until dry. Do not call to ask when, nobody knows."),
        ("p", "10. Other. Roadside clean-up first Saturday in May, blue bags at the store. Memorial Day parade forms up at the Grange at 9, band from the "
              "high school if they can get a bus. Old Home Day commitee needs someone to do the beans."),
        ("p", "11. Correspondence. Thank-you card from the Emmons family for the casserole. State notice of a hearing on the river designation, in the "
              "folder. Complaint about a rooster, unsigned, filed."),
        ("p", f"12. Adjourn. Mot. {m2}, 2nd {m3}. {s['spring_adjourn']}."),
        ("p", f"Typed by {t.clerk}, Town Clerk, Town of {t.town}. Posted at Town Hall and the store."),
    ])


def late(t):
    s = said(t)
    ch, m2, m3 = initials(t)
    return Paper(f"sbmin_{short_date(t.late)}.txt", [
        ("h1", f"Town of {t.town}, N.H. - Selectboard Minutes"),
        ("p", f"{t.late}, 6:30 pm, Town Hall, 14 Church Street, moved downstairs because of the crowd. Draft till accepted."),
        ("p", f"Present: {t.chair}, chair ({ch}); {t.member2} ({m2}); {t.member3} ({m3}). Also: {t.administrator}, administrator; {t.inspector}, building "
              f"inspector; {t.chief}, police chief; {t.clerk}, clerk, taking minutes. About sixty residents, two reporters. Absent: Norm Tasker, road agent "
              "(vacation)."),
        ("p", f"1. Call to order. 6:30, {t.chair_last}. Flag. Moment of silence for Bud Tarbell Sr., road agent for 31 years."),
        ("p", f"2. Minutes. The rooster complaint was on Cobble Hill, not Mill Street. Mot. {m2}, 2nd {m3}. {s['late_minutes']}."),
        ("p", "3. Manifests. Signed. Payables $83,466.90, about half of it the school."),
        ("p", f"4. {t.structure.capitalize()} at {t.site}."),
        ("p", f"a. {t.chair_last} said what can be said. A visitor was hurt there on {t.injury_day} when a {t.part} gave way. The family has been written "
              "to. The Fire Department has had tape across it since that evening but the Board had not voted. On the advice of counsel nobody will answer "
              "questions about the accident itself tonight. People may speak but may not get answers."),
        ("p", f"b. {t.inspector} went back the morning after. The report of the winter stands, it has only got worse. Repeated for the record that "
              f"{s['permit_late']}. {t.inspector_last} will not sign off on any repair without a drawing by a licensed engineer."),
        ("p", f"c. Public. {t.warner} said this was told to the Board at the April meeting and it is in the minutes. Carl Batchelder asked who decided to "
              f"leave it open. {t.chair_last} said the minutes show how each member voted and they are on the wall. Wanda Sleeper asked that it be torn "
              "down. Phil Cutting said fix it right, it was a good thing for the town. A man from the Ridge who did not give his name said that signs are "
              "not carpentry. Some applause, chair asked for order."),
        ("p", f"d. Closing. Mot. {ch}, 2nd {m2}. {s['closed']} from tonight, snow fence and a locked chain by the highway crew, police to check it on "
              f"rounds. All three members spoke for it. {t.member2_last} said it should have been done sooner and was sorry."),
        ("p", f"e. Engineer. {t.administrator_last} called around and one firm could come within the month. Proposal covers a site visit, a written report "
              f"and a sketch of what it would take, not final drawings. Mot. {m2}, 2nd {ch}. {s['engineer']}. {s['engineer_against']}, saying the Town has "
              "no money to study a thing it may end up tearing down and would wait for what the carrier pays. Money out of the legal line for now."),
        ("p", f"f. {t.administrator_last} has sent everything to {t.insurer} and to counsel. Members are asked not to write e-mails about it. The two quotes "
              "from the spring are on hold."),
        ("p", "5. Heating oil. Three prices in, all for a fixed price September through May. Batchelder Fuel is low by a penny and a half a gallon and "
              f"plows its own yard. Mot. {m3}, 2nd {m2}. {s['oil']}. School does its own."),
        ("p", "6. Bog Road culvert. Site walk was held in June, Class VI end will stay as it is, not plowed, Mrs. Emmons will get a key to the gate. But "
              "the pipe at the brook is rusted through at the bottom and must be replaced before the ground freezes. Bids: Tarbell Excavating $12,385, "
              f"Notch Sitework $13,945. Both figure on a plastic pipe from the Town's own pile. Mot. {m3}, 2nd {m2}. {s['culvert']}. Wetlands notice to be "
              "filed by the conservation commission. Tasker was called on the telephone and is satisfied with it."),
        ("p", f"7. Reports. a. {t.chief}: new cruiser is on the road. Old one went to sealed bid, high bid $2,615, from a man who wants it for parts. 74 "
              "calls in July. Speeding on the flat by the ball field, radar trailer is borrowed. b. Fire: chief is away at drill, written report says "
              f"eleven calls and asks that house numbers be put where they can be seen. c. {t.clerk}: about thirty dogs are still not licensed, civil "
              f"forfeiture notices are typed. The new voting booths are here, in boxes, and need somebody with a screwdriver. d. {t.administrator}: "
              "equalized value is in, tax rate setting will be in the fall, do not expect good news. Auditor found nothing to worry about but would like "
              "the beach cash counted by two people."),
        ("p", "8. Old Home Day. Went off well, beans ran out by six. The Ladies Aid cleared $1,147 for the church clock. The clock man from Vermont is "
              "booked for October. Fireworks were called off on account of the dry spell and will be used at New Year's if the powder stays dry."),
        ("p", "9. Correspondence. Request from a law office for records under RSA 91-A, clerk will answer in the time allowed. Letter from the Ordway "
              "family thanking the highway crew for the flowers. Notice that the store will close Mondays after Labor Day."),
        ("p", "10. Other. Ordway asked if the school bus turnaround can be graded before school. Yes. Sleeper asked about the bucket under the roof leak, "
              "it is still there. Anyone who wants to serve on a buildings committee please leave a name."),
        ("p", f"11. Adjourn. Mot. {m3}, 2nd {m2}. {s['late_adjourn']}."),
        ("p", f"Typed by {t.clerk}, Town Clerk, Town of {t.town}. These minutes are longer than usual because people asked that they be."),
    ])


def zoning(t):
    s = said(t)
    return Paper(f"zba_{t.year}.pdf", [
        ("h1", f"Town of {t.town} - Zoning Board of Adjustment"),
        ("p", f"Decisions {t.year}, as of October 30, {t.year}. Case numbers run in order of filing. Full files are in the second drawer at the Town Hall. "
              "Members sitting in all of the cases: Jeanne Ayotte, Carl Batchelder, Wanda Sleeper, Gary Plaisted, Milton Ames (chair)."),
        ("p", "A motion for rehearing must be in writing and reach the Board in the time set by state law. The clerk can tell you the last day."),
        ("h2", f"Case {t.case_variance}"),
        ("p", f"1. Applicant: {t.variance_owner}, Cobble Hill. 2. Asked for: a variance to put a woodshed and mudroom at a setback of {t.variance_feet} from "
              "the side line, where the ordinance calls for 20 feet. 3. Spoke for: applicant, one abutter. Spoke against: nobody, one letter of concern "
              "about snow off the roof."),
        ("p", "4. Findings. The lot is a leftover wedge between the ledge and the road and there is no other place to put it. Nobody's view or light is "
              "hurt. It would do the neighborhood no harm and it would be hard on the applicant to say no."),
        ("p", f"5. Decision. {s['variance']} (Batchelder no). Conditions: (a) a snow guard or gutter on the side toward the abutter, so that no snow or "
              "water goes over the line; (b) no heated living space and no plumbing in the shed part, now or later."),
        ("h2", f"Case {t.case_exception}"),
        ("p", f"1. Applicant: {t.exception_owner}, Upper Intervale Road. 2. Asked for: a special exception for {t.exception_use} in the rural district. 3. "
              "Spoke for: applicant and a cousin. Spoke against: seven abutters, one petition with 38 names. Road agent gave a written opinion."),
        ("p", f"4. Findings. The Board walked the lot. It found that {s['exception_why']}. The nearest house is closer than the applicant's sketch shows. "
              "The hours offered in the plan would not cure it."),
        ("p", f"5. Decision. {s['exception']}. The applicant may come back with another plan on another lot."),
        ("h2", f"Case {t.case_drift}"),
        ("p", f"1. Appellant: {t.drift_owner}, Town Farm Road. Neighbor downhill: {t.drift_neighbor}. 2. Appeal from a written order of {t.inspector}, "
              f"building inspector, to put the {t.drift_thing} in order or take it out. 3. The order was given after {t.drift_neighbor_last} complained to "
              f"the Town about damage to the {t.drift_harmed}."),
        ("p", f"4. Hearing. {t.drift_owner_last} said the {t.drift_thing} was there before the house below was built, that it has been looked after as well "
              f"as the next one, and that the order costs more than it is worth. {t.drift_neighbor_last} told the Board that {s['drift_ruined']} in one "
              f"thaw. {s['drift_duty']} in letting it go. Pictures were passed. {s['drift_demand']}, and wanted the Board to say so in the decision. The "
              "inspector said the order is about the condition of the thing and takes no side on the money."),
        ("p", f"5. Findings. The {t.drift_thing} is not in the condition that the ordinance calls for and the inspector had the power to order what was "
              f"ordered. As to the rest, {s['drift_liable']}. Questions of negligence and damages belong in a court, and this Board awards no money to "
              "anybody."),
        ("p", f"6. Decision. Appeal of {t.drift_owner_last} DENIED, 5-0. The order stands and the work is to be done before the ground freezes."),
        ("h2", f"Case {t.case_continued}"),
        ("p", f"1. Applicant: {t.continued_owner}, Lower Intervale Road. 2. Asked for: leave to make a second dwelling unit over the barn. 3. Hearing was "
              f"opened. No septic plan, no floor plan, and the abutter list was short by two. Applicant asked for more time. 4. {s['continued']}, 7 pm, Town "
              "Hall. No new notice will be mailed, only the two that were left out."),
        ("p", f"Typed for the Board by {t.clerk}, clerk. Town of {t.town}, 14 Church Street."),
    ])


def declaration(t):
    s = said(t)
    name = f"{t.association} Condominium Association"
    return Paper("declaration_recorded.docx", [
        ("h1", f"Declaration of {t.association}, a Condominium"),
        ("p", f"Situated in the Town of {t.town}, County of {t.county}, State of New Hampshire. Recorded at the {t.county} County Registry of Deeds, Book "
              "3127, Page 0841. This copy was typed over from the recorded one for the use of the owners, the recorded one governs."),
        ("h2", "Article 1. Submission and Names"),
        ("p", "1.1 The Declarant, Notch Land Company, being the owner of the land described in Exhibit A, submits that land and the buildings on it to the "
              f"Condominium Act, to be known as {t.association}."),
        ("p", f"1.2 \"Association\" means the {name}, of which every Owner is a member for as long as the Owner holds title. \"Board\" means the directors "
              "elected by the Owners. \"Unit\" means a space bounded by the unfinished inner surface of its walls, floor and ceiling. \"Common Area\" means "
              "all the rest, including roofs, outer walls, the well house, the drive and the wood lot behind."),
        ("p", "1.3 Every deed, lease and mortgage of a Unit is subject to this Declaration whether or not it says so."),
        ("h2", "Article 2. The Units"),
        ("p", "2.1 The Units of the first phase, the floor area of each and the share that each bears in the common expenses are these:"),
        ("table", [["Unit", "Square feet", "Share"], *(list(unit) for unit in t.units)]),
        ("p", "2.2 Shares were fixed by the Declarant with regard to size, light and place, not to size only, and may be changed only by an amendment that "
              "all Owners concerned have signed. Should the shares of a year not come out even, the Treasurer rounds the dues so that they cover the budget."),
        ("p", "2.3 A Unit shall not be divided, nor shall two be joined, without the consent of the Board and of the holders of their mortgages."),
        ("h2", "Article 3. Dues and Assessments"),
        ("p", "3.1 The Board draws up a budget each autumn and sends it to the Owners. Dues are payable on the first of each month."),
        ("p", f"3.2 Dues that have not come in by the fifteenth carry a late fee of {t.association_late_fee} for each month. The fee is owed without notice."),
        ("p", f"3.3 {s['assessment']}, two thirds of those present in person or by proxy being in favor. A smaller one may be laid by the Board after a "
              "notice and an open meeting."),
        ("p", "3.4 Unpaid dues and assessments are a lien on the Unit. The Association may record the lien, and may recover the cost of collection and a "
              "reasonable sum for its attorney."),
        ("p", "3.5 A reserve is to be kept for roofs, paving and the well pump, and no part of it may be lent to anyone."),
        ("h2", "Article 4. Maintenance"),
        ("p", "4.1 The Association maintains the Common Area, including plowing of the drive to the face of each garage, mowing, the well and the septic "
              "system that the Units share."),
        ("p", f"4.2 Within the Unit {s['ac_pays']}, together with its plumbing fixtures, inner doors, glass, floor coverings and water heater, whether the "
              "equipment stands in the Unit or on a pad outside of it."),
        ("p", "4.3 Pipes, wires and ducts which serve more than one Unit are Common Area, and the Board shall see to them as a common expense. An Owner "
              "shall let the Board in for that purpose on a day's notice, and at once if water is running."),
        ("p", "4.4 An Owner who by carelessness causes a loss to the Common Area pays for it to the extent that insurance does not."),
        ("h2", "Article 5. Use and Conduct"),
        ("p", f"5.1 Leases. {s['rent']}. Every lease shall be in writing, shall be given to the Board before the tenant moves in, and shall bind the tenant "
              "to this Declaration. No Unit shall be let by the night or the week, and no room alone."),
        ("p", f"5.2 Animals. A household may keep {s['pet']}, or cats, no more than a reasonable number of them. Dogs are kept on a lead in the Common Area "
              "and are picked up after. The Board may send away an animal that bites or will not stop barking. This section gives way where the law on "
              "assistance animals requires it."),
        ("p", f"5.3 Fences. {s['fence']}. Chain link and stockade are not approved. An Owner who asks shall give a sketch, and the Board is to answer before "
              "its next meeting but one."),
        ("p", f"5.4 Looks. {s['ac_trap']}; they come out by the last day of October. No laundry on the front porches. Satellite dishes at the back only. "
              "Curtains that show to the road are to be white or off-white."),
        ("p", "5.5 Parking. Each Unit has one garage bay and one space in front of it. Trailers, campers and unregistered vehicles shall not be kept on the "
              "drive for longer than a weekend. Guests use the spaces by the well house. In snow the drive shall be clear by seven in the morning or cars "
              "are moved at the owner's expense."),
        ("p", "5.6 Quiet. Radios, saws and parties are to be kept down from ten at night until seven in the morning, and all day Sunday until nine. "
              "Generators may run during a power failure at any hour."),
        ("p", "5.7 Trade. No business that brings customers to the door. Work done at a desk is no business in this sense."),
        ("p", "5.8 Fire. Wood stoves are allowed if inspected by the Fire Department and swept each year. No charcoal or gas grills on a porch with a roof."),
        ("p", "5.9 Wood lot. Owners may walk in it and take dead wood that is down. Nobody cuts a standing tree without leave of the Board."),
        ("h2", "Article 6. Insurance"),
        ("p", "6.1 The Association keeps a master policy on the buildings, as first built, and on its liability. The deductible is a common expense, except "
              "where Section 4.4 applies."),
        ("p", "6.2 Each Owner shall keep a policy on the contents, on improvements, and on the Owner's own liability, and shall show it to the Treasurer "
              "when asked. An Owner who lets a Unit shall see that the tenant carries one too."),
        ("p", "6.3 After a fire the Board shall rebuild unless four fifths of the Owners vote not to."),
        ("h2", "Article 7. The Board"),
        ("p", "7.1 Three directors, elected for staggered terms at the annual meeting, which is held on a weekday evening in June at the Grange or wherever "
              "there is heat. Directors are not paid."),
        ("p", "7.2 Meetings of the Board are open to Owners. Minutes shall be kept and shall be sent to any Owner who asks. An Owner in arrears does not "
              "vote."),
        ("p", "7.3 The Board may make house rules that do not go against this Declaration. It may fine an Owner who breaks them after a warning in writing "
              "and a chance to be heard."),
        ("h2", "Article 8. General"),
        ("p", "8.1 This Declaration may be amended by Owners holding two thirds of the shares, in a writing that is recorded. 8.2 If one section is void "
              "the others stand. 8.3 Notices go to the Unit unless the Owner has given another address in writing. 8.4 A failure to enforce a rule once is "
              "no waiver of it."),
        ("p", f"Signed and sealed by the Declarant. Prepared by the Law Office of E. P. Goss, Main Street, for the {name}, Town of {t.town}. Dated May 2, "
              f"{int(t.year) - 17}."),
    ])


def taxes(t):
    s = said(t)
    row = lambda label, key: [label, getattr(t, f"{key}_rate_before"), getattr(t, f"{key}_rate")]
    return Paper(f"tax_letter_fall_{t.year}.pdf", [
        ("h1", f"Town of {t.town} - Your Tax Bill"),
        ("p", f"Office of the Tax Collector, 14 Church Street. Fall {t.year}. Goes out with the second bill. Please read before you call."),
        ("p", "1. The State set the rate the last week of October. Rates are for each $1,000 of value. Here is where it goes, last year and this year:"),
        ("table", [["Part of the "
                    "rate", t.last_year, t.year], row("Municipal "
                                                                  "(Town)", "municipal"), row("County", "county"), row("Local "
                                                                                                                                 "school", "local_school"),
                   row("State school", "state_school"), row("Total", "total")]),
        ("p", f"2. Why it went up. There are two main causes. First, {s['school']}, and the school is the biggest piece of the bill by far. Second, "
              f"{s['insurance']}, which we can not bargain over as a group our size has one carrier to pick from. The rest is odds and ends: salt, diesel, "
              "the legal line."),
        ("p", f"3. When it is due. The second bill is due {t.bill_due}. After that day interest runs at the rate that the law sets. A postmark counts. If "
              "you put it through the slot in the door, use an envelope with your name on it, please."),
        ("p", "4. Your first bill was an estimate, half of the year before. So the second bill carries the whole of the increase, which is why it looks "
              "worse than it is. The year as a whole is what you should compare."),
        ("p", "5. If you can not pay. Come in and talk before the due day, not after. The Town takes part payments of any size and does not print names. "
              "There are credits for veterans and exemptions for the elderly, blind and disabled; forms are at the window and are due by the middle of "
              "April for the next year. The welfare officer is in on the first Thursday of the month."),
        ("p", "6. If you think your value is wrong. Ask for your property card, it is free to look at. An abatement form must be in by March 1. It is about "
              "your value, not about the rate. Nobody can abate the rate, though many have asked."),
        ("p", "7. Mortgage companies. If the bank pays your taxes then this copy is for your files only. If you have paid off the bank, tell us, or the "
              "bill will go to them and come back in January with interest."),
        ("p", "8. What the Town does with its part: roads in the main, then police, fire, the dump, the library, the poor. The county part pays for the "
              "nursing home, the jail and the deeds. State school money is raised here and stays here."),
        ("p", f"{t.clerk}, Town Clerk and Tax Collector (part-time). Tel. 701-0142. Tues. 9 to 2, Thurs. 3 to 7, and the last Saturday before the due day 9 "
              f"to noon. Town of {t.town}, N.H."),
    ])


def budget(t):
    """The lines of the four departments are facts; the others fill up last year's total and the proposed one."""
    facts = [("Police", "police"), ("Highway", "highway"), ("Library", "library"), ("Fire and rescue", "fire")]
    before_total = number(t.default_budget) - 14_387
    rest_before = before_total - sum(number(getattr(t, f"{key}_before")) for _, key in facts)
    rest_proposed = number(t.operating_budget) - sum(number(getattr(t, f"{key}_proposed")) for _, key in facts)
    shares = [("Selectboard and administration", 15, 102, 1), ("Clerk, tax collector, elections", 8, 102, 2), ("Buildings and Town Hall", 7, 103, 3),
              ("Insurance, retirement and benefits", 9, 109, 4), ("Dump", 8, 102, 6), ("Welfare", 2, 104, 7), ("Legal, planning and zoning", 3, 101, 8),
              ("Cemeteries, parks, Old Home Day", 2, 101, 9)]
    lines = [(label, rest_before * share // 5_000 * 50 + odd, percent) for label, share, percent, odd in shares]
    others = [(label, before, before * percent // 5_000 * 50 + 12) for label, before, percent in lines]
    capital = ("Roads and bridges, capital work", rest_before - sum(b for _, b, _ in others), rest_proposed - sum(p for _, _, p in others))
    rows = [(label, getattr(t, f"{key}_before"), getattr(t, f"{key}_proposed")) for label, key in facts]
    rows += [(label, f"${b:,}", f"${p:,}") for label, b, p in (*others, capital)]
    return Paper(f"budget_{t.year}.html", [
        ("h1", f"Town of {t.town} - Proposed Budget {t.year}"),
        ("p", "Home | Office | Boards | Minutes | Dump | Library | Old Home Day"),
        ("p", f"This is what the Selectboard will bring to the voters in March {t.year}. Budget hearing was held in January at the Town Hall, eleven people "
              "came. Figures are by department, last year's budget against what is proposed."),
        ("table", [["Department", f"{t.last_year} budget", f"{t.year} proposed"],
                   *(list(row) for row in rows),
                   ["Total operating budget", f"${before_total:,}", t.operating_budget]]),
        ("h2", "Remarks"),
        ("li", f"Police. From {t.police_before} to {t.police_proposed}. One part-time officer goes to more hours. The cruiser is not in here, it comes from "
               "its reserve fund."),
        ("li", f"Highway. From {t.highway_before} to {t.highway_proposed}. Salt and diesel. No new hands. The truck is a separate article on the warrant."),
        ("li", f"Library. From {t.library_before} to {t.library_proposed}. Heat, wages for the aide, and a ramp that has been put off since before the flood."),
        ("li", f"Fire and rescue. From {t.fire_before} to {t.fire_proposed}. Turnout gear is at the end of its life by the label, and the ambulance contract "
               "went up."),
        ("li", "Roads and bridges. The red-listed bridge on Lower Intervale Road and reclaiming of the worst of Cobble Hill. This is where the money is, "
               "and where the Board would cut first."),
        ("li", "Insurance and benefits. What the carrier tells us it will be. We have no say in it."),
        ("li", "Welfare is a guess every year. By law the Town can not run out of it."),
        ("p", "If the voters say no, the default budget is what we live on. It is last year's with the adjustments that the law allows. The figure is in "
              "the warrant. It would mean no bridge work, and a ramp that is put off again."),
        ("p", f"Not on this page: separate warrant articles, the school, the county. Questions to {t.administrator}, administrator, Town of {t.town}, tel. "
              f"701-0140, or stop in. Page last touched January 30, {t.year}."),
    ])


def vote_day(t):
    return {"2024": "March 12, 2024", "2025": "March 11, 2025"}[t.year]


def warrant(t):
    return Paper(f"warrant_{t.year}.txt", [
        ("h1", f"Warrant, Town of {t.town}, {t.year}"),
        ("p", f"The State of New Hampshire. To the inhabitants of the Town of {t.town} in the County of {t.county}, qualified to vote in town affairs: You "
              "are hereby warned that the deliberative session is held at the Town Hall on the first Saturday of February, nine in the forenoon, and that "
              f"voting by official ballot is on {vote_day(t)}, at the Town Hall, polls open from ten in the forenoon till seven in the evening. Town Meeting "
              "supper as always, ham and beans, by the Ladies Aid."),
        ("p", "Article 1. To choose all necessary Town officers for the year: one selectman for three years, a moderator, a trustee of trust funds, a "
              "cemetery trustee, two library trustees and a hog reeve."),
        ("p", f"Article 2. Operating budget. Shall the Town of {t.town} raise and appropriate as an operating budget, not including appropriations by "
              "special warrant articles and other appropriations voted separately, the amounts set forth on the budget posted with the warrant, for the "
              f"purposes set forth therein, totaling {t.operating_budget}? Should this article be defeated, the default budget shall be {t.default_budget}, "
              "which is the same as last year, with certain adjustments required by previous action of the Town or by law; or the governing body may hold "
              "one special meeting to take up the issue of a revised operating budget only. Majority vote required. (Recommended by the Selectboard 3-0.)"),
        ("p", f"Article 3. Lease. Shall the Town authorize the Selectboard to enter into a lease with {t.lease_company} of {t.lease_place} for "
              f"{t.lease_use}, at a rent of {t.lease_rent} a year, on such further terms as the Selectboard finds to be in the best interest of the Town? "
              "Majority vote required. (Recommended by the Selectboard 2-1.)"),
        ("p", f"Article 4. Highway truck. Shall the Town raise and appropriate the sum of {t.truck} for a highway truck with plow, wing and sander, to "
              "replace the ten-wheeler of 2006, and to withdraw what is in the highway equipment fund toward it? The balance is to come from general "
              "taxation. Majority vote required. (Recommended by the Selectboard 3-0.)"),
        ("p", "Article 5. Shall the Town raise and appropriate $5,125 to be added to the fire truck capital reserve fund? Majority vote required. "
              "(Recommended 3-0.)"),
        ("p", "Article 6. Shall the Town raise and appropriate $2,675 for the mowing of the outlying cemeteries, which are many in number and none of them "
              "flat? (Recommended 3-0.)"),
        ("p", "Article 7. Shall the Town raise and appropriate $1,385 for the visiting nurses, $865 for the food pantry and $435 for the boys and girls "
              "ball field? (By petition. Recommended 3-0.)"),
        ("p", "Article 8. Shall the Town discontinue absolutely the last stretch of Old Sheep Pasture Road, from the bar-way to nowhere? (By petition. Not "
              "recommended, 1-2.)"),
        ("p", "Article 9. Shall the Town vote to raise the income limit of the elderly exemption, as set out in full on the ballot and at the clerk's "
              "window? (Recommended 3-0.)"),
        ("p", "Article 10. To transact any other business that may legally come before the meeting, such as the reading of the resolution for the late Mrs. "
              "Tasker."),
        ("p", f"Given under our hands and seal, January 29, {t.year}. {t.chair}, {t.member2}, {t.member3}, Selectboard of {t.town}. A true copy, attest: "
              f"{t.clerk}, Town Clerk. Posted at the Town Hall, the store and the Grange. Samples of the ballot are at the window. Absentee ballots to be in "
              "by five on the day before."),
    ])


def results(t):
    s = said(t)
    most = max(910, *(int(getattr(t, f"{name}_yes")) + int(getattr(t, f"{name}_no")) for name in ("budget", "lease", "truck")))
    return Paper(f"results_march_{t.year}.html", [
        ("h1", f"Town of {t.town} - Results of Town Meeting"),
        ("p", f"Voted by ballot {vote_day(t)}. Counted by hand, finished 11:40 pm, twice counted where close. Ballots cast: {most + 23:,}. Many people did "
              "not mark every article, so the counts do not add up to that."),
        ("h2", "Articles"),
        ("p", "Article 1. Officers. See the list at the Town Hall. The hog reeve was elected by write-in and has accepted."),
        ("p", f"Article 2. {s['budget_failed']}. The default budget of {t.default_budget} stands for the year. The Selectboard does not plan to call a "
              "special meeting."),
        ("p", f"Article 3. {s['lease_failed']}. {s['no_lease']}. The question was {t.lease_place} and {t.lease_use}, the Selectboard takes the vote as the "
              "answer."),
        ("p", f"Article 4. Highway truck PASSED, Yes {t.truck_yes}, No {t.truck_no}. Sum voted: {t.truck}. Delivery is about a year out."),
        ("p", f"Article 5. Fire truck reserve passed, Yes {count(t, 701)}, No {count(t, 188)}."),
        ("p", f"Article 6. Cemetery mowing passed, Yes {count(t, 733)}, No {count(t, 121)}."),
        ("p", f"Article 7. Nurses, pantry and ball field passed, Yes {count(t, 744)}, No {count(t, 142)}."),
        ("p", f"Article 8. Old Sheep Pasture Road failed, Yes {count(t, 164)}, No {count(t, 716)}. It stays a road on paper."),
        ("p", f"Article 9. Elderly exemption passed, Yes {count(t, 762)}, No {count(t, 133)}."),
        ("p", "Article 10. Resolution for Mrs. Tasker was read at the deliberative session, all rose."),
        ("p", "What a default budget means: last year's figures with what the law lets us add. No new spending lines. Departments have been asked to hold "
              "back where they can, and the bridge work waits."),
        ("p", "A request for a recount must come to the clerk by the Friday after the vote, in writing, with the deposit the law asks. True record, "
              f"{t.clerk}, Town Clerk, {t.town}, N.H. Thanks to the counters, and to the Ladies Aid for the pie."),
    ])


def ordinance(t):
    return Paper(f"ordinance_7_landing_{t.ordinance_year}.pdf", [
        ("h1", f"Town of {t.town} - Ordinance No. 7"),
        ("p", f"Overnight parking at the Town Landing. Adopted by the Selectboard in {t.ordinance_year} under its power over town ways and town land, after "
              "a hearing."),
        ("p", "Sec. 1. Why. Campers and trailers are left at the Landing for days, residents can not get to the water, and the Town ends up with what they "
              "leave. This is to stop it."),
        ("p", "Sec. 2. What is meant. \"Landing\" is the gravel lot, the ramp and the strip of grass down to the water. \"Overnight\" is from ten in the "
              "evening until five in the morning. \"Vehicle\" is anything with wheels that goes on a road, trailers too, hitched or not."),
        ("p", "Sec. 3. Rule. No vehicle shall be parked at the Landing overnight, whether or not anybody is in it."),
        ("p", "Sec. 4. Who may. The Fire Department, the police, people with a written pass from the Selectboard for an event, and smelt fishermen, while "
              "the smelt are running."),
        ("p", f"Sec. 5. Fines. For a first offense of parking overnight at the Landing the fine is {t.fine_old}. For each further offense in the same "
              f"calendar year the fine is {spare(t, 176)}."),
        ("p", "Sec. 6. Towing. A vehicle that is in the way of the ramp may be towed, the owner pays the wrecker direct and the Town takes no part in that."),
        ("p", "Sec. 7. Notice. The road agent shall put up a board at the entrance with the rule on it, in letters that a person can read from a truck."),
        ("p", "Sec. 8. Who enforces. The police. A ticket may be left under the wiper. Fines are paid at the clerk's window by the Tuesday after next, else "
              "it goes to the district court."),
        ("p", "Sec. 9. Other rules. This does not change the winter parking ban on the roads, which has an ordinance of its own. If one section is void "
              "then the rest stays."),
        ("p", f"In force on posting. Attest: the Town Clerk of {t.town}. Posted at the Town Hall and the store."),
    ])


def amendment(t):
    return Paper(f"ordinance_7_amended_{t.last_year}.txt", [
        ("h1", f"Town of {t.town} - Amendment to Ordinance No. 7"),
        ("p", f"Overnight parking at the Town Landing. Amendment adopted by the Selectboard in {t.last_year}, following a hearing at which nobody spoke but "
              "a man from away who had got a ticket."),
        ("p", f"1. Section 5 (Fines) of the ordinance of {t.ordinance_year} is struck out and this is put in its place:"),
        ("p", f"Sec. 5. Fines. For a first offense of parking overnight at the Landing the fine is now {t.fine_new}. For a second offense in the same "
              f"calendar year the fine is {t.fine_second}. On a third the vehicle is towed besides."),
        ("p", f"2. The former first-offense fine of {t.fine_old} no longer applies. Tickets written before the amendment are paid at the old figure."),
        ("p", "3. In Section 4 the words \"and smelt fishermen, while the smelt are running\" stay as they are. There was a motion to strike them and it "
              "got no second."),
        ("p", "4. All other sections are as before."),
        ("p", f"Why: the former fine was less than a night at the campground, so it did not stop anyone. In force on posting. Typed by {t.clerk}, Town "
              f"Clerk, Town of {t.town}. Two copies on the board, one in the drawer."),
    ])


def library(t):
    return Paper("library.html", [
        ("h1", f"{t.town} Free Library"),
        ("p", f"Town of {t.town}, N.H. 3 Church Street, the brick one next to the Grange. Tel. 701-0155."),
        ("p", f"Librarian: {t.librarian}. Aide: Mrs. Goss, afternoons. Trustees meet the third Wednesday, in the back room."),
        ("h2", "Hours"),
        ("li", dots("Monday through Friday", t.library_weekday, 50)),
        ("li", dots("Saturday", t.library_saturday, 50)),
        ("li", "Closed Sundays"),
        ("p", "Wi-fi reaches the bench outside and the first two parking places, day and night. You need no password."),
        ("h2", "Cards and loans"),
        ("p", "A card is free for residents and for anybody who goes to school here. Books go out for three weeks, films for one. There are no late fines, "
              "but we do remember who you are. What we do not have we can get by the state van, comes Tuesdays and Fridays."),
        ("h2", "Going on"),
        ("li", "Story hour, Wednesday mornings in the school year, for the ones who do not go to school yet. Mittens to be dried on the radiator."),
        ("li", "Quilters, first and third Monday afternoon. Bring your own thread."),
        ("li", "Old photographs. We are scanning the Emmons glass plates. If you know any of the faces please come in and say so."),
        ("li", "Snowshoes, a telescope and a cider press go out on a card like a book does. The press must come back clean."),
        ("li", "Tax forms are in the rack by the door until the middle of April."),
        ("p", f"Gifts of books: ask {t.librarian} first, we are full up on encyclopedias. Page is kept by the library, not by the Town office."),
    ])


def dump(t):
    return Paper("dump.md", [
        ("h1", f"{t.town} Town Dump"),
        ("p", f"Town of {t.town}, end of Gravel Bank Road. Attendant: Bud Tarbell Jr. No phone at the dump, call the Town Hall at 701-0142."),
        ("h2", "Open"),
        ("li", f"Saturday, {t.dump_saturday}"),
        ("li", "Wednesday, 1 to 5 in the afternoon, from May through September only"),
        ("li", "No other days. Do not leave bags at the gate, the bears find them and Bud has to pick it up."),
        ("h2", "What goes where"),
        ("li", "Household trash in the compactor. Sticker must be on the windshield, not in the glove box."),
        ("li", "Glass, cans and No. 1 and 2 plastic in the bins. Rinse them out."),
        ("li", "Cardboard flat. Newspaper tied, if you still get one."),
        ("li", "Brush and clean wood on the burn pile, nothing with paint on it."),
        ("li", "Refrigerators, mattresses and tires: stop at the shack and pay before you unload. What they cost is on the fee list."),
        ("li", "Leftover paint, oil and poison: county collection day, first Saturday in October, not here."),
        ("li", "Swap shed: take what you want, leave what works. No televisions, no cribs."),
        ("p", "Stickers are sold at the Town Clerk's window, Tues. 9 to 2 and Thurs. 3 to 7. On Saturdays in January the attendant has some too. "
              "Contractors must use a hauler. The Town reserves the right to look in the bags, and has."),
        ("p", f"Dump rules adopted by the Selectboard. Last typed June 3, {t.year}."),
    ])


def mail(t):
    s = said(t)
    host = f"{t.town.lower()}townhall.example"
    return Paper("re_dump_sticker.eml", [
        ("h1", "Re: dump sticker"),
        ("p", f"Dear {t.mail_writer},"),
        ("p", f"No, that is not right, I do not know where they got it. The dump sticker is {t.sticker} for the first vehicle, and it has been that since "
              f"{t.fees_from}. If you have a second truck ask me for the household price, it is much less."),
        ("p", "Bring the plate number and cash or a check, we still do not have a card machine. If Tuesday and Thursday do not work for you put the check "
              "through the slot with a stamped envelope and I will mail it out. I could not tell from your mail which vehicle it is for, the Subaru is "
              "still in your mother's name on my list, we had better fix that while you are here."),
        ("p", f"{t.clerk}"),
        ("p", f"Town Clerk & Tax Collector (part-time), Town of {t.town}, 14 Church Street. Tel. 701-0142. Tues. 9-2, Thurs. 3-7. E-mail is read on those "
              "days only."),
        ("p", f"On Monday {t.mail_writer} wrote:"),
        ("p", f"> Hello, {s['mail_claim']}. Is that so?? It seems like a lot of money for throwing things away."),
        ("p", "> Also can I still get it on Saturday from Bud or do I have to come down to the office. I am at work when you are open. And is there a list "
              "of the fees someplace that is not on the wall. Thank you"),
        ("p", f"> {t.mail_writer}, Cobble Hill"),
    ], sender=f"{t.clerk} <clerk@{host}>", to=f"{t.mail_writer} <{t.mail_writer_last.lower()}@hillmail.example>",
        date=format_datetime(datetime(int(t.year), 1, 16, 9, 12, tzinfo=timezone(timedelta(hours=-5)))))


def papers(t):
    pages = (fees, old_fees, winter, spring, late, zoning, declaration, taxes, budget, warrant, results, ordinance, amendment, library, dump, mail)
    return [page(t) for page in pages]


def article(t):
    place = f"the {t.structure} at {t.site}"
    return "\n\n".join([
        f"Town knew {t.structure} was failing before visitor was hurt",
        f"By {t.reporter}, Upland Sentinel, July 30, {t.year}",
        f"{t.town.upper()} - {t.injured} of {t.lake_town} was hurt on {t.injury_day} on {place} when a {t.part} gave way without a sound, according to two "
        f"people who were there. {t.injured_last} was taken to the hospital with a broken leg and a broken wrist and was still there on Monday.",
        f"\"It went just like that, and then there was shouting,\" said {t.relative}, a relative of {t.injured_last}, who had stood a few steps behind. "
        f"\"If anybody had told us what they knew, we would never have set foot on it,\" {t.relative_last} said.",
        f"What the town knew is in its own minutes. In February the building inspector, {t.inspector}, told the selectboard that the {t.supports} were "
        f"failing, and {t.insurer}, the town's insurer, asked in a letter that the {t.structure} be closed or repaired. A motion to close it failed. In "
        "April, with two quotes on the table, the board put off the repair until the fall and voted instead for signs that read \"Use at your own risk.\" "
        f"The town also has no building permit on record for the {t.structure}, which volunteers built in {t.built_year}.",
        f"The town administrator, {t.administrator}, declined to comment on Monday and referred questions to the town's attorney. "
        f"The family has hired a lawyer, {t.relative_last} said, but no claim against the town has been filed.",
    ])

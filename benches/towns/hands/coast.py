"""A seacoast town with a professional office: minutes in the passive and in legal phrasing, numbered in Roman numerals."""
from datetime import date, datetime, timedelta, timezone
from email.utils import format_datetime

from paper import Paper

MEN = set("Dale Keith Everett Howard Oskar Marcus Victor Silas Theodore Arlo Clyde Rupert Felix Walter Graham Ezra Amos Hugh Otto".split())
ZBA_DATES = ("May 15", "June 19", "August 28", "September 25")
ZBA_PANEL = "Edmund Sewall, Chair; Marjorie Goss, Vice Chair; Philip Averill; Rosalind Ladd; Stanley Mudgett"


def man(t, role):
    return getattr(t, role).split()[0] in MEN


def mr(t, role):
    return f"{'Mr.' if man(t, role) else 'Ms.'} {getattr(t, role + '_last')}"


def he(t, role):
    return "he" if man(t, role) else "she"


def his(t, role):
    return "his" if man(t, role) else "her"


def web(t):
    return f"www.{t.town.lower()}-nh.example"


def election_day(t):
    """The second Tuesday of March."""
    first = date(int(t.year), 3, 1)
    return f"March {1 + (1 - first.weekday()) % 7 + 7}, {t.year}"


def hearing_dates(t):
    """The case numbers are serial, so the hearings follow their order."""
    cases = sorted((t.case_variance, t.case_exception, t.case_drift, t.case_continued))
    return {case: f"{day}, {t.year}" for case, day in zip(cases, ZBA_DATES)}


def others(t, low):
    """Whole sums from `low` up that are no fee, rate or fine of the town."""
    taken = {value for value in t.values.values() if isinstance(value, str)}
    return (f"${sum_}" for sum_ in range(low, 10_000) if f"${sum_}" not in taken)


def number(value):
    return int(value.strip("$").replace(",", ""))


def money(value):
    return f"${value:,}"


def said(t):
    """The clauses that carry a fact, as the papers print them."""
    three = "it was VOTED, 3 to 0,"
    return {
        # Winter.
        "warning": f"the {t.supports} carrying the {t.structure} were badly deteriorated and failing, and the railing was loose",
        "unfit": f"the {t.structure} ought not to be used by the public in its present condition",
        "no_permit": f"no building permit had ever been applied for or issued for the {t.structure} when it was built in {t.built_year}",
        "insurer": f"{t.insurer} requested that the {t.structure} be closed to the public or repaired within {t.insurer_days}",
        "close_failed": f"the motion to close the {t.structure} FAILED by a vote of 1 to 2",
        "winter_minutes": f"{three} to accept the minutes of the meeting of January 22, {t.year} as corrected",
        "winter_meters": f"{three} to extend the hours of the beach parking meters to 8:00 p.m. from Memorial Day to Labor Day",
        "winter_appointed": f"{three} to appoint Harriet Emmons to the Conservation Commission",
        "winter_gift": f"{three} to accept with thanks the gift of $1,850 from the Harbor Improvement Society",
        "winter_adjourned": f"{three} to adjourn at 9:07 p.m.",
        # Spring.
        "spring_minutes": f"{three} to accept the minutes of the last meeting, held March 27, {t.year}, as printed",
        "warner_unsafe": f"the {t.structure} at {t.site} is unsafe",
        "warner_part": f"a {t.part} of the {t.structure} moves whenever weight is put upon it",
        "cruiser": f"{three} to purchase a police cruiser from {t.cruiser_dealer} for the sum of {t.cruiser}",
        "tabled": f"it was VOTED, 2 to 1, to table the repair of the {t.structure} until {t.repair_until}",
        "signs_first": f"that {t.signs_moved} signs reading \"Use at your own risk\" be put up at the {t.structure}",
        "signs_reduced": f"{three} to amend the motion by reducing the number of signs to {t.signs_voted}",
        "signs_amended": f"the main motion as amended, for {t.signs_voted} signs, was ADOPTED, 3 to 0",
        "lights_failed": f"the motion to accept the LED street light offer of {t.lights_offer} FAILED by a vote of 1 to 2",
        "matter_tabled": f"{three} to table the draft {t.tabled_matter} to {t.tabled_until}",
        "spring_adjourned": f"{three} to adjourn at 8:52 p.m.",
        # Late.
        "late_minutes": f"{three} to accept the minutes of the meeting of July 1, {t.year}, as printed",
        "closed": f"{three} to close the {t.structure} to the public, effective immediately and until further vote of the Board",
        "no_file": f"the file of the Building Department contains no permit of any kind for the {t.structure}",
        "engineer": f"it was VOTED, 2 to 1, to engage {t.engineer} for a fee of {t.engineer_fee}",
        "engineer_against": f"{t.member3} voted against the engagement of {t.engineer}",
        "late_paving": f"{three} to award the paving of Atlantic Avenue to Tidewater Aggregates in the sum of $88,412",
        "late_resigned": f"{three} to accept with regret the resignation of Cynthia Towle as Recreation Director",
        "late_adjourned": f"{three} to adjourn at 8:31 p.m.",
        # Zoning.
        "variance_granted": f"the variance requested by {t.variance_owner} was GRANTED by a vote of 4 to 1",
        "exception_denied": f"the application of {t.exception_owner} for a special exception was DENIED by a vote of 5 to 0",
        "exception_why": f"the traffic and the noise that {t.exception_use} would bring to a narrow residential street",
        "exception_why_values": "would be injurious to the neighborhood and would diminish the enjoyment of the abutting homes",
        "drift_negligent": f"{mr(t, 'drift_neighbor')} contended that {mr(t, 'drift_owner')} had been negligent in the upkeep of the {t.drift_thing}",
        "drift_duty": f"that {mr(t, 'drift_owner')} owed a duty to the abutting land and is liable for its loss",
        "drift_damages": f"demanded of {mr(t, 'drift_owner')} damages in the sum of {t.drift_sum} for the ruined {t.drift_harmed}",
        "drift_court": "Who is liable between neighbors, and for what damages, is not a question for this Board to decide",
        "continued": f"the hearing in Case No. {t.case_continued} was CONTINUED to {t.continued_until}",
        # The association.
        "rent": f"No Unit shall be leased for an initial term of less than {t.rent_months}",
        "pet": f"one dog, the weight of which at maturity shall not exceed {t.pet_pounds}",
        "fence": f"no fence shall exceed {t.fence_height} in height",
        "fence_approval": "no fence shall be erected without the prior written approval of the Board of Directors",
        "assessment": f"No special assessment in excess of {t.assessment_limit} shall be levied without a vote of the Owners",
        "ac_pays": "Each Owner shall maintain, repair and replace, at the Owner's own cost, the heating and air-conditioning equipment that serves "
                   "the Unit alone",
        "ac_trap": "No window air conditioner shall be visible from the street or audible in another Unit between 10:00 p.m. and 7:00 a.m.",
        # Taxes, the town meeting, the mail.
        "cause_school": f"the budget of the school district rose by {t.school_increase}",
        "cause_insurance": f"the cost of health insurance for the employees of the Town rose by {t.insurance_percent}",
        "budget_failed": f"Article 4, the operating budget of {t.operating_budget}, was DEFEATED: Yes {t.budget_yes}, No {t.budget_no}",
        "lease_failed": f"Article 6, the lease of {t.lease_place} to {t.lease_company}, FAILED: Yes {t.lease_yes}, No {t.lease_no}",
        "no_lease": f"no lease with {t.lease_company} has been executed by the Town, and none will be",
        "mail_claim": f"somebody at the post office told me that the transfer station sticker costs {t.mail_wrong} now",
    }


def marks(t):
    s = said(t)
    one = lambda *names: [s[name] for name in names]
    return {
        "warning": one("warning", "unfit"),
        "insurer": one("insurer"),
        "close_failed": one("close_failed"),
        "tabled": one("tabled"),
        "no_permit": one("no_permit", "no_file"),
        "closed": one("closed"),
        "engineer_against": one("engineer_against"),
        "signs_first": one("signs_first"),
        "signs_amended": one("signs_reduced", "signs_amended"),
        "lights_failed": one("lights_failed"),
        "matter_tabled": one("matter_tabled"),
        "spring_votes": one("spring_minutes", "cruiser", "tabled", "signs_reduced", "signs_amended", "lights_failed", "matter_tabled",
                            "spring_adjourned"),
        "other_votes": one("close_failed", "winter_minutes", "winter_meters", "winter_appointed", "winter_gift", "winter_adjourned", "late_minutes",
                           "closed", "engineer", "late_paving", "late_resigned", "late_adjourned"),
        "warner_said": one("warner_unsafe", "warner_part"),
        "drift_words": one("drift_negligent", "drift_duty", "drift_damages", "drift_court"),
        "variance_granted": one("variance_granted"),
        "exception_denied": one("exception_denied"),
        "exception_why": one("exception_why", "exception_why_values"),
        "continued": one("continued"),
        "rent": one("rent"),
        "pet": one("pet"),
        "fence": one("fence", "fence_approval"),
        "assessment": one("assessment"),
        "ac_pays": one("ac_pays"),
        "ac_trap": one("ac_trap"),
        "cause_school": one("cause_school"),
        "cause_insurance": one("cause_insurance"),
        "budget_failed": one("budget_failed"),
        "lease_failed": one("lease_failed"),
        "no_lease": one("no_lease"),
        "mail_claim": one("mail_claim"),
    }


def letterhead(t, office):
    return [("h1", f"Town of {t.town}, New Hampshire"), ("p", f"{office} | Town Hall, 14 Harbor Street | Tel. 555-0142 | {web(t)}")]


def fees(t):
    return [
        *letterhead(t, "Office of the Select Board"),
        ("h1", "Schedule of Fees"),
        ("p", f"Adopted by the Select Board pursuant to RSA 41:9-a, after public hearing duly noticed and held October 30, {t.last_year}. Effective "
              f"{t.fees_from}. All prior schedules, including the schedule effective {t.old_fees_from}, are hereby superseded."),
        ("h2", "Department of Public Works: Transfer Station"),
        ("table", [
            ["Item", "Fee"],
            ["Resident sticker, first vehicle of a household", t.sticker],
            ["Resident sticker, each further vehicle of the same household", t.second_sticker],
            ["Nonresident sticker (seasonal tenants and owners of land)", t.nonresident_sticker],
            ["Replacement of a lost sticker, old sticker not surrendered", "$2"],
            ["Refrigerator, freezer or dehumidifier, each", t.refrigerator],
            ["Mattress, any size, each", t.mattress],
            ["Passenger tire, off the rim, each", "$3"],
            ["Television or monitor, each", "$9"],
            ["Household trash and recyclables, with a valid sticker", "no charge"],
        ]),
        ("p", "Stickers are issued at the Town Hall and at the gatehouse upon presentation of a current motor vehicle registration. Checks are to be "
              f"made payable to \"Town of {t.town}\". Commercial haulers are licensed separately."),
        ("h2", "Town Clerk"),
        ("table", [
            ["Item", "Fee"],
            ["Dog license, spayed or neutered dog", t.dog_altered],
            ["Dog license, dog not spayed or neutered", t.dog_intact],
            ["Dog license, owner aged 65 or over (first dog only)", "$2"],
            ["Copies of public records, per page", t.copies],
            ["Electronic records, where no paper copy is made", "no charge"],
            ["Vital records and marriage licenses", "as set by the State"],
        ]),
        ("h2", "Recreation Department"),
        ("table", [
            ["Item", "Fee"],
            ["Gull Ledge Beach, season pass, resident", t.beach_resident],
            ["Gull Ledge Beach, season pass, nonresident", t.beach_nonresident],
            ["Boat rack at the landing (kayak, canoe or dinghy), per season", t.boat_rack],
            ["Metered parking, Ocean Boulevard lot, per hour", "$3"],
            ["Sailing lessons, resident child, per session", "$124"],
        ]),
        ("p", "Beach passes are to be affixed to the lower left of the windshield. Racks are assigned by lot on the first working day of May; an "
              "unclaimed rack is reassigned on June 15."),
        ("h2", "Town Hall"),
        ("table", [
            ["Item", "Fee"],
            ["Rental of the Great Hall, per day or part of a day", t.hall_rental],
            ["Refundable damage deposit for the Great Hall", "$500"],
            ["Town committees and boards", "no charge"],
        ]),
        ("h2", "Building and Land Use"),
        ("table", [
            ["Item", "Fee"],
            ["Building permit, per $1,000 of estimated cost", "$9"],
            ["Demolition permit", "$122"],
            ["Application to the Zoning Board of Adjustment", "$425"],
            ["Notice to abutters, each", "actual postage"],
        ]),
        ("h2", "Harbormaster"),
        ("table", [
            ["Item", "Fee"],
            ["Mooring permit, resident, per foot of vessel", "$3"],
            ["Place on the mooring waiting list, per annum", "$1"],
        ]),
        ("p", f"By order of the Select Board: {t.chair}, Chair; {t.member2}; {t.member3}. Attest: {t.clerk}, Town Clerk."),
        ("p", f"Schedule of Fees, Town of {t.town}, rev. {t.last_year}-10, page 2 of 2"),
    ]


def old_fees(t):
    low, mid, high = others(t, 12), others(t, 20), others(t, 61)
    year = t.old_fees_from.split()[-1]
    return [
        *letterhead(t, "Office of the Select Board"),
        ("h1", "Schedule of Fees"),
        ("p", f"Effective {t.old_fees_from}. Adopted after public hearing held October 28, {int(year) - 1}. To remain in effect until superseded by "
              "further vote of the Select Board."),
        ("h2", "Department of Public Works: Transfer Station"),
        ("table", [
            ["Item", "Fee"],
            ["Resident sticker, first vehicle of a household", t.old_sticker],
            ["Resident sticker, each further vehicle of the same household", t.old_second_sticker],
            ["Nonresident sticker", "$59"],
            ["Refrigerator or freezer, each", "$9"],
            ["Mattress, any size, each", next(mid)],
            ["Passenger tire, each", "$1"],
        ]),
        ("h2", "Town Clerk"),
        ("table", [
            ["Item", "Fee"],
            ["Dog license, spayed or neutered dog", "$3"],
            ["Copies of public records, per page", "$0.75"],
        ]),
        ("h2", "Recreation Department"),
        ("table", [
            ["Item", "Fee"],
            ["Gull Ledge Beach, season pass, resident", next(low)],
            ["Gull Ledge Beach, season pass, nonresident", next(high)],
            ["Boat rack at the landing, per season", "$183"],
        ]),
        ("h2", "Town Hall"),
        ("table", [["Item", "Fee"], ["Rental of the Great Hall, per day", "$244"], ["Refundable damage deposit", "$400"]]),
        ("p", "Fees are payable in advance by cash or check. No refund will be made of a sticker or of a beach pass once issued. Questions regarding "
              "this schedule are to be directed to the Town Clerk, Monday through Thursday."),
        ("p", f"Attest: {t.clerk}, Town Clerk. Schedule of Fees, Town of {t.town}, {year} edition, page 1 of 1"),
    ]


def opening(t, day, others_present):
    return [
        *letterhead(t, "Select Board"),
        ("h1", f"Minutes of the Select Board, Regular Meeting of {day}"),
        ("p", "Notice of this meeting was duly posted at the Town Hall and at the Library in accordance with RSA 91-A."),
        ("p", f"PRESENT: {t.chair}, Chair; {t.member2}; {t.member3}, being the full Board. ALSO PRESENT: {t.administrator}, Town Administrator; "
              f"{others_present}; Nathaniel Plaisted, Recording Secretary. ABSENT: None."),
    ]


def closing(t, day):
    return [
        ("p", "Respectfully submitted, Nathaniel Plaisted, Recording Secretary."),
        ("p", f"A true record, attest: {t.clerk}, Town Clerk. Minutes are in draft form until accepted by vote of the Board."),
        ("p", f"Town of {t.town}, Select Board, {day}, page 4 of 4"),
    ]


def winter(t):
    s = said(t)
    chair, second, third, inspector = mr(t, "chair"), mr(t, "member2"), mr(t, "member3"), mr(t, "inspector")
    return [
        *opening(t, t.winter, f"{t.inspector}, Building Inspector; {t.clerk}, Town Clerk"),
        ("h2", "I. Call to Order"),
        ("p", f"The meeting was called to order by the Chair at 6:30 p.m. in the Great Hall, and the Pledge of Allegiance was recited. It was "
              "announced that the proceedings were being recorded by Seacoast Community Television. Those wishing to be heard were requested to sign "
              "the sheet at the door and to state name and address for the record."),
        ("h2", "II. Acceptance of Minutes"),
        ("p", f"The spelling of \"Averill\" on the second page having been corrected, upon motion duly made by {third} and seconded by {second}, "
              f"{s['winter_minutes']}."),
        ("h2", "III. Payroll and Accounts Payable"),
        ("p", f"The manifests for the period were reviewed and signed out of meeting. It was reported by {mr(t, 'administrator')} that expenditures "
              "for winter sand and salt stood at $70,218 as of the close of the prior week, and that a further load had been ordered from the "
              "terminal. The annual audit is to commence on or about the first of March."),
        ("h2", "IV. Public Hearing: Beach Parking Meters"),
        ("p", "The hearing was opened at 6:41 p.m. The proposal before the Board was that the meters on Ocean Boulevard, which are presently in "
              "force until 6:00 p.m., be enforced in the evening during the summer season. The reading of the full notice was waived."),
        ("p", "Wilhelmina Corliss, of 22 Ocean Boulevard, spoke in favor and stated that the lot is filled by seven o'clock by patrons of the "
              "restaurants and that residents are unable to find a space after supper. Bartholomew Towle, proprietor of the Sandpiper Grille, spoke "
              "in opposition and stated that his trade would suffer and that his dishwashers could not be expected to feed a meter. Mrs. Loretta "
              "Hobart, of 6 Lighthouse Lane, inquired whether the revenue would be reserved for the beach; she was answered that it is recieved into "
              "the general fund. A letter in favor from the Gull Ledge Neighbors was read into the record. The hearing was closed at 7:02 p.m."),
        ("p", f"Upon motion duly made by {second} and seconded by {chair}, {s['winter_meters']}. The Department of Public Works was directed to "
              "order new decals for the meters."),
        ("h2", "V. Report of the Building Inspector"),
        ("p", f"A report upon the {t.structure} at {t.site}, off {t.road}, was presented by {t.inspector}, who had visited the site on the Monday "
              f"preceding at the request of the Town Administrator. It was the opinion of {inspector} that {s['warning']}. Photographs were passed "
              f"among the members. It was further stated by {inspector} that {s['unfit']}, and that the matter was not one of appearance but of safety."),
        ("p", f"In answer to a question of {third} regarding the original plans, it was stated by {inspector} that {s['no_permit']}, that no "
              "drawings had been located, and that the work appeared to have been done by volunteers and by summer help of the Recreation "
              f"Department. The inspector added that {he(t, 'inspector')} would furnish a written report for the file."),
        ("p", f"There was then read by the Town Administrator a letter of the Town's property and liability carrier, dated January 29, {t.year}, in "
              f"which {s['insurer']} of the date of the letter, and reserved its position as to coverage should neither be done. Copies were ordered "
              "to be placed in the correspondence binder."),
        ("p", f"Discussion ensued. It was the view of {second} that the {t.structure} is much used by families and by visitors, and that a closing "
              f"on the strength of one inspection would be premature. {third} concurred and asked whether the highway crew might not look to the "
              f"worst places. It was the view of {chair} that the Board, being now on notice, could not in good conscience leave it open."),
        ("p", f"A motion was made by {chair} to close the {t.structure} to the public until repaired. The gavel having been passed, the motion was "
              f"seconded by {third} for purposes of discussion. Upon the question being put, {s['close_failed']}, {chair} voting in the affirmative "
              f"and {second} "
              f"and {third} voting in the negative. The Town Administrator was requested to obtain quotations for the repair for a later meeting."),
        ("p", f"Town of {t.town}, Select Board, {t.winter}, page 3 of 4"),
        ("h2", "VI. Appointments"),
        ("p", f"A letter of interest having been received, upon motion duly made by {chair} and seconded by {second}, {s['winter_appointed']} for "
              f"the remainder of an unexpired term ending March 31, {t.next_year}. There being no applicants for the vacancy on the Cemetery "
              "Committee, that matter was passed over."),
        ("h2", "VII. Gifts"),
        ("p", f"Upon motion duly made by {third} and seconded by {second}, {s['winter_gift']}, to be applied to benches along the sea wall walk."),
        ("h2", "VIII. Report of the Town Administrator"),
        ("p", f"It was reported by {mr(t, 'administrator')} that the warrant for the annual meeting has been signed and posted; that the State has "
              "scheduled the resurfacing of Route 1-C for the fall; that the generator at the pump station on Atlantic Avenue failed its weekly test "
              "and is under warranty; and that an intern from the university will assist with the digitizing of the assessing cards. Members were "
              "reminded that statements of interest are due at the Clerk's office."),
        ("h2", "IX. Communications"),
        ("p", "A letter from the Department of Transportation regarding the width of the shoulder at Pound Road was noted and filed. A petition of "
              "residents of Wentworth Street for a crosswalk was referred to the Traffic Safety Committee, which is to report within a month."),
        ("h2", "X. Adjournment"),
        ("p", f"There being no further business to come before the Board, upon motion duly made by {second} and seconded by {third}, "
              f"{s['winter_adjourned']}"),
        *closing(t, t.winter),
    ]


def spring(t):
    s = said(t)
    chair, second, third = mr(t, "chair"), mr(t, "member2"), mr(t, "member3")
    return [
        *opening(t, t.spring, f"{t.chief}, Chief of Police; {t.fire_chief}, Fire Chief; {t.clerk}, Town Clerk"),
        ("h2", "I. Call to Order"),
        ("p", "The meeting was called to order by the Chair at 6:30 p.m. in the Great Hall and the Pledge of Allegiance was recited. A moment of "
              "silence was observed in memory of Captain Lemuel Dearborn, for many years Harbormaster."),
        ("h2", "II. Acceptance of Minutes"),
        ("p", f"Upon motion duly made by {second} and seconded by {third}, {s['spring_minutes']}."),
        ("h2", "III. Public Comment"),
        ("p", f"{t.warner}, of 31 Pound Road, was recognized. It was stated by {mr(t, 'warner')} that {s['warner_unsafe']}; that {he(t, 'warner')} "
              f"walks there most mornings; that {s['warner_part']}; and that it would be a matter of time before a person is injured. The Board was "
              f"asked by {mr(t, 'warner')} not to wait for that. The Chair thanked {mr(t, 'warner')} and noted that the matter appears later on the "
              "agenda."),
        ("p", f"{t.commenter}, of 8 Wentworth Street, was recognized and spoke in regard to the hour at which the church carillon is rung on "
              "weekdays, and requested that it not be rung before eight-thirty. It was explained that the bell is not the property of the Town. "
              f"{mr(t, 'commenter')} "
              "further inquired when the street sweeper would reach the lower end of Wentworth Street and was told, within the fortnight."),
        ("h2", "IV. Departmental Reports"),
        ("p", f"POLICE. A request for a replacement cruiser was presented by Chief {t.chief_last}. The present Unit 7 has been driven in excess of "
              "118,000 miles and has been out of service on nineteen days since the first of the year. Bids were solicited from dealers under the "
              f"State contract, and that of {t.cruiser_dealer} was the lowest that met the specification. Upon motion duly made by {third} and "
              f"seconded by {second}, {s['cruiser']}, the sum to be taken from the Police Vehicle Capital Reserve Fund."),
        ("p", f"FIRE. It was reported by Chief {t.fire_chief_last} that the department answered 71 calls in the month of March, of which 44 were "
              "medical; that the annual test of hose has been completed; that brush permits are again required; and that a new tanker driver has "
              "been certified. Residents were reminded to test smoke detectors."),
        ("p", f"TOWN CLERK. It was reported by {mr(t, 'clerk')} that dog licenses expire on the last day of the month, that 97 dogs remain "
              "unlicensed, and that the office will be open until seven o'clock on the final Thursday for the convenience of the public."),
        ("h2", f"V. Repair at {t.site}"),
        ("p", f"It was reported by {mr(t, 'administrator')} that quotations for the repair of the {t.structure} had been invited, and that both of "
              "those received were in order. They are set forth below."),
        ("table", [["Contractor", "Quotation for the repair"], [t.contractor_low, t.quote_low], [t.contractor_high, t.quote_high]]),
        ("p", f"The lower of the quotations is that of {t.contractor_low} in the amount of {t.quote_low}; that of {t.contractor_high} is in the "
              f"amount of {t.quote_high} and includes the removal of debris. It was observed by {second} that, the operating budget having been lost "
              "at the polls, no line is available from which either sum could be paid, and that the matter should be taken up after the summer "
              f"receipts are known. {chair} stated that the inspector and the carrier had both been heard from and that delay was unwise."),
        ("p", f"Upon motion duly made by {second} and seconded by {third}, {s['tabled']}, {chair} voting in the negative."),
        ("p", f"Town of {t.town}, Select Board, {t.spring}, page 2 of 4"),
        ("p", f"A motion was then made by {second} and seconded by {third} {s['signs_first']}. In discussion, the cost of sign blanks having been "
              f"remarked upon, upon motion duly made by {third} and seconded by {chair}, {s['signs_reduced']}. Upon the question being put, "
              f"{s['signs_amended']}. "
              "The Department of Public Works was directed to put them up before Memorial Day. The Chair asked that it be recorded that a sign is no "
              "substitute for a repair."),
        ("h2", "VI. Street Lights"),
        ("p", f"An offer to convert the remaining street lights of the Town to LED fixtures, at a price of {t.lights_offer} after utility rebates, "
              "was presented on behalf of Beacon Line Lighting. Savings were estimated by the vendor at $2,310 in the first year. It was moved by "
              f"{third} "
              f"that the offer be accepted. For want of another, the motion was seconded by the Chair. It was the view of {second} and of {chair} "
              f"that a second vendor ought to be heard. Upon the question being put, {s['lights_failed']}, {third} voting in the affirmative and {second} "
              f"and {chair} voting in the negative."),
        ("h2", f"VII. Draft {t.tabled_matter.title()}"),
        ("p", f"A draft {t.tabled_matter}, prepared by the office from models in use along the coast, was laid before the Board. Questions were "
              "raised regarding the definitions, the schedule of penalties, and the officer who is to enforce them; the comments of Town Counsel "
              f"have not been received. Upon motion duly made by {chair} and seconded by {second}, {s['matter_tabled']}, to allow for review by Counsel."),
        ("h2", "VIII. Report of the Town Administrator"),
        ("p", f"It was reported by {mr(t, 'administrator')} that the State has released the second of its payments under the coastal resilience "
              "grant, in the sum of $94,780; that the elevator inspection is past due; that the seawall stairs at the north end will be "
              "power-washed; and that beach attendants are being hired. Bids for the paving of Atlantic Avenue will be opened in July. It was noted "
              "that the annual yard sale of the Harbor Improvement Society has been moved to the school parking lot."),
        ("p", "An inquiry regarding the disposal of lobster gear left above the high water mark was referred to the Harbormaster, who is to report "
              "upon the number of traps and on the cost of a barge for a day."),
        ("h2", "IX. Communications"),
        ("p", "Notice of a public hearing of the Planning Board upon a subdivision of land at Pound Road was noted. A card of thanks from the fourth "
              "grade for its tour of the Town Hall was read aloud to the evident pleasure of all."),
        ("h2", "X. Adjournment"),
        ("p", f"There being no further business to come before the Board, upon motion duly made by {third} and seconded by {second}, "
              f"{s['spring_adjourned']}"),
        *closing(t, t.spring),
    ]


def late(t):
    s = said(t)
    chair, second, third, inspector = mr(t, "chair"), mr(t, "member2"), mr(t, "member3"), mr(t, "inspector")
    return [
        *opening(t, t.late, f"{t.inspector}, Building Inspector; {t.chief}, Chief of Police"),
        ("h2", "I. Call to Order"),
        ("p", "The meeting was called to order by the Chair at 6:30 p.m. in the Great Hall, some seventy persons being in attendance, and the Pledge "
              "of Allegiance was recited. The exits were pointed out. The public was advised that remarks upon any pending or threatened claim would "
              "not be answered from the table."),
        ("h2", "II. Acceptance of Minutes"),
        ("p", f"Upon motion duly made by {third} and seconded by {second}, {s['late_minutes']}."),
        ("h2", f"III. The {t.structure.title()} at {t.site}"),
        ("p", f"A statement was read by the Chair, to the effect that on {t.injury_day} a visitor was injured at the {t.structure} at {t.site}; that "
              "the sympathy of the Board is extended; that the carrier has been notified; and that no claim had been received as of the hour of the "
              f"meeting. A chain has been placed accross the approach from {t.road} by the Department of Public Works on the order of the Chief of "
              "Police."),
        ("p", f"It was reported by Chief {t.chief_last} that the scene was photographed on the day and that the broken {t.part} has been retained at "
              f"the station. In response to a question of {second}, it was stated by {inspector} that {s['no_file']}, as had been reported earlier "
              f"in the year, and that {his(t, 'inspector')} recommendation is unchanged."),
        ("p", f"Upon motion duly made by {second} and seconded by {chair}, {s['closed']}. The office was directed to have a fence and notices put up "
              "at each approach, and to publish the closing upon the web site."),
        ("h2", "IV. Engagement of an Engineer"),
        ("p", f"A proposal of {t.engineer} to examine the {t.structure}, to report upon its {t.supports}, and to state whether it should be "
              "repaired, rebuilt or removed, was presented by the Town Administrator. The report is to be delivered within seven weeks of a signed "
              f"agreement. It was the view of {third} that the condition is already known and that the money would be better applied to lumber and "
              f"labor. It was answered by {chair} that the carrier will not accept an estimate of a builder in place of an opinion under seal."),
        ("p", f"Upon motion duly made by {chair} and seconded by {second}, {s['engineer']}, the sum to be charged to the contingency line. {chair} "
              f"and {second} voted in favor; {s['engineer_against']}."),
        ("h2", "V. Public Comment"),
        ("p", "Loretta Hobart, of 6 Lighthouse Lane, asked that the minutes of the year be posted in one place upon the web site, as she had been "
              "unable to find those of the winter. Bartholomew Towle, proprietor of the Sandpiper Grille, stated that the meters had, in his "
              "estimation, cost him forty dinners a week, and requested that the hours be looked at again before another season. Edgar Ladd, of "
              "Pound Road, complained of the noise of jet skis inside of the mooring field. The Chair thanked the speakers and reminded those "
              "present of the limit upon remarks."),
        ("p", f"Town of {t.town}, Select Board, {t.late}, page 3 of 4"),
        ("h2", "VI. Paving of Atlantic Avenue"),
        ("p", "Bids were opened on July 2 in the presence of the Road Agent. Bids were received from Tidewater Aggregates, in the sum of $88,412, "
              "and from Pemberton Paving, in the sum of $101,977. The low bidder has done satisfactory work in the Town in past years. The work is "
              f"to be done at night, in September, with a detour by way of Wentworth Street. Upon motion duly made by {third} and seconded by {second}, "
              f"{s['late_paving']}."),
        ("h2", "VII. Resignation"),
        ("p", f"Upon motion duly made by {second} and seconded by {third}, {s['late_resigned']}, effective at the end of the season. The position is "
              "to be advertised. It was remarked by the Chair that attendance at the sailing program doubled during Ms. Towle's tenure."),
        ("h2", "VIII. Report of the Town Administrator"),
        ("p", f"It was reported by {mr(t, 'administrator')} that water tests at Gull Ledge Beach have been within the limits in each week of the "
              "season; that meter receipts through July were $71,306; that the elevator has been certified; that the new generator at the pump "
              "station has run for a full week under load; and that the assessing cards from A through M have been scanned. A vacancy exists for a "
              "part-time dispatcher. The auditors have submitted a draft letter without material findings, which will be placed on the next agenda."),
        ("p", "It was further reported that notice has been received from the State of the replacement of the culvert beneath Route 1-C, that one "
              "lane will be kept open by signal, and that trucks will be diverted. The Traffic Safety Committee recommends the crosswalk at "
              "Wentworth Street, and an order of the Board will be drafted accordingly."),
        ("h2", "IX. Communications"),
        ("p", "A letter from the Conservation Commission in regard to plover fencing was noted and filed. A request from the Rotary Club for use of "
              "the lawn on Labor Day weekend was granted by consent, subject to a certificate of insurance."),
        ("h2", "X. Adjournment"),
        ("p", f"There being no further business to come before the Board, upon motion duly made by {second} and seconded by {third}, "
              f"{s['late_adjourned']}"),
        *closing(t, t.late),
    ]


def notice(t, case, title, owner, place):
    day = hearing_dates(t)[case]
    return [
        *letterhead(t, "Zoning Board of Adjustment"),
        ("h1", f"{title}: Case No. {case}"),
        ("p", f"Applicant: {owner}. Premises: {place}. Date of hearing: {day}. Sitting: {ZBA_PANEL}. Notice to abutters was given by certified mail, "
              "and publication was made in the Tidewater Courier not less than a week before the hearing."),
    ]


def decision_closing(t, case):
    return [
        ("h2", "Rights of Rehearing"),
        ("p", "The Select Board, any party to the action or any person directly affected may apply for a rehearing within thirty (30) days of the "
              "date of the vote, the first day being the day after. The application must set forth fully every ground upon which it is claimed that "
              "the decision is unlawful or unreasonable. No appeal to the Superior Court may be taken without such application."),
        ("p", f"Edmund Sewall, Chair, for the Zoning Board of Adjustment of the Town of {t.town}. Filed with the Town Clerk, {t.clerk}, within "
              f"the time allowed by law. Case No. {case}, page 2 of 2"),
    ]


def variance(t):
    s, owner = said(t), mr(t, "variance_owner")
    return [
        *notice(t, t.case_variance, "Notice of Decision", t.variance_owner, "9 Lighthouse Lane, Tax Map 12, Lot 47, Shoreland Residential District"),
        ("h2", "Request"),
        ("p", f"A variance from Article IV, Section 4.3 of the Zoning Ordinance was requested by {t.variance_owner}, so as to permit a side setback "
              f"of {t.variance_feet} for a mudroom and entry where a setback of thirty (30) feet is required."),
        ("h2", "Findings of Fact"),
        ("li", "The lot was created before the adoption of zoning and is but sixty-one feet wide at the street, so that a conforming addition is "
               "impossible."),
        ("li", f"The neighbor to the east, being nearest to the work, appeared and stated no objection. A letter in opposition was received from the "
               "owner of 11 Lighthouse Lane, who fears the loss of a view of the harbor."),
        ("li", f"It was represented by {owner} that the existing door faces the weather and that the entry floods in a northeaster."),
        ("li", "The addition would not come nearer to the street or to the shore than the dwelling does at present."),
        ("h2", "Conclusions"),
        ("p", "It was found that the variance is not contrary to the public interest, that the spirit of the Ordinance is observed, that substantial "
              "justice is done, that the values of surrounding properties are not diminished, and that literal enforcement would result in "
              "unnecessary hardship by reason of the special conditions of the lot."),
        ("h2", "Decision"),
        ("p", f"Upon motion duly made by Ms. Goss and seconded by Mr. Averill, {s['variance_granted']}, Mr. Mudgett voting in the negative, subject "
              "to the conditions following:"),
        ("li", "Condition (a): Stormwater from the roof of the addition shall be carried to a drywell upon the premises and not toward the abutting lot."),
        ("li", "Condition (b): The addition shall not exceed a single story, and exterior lighting shall be shielded and directed downward."),
        ("p", "It was the view of Mr. Mudgett that a smaller entry could be built upon the street side of the dwelling. The variance shall lapse if "
              "not exercised in the time set by statute."),
        *decision_closing(t, t.case_variance),
    ]


def exception(t):
    s, owner = said(t), mr(t, "exception_owner")
    return [
        *notice(t, t.case_exception, "Notice of Decision", t.exception_owner, "40 Pound Road, Tax Map 7, Lot 19, Rural Residential District"),
        ("h2", "Request"),
        ("p", f"A special exception under Article VI, Section 6.2 of the Zoning Ordinance was requested by {t.exception_owner} for {t.exception_use} "
              "upon land of some eleven acres, with frontage upon Pound Road only."),
        ("h2", "Testimony"),
        ("p", f"It was represented by {owner} that the business would be conducted by members of the household, that a buffer of evergreens would be "
              "planted, and that customers would come by appointment. A plan by Sewell Survey was submitted. The Road Agent reported that Pound Road "
              "is sixteen feet in width without shoulders, and that vehicles cannot pass at the culvert."),
        ("p", "Nine abutters were heard, all in opposition. Concern was expressed regarding the hours of operation, sound carried over the marsh, "
              "headlights, and the safety of children who walk to the school bus. A petition bearing 58 signatures was accepted into the record. No "
              "person other than the applicant spoke in favor."),
        ("h2", "Findings and Reasons"),
        ("p", f"It was found that {s['exception_why']} {s['exception_why_values']}; that no condition proposed to the Board would cure the width of "
              "the road; and that the standards of Section 6.2, paragraphs (b) and (d), are accordingly not met. The remaining standards were not "
              "reached."),
        ("h2", "Decision"),
        ("p", f"Upon motion duly made by Mr. Averill and seconded by Ms. Ladd, and for the reasons stated above, {s['exception_denied']}. A further "
              "application for materially the same use will not be entertained absent a change of circumstances."),
        *decision_closing(t, t.case_exception),
    ]


def drift(t):
    s, owner, neighbor = said(t), mr(t, "drift_owner"), mr(t, "drift_neighbor")
    return [
        *notice(t, t.case_drift, "Notice of Decision", t.drift_owner, "63 Wentworth Street, Tax Map 9, Lot 5, Rural Residential District"),
        ("h2", "Nature of the Appeal"),
        ("p", f"An appeal from an administrative decision was taken by {t.drift_owner} from an order of the Building Inspector, {t.inspector}, by "
              f"which the {t.drift_thing} upon the premises was found to have been installed nearer to the line than Article IV permits and was "
              "ordered to be brought into conformity by the end of the construction season."),
        ("h2", "Testimony of the Appellant"),
        ("p", f"It was contended by {owner} that the {t.drift_thing} stands in the place of older work of the same kind and is therefore a nonconforming use "
              f"protected by law; that the predecessor of the inspector had seen the work and said nothing; and that the order was prompted by a "
              "private quarrel. A photograph of uncertain date was offered."),
        ("h2", "Testimony of the Abutter"),
        ("p", f"{t.drift_neighbor}, of 65 Wentworth Street, was heard as an abutter. It was stated by {neighbor} that the {t.drift_thing} of "
              f"{t.drift_owner} failed in the heavy rains of March and ruined the {t.drift_harmed} upon {his(t, 'drift_neighbor')} land. "
              f"{s['drift_negligent']}, and {s['drift_duty']}. {neighbor} {s['drift_damages']}, and asked that payment be made a condition of any "
              f"decision. The loss was denied by {owner}, who attributed it to the age of the {t.drift_harmed} and to the storm."),
        ("h2", "Findings"),
        ("li", f"The {t.drift_thing} was installed after the adoption of the present setback, and no evidence of a lawful predecessor in the same "
               "place was produced."),
        ("li", "The silence of a former officer does not bar the Town from the enforcement of its Ordinance."),
        ("li", f"{s['drift_court']}. The jurisdiction of the Board extends to the Ordinance alone, and nothing found here is to be taken as a "
               "finding of negligence, or of the want of it, by any person. The parties are left to their remedies at law."),
        ("h2", "Decision"),
        ("p", f"Upon motion duly made by Ms. Ladd and seconded by Ms. Goss, the appeal of {t.drift_owner} was DENIED by a vote of 5 to 0, and the "
              "order of the Building Inspector was affirmed in all respects. The request of the abutter for a condition as to payment was not acted "
              "upon, being outside the authority of the Board."),
        *decision_closing(t, t.case_drift),
    ]


def continued(t):
    s, owner, day = said(t), mr(t, "continued_owner"), hearing_dates(t)[t.case_continued]
    return [
        *notice(t, t.case_continued, "Notice of Continuance", t.continued_owner, "2 Ocean Boulevard, Tax Map 3, Lot 31, Village Business District"),
        ("h2", "Request"),
        ("p", f"A variance from Article V, Section 5.1 was requested by {t.continued_owner}, so as to permit the enlargement of a nonconforming "
              "summer cottage within the tidal buffer. The cottage stands upon a lot of about a tenth of an acre and was last altered before the war."),
        ("h2", "Proceedings"),
        ("p", f"The hearing was opened on {day}. It was represented by {owner} that an elevation certificate and the State wetlands permit have been "
              "applied for and have not issued. It was the sense of the Board that the plan before it does not show the limit of the highest "
              "observable tide, and that a view of the premises should be taken. Abutters at 4 Ocean Boulevard asked that the height of the roof be "
              "shown upon the plan by balloon test or otherwise. No vote upon the merits was taken."),
        ("h2", "Order"),
        ("p", f"Upon motion duly made by Ms. Goss and seconded by Mr. Mudgett, all voting in favor, {s['continued']}, at 7:00 p.m. in the Great "
              f"Hall, with the consent of {owner}. This being an announcement of a time and place certain, no further notice to abutters will be given."),
        ("p", "The applicant is to file, not later than a week before the continued hearing, (i) a revised plan under the stamp of a licensed "
              "surveyor; (ii) the elevation certificate; and (iii) a copy of the State permit or of its denial."),
        ("p", f"Edmund Sewall, Chair, for the Zoning Board of Adjustment of the Town of {t.town}. Filed with the Town Clerk, {t.clerk}. Case No. "
              f"{t.case_continued}, page 1 of 1"),
    ]


def declaration(t):
    s = said(t)
    return [
        ("h1", f"Declaration of {t.association}, a Condominium"),
        ("p", f"Situate in the Town of {t.town}, County of {t.county}, State of New Hampshire. Recorded at the Registry of Deeds, Book 5961, Page 1187."),
        ("p", f"THIS DECLARATION is made by Breakwater Land Company, a New Hampshire corporation with a place of business at 77 Harbor Street, {t.town} "
              "(the \"Declarant\"), for the purpose of submitting the land and buildings described herein to the provisions of the Condominium Act. "
              "The Declarant hereby declares that the property shall be held, conveyed, leased and occupied subject to the covenants set forth "
              "below, which shall run with the land and shall bind all persons having any right, title or interest therein."),
        ("h2", "ARTICLE I. DEFINITIONS"),
        ("p", f"1.1 \"Association\" means the {t.association} Owners Association, of which every Owner is a member by virtue of ownership."),
        ("p", "1.2 \"Board of Directors\" means the body elected by the Owners to manage the affairs of the Association."),
        ("p", "1.3 \"Common Area\" means all of the property other than the Units, and includes the grounds, the roofs, the exterior walls, the "
              "drives and the seawall. \"Limited Common Area\" means that part of the Common Area which is reserved to the use of a particular Unit, "
              "such as a deck or an assigned parking space."),
        ("p", "1.4 \"Owner\" means the holder of record of the title to a Unit, and does not include a mortgagee not in possession."),
        ("h2", "ARTICLE II. THE UNITS"),
        ("p", "2.1 The Units, their area in square feet, and the share of each in the Common Area and in the common expenses are as follows:"),
        ("table", [["Unit", "Square feet", "Share"], *([unit, feet, share] for unit, feet, share in t.units)]),
        ("p", "2.2 The boundaries of each Unit are the unfinished interior surfaces of its perimeter walls, floors and ceilings. Windows and "
              "exterior doors belong to the Unit, save that their outward appearance shall not be altered without consent."),
        ("p", "2.3 The shares set forth in Section 2.1 shall not be altered except by an amendment executed by every Owner whose share is affected, "
              "and by the holder of any mortgage upon the Unit."),
        ("h2", "ARTICLE III. MAINTENANCE AND REPAIR"),
        ("p", "3.1 The Association shall maintain, repair and replace the Common Area, and shall plow the drives whenever snow has fallen to such "
              "depth as to hinder passage. The expense shall be borne in common."),
        ("p", f"3.2 {s['ac_pays']}, wherever such equipment may be located, together with the plumbing and wiring within the Unit."),
        ("p", f"3.3 {s['ac_trap']} Portable generators shall not be operated upon a deck."),
        ("p", "3.4 Should an Owner fail to keep a Unit in repair to the detriment of another, the Association may, after notice in writing, enter "
              "and perform the work and charge the expense thereof to the Owner."),
        ("p", "3.5 Decks assigned to a Unit shall be swept and kept free of ice by the Owner. Painting, staining and structural repair of decks is "
              "the duty of the Association."),
        ("h2", "ARTICLE IV. USE AND OCCUPANCY"),
        ("p", f"4.1 Leasing. {s['rent']}, and every lease shall be in writing and shall be subject to this Declaration. A copy shall be furnished to "
              "the Board of Directors before occupancy. No Unit shall be offered for transient or hotel purposes, nor advertised upon any service "
              "for that purpose."),
        ("p", f"4.2 Animals. An Owner may keep {s['pet']}, or a cat, but not both. Dogs shall be leashed within the Common Area and waste shall be "
              "removed at once. An animal which is found by the Board of Directors, after a hearing, to be a nuisance shall be removed upon ten "
              "days' notice."),
        ("p", f"4.3 Fences. Within a Limited Common Area {s['fence']}, and {s['fence_approval']}. Chain link is not permitted."),
        ("p", "4.4 Parking. Each Unit is assigned a space by number. Guests shall use the spaces along the north drive. Boats, trailers and "
              "unregistered vehicles shall not be kept upon the property between Columbus Day and the first of May without consent."),
        ("p", "4.5 Quiet hours. Between 10:00 p.m. and 7:00 a.m. no Owner or guest shall make or permit noise which can be heard within another "
              "Unit. Deliveries and the work of contractors shall be confined to weekdays and Saturday mornings."),
        ("p", "4.6 Grills. Charcoal grills are prohibited upon decks. Gas grills may be used at a safe distance from the siding."),
        ("p", "4.7 Signs. No sign other than a name plate shall be displayed, save that a single \"For Sale\" sign may be placed at the entrance on "
              "the day of an open house."),
        ("p", f"Declaration of {t.association}, page 4 of 7"),
        ("h2", "ARTICLE V. ASSESSMENTS"),
        ("p", "5.1 The Board of Directors shall adopt an annual budget and shall assess the common expenses against the Units in accordance with the "
              "shares set forth in Article II. Assessments are due upon the first day of each month."),
        ("p", f"5.2 An assessment which is not paid within ten days of the date on which it falls due shall bear a late fee of {t.association_late_fee} "
              "for each month in which it remains unpaid, and shall be a lien upon the Unit."),
        ("p", f"5.3 {s['assessment']}, a majority in interest being in favor, at a meeting called for the purpose. The Board of Directors may levy a "
              "lesser special assessment upon its own vote for repairs which cannot prudently be deferred."),
        ("p", "5.4 A reserve for replacement of the roofs, drives and seawall shall be funded each year in an amount recommended by a study, which "
              "shall be renewed at least once in a decade. At its creation the reserve shall be endowed by the Declarant with $2,500."),
        ("p", "5.5 No Owner may be exempted from liability for common expenses by waiver of the use of the Common Area or by abandonment of the Unit."),
        ("h2", "ARTICLE VI. INSURANCE"),
        ("p", "6.1 The Association shall insure the buildings for their full replacement value, and shall carry liability and flood coverage to the "
              "extent it is available. The deductible, which shall not exceed $1,000,000 in the aggregate, shall be borne as a common expense unless "
              "the loss arises from the act of an Owner."),
        ("p", "6.2 Each Owner shall insure the contents and improvements of the Unit, and shall furnish evidence thereof upon request. Neither the "
              "Association nor its carrier is answerable for personal property."),
        ("h2", "ARTICLE VII. THE ASSOCIATION"),
        ("p", "7.1 The annual meeting of the Owners shall be held in the month of June at such place in the Town as may be stated in the notice. "
              "Votes shall be cast in accordance with the shares. A quorum shall consist of Owners holding forty percent in interest, in person or "
              "by proxy."),
        ("p", "7.2 The Board of Directors shall consist of Owners in good standing elected for staggered terms. A director may be removed by a "
              "majority in interest. The minutes of its meetings shall be open to inspection by any Owner at reasonable times."),
        ("p", "7.3 Rules not inconsistent herewith may be adopted by the Board of Directors after notice and an opportunity to comment. A fine for "
              "violation shall not be imposed until the Owner has been heard."),
        ("h2", "ARTICLE VIII. GENERAL PROVISIONS"),
        ("p", "8.1 This Declaration may be amended by vote of Owners holding seventy percent in interest, the amendment to take effect upon its "
              "recording. No amendment shall impair the lien of a mortgage without the consent of the holder."),
        ("p", "8.2 The invalidity of any provision shall not affect the remainder. Failure to enforce a covenant shall not be deemed a waiver of it."),
        ("p", "8.3 Easements for utilities, for access by emergency vehicles, and for encroachments which may arise by reason of settlement are "
              "reserved to the Association and to the Owners."),
        ("p", "IN WITNESS WHEREOF, the Declarant has caused this instrument to be executed by its duly authorized officer. Breakwater Land Company, "
              "by Jerome Plaisted, President. Then personally appeared the said Jerome Plaisted and acknowledged the foregoing to be his free act "
              "and deed, before me, Estelle Mudgett, Notary Public."),
    ]


def bulletin(t):
    s = said(t)
    rates = [(f"{part}_rate_before", f"{part}_rate") for part in ("municipal", "county", "local_school", "state_school", "total")]
    names = ("Municipal", "County", "Local school", "State school", "Total")
    return [
        ("h1", f"Town of {t.town}, New Hampshire: Fall Bulletin to Taxpayers, {t.year}"),
        ("p", f"Published October 31, {t.year} by the Town Administrator's Office, 14 Harbor Street. Home | Departments | Boards and Committees | "
              "Agendas and Minutes | Pay a Bill | Contact Us"),
        ("h2", f"The {t.year} Tax Rate"),
        ("p", f"The tax rate for {t.year} has been set by the Department of Revenue Administration. Rates are stated per $1,000 of assessed value "
              "and are compared below to those of the prior year."),
        ("table", [["Portion", f"{t.last_year} rate", f"{t.year} rate"],
                   *([name, getattr(t, before), getattr(t, now)] for name, (before, now) in zip(names, rates))]),
        ("p", f"The second-issue bill, which reflects the whole of the new rate less what was billed in June, is due {t.bill_due}. Interest at 8 "
              "percent per annum is charged upon any balance not paid by that date. Bills not received do not excuse payment; duplicates may be "
              "printed from the web site or requested of the Tax Collector."),
        ("h2", "Why Has My Bill Increased?"),
        ("p", f"The increase is attributable principally to the causes following. First, {s['cause_school']}, the greater part of which is for "
              f"tuition and for special services over which the Town has no control. Second, {s['cause_insurance']} upon renewal. The county portion "
              "moved very little. No part of the increase results from a revaluation, the next of which is not scheduled until the following cycle."),
        ("p", "The operating budget having been defeated in March, the Town has operated this year under the default budget. Certain positions have "
              "been left vacant and certain paving deferred in consequence."),
        ("h2", "Credits, Exemptions and Abatements"),
        ("p", "A veteran's credit of $500 is allowed to those who qualify, and a credit of $2,000 in the case of a service-connected total "
              "disability. Applications for exemptions for the elderly and the blind are to be filed by April 15. An application for abatement must "
              "be filed by March 1 following the notice of tax and should state the grounds with particularity."),
        ("p", "Partial payments are accepted at any time. Should you have difficulty in meeting a bill, please telephone the Tax Collector at "
              "555-0147 before the due date and not after it."),
        ("h2", "Library"),
        ("p", f"The {t.town} Public Library, 3 Church Lane, is under the direction of {t.librarian}, Librarian. The hours of the Library are set "
              "forth below."),
        ("table", [["Day", "Library hours"], ["Monday through Friday", t.library_weekday], ["Saturday", t.library_saturday], ["Sunday", "Closed"]]),
        ("p", f"Passes to the aquarium and to the maritime museum may be reserved by cardholders. Story hour is held upon Wednesdays in the "
              f"children's room. Inquiries regarding the winter lecture series may be addressed to {mr(t, 'librarian')} at "
              f"library@{t.town.lower()}-nh.example."),
        ("h2", "Transfer Station"),
        ("p", "The Transfer Station is located at 90 Pound Road. A current sticker is required at the gate; see the Schedule of Fees posted under "
              "Town Clerk."),
        ("table", [["Day", "Transfer Station hours"], ["Wednesday", "12 noon to 6 p.m."], ["Saturday", t.dump_saturday], ["Other days", "Closed"]]),
        ("li", "Glass, cardboard and mixed paper are to be separated. Food waste may be left at the compost shed."),
        ("li", "Leaves are accepted without charge until the ground is frozen; brush is limited to branches of a wrist's thickness."),
        ("li", "The attendants are authorized to turn away loads which are not covered."),
        ("h2", "Dates to Remember"),
        ("li", "Winter parking ban upon all Town ways: from December 1, midnight to 6 a.m."),
        ("li", "Moorings are to be hauled by the second Saturday of November, at the owner's risk thereafter."),
        ("p", f"Questions? {t.administrator}, Town Administrator, 555-0142, or {t.clerk}, Town Clerk, 555-0144. Last updated October 31, {t.year}."),
    ]


def budget_lines(t):
    """The four departments of the facts, then lines that make the totals come out."""
    named = (("Police Department", "police"), ("Public Works, Highway Division", "highway"), ("Fire Department", "fire"), ("Public Library", "library"))
    rows = [(name, number(getattr(t, f"{part}_before")), number(getattr(t, f"{part}_proposed"))) for name, part in named]
    before = number(t.default_budget) - 37_413 - sum(row[1] for row in rows)
    after = number(t.operating_budget) - sum(row[2] for row in rows)
    steady = [("General government and elections", 0.171), ("Town Clerk and Tax Collector", 0.077), ("Building and land use", 0.051),
              ("Recreation and beach", 0.063), ("Harbormaster", 0.027)]
    moving = [("Ambulance and emergency management", 0.147), ("Employee benefits and insurance", 0.343), ("Debt service and other", 0.121)]
    change = (after - before) / sum(weight for _, weight in moving)
    mine = [(name, int(before * weight), int(before * weight) + 1_313) for name, weight in steady]
    mine += [(name, int(before * weight), int((before + change) * weight)) for name, weight in moving[:-1]]
    mine.append((moving[-1][0], before - sum(row[1] for row in mine), after - sum(row[2] for row in mine)))
    return rows + mine


def warrant(t):
    lines = budget_lines(t)
    table = [["Department", f"{t.last_year} appropriation", f"{t.year} proposed"], *([name, money(old), money(new)] for name, old, new in lines),
             ["Total operating budget", money(sum(row[1] for row in lines)), t.operating_budget]]
    return [
        ("h1", f"Town of {t.town}, New Hampshire: Warrant and Budget, {t.year}"),
        ("p", f"To the inhabitants of the Town of {t.town}, in the County of {t.county} and State of New Hampshire, qualified to vote in Town "
              "affairs: You are hereby notified to meet for the annual Town Meeting, which will be held as follows."),
        ("p", f"First Session (Deliberative): February 1, {t.year}, at 9:00 a.m., in the Great Hall, 14 Harbor Street, for explanation, discussion "
              f"and debate. Second Session (Voting): {election_day(t)}, in the gymnasium of the elementary school, to act by official ballot. The "
              "polls will be open from 8:00 a.m. to 7:00 p.m."),
        ("h2", "Article 1. Election of Officers"),
        ("p", "To choose all necessary Town officers for the year ensuing."),
        ("h2", "Article 2. Zoning Amendment: Flood Hazard"),
        ("p", "Are you in favor of the adoption of Amendment No. 1, as proposed by the Planning Board, to revise the definitions of the Floodplain "
              "Ordinance so as to conform to the maps newly issued? Recommended by the Planning Board."),
        ("h2", "Article 3. Zoning Amendment: Signs"),
        ("p", "Are you in favor of the adoption of Amendment No. 2, as proposed by the Planning Board, to prohibit internally lighted signs in the "
              "Village Business District? Recommended by the Planning Board."),
        ("h2", "Article 4. Operating Budget"),
        ("p", f"Shall the Town of {t.town} raise and appropriate as an operating budget, not including appropriations by special warrant articles "
              f"and other appropriations voted separately, the amounts set forth on the budget posted with the warrant, totaling {t.operating_budget}? "
              f"Should this article be defeated, the default budget shall be {t.default_budget}, which is the same as last year, with certain "
              "adjustments required by previous action of the Town or by law; or the governing body may hold one special meeting, in accordance with "
              "RSA 40:13, to take up the issue of a revised operating budget only. Majority vote required. Recommended by the Select Board (3-0)."),
        ("h2", "Article 5. Highway Truck"),
        ("p", f"Shall the Town raise and appropriate the sum of {t.truck} for the purchase of a highway truck with plow, wing and stainless body, to "
              "replace the 2006 vehicle, and to authorize the trade or sale of the same? Majority vote required. Recommended by the Select Board."),
        ("h2", "Article 6. Lease"),
        ("p", f"Shall the Town authorize the Select Board to enter into a lease with {t.lease_company} of {t.lease_place} for {t.lease_use}, at a "
              f"rent of {t.lease_rent} a year, upon such other terms as the Select Board may deem to be in the interest of the Town? The term of the "
              "lease shall not exceed twenty years. Majority vote required."),
        ("h2", "Article 7. Sea Wall Capital Reserve"),
        ("p", "Shall the Town raise and appropriate the sum of $100,000 to be placed in the Sea Wall Capital Reserve Fund previously established? "
              "Majority vote required. Recommended by the Select Board."),
        ("h2", "Article 8. Revaluation Capital Reserve"),
        ("p", "Shall the Town raise and appropriate the sum of $75,000 to be placed in the Revaluation Capital Reserve Fund? Majority vote required."),
        ("h2", "Article 9. Visiting Nurse"),
        ("p", "Shall the Town raise and appropriate the sum of $2,850 in support of the Seacoast Visiting Nurse Association? By petition."),
        ("h2", "Article 10. Balloons"),
        ("p", "Shall the Town prohibit the intentional release of balloons upon Town land, including the beach? By petition."),
        ("p", f"Given under our hands and seal: {t.chair}, Chair; {t.member2}; {t.member3}, Select Board of {t.town}. A true copy, attest: "
              f"{t.clerk}, Town Clerk."),
        ("h1", f"Appendix A. Proposed Budget, {t.year}"),
        ("p", f"The budget proposed under Article 4 for {t.year} is set forth by department below, with the sums appropriated for {t.last_year} "
              "alongside. It was prepared by the Town Administrator, reviewed by the Select Board at public work sessions in the fall, and presented "
              "at public hearing in January."),
        ("table", table),
        ("p", f"POLICE. The proposed sum of {t.police_proposed}, against {t.police_before} last year, provides for a full complement of officers and "
              "for the second year of the collective bargaining agreement. HIGHWAY. The line provides for road salt at the new State price and for "
              "one seasonal laborer. FIRE. Stipends of the call company are adjusted, and self-contained breathing apparatus is to be tested. "
              f"LIBRARY. The request of the Trustees provides for an additional part-time aide. {t.librarian}, Librarian, will answer questions at "
              "the hearing."),
        ("p", "Nearly the whole of the change outside of the departments named above falls within the lines for ambulance service, for benefits and "
              "insurance, and for debt service. The reasons are explained in the narrative on file with the Town Administrator, where the detail of "
              "each line may be inspected during office hours. Revenues other than taxes are estimated upon a separate sheet."),
        ("p", f"Town of {t.town}, Warrant and Budget, page 6 of 6"),
    ]


def results(t):
    s = said(t)
    return [
        ("h1", f"Town of {t.town}: Official Results of the Annual Town Meeting, Second Session, {election_day(t)}"),
        ("p", f"The polls were declared open by the Moderator, Josiah Corliss, at 8:00 a.m. and were closed at 7:00 p.m. The ballots were counted by "
              "machine and the result was declared at 8:44 p.m. The results upon each article are certified as follows."),
        ("h2", "Article 1. Officers Elected"),
        ("li", f"Select Board: {t.member2}, 861 (no opponent)"),
        ("li", "Moderator: Josiah Corliss, 903 (no opponent)"),
        ("li", "Library Trustee: Winifred Averill, 718; Bartholomew Towle, 166"),
        ("li", "Trustee of Trust Funds: Estelle Mudgett, 840 (no opponent)"),
        ("h2", "Zoning Questions"),
        ("p", "Article 2, flood hazard amendment, PASSED: Yes 811, No 149."),
        ("p", "Article 3, lighted signs, PASSED: Yes 745, No 201."),
        ("h2", "Money and Other Questions"),
        ("p", f"{s['budget_failed']}. The default budget of {t.default_budget} accordingly stands as the operating budget of the Town for {t.year}. "
              "The Select Board has determined that a special meeting will not be called."),
        ("p", f"Article 5, the purchase of a highway truck at {t.truck}, PASSED: Yes {t.truck_yes}, No {t.truck_no}."),
        ("p", f"{s['lease_failed']}. In consequence {s['no_lease']}; the draft which was circulated before the deliberative session was never "
              "binding and has been withdrawn."),
        ("p", "Article 7, Sea Wall Capital Reserve Fund, PASSED: Yes 733, No 187."),
        ("p", "Article 8, Revaluation Capital Reserve Fund, PASSED: Yes 702, No 208."),
        ("p", "Article 9, Seacoast Visiting Nurse Association, PASSED: Yes 888, No 94."),
        ("p", "Article 10, release of balloons, PASSED: Yes 917, No 61."),
        ("h2", "Certification"),
        ("p", f"Ballots cast by absentee: 143. New voters registered at the polls: 38. Any request for a recount is to be filed with the Town Clerk "
              "not later than the Friday following the election. The ballots have been sealed and will be preserved for the period required by law."),
        ("p", f"The thanks of the office are extended to the ballot clerks, who served for fourteen hours, and to the parents' association for the "
              f"chowder. A true record, attest: {t.clerk}, Town Clerk of {t.town}."),
    ]


def ordinance(t):
    return [
        ("h1", f"Town of {t.town}, New Hampshire: Ordinance Regulating Overnight Parking at the Landing"),
        ("p", f"Adopted by the Select Board, after public hearing, on the fifteenth day of May, {t.ordinance_year}, under the authority of RSA 41:11."),
        ("h2", "Section I. Purpose"),
        ("p", "It is the purpose of this ordinance to keep the parking area at the landing free for fishermen, for boaters and for emergency "
              "vehicles, and to prevent its use as a place of overnight lodging or of storage."),
        ("h2", "Section II. Definitions"),
        ("p", "\"Landing\" means the parking area, ramp and apron owned by the Town at the foot of Harbor Street. \"Overnight\" means the hours "
              "between 11:00 p.m. and 4:00 a.m. \"Vehicle\" includes a trailer, whether or not it is attached to a motor vehicle. \"Owner\" means "
              "the person in whose name the vehicle is registered."),
        ("h2", "Section III. Prohibition"),
        ("p", "No person shall park a vehicle, or permit a vehicle to remain, at the Landing overnight without a permit. No person shall sleep in a "
              "vehicle at the Landing overnight."),
        ("h2", "Section IV. Permits"),
        ("p", "A permit may be issued without charge by the Harbormaster to the holder of a mooring who is at sea, to a commercial fisherman for the "
              "season, or in case of breakdown. It shall be displayed upon the dashboard and shall state the date of its expiration. A permit may "
              "not be transferred and may be revoked for cause, subject to appeal to the Select Board."),
        ("h2", "Section V. Penalties"),
        ("p", f"A person who violates this ordinance shall be subject to a fine of {t.fine_old} for a first offense, and of $180 for each further "
              "offense within a calendar year. Each night shall be a separate offense. The registered owner is presumed to be the person in violation."),
        ("h2", "Section VI. Removal"),
        ("p", "A vehicle which obstructs the ramp, or which has been left in excess of eighty hours, may be towed at the expense of the owner upon "
              "the order of a police officer. The owner shall bear the charges of towing and of storage in addition to any fine."),
        ("h2", "Section VII. Signs"),
        ("p", "The Department of Public Works shall erect and maintain signs at the entrance giving notice of the hours. The absence of a sign shall "
              "not be a defense if one was in place within the preceding week."),
        ("h2", "Section VIII. Severability and Effect"),
        ("p", "Should any section be held to be invalid, the remainder shall stand. This ordinance shall take effect upon its posting in a pair of "
              "public places. All prior regulations of parking at the Landing are repealed. The regulations governing the beach lot upon Ocean "
              "Boulevard are not affected."),
        ("p", f"A true copy, attest: Office of the Town Clerk, {t.town}. Code of Ordinances, Chapter 31, page 1 of 1"),
    ]


def amendment(t):
    return [
        *letterhead(t, "Select Board"),
        ("h1", "Amendment to the Ordinance Regulating Overnight Parking at the Landing"),
        ("p", f"At a meeting duly noticed and held on June 10, {t.last_year}, and after public hearing, it was voted by the Select Board of the "
              f"Town of {t.town} "
              f"that the Ordinance Regulating Overnight Parking at the Landing, adopted in {t.ordinance_year}, be amended as follows."),
        ("h2", "I. Section V, Penalties"),
        ("p", f"Section V is amended by striking out the penalty of {t.fine_old} and by inserting in place thereof the following: The fine for a "
              f"first offense shall be {t.fine_new}. The fine for a second offense within a calendar year shall be {t.fine_second}. A third or "
              "subsequent offense shall be referred to the Circuit Court, and the permit privileges of the owner shall be suspended for the season."),
        ("h2", "II. Section II, Definitions"),
        ("p", "The definition of \"vehicle\" is amended by adding after the word \"trailer\" the words \"camper, or motor home\"."),
        ("h2", "III. Reasons"),
        ("p", "It was reported by the Harbormaster that campers were being left at the Landing in number upon summer weekends, that the former "
              "penalty was less than the nightly charge of a campsite or motel room, and that the ramp was on occasion blocked to the rescue boat. "
              "The Chief of Police concurred. No person appeared in opposition at the hearing; a single letter was received, which proposed a "
              "longer list of exceptions."),
        ("h2", "IV. Effective Date"),
        ("p", f"This amendment shall take effect July 1, {t.last_year}. In all other respects the ordinance is confirmed. Tickets issued before that "
              "date shall be disposed of under the former penalties."),
        ("p", f"By order of the Select Board. A true copy, attest: {t.clerk}, Town Clerk."),
    ]


def mail(t):
    s = said(t)
    sent = datetime(int(t.year), 3, 20, 9, 12, tzinfo=timezone(timedelta(hours=-4)))
    clerk = f"townclerk@{t.town.lower()}-nh.example"
    return Paper("re-sticker-question.eml", [
        ("h1", "RE: Sticker for the transfer station"),
        ("p", f"Dear {mr(t, 'mail_writer')}:"),
        ("p", "Your inquiry has been received. The sum which was mentioned to you is not correct. Under the Schedule of Fees in effect since "
              f"{t.fees_from}, "
              f"the transfer station sticker for the first vehicle of a resident household is {t.sticker}. A further vehicle of the same household "
              "is charged at a reduced fee, as you will see upon the schedule, which is posted at our web site under Town Clerk."),
        ("p", "Kindly bring your registration to the counter, or to the gatehouse, where the attendant is able to issue a sticker on the spot. "
              "Payment by check is preferred. Last year's sticker will be honored until the end of this month."),
        ("p", f"Very truly yours, {t.clerk}, Town Clerk, Town of {t.town}, 14 Harbor Street, Tel. 555-0144. Office hours: Monday through Thursday, "
              "8:00 a.m. to 4:00 p.m."),
        ("p", "NOTICE: Messages to and from this office may be public records under RSA 91-A."),
        ("p", f"-----Original Message----- From: {t.mail_writer}; Sent: March 19, {t.year}; To: Town Clerk; Subject: Sticker for the transfer station"),
        ("p", f"Hello, I was away for the winter and am only now getting to the errands. Before I come in I would like to ask about price. "
              f"Yesterday {s['mail_claim']}. Is that right? It seems a lot for a household with a single car and not much trash."),
        ("p", f"Also can I pay at the gate or do I have to come to the Town Hall? Thanks in advance, {t.mail_writer}, 17 Atlantic Avenue"),
    ], sender=f"{t.clerk} <{clerk}>", to=f"{t.mail_writer} <{t.mail_writer.lower().replace(' ', '.')}@mail.example>", date=format_datetime(sent))


def papers(t):
    return [
        Paper(f"schedule-of-fees-{t.year}.pdf", fees(t)),
        Paper(f"schedule-of-fees-{t.old_fees_from.split()[-1]}.pdf", old_fees(t)),
        Paper("select-board-minutes-february.docx", winter(t)),
        Paper("select-board-minutes-april.pdf", spring(t)),
        Paper("select-board-minutes-august.docx", late(t)),
        Paper(f"zba-{t.case_variance.lower()}-notice-of-decision.pdf", variance(t)),
        Paper(f"zba-{t.case_exception.lower()}-notice-of-decision.pdf", exception(t)),
        Paper(f"zba-{t.case_drift.lower()}-notice-of-decision.docx", drift(t)),
        Paper(f"zba-{t.case_continued.lower()}-continuance.docx", continued(t)),
        Paper("condominium-declaration-recorded.pdf", declaration(t)),
        Paper(f"fall-bulletin-{t.year}.html", bulletin(t)),
        Paper(f"warrant-and-budget-{t.year}.docx", warrant(t)),
        Paper(f"town-meeting-results-{t.year}.md", results(t)),
        Paper("ordinance-landing-overnight-parking.txt", ordinance(t)),
        Paper(f"ordinance-amendment-{t.last_year}.pdf", amendment(t)),
        mail(t),
    ]


def article(t):
    injured, relative = t.injured_last, t.relative_last
    return "\n\n".join([
        f"Visitor hurt at {t.site}; officials had been warned",
        f"By {t.reporter}, Tidewater Courier",
        f"{t.town.upper()}, N.H. - {t.injured} of {t.lake_town} was badly hurt on {t.injury_day} when a {t.part} gave way on the town's "
        f"{t.structure} at {t.site}. "
        f"{injured} was taken by ambulance to a hospital with a broken leg and an injured shoulder. \"We only went to take a picture, and the next "
        f"thing we knew there was screaming,\" said {t.relative}, a cousin who was there.",
        f"Town records show that the danger was no secret. At a meeting on {t.winter}, Building Inspector {t.inspector} told the select board that "
        f"the {t.supports} were failing. No building permit was ever issued for the {t.structure}, the inspector said, when it was built in "
        f"{t.built_year}. "
        f"At the same meeting a letter from the town's insurer, {t.insurer}, was read that asked the town to close or repair it within {t.insurer_days}.",
        f"The select board declined to close it, and in April the board put off the repair until {t.repair_until}. Instead it voted to put up signs "
        f"that read \"Use at your own risk.\" \"A sign does not hold anybody up,\" {relative} said.",
        f"Town Administrator {t.administrator} declined to comment, and referred questions to the town's lawyer. The family has hired a lawyer of "
        f"its own, {relative} said, but no claim has been filed. The select board is expected to take up the matter in August.",
    ])

"""The facts of a made-up New Hampshire town, drawn by a seed.

A hand (`hands/*.py`) writes the town's papers from these facts in its own words and layout. Every sum and every other
value of a town is different, so an answer can be judged by the values it quotes, whatever the wording.
"""
import random
from dataclasses import dataclass, field

TOWNS = ("Harrowby Ashgrove Millbrook Tamsworth Kettleford Dunmere Oxbow Lyndale Corbury Wexfield Pinehurst Stallbridge Marlow Elmstead "
         "Thornbury Quarrytown Saltmarsh Fernwick Hollis Barrowdale Northam Easterly Granton Umberland Wickford Yarnell Ironside Vale "
         "Ridgemont Copperhill Larkspur Belmere Stonehaven Gilsum Redfield Ashuelot Cranmoor Dovecote Falkirk Inverness").split()
COUNTIES = "Stratham Pemigan Kearsarge Ossip Monad Sunapook".split()
FIRST = ("Ruth Dale Anne Keith Lorraine Joan Everett Denise Howard Oskar Paula Corinne Marcus Elaine Victor Noreen Silas Beth Theodore Gwen Arlo "
         "Judith Clyde Hannah Rupert Maeve Felix Ingrid Walter Sonia Graham Lydia Ezra Colleen Amos Renata Hugh Priscilla Otto Vera").split()
LAST = ("Pomerleau Whitcher Sokolow Landry Gagne Pruitt Stoll Fournier Rand Kline Ostrow Haskell Delacroix Brannigan Thibault Osgood Kimball "
        "Varney Hutchins Lavallee Strickler Mendoza Abernathy Crandall Yeaton Boulanger Finley Garside Holbrook Jarvis Kowalski Lockwood "
        "Merrifield Nadeau Oakley Pettengill Quimby Rosewood Swain Twitchell Underhill Wadleigh Zeller Birdsall").split()
STRUCTURES = [("boardwalk", "plank", "joists"), ("footbridge", "deck board", "stringers"), ("fishing pier", "plank", "piles"),
              ("viewing platform", "rail", "posts"), ("bandstand", "step", "beams"), ("boat dock", "board", "floats")]
SITES = "Sweetfern Marsh,Mill Pond,Heron Cove,Alder Brook,Lily Pond,Turtle Cove,Granite Falls,Cedar Swamp".split(",")
ROADS = "Landing Road,Quarry Road,Meeting House Lane,Old Stage Road,Spruce Hill Road,Tannery Lane,Depot Street,Ferry Lane".split(",")
ASSOCIATIONS = "Birch Hollow,Eagle Point,Foxglove Commons,Stone Orchard,Tamarack Shores,Kestrel Ridge,Maple Terrace,Otter Bend".split(",")
INSURERS = "Granite Mutual Pool,Primrose Municipal Trust,Northern Towns Insurance,White Pine Risk Pool".split(",")
DRIFTS = [("septic tank", "well"), ("barn drainage", "foundation"), ("retaining wall", "garden"), ("manure pit", "spring")]
PROPOSALS = [("SunRidge Energy", "the roof of the highway garage", "solar panels"), ("Halo Wireless", "the lot behind the fire station", "a cell tower"),
             ("Clearwater Marina", "the town landing", "a fuel pump"), ("Bluestem Storage", "the old school building", "storage units")]
TABLED = ["fireworks ordinance", "food truck ordinance", "short-term rental ordinance", "leash ordinance"]


def dollars(value, cents=False):
    return f"${value:,.2f}" if cents else f"${value:,}"


@dataclass
class Town:
    """One town. Every value is a string to be written exactly as it stands, unless its name says otherwise."""

    seed: int
    values: dict = field(default_factory=dict)

    def __getattr__(self, name):
        try:
            return self.values[name]
        except KeyError:
            raise AttributeError(name) from None


def town(seed, names=0):
    """The town of a seed. `names` shifts each list of names: the same town under other names."""
    rng = random.Random(f"town {seed}")
    moved = lambda all_names: [*all_names[names % len(all_names) :], *all_names[: names % len(all_names)]]
    used = set()

    def fresh(draw):
        while True:
            drawn = draw()
            if drawn not in used:
                used.add(drawn)
                return drawn

    def amount(low, high, step=1, cents=False):
        return fresh(lambda: dollars(rng.randrange(low, high, step), cents))

    first, last = rng.sample(moved(FIRST), 30), rng.sample(moved(LAST), 30)
    people = iter(zip(first, last))
    v = {}
    year = v["year"] = rng.choice(["2024", "2025"])
    v["last_year"], v["next_year"] = str(int(year) - 1), str(int(year) + 1)
    v["town"], v["neighbor_town"], v["lake_town"] = rng.sample(moved(TOWNS), 3)
    v["county"] = rng.choice(moved(COUNTIES))
    for role in ("chair member2 member3 administrator chief clerk inspector warner commenter injured relative reporter drift_owner drift_neighbor "
                 "variance_owner exception_owner continued_owner librarian mail_writer fire_chief absent_speaker").split():
        given, family = next(people)
        v[role], v[f"{role}_last"] = f"{given} {family}", family

    # The structure that somebody got hurt on, and what the board knew.
    v["structure"], v["part"], v["supports"] = rng.choice(STRUCTURES)
    v["site"], v["road"] = rng.choice(moved(SITES)), rng.choice(moved(ROADS))
    v["built_year"] = str(int(year) - rng.randrange(3, 7))
    v["insurer"], v["insurer_days"] = rng.choice(INSURERS), f"{rng.choice([30, 45, 60, 75])} days"
    v["quote_low"], v["quote_high"] = amount(31_000, 44_000, 50), amount(45_000, 59_000, 50)
    v["contractor_low"], v["contractor_high"] = rng.sample(["Northbrook Timber", "Hale & Sons", "Rugged Docks", "Ammonoosuc Builders", "Pike Joinery"], 2)
    v["engineer"], v["engineer_fee"] = rng.choice(["Castleton Structural", "Dunbar Engineering", "Keystone Spans"]), amount(3_000, 9_000, 50)
    v["signs_moved"], v["signs_voted"] = rng.choice([("six", "three"), ("four", "two"), ("eight", "five")])

    # Meetings: one in winter, one in spring, one after the injury.
    v["winter"], v["spring"] = f"February {rng.randrange(3, 25)}, {year}", f"April {rng.randrange(3, 25)}, {year}"
    v["injury_day"], v["late"] = f"July {rng.randrange(5, 28)}", f"August {rng.randrange(4, 25)}, {year}"
    v["tabled_until"], v["repair_until"] = f"September {rng.randrange(3, 13)}", f"October {rng.randrange(14, 28)}"
    v["tabled_matter"] = rng.choice(TABLED)
    v["cruiser"], v["cruiser_dealer"] = amount(52_000, 68_000, 10), rng.choice(["Lakes Ford", "Granite Chevrolet", "Presidential Dodge"])
    v["lights_offer"] = amount(11_000, 29_000, 50)

    # The zoning board. Case numbers are like 25-03-LM; one number is in no paper.
    letters = lambda: "".join(rng.choice("ABCDEFGHJKLMPRSTUVW") for _ in "ab")
    months = rng.sample(range(1, 13), 5)
    for at, name in enumerate(("variance", "drift", "exception", "continued", "absent")):
        v[f"case_{name}"] = f"{year[2:]}-{months[at]:02}-{letters()}"
    v["drift_thing"], v["drift_harmed"] = rng.choice(DRIFTS)
    v["drift_sum"], v["variance_feet"] = amount(14_000, 38_000, 100), f"{rng.randrange(6, 19)} feet"
    v["exception_use"] = rng.choice(["a dog kennel", "an auto body shop", "a wedding barn", "a campground"])
    v["continued_until"] = f"November {rng.randrange(4, 27)}, {year}"

    # The association: a table of units, and rules.
    v["association"] = rng.choice(moved(ASSOCIATIONS))
    numbers = rng.sample(["1A", "1B", "2A", "2C", "3B", "4D", "5A", "6C"], 5)
    v["units"] = [(unit, fresh(lambda: f"{rng.randrange(760, 1990, 5):,}"), f"{rng.randrange(150, 250) / 10}%") for unit in sorted(numbers)]
    v["rent_months"], v["pet_pounds"] = rng.choice(["six months", "nine months", "twelve months"]), f"{rng.choice([25, 35, 45, 55])} pounds"
    v["assessment_limit"], v["association_late_fee"] = amount(6_000, 19_000, 250), amount(21, 48)
    v["fence_height"] = f"{rng.choice([36, 40, 44])} inches"

    # Taxes: rates for a thousand dollars of value, this year and last.
    rates = {"municipal": (4, 8), "county": (1, 2), "local_school": (8, 13), "state_school": (1, 3)}
    totals = [0, 0]
    for part, (low, high) in rates.items():
        before = rng.randrange(low * 100 + 1, high * 100, 2)  # never a whole number of dollars, as dog licenses are
        now = before + rng.randrange(30, 160) if part in ("municipal", "local_school") else before + rng.choice([-6, -4, 7, 9, 12])
        totals = [totals[0] + before, totals[1] + now]
        v[f"{part}_rate"], v[f"{part}_rate_before"] = f"${now / 100:.2f}", f"${before / 100:.2f}"
    v["total_rate"], v["total_rate_before"] = (f"${t / 100:.2f}" for t in reversed(totals))
    v["school_increase"], v["insurance_percent"] = amount(210_000, 690_000, 1000), f"{rng.randrange(90, 190) / 10} percent"
    v["bill_due"] = f"December {rng.randrange(3, 20)}, {year}"

    # The budget, the warrant and the vote.
    for part, low, high in (("police", 410_000, 690_000), ("highway", 520_000, 940_000), ("library", 120_000, 240_000), ("fire", 180_000, 360_000)):
        before = rng.randrange(low, high, 50)
        used.add(dollars(before))
        v[f"{part}_before"], v[f"{part}_proposed"] = dollars(before), fresh(lambda: dollars(before + rng.randrange(4_000, 60_000, 50)))
    v["operating_budget"], v["default_budget"] = amount(3_400_000, 4_900_000, 50), amount(3_100_000, 3_390_000, 50)
    votes = lambda: fresh(lambda: str(rng.randrange(210, 690)))
    for result in ("budget_yes", "budget_no", "lease_yes", "lease_no", "truck_yes", "truck_no"):
        v[result] = votes()
    pairs = (("budget_yes", "budget_no"), ("lease_yes", "lease_no"), ("truck_no", "truck_yes"))
    for lost, won in pairs:
        v[lost], v[won] = sorted((v[lost], v[won]), key=int)
    v["truck"] = amount(160_000, 290_000, 500)
    v["lease_company"], v["lease_place"], v["lease_use"] = rng.choice(PROPOSALS)
    v["lease_rent"] = amount(9_000, 30_000, 100)

    # Fees, this year's schedule and the one that it replaced.
    for fee, low, high in (("sticker", 30, 44), ("old_sticker", 21, 29), ("mail_wrong", 45, 59), ("second_sticker", 10, 20), ("old_second_sticker", 4, 9),
                           ("nonresident_sticker", 60, 99), ("refrigerator", 12, 28), ("mattress", 25, 49), ("beach_resident", 15, 35),
                           ("beach_nonresident", 70, 120), ("boat_rack", 190, 240), ("hall_rental", 250, 320)):
        v[fee] = amount(low, high)
    v["dog_altered"], v["dog_intact"] = amount(6, 8, 1, True), amount(9, 13, 1, True)
    v["copies"] = rng.choice(["$0.15", "$0.20", "$0.35"])
    v["fees_from"], v["old_fees_from"] = f"January 1, {year}", f"January 1, {int(year) - 3}"

    # An ordinance and its amendment; hours.
    v["fine_old"], v["fine_new"], v["fine_second"] = amount(55, 95, 5), amount(125, 175, 5), amount(325, 400, 25)
    v["ordinance_year"] = str(int(year) - rng.randrange(9, 16))
    hours = rng.sample(["9:30 a.m. to 1:30 p.m.", "10:15 a.m. to 2:45 p.m.", "8:45 a.m. to 12:15 p.m.", "7:45 a.m. to 3:15 p.m.", "8:20 a.m. to 4:40 p.m."], 2)
    v["library_saturday"], v["dump_saturday"] = hours
    v["library_weekday"] = "11 a.m. to 6:30 p.m."
    return Town(seed, v)

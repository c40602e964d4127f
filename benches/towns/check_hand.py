#!/usr/bin/env python3
"""Checks that a hand writes every fact of a town: `check_hand.py NAME…`, over twelve seeds each."""
import importlib
import re
import sys

from facts import town
from paper import written

NOT_WRITTEN = set("next_year absent_speaker absent_speaker_last case_absent year last_year neighbor_town lake_town injured injured_last relative relative_last "
                  "reporter reporter_last injury_day units county".split())
MARKS = ("warning insurer close_failed tabled no_permit closed engineer_against signs_first signs_amended lights_failed matter_tabled spring_votes other_votes "
         "warner_said drift_words variance_granted exception_denied exception_why continued rent pet fence assessment ac_pays ac_trap cause_school "
         "cause_insurance budget_failed lease_failed no_lease mail_claim").split()
ONCE = ("sticker second_sticker nonresident_sticker refrigerator mattress beach_resident beach_nonresident boat_rack hall_rental copies dog_altered dog_intact "
        "old_sticker old_second_sticker mail_wrong fine_old fine_new fine_second").split()


def stands(value, text):
    return re.search(rf"(?<![\w$.,]){re.escape(value)}(?!\w|[.,]\d)" if value[0] != "$" else rf"{re.escape(value)}(?!\d|[.,]\d)", text)


def faults(hand, seed):
    t = town(seed)
    papers = hand.papers(t)
    pieces = [cell for p in papers for kind, body in p.blocks for cell in ([" ".join(row) for row in body] if kind == "table" else [body])]
    whole = "\n".join(pieces)
    for paper in papers:
        written(paper)
        if any("\n" in body for kind, body in paper.blocks if kind != "table"):
            yield f"{paper.name}: a line break inside a block"
    names = [p.name for p in papers]
    if len(set(names)) < len(names):
        yield "two papers of one name"
    if len({n.rsplit(".")[-1] for n in names}) < 5 or sum(n.endswith("pdf") for n in names) < 3:
        yield f"formats: {names}"
    if len(whole.split()) < 7000:
        yield f"only {len(whole.split())} words in all"
    for key, value in t.values.items():
        if key in NOT_WRITTEN or not isinstance(value, str) or key.endswith("_last"):
            continue
        if not stands(value, whole):
            yield f"{key} {value!r} stands nowhere"
    for unit in t.units:
        if not all(stands(cell, whole) for cell in unit):
            yield f"unit {unit} is not whole"
    for key in ("case_absent", "absent_speaker", "absent_speaker_last"):
        if stands(getattr(t, key), whole):
            yield f"{key} stands in a paper"
    article = hand.article(t)
    for key in "injured relative reporter lake_town injury_day structure part inspector insurer administrator".split():
        value = getattr(t, key)
        if value not in article and value.split()[-1] not in article:
            yield f"the article lacks {key}"
    marks = hand.marks(t)
    for key in MARKS:
        if not marks.get(key):
            yield f"no mark {key}"
        for mark in marks.get(key, []):
            if not any(mark in piece for piece in pieces):
                yield f"mark {key}: {mark!r} stands in no block"
    spring = " ".join(marks.get("spring_votes", []))
    for mark in marks.get("other_votes", []):
        if mark in spring:
            yield f"other_votes {mark!r} stands among the spring votes"
    for key in ONCE:
        extra = [p for p in pieces if stands(getattr(t, key), p)]
        if len(extra) > 6:
            yield f"{key} stands {len(extra)} times; is each in its own meaning?"


def main():
    bad = 0
    for name in sys.argv[1:]:
        hand = importlib.import_module(f"hands.{name}")
        found = {fault for seed in range(1, 13) for fault in faults(hand, seed)}
        for fault in sorted(found):
            print(f"{name}: {fault}")
        bad += len(found)
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()

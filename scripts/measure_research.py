#!/usr/bin/env python3
"""Compares research in steps with one search, at equal budgets.

    scripts/measure_research.py NAME=OUT.jsonl... [--record RECORD.json]

OUT.jsonl is what `benches/programs/research_steps.rs` writes. The steps of a question read N passages; of the
one search its first N count. `recall`: share of a question's gold among them, mean over the questions;
`all_gold`: share of the questions of which all gold is among them. `better` and `worse`: questions whose
recall is above or below that of the one search. Intervals are of a paired bootstrap over the questions.
Questions of `half` "tune" were looked at when it was chosen what the steps do, those of "report" not.
"""

import argparse
import json
import random
from collections import Counter
from pathlib import Path

ROUNDS = 2000


def holds(passage, gold):
    return gold == passage["id"] or gold in passage["names"]


def recall(passages, gold):
    return sum(any(holds(p, g) for p in passages) for g in gold) / len(gold)


def mean(values):
    return sum(values) / len(values) if values else 0.0


def interval(differences):
    draw = random.Random(7)
    sums = sorted(mean(draw.choices(differences, k=len(differences))) for _ in range(ROUNDS))
    return [round(sums[int(ROUNDS * 0.025)], 3), round(sums[int(ROUNDS * 0.975)], 3)]


def compared(rows):
    steps, single, counts = [], [], []
    for row in rows:
        read = [p for step in row["steps"] for p in step["read"]]
        counts.append(len(read))
        steps.append(recall(read, row["gold"]))
        single.append(recall(row["single"][: len(read)], row["gold"]))
    differences = [a - b for a, b in zip(steps, single)]
    return {
        "questions": len(rows),
        "passages_mean": round(mean(counts), 1),
        "recall": {"single": round(mean(single), 3), "steps": round(mean(steps), 3)},
        "all_gold": {
            "single": round(mean([r == 1 for r in single]), 3),
            "steps": round(mean([r == 1 for r in steps]), 3),
        },
        "difference": round(mean(differences), 3),
        "interval": interval(differences),
        "better": sum(d > 0 for d in differences),
        "worse": sum(d < 0 for d in differences),
        "steps_mean": round(mean([len(row["steps"]) for row in rows]), 2),
        "stops": dict(Counter(row["stop"] for row in rows)),
        "phases": dict(Counter(step["phase"] for row in rows for step in row["steps"])),
        "completed": round(mean([step["status"] == "completed" for row in rows for step in row["steps"]]), 3),
        "research_ms_mean": round(mean([row["research_ms"] for row in rows])),
        "search_ms_mean": round(mean([row["search_ms"] for row in rows])),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="NAME=OUT.jsonl")
    parser.add_argument("--record", type=Path)
    parser.add_argument("--note", default="")
    args = parser.parse_args()
    record = {"note": args.note, "sets": {}}
    for given in args.files:
        name, path = given.split("=", 1)
        rows = [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]
        found = record["sets"][name] = {}
        for half in ("tune", "report"):
            of_half = [row for row in rows if row["half"] == half]
            kinds = sorted({row["kind"] for row in of_half})
            routed = [row for row in of_half if row["route"] == "multi_hop"]
            parts = {"": of_half, ", routed multi_hop": routed}
            if len(kinds) > 1:
                parts |= {f", {kind}": [row for row in of_half if row["kind"] == kind] for kind in kinds}
            found |= {half + part: compared(chosen) for part, chosen in parts.items() if chosen}
    print(json.dumps(record, indent=1))
    if args.record:
        args.record.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

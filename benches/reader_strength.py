#!/usr/bin/env python3
"""How likely does the first quote answer? Fits `answer.strength` to what `benches/programs/candidate_features.rs` wrote.

    benches/reader_strength.py NAME=FEATURES.jsonl=QUESTIONS.jsonl [...] [--clear 0.70] [--likely 0.62]

The first candidate of a question is right when it stands in a paper (or is of a section) that the question file names
and holds half of the gold quote's words in order, as scripts/matching.py has it. Logistic regression, each set with
the same weight; for each set, with the weights fitted to all the others: how many first candidates of each tier are
right. A question that no paper answers counts as wrong.
"""
import argparse
import json
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "scripts"))
import logistic  # noqa: E402
import matching  # noqa: E402

FEATURES = ["evidence", "cosine", "context"]


def load(features, questions):
    gold = {q["id"]: q.get("gold") or [] for q in map(json.loads, Path(questions).read_text().splitlines())}
    rows, right = [], []
    for line in Path(features).read_text().splitlines():
        row = json.loads(line)
        case = row["question"]["id"]
        if case not in gold or not row["candidates"]:
            continue
        first = row["candidates"][0]
        path = first["path"] or ""
        named = lambda g: g.get("citation") or path.endswith(Path(g["file"]).name)
        right.append(any(named(g) and matching.holds(g["quote"], first["text"]) for g in gold[case]))
        rows.append([first["features"][name] or 0.0 for name in FEATURES])
    return np.array(rows), np.array(right, float)


def fit(sets):
    weights = np.concatenate([np.full(len(right), 1 / len(right)) for _, right in sets])
    return logistic.fit(np.vstack([rows for rows, _ in sets]), np.concatenate([right for _, right in sets]), weights, 0.003)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sets", nargs="+")
    parser.add_argument("--clear", type=float, default=0.70)
    parser.add_argument("--likely", type=float, default=0.62)
    arguments = parser.parse_args()
    sets = {}
    for given in arguments.sets:
        name, features, questions = given.split("=")
        sets[name] = load(features, questions)
    tiers = {}
    for name, (rows, right) in sets.items():
        b = fit([s for other, s in sets.items() if other != name])
        for p, r in zip(logistic.probability(rows, b), right):
            tier = "A" if p >= arguments.clear else "B" if p >= arguments.likely else "C"
            for key in (name, "all"):
                count = tiers.setdefault(key, {}).setdefault(tier, [0, 0])
                count[0] += int(r)
                count[1] += 1
    weights = dict(zip([*FEATURES, "bias"], [round(float(w), 2) for w in fit(list(sets.values()))]))
    left_out = {n: {t: f"{r} of {k}" for t, (r, k) in sorted(v.items())} for n, v in tiers.items()}
    json.dump({"weights": weights, "left_out": left_out}, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""How likely does the first quote answer? Fits `answer.strength` to answers that were given.

    benches/reader_strength.py NAME=ANSWERS=LABELS.jsonl [...] [--clear 0.82] [--likely 0.62]

ANSWERS is a folder of `scripts/measure_answers.py --save`. A line of LABELS has the `id` of an answer and `yes`: whether
a reader of question, answer and paper found that the first fact answers. Answers without a label are left out. Logistic
regression, each set with the same weight; for each set, with the weights fitted to all the others (to all, if there is
but one): how many first facts of each tier answer.
"""
import argparse
import json
import sys
from pathlib import Path

import numpy as np

import logistic

FEATURES = ["evidence", "score", "relevance"]


def load(answers, labels):
    rows, right = [], []
    for label in map(json.loads, Path(labels).read_text(encoding="utf-8").splitlines()):
        path = Path(answers) / f"{label['id']}.json"
        if not path.exists():
            continue
        reply = json.loads(path.read_text(encoding="utf-8"))["output"]
        if reply["evidence"]["mode"] != "answer":
            continue
        signals = reply["signals"]["answer"]
        rows.append([signals["first_evidence"] or 0.0, signals["first_score"], signals.get("first_relevance") or 0.0])
        right.append(label["yes"])
    return np.array(rows), np.array(right, float)


def fit(sets):
    weights = np.concatenate([np.full(len(right), 1 / len(right)) for _, right in sets])
    return logistic.fit(np.vstack([rows for rows, _ in sets]), np.concatenate([right for _, right in sets]), weights, 0.003)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sets", nargs="+")
    parser.add_argument("--clear", type=float, default=0.82)
    parser.add_argument("--likely", type=float, default=0.62)
    arguments = parser.parse_args()
    sets = {}
    for given in arguments.sets:
        name, answers, labels = given.split("=")
        sets[name] = load(answers, labels)
    tiers = {}
    for name, (rows, right) in sets.items():
        b = fit([s for other, s in sets.items() if other != name] or list(sets.values()))
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

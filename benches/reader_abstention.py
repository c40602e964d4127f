#!/usr/bin/env python3
"""When do papers answer? Fits `answer.abstain.reader` to what `benches/programs/candidate_features.rs` wrote.

    benches/reader_abstention.py NAME=FEATURES.jsonl [NAME=FEATURES.jsonl ...] [--least 0.26]

Each line is a question with `answerable` and the signals of its extraction. Logistic regression; each set, and
each of its two classes, has the same weight. For each set, with the weights fitted to all the others: area under
the ROC curve, the share of unanswerable questions caught where a tenth of the answerable ones are refused, and
both shares at the one threshold that is shipped. A set without unanswerable questions is only reported.
"""
import argparse
import json
import sys
from pathlib import Path

import numpy as np

import logistic

# `before`: the sum of answers, cosine and headed with their weights of benches/runs/2026-11-23-reader-abstention.json, which
# were fitted to six sets. The shipped weights are these times the weight of `before`.
BEFORE = {"answers": 4.5, "cosine": 1.7, "headed": 0.8, "bias": -1.4}
FEATURES = ["before", "relevance"]
MORE = ["before", "relevance", "answers", "cosine", "margin", "evidence", "closeness", "words", "kind"]


def values(row):
    signals = row["answer"]
    if signals.get("reader_answers") is None:
        return None
    scaled = lambda x: max(-1.0, min(1.0, x / 10))
    close, answers = signals["closeness"], scaled(signals["reader_answers"])
    before = (BEFORE["bias"] + BEFORE["answers"] * answers + BEFORE["cosine"] * signals["best_cosine"]
              + BEFORE["headed"] * bool(signals["headed"]))
    return [before, signals.get("best_relevance") or 0.0, answers, signals["best_cosine"], scaled(signals["reader_margin"]),
            signals["first_evidence"] or 0.0, signals["best_cosine"] if close is None else close,
            signals["first_context"], signals["kind"]]


def fit(sets, names, columns):
    each = [np.where(sets[n][1] > 0, 1 / max(1, sets[n][1].sum()), 1 / max(1, (1 - sets[n][1]).sum())) for n in names]
    rows = np.vstack([sets[n][0] for n in names])[:, columns]
    return logistic.fit(rows, np.concatenate([sets[n][1] for n in names]), np.concatenate(each), 0.001)


def judge(data, b, columns, least):
    x, y = data
    value = logistic.probability(x[:, columns], b)
    yes, no = value[y > 0], value[y == 0]
    out = {"answerable": len(yes), "unanswerable": len(no), "refused_wrongly": round(float((yes < least).mean()), 3)}
    if len(no):
        tenth = np.sort(yes)[int(0.1 * len(yes))]
        out |= {"caught": round(float((no < least).mean()), 3),
                "caught_at_a_tenth": round(float((no < tenth).mean()), 3),
                "auc": round(float((yes[:, None] > no).mean()), 3)}
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sets", nargs="+")
    parser.add_argument("--least", type=float, default=0.26)
    arguments = parser.parse_args()
    sets = {}
    for given in arguments.sets:
        name, _, file = given.partition("=")
        rows = [json.loads(line) for line in Path(file).read_text().splitlines()]
        kept = [(v, float(r["question"]["answerable"])) for r in rows if (v := values(r)) is not None]
        sets[name] = (np.array([v for v, _ in kept]), np.array([y for _, y in kept]))
    both = [n for n in sets if 0 < sets[n][1].sum() < len(sets[n][1])]
    out = {}
    for label, features in (("shipped", FEATURES), ("with_all", MORE)):
        columns = [MORE.index(f) for f in features]
        b = fit(sets, both, columns)
        out[label] = {
            "weights": dict(zip([*features, "bias"], [round(float(w), 2) for w in b])),
            "left_out": {n: judge(sets[n], fit(sets, [m for m in both if m != n], columns), columns, arguments.least)
                         for n in sets},
            "on_all": {n: judge(sets[n], b, columns, arguments.least) for n in sets},
        }
    json.dump({"least": arguments.least, **out}, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()

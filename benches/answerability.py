#!/usr/bin/env python3
"""Which signals tell whether papers answer a question: from `benches/programs/answer_features.rs`.

    benches/answerability.py FEATURES.jsonl [FEATURES.jsonl ...]

Each line is a case with `answerable`, its candidates' features and the closeness of its best chunks.
For each set (file), with the weights fitted to all the others (leave one set out): AUC, and the share
of the unanswerable cases below the value that a tenth of the answerable ones is below.
"""

import json
import math
import sys
from pathlib import Path

import numpy as np

COMBINATIONS = [
    ["cosine"], ["closeness"], ["words"], ["cosine", "closeness"],
    ["cosine", "closeness", "words"], ["cosine", "closeness", "words", "length"],
]


def features(row):
    candidates = row["candidates"]
    if not candidates:
        return None
    values = np.array([c["features"] for c in candidates])
    chunks = [np.mean(c) for c in row["chunks"] if c]
    return {"cosine": values[:, 0].max(), "closeness": max(chunks, default=0.0), "words": values[0, 2],
            "length": math.log(max(1, len(candidates[0]["tokens"] or [])))}


def auc(yes, no):
    yes, no = np.array(yes), np.array(no)
    return (yes[:, None] > no).mean() + 0.5 * (yes[:, None] == no).mean()


def caught(yes, no, share=0.1):
    least = np.sort(yes)[int(share * len(yes))]
    return (np.array(no) < least).mean()


def fit(x, y, weight, penalty=0.02):
    """Logistic regression by Newton's method."""
    mean, deviation = x.mean(0), x.std(0) + 1e-6
    z = np.c_[(x - mean) / deviation, np.ones(len(x))]
    b, weight = np.zeros(z.shape[1]), weight / weight.sum()
    for _ in range(30):
        p = 1 / (1 + np.exp(-z @ b))
        gradient = z.T @ (weight * (p - y)) + penalty * np.r_[b[:-1], 0]
        hessian = (z * (weight * p * (1 - p))[:, None]).T @ z + penalty * np.diag(np.r_[np.ones(len(b) - 1), 0])
        b -= np.linalg.solve(hessian + 1e-9 * np.eye(len(b)), gradient)
    return b[:-1] / deviation


def main():
    sets = {}
    for name in sys.argv[1:]:
        rows = [json.loads(line) for line in Path(name).read_text().splitlines()]
        sets[Path(name).stem] = [(f, bool(r["case"]["answerable"])) for r in rows if (f := features(r))]
    for names in COMBINATIONS:
        cells = []
        for held, cases in sets.items():
            x, y, weight = [], [], []
            for other, rows in sets.items():
                if other == held and len(sets) > 1:
                    continue
                positive = sum(a for _, a in rows)
                for f, answerable in rows:
                    x.append([f[n] for n in names])
                    y.append(answerable)
                    weight.append(1 / max(1, positive if answerable else len(rows) - positive))
            by = fit(np.array(x), np.array(y, float), np.array(weight))
            score = lambda f: sum(w * f[n] for w, n in zip(by, names))
            yes, no = [score(f) for f, a in cases if a], [score(f) for f, a in cases if not a]
            cells.append(f"{held} {auc(yes, no):.2f}/{caught(yes, no):.2f}" if yes and no else f"{held} -")
        print("+".join(names), " ".join(cells), flush=True)


if __name__ == "__main__":
    main()

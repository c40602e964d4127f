#!/usr/bin/env python3
"""Fits `answer.weights` to the candidates that `benches/programs/candidate_features.rs` wrote.

    benches/candidate_weights.py NAME=FEATURES.jsonl [...]

The first candidate of a question is right when it is in a paper that the question names as gold, and holds half of the
gold quote's words in order. The loss is listwise: cross-entropy over the softmax of a question's candidates. With each
set left out in turn, prints the share of first candidates that are right: by `assets/tuning.toml`, and by the fit.
"""
import json
import sys
import tomllib
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
import matching  # noqa: E402

FITTED = ["cosine", "overlap", "context", "chunk", "kind", "evidence"]
# Candidates of a question that are held against its gold quotes.
JUDGED = 60


def load(file):
    rows = []
    for line in Path(file).read_text().splitlines():
        row = json.loads(line)
        gold = row["question"].get("gold") or []
        if not gold or not row["candidates"]:
            continue
        values = np.array([[c["features"][n] or 0.0 for n in FITTED] for c in row["candidates"]])
        given = np.array([[c["features"][n] for n in ("note", "headed", "asked_law")] for c in row["candidates"]])
        right = [any((c["path"] or "").endswith(Path(g["file"]).name) and matching.holds(g["quote"], c["text"]) for g in gold)
                 for c in row["candidates"][:JUDGED]]
        rows.append((values, given, np.array(right + [False] * (len(values) - len(right)))))
    return rows


def first(rows, weights, given):
    return sum(bool(right[np.argmax(v @ weights + g @ given)]) for v, g, right in rows)


def fit(rows, start, given, steps=400, rate=0.05, penalty=0.02):
    """Adam on the listwise loss; the scale of the sum is free, and divided out at the end."""
    w, m, s = start * 9, np.zeros(len(start)), np.zeros(len(start))
    rows = [r for r in rows if r[2].any()]
    for step in range(1, steps + 1):
        gradient = penalty * w
        for v, g, right in rows:
            z = v @ w + 9 * (g @ given)
            p = np.exp(z - z.max())
            q = np.where(right, p, 0)
            gradient = gradient + (v.T @ (p / p.sum()) - v.T @ (q / q.sum())) / len(rows)
        m, s = 0.9 * m + 0.1 * gradient, 0.999 * s + 0.001 * gradient**2
        w = w - rate * (m / (1 - 0.9**step)) / (np.sqrt(s / (1 - 0.999**step)) + 1e-8)
    return w / w.sum()


def main():
    sets = {name: load(file) for name, file in (given.split("=", 1) for given in sys.argv[1:])}
    tuned = tomllib.loads((ROOT / "assets" / "tuning.toml").read_text())["answer"]["weights"]
    # With a reader, `overlap` does not count.
    now = np.array([0.0 if n == "overlap" else tuned[n] for n in FITTED])
    given = np.array([-tuned["note"], tuned["headed"], tuned["asked_law"]])
    total = sum(map(len, sets.values()))
    left_out = 0
    for name, rows in sets.items():
        w = fit([r for other, held in sets.items() if other != name for r in held], now, given)
        left_out += first(rows, w, given)
        print(f"{name}: {len(rows)} questions, now {first(rows, now, given) / len(rows):.3f}, "
              f"left out {first(rows, w, given) / len(rows):.3f}")
    whole = fit([r for rows in sets.values() for r in rows], now, given)
    print(f"all: now {sum(first(r, now, given) for r in sets.values()) / total:.3f}, left out {left_out / total:.3f}")
    print(json.dumps(dict(zip(FITTED, whole.round(3).tolist()))))


if __name__ == "__main__":
    main()

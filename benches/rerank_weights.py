#!/usr/bin/env python3
"""Weights of the second stage, chosen on judged sets, with what each set would have got without its own say.

    for SET in condqa orsharc ...; do
      cargo run --release -p twolane-benches --bin rerank_features -- CACHE MODEL_DIR judged/retrieval/$SET > FEATURES/$SET.jsonl
    done
    python benches/rerank_weights.py FEATURES

`FEATURES/SET.jsonl` holds for each query its candidates with BM25, cosine, MaxSim and pairs of neighbouring words.
Printed as JSON: nDCG@10 of both sides, of the default weights, and, for each set, of the weights that are best in the
mean of the other sets (leave one set out). Standard library only.
"""

import json
import math
import sys
from pathlib import Path
from statistics import fmean

POOL = 24
# As in `crates/retrieve/src/rank/calibration.rs` (all-MiniLM-L6-v2) and `crates/retrieve/src/rank/fusion.rs`.
COSINE, MAX_SIM = (0.068, 0.109), (0.144, 0.0654)
FUSION = (0.4, 0.6)
DEFAULT = {"words": 0.20, "meaning": 0.34, "close": 0.45, "pairs": 0.12}
KIND = "kinds of value, thin chunks and the tie order of the product are left out here"


def above(value, background):
    return (value - background[0]) / (10 * background[1])


def read(path):
    queries = []
    for line in path.read_text(encoding="utf-8").splitlines():
        query = json.loads(line)
        ideal = sum(g / math.log2(i + 2) for i, g in enumerate(sorted(query["grades"], reverse=True)[:10]))
        if not query["rows"] or not ideal:
            continue
        rows = []
        for row in query["rows"]:
            words = min(1.0, max(0.0, row["bm25"] / (query["ceiling"] or 1.0)))
            meaning, close = above(row["cosine"], COSINE), above(row["max_sim"] or 0.0, MAX_SIM)
            rows.append((row["grade"], words, meaning, close, row["pairs"]))
        rows.sort(key=lambda r: -(FUSION[0] * r[1] + FUSION[1] * r[2]))
        queries.append((ideal, rows))
    return queries


def ndcg(queries, weights, pool):
    def one(ideal, rows):
        best = sorted(rows[:pool], key=lambda r: -sum(w * p for w, p in zip(weights, r[1:])))[:10]
        return sum(r[0] / math.log2(i + 2) for i, r in enumerate(best)) / ideal

    return fmean(one(*query) for query in queries)


def grid():
    for words in (0.10, 0.15, 0.20, 0.25, 0.30):
        for meaning in (0.22, 0.28, 0.34, 0.40):
            for pairs in (0.0, 0.06, 0.12, 0.18):
                yield (words, meaning, 0.45, pairs)


def main():
    sets = {path.stem: read(path) for path in sorted(Path(sys.argv[1]).glob("*.jsonl"))}
    every = 10**9
    result = {"note": KIND, "pool": POOL, "default": DEFAULT, "sets": {}}
    for name, queries in sets.items():
        result["sets"][name] = {
            "queries": len(queries),
            "bm25": ndcg(queries, (1, 0, 0, 0), every),
            "vector": ndcg(queries, (0, 1, 0, 0), every),
            "default": ndcg(queries, tuple(DEFAULT.values()), POOL),
        }
    scores = {weights: {name: ndcg(queries, weights, POOL) for name, queries in sets.items()} for weights in grid()}
    for name in sets:
        others = [n for n in sets if n != name]
        weights = max(scores, key=lambda w: fmean(scores[w][n] for n in others))
        entry = result["sets"][name]
        entry["left_out"] = {"weights": dict(zip(DEFAULT, weights)), "ndcg_at_10": scores[weights][name]}
        entry["best_of_grid"] = max(s[name] for s in scores.values())
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()

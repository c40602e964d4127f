"""BM25 of bm25s (Lucene form, k1 1.2, b 0.75) on BEIR folders: the reference for our lexical side.

    python bm25_reference.py ROOT [SET...] > reference.json

ROOT holds one BEIR folder a set. A set without a corpus of its own names it as SET=OTHER
(`obliqa_mp=obliqa`). Title and text are one field; English stop words, Snowball English stemmer.
"""

import argparse
import json
import sys
import time
from pathlib import Path

import bm25s
import Stemmer

import beir


def run(folder, corpus=None):
    documents, queries, gold = beir.load(folder, corpus)
    stemmer = Stemmer.Stemmer("english")
    tokenize = lambda texts: bm25s.tokenize(texts, stopwords="en", stemmer=stemmer, show_progress=False)
    index = bm25s.BM25(method="lucene", k1=1.2, b=0.75)
    index.index(tokenize([beir.text_of(d) for d in documents]), show_progress=False)
    rows, times = [], []
    for query in queries:
        start = time.perf_counter()
        found, scores = index.retrieve(
            tokenize([query["text"]]), k=min(100, len(documents)), show_progress=False, n_threads=1
        )
        times.append(time.perf_counter() - start)
        ranked = [documents[i]["_id"] for i, s in zip(found[0], scores[0]) if s > 0]
        rows.append(beir.metrics(ranked, gold[query["_id"]]))
    times.sort()
    figures = {k: round(v, 4) for k, v in beir.mean(rows).items()}
    return figures | {"queries": len(rows), "p50_ms": round(1e3 * times[len(times) // 2], 3)}


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("root", type=Path)
    arguments.add_argument("sets", nargs="*")
    options = arguments.parse_args()
    names = options.sets or sorted(p.parent.name for p in options.root.glob("*/corpus.jsonl"))
    figures = {}
    for name in names:
        name, _, other = name.partition("=")
        figures[name] = run(options.root / name, options.root / other / "corpus.jsonl" if other else None)
        print(name, figures[name], file=sys.stderr)
    json.dump({"reference": f"bm25s {bm25s.__version__}", "k1": 1.2, "b": 0.75, "sets": figures}, sys.stdout, indent=1)


if __name__ == "__main__":
    main()

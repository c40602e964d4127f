"""BEIR folders and the metrics that `twolane eval retrieval` prints, for the reference scripts."""

import json
import math
from pathlib import Path


def load(folder, corpus=None, split="test"):
    """(documents, queries, judgements) of a BEIR folder; `corpus` names a corpus.jsonl elsewhere."""
    folder = Path(folder)
    corpus = Path(corpus) if corpus else folder / "corpus.jsonl"
    read = lambda path: [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    documents, queries = read(corpus), read(folder / "queries.jsonl")
    judgements = {}
    for line in (folder / "qrels" / f"{split}.tsv").read_text("utf-8").splitlines()[1:]:
        query, document, score = line.split("\t")
        if int(score) > 0:
            judgements.setdefault(query, {})[document] = int(score)
    return documents, [q for q in queries if q["_id"] in judgements], judgements


def text_of(document):
    """What is searched of a document: title and text, as one unit."""
    return (document.get("title", "") + "\n" + document["text"]).strip()


def metrics(ranked, gold):
    """Metrics of one query: `ranked` is a list of document ids, best first; `gold` id to gain."""
    gains = [gold.get(d, 0) for d in ranked]
    dcg = sum(g / math.log2(i + 2) for i, g in enumerate(gains[:10]))
    ideal = sum(g / math.log2(i + 2) for i, g in enumerate(sorted(gold.values(), reverse=True)[:10]))
    first = next((i for i, g in enumerate(gains[:10]) if g > 0), None)
    return {
        "ndcg_at_10": dcg / ideal if ideal else 0.0,
        "recall_at_10": sum(g > 0 for g in gains[:10]) / len(gold),
        "recall_at_100": sum(g > 0 for g in gains[:100]) / len(gold),
        "mrr_at_10": 0.0 if first is None else 1.0 / (first + 1),
    }


def mean(rows):
    return {key: sum(r[key] for r in rows) / len(rows) for key in rows[0]}

#!/usr/bin/env python3
"""Makes small sets of questions with several gold passages from judged multi-hop sets.

    scripts/make_multi_hop_set.py JUDGED_FOLDER --out FOLDER [--passages 1500] [--questions 60]

- `hotpot`: all questions over the paragraphs of all of them, pooled.
- `condqa`: questions with two or more gold sections, over all sections of the set.
- `obliqa_mp`: the first questions by a hash of their id, over their gold passages and so many others of the
  corpus, likewise by hash: the whole corpus is nine times as large and takes long to embed. Fewer passages
  make the task easier for both sides that are compared.

Each gets FOLDER/NAME/corpus.jsonl and questions.jsonl (`id`, `question`, `gold`, `half`: "tune" or "report" by
a hash of the id), as
`benches/programs/research_steps.rs` reads them.
"""

import argparse
import hashlib
import json
from pathlib import Path


def order(text):
    return hashlib.sha256(text.encode()).hexdigest()


def rows(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def hotpot(judged):
    documents, questions = {}, []
    for row in rows(judged / "multihop/hotpot.jsonl"):
        gold = []
        for paragraph in row["paragraphs"]:
            text = "".join(paragraph["sentences"])
            name = order(paragraph["title"] + text)[:16]
            documents[name] = {"_id": name, "title": paragraph["title"], "text": text}
            if paragraph["is_gold"]:
                gold.append(name)
        questions.append({"id": row["id"], "kind": row["type"], "question": row["question"], "gold": gold})
    return list(documents.values()), questions


def condqa(judged):
    documents = rows(judged / "retrieval/condqa/corpus.jsonl")
    questions = []
    for row in rows(judged / "multihop/condqa_multi_evidence.jsonl"):
        if len(row["gold_sections"]) >= 2:
            question = f"{row['scenario']} {row['question']}"
            questions.append({"id": row["id"], "kind": "condqa", "question": question, "gold": row["gold_sections"]})
    return documents, questions


def obliqa(judged, passages, most):
    asked = sorted(rows(judged / "multihop/obliqa_mp.jsonl"), key=lambda r: order(r["id"]))[:most]
    questions = []
    for row in asked:
        gold = [p["corpus_id"] for p in row["gold_passages"]]
        questions.append({"id": row["id"], "kind": "obliqa_mp", "question": row["question"], "gold": gold})
    needed = {name for q in questions for name in q["gold"]}
    corpus = rows(judged / "retrieval/obliqa/corpus.jsonl")
    others = sorted((d for d in corpus if d["_id"] not in needed), key=lambda d: order(d["_id"]))
    documents = [d for d in corpus if d["_id"] in needed] + others[: max(0, passages - len(needed))]
    return documents, questions


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("judged", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--passages", type=int, default=1500)
    parser.add_argument("--questions", type=int, default=60)
    args = parser.parse_args()
    sets = {
        "hotpot": hotpot(args.judged),
        "condqa": condqa(args.judged),
        "obliqa_mp": obliqa(args.judged, args.passages, args.questions),
    }
    for name, (documents, questions) in sets.items():
        folder = args.out / name
        folder.mkdir(parents=True, exist_ok=True)
        for question in questions:
            question["half"] = "tune" if int(order(question["id"]), 16) % 2 == 0 else "report"
        for file, lines in (("corpus.jsonl", documents), ("questions.jsonl", questions)):
            with open(folder / file, "w", encoding="utf-8") as out:
                out.writelines(json.dumps(line) + "\n" for line in lines)
        print(json.dumps({"set": name, "passages": len(documents), "questions": len(questions)}))


if __name__ == "__main__":
    main()

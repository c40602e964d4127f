#!/usr/bin/env python3
"""A judged retrieval set that no weight was chosen on: questions on privacy policies and the passage that answers each.

    scripts/make_aside_set.py JUDGED_FOLDER --out FOLDER

Made of `abstain/policyqa_answerable.jsonl` in BEIR's layout, for `twolane eval retrieval FOLDER`. It was kept aside
from the start: reported, never tuned on.
"""

import argparse
import hashlib
import json
from pathlib import Path


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("judged", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    lines = (arguments.judged / "abstain/policyqa_answerable.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [json.loads(line) for line in lines if line.strip()]
    name = lambda passage: hashlib.sha256(passage.encode()).hexdigest()[:12]
    (arguments.out / "qrels").mkdir(parents=True, exist_ok=True)
    passages = {name(c["passage"]): c["passage"] for c in cases}
    with (arguments.out / "corpus.jsonl").open("w", encoding="utf-8") as out:
        for key, text in passages.items():
            out.write(json.dumps({"_id": key, "title": "", "text": text}) + "\n")
    with (arguments.out / "queries.jsonl").open("w", encoding="utf-8") as out:
        for case in cases:
            out.write(json.dumps({"_id": str(case["id"]), "text": case["question"]}) + "\n")
    with (arguments.out / "qrels/test.tsv").open("w", encoding="utf-8") as out:
        out.write("query-id\tcorpus-id\tscore\n")
        for case in cases:
            out.write(f"{case['id']}\t{name(case['passage'])}\t1\n")
    print(f"{len(cases)} questions, {len(passages)} passages")


if __name__ == "__main__":
    main()

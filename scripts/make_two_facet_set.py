#!/usr/bin/env python3
"""Makes a set of questions that two sections of law answer together, from records of real sections.

    scripts/make_two_facet_set.py STATUTES.jsonl --out FOLDER [--sections 300] [--most 40]

Two kinds, gold by citation:

- `parts`: the headings of two sections of one chapter, each asked after by itself ("What is the rule on …,
  and what is the rule on …?"). The headings are reworded by nothing, so one search has both by their words.
- `cited`: the heading of one section alone ("What rules govern …, with all that they refer to?"); gold are
  that section and those that it cites by number and that are among the records (3 at most). Nothing in the
  question has a word of the cited ones.

Only the first `--sections` records that have a text are used, since embedding all of them takes long on a
small machine; FOLDER/statutes.jsonl holds them for `twolane ingest --lane state`, FOLDER/questions.jsonl the
questions. Which of the possible questions are kept follows from a hash of their citations; of each kind the
first half is for tuning (`half`: "tune"), the other for what is reported ("report").
"""

import argparse
import hashlib
import json
import re
from pathlib import Path

LEAST_WORDS = 40
MOST_CITED = 3


def order(*names):
    return hashlib.sha256("\n".join(names).encode()).hexdigest()


def number_of(citation):
    """`1-200` of `Conn. Gen. Stat. § 1-200`, `15.181` of `MCL 15.181`."""
    return re.split(r"[\s§]+", citation)[-1]


def said(heading):
    """A heading as it stands inside a sentence."""
    text = re.sub(r"Section \S+ - .*$", "", heading).strip().rstrip(".").split(". ")[0]
    return text[:1].lower() + text[1:]


def cited_by(record, by_number):
    """Numbers of other records that a text cites as sections."""
    own = number_of(record["citation"])
    found = []
    for match in re.finditer(r"\b(?:[Ss]ections?|§+|MCL)\s+((?:\d+[a-z]?[-.]\d+[a-z]*)(?:(?:,| and| or)+ \d+[a-z]?[-.]\d+[a-z]*)*)", record["text"]):
        for number in re.findall(r"\d+[a-z]?[-.]\d+[a-z]*", match[1]):
            if number != own and number in by_number and number not in found:
                found.append(number)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("statutes", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--sections", type=int, default=300)
    parser.add_argument("--most", type=int, default=40, help="questions of each kind at most")
    args = parser.parse_args()
    records = [json.loads(line) for line in args.statutes.read_text(encoding="utf-8").splitlines() if line.strip()]
    records = [r for r in records if len(r.get("text", "").split()) >= LEAST_WORDS][: args.sections]
    by_number = {number_of(r["citation"]): r for r in records}
    headed = [r for r in records if 3 <= len(said(r["heading"]).split()) <= 14]
    once = {}
    for record in headed:
        once.setdefault(said(record["heading"]), []).append(record)
    headed = [found[0] for found in once.values() if len(found) == 1]

    cited = []
    for record in headed:
        numbers = cited_by(record, by_number)
        if 1 <= len(numbers) <= MOST_CITED:
            gold = [record["citation"]] + [by_number[n]["citation"] for n in numbers]
            question = f"What rules govern {said(record['heading'])}, with all that they refer to?"
            cited.append({"kind": "cited", "question": question, "gold": gold})
    parts = []
    chapters = {}
    for record in headed:
        chapters.setdefault(record["title"], []).append(record)
    for found in chapters.values():
        found.sort(key=lambda r: order(r["citation"]))
        for one, other in zip(found[::2], found[1::2]):
            question = f"What is the rule on {said(one['heading'])}, and what is the rule on {said(other['heading'])}?"
            parts.append({"kind": "parts", "question": question, "gold": [one["citation"], other["citation"]]})
    questions = []
    for made in (cited, parts):
        made.sort(key=lambda q: order(*q["gold"]))
        kept = made[: args.most]
        questions += [q | {"half": "tune" if at < args.most // 2 else "report"} for at, q in enumerate(kept)]
    args.out.mkdir(parents=True, exist_ok=True)
    with open(args.out / "statutes.jsonl", "w", encoding="utf-8") as out:
        out.writelines(json.dumps(r) + "\n" for r in records)
    with open(args.out / "questions.jsonl", "w", encoding="utf-8") as out:
        for number, question in enumerate(questions, 1):
            out.write(json.dumps({"id": f"{question['kind']}-{number}", **question}) + "\n")
    print(json.dumps({"sections": len(records), "cited": sum(q["kind"] == "cited" for q in questions),
                      "parts": sum(q["kind"] == "parts" for q in questions)}))


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Which section of the law does `search` put first?

    scripts/measure_statutes.py QUESTIONS.jsonl --statutes FOLDER --run 'twolane --archive A search --json {question}' [--out F]

`gold` of a question holds `{"citation","file"}`; a question whose citation has no text in the JSONL files
of `FOLDER` is left out and named. A section counts once, at its best hit; chapters of the same number
don't count. Reported for the state lane and for the merged list: the right section first, and among the
first five sections.
"""

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import program  # noqa: E402


def records(folder):
    """{citation: {FILE.jsonl#LINE}} of sections with a text."""
    found = {}
    for path in sorted(folder.glob("*.jsonl")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            record = json.loads(line)
            if record.get("text") and record.get("citation"):
                found.setdefault(record["citation"], set()).add(f"{path.name}#{number}")
    return found


def sections_in_order(hits):
    order = []
    for hit in hits:
        name = Path((hit.get("source") or {}).get("path") or "").name
        if name not in order:
            order.append(name)
    return order


def rank(hits, gold):
    return next((i for i, name in enumerate(sections_in_order(hits), 1) if name in gold), None)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("questions", type=Path)
    parser.add_argument("--statutes", type=Path, required=True)
    parser.add_argument("--run", required=True)
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    known = records(arguments.statutes)
    cases = program.load(arguments.questions)
    without = [c["id"] for c in cases if not any(g["citation"] in known for g in c["gold"])]
    cases = [c for c in cases if c["id"] not in without]
    outputs = program.answers(cases, arguments.run)
    rows = []
    for case in cases:
        output = outputs[case["id"]][0] or {}
        gold = set().union(*(known.get(g["citation"], set()) for g in case["gold"]))
        state = next((lane["hits"] for lane in output.get("lanes", []) if lane["name"] == "state"), [])
        rows.append({"id": case["id"], "state": rank(state, gold), "merged": rank(output.get("hits", []), gold)})
    share = lambda key, n: program.share(sum(1 for r in rows if r[key] and r[key] <= n), len(rows))
    summary = {"questions": len(rows), "without_text": without,
               **{f"{key}_{name}": share(key, n) for key in ("state", "merged") for name, n in (("first", 1), ("top5", 5))}}
    print(json.dumps(summary, indent=1))
    print("not first:", {r["id"]: (r["state"], r["merged"]) for r in rows if r["state"] != 1})
    if arguments.out:
        arguments.out.write_text(json.dumps({"summary": summary, "cases": rows}, indent=1))


if __name__ == "__main__":
    main()

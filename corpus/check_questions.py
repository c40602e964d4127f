#!/usr/bin/env python3
"""Writes and checks questions.jsonl.

    python3 corpus/check_questions.py --write   makes questions.jsonl from questions.toml
    python3 corpus/check_questions.py           checks that every gold quote stands on its page

questions.toml names, for each gold passage, a few words of its line (`find`); the quote is the
whole line as `pdftotext -layout` prints it (with `part`, the piece of it between wide gaps: a
column, or a line without its margin number). The scanned page's quotes are given as `quote` and
checked by tesseract, if it is there. Needs poppler.
"""

import argparse
import json
import re
import sys
import tomllib
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "scripts"))

import matching  # noqa: E402
import originals  # noqa: E402

KINDS = {"fact", "figure", "date", "decision", "definition", "unanswerable", "conflict"}


def gold_of(entry, identifier):
    """One gold passage with its page and quote."""
    path = HERE / "papers" / entry["file"]
    if "quote" in entry:
        return {"file": entry["file"], "page": entry["page"], "quote": entry["quote"]}
    hits = []
    for page, texts in originals.pages(path, ocr=False).items():
        for line in texts[0].splitlines():
            if matching.fold(entry["find"]) in matching.fold(line):
                if entry.get("part"):
                    line = next(p for p in re.split(r"\s{3,}", line) if matching.fold(entry["find"]) in matching.fold(p))
                hits.append((page, line.strip()))
    if "page" in entry:
        hits = [h for h in hits if h[0] == entry["page"]]
    hits = list(dict.fromkeys(hits))
    if len(hits) != 1:
        raise ValueError(f"{identifier}: {entry['find']!r} stands {len(hits)} times in {entry['file']}: {hits}")
    return {"file": entry["file"], "page": hits[0][0], "quote": hits[0][1]}


def write():
    cases = tomllib.loads((HERE / "questions.toml").read_text(encoding="utf-8"))["question"]
    lines, problems = [], []
    for number, case in enumerate(cases, 1):
        identifier, gold = f"c{number:02}", []
        for entry in case.get("gold", []):
            try:
                gold.append(gold_of(entry, identifier))
            except ValueError as problem:
                problems.append(str(problem))
        record = {
            "id": identifier, "question": case["question"], "lane": "local", "gold": gold,
            "answer": case.get("answer", "Not stated in the papers."), "kind": case["kind"],
            "split": case["split"],
        }
        if case.get("tags"):
            record["tags"] = case["tags"]
        lines.append(json.dumps(record, ensure_ascii=False) + "\n")
    if problems:
        raise SystemExit("\n".join(problems))
    (HERE / "questions.jsonl").write_text("".join(lines), encoding="utf-8")


def check():
    problems, seen, kinds = [], set(), Counter()
    for line in (HERE / "questions.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        name = case["id"]
        kinds[case["kind"], case["split"]] += 1
        if name in seen or case["question"] in seen:
            problems.append(f"{name}: twice")
        seen |= {name, case["question"]}
        if case["kind"] not in KINDS or case["split"] not in ("dev", "held"):
            problems.append(f"{name}: kind or split")
        if (case["kind"] == "unanswerable") != (not case["gold"]):
            problems.append(f"{name}: gold and kind do not agree")
        if case["kind"] == "conflict" and len(case["gold"]) < 2:
            problems.append(f"{name}: a conflict needs two passages")
        for gold in case["gold"]:
            path = HERE / "papers" / gold["file"]
            if not path.is_file():
                problems.append(f"{name}: no file {gold['file']}")
                continue
            texts = originals.pages(path).get(gold["page"], [])
            if not any(matching.fold(gold["quote"]) in matching.fold(line) for t in texts for line in t.splitlines()):
                if "ocr" in case.get("tags", []) and (len(texts) < 4 or matching.holds(gold["quote"], texts[-1], 0.85)):
                    continue
                problems.append(f"{name}: not on page {gold['page']} of {gold['file']}: {gold['quote']}")
        held = " ".join(g["quote"] for g in case["gold"])
        if case["gold"] and matching.right(case["answer"], held) is False:
            print(f"note {name}: the answer has a number or date that its quotes do not: {case['answer']}")
    for (kind, split), count in sorted(kinds.items()):
        print(f"{kind:14} {split:5} {count}")
    print("\n".join(problems) or f"{sum(kinds.values())} questions are sound")
    return 1 if problems else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true")
    if parser.parse_args().write:
        write()
    sys.exit(check())

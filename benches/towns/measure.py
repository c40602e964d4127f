#!/usr/bin/env python3
"""Asks the questions of two made-up towns and holds each answer against what it must have.

    benches/towns/measure.py PROGRAM [--towns alder,brack] [--out FILE] [--failed]

Papers, law, article and questions were written without sight of the code. `alder` was used to find faults, so its figure
is a hope. The failures of `brack` were read once, and two of them mended: its figure before that stands in
`benches/runs`. A question's `expect` may have:

    first_any  one of these stands in the first fact        not_first  none of these does
    all        each of these stands in a fact or a gap      not_any    none of these is shown as a fact
    any        one of these stands in a fact                says       one of these stands anywhere in the reply
    lanes      each of these lanes is cited                 mode       answer, ask_back or refuse

Texts are compared in lower case with single spaces.
"""
import argparse
import json
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
EXIT = {"answer": 0, "ask_back": 4, "refuse": 5}


def fold(text):
    return " ".join(text.lower().split())


def faults(expect, code, printed):
    reply = json.loads(printed) if printed.strip() else {}
    evidence = reply.get("evidence") or {}
    facts = evidence.get("facts") or []
    shown = [fold(f["text"]) for f in facts]
    quoted = [fold(f["text"] + " " + " ".join(s["quote"] for s in f.get("support", []))) for f in facts]
    first = quoted[0] if quoted else ""
    gaps = fold(json.dumps(evidence.get("gaps", [])) + json.dumps(evidence.get("conflicts", [])))
    lanes = {c.get("lane") for c in evidence.get("citations_index") or []}
    stands = lambda texts, places: any(fold(t) in place for t in texts for place in places)
    checks = {
        "first_any": lambda texts: stands(texts, [first]),
        "not_first": lambda texts: not stands(texts, [first]),
        "all": lambda texts: all(stands([t], [*quoted, gaps]) for t in texts),
        "any": lambda texts: stands(texts, quoted),
        "not_any": lambda texts: not stands(texts, shown),
        "says": lambda texts: stands(texts, [fold(printed)]),
        "lanes": lambda wanted: set(wanted) <= lanes,
        "mode": lambda mode: code == EXIT[mode],
    }
    return [name for name, wanted in expect.items() if not checks[name](wanted)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--towns", default="alder,brack")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--failed", action="store_true", help="print what each failed question lacks")
    given = parser.parse_args()
    table = {}
    for town in given.towns.split(","):
        folder, right, failed = HERE / town, 0, {}
        article = (folder / "article.txt").read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as archive:
            run = [given.program, "--archive", f"{archive}/a", "--quiet"]
            for lane, part in (("local", "papers"), ("state", "law")):
                subprocess.run([*run, "ingest", "--lane", lane, str(folder / part)], capture_output=True, check=True)
            for case in map(json.loads, (folder / "cases.jsonl").read_text(encoding="utf-8").splitlines()):
                question = case["question"] + (f"\n\n{article}" if case.get("with_article") else "")
                named = ["--town", case["town"]] if case.get("town") else []
                asked = subprocess.run([*run, "ask", "--json", "--no-memory", *named, question], capture_output=True, text=True)
                found = faults(case["expect"], asked.returncode, asked.stdout)
                right += not found
                if found:
                    failed[case["id"]] = found
                    if given.failed:
                        print(case["id"], case["question"], found)
        table[town] = {"right": right, "of": right + len(failed), "failed": failed}
    text = json.dumps(table, indent=1)
    print(text)
    if given.out:
        given.out.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

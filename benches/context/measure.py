#!/usr/bin/env python3
"""Asks about papers in which a verbatim quote would mislead, and about controls in which it is right.

    benches/context/measure.py PROGRAM [--formats txt,html] [--out FILE]

`cases.jsonl` was written without sight of the code: 8 classes of 12 misleading papers and 12 controls. A case misleads
when the first fact has the value at strength A or B without the words that put it right. A control holds when the first
fact has the value at strength A or B. The wordings are for reporting; rules and weights are not fitted to them.
"""
import argparse
import json
import subprocess
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

CASES = Path(__file__).resolve().parent / "cases.jsonl"


def paper(blocks, kind):
    if kind == "html":
        return "<html><body>" + "".join(f"<h2>{t}</h2>" if k == "h" else f"<p>{t}</p>" for k, t in blocks) + "</body></html>"
    if kind == "md":
        return "\n".join(f"## {t}\n" if k == "h" else f"{t}\n" for k, t in blocks)
    return "\n".join((t.upper() if k == "h" else t) + "\n" for k, t in blocks)


def verdict(case, reply):
    evidence = reply.get("evidence") or {}
    first = next((f["text"].lower() for f in evidence.get("facts") or []), "")
    leads = case["value"].lower() in first and evidence.get("mode") == "answer"
    strong = (evidence.get("record_strength") or {}).get("tier") in ("A", "B")
    if not case["force"]:
        return "holds" if leads and strong else "weak" if leads else "lost"
    if not leads or case["with"].lower() in first:
        return "safe"
    return "misleads" if strong else "weak"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--formats", default="txt,html")
    parser.add_argument("--out", type=Path)
    o = parser.parse_args()
    table = defaultdict(Counter)
    for case in map(json.loads, CASES.read_text(encoding="utf-8").splitlines()):
        for kind in o.formats.split(","):
            with tempfile.TemporaryDirectory() as folder:
                file, archive = Path(folder) / f"paper.{kind}", f"{folder}/archive"
                file.write_text(paper(case["blocks"], kind), encoding="utf-8")
                run = [o.program, "--archive", archive, "--quiet"]
                subprocess.run([*run, "ingest", str(file)], capture_output=True, check=True)
                asked = subprocess.run([*run, "ask", "--json", "--no-memory", case["question"]], capture_output=True, text=True)
                table[case["class"], "misleading" if case["force"] else "control"][verdict(case, json.loads(asked.stdout))] += 1
    rows = [{"class": c, "kind": k, **v} for (c, k), v in sorted(table.items())]
    total = lambda kind, what: sum(r.get(what, 0) for r in rows if r["kind"] == kind)
    out = {"cases": rows, "misleading": total("misleading", "misleads"), "of": sum(sum(v.values()) for (_, k), v in table.items() if k == "misleading"),
           "controls_that_hold": total("control", "holds"), "of_controls": sum(sum(v.values()) for (_, k), v in table.items() if k == "control")}
    text = json.dumps(out, indent=1)
    print(text)
    if o.out:
        o.out.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

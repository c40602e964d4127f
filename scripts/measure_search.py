#!/usr/bin/env python3
"""How well `search` finds the pages that answer.

    scripts/measure_search.py QUESTIONS.jsonl --root FOLDER \\
        --run 'twolane --archive A search --json --k 20 {question}' [--split held]

A page counts once, at its best hit. `first` and `top3`: a gold page is there; `all_top5`: every gold
page is among the first five pages.
"""

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import program  # noqa: E402


def pages_in_order(output, names, root):
    """(file, page) of the hits, each once."""
    seen = []
    for hit in (output or {}).get("hits") or []:
        file = program.file_of((hit.get("source") or {}).get("path") or "", root, names)
        page = (file, hit.get("page") or 0)
        if page not in seen:
            seen.append(page)
    return seen


def judge(case, pages):
    gold = {(g["file"], g["page"]) for g in case["gold"]}
    return {"id": case["id"], "question": case["question"], "first": bool(gold & set(pages[:1])),
            "top3": bool(gold & set(pages[:3])), "all_top5": gold <= set(pages[:5]),
            "ranks": {f"{f} p.{p}": pages.index((f, p)) + 1 if (f, p) in pages else None for f, p in sorted(gold)}}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("questions", type=Path)
    parser.add_argument("--root", type=Path, required=True)
    parser.add_argument("--run", required=True, help="command with {question}")
    parser.add_argument("--split")
    parser.add_argument("--parallel", type=int, default=2)
    parser.add_argument("--timeout", type=float, default=120)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--failures", action="store_true")
    arguments = parser.parse_args()

    everything = program.load(arguments.questions)
    names = {g["file"]: g["file"] for c in everything for g in c["gold"]}
    cases = [c for c in everything if c["gold"] and (not arguments.split or c.get("split") == arguments.split)]
    outputs = program.answers(cases, arguments.run, arguments.parallel, arguments.timeout)
    verdicts = [judge(c, pages_in_order(outputs[c["id"]][0], names, arguments.root)) for c in cases]
    failed = {i: o[2][-300:] for i, o in outputs.items() if o[0] is None}
    result = {"cases": len(cases), "failed": len(failed)} | {
        key: program.share(sum(v[key] for v in verdicts), len(verdicts)) for key in ("first", "top3", "all_top5")}
    print(program.table(result.items(), ["measure", "value"]))
    for identifier, error in failed.items():
        print(f"{identifier}: {error}")
    if arguments.failures:
        for v in verdicts:
            if not (v["first"] and v["all_top5"]):
                print(f"{v['id']} {v['question']}\n    {v['ranks']}")
    if arguments.out:
        arguments.out.write_text(json.dumps({"summary": result, "cases": verdicts}, ensure_ascii=False, indent=1))


if __name__ == "__main__":
    main()

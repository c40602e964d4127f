#!/usr/bin/env python3
"""How well `search` finds the pages that answer.

    scripts/measure_search.py QUESTIONS.jsonl --root FOLDER \\
        --run 'twolane --archive A search --json --k 20 {question} {town?}' [--split held]

A page, or a section of law, counts once, at its best hit. `first` and `top3`: a gold page is there;
`all_top5`: every gold page is among the first five pages.
"""

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import matching  # noqa: E402
import program  # noqa: E402


def pages_in_order(output, names, root):
    """(file, page, title) of the hits, each once."""
    seen = []
    for hit in (output or {}).get("hits") or []:
        source = hit.get("source") or {}
        page = (program.file_of(source.get("path") or "", root, names), hit.get("page") or 0, source.get("title") or "")
        if page not in seen:
            seen.append(page)
    return seen


def rank(gold, pages):
    if gold.get("citation"):
        return next((i for i, p in enumerate(pages, 1) if matching.names_section(p[2], gold["citation"])), None)
    return next((i for i, p in enumerate(pages, 1) if p[:2] == (gold["file"], gold["page"] or 0)), None)


def judge(case, pages):
    ranks = {g.get("citation") or f"{g['file']} p.{g['page']}": rank(g, pages) for g in case["gold"]}
    within = lambda n: [r is not None and r <= n for r in ranks.values()]
    return {"id": case["id"], "question": case["question"], "first": any(within(1)), "top3": any(within(3)),
            "all_top5": all(within(5)), "ranks": ranks}


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

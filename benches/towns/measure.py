#!/usr/bin/env python3
"""Asks the questions of made-up towns and holds each answer against what it must have.

    benches/towns/measure.py PROGRAM [--seeds 1-40 | --towns alder,brack,harrowfield,grindle] [--out FILE] [--names N] [--failed] [--keep DIR]

A seed draws a town's facts (`facts.py`), one of twelve hands writes its papers (`hands/`, each by a writer who saw neither
the program nor another hand), and `questions.py` asks. Seeds below 100 use the six hands for building, seeds from 100 the
six others, whose failures nobody reads before a figure is reported. `alder`, `brack`, `harrowfield` and `grindle` are whole towns with papers
of their own. A question's `expect` may have:

    first_any  one of these stands in the first fact            not_first        none of these does
    all        each of these stands in a fact or a gap          not_first_alone  none does without what `any` or `first_any` names
    any, some  one of these stands in a fact                    not_any          none of these is shown as a fact
    says       one of these stands anywhere in the reply        says_all         each of these does
    lanes      each of these lanes is cited                     lanes_only       no other lane is
    first_cites  the first fact cites one of these              mode             answer, ask_back or refuse, or one of these

Texts are compared in lower case with single spaces. A sum or number is never a part of a longer one.
"""
import argparse
import importlib
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
EXIT = {"answer": 0, "ask_back": 4, "refuse": 5}
BUILDING = ["hill", "lake", "mill", "notch", "valley", "plain"]
REPORTING = ["coast", "forge", "grove", "ridge", "harbor", "river"]


def fold(text):
    return " ".join(text.lower().replace("’", "'").replace("“", '"').replace("”", '"').replace("|", " ").split())


def stands(piece, places):
    piece = fold(piece)
    bounded = re.compile(rf"(?<![\w$]){re.escape(piece)}(?!\w|[.,]\d)" if piece[:1] != "$" else rf"{re.escape(piece)}(?!\d|[.,]\d)")
    return any(bounded.search(place) for place in places)


def faults(expect, code, printed):
    reply = json.loads(printed) if printed.strip() else {}
    evidence = reply.get("evidence") or {}
    facts = evidence.get("facts") or []
    shown = [fold(f["text"]) for f in facts]
    quoted = [fold(f["text"] + " " + " ".join(s["quote"] for s in f.get("support", []))) for f in facts]
    first, everything = quoted[:1], [fold(printed.replace("\\n", " ").replace('\\"', '"'))]
    gaps = fold(json.dumps(evidence.get("gaps", [])) + json.dumps(evidence.get("conflicts", [])))
    index = evidence.get("citations_index") or []
    lanes = {c.get("lane") for c in index}
    cited = [s.get("token") for f in facts[:1] for s in f.get("support", [])]
    sources = [fold(json.dumps(c)) for c in index if c.get("token") in cited]
    right = [*expect.get("any", []), *expect.get("first_any", [])]
    some = lambda pieces, places: any(stands(p, places) for p in pieces)
    checks = {
        "first_any": lambda pieces: some(pieces, first),
        "not_first": lambda pieces: not some(pieces, first),
        "not_first_alone": lambda pieces: not some(pieces, first) or some(right, first),
        "all": lambda pieces: all(stands(p, [*quoted, gaps]) for p in pieces),
        "any": lambda pieces: some(pieces, quoted),
        "some": lambda pieces: some(pieces, quoted),
        "not_any": lambda pieces: not some(pieces, shown),
        "says": lambda pieces: some(pieces, everything),
        "says_all": lambda pieces: all(stands(p, everything) for p in pieces),
        "lanes": lambda wanted: set(wanted) <= lanes,
        "lanes_only": lambda wanted: lanes <= set(wanted),
        "first_cites": lambda pieces: some(pieces, [*sources, *first]),
        "mode": lambda mode: code in [EXIT[m] for m in ([mode] if isinstance(mode, str) else mode)],
    }
    return [name for name, wanted in expect.items() if not checks[name](wanted)]


def write_town(seed, folder, names=0):
    """Writes the papers, article and questions of a seed; the law of the state is that of `alder`."""
    sys.path.insert(0, str(HERE))
    from facts import town
    from paper import written
    from questions import cases

    hands = BUILDING if seed < 100 else REPORTING
    t, hand = town(seed, names), importlib.import_module(f"hands.{hands[seed % len(hands)]}")
    (folder / "papers").mkdir(parents=True)
    for paper in hand.papers(t):
        (folder / "papers" / paper.name).write_bytes(written(paper))
    (folder / "article.txt").write_text(hand.article(t), encoding="utf-8")
    lines = (json.dumps(case, ensure_ascii=False) + "\n" for case in cases(t, hand.marks(t)))
    (folder / "cases.jsonl").write_text("".join(lines), encoding="utf-8")
    return hands[seed % len(hands)]


def measure(program, folder, law, print_failed, archive):
    failed, kinds, right = {}, Counter(), 0
    article = (folder / "article.txt").read_text(encoding="utf-8")
    run = [program, "--archive", archive, "--quiet"]
    for lane, part in (("local", folder / "papers"), ("state", law)):
        subprocess.run([*run, "ingest", "--lane", lane, str(part)], capture_output=True, check=True)
    for case in map(json.loads, (folder / "cases.jsonl").read_text(encoding="utf-8").splitlines()):
        question = case["question"] + (f"\n\n{article}" if case.get("with_article") else "")
        named = ["--town", case["town"]] if case.get("town") else []
        asked = subprocess.run([*run, "ask", "--json", "--no-memory", *named, question], capture_output=True, text=True)
        found = faults(case["expect"], asked.returncode, asked.stdout)
        right += not found
        kinds[case["kind"], not found] += 1
        if found:
            failed[case["id"]] = found
            if print_failed:
                print(case["id"], case["question"], found, flush=True)
    return {"right": right, "of": right + len(failed), "failed": failed}, kinds


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--towns", default="alder,brack,harrowfield,grindle")
    parser.add_argument("--seeds", help="seeds and ranges of seeds: 1-40,101")
    parser.add_argument("--names", type=int, default=0, help="the same towns under other names: shifts each list of names by N")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--failed", action="store_true", help="print what each failed question lacks")
    parser.add_argument("--keep", type=Path, help="keep the seeds' towns and archives in this folder")
    given = parser.parse_args()
    table, kinds, questions = {}, Counter(), Counter()
    seeds = []
    for part in (given.seeds or "").split(","):
        begin, _, end = part.partition("-")
        seeds += range(int(begin), int(end or begin) + 1) if begin else []
    with tempfile.TemporaryDirectory() as scratch:
        root = given.keep or Path(scratch)
        for name in seeds or given.towns.split(","):
            if seeds:
                folder, law = root / str(name), HERE / "alder" / "law"
                name = f"{name} {write_town(name, folder, given.names)}"
            else:
                folder, law = HERE / name, HERE / name / "law"
            table[name], counted = measure(given.program, folder, law, given.failed, str(root / f"archive-{folder.name}"))
            kinds += counted
            questions += Counter(table[name]["failed"].keys())
            print(name, table[name]["right"], "of", table[name]["of"], flush=True)
    total = {"right": sum(t["right"] for t in table.values()), "of": sum(t["of"] for t in table.values())}
    by_kind = {kind: f"{kinds[kind, True]} of {kinds[kind, True] + kinds[kind, False]}" for kind in sorted({k for k, _ in kinds})}
    text = json.dumps({"total": total, "kinds": by_kind, "failed": dict(questions.most_common()), "towns": table}, indent=1)
    print(text)
    if given.out:
        given.out.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Judges answers from outside: reads `ask --json` outputs and the original files, nothing else.

    scripts/measure_answers.py QUESTIONS.jsonl --root FOLDER \\
        --run 'twolane --archive A ask --json {question} {town?}' \\
        --sources 'twolane --archive A source list --json' [--save DIR] [--split held]
    scripts/measure_answers.py QUESTIONS.jsonl --root FOLDER --answers DIR --sources ...

A case counts as found when one of at most 5 facts holds at least half of a gold quote's words, in
order, from that page (of a section of law, by its number in the source's title); as right (where the gold answer has numbers or dates) when all of them stand
in the facts. A quote is verbatim when it stands in the original file on the pages of its locator,
as poppler (or tesseract, for a page without text) reads it, white space and hyphens aside.
"""

import argparse
import json
import re
import sys
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import matching  # noqa: E402
import originals  # noqa: E402
import program  # noqa: E402

FACTS = 5
MOST_WORDS, MOST_LINES = 60, 3


def locator_pages(locator: str):
    """Pages that a locator touches; [0] in a source without pages."""
    found = [int(p) for p in re.findall(r"p\.\s*(\d+)", locator)]
    if not found:
        return [0]
    return list(range(found[0], found[-1] + 1))


def locator_lines(locator: str):
    found = [int(n) for n in re.findall(r"L(\d+)", locator)]
    return found[-1] - found[0] + 1 if len(found) > 1 and len(set(locator_pages(locator))) == 1 else 1


def facts_of(output):
    return ((output or {}).get("evidence") or {}).get("facts") or []


def shown_of(output):
    answer = (output or {}).get("answer") or {}
    parts = [answer.get(level) or "" for level in ("level1", "level2", "level3")]
    return "\n".join(p if isinstance(p, str) else json.dumps(p, ensure_ascii=False) for p in parts)


def abstained(output, code) -> bool:
    level1 = ((output or {}).get("answer") or {}).get("level1") or ""
    return code == 5 or level1.startswith("Insufficient evidence") or not facts_of(output)


def from_gold(support, gold, file_of_source, title_of_source) -> bool:
    if gold.get("citation"):
        return matching.names_section(title_of_source(support["source_id"]) or "", gold["citation"])
    # A file without pages has the one page 0.
    return (file_of_source(support["source_id"]) == gold["file"]
            and (gold["page"] or 0) in locator_pages(support["locator"]))


def held_by(fact, gold, file_of_source, title_of_source):
    """What the fact holds from the gold's page or section."""
    held = [s["quote"] for s in fact.get("support", []) if from_gold(s, gold, file_of_source, title_of_source)]
    return " ".join(held)


def judge(case, output, code, file_of_source, root, title_of_source=lambda source: None):
    """One case's verdict."""
    facts = facts_of(output)[:FACTS]
    verdict = {"id": case["id"], "kind": case.get("kind", "any"), "question": case["question"], "exit": code,
               "abstained": abstained(output, code), "facts": len(facts_of(output)), "failed": output is None}
    ranks = []

    def holds(gold, held):
        # Of a section without a gold quote, any words of it count.
        return matching.holds(gold["quote"], held) if gold.get("quote") else bool(held)

    for gold in case["gold"]:
        rank = next((i for i, f in enumerate(facts, 1)
                     if holds(gold, held_by(f, gold, file_of_source, title_of_source))), None)
        ranks.append(rank)
    hits = [r for r in ranks if r]
    verdict["ranks"] = ranks
    verdict["found"] = bool(hits)
    verdict["first"] = 1 in hits
    strength = ((output or {}).get("evidence") or {}).get("record_strength") or {}
    verdict["strength"] = strength.get("tier") if code == 0 else None
    # Several gold lines of one file and page are one passage in two lines, not two sides.
    sides = {g["file"] for g in case["gold"]}
    if case.get("kind") == "conflict":
        seen = {g["file"] for g, r in zip(case["gold"], ranks) if r}
        verdict["all_sides"] = seen == sides and (len(sides) > 1 or len(hits) == len(ranks))
        listed = ((output or {}).get("evidence") or {}).get("conflicts") or []
        verdict["conflict_listed"] = bool(listed)
    held = " ".join([f.get("text", "") for f in facts] + [s["quote"] for f in facts for s in f.get("support", [])])
    verdict["right"] = matching.right(case["answer"], held) if case["gold"] else None

    quotes, problems = [], []
    for fact in facts_of(output):
        if not fact.get("support"):
            problems.append({"fact": fact.get("text", "")[:200], "problem": "no support"})
        for support in fact.get("support", []):
            name = file_of_source(support["source_id"])
            stands = "no"
            if name and (root / name).is_file():
                pages = originals.pages(root / name)
                on = locator_pages(support["locator"])
                variants = zip(*(pages.get(p, [""]) for p in on)) if on != [0] else [(t,) for t in pages.get(0, [])]
                stands = matching.stands(support["quote"], ["\n".join(v) for v in variants])
                if stands == "no" and any(matching.stands(support["quote"], t) != "no" for p, t in pages.items() if p not in on):
                    stands = "other page"
            quotes.append(stands)
            long = len(support["quote"].split()) > MOST_WORDS or locator_lines(support["locator"]) > MOST_LINES
            verdict["long_quotes"] = verdict.get("long_quotes", 0) + long
            if stands not in ("exact", "pieces"):
                problems.append({"file": name, "locator": support["locator"], "quote": support["quote"], "problem": stands})
    verdict["quotes"] = {k: quotes.count(k) for k in sorted(set(quotes))}
    verdict["quote_problems"] = problems
    support = [s["quote"] for f in facts_of(output) for s in f.get("support", [])]
    support += [v.get("quote", "") for c in ((output or {}).get("evidence") or {}).get("conflicts") or [] for v in c.get("values", [])]
    evidence = (output or {}).get("evidence") or {}
    files = {file_of_source(s["source_id"]) for f in facts_of(output) for s in f.get("support", [])} - {None}
    # What the answer says of its own search and of the archive is no claim about the papers.
    own = [g.get("reason", "") for g in evidence.get("gaps") or []] + (evidence.get("limitations") or [])
    titles = [c.get("title", "") for c in evidence.get("citations_index") or []]
    also = [*own, *titles, case["question"], *files, *(Path(n).stem for n in files)]
    shown = shown_of(output) + "\n" + "\n".join(f.get("text", "") for f in facts_of(output))
    verdict["unsupported"] = [] if verdict["abstained"] else matching.unsupported(shown, support, also)
    return verdict


def summary(verdicts):
    answerable = [v for v in verdicts if v["kind"] != "unanswerable"]
    unanswerable = [v for v in verdicts if v["kind"] == "unanswerable"]
    rated = [v for v in answerable if v["right"] is not None]
    conflicts = [v for v in answerable if v["kind"] == "conflict"]
    quotes = defaultdict(int)
    for v in verdicts:
        for name, count in v["quotes"].items():
            quotes[name] += count
    total = sum(quotes.values())
    count = lambda items, key: sum(bool(v[key]) for v in items)
    return {
        "cases": len(verdicts), "answerable": len(answerable), "unanswerable": len(unanswerable),
        "failed": count(verdicts, "failed"),
        "found_at_5": program.share(count(answerable, "found"), len(answerable)),
        "found_first": program.share(count(answerable, "first"), len(answerable)),
        "right": program.share(count(rated, "right"), len(rated)), "right_of": len(rated),
        "conflict_all_sides": program.share(count(conflicts, "all_sides"), len(conflicts)),
        "conflict_listed": program.share(count(conflicts, "conflict_listed"), len(conflicts)),
        "abstained_unanswerable": program.share(count(unanswerable, "abstained"), len(unanswerable)),
        "false_abstention": program.share(count(answerable, "abstained"), len(answerable)),
        "quotes": total, "verbatim": program.share(quotes["exact"] + quotes["pieces"], total),
        "verbatim_exact": program.share(quotes["exact"], total), "quote_verdicts": dict(quotes),
        "unsupported_tokens": sum(len(v["unsupported"]) for v in verdicts),
        "answers_with_unsupported": sum(bool(v["unsupported"]) for v in verdicts),
        "quotes_too_long": sum(v.get("long_quotes", 0) for v in verdicts),
    }


def by_strength(verdicts):
    """Of the answers marked A and B, those whose first quote answers; an answer to what no paper answers
    is none."""
    rows = []
    for mark in sorted({v["strength"] for v in verdicts if v["strength"]}):
        group = [v for v in verdicts if v["strength"] == mark]
        first = sum(v["first"] for v in group)
        rows.append([mark, len(group), first, program.share(first, len(group))])
    return program.table(rows, ["strength", "answers", "first quote answers", "share"])


def by_kind(verdicts):
    rows = []
    for kind in sorted({v["kind"] for v in verdicts}):
        group = [v for v in verdicts if v["kind"] == kind]
        rated = [v for v in group if v["right"] is not None]
        rows.append([kind, len(group), sum(v["found"] for v in group), sum(v["first"] for v in group),
                     f"{sum(v['right'] for v in rated)}/{len(rated)}", sum(v["abstained"] for v in group)])
    return program.table(rows, ["kind", "cases", "found@5", "first", "right", "abstained"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("questions", type=Path)
    parser.add_argument("--root", type=Path, required=True, help="folder that the gold files are named from")
    parser.add_argument("--run", help="command with {question}")
    parser.add_argument("--answers", type=Path, help="folder of saved outputs, ID.json")
    parser.add_argument("--sources", required=True, help="command that lists the sources, or a file of its output")
    parser.add_argument("--save", type=Path)
    parser.add_argument("--split", help="only questions with this split")
    parser.add_argument("--parallel", type=int, default=2)
    parser.add_argument("--timeout", type=float, default=300)
    parser.add_argument("--out", type=Path, help="write the whole result as JSON")
    parser.add_argument("--failures", action="store_true", help="print cases that were not found")
    arguments = parser.parse_args()

    cases = [c for c in program.load(arguments.questions) if not arguments.split or c.get("split") == arguments.split]
    names = {g["file"]: g["file"] for c in program.load(arguments.questions) for g in c["gold"]}
    for path in arguments.root.rglob("*"):
        if path.is_file():
            names.setdefault(path.relative_to(arguments.root).as_posix(), path.relative_to(arguments.root).as_posix())
    listed = program.sources(arguments.sources)
    known = {i: program.file_of(p, arguments.root, names) for i, p in program.paths_of(listed).items()}
    titles = {s["id"]: s.get("title") or "" for s in listed}

    if arguments.answers:
        outputs = program.saved(arguments.answers)
    elif arguments.run:
        outputs = program.answers(cases, arguments.run, arguments.parallel, arguments.timeout, arguments.save)
    else:
        parser.error("--run or --answers is needed")
    missing = [c["id"] for c in cases if c["id"] not in outputs]
    if missing:
        raise SystemExit(f"no answer for {', '.join(missing)}")
    verdicts = [judge(c, outputs[c["id"]][0], outputs[c["id"]][1], known.get, arguments.root, titles.get)
                for c in cases]
    result = {"summary": summary(verdicts), "cases": verdicts}
    if arguments.out:
        arguments.out.write_text(json.dumps(result, ensure_ascii=False, indent=1))
    print(program.table(result["summary"].items(), ["measure", "value"]))
    print()
    print(by_kind(verdicts))
    print()
    print(by_strength(verdicts))
    if arguments.failures:
        for v in verdicts:
            bad = v["failed"] or v["quote_problems"] or v["unsupported"] or (
                not v["abstained"] if v["kind"] == "unanswerable" else not v["found"] or v["right"] is False)
            if bad:
                print(f"\n{v['id']} {v['kind']}: {v['question']}\n  exit {v['exit']} abstained {v['abstained']} "
                      f"ranks {v['ranks']} right {v['right']} unsupported {v['unsupported']}")
                for p in v["quote_problems"]:
                    print(f"  {p}")


if __name__ == "__main__":
    main()

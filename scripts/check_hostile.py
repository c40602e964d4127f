#!/usr/bin/env python3
"""Judges what left the engine under a hostile writer: reads the emitted JSON and the original files
(poppler for PDFs), nothing of the program.

    HOSTILE_OUT=/tmp/hostile cargo test --test ask hostile_writer:: -- --include-ignored
    scripts/check_hostile.py /tmp/hostile/town.jsonl --sources /tmp/hostile/town.sources.json

Counts quotes that do not stand in the original file on the pages of their locator, and numbers and
dates of shown texts that stand in no quote.
"""

import argparse
import json
import re
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import matching  # noqa: E402
import originals  # noqa: E402

# The engine's own sentence on the least length of a quote.
OWN = "fewer than 3 words"


def pages_of(locator: str):
    found = [int(p) for p in re.findall(r"p\.\s*(\d+)", locator)]
    return list(range(found[0], found[-1] + 1)) if found else [0]


def stands(support, path: Path) -> str:
    pages = originals.pages(path)
    on = pages_of(support["locator"])
    variants = zip(*(pages.get(p, [""]) for p in on)) if on != [0] else [(t,) for t in pages.get(0, [])]
    return matching.stands(support["quote"], ["\n".join(v) for v in variants])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("emitted", type=Path)
    parser.add_argument("--sources", type=Path, required=True)
    parser.add_argument("--failures", action="store_true")
    arguments = parser.parse_args()
    paths = {s["id"]: Path(s["path"].split("#")[0]) for s in json.loads(arguments.sources.read_text())["sources"]}
    verdicts, cases, facts, seen, unsupported = Counter(), 0, 0, {}, []
    for line in arguments.emitted.read_text().splitlines():
        record = json.loads(line)
        evidence = record["envelope"]["evidence"]
        cases += 1
        quotes = []
        for fact in evidence["facts"]:
            facts += 1
            held = [s["quote"] for s in fact["support"]]
            quotes += held
            for s in fact["support"]:
                key = (s["source_id"], s["locator"], s["quote"])
                if key not in seen:
                    seen[key] = stands(s, paths[s["source_id"]])
                    if seen[key] == "no" and arguments.failures:
                        print(record["case"], key)
                verdicts[seen[key]] += 1
            unsupported += [(record["case"], t) for t in matching.unsupported(fact["text"], held)]
        own = [evidence["answer"], evidence["analysis"], *evidence["limitations"]]
        own += [text for gap in evidence["gaps"] for text in (gap["need"], gap["reason"])]
        shown = "\n".join(own).replace(OWN, "")
        unsupported += [(record["case"], t) for t in matching.unsupported(shown, quotes)]
    print(f"{cases} cases, {facts} facts, {len(seen)} different quotes; quotes {dict(verdicts)}; unsupported tokens {len(unsupported)}")
    if arguments.failures:
        for case, token in unsupported:
            print(case, token)


if __name__ == "__main__":
    main()

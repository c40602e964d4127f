#!/usr/bin/env python3
"""How often another matter stands among the first hits of a question that shares only general words with it.

    scripts/measure_drift.py --run 'twolane --archive A search --json --k 15 {question}' \\
        [--cases scripts/drift_cases.jsonl] [--situation] [--out FILE]
    scripts/measure_drift.py --check DATA_FOLDER

Each case is a question about one matter in one place's papers, in words that any board uses (liability,
permit, complaint, vote, hearing). It names the matter's places in the papers and those of other matters:

    {"id","place","town","kind","question","situation":[...],
     "on_topic": [{"file", "pages"?, "words"?}], "off_topic": [{"file", "pages"?, "words"?}]}

An entry fits a hit of that file (on one of `pages`, if given; whose text holds one of `words`, if given).
A hit is, in this order:

1. `on` when an entry of `on_topic` fits;
2. `matter` (off topic) when an entry of `off_topic` fits: the same place, another matter;
3. `place` (off topic) when it is a local paper of another place (the file name begins with its place);
4. `law` when it is of the state lane, whatever the state: counted, but not as drift;
5. `other`: the place's own papers that nobody judged.

A `vague` question names the matter in no word: only its `situation` does, so without `--situation` nothing
can tell the matters of the place apart. A `named` one says what it is about.

Reported over the first 5 hits, all cases and each kind: the share of cases with an off-topic hit, the mean number of them, and the
share of cases with a hit on topic, so that an empty list can't look good. `--situation` gives the case's
entities to the program, one `--situation TEXT` each; {town} may stand in the command. `--check` looks up
every entry in the papers with pdftotext.
"""

import argparse
import json
import shlex
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import originals  # noqa: E402
import program  # noqa: E402
from measure_lanes import interval, shown  # noqa: E402

TOP = 5
CASES = Path(__file__).resolve().parent / "drift_cases.jsonl"


def file_of(hit):
    return Path(((hit.get("source") or {}).get("path") or "").split("#")[0]).name


def place_of(file):
    return file.split("_")[0].removesuffix(".pdf")


def fits(entry, hit):
    if file_of(hit) != entry["file"]:
        return False
    if "pages" in entry and (hit.get("page") or 0) not in entry["pages"]:
        return False
    return "words" not in entry or any(w in (hit.get("text") or "") for w in entry["words"])


def verdict(case, hit):
    if any(fits(e, hit) for e in case["on_topic"]):
        return "on"
    if any(fits(e, hit) for e in case["off_topic"]):
        return "matter"
    if hit.get("lane") == "state":
        return "law"
    return "other" if place_of(file_of(hit)) == case["place"] else "place"


def judge(case, output):
    hits = ((output or {}).get("hits") or [])[:TOP]
    verdicts = [verdict(case, h) for h in hits]
    off = [v for v in verdicts if v in ("matter", "place")]
    return {"id": case["id"], "place": case["place"], "kind": case.get("kind", "named"), "question": case["question"], "verdicts": verdicts,
            "hits": [f"{file_of(h)} p.{h.get('page') or 0}" for h in hits],
            "any_off": float(bool(off)), "any_matter": float("matter" in verdicts), "any_place": float("place" in verdicts),
            "off": float(len(off)), "on": float(verdicts.count("on")), "any_on": float("on" in verdicts),
            "first_on": float(verdicts[:1] == ["on"]), "law": float(verdicts.count("law"))}


MEASURES = {"any_off": "cases with off-topic in top 5", "any_matter": "  of the same place", "any_place": "  of another place",
            "off": "off-topic hits a case", "on": "on-topic hits a case", "any_on": "cases with on-topic in top 5", "first_on": "on-topic first",
            "law": "state-lane hits a case"}


def summary(rows):
    return {m: interval([r[m] for r in rows]) for m in MEASURES}


def run(cases, template, with_situation, parallel, timeout):
    def one(case):
        command = template
        if with_situation:
            command += "".join(f" --situation {shlex.quote(s)}" for s in case["situation"])
        return case["id"], program.answers([case], command, 1, timeout)[case["id"]]

    with ThreadPoolExecutor(parallel) as pool:
        return dict(pool.map(one, cases))


def problems(cases, root):
    """Entries that stand in no paper: a missing file, a page beyond the end, words on none of its pages."""
    known = {p.name: p for p in root.rglob("*") if p.is_file()}
    found = []
    for case in cases:
        for entry in case["on_topic"] + case["off_topic"]:
            if entry["file"] not in known:
                found.append(f"{case['id']}: no file {entry['file']}")
                continue
            if not ("pages" in entry or "words" in entry):
                continue
            pages = {n: " ".join(t) for n, t in originals.pages(known[entry["file"]]).items()}
            for page in entry.get("pages", []):
                if page not in pages:
                    found.append(f"{case['id']}: {entry['file']} has no page {page}")
            held = [pages.get(p, "") for p in entry.get("pages", pages)]
            if "words" in entry and not any(w in text for w in entry["words"] for text in held):
                found.append(f"{case['id']}: {entry['file']} {entry.get('pages', '')} holds none of {entry['words']}")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=Path, default=CASES)
    parser.add_argument("--run", help="command with {question}")
    parser.add_argument("--situation", action="store_true", help="give each case's entities as --situation")
    parser.add_argument("--check", type=Path, help="folder of the papers: check the case file, run nothing")
    parser.add_argument("--parallel", type=int, default=2)
    parser.add_argument("--timeout", type=float, default=120)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--failures", action="store_true", help="print the cases with off-topic hits")
    arguments = parser.parse_args()

    cases = program.load(arguments.cases)
    if arguments.check:
        wrong = problems(cases, arguments.check)
        print("\n".join(wrong) or f"{len(cases)} cases over {len({c['place'] for c in cases})} places: every entry is there")
        sys.exit(bool(wrong))
    if not arguments.run:
        parser.error("--run or --check is needed")
    outputs = run(cases, arguments.run, arguments.situation, arguments.parallel, arguments.timeout)
    rows = [judge(c, outputs[c["id"]][0]) for c in cases]
    failed = {i: o[2][-300:] for i, o in outputs.items() if o[0] is None}
    kinds = sorted({r["kind"] for r in rows})
    results = {"all": summary(rows)} | {k: summary([r for r in rows if r["kind"] == k]) for k in kinds}
    print(f"{len(rows)} cases over {len({c['place'] for c in cases})} places, {len(failed)} failed")
    print(program.table([[label, *(shown(r[m]) for r in results.values())] for m, label in MEASURES.items()],
                        ["mean [95 %]", *(f"{k} ({len(rows) if k == 'all' else sum(r['kind'] == k for r in rows)})" for k in results)]))
    for identifier, error in failed.items():
        print(f"{identifier}: {error}")
    if arguments.failures:
        for row in rows:
            if row["any_off"] or not row["any_on"]:
                print(f"{row['id']} {row['question']}")
                print("".join(f"    {v}: {h}\n" for v, h in zip(row["verdicts"], row["hits"])), end="")
    if arguments.out:
        arguments.out.parent.mkdir(parents=True, exist_ok=True)
        arguments.out.write_text(json.dumps({"summary": results, "failed": failed, "cases": rows}, ensure_ascii=False, indent=1))


if __name__ == "__main__":
    main()

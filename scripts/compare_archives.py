#!/usr/bin/env python3
"""Whether two archives with the same papers give the same rankings and the same answers.

    scripts/compare_archives.py A B QUESTIONS.jsonl... --program target/release/twolane [--flags '--config C.toml'] [--out FILE]

A and B are what `--archive` takes, a folder and a postgres:// address say. A line of QUESTIONS.jsonl has `question` (and
`town`), or is a query of a judged set in BEIR's layout (`text`), which is only searched. What belongs to a run or to
an archive alone (times, ids of traces, numbers of chunks, when a paper came) is left out; numbers may differ by
`--close`. Rankings: the hits' places of each lane and of all lanes together. `ties`: the same hits, of which only such
with scores that close stand in another order. Answers: everything that `ask --json` gives.
"""

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import program  # noqa: E402

OWN = set(json.loads(Path(__file__).with_name("fields_of_a_run.json").read_text("utf-8")))


def without_own(value):
    if isinstance(value, dict):
        own = lambda name, of: name in OWN and (name == "timing_ms" or not isinstance(of, dict))  # noqa: E731
        return {name: without_own(of) for name, of in value.items() if not own(name, of)}
    return [without_own(of) for of in value] if isinstance(value, list) else value


def difference(one, two, close, at=""):
    """Where two values differ first, as a path; None where they don't."""
    if isinstance(one, dict) and isinstance(two, dict):
        for name in {**one, **two}:
            if found := difference(one.get(name), two.get(name), close, f"{at}/{name}"):
                return found
        return None
    if isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        return next(filter(None, (difference(a, b, close, f"{at}/{i}") for i, (a, b) in enumerate(zip(one, two)))), None)
    numbers = all(isinstance(x, (int, float)) and not isinstance(x, bool) for x in (one, two))
    same = abs(one - two) <= close if numbers else one == two
    return None if same else f"{at}: {json.dumps(one)[:120]} | {json.dumps(two)[:120]}"


def hits_of(found):
    lists = [found.get("hits") or []] + [lane.get("hits") or [] for lane in found.get("lanes") or []]
    return [[(h["source"]["id"], h["locator"], h["score"]) for h in hits] for hits in lists]


def ranked_alike(one, two, close):
    """`same`, `ties` or where they part."""
    one, two, ties = hits_of(one), hits_of(two), False
    if len(one) != len(two):
        return "other lanes"
    for a, b in zip(one, two):
        if len(a) != len(b):
            return f"{len(a)} and {len(b)} hits"
        scores = {hit[:2]: hit[2] for hit in a}
        for place, (x, y) in enumerate(zip(a, b)):
            if x[:2] == y[:2] and abs(x[2] - y[2]) <= close:
                continue
            if abs(scores.get(y[:2], 9e9) - x[2]) > close or abs(x[2] - y[2]) > close:
                return f"place {place + 1}: {x} | {y}"
            ties = True
    return "ties" if ties else "same"


def asked(command, archive, case, flags, run):
    words = [run, "--archive", archive, *flags, command, "--json"]
    if command == "ask":
        words.append("--no-memory")
    if case.get("town"):
        words += ["--town", case["town"]]
    found, code, error = program.call([*words, "--", case.get("question") or case["text"]])
    if found is None:
        raise SystemExit(f"{command} {archive} {case}: exit {code}: {error[-500:]}")
    return found


def compared(path, arguments):
    cases = program.load(path)[: arguments.limit]
    flags, counts, differ = arguments.flags.split(), {"same": 0, "ties": 0, "other": 0}, []
    result = {"cases": len(cases), "rankings": counts}
    answers = {"same": 0, "other": 0}
    for number, case in enumerate(cases):
        name = case.get("id") or case.get("_id") or str(number)
        both = [asked("search", archive, case, flags, arguments.program) for archive in (arguments.a, arguments.b)]
        how = ranked_alike(*both, arguments.close)
        counts[how if how in counts else "other"] += 1
        if how not in counts:
            differ.append(f"search {name}: {how}")
        if "question" in case:
            both = [asked("ask", archive, case, flags, arguments.program) for archive in (arguments.a, arguments.b)]
            how = difference(*map(without_own, both), arguments.close)
            answers["other" if how else "same"] += 1
            if how:
                differ.append(f"ask {name}: {how}")
    if sum(answers.values()):
        result["answers"] = answers
    return {**result, "differ": differ}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("a"), parser.add_argument("b")
    parser.add_argument("questions", type=Path, nargs="+")
    parser.add_argument("--program", required=True)
    parser.add_argument("--flags", default="", help="for every call")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--close", type=float, default=2e-3)
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    result = {}
    for path in arguments.questions:
        result[f"{path.parent.name}/{path.name}"] = compared(path, arguments)
        print(path, json.dumps(result[f"{path.parent.name}/{path.name}"], indent=1), flush=True)
    if arguments.out:
        arguments.out.write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Recall of both lanes over the two-lane set (`make_two_lane_set.py` makes it).

    scripts/measure_lanes.py QUESTIONS.jsonl --run 'twolane --archive A search --json {question}' \\
        [--split dev] [--part nh ct] [--options='--no-lanes'] [--lane-options='--k 30']

A statute hit counts for a cited section when it lies in one of the section's records, or, in a source
that isn't the given JSONL file, when its `section` names the section or a paragraph of it. Hits in a
record of `exclude` are taken out of the ranking before anything is counted, so ask for more than K:
`short` tells how many state lists had fewer than 8 hits left although something was taken out.

With `lanes` in the output, the lanes are what the program's lanes gave, else each lane is searched alone
(`--lane state`, `--lane local`); the merged list is `hits`.

- `state@8`: share of the cited sections in the first 8 of the state lane; `state_mrr`: mean reciprocal
  rank of the first of them in that lane;
- `merged@15`: share of the cited sections in the first 15 of the merged list;
- `local@12`: the bill that the sentence is from, in the first 12 of the local lane (the sentence stands
  there nearly word for word); `both@15`: all cited sections and the bill in the merged 15.

Each with a 95 % interval (bootstrap over questions).
"""

import argparse
import json
import random
import re
import sys
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import program  # noqa: E402

STATE_K, LOCAL_K, MERGED_K = 8, 12, 15
FETCH = 40
ROUNDS = 2000


def record_of(hit):
    """`statutes/FILE.jsonl#LINE`, or the path's tail."""
    path = ((hit.get("source") or {}).get("path") or "").replace("\\", "/")
    return "/".join(path.split("/")[-2:])


def same_section(citation, section):
    """Whether `section` (of a hit) is the citation or a paragraph of it."""
    return bool(section) and re.match(rf"{re.escape(citation)}(?![\w-])", section) is not None


def counts_for(hit, citation, records):
    key = record_of(hit)
    if "#" in key and any(r.split("#")[0] == key.split("#")[0] for r in records):
        return key in records
    return same_section(citation, hit.get("section") or "")


def kept(hits, question):
    """Hits without those of excluded records."""
    return [h for h in hits if record_of(h) not in set(question["exclude"])]


def ranks_of_gold(hits, question):
    """{citation: rank or None}"""
    return {c: next((i for i, h in enumerate(hits, 1) if counts_for(h, c, question["records"][c])), None)
            for c in question["state_gold"]}


def is_local_gold(hit, question):
    names = {Path(g["file"]).name for g in question["local_gold"]}
    return Path(record_of(hit)).name.split("#")[0] in names


def judge(question, state, local, merged):
    """One question's figures; None where there is nothing to find."""
    left = kept(state, question)
    ranks = ranks_of_gold(left[:STATE_K], question)
    found = [r for r in ranks.values() if r]
    in_merged = ranks_of_gold(kept(merged, question)[:MERGED_K], question)
    share = lambda ranked: sum(r is not None for r in ranked.values()) / len(ranked)
    row = {"id": question["id"], "part": question["part"], "form": question["form"], "ranks": ranks,
           "merged_ranks": in_merged, "state@8": share(ranks), "state_mrr": 1 / min(found) if found else 0.0,
           "merged@15": share(in_merged), "local@12": None, "both@15": None,
           "short": len(left) < STATE_K and len(left) < len(state)}
    if question["local_gold"]:
        row["local@12"] = float(any(is_local_gold(h, question) for h in local[:LOCAL_K]))
        there = any(is_local_gold(h, question) for h in kept(merged, question)[:MERGED_K])
        row["both@15"] = float(there and share(in_merged) == 1)
    return row


def interval(values, rounds=ROUNDS):
    """Mean and 95 % bootstrap interval."""
    values = [v for v in values if v is not None]
    if not values:
        return None
    generator = random.Random(1)
    means = sorted(sum(generator.choices(values, k=len(values))) / len(values) for _ in range(rounds))
    return (sum(values) / len(values), means[int(0.025 * rounds)], means[int(0.975 * rounds) - 1])


def shown(figure):
    return "-" if figure is None else f"{figure[0]:.3f} [{figure[1]:.3f}, {figure[2]:.3f}]"


MEASURES = ("state@8", "state_mrr", "merged@15", "local@12", "both@15")


def summary(rows):
    return {"questions": len(rows)} | {m: interval([r[m] for r in rows]) for m in MEASURES} | {
        "short": sum(r["short"] for r in rows)}


def lanes_of(output):
    lanes = (output or {}).get("lanes")
    return {lane["name"]: lane["hits"] for lane in lanes} if lanes else None


def hits_of(output):
    return (output or {}).get("hits") or []


def gather(questions, arguments):
    """{id: (state, local, merged)} and the failures."""
    merged = program.answers(questions, f"{arguments.run} {arguments.options}", arguments.parallel, arguments.timeout)
    found, alone = {}, []
    for question in questions:
        output = merged[question["id"]][0]
        lanes = lanes_of(output)
        if lanes is None:
            alone.append(question)
        else:
            found[question["id"]] = (lanes.get("state", []), lanes.get("local", []), hits_of(output))
    if alone and not arguments.merged_only:
        state = program.answers(alone, f"{arguments.run} --lane state {arguments.lane_options}", arguments.parallel, arguments.timeout)
        with_local = [q for q in alone if q["local_gold"]]
        local = program.answers(with_local, f"{arguments.run} --lane local {arguments.lane_options}", arguments.parallel, arguments.timeout)
    for question in alone:
        key = question["id"]
        output = merged[key][0]
        if arguments.merged_only:
            of = lambda lane: [h for h in hits_of(output) if h.get("lane") == lane]
            found[key] = (of("state"), of("local"), hits_of(output))
        else:
            found[key] = (hits_of(state[key][0]), hits_of(local.get(key, (None,))[0]), hits_of(output))
    return found, {i: o[2][-300:] for i, o in merged.items() if o[0] is None}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("questions", type=Path)
    parser.add_argument("--run", required=True, help="command with {question}")
    parser.add_argument("--options", default=f"--k {FETCH}", help="added for the merged search")
    parser.add_argument("--lane-options", default=f"--k {FETCH}", help="added where a lane is searched alone")
    parser.add_argument("--merged-only", action="store_true",
                        help="one search: the lanes are the merged hits of that lane")
    parser.add_argument("--split", choices=["dev", "held"])
    parser.add_argument("--part", nargs="*")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--parallel", type=int, default=2)
    parser.add_argument("--timeout", type=float, default=120)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--failures", action="store_true", help="print questions with a section missing in the state lane")
    arguments = parser.parse_args()

    questions = [q for q in program.load(arguments.questions)
                 if (not arguments.split or q["split"] == arguments.split)
                 and (not arguments.part or q["part"] in arguments.part)][: arguments.limit]
    found, failed = gather(questions, arguments)
    rows = [judge(q, *found[q["id"]]) for q in questions]
    groups = defaultdict(list)
    for row in rows:
        groups[row["part"]].append(row)
        if row["part"] == "ct":
            groups[f"ct, {row['form']}"].append(row)
        if row["part"] in ("nh", "ct"):
            groups["nh + ct"].append(row)
    groups["all"] = rows
    results = {name: summary(groups[name]) for name in sorted(groups)}
    print(program.table([[name, r["questions"], *(shown(r[m]) for m in MEASURES), r["short"]]
                         for name, r in results.items()], ["part", "questions", *MEASURES, "short"]))
    for identifier, error in failed.items():
        print(f"{identifier}: {error}")
    if arguments.failures:
        texts = {q["id"]: q["question"] for q in questions}
        for row in rows:
            if row["state@8"] < 1:
                print(f"{row['id']} {texts[row['id']]}\n    {row['ranks']} merged {row['merged_ranks']}")
    if arguments.out:
        arguments.out.parent.mkdir(parents=True, exist_ok=True)
        arguments.out.write_text(json.dumps({"summary": results, "failed": failed, "cases": rows}, ensure_ascii=False, indent=1))


if __name__ == "__main__":
    main()

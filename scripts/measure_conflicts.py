#!/usr/bin/env python3
"""Conflicts found beside conflicts there are, over question files with kinds.

    scripts/measure_conflicts.py QUESTIONS.jsonl --run 'twolane --archive A ask --json {question}' \\
        [--save DIR] [--split held] [--failures]
    scripts/measure_conflicts.py QUESTIONS.jsonl --answers DIR

A question of kind `conflict` counts as caught when the answer lists a conflict, and as right when
each number and date of the gold answer stands among the values and quotes listed. Any conflict for
another kind is a false alarm. The baseline that always answers lists none: recall 0.
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import matching  # noqa: E402
import program  # noqa: E402


def listed(output):
    return ((output or {}).get("evidence") or {}).get("conflicts") or []


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("questions", type=Path)
    parser.add_argument("--run", help="command with {question}")
    parser.add_argument("--answers", type=Path)
    parser.add_argument("--save", type=Path)
    parser.add_argument("--split")
    parser.add_argument("--parallel", type=int, default=2)
    parser.add_argument("--failures", action="store_true")
    arguments = parser.parse_args()
    cases = [c for c in program.load(arguments.questions) if not arguments.split or c.get("split") == arguments.split]
    if arguments.answers:
        outputs = program.saved(arguments.answers)
    else:
        outputs = program.answers(cases, arguments.run, arguments.parallel, 300, arguments.save)
    caught = right = alarms = conflicts = others = 0
    for case in cases:
        found = listed(outputs[case["id"]][0])
        held = " ".join(f"{v['value']} {v['quote']}" for c in found for v in c["values"])
        is_conflict = case["kind"] == "conflict"
        conflicts += is_conflict
        others += not is_conflict
        caught += is_conflict and bool(found)
        is_right = bool(found) and matching.right(case["answer"], held) is not False
        right += is_conflict and is_right
        alarms += not is_conflict and bool(found)
        if arguments.failures and (is_conflict != bool(found) or (is_conflict and not is_right)):
            print(f"\n{case['id']} {case['kind']}: {case['question']}\n  gold: {case['answer']}")
            for c in found:
                print(f"  [{c['key']}] {c['delta']} {c['notes']}")
                for v in c["values"]:
                    print(f"    {v['value']}  <- {v['source_id']} {v['locator']}: {v['quote'][:200]}")
    rows = [["conflicts", conflicts], ["caught", caught], ["all values listed", right], ["others", others],
            ["false alarms", alarms], ["precision", program.share(caught, caught + alarms)],
            ["recall", program.share(caught, conflicts)], ["recall of a baseline that always answers", 0.0]]
    print(program.table(rows, ["measure", "value"]))


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Stages of `ask`, in milliseconds, of several ways of asking in turn.

    scripts/measure_latency.py QUESTIONS.jsonl [--limit N] \\
        --run 'twolane --archive A ask --json {question} {town?}' \\
        --run 'twolane --archive A ask --json --no-reader {question} {town?}'

Medians of `timing_ms`, one question at a time, the ways one after another for each question, so that a loaded
machine slows all of them. A process loads its models before that clock begins. `ratio` is the first way's total
over each other one's.
"""

import argparse
import json
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import program  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("questions", type=Path)
    parser.add_argument("--run", action="append", required=True, help="command with {question}; once for each way")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    times = [{} for _ in arguments.run]
    asked = failed = 0
    for case in program.load(arguments.questions)[: arguments.limit]:
        asked += 1
        for way, held in zip(arguments.run, times):
            output, _, _ = program.call(program.words_of(way, case))
            stages = (output or {}).get("timing_ms")
            failed += stages is None
            for stage, ms in (stages or {}).items():
                held.setdefault(stage, []).append(ms)
    medians = [{stage: round(statistics.median(ms), 1) for stage, ms in held.items()} for held in times]
    total = medians[0].get("total")
    ratios = [round(total / other["total"], 2) if total and other.get("total") else None for other in medians[1:]]
    result = {"questions": asked, "without_timing": failed, "p50_ms": dict(zip(arguments.run, medians)), "ratio": ratios}
    print(json.dumps(result, indent=1))
    if arguments.out:
        arguments.out.write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()

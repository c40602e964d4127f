#!/usr/bin/env python3
"""How often the answer choice that is judged to hold is the right one, against always the same letter.

    scripts/measure_choices.py QUESTIONS.jsonl --run 'twolane --archive A ask --json {question}' [--save FOLDER] [--out FILE]

A question is {"id", "question", "choices": [...], "answer": "A"}. It is asked with its choices below it. `refused`:
the papers did not answer, so nothing was judged; `open`: no choice led. `right_of_judged` counts those with a letter,
`right_of_all` counts the others as wrong. `always` is the share of the commonest letter, which a reader who knows
nothing but that would get; its interval is there to be compared with (95 %, Wilson).

`--letters FILE` counts letters that were given without any retrieval instead (`benches/programs/choices_model.rs`
writes them: {"id", "letter"} a line).
"""

import argparse
import collections
import json
import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import program  # noqa: E402


def interval(right, of, z=1.96):
    if not of:
        return None
    p, d = right / of, 1 + z * z / of
    half = z * math.sqrt(p * (1 - p) / of + z * z / (4 * of * of))
    return [round((p + z * z / (2 * of) - half) / d, 3), round((p + z * z / (2 * of) + half) / d, 3)]


def share(right, of):
    return {"right": right, "of": of, "share": round(right / of, 3) if of else None, "interval": interval(right, of)}


def with_choices(case):
    lines = [f"{letter}. {' '.join(text.split())}" for letter, text in zip("ABCDEFGH", case["choices"])]
    return {**case, "question": "\n".join([case["question"].strip(), "Answer choices:", *lines])}


def counted(cases, outputs):
    judged = right = refused = open_ = failed = 0
    for case in cases:
        choice = ((outputs.get(case["id"]) or (None,))[0] or {}).get("choice")
        if not choice:
            failed += 1
        elif not choice["reasons"]:
            refused += 1
        elif not choice["answer"]:
            open_ += 1
        else:
            judged += 1
            right += choice["answer"] == case["answer"]
    return {
        "questions": len(cases), "failed": failed, "refused": refused, "open": open_,
        "right_of_judged": share(right, judged), "right_of_all": share(right, len(cases)),
        "always": always(cases),
    }


def always(cases):
    letter, times = collections.Counter(case["answer"] for case in cases).most_common(1)[0]
    return {"letter": letter, **share(times, len(cases))}


def of_letters(cases, given):
    """What letters that were given without retrieval come to; a question without one counts as wrong."""
    right = sum(given.get(case["id"]) == case["answer"] for case in cases)
    shares = collections.Counter(given.get(case["id"], "") for case in cases)
    return {"questions": len(cases), "right_of_all": share(right, len(cases)), "given": dict(shares), "always": always(cases)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("questions", type=Path)
    way = parser.add_mutually_exclusive_group(required=True)
    way.add_argument("--run", help="command with {question}")
    way.add_argument("--letters", type=Path, help="file of letters that were given without retrieval")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--save", type=Path, help="folder for each question's output")
    arguments = parser.parse_args()
    cases = program.load(arguments.questions)[: arguments.limit]
    if arguments.letters:
        result = of_letters(cases, {row["id"]: row["letter"] for row in program.load(arguments.letters)})
    else:
        asked = [with_choices(case) for case in cases]
        result = counted(asked, program.answers(asked, arguments.run, parallel=1, timeout=600, save=arguments.save))
    print(json.dumps(result, indent=1))
    if arguments.out:
        arguments.out.write_text(json.dumps({"command": " ".join(sys.argv), **result}, indent=1) + "\n")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Answers of language models beside those without: what a constraint guarantees, and what it does not.

    scripts/measure_models.py QUESTIONS.jsonl --root FOLDER --program target/release/twolane \\
        --archive A --model M.gguf [M2.gguf ...] [--n 20] [--flags '--deadline=600'] [--out FILE]

Asks the first N answerable questions without a model and with each. Reported: answers for which the
model gave something of the form, quotes that stand in the original files, tokens that no quote has,
how often the first fact is the right one (the model's pick) and how often one of five, calls and
tokens of the model and its tokens a second, and the time to the first checked quotes and in all.
"""

import argparse
import json
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import measure_answers  # noqa: E402
import program  # noqa: E402


def median(values):
    return round(statistics.median(values), 1) if values else None


def measured(cases, template, file_of_source, root, timeout):
    outputs = program.answers(cases, template, 1, timeout)
    verdicts = [measure_answers.judge(c, *outputs[c["id"]][:2], file_of_source, root) for c in cases]
    objects = [outputs[c["id"]][0] or {} for c in cases]
    calls = [call for o in objects for call in (((o.get("model") or {}).get("calls")) or {}).values()]
    seconds = sum(c["time"]["secs"] + c["time"]["nanos"] / 1e9 for c in calls)
    took = [o for o in objects if o.get("model")]
    times = [o.get("timing_ms") or {} for o in objects]
    summary = measure_answers.summary(verdicts)
    return {
        "cases": len(cases), "with_model": len(took),
        "of_the_form": sum(not o["model"].get("failed") for o in took),
        "why_not": sorted({o["model"]["failed"] for o in took if o["model"].get("failed")}),
        "verbatim": summary["verbatim"], "unsupported_tokens": summary["unsupported_tokens"],
        "right_first": summary["found_first"], "right_in_five": summary["found_at_5"],
        "calls": sum(c["calls"] for c in calls), "calls_most": max((o.get("model_calls") or 0 for o in objects), default=0),
        "tokens_in": sum(c["tokens_in"] for c in calls), "tokens_out": sum(c["tokens_out"] for c in calls),
        "tokens_per_second": round(sum(c["tokens_in"] + c["tokens_out"] for c in calls) / seconds, 1) if seconds else None,
        "seconds_a_call": round(seconds / sum(c["calls"] for c in calls), 2) if calls else None,
        "first_facts_ms": median([t["first_facts"] for t in times if "first_facts" in t]),
        "total_ms": median([t["total"] for t in times if "total" in t]),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("questions", type=Path)
    parser.add_argument("--root", type=Path, required=True)
    parser.add_argument("--program", required=True)
    parser.add_argument("--archive", required=True)
    parser.add_argument("--model", nargs="*", default=[])
    parser.add_argument("--n", type=int, default=20)
    parser.add_argument("--flags", default="")
    parser.add_argument("--timeout", type=float, default=600)
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    everything = program.load(arguments.questions)
    cases = [c for c in everything if c["gold"] and c["kind"] != "clarify"][: arguments.n]
    names = {g["file"]: g["file"] for c in everything for g in c["gold"]}
    for path in arguments.root.rglob("*"):
        if path.is_file():
            name = path.relative_to(arguments.root).as_posix()
            names.setdefault(name, name)
    base = f"{arguments.program} --archive {arguments.archive}"
    paths = program.paths_of(program.sources(f"{base} source list --json"))
    known = {i: program.file_of(p, arguments.root, names) for i, p in paths.items()}
    results = {}
    for model in [None, *arguments.model]:
        flags = f"--model {model} {arguments.flags}" if model else ""
        template = f"{base} ask --json --no-memory {flags} {{question}}"
        name = Path(model).stem if model else "without"
        results[name] = measured(cases, template, known.get, arguments.root, arguments.timeout)
        print(name, json.dumps(results[name], indent=1), flush=True)
    if arguments.out:
        arguments.out.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()

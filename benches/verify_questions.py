#!/usr/bin/env python3
"""Asks the questions of files and has `verify` make every answer again.

    benches/verify_questions.py PROGRAM ARCHIVE QUESTIONS.jsonl [...]

A question's `town` is given with it. Prints, for each file, how many answers `verify` called the same, and the ids of
the others. Ends with 1 if there are others.
"""
import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("archive")
    parser.add_argument("questions", nargs="+", type=Path)
    given = parser.parse_args()
    run = [given.program, "--archive", given.archive, "--quiet"]
    table, others = {}, 0
    with tempfile.TemporaryDirectory() as folder:
        answer = Path(folder) / "answer.json"
        for file in given.questions:
            same, rest = 0, []
            for case in map(json.loads, file.read_text(encoding="utf-8").splitlines()):
                town = ["--town", case["town"]] if case.get("town") else []
                asked = subprocess.run([*run, "ask", "--json", "--no-memory", *town, case["question"]], capture_output=True)
                answer.write_bytes(asked.stdout)
                verified = subprocess.run([*run, "verify", str(answer)], capture_output=True)
                if verified.returncode == 0:
                    same += 1
                else:
                    rest.append(case.get("id", case["question"]))
            table[file.name] = {"same": same, "others": rest}
            others += len(rest)
    print(json.dumps(table, indent=1))
    sys.exit(others > 0)


if __name__ == "__main__":
    main()

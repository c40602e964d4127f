#!/usr/bin/env python3
"""Measures `twolane sync` over many files of which few changed: `benches/sync.py PROGRAM [--files 1000] [--changed 3]`.

The papers are made up, two kilobytes each, in folders by board and year. Each run is timed from outside; its own report
says how many papers were read. Without `--models`, the program has no search model."""

import argparse
import json
import os
import subprocess
import tempfile
import time
from pathlib import Path

BOARDS = ["Select Board", "Planning Board", "Budget Committee", "Conservation Commission"]


def paper(number, note=""):
    words = [f"Item {number}-{line}: the board heard case {number * 31 + line} and set the fee at ${line + 5}.{note}" for line in range(24)]
    return f"Town of Alder\n{BOARDS[number % 4]} minutes\n\n" + "\n".join(words) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--files", type=int, default=1000)
    parser.add_argument("--changed", type=int, default=3)
    parser.add_argument("--models")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        papers = Path(home) / "papers"

        def file(number):
            return papers / BOARDS[number % 4] / str(2000 + number % 20) / f"minutes-{number}.txt"

        for number in range(args.files):
            file(number).parent.mkdir(parents=True, exist_ok=True)
            file(number).write_text(paper(number))
        config = Path(home) / "twolane.toml"
        config.write_text(f'[[folders]]\npath = "{papers}"\ntown = "Alder"\n')
        command = [args.program, "--offline", "--json", "--config", str(config), "--archive", str(Path(home) / "archive")]
        environment = {"HOME": home, "PATH": os.environ["PATH"]}
        if args.models:
            command += ["--model-dir", args.models]

        def sync(what):
            start = time.monotonic()
            done = subprocess.run([*command, "sync"], capture_output=True, text=True, check=True, env=environment)
            seconds = round(time.monotonic() - start, 2)
            row = json.loads(done.stdout)["folders"][0]
            return {"run": what, "wall_s": seconds, **{key: row[key] for key in ["added", "changed", "unchanged", "vanished"]}}

        runs = [sync("first")]
        for turn in range(3):
            for number in range(args.changed):
                file(number * 97 % args.files).write_text(paper(number, f" Amended {turn}."))
            runs.append(sync(f"{args.changed} changed"))
            runs.append(sync("nothing changed"))
    print(json.dumps({"files": args.files, "runs": runs}, indent=1))


if __name__ == "__main__":
    main()

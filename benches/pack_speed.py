#!/usr/bin/env python3
"""A pack of many sections with text: built and installed with and without the embeddings that it carries.

    python3 benches/pack_speed.py PROGRAM --statutes FOLDER --work DIR --out FILE [--sections 20000]

The numbers and headings are New Hampshire's, each with the text of a section of Connecticut's or Michigan's of at most
`--most-words` words and a line that says which it is, so that no two are alike: what they say is of no account here.
Each step is a process of its own; its wall and processor seconds and the most memory that it held are reported.
`same`: both archives find the same first ten sections for headings taken as questions."""

import argparse
import datetime
import json
import os
import platform
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "scripts"))

from ingest_speed import resident  # noqa: E402
from make_law_packs import pack  # noqa: E402


def rows(path):
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def make(statutes, folder, sections, most_words):
    texts = [
        row["text"]
        for name in ("connecticut", "michigan")
        for row in rows(statutes / f"{name}-local-government.jsonl")
        if 5 <= len(row["text"].split()) <= most_words
    ]
    pack(folder, name="made", title="Made sections", state="NH", edition="2026-02", as_of="2026-02-01", grammar="rsa",
         coverage="made for measuring")
    made = [
        {"citation": row["citation"], "heading": row["heading"],
         "text": f"{texts[number % len(texts)]}\n\nThis is provision {number + 1} of those made for measuring."}
        for number, row in enumerate(rows(statutes / "nh-rsa-headings.jsonl")[:sections])
    ]
    (folder / "sections.jsonl").write_text("".join(json.dumps(row) + "\n" for row in made), "utf-8")
    return made


def step(name, command, figures):
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    peak = 0
    with tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen([str(part) for part in command], stdout=subprocess.DEVNULL, stderr=errors)
        while process.poll() is None:
            peak = max(peak, resident(process.pid))
            time.sleep(0.05)
        if process.returncode:
            errors.seek(0)
            raise SystemExit(f"{name}: {process.returncode}: {errors.read()[-2000:]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    figures[name] = {"wall_s": round(time.monotonic() - start, 2), "cpu_s": round(cpu, 2), "memory_mb": round(peak / 1e6)}
    print(name, figures[name], flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--statutes", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--sections", type=int, default=20000)
    parser.add_argument("--most-words", type=int, default=150)
    arguments = parser.parse_args()
    shutil.rmtree(arguments.work, ignore_errors=True)
    arguments.work.mkdir(parents=True)
    made = make(arguments.statutes, arguments.work / "folder", arguments.sections, arguments.most_words)
    program, work, figures = [arguments.program, "--offline"], arguments.work, {}
    sizes = {}
    for kind, flags in (("without", []), ("with", ["--embeddings"])):
        pack, archive = work / f"{kind}.twopack", work / kind
        step(f"build, {kind} embeddings", [*program, "pack", "build", work / "folder", "-o", pack, *flags], figures)
        sizes[f"pack_mb_{kind}"] = round(pack.stat().st_size / 1e6, 1)
        step(f"install, {kind} embeddings", [*program, "--archive", archive, "pack", "install", pack], figures)
    draw, same = random.Random(7), 0
    asked = [row["heading"] for row in draw.sample(made, 20)]
    for heading in asked:
        found = []
        for kind in ("without", "with"):
            command = [*program, "--archive", work / kind, "--json", "search", "--no-reader", heading]
            hits = json.loads(subprocess.run([str(c) for c in command], stdout=subprocess.PIPE, check=True).stdout)["hits"]
            found.append([hit["source"]["id"] for hit in hits])
        same += found[0] == found[1]
    report = {
        "what": "a pack of made sections: built and installed with and without carried embeddings",
        "date": datetime.date.today().isoformat(),
        "command": f"pack_speed.py PROGRAM --statutes FOLDER --work DIR --sections {arguments.sections} --most-words {arguments.most_words}",
        "machine": {"cores": os.cpu_count(), "system": platform.platform(), "load": os.getloadavg()[0]},
        "sections": len(made),
        "words_mean": round(sum(len(row["text"].split()) for row in made) / len(made), 1),
        **sizes,
        "steps": figures,
        "same": f"{same} of {len(asked)} searches",
    }
    arguments.out.write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()

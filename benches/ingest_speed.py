#!/usr/bin/env python3
"""Ingest of a folder by one build of the program and by others, in turns, each time into a new archive.

    python3 benches/ingest_speed.py --papers FOLDER… --out FILE NAME=PROGRAM [NAME=PROGRAM …]

For each run: wall and processor seconds (with its workers'), pages and chunks a processor second, the most memory
that the program held, and where the time of the embedding thread went (`stages`, where the build tells): `wait` is
the share in which the embedder had nothing to do because readers were not done, `write` that in which what it had
embedded was put into the archive. Where other work shares the machine, processor seconds are the ones to read.

`--ocr never` is handed on: tesseract's time is not ours."""

import argparse
import datetime
import json
import os
import platform
import resource
import shutil
import subprocess
import tempfile
import time
from pathlib import Path


def run(program, papers, options, work):
    archive = Path(work) / "archive"
    shutil.rmtree(archive, ignore_errors=True)
    command = [program, "--archive", archive, "--offline", "--json", "ingest", "--ocr", "never", *options, *papers]
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    # Peak memory is that of the program itself; workers are bounded by limits of their own.
    process = subprocess.Popen([str(c) for c in command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    peak, done = 0, None
    for line in process.stdout:
        event = json.loads(line)
        done = event if event["event"] == "done" else done
        peak = max(peak, resident(process.pid))
    process.wait()
    wall, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    size = sum(file.stat().st_size for file in archive.rglob("*") if file.is_file())
    figures = {
        "wall_s": wall,
        "cpu_s": cpu,
        "pages": done["pages"],
        "chunks": done["chunks"],
        "embedded": done["embedded"],
        "pages_per_cpu_s": done["pages"] / cpu,
        "chunks_per_cpu_s": done["chunks"] / cpu,
        "chunks_per_s": done["chunks"] / wall,
        "memory_mb": peak / 1e6,
        "archive_mb": size / 1e6,
    }
    if "stages" in done:
        figures["shares"] = {name: seconds / done["seconds"] for name, seconds in done["stages"].items()}
    return figures


def resident(process):
    """The most memory that a process has held."""
    try:
        text = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0
    lines = (line.split() for line in text.splitlines())
    return next((int(words[1]) * 1024 for words in lines if words and words[0] == "VmHWM:"), 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--papers", nargs="+", required=True)
    parser.add_argument("--lane", default="local")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--out", required=True)
    parser.add_argument("programs", nargs="+", help="NAME=PROGRAM")
    options = parser.parse_args()
    programs = dict(item.split("=", 1) for item in options.programs)
    report = {
        "what": __doc__.splitlines()[0],
        "date": str(datetime.date.today()),
        "machine": {"cpu": platform.processor() or platform.machine(), "cores": os.cpu_count()},
        "runs": {name: [] for name in programs},
    }
    with tempfile.TemporaryDirectory() as work:
        for _ in range(options.rounds):
            for name, program in programs.items():
                figures = run(program, options.papers, ["--lane", options.lane], work)
                report["runs"][name].append({**figures, "load": os.getloadavg()[0]})
                Path(options.out).write_text(json.dumps(report, indent=1) + "\n")
                print(name, json.dumps(figures))


if __name__ == "__main__":
    main()

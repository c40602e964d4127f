#!/usr/bin/env python3
"""Measures packs: building, installing, updating, looking up, being killed.

    scripts/make_law_packs.py ../shared/data /tmp/packs
    scripts/measure_packs.py ../shared/data /tmp/packs --program target/release/twolane --work DIR [--kills 50]

Prints a JSON report. Texts and differences are compared with what Python's own readers find in the
data; nothing of the program's parser is used.
"""
import argparse
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from make_law_packs import xml_words  # noqa: E402

INSTALLS = ["mi", "ct", "nh-headings", "nh-2021", "dc-2018"]
UPDATES = {"nh-2022": "nh", "dc-2021": "dc"}


class Program:
    def __init__(self, path, archive):
        self.path, self.archive = path, archive

    def run(self, *arguments, ok=(0,), json_out=True):
        command = [self.path, "--archive", str(self.archive)] + (["--json"] if json_out else []) + list(arguments)
        start = time.monotonic()
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        out, err = process.communicate()
        seconds = time.monotonic() - start
        if process.returncode not in ok:
            sys.exit(f"{' '.join(command)} ended with {process.returncode}: {err.decode()[-2000:]}")
        return json.loads(out) if json_out else out.decode(), seconds


def timed(program, *arguments):
    """With the peak memory of the program and its workers."""
    code = ("import resource,subprocess,sys,json;"
            "p=subprocess.run(sys.argv[1:],capture_output=True);"
            "sys.stdout.buffer.write(p.stdout);sys.stderr.buffer.write(p.stderr);"
            "sys.stderr.write('\\nPEAK %d\\n'%resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss);"
            "sys.exit(p.returncode)")
    command = [sys.executable, "-c", code, program.path, "--archive", str(program.archive), "--json", *arguments]
    start = time.monotonic()
    done = subprocess.run(command, capture_output=True)
    seconds = time.monotonic() - start
    if done.returncode not in (0, 3):
        sys.exit(f"{' '.join(arguments)}: {done.stderr.decode()[-2000:]}")
    peak = int(re.search(rb"PEAK (\d+)", done.stderr).group(1))
    return json.loads(done.stdout), {"seconds": round(seconds, 2), "peak_mb": round(peak / 1024, 1)}


def squeeze(text):
    return re.sub(r"\s+", "", text)


def lookups(program, data, packs, rng):
    """Ten citations of each code; the text shown against the data's own."""
    report = {}
    statutes = data / "statutes"
    wanted = {}
    for key, name in (("michigan", "michigan-local-government.jsonl"), ("connecticut", "connecticut-local-government.jsonl")):
        rows = [json.loads(line) for line in open(statutes / name, encoding="utf-8")]
        rows = [r for r in rows if len(r.get("text", "")) > 200]
        wanted[key] = [(r["citation"], squeeze(r["text"])) for r in rng.sample(rows, 10)]
    rows = [json.loads(line) for line in open(packs / "nh-2022" / "sections.jsonl", encoding="utf-8")]
    whole = [r for r in rows if ", " not in r["citation"]]
    wanted["new hampshire"] = [(r["citation"], squeeze(r["text"])) for r in rng.sample(whole, 10)]
    files = sorted((statutes / "dc-code-title-39" / "2021-07-15").rglob("sections/*.xml"))
    wanted["d.c."] = [("D.C. Code § " + f.stem, xml_words(f)) for f in rng.sample(files, 10)]
    for key, cases in wanted.items():
        wrong = []
        for citation, text in cases:
            shown, _ = program.run("section", "show", citation, ok=(0, 5))
            got = squeeze(shown["text"])
            heading = squeeze(shown.get("heading", ""))
            # Data repeats number and heading in front of some texts.
            if not got or not (text.endswith(got) and len(text) - len(got) <= len(heading) + 40):
                wrong.append({"citation": citation, "shown": shown["text"][:200]})
        report[key] = {"lookups": len(cases), "exact": len(cases) - len(wrong), "wrong": wrong}
    return report


def kills(program_path, packs, work, count, rng):
    """Kills `pack update` at a random moment; the archive must hold the old or the new edition whole."""
    base = work / "kill-base"
    shutil.rmtree(base, ignore_errors=True)
    first = Program(program_path, base)
    first.run("pack", "install", str(packs / "nh-2021.twopack"))
    started = time.monotonic()
    trial = work / "kill-trial"
    shutil.rmtree(trial, ignore_errors=True)
    shutil.copytree(base, trial)
    _, whole = Program(program_path, trial).run("pack", "update", str(packs / "nh-2022.twopack"))
    outcome = {"old": 0, "new": 0, "killed": 0, "problems": []}
    for _ in range(count):
        shutil.rmtree(trial, ignore_errors=True)
        shutil.copytree(base, trial)
        process = subprocess.Popen([program_path, "--archive", str(trial), "pack", "update", str(packs / "nh-2022.twopack")],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(rng.uniform(0, whole * 1.05))
        process.send_signal(signal.SIGKILL)
        outcome["killed"] += process.wait() == -signal.SIGKILL
        after = Program(program_path, trial)
        check, _ = after.run("index", "check", ok=(0, 5))
        editions = sorted(p["edition"] for p in after.run("pack", "list")[0]["packs"])
        if not check["ok"]:
            outcome["problems"].append(check["problems"][:2])
        if editions == ["2021"]:
            outcome["old"] += 1
            sections = after.run("pack", "show", "nh-bills", "--sections")[0]["sections"]
            if len(sections) != 429:
                outcome["problems"].append(f"{len(sections)} sections")
            after.run("pack", "update", str(packs / "nh-2022.twopack"))
        elif editions == ["2021", "2022"]:
            outcome["new"] += 1
        else:
            outcome["problems"].append(editions)
    outcome["seconds"] = round(time.monotonic() - started, 1)
    return outcome


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("packs", type=Path)
    parser.add_argument("--program", default="target/release/twolane")
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--kills", type=int, default=0)
    arguments = parser.parse_args()
    arguments.work.mkdir(parents=True, exist_ok=True)
    program_path = os.path.abspath(arguments.program)
    rng = random.Random(5)
    archive = arguments.work / "archive"
    shutil.rmtree(archive, ignore_errors=True)
    program = Program(program_path, archive)
    expected = json.loads((arguments.packs / "expected.json").read_text())
    report = {"build": {}, "install": {}, "update": {}}
    for name in INSTALLS + list(UPDATES):
        target = arguments.packs / f"{name}.twopack"
        again = arguments.work / "again.twopack"
        built, cost = timed(program, "pack", "build", str(arguments.packs / name), "-o", str(target))
        program.run("pack", "build", str(arguments.packs / name), "-o", str(again), ok=(0, 3))
        report["build"][name] = {
            **cost, "bytes": built["bytes"], "same_bytes_twice": target.read_bytes() == again.read_bytes(),
            **{k: built[k] for k in ("in_force", "repealed", "reserved", "heading_only")},
            "sections": built["manifest"]["sections"], "problems": len(built["problems"]),
        }
        program.run("pack", "verify", str(target))
    for name in INSTALLS:
        done, cost = timed(program, "pack", "install", str(arguments.packs / f"{name}.twopack"))
        report["install"][name] = {**cost, **{k: done[k] for k in ("with_text", "headings_only", "edges", "embedded")}}
    for name, key in UPDATES.items():
        done, cost = timed(program, "pack", "update", str(arguments.packs / f"{name}.twopack"))
        got = {"added": done["added"], "repealed": done["repealed"], "amended": [a["citation"] for a in done["amended"]]}
        report["update"][name] = {**cost, **{
            k: {"found": len(got[k]), "expected": len(expected[key][k]), "equal": sorted(got[k]) == sorted(expected[key][k]),
                "only_one_side": sorted(set(got[k]) ^ set(expected[key][k]))[:10]} for k in got}}
    report["archive_mb"] = round(sum(f.stat().st_size for f in archive.rglob("*") if f.is_file()) / 1e6, 1)
    report["check_ok"] = program.run("index", "check", ok=(0, 5))[0]["ok"]
    report["lookups"] = lookups(program, arguments.data, arguments.packs, rng)
    headings = [json.loads(l) for l in open(arguments.data / "statutes" / "nh-rsa-headings.jsonl", encoding="utf-8")]
    missing = []
    have = {r["citation"] for r in program.run("pack", "show", "nh-headings", "--sections")[0]["sections"]}
    missing = [h["citation"] for h in headings if h["citation"] not in have]
    report["headings"] = {"in_data": len(headings), "missing": len(missing), "first": missing[:10]}
    if arguments.kills:
        report["kills"] = kills(program_path, arguments.packs, arguments.work, arguments.kills, rng)
    print(json.dumps(report, indent=1, ensure_ascii=False))


if __name__ == "__main__":
    main()

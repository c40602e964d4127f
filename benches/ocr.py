#!/usr/bin/env python3
"""Word accuracy of scanned pages in an archive, against text typed by hand from their pictures.

    benches/ocr.py PROGRAM TRUTH.jsonl --papers PAPERS [--ocr always] [--tesseract] [--differences] [--out FILE]

A line of TRUTH is `{"file","page","text"}`: a PDF below PAPERS, a page from 1, and its text in reading order, a table
row by row. `[?]` is a word that nobody can read; it does not count. The program reads each file into a new archive
without a model, and `source lines` prints the page. `--tesseract` adds two controls with one thread, both on the
picture of `pdftoppm -r 300`: `tesseract` with its own defaults, which guesses the resolution, and with `--dpi 300`.

For each page and for all words together: `accuracy` is 1 − edit distance of words / words of the truth; `recall` and
`precision` compare bags of words, so that order does not matter; `numbers` is the share of the truth's words with a
digit that were found. Case counts. White space, marks at the edges of a word, and the kind of quotes and dashes do not.
Seconds are those of a page: of the whole file by its pages for the program, which reads every page of it. Where other
work shares the machine, processor seconds are the ones to read."""

import argparse
import datetime
import difflib
import json
import os
import re
import resource
import subprocess
import tempfile
import time
from collections import Counter
from pathlib import Path

UNREADABLE = "[?]"
ALIKE = str.maketrans("‘’‚‛′`“”„″‐‑‒–—―−", "''''''\"\"\"\"" + "-" * 7)
# Marks at a word's edge that say nothing; signs such as $, % and # are words or parts of one.
EDGE = r"(?:[^\w$%&#§+°]|_)+"
EDGES = re.compile(f"^{EDGE}|{EDGE}$")
HYPHEN = re.compile(r"(?<=\w)-\n\s*(?=[a-z])")
ENVIRONMENT = {**os.environ, "OMP_THREAD_LIMIT": "1"}


def words(text):
    """Words as they are compared; a word that a line end divides is one."""
    found = HYPHEN.sub("", text.translate(ALIKE)).split()
    found = [word if word == UNREADABLE else EDGES.sub("", word) for word in found]
    return [word for word in found if word]


def distance(truth, read):
    """The fewest words to put in, take out or replace; an unreadable word matches any word or none."""
    before = list(range(len(read) + 1))
    for wanted in truth:
        cost = wanted != UNREADABLE
        row = [before[0] + cost]
        for at, word in enumerate(read, 1):
            row.append(min(before[at] + cost, row[-1] + 1, before[at - 1] + (cost and wanted != word)))
        before = row
    return before[-1]


def counts(truth, read):
    """What is added up over pages: words, distance, words in common, numbers and those found."""
    wanted = [word for word in truth if word != UNREADABLE]
    numbers = Counter(word for word in wanted if any(c.isdigit() for c in word))
    return {
        "words": len(wanted),
        "read": len(read),
        "distance": distance(truth, read),
        "common": (Counter(wanted) & Counter(read)).total(),
        "numbers": numbers.total(),
        "numbers_found": (numbers & Counter(read)).total(),
    }


def share(part, whole):
    return round(part / whole, 4) if whole else None


def measures(sums):
    return {
        "accuracy": share(sums["words"] - sums["distance"], sums["words"]),
        "recall": share(sums["common"], sums["words"]),
        "precision": share(sums["common"], sums["read"]),
        "numbers": share(sums["numbers_found"], sums["numbers"]),
    }


def run(command, text=None):
    """Standard output, wall seconds and processor seconds of a process and of what it started."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run([str(c) for c in command], input=text, capture_output=True, env=ENVIRONMENT, check=False)
    wall, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        errors = done.stderr.decode("utf-8", "replace")[-500:]
        raise SystemExit(f"`{command[0]}` failed with exit code {done.returncode}: {errors}")
    return done.stdout, wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def in_archive(program, file, pages, mode):
    """Texts of these pages by number, and seconds of one page."""
    with tempfile.TemporaryDirectory() as home:
        base = [program, "--offline", "--json", "--archive", Path(home) / "archive"]
        events, wall, processor = run([*base, "ingest", file, "--ocr", mode])
        done = json.loads(events.decode().splitlines()[-1])
        texts = {}
        for page in pages:
            lines = json.loads(run([*base, "source", "lines", file.name, "--page", page])[0])["lines"]
            texts[page] = "\n".join(line["text"] for line in lines)
    return texts, wall / done["pages"], processor / done["pages"]


def by_tesseract(file, page):
    """Text and seconds of one page, for each control."""
    picture, wall, processor = run(["pdftoppm", "-r", "300", "-f", page, "-l", page, file])
    found = {}
    for name, resolution in [("tesseract", []), ("tesseract_300_dpi", ["--dpi", "300"])]:
        text, more_wall, more_processor = run(["tesseract", "stdin", "stdout", *resolution], picture)
        found[name] = text.decode("utf-8", "replace"), wall + more_wall, processor + more_processor
    return found


def differing(truth, read):
    """Runs of words that differ, for a reader."""
    for kind, a, b, c, d in difflib.SequenceMatcher(None, truth, read, autojunk=False).get_opcodes():
        if kind != "equal":
            yield f"    {kind:8} {a:4}: {' '.join(truth[a:b])!r} -> {' '.join(read[c:d])!r}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("truth", type=Path)
    parser.add_argument("--papers", type=Path, required=True, help="the folder that the truth's files are below")
    parser.add_argument("--ocr", default="always", choices=["always", "auto", "never"])
    parser.add_argument("--tesseract", action="store_true", help="measure plain tesseract too")
    parser.add_argument("--differences", action="store_true", help="print the words that differ; they are not recorded")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    truth = [json.loads(line) for line in options.truth.read_text("utf-8").splitlines() if line.strip()]
    wanted = {}
    for row in truth:
        wanted.setdefault(row["file"], set()).add(row["page"])
    archived = {
        name: in_archive(options.program, options.papers / name, pages, options.ocr) for name, pages in wanted.items()
    }
    rows, sums, spent = [], {}, {}
    for row in truth:
        file, page, asked = row["file"], row["page"], words(row["text"])
        texts, *seconds = archived[file]
        readers = {"twolane": (texts[page], *seconds)}
        if options.tesseract:
            readers.update(by_tesseract(options.papers / file, page))
        found = {"file": file, "page": page, "words": sum(word != UNREADABLE for word in asked)}
        for name, (text, wall, processor) in readers.items():
            read = words(text)
            counted = counts(asked, read)
            found[name] = {**measures(counted), "wall_s": round(wall, 2), "processor_s": round(processor, 2)}
            sums[name] = sums.get(name, Counter()) + Counter(counted)
            spent.setdefault(name, []).append((wall, processor))
            print(f"{file} p.{page} {name}: {json.dumps(found[name])}")
            if options.differences:
                print("\n".join(differing(asked, read)))
        rows.append(found)
    together = {
        name: {
            **measures(sums[name]),
            "wall_s": round(sum(wall for wall, _ in spent[name]) / len(truth), 2),
            "processor_s": round(sum(processor for _, processor in spent[name]) / len(truth), 2),
        }
        for name in sums
    }
    control = " --tesseract" if options.tesseract else ""
    report = {
        "what": __doc__.splitlines()[0],
        "date": str(datetime.date.today()),
        "processor": f"{os.cpu_count()} cores",
        "command": f"benches/ocr.py twolane TRUTH --papers PAPERS --ocr {options.ocr}{control}",
        "tesseract": run(["tesseract", "--version"])[0].decode().splitlines()[0],
        "words": sum(row["words"] for row in rows),
        "pages": rows,
        "together": together,
    }
    if options.out:
        options.out.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", "utf-8")
    print(json.dumps(together, indent=1))


if __name__ == "__main__":
    main()

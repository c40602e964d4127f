#!/usr/bin/env python3
"""Is the structure of statutes read right? Compared with readings made here, by other code.

    scripts/measure_structure.py STATUTES_FOLDER --program target/debug/statute_sections [--out F] [--sample N]

D.C. XML: every paragraph address and its text from nested `para`/`num`, read with ElementTree, against the
program's; the share that is there with the same text. JSONL: every word of each record's text, in order, in
the program's units (number and heading, which many records print again, aside); and addresses against a
simple walk over labels at line starts that follow one another. `--sample` prints sections to be read by hand.
"""

import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from pathlib import Path

JSONL = ["nh-rsa-text-from-2021-bills", "michigan-local-government", "connecticut-local-government"]


def sections(program, files, *flags):
    start = time.perf_counter()
    done = subprocess.run([program, *flags, *map(str, files)], capture_output=True, check=True)
    return json.loads(done.stdout), time.perf_counter() - start, done.stderr.decode().strip()


def local(element):
    return element.tag.rsplit("}", 1)[-1]


def squeeze(text):
    return " ".join(text.split())


def xml_addresses(path):
    """[(address, text)] of a section, and its citation."""
    root = ET.parse(path).getroot()
    number = root.find("{*}num").text.strip()
    citation = f"{root.get('containing-doc')} § {number}"
    found = {}

    def walk(element, labels):
        own = []
        for child in element:
            name = local(child)
            if name == "para":
                nums = ["".join(n.itertext()).strip() for n in child if local(n) == "num"]
                own.append("".join(nums) + " " + walk(child, labels + nums))
            elif name not in ("num", "annotations", "reason") and not (name == "heading" and not labels):
                own.append(squeeze("".join(child.itertext())))
        text = squeeze(" ".join(own))
        for depth in range(1, len(labels) + 1):
            # A parent's text is set again by the parent itself, which is done after its children.
            found.setdefault(tuple(labels[:depth]), None)
        if labels:
            found[tuple(labels)] = text
        return text

    walk(root, [])
    return citation, {citation + "".join(path): text for path, text in found.items() if text is not None}


def bare(address, text):
    """A paragraph's text without white space and without the labels of its own path at the head."""
    text = "".join((text or "\0").split())
    for label in re.findall(r"\([^)]*\)", address):
        text = text.removeprefix(label)
    return text


def compare_xml(folder, program):
    files = sorted(folder.rglob("*.xml"))
    expected = {}
    count = 0
    for path in files:
        if path.name == "index.xml":
            continue
        count += 1
        expected.update(xml_addresses(path)[1])
    output, seconds, told = sections(program, files)
    got = dict(pair for section in output["sections"] for pair in section["addresses"])
    equal = [a for a, text in expected.items() if a in got and bare(a, got[a]) == bare(a, text)]
    return {
        "sections": count,
        "sections_found": len(output["sections"]),
        "with_hierarchy": sum(bool(s.get("hierarchy")) for s in output["sections"]),
        "repealed": sum(s["status"] == "repealed" for s in output["sections"]),
        "addresses": len(expected),
        "addresses_found": len(got),
        "equal_with_equal_text": len(equal),
        "missing": sorted(set(expected) - set(got)),
        "beyond": sorted(set(got) - set(expected)),
        "other_text": sorted(a for a in expected if a in got and bare(a, got[a]) != bare(a, expected[a])),
        "links": sum(len(s.get("links", [])) for s in output["sections"]),
        "problems": output["problems"],
        "seconds": round(seconds, 3),
        "program": told,
    }


def as_text(path):
    """The section as a JSONL record whose text has one paragraph a line, labels printed."""
    root = ET.parse(path).getroot()
    lines = []

    def walk(element, labels, outermost):
        for child in element:
            name = local(child)
            if name == "para":
                walk(child, labels, False)
            elif name == "num" and not outermost:
                labels.append("".join(child.itertext()).strip())
            elif name not in ("num", "annotations", "reason") and not (name == "heading" and outermost):
                lines.append(squeeze("".join(labels) + " " + "".join(child.itertext())))
                labels.clear()

    walk(root, [], True)
    heading = root.findtext("{*}heading")
    citation = f"{root.get('containing-doc')} § {root.findtext('{*}num').strip()}"
    return {"citation": citation, "heading": heading, "text": "\n".join(lines)}


def compare_flattened(folder, program):
    """The same sections without their markup: can their labels alone tell the paths?"""
    expected = {}
    records = []
    for path in sorted(folder.rglob("*.xml")):
        if path.name != "index.xml":
            expected.update(xml_addresses(path)[1])
            records.append(json.dumps(as_text(path), ensure_ascii=False))
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch) / "flat.jsonl"
        file.write_text("\n".join(records) + "\n", encoding="utf-8")
        output, _, _ = sections(program, [file], "--each")
    got = dict(pair for section in output["sections"] for pair in section["addresses"])
    wrong = sorted(a for a, t in expected.items() if bare(a, got.get(a)) != bare(a, t))
    return {
        "addresses": len(expected),
        "equal_with_equal_text": len(expected) - len(wrong),
        "wrong": wrong,
        "beyond": sorted(set(got) - set(expected)),
    }


def words(text):
    return re.findall(r"[^\W_]+", text)


def compare_jsonl(path, program):
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    output, seconds, told = sections(program, [path], "--each")
    lost = []
    addresses = 0
    depth = {}
    for record, section in zip(records, output["sections"], strict=True):
        addresses += len(section["addresses"])
        for unit in section.get("units", []):
            n = len(unit.get("path", []))
            depth[n] = depth.get(n, 0) + 1
        wanted = words(record["text"])
        got = words(" ".join(section["printed"]))
        # A part of a section is printed with the labels above it, which its text may leave out.
        above = words(record["citation"].split(section["citation"].split()[-1])[-1])
        for n in range(len(above) + 1):
            if got[n:][: len(wanted)] == wanted and not [w for w in got[:n] if w not in above]:
                got = got[n:]
                break
        before = len(wanted) - len(got)
        head = words(record["citation"].split()[-1] + " " + record["heading"])
        stub = not got and wanted == words(record["heading"])
        opening = wanted[:before] if before >= 0 else None
        number_again = opening is not None and " ".join(opening).lower().endswith(" ".join(words(record["heading"])).lower())
        if not stub and (before < 0 or wanted[before:] != got or (before and not number_again)):
            lost.append({"citation": record["citation"], "before": opening, "heading": head})
    status = {}
    for section in output["sections"]:
        status[section["status"]] = status.get(section["status"], 0) + 1
    return {
        "records": len(records),
        "with_lost_words": len(lost),
        "lost": lost[:10],
        "addresses": addresses,
        "units_by_depth": {str(k): depth[k] for k in sorted(depth)},
        "status": status,
        "with_effective_date": sum("effective" in s for s in output["sections"]),
        "problems": output["problems"],
        "seconds": round(seconds, 3),
        "program": told,
    }, list(zip(records, output["sections"], strict=True))


def show(record, section):
    print(f"## {record['citation']} | {section.get('heading', '')} | {section['status']}")
    print("\n".join(f"   {line[:90]}" for line in record["text"].split("\n") if line.strip()))
    print("   -> " + "; ".join(a.replace(section["citation"], "") for a, _ in section["addresses"]))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("statutes", type=Path)
    parser.add_argument("--program", required=True)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--sample", type=int, default=0, help="sections of each JSONL file to print for reading")
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--hand", type=Path, help="JSON of a reading by hand, taken into the record")
    arguments = parser.parse_args()
    result = {"xml": {}, "jsonl": {}}
    for folder in sorted((arguments.statutes / "dc-code-title-39").iterdir()):
        result["xml"][folder.name] = compare_xml(folder, arguments.program)
        result["xml"][folder.name]["without_markup"] = compare_flattened(folder, arguments.program)
    for name in JSONL:
        result["jsonl"][name], pairs = compare_jsonl(arguments.statutes / f"{name}.jsonl", arguments.program)
        labelled = [p for p in pairs if len(p[1]["addresses"]) > 1]
        for pair in random.Random(arguments.seed).sample(labelled, min(arguments.sample, len(labelled))):
            show(*pair)
    if arguments.hand:
        result["read_by_hand"] = json.loads(arguments.hand.read_text(encoding="utf-8"))
    text = json.dumps(result, ensure_ascii=False, indent=1)
    if arguments.out:
        arguments.out.write_text(text + "\n", encoding="utf-8")
    if not arguments.sample:
        print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())

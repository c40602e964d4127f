#!/usr/bin/env python3
"""Counts the sections of a pack against those that its source files name themselves.

    python3 benches/statutes/count.py FORM PACK FILE...

FORM is uslm, ecfr, crs, decoded, headings or contents. `headings` counts the section headings of a web page (h3 with
a number), `contents` the numbers of its own table of contents. PACK is what `twolane pack build` wrote, or its
sections.jsonl. Prints one JSON object: numbers in both, only in the source, only in the pack, and sections by status.
The program opens no network connection.
"""

import collections
import html
import json
import pathlib
import re
import sys
import tarfile
import xml.etree.ElementTree as ET

DASHES = str.maketrans({"\u2010": "-", "\u2011": "-", "\u2013": "-"})
NUMBER = r"\d+[A-C]?(?:\.\d+[A-Z]?)?(?:[-.:]\d+[a-z]?(?:\.\d+)?)*[a-z]{0,2}"


def local(element):
    return element.tag.rsplit("}", 1)[-1]


def uslm(path):
    """Sections outside notes and quotations whose identifier is that of a section of the Code."""

    def walk(element):
        for child in element:
            if local(child) in ("notes", "note", "quotedContent"):
                continue
            found = re.fullmatch(r"/us/usc/t(\d+)/s([^/]+)", child.get("identifier") or "")
            if local(child) == "section" and found:
                value = next((e.get("value") for e in child if local(e) == "num"), found[2])
                yield f"{found[1]} U.S.C. § {value.translate(DASHES)}"
            else:
                yield from walk(child)

    return walk(ET.parse(path).getroot())


def ecfr(path):
    root = ET.parse(path).getroot()
    text = path.read_text(encoding="utf-8")
    title = re.search(r'NODE="(\d+):', text) or re.search(r"/title-(\d+)/", text) or re.search(r"<HEAD>Title (\d+)", text)
    for element in root.iter():
        if element.tag == "DIV8":
            yield f"{title[1]} C.F.R. § {element.get('N').strip('§ ')}"
        elif element.tag == "DIV9":
            yield f"{title[1]} C.F.R. {element.get('N')}"


def crs(path):
    for element in ET.parse(path).getroot().iter("RHFTO"):
        yield f"C.R.S. § {element.text.strip()}"


def decoded(path):
    yield f"Va. Code § {ET.parse(path).getroot().findtext('section_number').strip()}"


def plain(markup):
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", markup)).split())


def page_text(path):
    raw = path.read_bytes()
    return raw.decode("cp1252" if b"windows-1252" in raw[:4000] else "utf-8", errors="replace")


def headings(path):
    for heading in re.findall(r"<h3\b[^>]*>(.*?)</h3>", page_text(path), flags=re.S):
        found = re.match(rf"(?:Secs?\.|§§?)?\s*({NUMBER})", plain(heading))
        if found:
            yield found[1].rstrip(".")


def contents(path):
    for paragraph in re.findall(r"<p\b[^>]*>(.*?)</p>", page_text(path), flags=re.S):
        text = plain(paragraph)
        found = re.match(r"(?:NRS )?(\d+[A-C]?\.\d{3,5})\s", text + " ")
        if found:
            yield found[1]


# What a number looks like that stands for several.
RUNS = {"uslm": r" to |, ", "ecfr": r"\d\.\d+-\d+\.\d", "headings": r"^\d+-\d+$"}
FORMS = {f.__name__: f for f in (uslm, ecfr, crs, decoded, headings, contents)}


def of_pack(path):
    if path.suffix == ".jsonl":
        lines = path.read_text(encoding="utf-8").splitlines()
    else:
        with tarfile.open(path, "r:gz") as pack:
            lines = pack.extractfile("sections.jsonl").read().decode().splitlines()
    return [json.loads(line) for line in lines]


def main():
    form, pack, files = sys.argv[1], pathlib.Path(sys.argv[2]), [pathlib.Path(f) for f in sys.argv[3:]]
    listed = [number for file in files for number in FORMS[form](file)]
    # `§§ 202 to 204`: one element of the source, several sections of the pack.
    pattern = RUNS.get(form)
    runs = {n for n in listed if pattern and re.search(pattern, n)}
    source = {n.lower() for n in listed if n not in runs}
    sections = of_pack(pack)
    bare = form in ("headings", "contents")
    number = (lambda c: c.split()[-1]) if bare else (lambda c: c)
    packed = {number(section["citation"]).lower() for section in sections}
    report = {
        "files": len(files),
        "sections_by_the_source": len(listed),
        "different_numbers": len(source),
        "runs_of_numbers": sorted(runs),
        "sections_in_the_pack": len(sections),
        "in_both": len(source & packed),
        "only_in_the_source": sorted(source - packed),
        "only_in_the_pack": sorted(packed - source),
        "status": collections.Counter(s.get("status", "in_force") for s in sections),
        "without_heading": sum(not s.get("heading") for s in sections),
        "without_history": sum(not s.get("history") for s in sections),
        "addressed_paragraphs": sum(bool(u.get("path")) for s in sections for u in s.get("units", [])),
    }
    print(json.dumps(report, ensure_ascii=False, indent=1))


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Writes folders for `twolane pack build` from the statutes of a data folder.

    scripts/make_law_packs.py ../shared/data OUT

    OUT/mi, OUT/ct            one edition each
    OUT/nh-headings           headings alone, no text
    OUT/nh-2021               provisions that 2021 bills print as the law in force
    OUT/nh-2022               what those bills would have made of them, as if all had passed, with 20
                              sections added and 20 dropped (OUT/nh-expected.json says which)
    OUT/dc-2018, OUT/dc-2021  the two dated versions of a title in XML

Expected differences are computed here, from the JSON and XML alone.
"""
import json
import random
import re
import shutil
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

HEAD = """name = "{name}"
title = "{title}"
jurisdiction = "{state}"
edition = "{edition}"
as_of = "{as_of}"
grammar = "{grammar}"
licence = "public record, see the data's own notes"
coverage = "{coverage}"
limits = ["for measuring only"]
every_section = {every}
"""


def pack(folder: Path, **fields):
    folder.mkdir(parents=True, exist_ok=True)
    fields.setdefault("every", "false")
    (folder / "pack.toml").write_text(HEAD.format(**fields))


def words(text: str):
    return re.findall(r"\S+", text)


def xml_words(path: Path):
    """Heading and text of a section, without its annotations, as a reader sees them."""
    root = ET.parse(path).getroot()
    out = []

    def walk(node, inside):
        tag = node.tag.rsplit("}", 1)[-1]
        if tag == "annotations" or (tag == "num" and inside is root):
            tail(node)
            return
        if node.text:
            out.append(node.text)
        for child in node:
            walk(child, node)
        out.append(" ") if tag in ("num", "text", "heading", "para") else None
        tail(node)

    def tail(node):
        if node.tail:
            out.append(node.tail)

    for child in root:
        walk(child, root)
    return re.sub(r"\s+", "", "".join(out))


def main() -> int:
    data, out = Path(sys.argv[1]), Path(sys.argv[2])
    statutes = data / "statutes"
    shutil.rmtree(out, ignore_errors=True)
    for key, name, state, title, grammar, source in [
        ("mi", "michigan", "MI", "Michigan Compiled Laws", "mcl", "michigan-local-government.jsonl"),
        ("ct", "connecticut", "CT", "Connecticut General Statutes", "cgs", "connecticut-local-government.jsonl"),
    ]:
        pack(out / key, name=name, title=title, state=state, edition="2026-02", as_of="2026-02-01",
             grammar=grammar, coverage="local government")
        shutil.copy(statutes / source, out / key / "sections.jsonl")
    pack(out / "nh-headings", name="nh-headings", title="New Hampshire Revised Statutes (headings)", state="NH",
         edition="2026-02", as_of="2026-02-01", grammar="rsa", coverage="number and heading of every section",
         every="true")
    shutil.copy(statutes / "nh-rsa-headings.jsonl", out / "nh-headings" / "headings.jsonl")

    rows = [json.loads(line) for line in open(statutes / "nh-rsa-text-from-2021-bills.jsonl", encoding="utf-8")]
    # The same citation can stand in several bills, a section as a whole and by its paragraphs: what is
    # written is one text for each, the whole section where there is one.
    best = {}
    for row in rows:
        old = best.get(row["citation"])
        if old is None or len(words(row["text"])) > len(words(old["text"])):
            best[row["citation"]] = row
    sections = {}
    for citation, row in best.items():
        sections.setdefault(citation.split(", ")[0], []).append(row)
    for whole, parts in sections.items():
        if whole in best:
            sections[whole] = [best[whole]]
    rng = random.Random(11)
    quiet = [w for w in sorted(sections) if not any(r.get("proposed_text") for r in sections[w])]
    chosen = rng.sample(quiet, 40)
    dropped, added = set(chosen[:20]), set(chosen[20:])
    fields = ("jurisdiction", "citation", "title", "heading", "text", "source")

    def write(folder, name, edition, as_of, chosen, text_of):
        pack(folder, name=name, title="New Hampshire Revised Statutes (as printed in bills)", state="NH",
             edition=edition, as_of=as_of, grammar="rsa", coverage="provisions that 2021 bills touch")
        with open(folder / "sections.jsonl", "w", encoding="utf-8") as f:
            for row in chosen:
                line = {k: row[k] for k in fields if k in row}
                line["text"] = text_of(row)
                f.write(json.dumps(line, ensure_ascii=False) + "\n")

    before = [r for w in sorted(sections) if w not in added for r in sections[w]]
    after = [r for w in sorted(sections) if w not in dropped for r in sections[w]]
    write(out / "nh-2021", "nh-bills", "2021", "2021-01-01", before, lambda r: r["text"])
    write(out / "nh-2022", "nh-bills", "2022", "2022-01-01", after, lambda r: r.get("proposed_text") or r["text"])
    changed = [w for w in sections if w not in added | dropped and any(
        words(r["text"]) != words(r.get("proposed_text") or r["text"]) for r in sections[w])]
    expected = {"nh": {"added": sorted(added), "repealed": sorted(dropped), "amended": sorted(changed)}}

    editions = {}
    for key, folder in (("dc-2018", "2018-06-01"), ("dc-2021", "2021-07-15")):
        source = statutes / "dc-code-title-39" / folder
        pack(out / key, name="dc-39", title="D.C. Code, title 39", state="DC", edition=folder[:4], as_of=folder,
             grammar="dc", coverage="title 39")
        shutil.copytree(source, out / key / "code")
        sections = {}
        for path in sorted(source.rglob("sections/*.xml")):
            sections["D.C. Code § " + path.stem] = xml_words(path)
        editions[key] = sections
    old, new = editions["dc-2018"], editions["dc-2021"]
    expected["dc"] = {
        "added": sorted(new.keys() - old.keys()),
        "repealed": sorted(old.keys() - new.keys()),
        "amended": sorted(c for c in old.keys() & new.keys() if old[c] != new[c]),
    }
    (out / "expected.json").write_text(json.dumps(expected, indent=1, ensure_ascii=False) + "\n")
    for key, value in expected.items():
        print(key, {k: len(v) for k, v in value.items()})
    return 0


if __name__ == "__main__":
    sys.exit(main())

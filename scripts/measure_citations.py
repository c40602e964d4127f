#!/usr/bin/env python3
"""Citations recognised and resolved in real documents, against positions read by hand, and edges of the
D.C. Code against the links of its own XML.

    cargo build -p twolane-benches --bin citations
    scripts/measure_citations.py --data ../shared/data [--program target/debug/citations] [--out F]

`tests/data/citations/excerpts.tsv` names places of documents drawn at random (every document alike, then
every place in it, among those with a word or mark that citations have; later ones with four or five of
them); a third is kept aside and not tuned on. `gold.tsv` holds what a reader found there before any
parser had read them: positions, the words of the citation alone, and normal forms. What was counted:

- `named`: a numbered place of a law, code, bylaw, constitution, act or bill, with its number; a list or a
  countable range of paragraphs as its members, a range of sections as one.
- `relative`: what only its place explains: "said section", "subsection (a) of this section",
  "paragraph IV" of the section that the text is of.
- `label`: the number at a section's own head; neither asked for nor wrong.

Not counted: "this section" and "this chapter" alone, columns of numbers that only a table's head explains,
names of acts without a number, parts of the same subsection ("subdivision (1)"). A normal form counts as
found when a reference that overlaps the words has it. Places are characters of a JSONL record's `text`, of
a text file, or of what `pdftotext -layout` (poppler 22 to 25) prints.
"""

import argparse
import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter, defaultdict
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
GROUPS = [
    ("nh-bills/", "bills and session laws"),
    ("statutes/nh-rsa", "bills and session laws"),
    ("town-code/", "town codes and bylaws"),
    ("local-pdf/", "town codes and bylaws"),
    ("statutes/connecticut", "Connecticut statutes"),
    ("statutes/michigan", "Michigan statutes"),
]


def rows(path):
    return [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]


def numbering(records):
    """{title: how an act counts its sections}, from the first and last number that the code gives it."""
    acts = defaultdict(list)
    for record in records:
        match = re.fullmatch(r"MCL (\d+)\.(\d+)[a-z]*(?:\.new)?", record["citation"])
        if match:
            acts[record["title"]].append((match[1], int(match[2])))
    found = {}
    for title, numbers in acts.items():
        chapters = {chapter for chapter, _ in numbers}
        if len(chapters) == 1:
            first, last = min(n for _, n in numbers), max(n for _, n in numbers)
            found[title] = {"prefix": f"MCL {chapters.pop()}.", "base": first - 1, "highest": last}
    return found


class Documents:
    """Texts with what the program is told of each."""

    def __init__(self, data):
        self.data, self.records, self.texts, self.acts = data, {}, {}, {}

    def document(self, name, line):
        path = self.data / name
        if path.suffix == ".jsonl":
            if name not in self.records:
                lines = path.read_text(encoding="utf-8").split("\n")
                self.records[name] = [json.loads(x) if x.strip() else None for x in lines]
            record = self.records[name][line - 1]
            text = record["text"]
            citation = re.sub(r"\.new$", "", record.get("citation") or "")
        else:
            if name not in self.texts:
                if path.suffix == ".pdf":
                    run = subprocess.run(["pdftotext", "-layout", str(path), "-"], capture_output=True, check=True)
                    self.texts[name] = run.stdout.decode("utf-8")
                else:
                    self.texts[name] = path.read_text(encoding="utf-8")
            text, citation, record = self.texts[name], "", {}
        told = {"text": text}
        if name.startswith(("nh-bills/", "statutes/nh")):
            told |= {"code": "rsa", "jurisdiction": "NH"}
        elif name.startswith("statutes/connecticut"):
            told |= {"code": "cgs", "jurisdiction": "CT"}
        elif name.startswith("statutes/michigan"):
            if name not in self.acts:
                self.acts[name] = numbering(r for r in self.records[name] if r)
            told |= {"code": "mcl", "jurisdiction": "MI", "numbering": self.acts[name].get(record["title"])}
        else:
            told |= {"jurisdiction": "MA"}
        if citation:
            told["own"] = citation
        return told


def ask(program, documents):
    """References of each document, in order."""
    lines = "".join(json.dumps(d) + "\n" for d in documents)
    run = subprocess.run([str(program)], input=lines.encode(), capture_output=True, check=True)
    return [json.loads(line) for line in run.stdout.decode().splitlines()]


def compare(gold, references, start, end):
    """(hits, missed, extra) of one excerpt: lists of (kind, words, normal form)."""
    inside = [r for r in references if start <= r["start"] < end]
    labels = [g for g in gold if g["kind"] == "label"]
    wanted = [g for g in gold if g["kind"] != "label"]
    overlaps = lambda r, g: r["start"] < g["end"] and g["start"] < r["end"]
    # This section as a whole is neither asked for nor wrong; nor is what goes on beyond the excerpt.
    used, hits, missed, extra = [Counter() for _ in inside], [], [], []
    for g in wanted:
        for form in g["forms"]:
            for r, taken in zip(inside, used):
                if overlaps(r, g) and r["citations"].count(form) > taken[form]:
                    taken[form] += 1
                    hits.append((g["kind"], g["words"], form))
                    break
            else:
                missed.append((g["kind"], g["words"], form))
    for r, taken in zip(inside, used):
        if any(overlaps(r, g) for g in labels) or r["end"] > end:
            continue
        if r["how"] == "this" and re.match(r"(?i)this (section|chapter)$", r["words"]):
            continue
        for form, n in (Counter(r["citations"]) - taken).items():
            kind = "relative" if r["how"] in ("same", "this") else "named"
            extra += [(kind, r["words"], form)] * n
    return hits, missed, extra


def figures(cells):
    hit, miss, extra = (sum(len(c[i]) for c in cells) for i in range(3))
    share = lambda a, b: round(a / b, 4) if b else None
    return {"gold": hit + miss, "found": hit, "missed": miss, "extra": extra,
            "precision": share(hit, hit + extra), "recall": share(hit, hit + miss)}


def against_gold(program, data, folder, show):
    documents = Documents(data)
    excerpts = [dict(zip(("id", "file", "line", "start", "end", "set"), row)) for row in rows(folder / "excerpts.tsv")]
    gold = defaultdict(list)
    for number, start, end, kind, words, *forms in rows(folder / "gold.tsv"):
        gold[number].append({"start": int(start), "end": int(end), "kind": kind, "words": words,
                             "forms": [f for f in (forms or [""])[0].split(" | ") if f]})
    keys = sorted({(e["file"], int(e["line"])) for e in excerpts})
    told = [documents.document(*key) for key in keys]
    answers = {}
    for key, document, references in zip(keys, told, ask(program, told)):
        for r in references:
            r["words"] = " ".join(document["text"][r["start"]:r["end"]].split())
        answers[key] = references
        for e in excerpts:
            if (e["file"], int(e["line"])) == key:
                for g in gold[e["id"]]:
                    words = " ".join(document["text"][g["start"]:g["end"]].split())
                    if words != g["words"]:
                        raise SystemExit(f"excerpt {e['id']}: {words!r} stands where {g['words']!r} was read; "
                                         "is this another version of the document or of pdftotext?")
    cells, failures = [], []
    for e in excerpts:
        cell = compare(gold[e["id"]], answers[(e["file"], int(e["line"]))], int(e["start"]), int(e["end"]))
        group = next(name for start, name in GROUPS if e["file"].startswith(start))
        cells.append((e["set"], group, cell))
        for what, found in zip(("missed", "extra"), cell[1:]):
            failures += [{"set": e["set"], "excerpt": int(e["id"]), "file": e["file"], "what": what, "kind": k,
                          "words": w, "form": f} for k, w, f in found]
    only = lambda test: figures([c for s, g, c in cells if test(s, g)])
    kind = lambda wanted: figures([tuple([x for x in part if x[0] == wanted] for part in c) for _, _, c in cells])
    result = {
        "excerpts": len(excerpts),
        "citations_read": sum(1 for g in gold.values() for x in g if x["kind"] != "label"),
        "all": only(lambda s, g: True),
        "tuned": only(lambda s, g: s == "tuned"),
        "aside": only(lambda s, g: s == "aside"),
        "by_group": {name: only(lambda s, g, name=name: g == name) for name in dict.fromkeys(n for _, n in GROUPS)},
        "session laws and town codes": only(lambda s, g: g in ("bills and session laws", "town codes and bylaws")),
        "named": kind("named"), "relative": kind("relative"),
        "failures": failures,
    }
    for failure in failures:
        if failure["set"] in show:
            print(*(failure[k] for k in ("set", "excerpt", "what", "kind", "words", "form")), sep=" | ")
    return result


BLOCKS = {"num", "heading", "text", "annotation", "aftertext", "td", "th"}


def local(element):
    return element.tag.rsplit("}", 1)[-1]


def xml_lines(element, notes):
    """Lines of a section's text; with `notes`, those of its annotations too."""
    lines = []
    if local(element) == "annotations" and not notes:
        return lines
    if local(element) in BLOCKS:
        return [" ".join("".join(element.itertext()).split())]
    for child in element:
        lines += xml_lines(child, notes)
    return lines


def xml_links(element, notes):
    """Normal forms of a section's own links."""
    if local(element) == "annotations" and not notes:
        return []
    found = []
    if local(element) == "cite":
        path, doc = element.get("path"), element.get("doc")
        if doc:
            found.append(doc)
        elif path and path.startswith("§"):
            found.append("D.C. Code § " + path[1:].replace("|", ""))
        elif path:
            title, chapter, *sub = path.split("|")
            found.append(f"D.C. Code tit. {title}, ch. {chapter}" + "".join(f", subch. {s}" for s in sub))
    elif element.get("doc"):
        found.append(element.get("doc"))
    for child in element:
        found += xml_links(child, notes)
    return found


def against_links(program, data, edition, notes, whole):
    paths = sorted((data / "statutes/dc-code-title-39" / edition / "39/sections").glob("*.xml"))
    roots = [ElementTree.parse(path).getroot() for path in paths]
    told = [{"text": "\n".join(xml_lines(root, notes)), "code": "dc", "jurisdiction": "DC",
             "own": f"D.C. Code § {path.stem}"} for path, root in zip(paths, roots)]
    missed, extra, hit = [], [], 0
    for path, root, references in zip(paths, roots, ask(program, told)):
        links = set(xml_links(root, notes))
        # Its own parts are no edge, and the XML links to the D.C. Code and its laws alone.
        edges = {c for r in references if r["how"] != "this" for c in r["citations"]
                 if c.startswith(("D.C. Code ", "D.C. Law ")) and c != f"D.C. Code § {path.stem}"}
        # A law is linked as a whole; the section of it that a note names is part of the same edge.
        edges = {c.split(", §")[0] if c.startswith("D.C. Law") else c for c in edges}
        links = {c for c in links if c.startswith(("D.C. Code ", "D.C. Law ")) and c != f"D.C. Code § {path.stem}"}
        if whole:
            links, edges = ({c.split("(")[0] for c in found} - {f"D.C. Code § {path.stem}"} for found in (links, edges))
        hit += len(links & edges)
        missed += [f"{path.stem}: {c}" for c in sorted(links - edges)]
        extra += [f"{path.stem}: {c}" for c in sorted(edges - links)]
    linked, given = hit + len(missed), hit + len(extra)
    return {"sections": len(paths), "links": linked, "edges": given, "both": hit,
            "precision": round(hit / given, 4) if given else None, "recall": round(hit / linked, 4) if linked else None,
            "missed": missed, "extra": extra}


def act_numbering(program, data):
    """Do bare section numbers of Michigan acts, counted on from the act's first, name sections that are there?"""
    name = "statutes/michigan-local-government.jsonl"
    documents = Documents(data)
    documents.document(name, 1)
    records = [r for r in documents.records[name] if r]
    there = {re.sub(r"\.new$", "", r["citation"]) for r in records}
    told = [documents.document(name, i) for i in range(1, len(records) + 1)]
    per_act = defaultdict(lambda: [0, 0])
    absent = []
    for record, references in zip(records, ask(program, told)):
        for r in references:
            if r["how"] != "own_code":
                continue
            for citation in r["citations"]:
                if " to " in citation:
                    continue
                section = citation.split("(")[0]
                found = section in there
                per_act[record["title"][:60]][0 if found else 1] += 1
                if not found:
                    absent.append(f"{record['citation']}: {citation}")
    total = [sum(v[i] for v in per_act.values()) for i in (0, 1)]
    return {"resolved": sum(total), "section_there": total[0], "section_not_there": total[1],
            "by_act": {k: {"there": a, "not_there": b} for k, (a, b) in per_act.items()}, "not_there": absent}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--gold", type=Path, default=HERE / "tests/data/citations")
    parser.add_argument("--program", type=Path, default=HERE / "target/debug/citations")
    parser.add_argument("--show", nargs="*", default=["tuned"], help="sets whose failures are printed")
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    result = {
        "what": "citations against places read by hand; D.C. edges against the XML's own links",
        "command": "scripts/measure_citations.py --data ../shared/data --show tuned aside",
        "gold": against_gold(arguments.program, arguments.data, arguments.gold, arguments.show),
        "dc_links": {f"{edition} {part}, {name}": against_links(arguments.program, arguments.data, edition, part == "with notes", whole)
                     for edition in ("2018-06-01", "2021-07-15") for part in ("text", "with notes")
                     for name, whole in (("exact", False), ("by section", True))},
        "michigan_acts": act_numbering(arguments.program, arguments.data),
    }
    brief = lambda d: {k: v for k, v in d.items() if not isinstance(v, list)}
    print(json.dumps({**brief(result["gold"]), **{f"dc {k}": brief(v) for k, v in result["dc_links"].items()},
                      "michigan": brief(result["michigan_acts"])}, indent=1, ensure_ascii=False))
    if arguments.out:
        arguments.out.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())

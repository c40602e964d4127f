#!/usr/bin/env python3
"""Writes the sample papers under papers/ from the texts under content/.

    python3 corpus/generate.py            writes every paper
    python3 corpus/generate.py --only X   writes papers whose name holds X
    python3 corpus/generate.py --check    fails when a checked-in paper differs from what it makes

Needs the packages in requirements.txt. The result is the same byte for byte each time with those
versions (zlib's own version may change how a stream is packed, not what it says).
"""

import argparse
import filecmp
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))


def build(source: Path, folder: Path) -> Path:
    """Writes the paper of one content file under a folder; the path of the paper."""
    from press import markup, office, pdf, scan

    relative = source.relative_to(HERE / "content")
    if source.suffix != ".paper":
        # HTML, Markdown, plain text and JSONL are papers as they stand.
        target = folder / relative
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(source.read_bytes())
        return target
    meta, blocks, notes = markup.read(source)
    kind = meta.get("kind", "pdf")
    suffix = {"pdf": ".pdf", "scan": ".pdf", "docx": ".docx", "eml": ".eml"}[kind]
    target = folder / relative.with_suffix(suffix)
    target.parent.mkdir(parents=True, exist_ok=True)
    if kind == "pdf":
        pdf.build(meta, blocks, notes, target)
    elif kind == "scan":
        scan.build(meta, blocks, target)
    elif kind == "docx":
        office.build_docx(meta, blocks, notes, target)
    else:
        office.build_eml(meta, source.read_text(encoding="utf-8").split("\n+++\n", 1)[1], target)
    return target


def sources():
    return sorted(p for p in (HERE / "content").rglob("*") if p.is_file() and not p.name.startswith("."))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare with the checked-in papers")
    parser.add_argument("--only", default="", help="part of a file name")
    arguments = parser.parse_args()

    from press import pdf
    pdf.register_fonts()

    papers = HERE / "papers"
    if not arguments.check:
        for source in sources():
            if arguments.only in source.name:
                print(build(source, papers).relative_to(HERE))
        return 0
    wrong = []
    with tempfile.TemporaryDirectory() as temporary:
        made = {build(s, Path(temporary)).relative_to(temporary) for s in sources()}
        there = {p.relative_to(papers) for p in papers.rglob("*") if p.is_file()}
        wrong += [f"{p}: not checked in" for p in sorted(made - there)]
        wrong += [f"{p}: no content file makes it" for p in sorted(there - made)]
        wrong += [f"{p}: differs" for p in sorted(made & there)
                  if not filecmp.cmp(Path(temporary) / p, papers / p, shallow=False)]
    print("\n".join(wrong) or f"{len(there)} papers are as generated")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

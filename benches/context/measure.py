#!/usr/bin/env python3
"""Asks about papers in which a verbatim quote would mislead, and about controls in which it is right.

    benches/context/measure.py PROGRAM [--formats txt,html,md,docx,pdf] [--out FILE]

`cases.jsonl` was written without sight of the code: 17 classes of 12 misleading cases and 12 controls. A case misleads
when the first fact has the value at strength A or B without the words that put it right. A control holds when the first
fact has the value at strength A or B. The wordings are for reporting; rules and weights are not fitted to them. Cases
marked `seen` were read while the rules for other papers were made, and are counted apart. The 300 of `development.jsonl`
(`--cases`) are for making rules.
"""
import argparse
import io
import json
import subprocess
import tempfile
import textwrap
import zipfile
from collections import Counter, defaultdict
from html import escape
from pathlib import Path

CASES = Path(__file__).resolve().parent / "cases.jsonl"


def docx(blocks):
    style = '<w:pPr><w:pStyle w:val="Heading2"/></w:pPr>'
    body = "".join(f"<w:p>{style if k == 'h' else ''}<w:r><w:t>{escape(t)}</w:t></w:r></w:p>" for k, t in blocks)
    word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
    main = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    package = "http://schemas.openxmlformats.org/package/2006"
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/word/document.xml" ContentType="{main}"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="r1" Type="{relation}" Target="word/document.xml"/></Relationships>',
        "word/document.xml": f"<w:document {word}><w:body>{body}</w:body></w:document>",
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for name, text in parts.items():
            file.writestr(name, '<?xml version="1.0" encoding="UTF-8"?>' + text)
    return out.getvalue()


def pdf(blocks):
    """Pages of 50 lines: headings in bold 14 points, text in 11 points, 85 characters to a line."""
    lines = []
    for kind, text in blocks:
        font, size, leading = ("/F2", 14, 24) if kind == "h" else ("/F1", 11, 20)
        for at, line in enumerate(textwrap.wrap(text, 85) or [""]):
            lines.append((font, size, leading if at == 0 else 13, line))
    pages = [lines[at : at + 34] for at in range(0, len(lines), 34)] or [[]]
    kids = " ".join(f"{5 + 2 * at} 0 R" for at in range(len(pages)))
    font = "<< /Type /Font /Subtype /Type1 /BaseFont /{} /Encoding /WinAnsiEncoding >>"
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
               font.format("Helvetica"), font.format("Helvetica-Bold")]
    for at, page in enumerate(pages):
        y, text = 750, []
        for name, size, leading, line in page:
            y -= leading
            shown = line.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
            text.append(f"BT {name} {size} Tf 72 {y} Td ({shown}) Tj ET")
        stream = "\n".join(text)
        objects.append("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> "
                       f"/Contents {6 + 2 * at} 0 R >>")
        objects.append(f"<< /Length {len(stream.encode('cp1252', 'replace'))} >>\nstream\n{stream}\nendstream")
    out, offsets = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n".encode("cp1252", "replace")
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    tail = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}trailer << /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(out)}\n%%EOF\n"
    return out + tail.encode()


def paper(blocks, kind):
    if kind == "docx":
        return docx(blocks)
    if kind == "pdf":
        return pdf(blocks)
    if kind == "html":
        text = "<html><body>" + "".join(f"<h2>{escape(t)}</h2>" if k == "h" else f"<p>{escape(t)}</p>" for k, t in blocks) + "</body></html>"
    elif kind == "md":
        text = "\n".join(f"## {t}\n" if k == "h" else f"{t}\n" for k, t in blocks)
    else:
        text = "\n".join((t.upper() if k == "h" else t) + "\n" for k, t in blocks)
    return text.encode()


def verdict(case, reply):
    evidence = reply.get("evidence") or {}
    first = next((f["text"].lower() for f in evidence.get("facts") or []), "")
    leads = case["value"].lower() in first and evidence.get("mode") == "answer"
    strong = (evidence.get("record_strength") or {}).get("tier") in ("A", "B")
    if not case["force"]:
        return "holds" if leads and strong else "weak" if leads else "lost"
    if not leads or (case["with"] and case["with"].lower() in first):
        return "safe"
    return "misleads" if strong else "weak"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--formats", default="txt,html,docx,pdf")
    parser.add_argument("--cases", type=Path, default=CASES)
    parser.add_argument("--out", type=Path)
    o = parser.parse_args()
    table = defaultdict(Counter)
    for case in map(json.loads, o.cases.read_text(encoding="utf-8").splitlines()):
        for kind in o.formats.split(","):
            with tempfile.TemporaryDirectory() as folder:
                papers, archive = Path(folder) / "papers", f"{folder}/archive"
                papers.mkdir()
                for name, blocks in (case.get("papers") or {"paper": case["blocks"]}).items():
                    (papers / f"{name}.{kind}").write_bytes(paper(blocks, kind))
                run = [o.program, "--archive", archive, "--quiet"]
                subprocess.run([*run, "ingest", str(papers)], capture_output=True, check=True)
                asked = subprocess.run([*run, "ask", "--json", "--no-memory", case["question"]], capture_output=True, text=True)
                kind_of = "misleading" if case["force"] else "control"
                table[case["class"], kind_of + (", seen" if case.get("seen") else "")][verdict(case, json.loads(asked.stdout))] += 1
    rows = [{"class": c, "kind": k, **v} for (c, k), v in sorted(table.items())]
    total = defaultdict(Counter)
    for (_, kind), counts in table.items():
        total[kind] += counts
    out = {"cases": rows, "total": {k: {"of": sum(v.values()), **v} for k, v in total.items()}}
    text = json.dumps(out, indent=1)
    print(text)
    if o.out:
        o.out.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

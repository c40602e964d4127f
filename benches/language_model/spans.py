"""Writes spans.json: 20 questions of the sample corpus, each with the line that answers it and four
other lines of the same paper. Needs pdftotext.

    python3 benches/language_model/spans.py
"""

import json
import pathlib
import re
import subprocess

HERE = pathlib.Path(__file__).parent
CORPUS = HERE.parent.parent / "corpus"
WANTED = 20
CHOICES = 5


def pages(path):
    if path.suffix == ".pdf":
        text = subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, text=True, check=True).stdout
    else:
        text = re.sub(r"<[^>]+>", "", path.read_text())
    return [[" ".join(line.split()) for line in page.split("\n")] for page in text.split("\f")]


def items():
    for question in map(json.loads, (CORPUS / "questions.jsonl").read_text().splitlines()):
        gold = question.get("gold") or []
        if len(gold) != 1 or {"table", "ocr", "docx", "columns", "margin"} & set(question.get("tags", [])):
            continue
        path = CORPUS / "papers" / gold[0]["file"]
        if path.suffix not in {".pdf", ".txt", ".md", ".html"}:
            continue
        quote = " ".join(gold[0]["quote"].split())
        for page in pages(path):
            at = next((n for n, line in enumerate(page) if quote in line), None)
            if at is None:
                continue
            others = [n for n, line in enumerate(page) if abs(n - at) > 1 and len(line) >= 50]
            # The nearest lines are about the nearest things.
            others = sorted(sorted(others, key=lambda n: (abs(n - at), n))[: CHOICES - 1])
            if len(others) == CHOICES - 1:
                yield question, page[at], [page[n] for n in others]
            break


def main():
    out = []
    for question, gold, others in items():
        if len(out) == WANTED:
            break
        # The right place goes round, so that a liking for one label gains nothing.
        place = len(out) % CHOICES
        spans = others[:place] + [gold] + others[place:]
        out.append({"id": question["id"], "question": question["question"], "spans": spans, "gold": place})
    assert len(out) == WANTED, len(out)
    (HERE / "spans.json").write_text(json.dumps(out, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()

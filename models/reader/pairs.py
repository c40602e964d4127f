#!/usr/bin/env python3
"""Joins questions, their answers and the passages of the program into training pairs.

    models/reader/pairs.py QUESTIONS.jsonl MINED.jsonl --out PAIRS.jsonl

QUESTIONS.jsonl has a question a line, `{"file", "q", "answers": [quote], "near": [quote], "also": [{"file", "quote"}]}`:
every sentence, row and item that belongs to the answer, and sentences that look like it. MINED.jsonl is what
`benches/programs/reader_pairs.rs` writes of the same questions, in the same order. The output has the passages in use,
`{"passage", "header", "text"}`, then the questions, `{"q", "answers": [{"passage", "spans"}], "beside": [passage]}`,
with spans in characters and the passages beside in the order of the search, those with a near sentence first.
"""

import argparse
import json
import re
import sys
from pathlib import Path

# Passages beside a question.
BESIDE = 12


def words(text):
    """[(word, first, end)] of letters and digits."""
    return [(m.group().lower(), m.start(), m.end()) for m in re.finditer(r"\w+(?:[.,]\d+)*", text)]


def span_of(quote, text_words, text):
    """The characters of the text that hold the quote's words in a row, or the larger part of them at an end of the text;
    `None` where they do not stand there."""
    wanted = [w for w, _, _ in words(quote)]
    if not wanted:
        return None
    there = [w for w, _, _ in text_words]
    n, best = len(wanted), None
    for at in [i for i, w in enumerate(there) if w == wanted[0]]:
        same = 0
        while same < n and at + same < len(there) and there[at + same] == wanted[same]:
            same += 1
        if same == n or (at + same == len(there) and same >= max(4, 0.4 * n)):
            if best is None or same > best[1] - best[0]:
                best = (at, at + same)
    if best is None and n >= 5:
        # The quote's end at the beginning of the text.
        for k in range(int(0.6 * n), 0, -1):
            if there[: n - k] == wanted[k:] and n - k >= max(4, 0.4 * n):
                best = (0, n - k)
                break
    if best is None:
        return None
    first, end = text_words[best[0]][1], text_words[best[1] - 1][2]
    while end < len(text) and text[end] in ".;:!?)%":
        end += 1
    while first > 0 and text[first - 1] in "$(\u201c\"":
        first -= 1
    return [first, end]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("questions", type=Path)
    parser.add_argument("mined", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    o = parser.parse_args()
    passages, hits = {}, {}
    for line in open(o.mined, encoding="utf-8"):
        d = json.loads(line)
        if "text" in d:
            passages[d["passage"]] = d
        else:
            hits[d["q"]] = d["hits"]
    of_file = {}
    for n, d in passages.items():
        d["words"] = words(d["text"])
        of_file.setdefault(Path(d["path"]).name, []).append(n)
    used, rows, lost = {}, [], 0
    for line in open(o.questions, encoding="utf-8"):
        d = json.loads(line)
        found = {}
        quotes = [(d["file"], q) for q in d["answers"]] + [(x["file"], x["quote"]) for x in d.get("also", [])]
        for file, quote in quotes:
            for n in of_file.get(Path(file).name, []):
                span = span_of(quote, passages[n]["words"], passages[n]["text"])
                if span and span not in found.setdefault(n, []):
                    found[n].append(span)
        found = {n: spans for n, spans in found.items() if spans}
        if d["answers"] and not found:
            lost += 1
            continue
        # Copies of a sentence in other papers answer too.
        copies = {n for n in hits.get(d["q"], []) if n not in found
                  and any(span_of(q, passages[n]["words"], passages[n]["text"]) for _, q in quotes if len(words(q)) > 5)}
        near = [n for q in d.get("near", []) for n in of_file.get(Path(d["file"]).name, [])
                if span_of(q, passages[n]["words"], passages[n]["text"])]
        order = near + hits.get(d["q"], [])
        if not d["answers"]:
            # The writer searched this paper alone for the answer: another one may have it.
            own = set(of_file.get(Path(d["file"]).name, []))
            order.sort(key=lambda n: n not in near and n not in own)
        beside = [n for n in dict.fromkeys(order) if n not in found and n not in copies][:BESIDE]
        # The passage with the most of the answer first.
        order = sorted(found, key=lambda n: -sum(b - a for a, b in found[n]))
        rows.append({"q": d["q"], "answers": [{"passage": n, "spans": found[n]} for n in order], "beside": beside})
        for n in [*found, *beside]:
            used[n] = passages[n]
    with open(o.out, "w", encoding="utf-8") as out:
        for n, d in used.items():
            out.write(json.dumps({"passage": n, "header": d["header"], "text": d["text"]}, ensure_ascii=False) + "\n")
        for row in rows:
            out.write(json.dumps(row, ensure_ascii=False) + "\n")
    print(f"{o.out.name}: {len(rows)} questions, {len(used)} passages, {lost} answers not found in a passage", file=sys.stderr)


if __name__ == "__main__":
    main()

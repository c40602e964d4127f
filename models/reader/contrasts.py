#!/usr/bin/env python3
"""Turns contrast questions into training pairs.

    models/reader/contrasts.py models/reader/questions/contrasts.jsonl [--set held] --out PAIRS.jsonl

CONTRASTS.jsonl has a made-up passage a line, `{"place", "state", "paper", "heading", "text", "qs": [{"q", "answers",
"near"}]}`, in which two things look alike and one is right for each question. PAIRS.jsonl is in the format of `pairs.py`;
the passages beside a question are those that keyword search puts near it.
"""

import argparse
import json
import re
from pathlib import Path

from train import Bm25, lines, passage_of

# Passages beside a question.
BESIDE = 12


def found(quote, text):
    """The characters of a quote in the text, whatever white space stands between its words; `None` if it isn't there."""
    match = re.search(r"\s+".join(map(re.escape, quote.split())), text)
    return [match.start(), match.end()] if match else None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("contrasts", type=Path, nargs="+")
    parser.add_argument("--set", default="train", choices=["train", "held"])
    parser.add_argument("--out", type=Path, required=True)
    o = parser.parse_args()
    given = [d for file in o.contrasts for d in lines(file) if d.get("set", o.set) == o.set]
    search = Bm25([d["text"] for d in given])
    with open(o.out, "w", encoding="utf-8") as out:
        write = lambda row: out.write(json.dumps(row, ensure_ascii=False) + "\n")
        for at, d in enumerate(given):
            write({"passage": at, "header": passage_of(d, {})[1] + "\n", "text": d["text"]})
        for at, d in enumerate(given):
            for q in d["qs"]:
                spans = [span for span in (found(a, d["text"]) for a in q["answers"]) if span]
                order = [int(i) for i in (-search.scores(q["q"])).argsort()[: BESIDE + 1] if i != at]
                answers = [{"passage": at, "spans": spans}] if spans else []
                write({"q": q["q"], "answers": answers, "beside": order if spans else [at, *order]})


if __name__ == "__main__":
    main()

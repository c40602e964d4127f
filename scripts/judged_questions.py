#!/usr/bin/env python3
"""Turns judged sets into papers and a question file for `eval answers`.

    scripts/judged_questions.py JUDGED_FOLDER clarify OUT
    twolane --archive OUT/archive ingest OUT/papers
    twolane --archive OUT/archive eval answers OUT/questions.jsonl

Sets: `clarify` (rules of authorities; a question is asked of all of them), `ramdocs` (each question
of its own documents; a conflict is more than one answer among the correct and the misinformed
ones), and `condqa`, `contractnli`, `sharc`, `policyqa` (each question of its own document, some of
which do not answer it). Claims are posed as questions. Each question has a `split`, `tune` or
`held`, by a hash of its id.
"""

import argparse
import hashlib
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import measure_abstain  # noqa: E402
import program  # noqa: E402


def split(name: str) -> str:
    return "tune" if int(hashlib.sha256(name.encode()).hexdigest(), 16) % 2 == 0 else "held"


def sentence(text: str) -> str:
    """With a full stop, where what was told has none."""
    text = text.strip()
    return text if not text or text[-1] in ".?!" else f"{text}."


def clarify(folder: Path):
    """All rules in one archive; what was said in the conversation is context."""
    papers = {r["_id"]: f"{r['title']}\n\n{r['text']}".strip() for r in program.load(folder / "retrieval/orsharc/corpus.jsonl")}
    cases = []
    for row in program.load(folder / "clarify/orsharc.jsonl"):
        said = {h["follow_up_question"]: h["follow_up_answer"] for h in row["history"]}
        cases.append(dict(
            id=row["id"], question=f"{sentence(row['scenario'])} {row['question']}".strip(), context=said,
            kind="clarify" if row["ask_back"] else "fact", rule=f"{row['rule_corpus_id']}.txt",
            asks=row["clarifying_question"], answer=""))
    return papers, cases


def ramdocs(folder: Path):
    papers, cases = {}, []
    for row in program.load(folder / "conflict/ramdocs.jsonl"):
        names, answers = [], []
        for number, document in enumerate(row["documents"]):
            name = f"{row['id']}-{number}"
            papers[name] = document["text"]
            names.append(f"{name}.txt")
            answer = document["answer"].strip()
            if document["type"] in ("correct", "misinfo") and answer.lower() not in [a.lower() for a in answers]:
                answers.append(answer)
        cases.append(dict(id=row["id"], question=row["question"], within=names, answer="; ".join(answers),
                          kind="conflict" if len(answers) > 1 else "fact"))
    return papers, cases


def as_question(claim: str) -> str:
    """A claim about a document, posed as a question."""
    words = claim.strip().rstrip(".")
    return f"Does the agreement say that {words[:1].lower()}{words[1:]}?"


def abstain(name: str):
    def read(folder: Path):
        papers, found = measure_abstain.SETS[name](folder)
        cases = []
        for case in found:
            question = as_question(case["question"]) if name == "contractnli" else case["question"]
            file = f"{case['document']}.txt"
            gold = [dict(file=file, page=0, quote=g) for g in case["gold"]] if case["answerable"] else []
            cases.append(dict(id=case["id"], question=question, within=[file], gold=gold, answer="",
                              kind="fact" if case["answerable"] else "unanswerable"))
        return papers, cases
    return read


SETS = {"clarify": clarify, "ramdocs": ramdocs} | {name: abstain(name) for name in measure_abstain.SETS}


def convert(judged: Path, name: str, out: Path) -> int:
    papers, cases = SETS[name](judged)
    folder = out / "papers"
    folder.mkdir(parents=True, exist_ok=True)
    for paper, text in papers.items():
        # Control characters make a text file look like a binary one.
        clean = "".join(c if c.isprintable() or c == "\n" else " " for c in text)
        (folder / f"{paper}.txt").write_text(clean, encoding="utf-8")
    lines = [json.dumps(c | {"split": split(c["id"])}, ensure_ascii=False) for c in cases]
    (out / "questions.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return len(cases)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("judged", type=Path)
    parser.add_argument("set", choices=sorted(SETS))
    parser.add_argument("out", type=Path)
    arguments = parser.parse_args()
    print(f"{convert(arguments.judged, arguments.set, arguments.out)} questions in {arguments.out}")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Does `ask` say that there is no answer when there is none?

    scripts/measure_abstain.py JUDGED_FOLDER --program target/release/twolane --work FOLDER \\
        [--set condqa contractnli sharc policyqa] [--limit N]

For each set one archive is made from plain text files, one a document (a rule text, a contract, a
policy passage, the sections of one page), and each case is asked of its own document alone by
`--source`; claims of contracts are posed as questions. Reported: the share of unanswerable cases
that were abstained, the share of answerable ones that were (false abstention), and, where the set
has an answer passage, how often a fact holds half of its words. `caught_at_10` is the share of the
unanswerable ones that would be caught if a tenth of the answerable ones were refused, by the
program's own measure (answerability less what such a question needs); beside it the same for each
signal alone, and `always_answers`, the precision of a program that never abstains.
"""

import argparse
import hashlib
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import matching  # noqa: E402
import measure_answers  # noqa: E402
import program  # noqa: E402


def condqa(folder):
    sections = {r["_id"]: r for r in program.load(folder / "retrieval/condqa/corpus.jsonl")}
    documents, cases = {}, []
    for case in program.load(folder / "abstain/condqa.jsonl"):
        name = "-".join(case["sections"][0].split("-")[:-1]) + "-" + digest("".join(case["sections"]))
        documents[name] = "\n\n".join(f"{sections[s]['title']}\n\n{sections[s]['text']}" for s in case["sections"])
        question = f"{case['scenario']} {case['question']}".strip()
        cases.append(dict(id=case["id"], question=question, document=name, answerable=case["answerable"], gold=[]))
    return documents, cases


def contractnli(folder):
    documents = {r["_id"]: f"{r['text']}" for r in program.load(folder / "abstain/contractnli_docs.jsonl")}
    def posed(claim):
        return f"Does the agreement say that {claim[0].lower()}{claim[1:].rstrip('.')}?"

    cases = [dict(id=c["id"], question=posed(c["claim"]), document=c["doc_id"], answerable=c["answerable"],
                  gold=[e for e in c["evidence"] if len(e.split()) >= 3])
             for c in program.load(folder / "abstain/contractnli_cases.jsonl")]
    return documents, cases


def passages(file, with_scenario):
    def read(folder):
        documents, cases = {}, []
        for case in program.load(folder / "abstain" / file):
            name = digest(case["passage"])
            documents[name] = case["passage"]
            scenario = case.get("scenario", "") if with_scenario else ""
            cases.append(dict(id=case["id"], question=f"{scenario} {case['question']}".strip(), document=name,
                              answerable=case["answerable"], gold=[a["text"] for a in case.get("answers", [])]))
        return documents, cases
    return read


SETS = {"condqa": condqa, "contractnli": contractnli, "sharc": passages("sharc_irrelevant.jsonl", True),
        "policyqa": passages("policyqa_answerable.jsonl", False)}


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def measure(name, folder, arguments):
    documents, cases = SETS[name](folder)
    work = arguments.work / name
    papers = work / "papers"
    papers.mkdir(parents=True, exist_ok=True)
    for document, text in documents.items():
        (papers / f"{document}.txt").write_text(text, encoding="utf-8")
    base = [arguments.program, "--archive", str(work / "archive"), *arguments.options.split()]
    _, code, error = program.call([*base, "ingest", str(papers)], timeout=3600)
    if code not in (0, 3):
        raise SystemExit(f"ingest of {name} ended with {code}: {error[-500:]}")
    listed, code, error = program.call([*base, "source", "list", "--json"])
    if not listed:
        raise SystemExit(f"source list ended with {code}: {error[-500:]}")
    ids = {Path(path).stem: s["id"] for s in listed["sources"] for path in s["paths"]}
    if not ids:
        raise SystemExit(f"no source of {name} has a path")
    cases = [c | {"source": ids[c["document"]]} for c in cases if c["document"] in ids][: arguments.limit]
    template = " ".join([*base, "ask", "--json", "--source", "{source}", "{question}"])
    outputs = program.answers(cases, template, arguments.parallel, save=work / "answers")
    rows = []
    for case in cases:
        output, code, _ = outputs[case["id"]]
        facts = measure_answers.facts_of(output)[: measure_answers.FACTS]
        held = " ".join(s["quote"] for f in facts for s in f.get("support", []))
        rows.append(dict(id=case["id"], answerable=case["answerable"], failed=output is None,
                         abstained=measure_answers.abstained(output, code),
                         found=any(matching.holds(g, held) for g in case["gold"]) if case["gold"] else None,
                         signals=signals(output)))
    return summary(rows), rows


def signals(output):
    """What the program says of how well its papers answer, and each signal by itself."""
    strength = ((output or {}).get("evidence") or {}).get("record_strength") or {}
    found = ((output or {}).get("signals") or {}).get("answer") or {}
    values = {"answerability": strength.get("answerability", 0) - strength.get("answerability_least", 0)}
    for name in ("best_cosine", "closeness", "first_context", "first_overlap"):
        values[name] = found.get(name) or 0
    return values


def caught_at(rows, name, share=0.10):
    """Share of the unanswerable rows below the value that a share of the answerable ones is below."""
    yes = sorted(r["signals"][name] for r in rows if r["answerable"])
    no = [r["signals"][name] for r in rows if not r["answerable"]]
    if not yes or not no:
        return None
    least = yes[int(share * len(yes))]
    return program.share(sum(v < least for v in no), len(no))


def summary(rows):
    yes = [r for r in rows if r["answerable"]]
    no = [r for r in rows if not r["answerable"]]
    gold = [r for r in yes if r["found"] is not None]
    return {"cases": len(rows), "failed": sum(r["failed"] for r in rows), "unanswerable": len(no),
            "abstained_unanswerable": program.share(sum(r["abstained"] for r in no), len(no)),
            "false_abstention": program.share(sum(r["abstained"] for r in yes), len(yes)),
            "found": program.share(sum(r["found"] for r in gold), len(gold)), "found_of": len(gold),
            "caught_at_10": caught_at(rows, "answerability"),
            "by_signal": {n: caught_at(rows, n) for n in rows[0]["signals"] if n != "answerability"} if rows else {},
            "abstention_precision": program.share(sum(r["abstained"] for r in no), sum(r["abstained"] for r in rows)),
            "always_answers": program.share(len(yes), len(rows))}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("judged", type=Path)
    parser.add_argument("--program", required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--set", nargs="*", default=list(SETS), choices=list(SETS))
    parser.add_argument("--limit", type=int)
    parser.add_argument("--options", default="", help="options put before each command")
    parser.add_argument("--parallel", type=int, default=2)
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    results = {}
    for name in arguments.set:
        found, rows = measure(name, arguments.judged, arguments)
        results[name] = {"summary": found, "cases": rows}
    keys = [k for k in next(iter(results.values()))["summary"] if k != "by_signal"]
    print(program.table([[n, *(r["summary"][k] for k in keys)] for n, r in results.items()], ["set", *keys]))
    if arguments.out:
        arguments.out.write_text(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()

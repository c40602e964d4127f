#!/usr/bin/env python3
"""Makes the two-lane set: questions whose answer is a statute section that a real text refers to.

    scripts/make_two_lane_set.py DATA_FOLDER --out FOLDER

Each question is a sentence with its citations taken out; gold is the cited section in the state lane.

- `nh`: sentences of the New Hampshire bills that stand in no reprint of the law: the analysis, clauses
  that amend nothing (findings, appropriations, application, repeals), and text that a bill inserts anew
  and that no statute record holds.
- `nh-reprint`: sentences inside a section as the bill prints it, citing another section. The state lane
  holds that section too, so it is excluded like the citing section of the Connecticut part.
- `nh-own`: of either kind, where the cited section's text is known only from the same bill; the record
  is gold here, since it isn't the text that the sentence stands in. Count it apart.
- `ct`: sentences of Connecticut sections that cite another section by its own number (no range).

Fields: `question`, `part`, `kind` (`analysis`, `session`, `repeal`, `new`, `reprint`, `xref`), `form`
(`defined` and `exception` sentences speak of another matter than the section they point at),
`state_gold` (citations), `records` (citation to `FILE#LINE` of the records that count), `exclude`
(`FILE#LINE` that are taken out of the ranking first: the bill's own copies and the section that the
sentence stands in), `local_gold` (`local/BILL.txt`: the sentence stands there nearly word for word, so
recall of it is a check that the lane works, not a finding) and `split`.

The split is by a hash of the first gold section, so that sentences about one section stay on one side.
FOLDER/local/ gets one text file a bill, for `twolane ingest FOLDER/local --lane local`.
"""

import argparse
import json
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import citing  # noqa: E402
import program  # noqa: E402

NH = "statutes/nh-rsa-text-from-2021-bills.jsonl"
CT = "statutes/connecticut-local-government.jsonl"
BILLS = "nh-bills/nh-2021-bills-local-government.jsonl"
CHAPTERED = "nh-bills/2026-ch272-SB586-chaptered.txt"
MOST_GOLD = 3
NEAR = 0.8
STUB_WORDS = 12


def records(path, name):
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip():
            yield f"{name}#{number}", json.loads(line)


def section_of(citation):
    """(`RSA 676:3`, `I`) of `RSA 676:3, I(a) and II`; (`Conn. Gen. Stat. § 1-200`, None)."""
    match = re.match(rf"(RSA {citing.NH_SECTION})(?:,\s(.*))?$", citation)
    return (match[1], match[2]) if match else (citation, None)


def top_paragraphs(paragraphs):
    return re.findall(r"\b[IVXLC]+(?:-[a-z]{1,2})?\b", paragraphs or "")


def bill_clauses(text):
    """[(kind, first line, body)]: the numbered clauses of a bill. `reprint` when the clause prints law in
    force with its changes, `new` when what it prints was not law before."""
    found, number = [], 0
    for line in text.split("\n"):
        head = re.match(r"(?:272:)?(\d+)\s+(?=[A-Z])", line)
        if head and int(head[1]) == number + 1:
            number += 1
            found.append([clause_kind(line), line[head.end():], []])
        elif found:
            found[-1][2].append(line)
    return [(kind, first, "\n".join(body)) for kind, first, body in found]


def clause_kind(line):
    if re.search(r"\brepealed and reenacted\b|\bby inserting\b|\bnew (?:section|chapter|paragraph|subdivision|subparagraph)s?:?$", line):
        return "new"
    if re.search(r"\bAmend\b", line):
        return "reprint"
    if re.search(r"\b[Rr]epeal", line):
        return "repeal"
    return "session"


def as_proposed(text):
    """A bill prints words that it strikes in brackets, beside the new ones."""
    previous = None
    while previous != text:
        previous, text = text, re.sub(r"\s?\[[^\[\]]*\]", "", text)
    return text


def amended_sections(first_line):
    return {f"RSA {s}" for s, _ in citing.nh_cited(first_line)} | {
        f"RSA {s}" for s in re.findall(rf"^({citing.NH_SECTION})\s", first_line)}


def nh_passages(bill):
    """(kind, sections that the passage stands in, text) of one bill."""
    yield "analysis", set(), bill["analysis"] or ""
    for kind, first, body in bill_clauses(bill["text"]):
        if kind in ("session", "repeal"):
            if first.startswith("Effective Date"):
                continue
            yield kind, set(), first + "\n" + body
            continue
        inside = amended_sections(first) if kind == "reprint" or "paragraph" in first else set()
        for line in as_proposed(body).split("\n"):
            head = re.match(rf"({citing.NH_SECTION})\s+\S", line)
            if head:
                inside = {f"RSA {head[1]}"}
                line = re.sub(rf"^{citing.NH_SECTION}\s+[^.]*\.\s*", "", line)
            yield kind, inside, line


class NewHampshire:
    def __init__(self, root):
        self.records = list(records(root / NH, NH))
        self.by_section = defaultdict(list)
        for key, record in self.records:
            section, paragraphs = section_of(record["citation"])
            self.by_section[section].append((key, paragraphs))
        self.texts = {k: folded(r["text"]) for k, r in self.records}

    def of(self, section):
        return [k for k, _ in self.by_section.get(section, [])]

    def printing(self, sentence):
        """Records that hold the sentence as it is."""
        wanted = folded(sentence)
        return {k for k, text in self.texts.items() if wanted in text}

    def gold(self, cited, excluded):
        """{section: records}: of each cited section of which the whole or the cited paragraph is there."""
        found = {}
        for section, paragraph in cited:
            left = [(k, p) for k, p in self.by_section.get(section, []) if k not in excluded]
            if any(p is None or paragraph is None or paragraph in top_paragraphs(p) for _, p in left):
                found[section] = [k for k, _ in left]
        return found


def folded(text):
    return re.sub(r"\W+", " ", text.lower()).strip()


def nh_questions(root, dropped):
    held = NewHampshire(root)
    bills = [b for _, b in records(root / BILLS, BILLS)]
    chaptered = root / CHAPTERED
    if chaptered.is_file():
        text = chaptered.read_text(encoding="utf-8")
        analysis = re.search(r"AMENDED ANALYSIS\s+(.*?)\n\s*\n", text, re.S)
        bills.append({"bill": "SB 586-FN (2026)", "session": "2026", "title": "Chapter 272", "amends": [],
                      "analysis": analysis[1] if analysis else "", "text": re.sub(r"[ \t]{2,}", " ", text[text.find("272:1"):])})
    for bill in bills:
        name = bill_file(bill)
        own = {k for k, r in held.records if bill.get("source") and r.get("source") == bill["source"]}
        for kind, inside, text in nh_passages(bill):
            for sentence in citing.sentences(text):
                for clause in citing.clauses(sentence):
                    cited = [(f"RSA {s}", p) for s, p in citing.nh_cited(clause)]
                    cited = [(s, p) for s, p in cited if s not in inside]
                    if not cited or len(cited) > MOST_GOLD:
                        continue
                    question = citing.without(clause, citing.NH_CITATION)
                    if not citing.usable(question):
                        dropped["nh: too little left, or too long"] += any(held.of(s) for s, _ in cited)
                        continue
                    around = {k for section in inside for k in held.of(section)} | held.printing(clause)
                    exclude = own | around
                    gold = held.gold(cited, exclude)
                    real = "reprint" if kind == "reprint" or held.printing(clause) else kind
                    part = "nh-reprint" if real == "reprint" else "nh"
                    if not gold:
                        part, exclude = "nh-own", around
                        gold = held.gold(cited, exclude)
                    if not gold:
                        dropped["nh: no text of the cited section or paragraph"] += any(held.of(s) for s, _ in cited)
                        continue
                    yield {"part": part, "kind": real, "from": bill["bill"],
                           "form": citing.form(clause, citing.NH_CITATION), "question": question,
                           "state_gold": sorted(gold), "records": gold, "exclude": sorted(exclude),
                           "local_gold": [{"file": f"local/{name}"}]}


def ct_questions(root, dropped):
    everything = list(records(root / CT, CT))
    key_of = {r["citation"].removeprefix("Conn. Gen. Stat. § "): k for k, r in everything
              if len(r["text"].split()) >= STUB_WORDS and not re.search(r"\bis repealed\b|Reserved for future use", r["text"][:200])}
    for key, record in everything:
        own = record["citation"].removeprefix("Conn. Gen. Stat. § ")
        for sentence in citing.sentences(record["text"]):
            for clause in citing.clauses(sentence):
                cited = [s for s in citing.ct_cited(clause) if s != own]
                gold = {f"Conn. Gen. Stat. § {s}": [key_of[s]] for s in cited if s in key_of}
                if not gold or len(cited) > MOST_GOLD:
                    continue
                question = citing.without(clause, citing.CT_CITATION)
                if not citing.usable(question):
                    dropped["ct: too little left, or too long"] += 1
                    continue
                yield {"part": "ct", "kind": "xref", "from": record["citation"],
                       "form": citing.form(clause, citing.CT_CITATION), "question": question,
                       "state_gold": sorted(gold), "records": gold, "exclude": [key], "local_gold": []}


def bill_file(bill):
    return re.sub(r"[^a-z0-9]+", "-", f"nh-{bill['session']}-{bill['bill']}".lower()).strip("-") + ".txt"


def bill_text(bill):
    return f"{bill['bill']} ({bill['session']})\n{bill['title']}\n\nANALYSIS\n{bill['analysis']}\n\n{bill['text']}\n"


def distinct(questions, dropped):
    """Without sentences that say nearly the same of the same section."""
    seen = defaultdict(list)
    for question in questions:
        words = frozenset(citing.content_words(question["question"]))
        other = seen[question["part"]]
        if any(len(words & w) >= NEAR * len(words | w) for w in other):
            dropped[f"{question['part']}: said nearly so already"] += 1
            continue
        other.append(words)
        yield question


def split(question):
    return "dev" if int(citing.digest(question["state_gold"][0]), 16) % 2 == 0 else "held"


def build(root):
    dropped = Counter()
    found = list(distinct([*nh_questions(root, dropped), *ct_questions(root, dropped)], dropped))
    for question in found:
        question["id"] = f"{question['part']}-{citing.digest(question['from'] + question['question'])}"
        question["split"] = split(question)
    return sorted(found, key=lambda q: q["id"]), dropped


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    questions, dropped = build(arguments.data)
    local = arguments.out / "local"
    local.mkdir(parents=True, exist_ok=True)
    for _, bill in records(arguments.data / BILLS, BILLS):
        (local / bill_file(bill)).write_text(bill_text(bill), encoding="utf-8")
    chaptered = arguments.data / CHAPTERED
    if chaptered.is_file():
        (local / "nh-2026-sb-586-fn-2026.txt").write_text(chaptered.read_text(encoding="utf-8"), encoding="utf-8")
    first = ("id", "part", "kind", "form", "split", "question")
    with (arguments.out / "questions.jsonl").open("w", encoding="utf-8") as out:
        for q in questions:
            out.write(json.dumps({k: q[k] for k in first} | {k: v for k, v in q.items() if k not in first}, ensure_ascii=False) + "\n")
    counts = Counter((q["part"], q["kind"], q["form"], q["split"]) for q in questions)
    rows = []
    for part, kind, form in sorted({k[:3] for k in counts}):
        dev, held = counts[part, kind, form, "dev"], counts[part, kind, form, "held"]
        rows.append([part, kind, form, dev + held, dev, held])
    rows.append(["all", "", "", len(questions), sum(q["split"] == "dev" for q in questions), sum(q["split"] == "held" for q in questions)])
    print(program.table(rows, ["part", "kind", "form", "questions", "dev", "held"]))
    print("\nleft out:")
    print(program.table(sorted(dropped.items()), ["why", "sentences"]))
    print(f"\n{len({g for q in questions for g in q['state_gold']})} gold sections; bills in {local}")


if __name__ == "__main__":
    main()

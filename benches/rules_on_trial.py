#!/usr/bin/env python3
"""Every rule made by hand, switched off alone: what it changes on each set of questions.

    benches/rules_on_trial.py OUT --program TWOLANE --model FOLDER --golden golden \\
        --set NAME=ARCHIVE=QUESTIONS.jsonl=ROOT [...] --gate NAME=ARCHIVE=QUESTIONS.jsonl [--record FILE]

Builds nothing: `cargo build --release -p twolane-benches --features trial --bin rules_on_trial` first. Sets whose folder in OUT has a
`touched.json` are not asked again, so that a broken run goes on and a table can be made anew.

A set is judged as scripts/measure_answers.py judges. `+2` says of a measure that two questions have it right only with
the rule, `−1` that one has it right only without.
`golden` are our own cases; `--gate` are questions with `ask_back`, of which the gate alone is asked. `--of RECORD` makes
the table of a kept run: what is no longer in src/trial.rs or assets/retrieval.toml is marked as gone.
"""

import argparse
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "scripts"))
import matching  # noqa: E402
import measure_answers  # noqa: E402
import program  # noqa: E402


class Set:
    """Questions with their verdicts, all rules on and each rule off."""

    def __init__(self, name, archive, questions, root, out, twolane):
        self.name, self.folder = name, out / name
        self.root = Path(root)
        self.cases = {c["id"]: c for c in program.load(questions)}
        trial = json.loads((self.folder / "touched.json").read_text())
        self.rules, self.touched = trial["rules"], trial["touched"]
        names = {g["file"]: g["file"] for c in self.cases.values() for g in c["gold"]}
        for path in self.root.rglob("*"):
            if path.is_file():
                relative = path.relative_to(self.root).as_posix()
                names.setdefault(relative, relative)
        listed = program.sources(f"{twolane} --archive {archive} source list --json")
        self.known = {i: program.file_of(p, self.root, names) for i, p in program.paths_of(listed).items()}
        self.titles = {s["id"]: s.get("title") or "" for s in listed}
        self.base = self.judged("all")

    def judged(self, folder):
        saved = program.saved(self.folder / folder) if (self.folder / folder).is_dir() else {}
        return {i: self.verdict(self.cases[i], *found[:2]) for i, found in saved.items()}

    def verdict(self, case, output, code):
        """What the tables of scripts/measure_answers.py count, without a look into the originals."""
        listed = ((output or {}).get("evidence") or {}).get("conflicts") or []
        facts = measure_answers.facts_of(output)[:measure_answers.FACTS]
        ranks = {i for i, f in enumerate(facts) for g in case["gold"]
                 if matching.holds(g["quote"], measure_answers.held_by(f, g, self.known.get, self.titles.get))}
        held = " ".join([f.get("text", "") for f in facts] + [s["quote"] for f in facts for s in f.get("support", [])])
        silent = measure_answers.abstained(output, code)
        answerable = case["kind"] != "unanswerable"
        listed_values = " ".join(f"{v['value']} {v['quote']}" for c in listed for v in c["values"])
        is_conflict = case["kind"] == "conflict"
        return {
            "first": answerable and 0 in ranks,
            "five": answerable and bool(ranks),
            "figures": bool(case["gold"]) and matching.right(case["answer"], held) is True,
            "not refused": answerable and not silent,
            "noticed": not answerable and silent,
            "conflict": is_conflict and bool(listed),
            "conflict whole": is_conflict and bool(listed) and matching.right(case["answer"], listed_values) is not False,
            "no false conflict": not is_conflict and not listed,
        }

    def changes(self, rule):
        """(touched, other replies, {measure: [won by the rule, lost by it]})."""
        without = self.judged(rule["folder"])
        sums = {}
        for i, verdict in without.items():
            for measure, was in self.base[i].items():
                if was != verdict[measure]:
                    sums.setdefault(measure, [[], []])[0 if was else 1].append(i)
        return len(self.touched.get(rule["name"], [])), len(without), sums

    def summary(self):
        return dict(Counter(m for v in self.base.values() for m, held in v.items() if held)) | {"cases": len(self.cases)}


class Gate:
    """Questions that ought to be asked back or not."""

    def __init__(self, name, questions, out):
        self.name, self.folder = name, out / name
        self.cases = {c["id"]: c for c in program.load(questions)}
        trial = json.loads((self.folder / "touched.json").read_text())
        self.touched = trial["touched"]
        self.base = self.judged("all")

    def judged(self, folder):
        saved = program.saved(self.folder / folder) if (self.folder / folder).is_dir() else {}
        return {i: {"gate right": (found[1] == 4) == self.cases[i]["ask_back"]} for i, found in saved.items()}

    changes, summary = Set.changes, Set.summary


def ask(out, arguments):
    binary = str(arguments.trial)
    for name, archive, questions, _ in arguments.sets:
        if not (out / name / "touched.json").exists():
            subprocess.run([binary, "ask", archive, arguments.model, questions, str(out / name)], check=True)
    for name, archive, questions in arguments.gates:
        if not (out / name / "touched.json").exists():
            subprocess.run([binary, "gate", archive, questions, str(out / name)], check=True)
    if arguments.golden and not (out / "golden.json").exists():
        command = [binary, "golden", arguments.program, arguments.model, arguments.golden, str(out)]
        subprocess.run(command, check=True)


def cell(touched, other, sums):
    """`12/3 first −1`: 12 questions touched, 3 replies other ones, the rule costs one first quote and wins none."""
    return " ".join([f"{touched}/{other}", *said(sums)]) if touched else "–"


def said(sums):
    return [f"{m} " + "".join(f"{sign}{n}" for sign, n in (("+", won), ("−", lost)) if n)
            for m, (won, lost) in sorted(sums.items())]


def table(record):
    """Markdown: every rule that any question touches, summed over the sets; then those that none does."""
    held = (HERE.parent / "src/trial.rs").read_text() + (HERE.parent / "assets/retrieval.toml").read_text()
    stays = lambda name: f'"{name}"' in held or f'"{name.split(": ", 1)[1]}"' in held
    rows, untouched = [], []
    for row in record["rules"]:
        sums = {}
        for of_set in row["sets"].values():
            for side, at in (("won", 0), ("lost", 1)):
                for measure, cases in of_set[side].items():
                    sums.setdefault(measure, [0, 0])[at] += len(cases)
        touched, other = (sum(s[k] for s in row["sets"].values()) for k in ("touched", "other_replies"))
        own = ", ".join(row["golden"]["broken"]) if row["golden"] else ""
        name = row["rule"] if stays(row["rule"]) else f"~~{row['rule']}~~"
        if touched or own:
            rows.append([name, row["does"], touched, other, ", ".join(said(sums)), own])
        else:
            untouched.append(name)
    head = ["rule", "what it does", "questions touched", "other replies", "measures", "own cases it holds"]
    lines = ["| " + " | ".join(str(c).replace("|", "/") for c in r) + " |" for r in [head, ["---"] * len(head), *rows]]
    return "\n".join([*lines, "", "Touched by no question: " + ", ".join(untouched) + "."]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path, nargs="?")
    parser.add_argument("--program", help="twolane")
    parser.add_argument("--trial", type=Path, default=HERE.parent / "target/release/rules_on_trial")
    parser.add_argument("--model")
    parser.add_argument("--golden")
    parser.add_argument("--set", dest="sets", action="append", default=[], type=lambda s: s.split("="))
    parser.add_argument("--gate", dest="gates", action="append", default=[], type=lambda s: s.split("="))
    parser.add_argument("--record", type=Path, help="write everything as JSON")
    parser.add_argument("--of", type=Path, help="print the table of this record, as Markdown")
    arguments = parser.parse_args()
    if arguments.of:
        print(table(json.loads(arguments.of.read_text())), end="")
        return
    ask(arguments.out, arguments)

    sets = [Set(name, archive, questions, root, arguments.out, arguments.program)
            for name, archive, questions, root in arguments.sets]
    gates = [Gate(name, questions, arguments.out) for name, _, questions in arguments.gates]
    golden = json.loads((arguments.out / "golden.json").read_text()) if arguments.golden else {"rules": {}}
    rows, record = [], []
    for rule in sets[0].rules:
        found = {s.name: s.changes(rule) for s in [*sets, *gates]}
        own = golden["rules"].get(rule["name"])
        counts = {name: {m: (len(w), len(l)) for m, (w, l) in sums.items()} for name, (_, _, sums) in found.items()}
        cells = [cell(*found[s.name][:2], counts[s.name]) for s in [*sets, *gates]]
        rows.append([rule["name"], *cells, f"{own['touched']}/{len(own['broken'])}" if own else "–"])
        record.append({
            "rule": rule["name"], "does": rule["does"],
            "sets": {name: {"touched": t, "other_replies": o, "won": {m: w for m, (w, _) in sums.items() if w},
                            "lost": {m: l for m, (_, l) in sums.items() if l}}
                     for name, (t, o, sums) in found.items() if t},
            "golden": own,
        })
    print(program.table(rows, ["rule", *(s.name for s in [*sets, *gates]), "own cases"]))
    if arguments.record:
        whole = {"all_on": {s.name: s.summary() for s in [*sets, *gates]}, "rules": record}
        arguments.record.write_text(json.dumps(whole, ensure_ascii=False, indent=1) + "\n")


if __name__ == "__main__":
    main()

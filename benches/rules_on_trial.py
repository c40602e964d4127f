#!/usr/bin/env python3
"""Every rule made by hand, switched off alone: what it changes on each set of questions.

    benches/rules_on_trial.py OUT --program TWOLANE --model FOLDER --golden golden \\
        --set NAME=ARCHIVE=QUESTIONS.jsonl=ROOT [...] --gate NAME=ARCHIVE=QUESTIONS.jsonl [--table docs/...] [--record FILE]

Builds nothing: `cargo build --release --features trial --example rules_on_trial` first. Sets whose folder in OUT has a
`touched.json` are not asked again, so that a broken run goes on and a table can be made anew.

A set is judged as scripts/measure_answers.py judges: the rows say what is *lost* or *won* by switching the rule off.
`golden` are our own cases; `--gate` are questions with `ask_back`, of which the gate alone is asked.
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
    if not touched:
        return "–"
    parts = [f"{touched}/{other}"]
    for measure, (won, lost) in sorted(sums.items()):
        said = "".join(s for s, n in ((f"+{len(won)}", won), (f"−{len(lost)}", lost)) if n)
        parts.append(f"{measure} {said}")
    return " ".join(parts)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--program", required=True, help="twolane")
    parser.add_argument("--trial", type=Path, default=HERE.parent / "target/release/examples/rules_on_trial")
    parser.add_argument("--model", required=True)
    parser.add_argument("--golden")
    parser.add_argument("--set", dest="sets", action="append", default=[], type=lambda s: s.split("="))
    parser.add_argument("--gate", dest="gates", action="append", default=[], type=lambda s: s.split("="))
    parser.add_argument("--record", type=Path, help="write everything as JSON")
    parser.add_argument("--table", type=Path, help="write the table as Markdown")
    arguments = parser.parse_args()
    ask(arguments.out, arguments)

    sets = [Set(name, archive, questions, root, arguments.out, arguments.program)
            for name, archive, questions, root in arguments.sets]
    gates = [Gate(name, questions, arguments.out) for name, _, questions in arguments.gates]
    golden = json.loads((arguments.out / "golden.json").read_text()) if arguments.golden else {"rules": {}}
    rows, record = [], []
    for rule in sets[0].rules:
        found = {s.name: s.changes(rule) for s in [*sets, *gates]}
        own = golden["rules"].get(rule["name"])
        broken = own["broken"] if own else []
        cells = [cell(*found[s.name]) for s in [*sets, *gates]]
        cells.append(f"{own['touched']}/{len(broken)}" if own else "–")
        rows.append([rule["name"], *cells])
        record.append({
            "rule": rule["name"], "does": rule["does"],
            "sets": {name: {"touched": t, "other_replies": o, "won": {m: w for m, (w, _) in sums.items() if w},
                            "lost": {m: l for m, (_, l) in sums.items() if l}}
                     for name, (t, o, sums) in found.items() if t},
            "golden": {"touched": own["touched"], "broken": broken} if own else None,
        })
    head = ["rule", *(s.name for s in [*sets, *gates]), "own cases"]
    print(program.table(rows, head))
    if arguments.table:
        lines = ["| " + " | ".join(r) + " |" for r in [head, ["---"] * len(head), *rows]]
        arguments.table.write_text("\n".join(lines) + "\n")
    if arguments.record:
        whole = {"all_on": {s.name: s.summary() for s in [*sets, *gates]}, "rules": record}
        arguments.record.write_text(json.dumps(whole, ensure_ascii=False, indent=1) + "\n")


if __name__ == "__main__":
    main()

"""The scripts end to end, with a program of a few lines in twolane's place."""

import json
import stat
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[1]

# Answers with the first line of the only paper that shares a word with the question.
PROGRAM = """#!%s
import json, sys
from pathlib import Path
args = sys.argv[1:]
archive = Path(args[args.index("--archive") + 1])
listing = archive.parent / "papers.json"
if "ingest" in args:
    listing.write_text(json.dumps(sorted(str(p) for p in Path(args[-1]).iterdir())))
    sys.exit(0)
papers = {Path(p).stem: p for p in json.loads(listing.read_text())}
if "source" in args:
    print(json.dumps({"sources": [{"id": k, "paths": [v]} for k, v in papers.items()]}))
    sys.exit(0)
question = set(args[-1].lower().split())
chosen = {args[args.index("--source") + 1]: ""} if "--source" in args else papers
for name in chosen:
    line = Path(papers[name]).read_text().splitlines()[0]
    if question & set(line.lower().split()):
        quote = {"source_id": name, "locator": "L1", "quote": line}
        hit = {"rank": 1, "source": {"id": name, "path": papers[name]}, "page": 0, "locator": "L1", "text": line}
        print(json.dumps({"answer": {"level1": line}, "evidence": {"facts": [{"text": line, "support": [quote]}]}, "hits": [hit]}))
        sys.exit(0)
print(json.dumps({"answer": {"level1": "Insufficient evidence"}, "evidence": {"facts": []}, "hits": []}))
sys.exit(5)
""" % sys.executable


class Programs(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = Path(self.folder.name)
        self.program = self.root / "twolane"
        self.program.write_text(PROGRAM)
        self.program.chmod(self.program.stat().st_mode | stat.S_IXUSR)
        papers = self.root / "papers"
        papers.mkdir()
        (papers / "a.txt").write_text("The kennel fee is $40 a year\n")
        (papers / "b.txt").write_text("Dues were settled\n")
        questions = [
            {"id": "1", "question": "kennel fee", "kind": "figure", "answer": "$40", "gold": [{"file": "a.txt", "page": 0, "quote": "The kennel fee is $40 a year"}]},
            {"id": "2", "question": "mower colour", "kind": "unanswerable", "answer": "", "gold": []},
        ]
        (self.root / "q.jsonl").write_text("".join(json.dumps(q) + "\n" for q in questions))
        subprocess.run([self.program, "--archive", self.root / "archive", "ingest", papers], check=True)

    def script(self, name, *arguments):
        out = self.root / "out.json"
        subprocess.run([sys.executable, SCRIPTS / name, *map(str, arguments), "--out", out], check=True, capture_output=True)
        return json.loads(out.read_text())

    def test_answers(self):
        base = f"{self.program} --archive {self.root}/archive"
        result = self.script("measure_answers.py", self.root / "q.jsonl", "--root", self.root / "papers",
                             "--run", base + " ask --json {question}", "--sources", base + " source list --json",
                             "--save", self.root / "saved")["summary"]
        self.assertEqual((result["found_first"], result["right"], result["verbatim"]), (1.0, 1.0, 1.0))
        self.assertEqual((result["abstained_unanswerable"], result["false_abstention"]), (1.0, 0.0))
        again = self.script("measure_answers.py", self.root / "q.jsonl", "--root", self.root / "papers",
                            "--answers", self.root / "saved", "--sources", base + " source list --json")["summary"]
        self.assertEqual(again, result)

    def test_search(self):
        run = f"{self.program} --archive {self.root}/archive search --json {{question}}"
        result = self.script("measure_search.py", self.root / "q.jsonl", "--root", self.root / "papers", "--run", run)
        self.assertEqual(result["summary"], {"cases": 1, "failed": 0, "first": 1.0, "top3": 1.0, "all_top5": 1.0})

    def test_abstain(self):
        judged = self.root / "judged/abstain"
        judged.mkdir(parents=True)
        cases = [
            {"id": "x", "question": "kennel", "passage": "the kennel rule\n", "answerable": True, "answers": [{"text": "the kennel rule"}]},
            {"id": "y", "question": "mower", "passage": "the kennel rule\n", "answerable": False},
            {"id": "z", "question": "dues", "passage": "the kennel rule\n", "answerable": True},
        ]
        (judged / "sharc_irrelevant.jsonl").write_text("".join(json.dumps(c) + "\n" for c in cases))
        result = self.script("measure_abstain.py", self.root / "judged", "--program", self.program,
                             "--work", self.root / "work", "--set", "sharc")["sharc"]["summary"]
        self.assertEqual((result["abstained_unanswerable"], result["false_abstention"], result["found"]), (1.0, 0.5, 1.0))


if __name__ == "__main__":
    unittest.main()

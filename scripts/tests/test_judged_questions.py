import json
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import judged_questions  # noqa: E402


def write(path, rows):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(r) + "\n" for r in rows))


class Converting(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.judged, self.out = Path(self.folder.name) / "judged", Path(self.folder.name) / "out"

    def tearDown(self):
        self.folder.cleanup()

    def questions(self):
        return [json.loads(line) for line in (self.out / "questions.jsonl").read_text().splitlines()]

    def test_clarify(self):
        write(self.judged / "retrieval/orsharc/corpus.jsonl", [{"_id": "r1", "title": "", "text": "You may fish if you pay."}])
        row = {"id": "a", "question": "May I fish?", "scenario": "I am 70", "rule_corpus_id": "r1", "ask_back": True,
               "clarifying_question": "Did you pay?", "history": [{"follow_up_question": "Are you 9?", "follow_up_answer": "No"}]}
        write(self.judged / "clarify/orsharc.jsonl", [row, row | {"id": "b", "scenario": "", "ask_back": False}])
        self.assertEqual(judged_questions.convert(self.judged, "clarify", self.out), 2)
        first, second = self.questions()
        self.assertEqual((first["question"], first["kind"]), ("I am 70. May I fish?", "clarify"))
        self.assertEqual(first["context"], {"Are you 9?": "No"})
        self.assertEqual((second["question"], second["kind"]), ("May I fish?", "fact"))
        self.assertIn(first["split"], ("tune", "held"))
        self.assertEqual((self.out / "papers/r1.txt").read_text(), "You may fish if you pay.")

    def test_conflicts(self):
        documents = [{"text": "It is 3.\x07", "type": "correct", "answer": "3"}, {"text": "It is 4.", "type": "misinfo", "answer": "4"},
                     {"text": "It is 5.", "type": "noise", "answer": "5"}]
        write(self.judged / "conflict/ramdocs.jsonl", [
            {"id": "x", "question": "How many?", "documents": documents},
            {"id": "y", "question": "How many?", "documents": documents[::2]}])
        judged_questions.convert(self.judged, "ramdocs", self.out)
        first, second = self.questions()
        self.assertEqual((first["kind"], first["answer"], len(first["within"])), ("conflict", "3; 4", 3))
        self.assertEqual(second["kind"], "fact")
        self.assertEqual((self.out / "papers/x-0.txt").read_text(), "It is 3. ")

    def test_claims_are_questions(self):
        self.assertEqual(judged_questions.as_question("Receiving Party shall not copy it."),
                         "Does the agreement say that receiving Party shall not copy it?")


if __name__ == "__main__":
    unittest.main()

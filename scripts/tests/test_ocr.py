"""python3 -m unittest discover -s scripts/tests"""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benches"))

import ocr  # noqa: E402


class Words(unittest.TestCase):
    def test_folds_edges_quotes_and_dashes(self):
        for text, expected in [
            ("“Park”)  with\naccess;", ["Park", "with", "access"]),
            ("Township’s 74–2004, ($5,000)", ["Township's", "74-2004", "$5,000"]),
            ("• Youth – yes _____ 60 %", ["Youth", "yes", "60", "%"]),
            ("a sup-\nplement of Post-\nOffice", ["a", "supplement", "of", "Post", "Office"]),
            ("the [?] day", ["the", "[?]", "day"]),
        ]:
            self.assertEqual(ocr.words(text), expected, text)


class Distance(unittest.TestCase):
    def test_counts_words(self):
        for truth, read, expected in [
            ("the fee is $25", "the fee is $25", 0),
            ("the fee is $25", "The fee $26 now", 3),
            ("the fee is $25", "", 4),
            ("", "a b", 2),
            ("a b c d", "c d a b", 4),
            ("on the [?] day", "on the day", 0),
            ("on the [?] day", "on the 5th day", 0),
            ("on the [?] day", "on the 5 th day", 1),
        ]:
            self.assertEqual(ocr.distance(truth.split(), read.split()), expected, (truth, read))

    def test_order_costs_accuracy_alone(self):
        counted = ocr.counts("fee 25 rate 30".split(), "fee rate 25 30".split())
        measured = ocr.measures(counted)
        self.assertEqual(measured, {"accuracy": 0.5, "recall": 1.0, "precision": 1.0, "numbers": 1.0})

    def test_unreadable_words_do_not_count(self):
        counted = ocr.counts("the [?] day".split(), "the 5th day".split())
        self.assertEqual((counted["words"], counted["distance"], counted["numbers"]), (2, 0, 0))


if __name__ == "__main__":
    unittest.main()

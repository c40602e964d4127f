"""python3 -m unittest discover -s scripts/tests"""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import compare_archives as compare  # noqa: E402


def found(*hits):
    return {"hits": [{"source": {"id": name}, "locator": "p.1 L1", "score": score} for name, score in hits]}


class Compare(unittest.TestCase):
    def test_rankings(self):
        one = found(("a", 0.9), ("b", 0.5), ("c", 0.4999))
        for two, how in [
            (one, "same"),
            (found(("a", 0.9), ("c", 0.5), ("b", 0.5)), "ties"),
            (found(("b", 0.9), ("a", 0.5), ("c", 0.4999)), "place 1"),
            (found(("a", 0.9), ("b", 0.6), ("c", 0.4999)), "place 2"),
            (found(("a", 0.9), ("b", 0.5)), "3 and 2 hits"),
            (found(("a", 0.9), ("b", 0.5), ("d", 0.4999)), "place 3"),
        ]:
            self.assertTrue(compare.ranked_alike(one, two, 2e-3).startswith(how), (two, how))

    def test_answers(self):
        one = {"facts": [{"text": "x", "coverage": 0.5, "chunk": 7}], "timing_ms": {"total": 3}, "state": "NH"}
        two = {"facts": [{"text": "x", "coverage": 0.501, "chunk": 9}], "timing_ms": {"total": 4}, "state": "NH"}
        self.assertIsNone(compare.difference(compare.without_own(one), compare.without_own(two), 2e-3))
        two["facts"][0]["text"] = "y"
        self.assertIn("/facts/0/text", compare.difference(compare.without_own(one), compare.without_own(two), 2e-3))


if __name__ == "__main__":
    unittest.main()

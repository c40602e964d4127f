"""python3 -m unittest discover -s scripts/tests"""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import measure_drift as drift  # noqa: E402
import program  # noqa: E402

CASE = {"id": "d", "place": "wells-nh", "question": "q", "situation": ["boardwalk"],
        "on_topic": [{"file": "wells-nh_minutes.pdf", "pages": [2], "words": ["boardwalk"]}],
        "off_topic": [{"file": "wells-nh_minutes.pdf", "pages": [2, 3]}, {"file": "wells-nh_sewer.pdf"}]}


def hit(file, page=0, text="", lane="local"):
    return {"source": {"path": f"/papers/{file}"}, "page": page, "text": text, "lane": lane}


class Verdicts(unittest.TestCase):
    def test_each(self):
        for given, expected in [
            (hit("wells-nh_minutes.pdf", 2, "the boardwalk vote"), "on"),
            (hit("wells-nh_minutes.pdf", 2, "an RV and a cesspool"), "matter"),
            (hit("wells-nh_minutes.pdf", 4, "the boardwalk vote"), "other"),
            (hit("wells-nh_sewer.pdf", 9), "matter"),
            (hit("york-me_minutes.pdf", 1, "boardwalk"), "place"),
            (hit("nh-rsa-text.jsonl#7", lane="state"), "law"),
        ]:
            self.assertEqual(drift.verdict(CASE, given), expected, given)

    def test_counts_over_the_first_five(self):
        hits = [hit("wells-nh_sewer.pdf", 1), hit("york-me_minutes.pdf", 1)] + [hit("wells-nh_other.pdf", 1)] * 3
        row = drift.judge(CASE, {"hits": [*hits, hit("wells-nh_minutes.pdf", 2, "boardwalk")]})
        self.assertEqual((row["any_off"], row["any_matter"], row["any_place"], row["off"], row["any_on"]), (1, 1, 1, 2, 0))

    def test_no_answer(self):
        row = drift.judge(CASE, None)
        self.assertEqual((row["any_off"], row["any_on"], row["verdicts"]), (0, 0, []))


class Cases(unittest.TestCase):
    def test_the_checked_in_cases(self):
        cases = program.load(drift.CASES)
        self.assertGreaterEqual(len(cases), 36)
        self.assertGreaterEqual(len({c["place"] for c in cases}), 6)
        self.assertEqual(len({c["id"] for c in cases}), len(cases))
        for case in cases:
            self.assertIn(case["kind"], ("named", "vague"))
            self.assertIn(case["town"], case["situation"])
            self.assertTrue(case["situation"] and case["on_topic"] and case["off_topic"], case["id"])
            for entry in case["on_topic"] + case["off_topic"]:
                self.assertEqual(drift.place_of(entry["file"]), case["place"], case["id"])

    def test_missing_places_are_told(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            (root / "wells-nh_a.txt").write_text("a boardwalk")
            case = {"id": "d", "on_topic": [{"file": "wells-nh_a.txt", "words": ["boardwalk"]}],
                    "off_topic": [{"file": "wells-nh_a.txt", "pages": [3]}, {"file": "wells-nh_a.txt", "words": ["RV"]},
                                  {"file": "gone.pdf"}]}
            self.assertEqual(len(drift.problems([case], root)), 3)


if __name__ == "__main__":
    unittest.main()

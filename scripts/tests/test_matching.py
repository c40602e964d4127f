"""python3 -m unittest discover -s scripts/tests"""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import matching  # noqa: E402
import measure_answers  # noqa: E402
import measure_search  # noqa: E402
import program  # noqa: E402


class Found(unittest.TestCase):
    def test_half_of_the_words_in_order(self):
        gold = "Mr. Prewitt moved to award the contract to Ledgeview for $337,900."
        for held, expected in [
            ("Prewitt moved to award the contract to Ledgeview", True),
            ("moved to award the contract to Ledgeview Construction for $337,900", True),
            ("$337,900 for Ledgeview to contract the award to moved Prewitt Mr.", False),
            ("The contract was discussed.", False),
            ("", False),
        ]:
            self.assertEqual(matching.holds(gold, held), expected, held)

    def test_hyphen_at_the_line_end(self):
        self.assertTrue(matching.holds("greatest grade of 10 per-", "grade of 10 percent"))

    def test_wide_gaps_of_table_lines(self):
        self.assertTrue(matching.holds("Police      $768,920    $795,640", "Police  $768,920  $751,466  $795,640"))


class Verbatim(unittest.TestCase):
    PAGE = ["1   The Board voted 4-1 in\n\n2   favor, with Mr. Thibeau op-\n\n3   posed, after the hearing.\n", ""]

    def test_exact_and_pieces_and_no(self):
        for quote, expected in [
            ("The Board voted 4-1 in", "exact"),
            ("The Board voted 4-1 in favor, with Mr. Thibeau opposed", "pieces"),
            ("The Board voted 5-0 in favor", "no"),
            ("The hearing voted 4-1", "no"),
            ("", "no"),
        ]:
            self.assertEqual(matching.stands(quote, self.PAGE), expected, quote)

    def test_white_space_hyphens_and_ligatures(self):
        self.assertEqual(matching.stands("officially approved", ["the o\ufb03-\ncially\n  approved plan"]), "exact")

    def test_a_changed_digit_is_not_verbatim(self):
        self.assertEqual(matching.stands("the sum of $350,000 for the culvert", ["the sum of $350,001 for the culvert"]), "no")


class Tokens(unittest.TestCase):
    def test_numbers(self):
        for text, expected in [
            ("$1,200.00", {"1200"}), ("forty percent (40%)", {"40"}), ("4-1", {"4", "1"}),
            ("twenty-five", {"25"}), ("$0.46 per $1,000", {"0.46", "1000"}), ("none", set()),
        ]:
            self.assertEqual(matching.numbers(text), expected, text)

    def test_dates(self):
        for text, expected in [
            ("March 3, 2025", {(2025, 3, 3)}), ("3/3/2025", {(2025, 3, 3)}), ("April 30", {(None, 4, 30)}),
            ("June 2012", {(2012, 6, None)}), ("2025-03-11", {(2025, 3, 11)}),
        ]:
            self.assertEqual(matching.dates(text), expected, text)

    def test_right(self):
        self.assertTrue(matching.right("$1,875", "zoning ordinance for $1,875, to be paid"))
        self.assertFalse(matching.right("$1,875 and $1,300", "for $1,875"))
        self.assertTrue(matching.right("June 27, 2025", "no later than June 27, 2025"))
        self.assertFalse(matching.right("June 27, 2025", "no later than June 28, 2025"))
        self.assertIsNone(matching.right("No, never", "never"))

    def test_unsupported(self):
        quotes = ["the sum of $350,000 for the culvert on March 11, 2025"]
        self.assertEqual(matching.unsupported("It asks for $350,000 (warrant, p.3 L4-L6) [1].", quotes), [])
        self.assertEqual(matching.unsupported("It asks for $450,000.", quotes), ["450000"])
        self.assertEqual(matching.unsupported("Voted on March 12, 2025.", quotes), ["2025-3-12"])
        self.assertEqual(matching.unsupported("Minutes of 1999: $350,000", quotes, ["Minutes of 1999"]), [])


def output(quote, locator="p.2 L3", source="s1", **more):
    return {"answer": {"level1": more.get("level1", quote)},
            "evidence": {"facts": [{"text": quote, "support": [{"source_id": source, "locator": locator, "quote": quote}]}]}}


class Judge(unittest.TestCase):
    CASE = {"id": "c1", "question": "How many?", "kind": "figure", "answer": "38",
            "gold": [{"file": "n.txt", "page": 0, "quote": "It adds 38 parcels to the"}]}

    def judge(self, made, code=0, case=None):
        import tempfile
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            (root / "n.txt").write_text("It adds 38 parcels to the\nflood zone along Mill Brook.\n")
            return measure_answers.judge(case or self.CASE, made, code, {"s1": "n.txt"}.get, root)

    def test_a_good_answer(self):
        v = self.judge(output("It adds 38 parcels to the flood zone", "L1-L2"))
        self.assertTrue(v["found"] and v["first"] and v["right"] and not v["abstained"])
        self.assertEqual(v["quotes"], {"exact": 1})
        self.assertEqual(v["unsupported"], [])

    def test_a_made_up_quote(self):
        v = self.judge(output("It adds 83 parcels to the flood zone", "L1-L2"))
        self.assertFalse(v["right"])
        self.assertEqual(v["quotes"], {"no": 1})

    def test_another_source(self):
        v = self.judge(output("It adds 38 parcels to the flood zone", "L1-L2", source="s2"))
        self.assertFalse(v["found"])

    def test_a_number_out_of_nowhere(self):
        v = self.judge(output("It adds 38 parcels to the", "L1", level1="It adds 38 of 50 parcels."))
        self.assertEqual(v["unsupported"], ["50"])

    def test_a_section_of_law_is_known_by_its_title(self):
        gold = [{"citation": "RSA 9:1", "file": "code.jsonl", "quote": "It adds 38 parcels to the"}]
        made = output("It adds 38 parcels to the", "L1")
        for title, found in [("RSA 9:1 Parcels", True), ("RSA 9:12 Parcels", False), ("RSA 19:1", False), ("", False)]:
            v = measure_answers.judge(self.CASE | {"gold": gold}, made, 0, {}.get, Path("/x"), {"s1": title}.get)
            self.assertEqual(v["found"], found, title)

    def test_abstention(self):
        nothing = {"answer": {"level1": "Insufficient evidence: no paper says it."}, "evidence": {"facts": []}}
        case = {"id": "u", "question": "Who?", "kind": "unanswerable", "answer": "", "gold": []}
        s = measure_answers.summary([self.judge(nothing, 5, case), self.judge(nothing, 5)])
        self.assertEqual((s["abstained_unanswerable"], s["false_abstention"], s["found_at_5"]), (1.0, 1.0, 0.0))

    def test_locators(self):
        for locator, pages in [("p.12 L3-L5", [12]), ("p.1 L40-p.2 L2", [1, 2]), ("L3", [0])]:
            self.assertEqual(measure_answers.locator_pages(locator), pages)


class Commands(unittest.TestCase):
    def test_fields_that_not_every_question_has(self):
        template = "t ask {question} {town?} --json"
        self.assertEqual(program.words_of(template, {"question": "a b", "town": "Alder Hill"}),
                         ["t", "ask", "a b", "--town", "Alder Hill", "--json"])
        self.assertEqual(program.words_of(template, {"question": "a {b}"}), ["t", "ask", "a {b}", "--json"])


class Search(unittest.TestCase):
    def test_pages_count_once(self):
        hits = [{"source": {"path": "/x/town/a.pdf"}, "page": p} for p in (1, 1, 1, 1, 1, 1, 2)]
        pages = measure_search.pages_in_order({"hits": hits}, {"town/a.pdf": "town/a.pdf"}, Path("/x"))
        self.assertEqual(pages, [("town/a.pdf", 1, ""), ("town/a.pdf", 2, "")])
        case = {"id": "c", "question": "", "gold": [{"file": "town/a.pdf", "page": 2}, {"file": "town/a.pdf", "page": 1}]}
        v = measure_search.judge(case, pages)
        self.assertTrue(v["first"] and v["top3"] and v["all_top5"])


if __name__ == "__main__":
    unittest.main()

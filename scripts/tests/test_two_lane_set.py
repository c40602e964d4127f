"""python3 -m unittest discover -s scripts/tests"""

import argparse
import json
import sys
import tempfile
import unittest
from collections import Counter
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import citing  # noqa: E402
import make_two_lane_set as maker  # noqa: E402
import measure_lanes as lanes  # noqa: E402


class Citations(unittest.TestCase):
    def test_new_hampshire(self):
        for text, expected in [
            ("as provided in RSA 676:3, I.", [("676:3", "I")]),
            ("under RSA 33-A:3-a, CXLI(e), or RSA 41:9", [("33-A:3-a", "CXLI"), ("41:9", None)]),
            ("of RSA 4:45, 9:13-d, and 9:19, and", [("4:45", None), ("9:13-d", None), ("9:19", None)]),
            ("RSA 677:5 and 677:15", [("677:5", None), ("677:15", None)]),
            ("the right-to-know law, RSA 91-A, applies", []),
            ("at 10:30 in the morning", []),
        ]:
            self.assertEqual(citing.nh_cited(text), expected, text)

    def test_connecticut(self):
        for text, expected in [
            ("under subsection (b) of section 7-148 and sections 8-2 and 8-3a", ["7-148", "8-2", "8-3a"]),
            ("subdivision (1) of section 1-200", ["1-200"]),
            ("of sections 7-170 to 7-186, inclusive, unless", []),
            ("sections 8-1, 8-2 and 8-13m to 8-13x, inclusive", ["8-1", "8-2"]),
            ("section 501(c)(3) of the Internal Revenue Code", []),
            ("this section", []),
        ]:
            self.assertEqual(citing.ct_cited(text), expected, text)

    def test_what_is_left(self):
        for text, pattern, expected in [
            ("The clerk shall, pursuant to RSA 669:2, post the warrant.", citing.NH_CITATION, "The clerk shall, post the warrant."),
            ("The program authorized by RSA 198:57-58.", citing.NH_CITATION, "The program authorized."),
            ("Appeals are taken in accordance with the provisions of section 8-8.", citing.CT_CITATION, "Appeals are taken."),
            ("Minutes under RSA 91-A are public.", citing.NH_CITATION, "Minutes are public."),
            ("Nothing is cited of the board.", citing.CT_CITATION, "Nothing is cited of the board."),
        ]:
            self.assertEqual(citing.without(text, pattern), expected, text)

    def test_no_citation_survives(self):
        text = "Under subsections (a) and (b) of section 7-148, section 8-2 or 8-3 the commission decides."
        self.assertNotRegex(citing.without(text, citing.CT_CITATION), r"\d-\d")

    def test_forms(self):
        for text, expected in [
            ("any district, as defined in section 7-324, may borrow", "defined"),
            ("a municipality, as defined in subsection (a) of section 7-148, may borrow", "defined"),
            ("Notwithstanding the provisions of section 7-147b, the body may act", "exception"),
            ("shall assume liability pursuant to section 7-465", "other"),
        ]:
            self.assertEqual(citing.form(text, citing.CT_CITATION), expected, text)

    def test_sentences_lose_their_numbering(self):
        text = "(a) The board shall meet. (b)(1) It shall keep minutes.\n\nII. The U.S. flag is flown."
        self.assertEqual(list(citing.sentences(text)),
                         ["The board shall meet.", "It shall keep minutes.", "The U.S. flag is flown."])

    def test_long_sentences_are_cut_between_items_only(self):
        filler = "word " * citing.MOST_WORDS
        text = f"{filler}under subsection (b) of section 8-2 or (g) of it the owner pays; and (2) the clerk (A) writes (B) reads"
        self.assertEqual(citing.clauses(text), [
            f"{filler}under subsection (b) of section 8-2 or (g) of it the owner pays", "the clerk", "writes", "reads"])
        self.assertEqual(citing.clauses("The clerk (A) writes; (B) reads."), ["The clerk (A) writes; (B) reads."])

    def test_too_little_is_left(self):
        self.assertFalse(citing.usable("Except as otherwise provided, the provisions of this section shall apply."))
        self.assertTrue(citing.usable("The tax collector mails notice of the lien to every mortgagee within thirty days of payment."))


class Bills(unittest.TestCase):
    BILL = ("1 Statement of Intent. The general court intends much.\n"
            "2 Wells. Amend RSA 9:1 to read as follows:\n9:1 Wells. A [shallow] deep well is dug.\n"
            "3 New Section; Ponds. Amend RSA 9 by inserting after section 1 the following new section:\n9:1-a Ponds. Ponds freeze.\n"
            "4 Repeal. RSA 9:3, relative to lakes, is repealed.\n5 Effective Date. Soon.")

    def test_clauses(self):
        self.assertEqual([k for k, _, _ in maker.bill_clauses(self.BILL)], ["session", "reprint", "new", "repeal", "session"])

    def test_sections_around(self):
        passages = [(k, i, t) for k, i, t in maker.nh_passages({"analysis": "Wells.", "text": self.BILL}) if t.strip()]
        self.assertIn(("reprint", {"RSA 9:1"}, "A deep well is dug."), passages)
        self.assertIn(("new", {"RSA 9:1-a"}, "Ponds freeze."), passages)
        self.assertFalse([p for p in passages if "Soon" in p[2]])

    def test_struck_words(self):
        self.assertEqual(maker.as_proposed("The fee is [$5 [or so]] $7."), "The fee is $7.")


class Built(unittest.TestCase):
    """The whole generator over three statutes and one bill."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        matter = "the tax collector mails printed notice of every lien to mortgage holders within thirty days"
        self.write(maker.NH, [
            {"citation": "RSA 9:1", "text": f"9:1 Liens. As RSA 9:2 has it, {matter}.", "bill": "HB 1 (2021)", "source": "one"},
            {"citation": "RSA 9:2", "text": "9:2 Notices go by mail.", "bill": "HB 2 (2021)", "source": "two"},
            {"citation": "RSA 9:3, II", "text": "II. Own.", "bill": "HB 1 (2021)", "source": "one"}])
        self.write(maker.CT, [
            {"citation": "Conn. Gen. Stat. § 7-1", "text": f"(a) Under section 7-2, {matter}. " + "Other words stand here. " * 4},
            {"citation": "Conn. Gen. Stat. § 7-2", "text": "Notices go by mail. " * 6},
            {"citation": "Conn. Gen. Stat. § 7-3", "text": "Section 7-3 is repealed."}])
        self.write(maker.BILLS, [
            {"bill": "HB 1", "session": "2021", "title": "AN ACT", "analysis": "", "amends": [], "source": "one", "text":
                f"1 Liens. Amend RSA 9:1 to read as follows:\n9:1 Liens. As RSA 9:2 has it, {matter}.\n"
                "2 Application. Every registered owner of waterfront property whose boathouse was permitted earlier answers under RSA 9:3, II only.\n"
                "3 Effective Date. Soon."}])

    def write(self, name, rows):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(json.dumps(r) + "\n" for r in rows))

    def test_gold_and_exclusions(self):
        questions, _ = maker.build(self.root)
        by = {q["part"]: q for q in questions}
        self.assertEqual(set(by), {"ct", "nh-reprint", "nh-own"})
        self.assertEqual(by["ct"]["state_gold"], ["Conn. Gen. Stat. § 7-2"])
        self.assertEqual(by["ct"]["exclude"], [f"{maker.CT}#1"])
        reprint = by["nh-reprint"]
        self.assertEqual(reprint["records"], {"RSA 9:2": [f"{maker.NH}#2"]})
        self.assertEqual(reprint["exclude"], [f"{maker.NH}#1", f"{maker.NH}#3"])
        self.assertEqual(by["nh-own"]["records"], {"RSA 9:3": [f"{maker.NH}#3"]})
        for question in questions:
            self.assertFalse(set(question["exclude"]) & {k for r in question["records"].values() for k in r})

    def test_twice_the_same(self):
        first = [q["id"] for q in maker.build(self.root)[0]]
        self.assertEqual(first, [q["id"] for q in maker.build(self.root)[0]])

    def test_near_repetition_is_left_out(self):
        question = {"part": "ct", "question": "notice of every lien goes to mortgage holders by printed mail"}
        dropped = Counter()
        self.assertEqual(len(list(maker.distinct([question, dict(question)], dropped))), 1)


class Measured(unittest.TestCase):
    QUESTION = {"id": "q", "part": "nh", "form": "other", "state_gold": ["RSA 9:2"], "exclude": ["statutes/nh.jsonl#1"],
                "records": {"RSA 9:2": ["statutes/nh.jsonl#2"]}, "local_gold": [{"file": "local/hb-1.txt"}]}

    @staticmethod
    def hit(path, section=None):
        return {"source": {"path": path}, "section": section}

    def test_section_names(self):
        for section, expected in [("RSA 9:2", True), ("RSA 9:2, II", True), ("RSA 9:2-a", False), ("RSA 9:21", False), ("", False)]:
            self.assertEqual(lanes.same_section("RSA 9:2", section), expected, section)

    def test_excluded_hits_take_no_place(self):
        state = [self.hit("/d/statutes/nh.jsonl#1", "RSA 9:1")] * 8 + [self.hit("/d/statutes/nh.jsonl#2", "RSA 9:2")]
        local = [self.hit("/d/local/hb-1.txt")]
        row = lanes.judge(self.QUESTION, state, local, state + local)
        self.assertEqual((row["state@8"], row["state_mrr"], row["merged@15"], row["local@12"], row["both@15"]), (1, 1, 1, 1, 1))
        self.assertTrue(row["short"])

    def test_another_record_of_the_file_does_not_count(self):
        hits = [self.hit("/d/statutes/nh.jsonl#3", "RSA 9:2")] * 3
        row = lanes.judge(self.QUESTION, hits, [], hits)
        self.assertEqual((row["state@8"], row["local@12"], row["both@15"]), (0, 0, 0))

    def test_ninth_place_is_too_late(self):
        hits = [self.hit("/d/statutes/nh.jsonl#3", "RSA 9:9")] * 8 + [self.hit("/d/statutes/nh.jsonl#2", "RSA 9:2")]
        self.assertEqual(lanes.judge(self.QUESTION, hits, [], hits)["state@8"], 0)

    def gathered(self, answer):
        """What `gather` makes of a program that answers by its options."""
        asked = []

        def answers(cases, template, *_):
            asked.append(template)
            return {c["id"]: (answer(template), 0, "") for c in cases}

        arguments = argparse.Namespace(run="RUN", options="", lane_options="--k 40", parallel=1, timeout=1, merged_only=False)
        with mock.patch.object(lanes.program, "answers", answers):
            return lanes.gather([self.QUESTION], arguments)[0]["q"], asked

    def test_lanes_of_the_output_are_taken(self):
        output = {"hits": ["m"], "lanes": [{"name": "local", "hits": ["l"]}, {"name": "state", "hits": ["s"]}]}
        self.assertEqual(self.gathered(lambda _: output), ((["s"], ["l"], ["m"]), ["RUN "]))

    def test_without_lanes_each_is_searched_alone(self):
        found, asked = self.gathered(lambda t: {"hits": [t]})
        self.assertEqual(found, (["RUN --lane state --k 40"], ["RUN --lane local --k 40"], ["RUN "]))
        self.assertEqual(len(asked), 3)

    def test_interval_holds_the_mean(self):
        mean, low, high = lanes.interval([0, 1, 1, None])
        self.assertTrue(low <= mean <= high and abs(mean - 2 / 3) < 1e-9)
        self.assertIsNone(lanes.interval([None]))


if __name__ == "__main__":
    unittest.main()

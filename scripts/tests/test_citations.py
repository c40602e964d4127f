"""python3 -m unittest discover -s scripts/tests"""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import measure_citations as citations  # noqa: E402


def reference(start, end, forms, how="named", words=""):
    return {"start": start, "end": end, "citations": forms, "how": how, "words": words}


def read(start, end, forms, kind="named"):
    return {"start": start, "end": end, "kind": kind, "words": "", "forms": forms}


class Compare(unittest.TestCase):
    def test_counts_each_form_once(self):
        gold = [read(0, 10, ["A", "B"]), read(20, 25, ["A"])]
        hits, missed, extra = citations.compare(gold, [reference(0, 10, ["A", "C"])], 0, 100)
        self.assertEqual([h[2] for h in hits], ["A"])
        self.assertEqual([m[2] for m in missed], ["B", "A"])
        self.assertEqual([e[2] for e in extra], ["C"])

    def test_a_form_elsewhere_is_no_hit(self):
        hits, missed, extra = citations.compare([read(0, 5, ["A"])], [reference(50, 55, ["A"])], 0, 100)
        self.assertEqual((len(hits), len(missed), len(extra)), (0, 1, 1))

    def test_labels_what_is_outside_and_this_section_alone_are_left_out(self):
        references = [
            reference(0, 5, ["A"]),
            reference(200, 205, ["B"]),
            reference(95, 120, ["C"]),
            reference(30, 42, ["D"], "this", "this section"),
        ]
        self.assertEqual(citations.compare([read(0, 5, [], "label")], references, 0, 100), ([], [], []))

    def test_figures(self):
        figures = citations.figures([(["x"] * 3, ["y"], ["z"])])
        self.assertEqual((figures["precision"], figures["recall"]), (0.75, 0.75))
        self.assertIsNone(citations.figures([([], [], [])])["precision"])


class Acts(unittest.TestCase):
    def test_numbering_counts_from_the_first_section(self):
        records = [{"title": "t", "citation": c} for c in ("MCL 15.231", "MCL 15.246", "MCL 15.233a", "MCL 15")]
        self.assertEqual(citations.numbering(records), {"t": {"prefix": "MCL 15.", "base": 230, "highest": 246}})

    def test_an_act_over_two_chapters_has_none(self):
        records = [{"title": "t", "citation": c} for c in ("MCL 15.231", "MCL 16.1")]
        self.assertEqual(citations.numbering(records), {})


class Links(unittest.TestCase):
    XML = """<section xmlns="x"><num>39-101</num><text>See <cite path="§39-105|(a)|(14)">§ 39-105(a)(14)</cite> and
      <cite path="1|6|VIII">subchapter VIII of Chapter 6 of Title 1</cite>.</text>
      <annotations><annotation doc="D.C. Law 2-139">1979</annotation></annotations></section>"""

    def test_paths_become_normal_forms(self):
        root = citations.ElementTree.fromstring(self.XML)
        self.assertEqual(
            citations.xml_links(root, False),
            ["D.C. Code § 39-105(a)(14)", "D.C. Code tit. 1, ch. 6, subch. VIII"],
        )
        self.assertIn("D.C. Law 2-139", citations.xml_links(root, True))
        self.assertEqual(citations.xml_lines(root, False)[1], "See § 39-105(a)(14) and subchapter VIII of Chapter 6 of Title 1.")


class Gold(unittest.TestCase):
    def test_places_are_in_order_and_within_their_excerpts(self):
        folder = citations.HERE / "tests/data/citations"
        excerpts = {row[0]: row for row in citations.rows(folder / "excerpts.tsv")}
        self.assertGreaterEqual(len(excerpts), 60)
        aside = sum(1 for row in excerpts.values() if row[5] == "aside")
        self.assertGreaterEqual(aside * 3, len(excerpts))
        before, counted = ("", 0), 0
        for number, start, end, kind, words, *forms in citations.rows(folder / "gold.tsv"):
            inside = excerpts[number]
            self.assertLessEqual(int(inside[3]), int(start))
            self.assertLess(int(start), int(inside[4]))
            self.assertLess(int(start), int(end))
            if before[0] == number:
                self.assertGreaterEqual(int(start), before[1])
            before = (number, int(end))
            self.assertIn(kind, ("named", "relative", "label"))
            self.assertEqual(kind == "label", not (forms and forms[0]))
            counted += kind != "label"
        self.assertGreaterEqual(counted, 250)

    def test_another_version_of_a_document_is_noticed(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "town.txt").write_text("See Section 4.")
            (folder / "excerpts.tsv").write_text("0\ttown.txt\t1\t0\t14\ttuned\n")
            (folder / "gold.tsv").write_text("0\t4\t13\tnamed\tSection 5\tSection 5\n")
            program = folder / "program"
            program.write_text("#!/bin/sh\nwhile read line; do echo '[]'; done\n")
            program.chmod(0o755)
            with self.assertRaises(SystemExit):
                citations.against_gold(program, folder, folder, [])


if __name__ == "__main__":
    unittest.main()

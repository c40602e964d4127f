"""python3 -m unittest discover -s scripts/tests"""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from check_links import ROOT, anchors, broken, check, links, slug, tracked, unlisted  # noqa: E402


class Pages(unittest.TestCase):
    def test_every_link_of_the_repository_leads_somewhere(self):
        found = [f"{page.relative_to(ROOT)}:{line}: {target}: {why}" for page in tracked() for line, target, why in check(page)]
        self.assertEqual(found, [])

    def test_the_book_lists_every_page(self):
        self.assertEqual(unlisted(ROOT / "docs"), [])

    def test_many_links_are_seen(self):
        self.assertGreater(sum(len(list(links(page.read_text(encoding="utf-8")))) for page in tracked()), 150)


class Links(unittest.TestCase):
    def test_each_form_of_a_link_is_found(self):
        text = "[a](b.md) ![c](d.png) [over\ntwo lines](e.md#f)\n[g][h]\n\n[h]: i.md\n[![j](k.svg)](l.md)\n"
        targets = sorted(target for _, target in links(text))
        self.assertEqual(targets, ["b.md", "d.png", "e.md#f", "i.md", "l.md"])

    def test_a_link_has_the_line_it_begins_on(self):
        self.assertEqual(list(links("one\n\n[two\nthree](a.md)\n")), [(3, "a.md")])

    def test_code_has_no_links(self):
        self.assertEqual(list(links("`[a](b.md)`\n\n```sh\n[c](d.md)\n```\n")), [])

    def test_a_reference_needs_a_definition(self):
        self.assertEqual(list(links("[run][missing]\n")), [(1, "")])
        self.assertEqual(broken(ROOT / "README.md", ""), "the reference has no definition")

    def test_broken_targets_are_named(self):
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / "a.md"
            page.write_text("# One\n\n## What it's for\n\n## One\n", encoding="utf-8")
            (Path(folder) / "b c.md").write_text("# Two\n", encoding="utf-8")
            for target in ["a.md", "#one", "a.md#what-its-for", "#one-1", "b%20c.md#two", "https://x.example/y", "."]:
                self.assertIsNone(broken(page, target), target)
            for target in ["c.md", "#two", "b%20c.md#three", "a.md#One"]:
                self.assertIsNotNone(broken(page, target), target)

    def test_a_link_out_of_the_repository_is_broken(self):
        self.assertIsNotNone(broken(ROOT / "README.md", "../"))

    def test_anchors_are_those_of_the_book(self):
        for heading, anchor in [
            ("Does it find the answer?", "does-it-find-the-answer"),
            ("Add your state's law", "add-your-states-law"),
            ("On paper: 10 and 100 million", "on-paper-10-and-100-million"),
            ("`pack.toml`", "packtoml"),
            ("[Law](law.md), again", "law-again"),
        ]:
            self.assertEqual(slug(heading), anchor)

    def test_an_included_page_gives_its_anchors(self):
        self.assertIn("crates", anchors(ROOT / "docs" / "architecture.md"))


if __name__ == "__main__":
    unittest.main()

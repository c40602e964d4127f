"""python3 -m unittest discover -s scripts/tests"""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from book_links import rewritten, walk  # noqa: E402

REPOSITORY = "https://git.example/town/twolane"


class Outside(unittest.TestCase):
    def test_links_within_the_book_stay(self):
        for text in ["[a](b.md#c)", "![d](images/e.png)", "[f](https://x.example/../y)", "[g][h]\n\n[h]: i.md"]:
            self.assertEqual(rewritten(text, None), text)
            self.assertEqual(rewritten(text, REPOSITORY), text)

    def test_without_a_repository_a_link_is_text(self):
        self.assertEqual(rewritten("see [runs](../benches/runs).", None), 'see <span title="benches/runs">runs</span>.')

    def test_with_a_repository_a_link_leads_there(self):
        self.assertEqual(
            rewritten("[runs](../benches/runs#x)", REPOSITORY), f"[runs]({REPOSITORY}/blob/main/benches/runs#x)"
        )

    def test_references_are_links_too(self):
        text = "| [run][one] and [run][two] |\n\n[one]: ../a.json\n[two]: b.md\n"
        made = rewritten(text, None)
        self.assertIn('| <span title="a.json">run</span> and [run][two] |', made)
        self.assertNotIn("../a.json", made)
        self.assertIn("[two]: b.md", made)

    def test_an_included_page_is_in_the_book(self):
        self.assertEqual(rewritten("[how](../ARCHITECTURE.md#tests)", None), "[how](architecture.md#tests)")

    def test_blocks_of_code_stay(self):
        text = "```sh\n[a](../b)\n```\n[a](../b)\n"
        self.assertEqual(rewritten(text, None), '```sh\n[a](../b)\n```\n<span title="b">a</span>\n')

    def test_chapters_below_chapters_are_reached(self):
        below = {"Chapter": {"content": "[a](../b)", "sub_items": []}}
        book = ["Separator", {"Chapter": {"content": "x", "sub_items": [below]}}]
        walk(book, None)
        self.assertEqual(below["Chapter"]["content"], '<span title="b">a</span>')


if __name__ == "__main__":
    unittest.main()

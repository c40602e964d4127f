"""python3 -m unittest discover -s scripts/tests"""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import compare_numbers as numbers  # noqa: E402

PAPER = "Fee: $1,200.50 under 91-A:3, 6\u2074 feet, 2-\n27-2018.\n\n 1. Adopted 10-2\n"


def differences(lines, paper=PAPER):
    """What differs when a reader prints these lines of a paper in plain text."""
    with tempfile.TemporaryDirectory() as folder:
        file, printed = Path(folder, "paper.txt"), Path(folder, "lines")
        file.write_text(paper, "utf-8")
        printed.write_text("".join(f"0\t{n}\t\t\t{line}\n" for n, line in enumerate(lines, 1)), "utf-8")
        report = numbers.compare(file, f"cat {printed}", True)
    return [(row["item"], row["class"]) for row in report["differ"] + report["words_differ"]]


class Numbers(unittest.TestCase):
    def test_figures_keep_their_separators(self):
        found = numbers.figures("2-27-2018, $ 1,200.50, RSA 91-A:3, 7½, 4th, 5–6.")
        self.assertEqual(sorted(found), ["$1,200.50", "1/2", "2-27-2018", "4", "5-6", "7", "91-A:3"])

    def test_same_text_does_not_differ(self):
        self.assertEqual(differences(PAPER.splitlines()), [])

    def test_changed_figure_is_open(self):
        self.assertEqual(
            differences(PAPER.replace("1,200", "1,300").splitlines()), [("$1,200.50", "open"), ("$1,300.50", "open")]
        )

    def test_lost_item_number_is_open(self):
        self.assertEqual(differences(PAPER.replace(" 1. ", "").splitlines()), [("1", "open")])

    def test_counted_item_number_is_list(self):
        self.assertEqual(differences([*PAPER.splitlines(), "7. Adjourn"], PAPER + "Adjourn\n"), [("7", "list")])

    def test_parted_figure_is_apart(self):
        self.assertEqual({kind for _, kind in differences(PAPER.replace("10-2", "1 0-2").splitlines())}, {"apart"})

    def test_empty_page_is_unread(self):
        self.assertEqual({kind for _, kind in differences([])}, {"unread"})


if __name__ == "__main__":
    unittest.main()

"""python3 -m unittest discover -s scripts/tests"""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from check_english import ROOT, check, check_markdown, check_rust, check_script, folder  # noqa: E402


def rules(found):
    return [(number, rule) for number, rule, _ in found]


class Words(unittest.TestCase):
    def test_each_banned_word_is_found(self):
        for text, rule in [
            ("The client is told at once.", "told"),
            ("Whoever asks gets an answer.", "whoever"),
            ("The paper and the date thereof.", "thereof"),
            ("The file is written anew.", "anew"),
            ("No model was at hand.", "at hand"),
            ("From 20,000 passages on, a graph is used.", "from … on"),
            ("The point from which on it speaks.", "from … on"),
            ("The figure stands in a quote.", "stands"),
            ("The figures stood in a quote.", "stands"),
            ("It is true as far as metadata know.", "as far as"),
            ("Besides, it has a date.", "besides"),
            ("No quote bears it out.", "bear out"),
            ("The claim is borne out.", "bear out"),
            ("A report of it came later.", "of it"),
            ("Of 1,000 made sentences 3 passed.", "made (synthetic)"),
            ("It searches by words alone.", "by words"),
            ("The gate gives leave.", "gives leave"),
            ("The default is none.", "none (no value)"),
            ("It has none where no date is known.", "none (no value)"),
        ]:
            self.assertEqual(rules(check_markdown(text)), [(1, rule)], text)

    def test_plain_words_pass(self):
        for text in [
            "RSA stands for Revised Statutes Annotated, and each quote can stand alone.",
            "From now on, copy the letter from a page on the web.",
            "None of the 172 forged answers passed; most of it is prose.",
            "A storytold word, understand, and a made-up town.",
            "Nothing of its own, and nine of item 3.",
        ]:
            self.assertEqual(list(check_markdown(text)), [], text)

    def test_a_phrase_across_lines_has_the_line_it_begins_on(self):
        self.assertEqual(rules(check_markdown("one\n\ntwo as\nfar as three\n")), [(3, "as far as")])

    def test_paragraphs_and_items_do_not_run_together(self):
        self.assertEqual(list(check_markdown("- by\n- words\n\nas\n\nfar as\n")), [])


class Markdown(unittest.TestCase):
    def test_code_links_and_generated_tables_are_left_out(self):
        text = "`told` [page](docs/told.md) https://told.example\n\n```console\nIt is told.\n```\n"
        self.assertEqual(list(check_markdown(text)), [])
        table = "<!-- keys -->\n| told |\n\nIt is told.\n<!-- keys -->\n| told |\n"
        self.assertEqual(rules(check_markdown(table)), [(6, "told")])
        self.assertEqual(rules(check_markdown("<!-- alone -->\nIt is told.\n")), [(2, "told")])

    def test_a_comment_in_a_block_of_commands_is_read(self):
        text = "```sh\ntwolane told        # what is told\n```\n"
        self.assertEqual(rules(check_markdown(text)), [(2, "told")])

    def test_code_over_a_line_end_keeps_the_lines(self):
        self.assertEqual(rules(check_markdown("a `twolane\nask` b\ntold")), [(3, "told")])


class Rust(unittest.TestCase):
    def test_openings_of_doc_comments(self):
        for word in ["What", "Which", "How", "Whether", "Who"]:
            text = f"/// {word} a reader finds.\nfn f() {{}}\n"
            self.assertEqual(rules(check_rust(text)), [(1, "doc comment opens with a question word")])
        for text in [
            "/// Whose turn comes next.",
            "/// However slow the machine, this ends.",
            "// What is not a doc comment.",
            "//// What is not either.",
            "/// Returns the page.\n/// What follows is a second line.",
        ]:
            self.assertEqual(list(check_rust(text)), [], text)

    def test_short_doc_comments(self):
        short = "doc comment of fewer than three words"
        for text in ["/// The id.", "//! Pages.", "    /// `None`.", "/// A [`Quote`].\n///"]:
            self.assertEqual(rules(check_rust(text)), [(1, short)], text)
        for text in ["/// Returns its id.", "/// The\n/// page\n/// number.", "/// Id of [`Source`]."]:
            self.assertEqual(list(check_rust(text)), [], text)

    def test_module_and_item_comments_are_two(self):
        found = rules(check_rust("//! Pages of papers.\n/// The page.\nstruct Page;\n"))
        self.assertEqual(found, [(2, "doc comment of fewer than three words")])

    def test_examples_in_doc_comments_are_left_out(self):
        text = "/// Returns the page.\n///\n/// ```\n/// let told = 1;\n/// ```\nfn f() {}\n"
        self.assertEqual(list(check_rust(text)), [])

    def test_help_that_is_a_string(self):
        text = '#[command(after_help = "\\\nExamples:\n  twolane ask \\"told\\"    what is told\n\nIt is anew.")]\n'
        self.assertEqual(rules(check_rust(text)), [(3, "told"), (5, "anew")])

    def test_messages_are_strings_of_four_words_outside_of_tests(self):
        text = 'fn f() {\n    say("ask whoever runs it");\n    say("it anew");\n}\n#[cfg(test)]\nmod t { "ask whoever runs it" }\n'
        self.assertEqual(rules(check_rust(text, True)), [(2, "whoever")])
        self.assertEqual(rules(check_rust(text)), [])
        script = 'say(`page ${n} is\n  made anew`);\nsay("ask whoever runs it");\n'
        self.assertEqual(rules(check_script(script)), [(2, "anew"), (3, "whoever")])


class Folders(unittest.TestCase):
    def test_counts_are_by_crate_and_room(self):
        for path, expected in [
            ("crates/answer/src/find/a.rs", "crates/answer"),
            ("src/lib.rs", "src/lib.rs"),
            ("crates/law/src/lib.rs", "crates/law"),
            ("docs/serve.md", "docs/serve.md"),
        ]:
            self.assertEqual(folder(Path(path)), expected)

    def test_pages_for_people_are_clean(self):
        for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
            found = list(check_markdown(page.read_text(encoding="utf-8")))
            self.assertEqual(found, [], page.name)

    def test_comments_and_messages_of_the_code_are_clean(self):
        for file in [file for part in ("src", "crates") for file in sorted((ROOT / part).rglob("*.rs"))]:
            self.assertEqual(check(file), [], file)
        for file in sorted((ROOT / "web").glob("*.js")):
            self.assertEqual(check(file), [], file)


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
"""Lines of crates/ that decide by English words, and entries of assets/ that do.

    benches/english_lines.py [ROOT] [--list]

A line counts when it is code outside tests and comments, holds a string literal of lower-case words (letters,
blanks, apostrophes and hyphens, two letters or more), and either holds nothing but such literals with commas and
brackets (a line of a list), begins a list (`&[&str]`, `has(&[`, `any(|w|`), or compares with it: `==`, `matches!`,
`contains`, `starts_with`, `ends_with`, `strip_prefix`, `strip_suffix`, `split_once`, `pair(`, `find(`. The crates cli
(flags) and eval (measures), and code that reads formats (read, archive, encoder, llm, vector, the workers of ingest)
speak of names in formats; drafts and forms of answers hold what is said to
people; they are left out. In assets/ every string of a list counts, but for the citation grammar.
"""

import re
import sys
import tomllib
from collections import Counter
from pathlib import Path

LEFT_OUT = [
    "cli", "eval", "read", "archive", "encoder", "llm", "vector",
    "ingest/src/worker", "answer/src/draft", "answer/src/present",
]
WORD = r'"[a-z][a-z \'\u2019-]*[a-z]"'
LIST = re.compile(rf'^[\s\[\]&(),;|]*(?:{WORD}[\s\[\]&(),;|]*)+$')
BEGINS = re.compile(r"&\[&str\]|&\[&\[&str\]\]|has\(&\[|any\(\|w\|")
COMPARES = re.compile(
    r"==|matches!|\.contains\(|starts_with|ends_with|strip_prefix|strip_suffix|split_once|\bpair\(|\.find\(")


def code(text):
    """Lines without comments; those of a unit test at the end are left out."""
    for number, line in enumerate(re.split(r"#\[cfg\(test\)\]\s*mod", text)[0].splitlines(), 1):
        if not line.lstrip().startswith(("//", "#[")):
            yield number, line


def decides(line):
    has_word = re.search(WORD, line)
    return bool(has_word and (LIST.match(line) or BEGINS.search(line) or COMPARES.search(line)))


def lines(root):
    for path in sorted((root / "crates").rglob("*.rs")):
        name = path.relative_to(root / "crates").as_posix()
        if any(name.startswith(f"{out}/") for out in LEFT_OUT) or name.endswith("tests.rs"):
            continue
        for number, line in code(path.read_text()):
            if decides(line):
                yield name, number, line.strip()


def entries(value):
    if isinstance(value, dict):
        return sum(entries(v) for v in value.values())
    if isinstance(value, list):
        return sum(1 if isinstance(v, str) else entries(v) for v in value)
    # A text of words, as the planner's list is written.
    return len(value.split()) if isinstance(value, str) and "\n" in value else 0


def main():
    arguments = [a for a in sys.argv[1:] if not a.startswith("--")]
    root = Path(arguments[0]) if arguments else Path(__file__).resolve().parent.parent
    found = list(lines(root))
    if "--list" in sys.argv:
        for name, number, line in found:
            print(f"{name}:{number}: {line}")
    rooms = Counter(name.replace("/src/", "/").rpartition("/")[0] for name, _, _ in found)
    for room, count in sorted(rooms.items()):
        print(f"{count:5} crates/{room}")
    print(f"{len(found):5} lines of crates/")
    for path in sorted((root / "assets").glob("*.toml")):
        if path.name != "citation-grammar.toml":
            print(f"{entries(tomllib.loads(path.read_text())):5} entries of assets/{path.name}")


if __name__ == "__main__":
    main()

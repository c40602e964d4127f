#!/usr/bin/env python3
"""Checks words and doc comments against the project's English guide; prints `file:line: rule: excerpt`.

    scripts/check_english.py                    README.md, docs/*.md, src, crates and web
    scripts/check_english.py docs crates/cli       these files and folders
    scripts/check_english.py --count            one line a folder and rule, no excerpts

Banned words are looked for in the prose of Markdown files, in doc comments (`///`, `//!`), in help texts of clap
(`about`, `help`, `after_help` and their like), and in messages: strings of four words or more, outside of tests, of the
page and of the code that writes to people. Code is left out: fenced blocks but for their comments, code spans,
link targets, and what is between two equal HTML comments, which is generated. A doc comment may not begin with What,
Which, How, Whether or Who, and has three words or more. Exit code 1: something was found.
"""

import argparse
import re
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DEFAULT = ["README.md", "docs", "src", "crates", "web"]
# Rust files whose strings people read.
MESSAGES = re.compile(r"crates/(?:cli|serve|api)/src/|/(?:draft|present|recheck)/|/(?:error|wording)\.rs$")
STRING = re.compile(r'(?<![\w"])(?!(?<=\x27)"\x27)"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`', re.DOTALL)
TESTS = re.compile(r"^#\[cfg\(test\)\]$", re.MULTILINE)

# The rule's name and what it matches; blanks match line ends too.
BANNED = [
    ("told", r"told"),
    ("whoever", r"whoever"),
    ("thereof", r"thereof"),
    ("anew", r"anew"),
    ("at hand", r"at hand"),
    ("from … on", r"(?!from (?:now|then) on)from (?:\S+ ){1,4}?on(?= ?(?:[,.;:)]|$))|from (?:which|there|where) on"),
    ("stands", r"(?:stands?|stood)(?! (?:for|alone|out|up|by itself|by themselves|in the way|in for)(?!\w))"),
    ("as far as", r"as far as"),
    ("besides", r"besides"),
    ("bear out", r"(?:bears?|bore|borne|bearing)(?: \w+)? out"),
    ("of it", r"(?<!all )(?<!most )(?<!part )(?<!half )(?<!some )(?<!rest )(?<!none )of it"),
    ("made (synthetic)", r"made (?:false |up )?(?:ones|papers|questions|cases|sentences|rows|set|sets|head|weights)"),
    ("by words", r"by words"),
    ("gives leave", r"(?:gives?|gave|given|giving)(?: \w+)? leave"),
    ("none (no value)",
     r"(?:is|are|be|has|have|had|or|as|for) none(?= ?(?:[.,;:)|]|$))|none (?:where|without|when|if)|(?<=\()none(?=\))"),
]
PATTERNS = [(name, re.compile(rf"(?<![\w-])(?:{pattern})(?![\w-])", re.IGNORECASE)) for name, pattern in BANNED]
OPENING = re.compile(r"(?:What|Which|How|Whether|Who)\b")
HELP = re.compile(r'\b(?:(?:before_|after_)?(?:long_)?help|(?:long_)?about)\s*=\s*"((?:[^"\\]|\\.)*)"', re.DOTALL)
GENERATED = re.compile(r"<!-- [\w ]+ -->")
# A comment of a fenced block, on its own line or behind a command.
COMMENT = re.compile(r"(?:^|\s)#\s(.*)$")
# Code spans, link targets and addresses.
CODE = re.compile(r"``.+?``|`[^`]*`|(?<=\])\([^)]*\)|https?://\S+")


def joined(lines):
    """A block's `(number, text)` pairs as one text, and the line of each of its characters."""
    text, numbers = "", []
    for number, line in lines:
        text += " ".join(line.split()) + " "
        numbers += [number] * (len(text) - len(numbers))
    return text, numbers


def markdown_blocks(text):
    """Paragraphs, list items and table rows of a Markdown file, as lists of `(number, text)`."""
    blocks, block, fence, generated = [], [], None, None
    marks = Counter(line.strip() for line in text.splitlines() if GENERATED.fullmatch(line.strip()))
    for number, line in enumerate(text.splitlines(), 1):
        stripped = line.strip()
        if stripped.startswith("```"):
            fence = None if fence is not None else stripped[3:].strip() or "text"
            blocks, block = blocks + [block], []
        elif fence is not None:
            comment = COMMENT.search(line) if fence in ("sh", "bash", "toml", "python") else None
            if comment:
                blocks.append([(number, comment.group(1))])
        elif marks[stripped] == 2:
            generated = None if generated == stripped else generated or stripped
            blocks, block = blocks + [block], []
        elif generated:
            continue
        elif not stripped or re.match(r"[|#]|[-*] |\d+\. ", stripped):
            blocks, block = blocks + [block], [(number, line)] if stripped else []
        else:
            block.append((number, line))
    return [b for b in blocks + [block] if b]


def doc_comments(text):
    """Doc comments of a Rust file, each a list of `(number, text)`; lines of code within them are left out."""
    comments, comment, fenced, last = [], [], False, None
    for number, line in enumerate(text.splitlines(), 1):
        match = re.match(r"\s*(///(?!/)|//!) ?(.*)$", line)
        kind = match and match.group(1)
        if kind != last:
            comments, comment, fenced = comments + [comment], [], False
        last = kind
        if not match:
            continue
        if match.group(2).lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced:
            comment.append((number, match.group(2)))
    return [c for c in comments + [comment] if c]


def paragraphs(comment):
    """A doc comment's paragraphs."""
    found = [[]]
    for number, line in comment:
        if line.strip():
            found[-1].append((number, line))
        else:
            found.append([])
    return [p for p in found if p]


def help_texts(text):
    """Help texts that are strings, each a list of `(number, text)`."""
    for match in HELP.finditer(text):
        first = text.count("\n", 0, match.start(1)) + 1
        inside = match.group(1).replace('\\"', '"')
        # A line of an example counts from the gap behind its command.
        lines = [re.sub(r"^\s+(?:twolane|curl|echo|printf|cargo)\b.*?(?:\s{2,}|$)", "", line).rstrip("\\")
                 for line in inside.splitlines()]
        yield [(first + number, line) for number, line in enumerate(lines) if line.strip()]


def messages(text, script):
    """Strings of four words or more, each a list of `(number, text)`; of Rust only those in double quotes."""
    tests = None if script else TESTS.search(text)
    for match in STRING.finditer(text, 0, tests.start() if tests else len(text)):
        inside = match.group(1) if match.group(1) is not None else match.group(2) if script else ""
        if len(words(inside)) >= 4:
            first = text.count("\n", 0, match.start()) + 1
            yield [(first + number, line) for number, line in enumerate(inside.splitlines())]


def banned(lines):
    """Banned words of a block as `(number, rule, excerpt)`."""
    text, numbers = joined(lines)
    # Code becomes a word of its own length, so that places keep their lines.
    clean = CODE.sub(lambda code: "x" * len(code.group()), text)
    for name, pattern in PATTERNS:
        for match in pattern.finditer(clean):
            start = max(0, match.start() - 30)
            excerpt = text[start:match.end() + 30].strip()
            yield numbers[match.start()], name, excerpt


def words(text):
    return re.findall(r"[\w'’-]*[A-Za-z0-9][\w'’:.-]*", text)


def check_markdown(text):
    for block in markdown_blocks(text):
        yield from banned(block)


def check_script(text):
    for block in messages(text, True):
        yield from banned(block)


def check_rust(text, is_read=False):
    for comment in doc_comments(text):
        whole, _ = joined(comment)
        number = comment[0][0]
        if OPENING.match(whole.strip()):
            yield number, "doc comment opens with a question word", whole.strip()[:60]
        if len(words(whole)) < 3:
            yield number, "doc comment of fewer than three words", whole.strip()
        for paragraph in paragraphs(comment):
            yield from banned(paragraph)
    for block in help_texts(text):
        yield from banned(block)
    for block in messages(text, False) if is_read else ():
        yield from banned(block)


def check(path):
    """Offences of a file as `(number, rule, excerpt)`, in order of lines."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        return sorted(check_markdown(text))
    if path.suffix == ".js":
        return sorted(check_script(text))
    return sorted(set(check_rust(text, MESSAGES.search(path.as_posix()))))


def files(paths):
    for path in paths:
        if path.is_dir():
            # Pages of `docs` and scripts of `web` themselves; everything else of a folder is Rust.
            yield from sorted(path.glob("*.md"))
            yield from sorted(path.glob("*.js"))
            yield from sorted(path.rglob("*.rs"))
        else:
            yield path


def folder(path):
    """The folder that a file is counted under: two levels of `src` and `crates`, else the file itself."""
    parts = path.parts
    return "/".join(parts[:2]) if parts[0] in ("src", "crates") and len(parts) > 2 else str(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="*", type=Path, help="files and folders")
    parser.add_argument("--count", action="store_true", help="print counts by folder and rule")
    args = parser.parse_args()
    found = Counter()
    for path in files(args.paths or [ROOT / name for name in DEFAULT]):
        path = path.resolve()
        name = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
        for number, rule, excerpt in check(path):
            found[folder(name), rule] += 1
            if not args.count:
                print(f"{name}:{number}: {rule}: {excerpt}")
    if args.count:
        for (where, rule), count in sorted(found.items()):
            print(f"{count:5}  {where}  {rule}")
    print(f"{sum(found.values())} offences", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

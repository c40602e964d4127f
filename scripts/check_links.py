#!/usr/bin/env python3
"""Checks the links of the Markdown pages: that each file is there, and each heading that an anchor names.

    scripts/check_links.py                    README.md and its neighbours, docs, and READMEs of other folders
    scripts/check_links.py docs README.md     these files and folders

A broken link is printed as `file:line: link: reason`. So is a page of `docs` that `docs/SUMMARY.md` does not list.
Addresses on the web are not opened. Exit code 1: something is broken.
"""

import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

ROOT = Path(__file__).resolve().parent.parent
INLINE = re.compile(r"!?\[(?:[^\]\[]|\[[^\]]*\])*\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)")
REFERENCE = re.compile(r"^\s{0,3}\[([^\]]+)\]:\s+(\S+)")
USE = re.compile(r"\[(?:[^\]\[]|\[[^\]]*\])+\]\[([^\]]+)\]")
HEADING = re.compile(r"^(#{1,6})\s+(.*?)\s*#*$")
INCLUDE = re.compile(r"\{\{#include\s+([^}\s]+)\s*\}\}")


def prose(text):
    """Lines outside fenced blocks as `(number, line)`, code spans blanked; a span may end on a later line."""
    lines, fenced = [], False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
            lines.append((number, ""))
        else:
            lines.append((number, "" if fenced else line))
    joined = "\n".join(line for _, line in lines)
    blank = lambda code: re.sub(r"[^\n]", " ", code.group())  # noqa: E731
    joined = re.sub(r"``.+?``|`[^`\n]*(?:\n[^`\n]+)?`", blank, joined)
    return list(enumerate(joined.split("\n"), 1))


def slug(heading):
    """The anchor that GitHub and mdBook give a heading."""
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    text = re.sub(r"[`*]", "", text).strip().lower()
    return "".join(c if c.isalnum() or c in "_-" else "-" if c.isspace() else "" for c in text)


def anchors(path):
    """All anchors of a page; the second heading of a name has `-1` behind it."""
    found, seen, fenced = set(), {}, False
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.lstrip().startswith("```"):
            fenced = not fenced
        include = INCLUDE.search(line)
        if include and (path.parent / include.group(1)).is_file():
            found |= anchors(path.parent / include.group(1))
        heading = HEADING.match(line)
        if heading and not fenced:
            name = slug(heading.group(2))
            count = seen.get(name, 0)
            seen[name] = count + 1
            found.add(f"{name}-{count}" if count else name)
        found.update(re.findall(r'<a (?:id|name)="([^"]+)"', line))
    return found


def links(text):
    """Targets of a page as `(line, target)`, and references without a definition with an empty target."""
    defined = {}
    lines = prose(text)
    for number, line in lines:
        if match := REFERENCE.match(line):
            defined[match.group(1).lower()] = match.group(2)
            yield number, match.group(2)
    joined = "\n".join("" if REFERENCE.match(line) else line for _, line in lines)
    line_of = lambda at: joined.count("\n", 0, at) + 1  # noqa: E731
    for match in INLINE.finditer(joined):
        yield line_of(match.start()), match.group(1)
    for match in USE.finditer(joined):
        if " ".join(match.group(1).lower().split()) not in defined:
            yield line_of(match.start()), ""


def broken(path, target):
    """Why a link of a page leads nowhere, or None."""
    if not target:
        return "the reference has no definition"
    if re.match(r"[a-z][a-z0-9+.-]*:", target, re.IGNORECASE):
        return None
    name, _, anchor = target.partition("#")
    file = (path.parent / unquote(name)).resolve() if name else path.resolve()
    if not file.exists():
        return "there is no such file"
    if not file.is_relative_to(ROOT) and path.resolve().is_relative_to(ROOT):
        return "it leads out of the repository"
    if anchor and file.suffix == ".md" and unquote(anchor) not in anchors(file):
        return f"{file.name} has no heading for #{anchor}"
    return None


def check(path):
    """Broken links of a page as `(line, link, reason)`."""
    text = path.read_text(encoding="utf-8")
    found = ((number, target, broken(path, target)) for number, target in links(text))
    return sorted((number, target, reason) for number, target, reason in found if reason)


def unlisted(folder):
    """Pages of a book's folder that its SUMMARY.md does not list."""
    summary = folder / "SUMMARY.md"
    listed = {target.partition("#")[0] for _, target in links(summary.read_text(encoding="utf-8"))}
    pages = (page.relative_to(folder).as_posix() for page in folder.rglob("*.md"))
    return sorted(page for page in pages if page != summary.name and page not in listed)


def pages(given):
    """The Markdown files among the given files and below the given folders."""
    for path in given:
        yield from sorted(path.rglob("*.md")) if path.is_dir() else [path]


def tracked():
    """The repository's Markdown files, but for papers and other data that happen to be Markdown."""
    data = ("corpus/content/", "corpus/papers/", "tests/", "golden/papers/", "prompts/", "fuzz/")
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"],
                            cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\n")
    return [ROOT / name for name in sorted(set(listed)) if name and not name.startswith(data) and (ROOT / name).is_file()]


def main(arguments):
    if any(argument in ("-h", "--help") for argument in arguments):
        print(__doc__.strip())
        return 0
    given = list(pages([Path(a).resolve() for a in arguments])) if arguments else tracked()
    wrong = 0
    for path in given:
        name = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
        for number, target, reason in check(path):
            print(f"{name}:{number}: {target or '[…][…]'}: {reason}")
            wrong += 1
    for page in unlisted(ROOT / "docs"):
        print(f"docs/{page}:1: docs/SUMMARY.md does not list this page")
        wrong += 1
    print(f"{len(given)} pages, {wrong} broken links", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

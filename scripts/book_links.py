#!/usr/bin/env python3
"""A preprocessor of mdBook for links that leave the book's folder, such as `../benches/runs/x.json`.

With `git-repository-url` in `docs/book.toml` they lead to that repository. Without it they become plain text, with the
file's name as a tooltip: a page of the book cannot open a file that is not in the book.
"""

import json
import posixpath
import re
import sys
from html import escape

INLINE = re.compile(r"(?<!!)\[((?:[^\]\[]|\[[^\]]*\])*)\]\((\.\./[^)\s]+)\)")
DEFINITION = re.compile(r"^\[([^\]]+)\]: (\.\./\S+)$", re.MULTILINE)
# Pages outside the folder that the book includes under another name.
INCLUDED = {"../ARCHITECTURE.md": "architecture.md"}


def outside(text, target, repository):
    """A link to a file outside the book, in Markdown."""
    page, hash_, anchor = target.partition("#")
    if page in INCLUDED:
        return f"[{text}]({INCLUDED[page]}{hash_}{anchor})"
    name = posixpath.normpath(page.removeprefix("../"))
    if repository:
        return f"[{text}]({repository.rstrip('/')}/blob/main/{name}{hash_}{anchor})"
    return f'<span title="{escape(name)}">{text}</span>'


def rewritten(content, repository):
    """A chapter's text with its outside links replaced; fenced blocks stay as they are."""
    definitions = dict(DEFINITION.findall(content))
    content = DEFINITION.sub("", content)
    blocks = re.split(r"(?m)(^\s*```.*?^\s*```[^\n]*$)", content, flags=re.DOTALL | re.MULTILINE)
    use = re.compile(r"\[((?:[^\]\[]|\[[^\]]*\])*)\]\[(" + "|".join(map(re.escape, definitions)) + r")\]")
    for at in range(0, len(blocks), 2):
        text = INLINE.sub(lambda m: outside(m.group(1), m.group(2), repository), blocks[at])
        if definitions:
            text = use.sub(lambda m: outside(m.group(1), definitions[m.group(2)], repository), text)
        blocks[at] = text
    return "".join(blocks)


def walk(items, repository):
    """Rewrites chapters and those below them, in place."""
    for item in items:
        chapter = item.get("Chapter") if isinstance(item, dict) else None
        if chapter:
            chapter["content"] = rewritten(chapter["content"], repository)
            walk(chapter["sub_items"], repository)


def main(arguments):
    if arguments[:1] == ["supports"]:
        return 0 if arguments[1:] == ["html"] else 1
    context, book = json.load(sys.stdin)
    html = context["config"].get("output", {}).get("html", {})
    # `sections` until mdBook 0.4, `items` since.
    walk(book.get("items", book.get("sections", [])), html.get("git-repository-url"))
    json.dump(book, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The markup of the content files: TOML front matter between +++ lines, then blocks parted by
blank lines.

    # Title            ## Heading           ### Subheading
    paragraph text, **bold**, *italic*, a footnote mark[^1]
    (a) an item that starts with a label: "(a) ", "1. ", "A. ", "- "; two leading spaces a level
    | cell | cell |    a table; the row |---|---:| sets alignment and ends the header rows
    ^1 text of footnote 1
    >>> name args      a directive: page, body, rotated, upright, right, centre, small, hidden,
                       gap N, signature, caption TEXT, widths a b c
"""

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Block:
    kind: str  # heading, paragraph, item, table, directive
    text: str = ""
    level: int = 0
    label: str = ""
    header: list = field(default_factory=list)
    rows: list = field(default_factory=list)
    align: list = field(default_factory=list)


LABEL = re.compile(r"^( *)((?:\([0-9]{1,2}\)|\([a-zA-Z]{1,4}\)|[0-9]{1,2}\.|[A-Z]\.|-))\s+(.*)$", re.S)
FOOTNOTE = re.compile(r"^\^(\d+) (.*)$", re.S)


def read(path: Path):
    """Front matter, blocks and footnotes of a content file."""
    text = path.read_text(encoding="utf-8")
    if not text.startswith("+++\n"):
        raise ValueError(f"{path}: no front matter")
    front, body = text[4:].split("\n+++\n", 1)
    blocks, notes = blocks_of(body)
    return tomllib.loads(front), blocks, notes


def blocks_of(body: str):
    blocks, notes = [], {}
    # A directive is a block of its own whether or not a blank line follows it.
    body = re.sub(r"^(>>> .*)$", r"\1\n", body, flags=re.M)
    for raw in re.split(r"\n\s*\n", body.strip("\n")):
        raw = raw.rstrip()
        if not raw.strip():
            continue
        if match := FOOTNOTE.match(raw):
            notes[match[1]] = " ".join(match[2].split())
        elif raw.startswith(">>> "):
            blocks.append(Block("directive", raw[4:].strip()))
        elif match := re.match(r"^(#{1,4}) (.*)$", raw, re.S):
            blocks.append(Block("heading", match[2].replace("\n", "<br/>"), level=len(match[1])))
        elif raw.lstrip().startswith("|"):
            blocks.append(table(raw))
        elif match := LABEL.match(raw):
            text = " ".join(match[3].split())
            blocks.append(Block("item", text, level=len(match[1]) // 2, label=match[2]))
        else:
            lines = [line.strip() for line in raw.splitlines()]
            joined = "".join(
                line[:-1].rstrip() + "<br/>" if line.endswith("\\") else line + " " for line in lines
            )
            blocks.append(Block("paragraph", joined.strip()))
    return blocks, notes


def table(raw: str) -> Block:
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in raw.splitlines()]
    header, align = [], ["left"] * len(rows[0])
    for i, row in enumerate(rows):
        if all(re.fullmatch(r":?-+:?", cell) for cell in row):
            align = ["right" if c.endswith(":") and not c.startswith(":") else
                     "centre" if c.startswith(":") and c.endswith(":") else "left" for c in row]
            header, rows = rows[:i], rows[i + 1:]
            break
    return Block("table", header=header, rows=rows, align=align)


def inline(text: str) -> str:
    """Inline markup as reportlab's paragraph tags."""
    text = text.replace("&", "&amp;")
    text = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", text)
    text = re.sub(r"(?<!\*)\*(?!\*)(.+?)\*", r"<i>\1</i>", text)
    return re.sub(r"\[\^(\d+)\]", r'<super size="7">\1</super>', text)


def plain(text: str) -> str:
    """Inline markup removed."""
    text = re.sub(r"\*\*?(.+?)\*\*?", r"\1", text)
    return re.sub(r"\[\^(\d+)\]", "", text)

#!/usr/bin/env python3
"""Numbers and words that a reader has more or less often than a second reader of the same file.

    scripts/compare_numbers.py PAPER... [--reader 'COMMAND {file}'] [--out FILE] [--words] [--quiet]

COMMAND prints one line of the paper a line: page, number, flags, box and text, parted by tabs (the form of
`cargo run -p twolane-read --example lines`, the default). A folder stands for the files under it.

Each paper is read twice by others, since they too guess where a word ends:

- PDF: `pdftotext -layout` and `pdftotext -raw`, page by page;
- HTML: Beautiful Soup, inline elements glued and inline elements parted, list items with their numbers (pip
  install beautifulsoup4);
- DOCX: mammoth (pip install mammoth beautifulsoup4) and the `w:t` elements of the file;
- XML: the text of its elements, glued and parted, with the numbers in attributes;
- JSON Lines: the strings of each line, of all fields and of the fields that hold text;
- Markdown and plain text: the file as it is, and without front matter, tags and link targets.

A number is lost if the reader has it less often on a page than both of them, and gained if more often than
both. Numbers are digits with their separators: 2-27-2018, $1,200.50, 91-A:3. Superscripts, vulgar
fractions, dashes, the marks of struck words, hyphens at line ends and white space are the same on all sides.

Since superscripts are folded, "6⁴" is no difference to a reader that shows 64: `raised` counts the raised
and lowered figures that the reader keeps apart from the figure beside them.

Each difference has a class that the script can prove from the page alone:

- `apart`: the page has the same digits, as often, on both sides: a number is parted or joined otherwise;
- `mark`: the reader shows a raised or lowered figure that the others glue to, or part from, its neighbour;
- `struck`: the number touches words that the reader marks as struck;
- `unread`: the reader has no line on this page at all;
- `hidden`: it stands in a line that the reader flags as not visible;
- `list`: it is the number of a list item or heading, which the format counts and the file doesn't hold;
- `menu`: HTML outside the paper's own text: title, menus, buttons, forms and their values, hidden elements;
- `ocr`: the page's text layer is by OCR;
- `open`: none of these; a person has to look.
"""

import argparse
import json
import re
import shlex
import subprocess
import sys
import unicodedata
import zipfile
from collections import Counter, defaultdict
from pathlib import Path
from xml.etree import ElementTree

READER = "cargo run -q -p twolane-read --example lines -- {file}"
NUMBER = re.compile(r"\$?\d+(?:[.,:/-](?:\d+|[A-Z](?=[:-]?\d)))*")
WORD = re.compile(r"[^\W\d_]{2,}")
RAISED = re.compile(r"[\d.,:/$-]*[⁰¹²³⁴-⁹₀-₉][\d.,:/⁰¹²³⁴-⁹₀-₉]*")
BESIDE_FIGURE = re.compile(r"\d[⁰¹²³⁴-⁹₀-₉]")
BLOCKS = (
    "address article aside blockquote br caption dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 "
    "header hr legend li main nav ol option p pre section summary table tbody td tfoot th thead title tr ul"
).split()
PATIENCE = 30  # seconds
TEXT_FIELDS = ("text",)
WORD_SPACE = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"


MENUS = "title,nav,button,dialog,[hidden],[role=navigation]"


def folded(text, join=True):
    """The text in one spelling of figures, dashes, white space and, with `join`, words parted at a line end."""
    text = re.sub(r"(?<=\d)(?=[¼-¾⅐-⅞↉])", " ", text.replace("~~", ""))
    text = unicodedata.normalize("NFKC", text).replace("⁄", "/").replace("\u200b", "")
    text = re.sub("[\u2010-\u2015\u2212]", "-", text)
    text = re.sub(r"(?<=\d)-[ \t]*\n\s*(?=\d)", "-", text)
    if join:
        text = re.sub(r"(?<=[^\W\d_])[-\u00ad][ \t]*\n\s*(?=[^\W\d_])", "", text)
    text = text.replace("\u00ad", "")
    return re.sub(r"(?<=\$)\s+(?=\d)", "", text)


def reader_pages(command, file):
    """The pages of the reader: all text, text of hidden lines, and raised figures with their neighbours."""
    words = [word.replace("{file}", str(file)) for word in shlex.split(command)]
    out = subprocess.run(words, capture_output=True, text=True, errors="replace", check=False)
    pages = defaultdict(list)
    for line in out.stdout.split("\n"):
        fields = line.split("\t", 4)
        if len(fields) == 5:
            pages[int(fields[0] or 1) or 1].append((fields[1], fields[2], fields[4]))
    return pages, out.returncode, out.stderr


def pdf_pages(file):
    """The pages by `pdftotext`, in the layout of the page and in the order of the content stream."""
    texts = []
    for mode in ("-layout", "-raw"):
        out = subprocess.run(["pdftotext", mode, str(file), "-"], capture_output=True, check=True, timeout=PATIENCE)
        texts.append(out.stdout.decode("utf-8", "replace").split("\f"))
    return {number: pair for number, pair in enumerate(zip(*texts), 1)}


def mark_items(soup):
    """Writes the numbers that the format counts before the items of ordered lists."""
    for parent in soup.find_all("ol"):
        number = int(parent.get("start") or 1)
        for item in parent.find_all("li", recursive=False):
            number = int(item.get("value") or number)
            if parent.get("type", "1") == "1":
                item.insert(0, f"{number}. ")
            number += 1


def html_text(html, blocks, prepare=None):
    from bs4 import BeautifulSoup

    soup = BeautifulSoup(html, "html.parser")
    for element in soup(["script", "style", "template"]):
        element.decompose()
    mark_items(soup)
    if prepare:
        prepare(soup)
    for element in soup.find_all(blocks):
        element.insert_before("\n")
        element.insert_after("\n")
        if element.name != "br":
            element.insert(0, "\n")
            element.append("\n")
    return soup.get_text()


def of_html(html):
    """The text of HTML twice: inline elements glued to their neighbours, and parted from them."""
    return html_text(html, BLOCKS), html_text(html, True)


def html_bounds(html):
    """The text of HTML without menus, and with the values of fields: the least and the most that is the paper."""

    def without_menus(soup):
        for element in soup.select(MENUS):
            if not element.decomposed:
                element.decompose()

    def with_values(soup):
        for element in soup.select("[value],[placeholder],[alt],[content]"):
            for name in ("value", "placeholder", "alt", "content"):
                element.insert_after(f"\n{element.get(name, '')}\n")

    return html_text(html, BLOCKS, without_menus), html_text(html, BLOCKS, with_values)


def run_text(element):
    signs = {WORD_SPACE + "tab": "\t", WORD_SPACE + "br": "\n", WORD_SPACE + "noBreakHyphen": "-"}
    return element.text or "" if element.tag == WORD_SPACE + "t" else signs.get(element.tag, "")


def of_docx(file):
    """The text of a DOCX by mammoth, and by its text elements, with headers, footers and notes."""
    import mammoth

    with open(file, "rb") as stream:
        first = of_html(mammoth.convert_to_html(stream).value)[0]
    paragraphs = []
    with zipfile.ZipFile(file) as parts:
        for name in parts.namelist():
            if re.fullmatch(r"word/(document|header\d*|footer\d*|footnotes|endnotes|comments)\.xml", name):
                for paragraph in ElementTree.fromstring(parts.read(name)).iter(WORD_SPACE + "p"):
                    paragraphs.append("".join(map(run_text, paragraph.iter())))
    return first, "\n".join(paragraphs)


def of_markdown(text):
    bare = re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.S)
    bare = re.sub(r"<!--.*?-->", "", bare, flags=re.S)
    bare = re.sub(r"\]\((?:[^()\n]|\([^()\n]*\))*\)", "]", re.sub(r"</?[A-Za-z][^>]*>", " ", bare))
    return text, re.sub(r"[*_`\\]", "", bare)


def of_xml(file):
    """The text of XML without its blanks between elements, and with a blank around each element and attribute."""
    root = ElementTree.parse(file).getroot()
    parted = [part for element in root.iter() for part in (element.text, *element.attrib.values(), element.tail)]
    return "".join(root.itertext()), "\n".join(filter(None, parted))


def of_jsonl(text):
    """The strings of JSON Lines: of the fields that hold text, and of all fields."""
    few, all_fields = [], []
    for line in filter(str.strip, text.split("\n")):
        fields = json.loads(line)
        few += [value for key, value in fields.items() if key in TEXT_FIELDS and isinstance(value, str)]
        all_fields += [json.dumps(value, ensure_ascii=False) for value in fields.values()]
    return "\n".join(few), "\n".join(all_fields).replace("\\n", "\n").replace('\\"', '"')


def second_pages(file):
    kind = file.suffix.lower()
    if kind == ".pdf":
        return pdf_pages(file)
    if kind == ".docx":
        return {1: of_docx(file)}
    if kind == ".xml":
        return {1: of_xml(file)}
    text = file.read_bytes().decode("utf-8", "replace").replace("\r\n", "\n")
    if kind in (".html", ".htm"):
        return {1: of_html(text)}
    if kind == ".jsonl":
        return {1: of_jsonl(text)}
    return {1: of_markdown(text)}


def figures(text):
    return Counter(NUMBER.findall(folded(text)))


def words(text, join=True):
    return Counter(word.casefold() for word in WORD.findall(folded(text, join)))


def same_characters(ours, others, is_kind):
    """Tells whether the characters of a kind are the same, as often, as in one of the others."""

    def characters(text):
        return Counter(c.casefold() for c in folded(text) if is_kind(c))

    return any(characters(ours) == characters(other) for other in others)


def class_of_word(word, lines, ours, others, bounds):
    if not lines:
        return "unread"
    if same_characters(ours, others, str.isalpha):
        return "apart"
    counts = ["".join(folded(text).casefold().split()).count(word) for text in (ours, *others)]
    if counts[0] in counts[1:]:
        return "apart"
    if bounds and within(words(ours)[word], [words(bound)[word] for bound in bounds]):
        return "menu"
    return "ocr" if any("OCR" in flags for _, flags, _ in lines) else "open"


def within(count, counts):
    return min(counts) <= count <= max(counts)


def class_of(number, lines, ours, others, bounds):
    """The class of a difference (see the top of this file)."""
    if not lines:
        return "unread"
    have = figures(ours)[number]
    counted = sum(bool(re.match(rf"(?:- )?{re.escape(number)}(?:[.)]|\.\d)", text)) for _, _, text in lines)
    if have - counted <= max(figures(other)[number] for other in others) < have:
        return "list"
    if bounds and within(have, [figures(bound)[number] for bound in bounds]):
        return "menu"
    if number in {n for _, flags, text in lines if "HIDDEN" in flags for n in figures(text)}:
        return "hidden"
    bare = re.sub(r"\D", "", number)
    for found in RAISED.finditer(ours):
        near = re.sub(r"\D", "", unicodedata.normalize("NFKC", found.group()))
        if bare and (bare in near or near in bare):
            return "mark"
    for found in re.finditer(r"\S*~~[^~\n]*~~\S*", ours):
        if bare and bare in re.sub(r"\D", "", found.group()):
            return "struck"
    if same_characters(ours, others, str.isdigit):
        return "apart"
    return "ocr" if any("OCR" in flags for _, flags, _ in lines) else "open"


def where(number, lines):
    """Lines of the reader that hold the number, as `L12`, at most three."""
    found = [f"L{at}" for at, _, text in lines if number in folded(text)]
    return " ".join(found[:3])


def context(number, texts):
    """A line of the second reader that holds the number."""
    for text in texts:
        for line in folded(text).split("\n"):
            if number in NUMBER.findall(line):
                return " ".join(line.split())[:160]
    return ""


def compare(file, command, with_words):
    """Every number (and word) that one side has more often, page by page."""
    pages, code, errors = reader_pages(command, file)
    second = second_pages(file)
    if file.suffix.lower() != ".pdf":
        pages = {1: [line for lines in pages.values() for line in lines]}
    report = {"file": file.name, "pages": 0, "numbers": 0, "words": 0, "raised": 0, "differ": [], "words_differ": []}
    if code:
        report["error"] = errors.strip()[-200:]
    bounds = ()
    if file.suffix.lower() in (".html", ".htm"):
        bounds = html_bounds(file.read_bytes().decode("utf-8", "replace"))
    for page, others in second.items():
        lines = pages.get(page, [])
        ours = "\n".join(text for _, _, text in lines)
        if not (lines or any(other.strip() for other in others)):
            continue
        report["pages"] += 1
        report["raised"] += len(BESIDE_FIGURE.findall(ours))
        have, want = figures(ours), [figures(other) for other in others]
        report["numbers"] += sum(want[0].values())
        for number in sorted(set(have).union(*want)):
            theirs = [counts[number] for counts in want]
            if not within(have[number], theirs):
                row = {"page": page, "item": number, "ours": have[number], "theirs": theirs}
                row["class"] = class_of(number, lines, ours, others, bounds)
                row["lines"] = where(number, lines)
                row["context"] = context(number, others if have[number] < min(theirs) else [ours])
                report["differ"].append(row)
        if not with_words:
            continue
        haves = [words(ours, join) for join in (True, False)]
        want = [words(other, join) for other in others for join in (True, False)]
        report["words"] += sum(want[0].values())
        for word in sorted(set().union(*haves, *want)):
            theirs = [counts[word] for counts in want]
            if not any(within(counts[word], theirs) for counts in haves):
                row = {"page": page, "item": word, "ours": haves[0][word], "theirs": theirs}
                row["class"] = class_of_word(word, lines, ours, others, bounds)
                report["words_differ"].append(row)
    return report


def papers(paths):
    kinds = (".pdf", ".html", ".htm", ".docx", ".xml", ".jsonl", ".md", ".txt")
    for path in paths:
        found = sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() else [path]
        yield from (p for p in found if p.suffix.lower() in kinds)


def summary(reports):
    kinds = {}
    for report in reports:
        of_kind = kinds.setdefault(Path(report["file"]).suffix.lower().lstrip("."), Counter())
        of_kind.update(files=1, **{name: report[name] for name in ("pages", "numbers", "words", "raised")})
        for name, rows in (("numbers", report["differ"]), ("words", report["words_differ"])):
            for row in rows:
                less = max(0, min(row["theirs"]) - row["ours"])
                more = max(0, row["ours"] - max(row["theirs"]))
                of_kind.update({f"{name}_lost": less, f"{name}_gained": more, f"{name}_{row['class']}": less + more})
    return {kind: dict(counts) for kind, counts in sorted(kinds.items())}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("papers", nargs="+", type=Path, help="files and folders")
    parser.add_argument("--reader", default=READER, help="command that reads {file} [default: %(default)s]")
    parser.add_argument("--words", action="store_true", help="compare words too")
    parser.add_argument("--quiet", action="store_true", help="print the summary only")
    parser.add_argument("--out", type=Path, help="write every difference as JSON")
    options = parser.parse_args()
    reports = []
    for file in papers(options.papers):
        try:
            report = compare(file, options.reader, options.words)
        except (OSError, subprocess.SubprocessError, zipfile.BadZipFile, ElementTree.ParseError) as error:
            print(f"{file}: {error}", file=sys.stderr)
            continue
        reports.append(report)
        for row in [] if options.quiet else report["differ"] + report["words_differ"]:
            sides = f"{row['ours']} against {'/'.join(map(str, row['theirs']))}"
            print(f"{file.name} p. {row['page']} {row['item']}: {sides} [{row['class']}] {row.get('context', '')}")
    totals = summary(reports)
    print(json.dumps(totals, indent=1))
    if options.out:
        options.out.write_text(json.dumps({"summary": totals, "files": reports}, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()

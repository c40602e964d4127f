"""The words of original files, read without twolane: poppler for PDF, tesseract for pages that
have no text, the standard library for the rest. What an answer quotes is judged against this.

`pages(path)` gives {page: [text, ...]}: the same page read in several orders (layout, reading,
content stream). Files without pages have the one page 0.
"""

import email
import email.policy
import functools
import html.parser
import json
import re
import shutil
import subprocess
import tempfile
import zipfile
from pathlib import Path
from xml.etree import ElementTree

PDF_MODES = (["-layout"], [], ["-raw"])


@functools.lru_cache(maxsize=64)
def pages(path: Path, password: str = "", ocr: bool = True) -> dict:
    path = Path(path)
    head = path.read_bytes()[:1024]
    if b"%PDF-" in head:
        return pdf_pages(path, password, ocr)
    suffix = path.suffix.lower()
    if head.startswith(b"PK") and suffix == ".docx":
        return {0: [docx_text(path)]}
    if suffix in (".html", ".htm", ".xhtml"):
        return {0: [html_text(decode(path.read_bytes()))]}
    if suffix == ".eml":
        return {0: [eml_text(path)]}
    if suffix == ".jsonl":
        return {0: [jsonl_text(decode(path.read_bytes()))]}
    if suffix in (".md", ".markdown"):
        text = decode(path.read_bytes())
        return {0: [text, re.sub(r"[*_`#|>]+", " ", text)]}
    return {0: [decode(path.read_bytes())]}


def decode(data: bytes) -> str:
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def pdf_pages(path: Path, password: str, ocr: bool) -> dict:
    found: dict = {}
    for mode in PDF_MODES:
        command = ["pdftotext", *mode, "-enc", "UTF-8"]
        if password:
            command += ["-upw", password]
        run = subprocess.run([*command, str(path), "-"], capture_output=True, timeout=300)
        texts = run.stdout.decode("utf-8", "replace").split("\f")
        for number, text in enumerate(texts[:-1] or texts, 1):
            found.setdefault(number, []).append(text)
    if ocr and shutil.which("tesseract") and shutil.which("pdftoppm"):
        for number, texts in found.items():
            if sum(c.isalpha() for c in texts[0]) < 20:
                texts.append(ocr_page(path, number))
    return found


def ocr_page(path: Path, number: int) -> str:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "page"
        subprocess.run(["pdftoppm", "-r", "200", "-gray", "-png", "-f", str(number), "-l", str(number),
                        "-singlefile", str(path), str(out)], capture_output=True, timeout=300)
        image = out.with_suffix(".png")
        if not image.exists():
            return ""
        run = subprocess.run(["tesseract", str(image), "-"], capture_output=True, timeout=300)
        return run.stdout.decode("utf-8", "replace")


WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"


def docx_text(path: Path) -> str:
    """Paragraphs, one a line; a table row on one line, cells parted by two spaces."""
    lines: list[str] = []
    with zipfile.ZipFile(path) as archive:
        parts = [n for n in archive.namelist() if re.fullmatch(r"word/(header|footer|footnotes)\d*\.xml", n)]
        for name in ["word/document.xml", *sorted(parts)]:
            walk_docx(ElementTree.fromstring(archive.read(name)), lines)
    return "\n".join(lines)


def walk_docx(element, lines):
    for child in element:
        if child.tag == WORD + "p":
            lines.append(paragraph_text(child))
        elif child.tag == WORD + "tr":
            cells = [" ".join(paragraph_text(p) for p in cell.iter(WORD + "p")) for cell in child.iter(WORD + "tc")]
            lines.append("  ".join(cells))
        else:
            walk_docx(child, lines)


def paragraph_text(paragraph) -> str:
    parts = []
    for node in paragraph.iter():
        if node.tag == WORD + "t":
            parts.append(node.text or "")
        elif node.tag in (WORD + "tab", WORD + "br"):
            parts.append(" ")
    return "".join(parts)


class HtmlText(html.parser.HTMLParser):
    BLOCKS = {"p", "div", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "br", "caption", "section",
              "article", "main", "table", "ul", "ol", "title", "dt", "dd", "blockquote", "pre", "footer", "nav"}
    SILENT = {"script", "style", "noscript", "template"}

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.parts, self.silent = [], 0

    def handle_starttag(self, tag, attrs):
        if tag in self.SILENT:
            self.silent += 1
        elif tag in self.BLOCKS:
            self.parts.append("\n")
        elif tag in ("td", "th"):
            self.parts.append("  ")

    def handle_endtag(self, tag):
        if tag in self.SILENT:
            self.silent = max(0, self.silent - 1)
        elif tag in self.BLOCKS:
            self.parts.append("\n")

    def handle_data(self, data):
        if not self.silent:
            self.parts.append(re.sub(r"\s+", " ", data))


def html_text(source: str) -> str:
    reader = HtmlText()
    reader.feed(source)
    return "".join(reader.parts)


def eml_text(path: Path) -> str:
    message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
    lines = [f"{key}: {message[key]}" for key in ("From", "To", "Cc", "Date", "Subject") if message[key]]
    for part in message.walk():
        if part.get_content_maintype() == "text":
            content = part.get_content()
            lines.append(html_text(content) if part.get_content_subtype() == "html" else content)
    return "\n".join(lines)


def jsonl_text(text: str) -> str:
    out = []
    for line in text.splitlines():
        if line.strip():
            record = json.loads(line)
            out += [str(v) for v in record.values() if isinstance(v, (str, int, float))]
    return "\n".join(out)

"""Papers as files: text, Markdown, HTML, DOCX, PDF and mail from the same blocks.

A block is a pair: `("h1", text)`, `("h2", text)`, `("p", text)`, `("li", text)` or `("table", rows)`, where each row is
a list of cells and the first row is the head.
"""
import io
import textwrap
import zipfile
from dataclasses import dataclass
from email.message import EmailMessage
from html import escape

WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
HEADINGS = {"h1": "Heading1", "h2": "Heading2"}


@dataclass
class Paper:
    """`name` has the extension txt, md, html, docx, pdf or eml. `sender`, `to` and `date` are those of a mail."""

    name: str
    blocks: list
    sender: str = ""
    to: str = ""
    date: str = ""


def padded(rows):
    widths = [max(len(cell) for cell in column) for column in zip(*rows)]
    return ["   ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows]


def text(paper):
    lines = []
    for kind, body in paper.blocks:
        if kind == "table":
            lines += [*padded(body), ""]
        elif kind == "li":
            lines += textwrap.wrap(body, 88, initial_indent="  - ", subsequent_indent="    ")
        else:
            body = body.upper() if kind == "h1" else body
            lines += [*(textwrap.wrap(body, 92) or [""]), ""]
    return "\n".join(lines).encode()


def markdown(paper):
    lines = []
    for kind, body in paper.blocks:
        if kind == "table":
            lines += ["", "| " + " | ".join(body[0]) + " |", "| " + " | ".join("---" for _ in body[0]) + " |"]
            lines += ["| " + " | ".join(row) + " |" for row in body[1:]] + [""]
        else:
            lines.append({"h1": "# {}\n", "h2": "## {}\n", "li": "- {}", "p": "\n{}\n"}[kind].format(body))
    return "\n".join(lines).encode()


def html(paper):
    parts = []
    for kind, body in paper.blocks:
        if kind == "table":
            cells = lambda row, tag: "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in row) + "</tr>"
            parts.append("<table>" + cells(body[0], "th") + "".join(cells(row, "td") for row in body[1:]) + "</table>")
        elif kind == "li":
            parts.append(f"<ul><li>{escape(body)}</li></ul>")
        else:
            parts.append(f"<{kind}>{escape(body)}</{kind}>")
    title = next((body for kind, body in paper.blocks if kind == "h1"), paper.name)
    return f"<!doctype html><html><head><meta charset=utf-8><title>{escape(title)}</title></head><body>{''.join(parts)}</body></html>".encode()


def docx(paper):
    def paragraph(body, style=""):
        named = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
        return f'<w:p>{named}<w:r><w:t xml:space="preserve">{escape(body)}</w:t></w:r></w:p>'

    parts = []
    for kind, body in paper.blocks:
        if kind == "table":
            rows = ("<w:tr>" + "".join(f"<w:tc>{paragraph(cell)}</w:tc>" for cell in row) + "</w:tr>" for row in body)
            parts.append(f"<w:tbl>{''.join(rows)}</w:tbl>")
        else:
            parts.append(paragraph(body, HEADINGS.get(kind, "ListParagraph" if kind == "li" else "")))
    package = "http://schemas.openxmlformats.org/package/2006"
    main = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
    files = {
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/word/document.xml" ContentType="{main}"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="r1" Type="{relation}" Target="word/document.xml"/></Relationships>',
        "word/document.xml": f"<w:document {WORD}><w:body>{''.join(parts)}</w:body></w:document>",
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for name, content in files.items():
            file.writestr(name, '<?xml version="1.0" encoding="UTF-8"?>' + content)
    return out.getvalue()


def pdf(paper):
    """Letter pages. Cells of a table stand at fixed places on their line, without rules, as office programs print them."""
    lines = []  # (font, size, space above, [(x, text)])
    for kind, body in paper.blocks:
        if kind == "table":
            step = 460 // len(body[0])
            widest = [max(len(row[at]) for row in body) for at in range(len(body[0]))]
            first = max(step, min(widest[0] * 6, 260))
            rest = (470 - first) // max(1, len(body[0]) - 1)
            for at, row in enumerate(body):
                columns = [[cell] if width * 6 <= (first if n == 0 else rest) else textwrap.wrap(cell, max(8, (first if n == 0 else rest) // 6), break_long_words=False) or [""]
                           for n, (cell, width) in enumerate(zip(row, widest))]
                for deep in range(max(map(len, columns))):
                    cells = [(72 + (0 if n == 0 else first + (n - 1) * rest), column[deep]) for n, column in enumerate(columns) if deep < len(column)]
                    lines.append(("/F2" if at == 0 else "/F1", 11, 18 if deep == 0 else 13, cells))
            continue
        font, size, leading, width = {"h1": ("/F2", 16, 28, 58), "h2": ("/F2", 13, 24, 70)}.get(kind, ("/F1", 11, 20, 85))
        for at, line in enumerate(textwrap.wrap(body, width) or [""]):
            shown = f"\x95 {line}" if kind == "li" and at == 0 else line
            lines.append((font, size, leading if at == 0 else size + 2, [(90 if kind == "li" else 72, shown)]))
    pages, y = [[]], 750
    for font, size, leading, cells in lines:
        if y - leading < 60:
            pages.append([])
            y = 750
        y -= leading
        for x, shown in cells:
            shown = shown.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
            pages[-1].append(f"BT {font} {size} Tf {x} {y} Td ({shown}) Tj ET")
    kids = " ".join(f"{5 + 2 * at} 0 R" for at in range(len(pages)))
    font = "<< /Type /Font /Subtype /Type1 /BaseFont /{} /Encoding /WinAnsiEncoding >>"
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
               font.format("Helvetica"), font.format("Helvetica-Bold")]
    for at, page in enumerate(pages):
        stream = "\n".join(page).replace("\x95", "\u2022")
        objects.append("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> "
                       f"/Contents {6 + 2 * at} 0 R >>")
        objects.append(f"<< /Length {len(stream.encode('cp1252', 'replace'))} >>\nstream\n{stream}\nendstream")
    out, offsets = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n".encode("cp1252", "replace")
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    tail = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}trailer << /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(out)}\n%%EOF\n"
    return out + tail.encode()


def mail(paper):
    message = EmailMessage()
    message["From"], message["To"], message["Date"] = paper.sender, paper.to, paper.date
    message["Subject"] = next((body for kind, body in paper.blocks if kind == "h1"), paper.name)
    message.set_content("\n\n".join(body for kind, body in paper.blocks if kind in ("p", "li", "h2")))
    return message.as_bytes()


WRITERS = {"txt": text, "md": markdown, "html": html, "docx": docx, "pdf": pdf, "eml": mail}


def written(paper):
    """The bytes of a paper's file."""
    return WRITERS[paper.name.rsplit(".", 1)[1]](paper)

"""DOCX and EML papers with fixed dates."""

import io
import zipfile
from datetime import datetime, timezone
from email import policy
from email.message import EmailMessage
from pathlib import Path

import docx
from docx.enum.text import WD_ALIGN_PARAGRAPH

from .markup import plain

FIXED = (2025, 1, 1, 0, 0, 0)


def build_docx(meta, blocks, notes, path: Path):
    document = docx.Document()
    document.styles["Normal"].font.name = "Times New Roman"
    properties = document.core_properties
    properties.title, properties.author = meta.get("title", ""), meta.get("author", "")
    properties.created = properties.modified = datetime(*FIXED, tzinfo=timezone.utc)
    section = document.sections[0]
    if meta.get("head"):
        section.header.paragraphs[0].text = meta["head"].replace("|", "\t")
    if meta.get("foot"):
        section.footer.paragraphs[0].text = meta["foot"]
    for block in blocks:
        if block.kind == "heading":
            heading = document.add_heading(plain(block.text).replace("<br/>", "\n"), max(block.level - 1, 0))
            if block.level == 1:
                heading.alignment = WD_ALIGN_PARAGRAPH.CENTER
        elif block.kind == "item":
            # Labels are typed, as clerks do, so that they are part of the text.
            style = "List Bullet" if block.label == "-" else "Normal"
            paragraph = document.add_paragraph(style=style)
            runs(paragraph, block.text if block.label == "-" else f"{block.label} {block.text}")
        elif block.kind == "table":
            rows = block.header + block.rows
            table = document.add_table(rows=0, cols=len(block.align), style="Table Grid")
            for row in rows:
                cells = table.add_row().cells
                for cell, text in zip(cells, row):
                    cell.text = plain(text)
            document.add_paragraph()
        elif block.kind == "paragraph":
            runs(document.add_paragraph(), block.text)
        elif block.text == "page":
            document.add_page_break()
    stream = io.BytesIO()
    document.save(stream)
    with zipfile.ZipFile(stream) as old, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
        for name in sorted(old.namelist(), key=lambda n: (n != "[Content_Types].xml", n)):
            info = zipfile.ZipInfo(name, FIXED)
            info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, 0o600 << 16
            new.writestr(info, old.read(name))


def runs(paragraph, text):
    """Bold between ** marks; line breaks where the content has them."""
    for i, part in enumerate(text.replace("<br/>", "\n").split("**")):
        if part:
            paragraph.add_run(plain(part)).bold = i % 2 == 1


def build_eml(meta, body: str, path: Path):
    message = EmailMessage(policy=policy.SMTP.clone(linesep="\r\n"))
    for key in ("From", "To", "Cc", "Subject", "Date", "Message-ID", "In-Reply-To"):
        if meta.get(key):
            message[key] = meta[key]
    message.set_content(body.strip() + "\n", cte="quoted-printable")
    if meta.get("html"):
        paragraphs = "".join(f"<p>{p.strip()}</p>\n" for p in body.strip().split("\n\n"))
        message.add_alternative(f"<html><body>\n{paragraphs}</body></html>\n", subtype="html", cte="quoted-printable")
    if meta.get("attachment"):
        message.add_attachment(meta["attachment_text"], filename=meta["attachment"], cte="7bit")
    for number, part in enumerate(message.walk()):
        if part.is_multipart():
            part.set_boundary(f"----=_part_{number}_aldersfield")
    path.write_bytes(message.as_bytes())

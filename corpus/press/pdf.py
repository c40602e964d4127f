"""PDF papers with real page furniture, set by reportlab with fixed dates and ids."""

import re
from pathlib import Path

import font_caladea
import reportlab
from reportlab import rl_config
from reportlab.lib import colors
from reportlab.lib.enums import TA_CENTER, TA_JUSTIFY, TA_LEFT, TA_RIGHT
from reportlab.lib.pagesizes import letter
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import (
    BaseDocTemplate, Flowable, Frame, KeepTogether, NextPageTemplate, PageBreak, PageTemplate,
    Paragraph, Spacer, Table, TableStyle,
)

from .markup import inline

rl_config.invariant = 1
rl_config.useA85 = 0

FAMILIES = {
    "times": ("Times-Roman", "Times-Bold", "Times-Italic", "Times-BoldItalic"),
    "helvetica": ("Helvetica", "Helvetica-Bold", "Helvetica-Oblique", "Helvetica-BoldOblique"),
    "courier": ("Courier", "Courier-Bold", "Courier-Oblique", "Courier-BoldOblique"),
    "caladea": ("Caladea", "Caladea-Bold", "Caladea-Italic", "Caladea-BoldItalic"),
    "vera": ("Vera", "VeraBd", "VeraIt", "VeraBI"),
}


def register_fonts():
    vera = Path(reportlab.__file__).parent / "fonts"
    caladea = Path(font_caladea.__file__).parent / "files"
    for name, path in [
        ("Caladea", caladea / "Caladea-Regular.ttf"), ("Caladea-Bold", caladea / "Caladea-Bold.ttf"),
        ("Caladea-Italic", caladea / "Caladea-Italic.ttf"),
        ("Caladea-BoldItalic", caladea / "Caladea-BoldItalic.ttf"),
        *[(n, vera / f"{n}.ttf") for n in FAMILIES["vera"]],
    ]:
        pdfmetrics.registerFont(TTFont(name, str(path)))
    for family in ("caladea", "vera"):
        n, b, i, bi = FAMILIES[family]
        pdfmetrics.registerFontFamily(n, normal=n, bold=b, italic=i, boldItalic=bi)


class NoteMark(Flowable):
    """Zero-height mark that tells on which page a footnote is called."""

    def __init__(self, numbers, record):
        super().__init__()
        self.numbers, self.record = numbers, record

    def wrap(self, *_):
        return 0, 0

    def draw(self):
        self.record.setdefault(self.canv.getPageNumber(), []).extend(self.numbers)


class Setter:
    """Sets one paper."""

    def __init__(self, meta, blocks, notes):
        self.meta, self.blocks, self.notes = meta, blocks, notes
        self.family = FAMILIES[meta.get("font", "times")]
        self.size = meta.get("size", 11)
        self.leading = meta.get("leading", round(self.size * 1.32, 1))
        self.margin = meta.get("margin", 72)
        self.columns = meta.get("columns", 1)
        self.numbered = meta.get("line_numbers", False)
        self.called = {}

    def style(self, **changes):
        normal = self.family[0]
        justify = self.meta.get("justify", True) and not self.numbered
        values = dict(
            fontName=normal, fontSize=self.size, leading=self.leading,
            alignment=TA_JUSTIFY if justify else TA_LEFT,
            spaceAfter=0 if self.numbered else self.leading * 0.5,
            allowWidows=0, allowOrphans=0,
        )
        if justify:
            values.update(hyphenationLang="en_US", hyphenationMinWordLength=7, splitLongWords=0)
        values.update(changes)
        return ParagraphStyle("s", **values)

    def text(self, text):
        text = inline(text)
        if self.meta.get("ligatures"):
            text = re.sub(r"fi(?![^<]*>)", "\ufb01", text)
            text = re.sub(r"fl(?![^<]*>)", "\ufb02", text)
        return text

    def heading(self, block):
        if self.numbered:
            centred = block.level <= 1
            return Paragraph(
                f"<b>{self.text(block.text)}</b>",
                self.style(alignment=TA_CENTER if centred else TA_LEFT),
            )
        sizes = {1: self.size * 1.45, 2: self.size * 1.15, 3: self.size, 4: self.size}
        size = sizes[block.level]
        markup = f"<b>{self.text(block.text)}</b>"
        if block.level == 4:
            markup = f"<i>{self.text(block.text)}</i>"
        return Paragraph(markup, self.style(
            fontSize=size, leading=size * 1.25, hyphenationLang=None,
            alignment=TA_CENTER if block.level == 1 else TA_LEFT,
            spaceBefore=self.leading * (0.2 if block.level == 1 else 0.55),
            spaceAfter=self.leading * 0.35, keepWithNext=1,
        ))

    def item(self, block):
        step = self.size * 1.9
        width = max(step, pdfmetrics.stringWidth(block.label + " ", self.family[0], self.size) + 3)
        indent = step * (block.level + (0 if self.columns > 1 else 0.5))
        label = "\u2022" if block.label == "-" else block.label
        return Paragraph(self.text(block.text), self.style(
            leftIndent=indent + width, bulletIndent=indent, bulletFontName=self.family[0],
            bulletFontSize=self.size, spaceAfter=0 if self.numbered else self.leading * 0.28,
        ), bulletText=label)

    def table(self, block, width, widths=None, caption=None):
        size = self.meta.get("table_size", self.size - 1)
        sides = {"left": TA_LEFT, "right": TA_RIGHT, "centre": TA_CENTER}

        def cell(text, align, bold=False):
            markup = self.text(text)
            return Paragraph(f"<b>{markup}</b>" if bold else markup, self.style(
                fontSize=size, leading=size * 1.2, alignment=sides[align], spaceAfter=0,
                hyphenationLang=None,
            ))

        rows = [[cell(t, a, True) for t, a in zip(r, block.align)] for r in block.header]
        rows += [[cell(t, a) for t, a in zip(r, block.align)] for r in block.rows]
        columns = len(block.align)
        if widths:
            total = sum(widths)
            widths = [width * w / total for w in widths]
        else:
            widths = [width / columns] * columns
        rules = [
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("TOPPADDING", (0, 0), (-1, -1), 2), ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
            ("LEFTPADDING", (0, 0), (-1, -1), 4), ("RIGHTPADDING", (0, 0), (-1, -1), 4),
        ]
        look = self.meta.get("table_look", "grid")
        if look == "grid":
            rules.append(("GRID", (0, 0), (-1, -1), 0.5, colors.Color(0.35, 0.35, 0.35)))
            if block.header:
                rules.append(("BACKGROUND", (0, 0), (-1, len(block.header) - 1), colors.Color(0.9, 0.9, 0.9)))
        elif look == "rules":
            rules.append(("LINEBELOW", (0, len(block.header) - 1), (-1, len(block.header) - 1), 0.8, colors.black))
            rules.append(("LINEBELOW", (0, -1), (-1, -1), 0.8, colors.black))
        table = Table(rows, colWidths=widths, repeatRows=len(block.header), style=TableStyle(rules))
        table.spaceBefore, table.spaceAfter = self.leading * 0.3, self.leading * 0.7
        if caption:
            title = Paragraph(f"<b>{self.text(caption)}</b>", self.style(alignment=TA_LEFT, spaceAfter=3, keepWithNext=1))
            return [title, table]
        return [table]

    def story(self, width):
        story, changes, widths, caption = [], {}, None, None
        for block in self.blocks:
            numbers = re.findall(r"\[\^(\d+)\]", block.text + " ".join(sum(block.header + block.rows, [])))
            if numbers:
                story.append(NoteMark(numbers, self.called))
            if block.kind == "directive":
                name, _, rest = block.text.partition(" ")
                if name == "page":
                    story.append(PageBreak())
                elif name == "body":
                    story += [NextPageTemplate("body"), PageBreak()]
                elif name == "rotated":
                    story += [NextPageTemplate("rotated"), PageBreak()]
                    width = letter[1] - 2 * self.margin
                elif name == "upright":
                    story += [NextPageTemplate("body"), PageBreak()]
                    width = letter[0] - 2 * self.margin
                elif name == "right":
                    changes = dict(alignment=TA_RIGHT, hyphenationLang=None)
                elif name == "centre":
                    changes = dict(alignment=TA_CENTER, hyphenationLang=None)
                elif name == "left":
                    changes = dict(alignment=TA_LEFT, hyphenationLang=None)
                elif name == "small":
                    changes = dict(fontSize=self.size - 2, leading=(self.size - 2) * 1.25)
                elif name == "hidden":
                    changes = dict(textColor=colors.white, fontSize=self.size - 3, leading=self.size - 2)
                elif name == "gap":
                    story.append(Spacer(1, float(rest)))
                elif name == "widths":
                    widths = [float(w) for w in rest.split()]
                elif name == "caption":
                    caption = rest
                elif name == "rule":
                    story.append(Table([[""]], colWidths=[width], rowHeights=[4], style=[("LINEABOVE", (0, 0), (-1, 0), 0.7, colors.black)]))
                elif name == "signature":
                    names = [n.strip() for n in rest.split(";")]
                    lines = "<br/>".join(f"_____________________________<br/>{inline(n)}" for n in names)
                    story.append(KeepTogether([Spacer(1, self.leading), Paragraph(
                        lines, self.style(alignment=TA_LEFT, leading=self.leading * (1 if self.numbered else 1.35)))]))
                else:
                    raise ValueError(f"unknown directive {block.text!r}")
                continue
            if block.kind == "heading":
                story.append(self.heading(block))
            elif block.kind == "item":
                story.append(self.item(block))
            elif block.kind == "table":
                story += self.table(block, width, widths, caption)
                widths = caption = None
            else:
                story.append(Paragraph(self.text(block.text), self.style(**changes)))
                changes = {}
        return story

    def page_label(self, canvas):
        page = canvas.getPageNumber()
        start = getattr(canvas, "_body_starts_at", None)
        if not self.meta.get("front"):
            return str(page)
        return roman(page) if start is None else str(page - start + 1)

    def furniture(self, canvas, doc, landscape=False):
        meta = self.meta
        page = canvas.getPageNumber()
        wide, high = (letter[1], letter[0]) if landscape else letter
        canvas.saveState()
        if landscape:
            # The page is stored upright and turned by /Rotate, as scanners and word processors do.
            canvas.restoreState()
            canvas.translate(letter[0], 0)
            canvas.rotate(90)
            canvas.saveState()
        if meta.get("watermark"):
            canvas.saveState()
            canvas.setFont(self.family[1], 80)
            canvas.setFillGray(0.9)
            canvas.translate(wide / 2, high / 2)
            canvas.rotate(52)
            canvas.drawCentredString(0, -20, meta["watermark"])
            canvas.restoreState()
        canvas.setFont(self.family[0], min(self.size, 9))
        label = self.page_label(canvas)
        first = page == 1 and not meta.get("head_on_first", False)
        fill = lambda text: text.replace("{page}", label).replace("{pages}", str(self.meta.get("_pages", "")))
        if meta.get("head") and not first:
            left, _, right = meta["head"].partition("|")
            canvas.drawString(self.margin, high - self.margin * 0.62, fill(left.strip()))
            canvas.drawRightString(wide - self.margin, high - self.margin * 0.62, fill(right.strip()))
            canvas.setLineWidth(0.4)
            canvas.line(self.margin, high - self.margin * 0.7, wide - self.margin, high - self.margin * 0.7)
        if meta.get("foot") and not (page == 1 and meta.get("no_foot_on_first")):
            parts = [fill(p.strip()) for p in meta["foot"].split("|")]
            y = self.margin * 0.5
            if len(parts) == 1:
                canvas.drawCentredString(wide / 2, y, parts[0])
            else:
                canvas.drawString(self.margin, y, parts[0])
                canvas.drawRightString(wide - self.margin, y, parts[-1])
        if meta.get("banner") and page == 1:
            size = meta.get("banner_size", 26)
            canvas.setFont(self.family[1], size)
            canvas.drawCentredString(wide / 2, high - self.margin - size * 0.6, meta["banner"])
            canvas.setFont(self.family[2], 9)
            canvas.drawCentredString(wide / 2, high - self.margin - size * 0.6 - 15, meta.get("banner_line", ""))
            canvas.line(self.margin, high - self.margin - size * 0.6 - 21, wide - self.margin, high - self.margin - size * 0.6 - 21)
        if self.numbered:
            canvas.setFont(self.family[0], self.size - 2)
            rows = int((high - 2 * self.margin) // self.leading)
            for row in range(rows):
                y = high - self.margin - self.size - row * self.leading
                canvas.drawRightString(self.margin - 14, y, str(row + 1))
        called = self.previous.get(page, [])
        if called:
            y = self.margin + self.note_height(called, wide - 2 * self.margin) - 4
            canvas.setLineWidth(0.5)
            canvas.line(self.margin, y + 2, self.margin + 130, y + 2)
            for number in called:
                paragraph = self.note(number)
                _, height = paragraph.wrap(wide - 2 * self.margin, 400)
                y -= height
                paragraph.drawOn(canvas, self.margin, y)
        canvas.restoreState()

    def note(self, number):
        size = self.size - 2
        return Paragraph(f'<super size="6">{number}</super> ' + self.text(self.notes[number]),
                         self.style(fontSize=size, leading=size * 1.2, spaceAfter=0))

    def note_height(self, numbers, width):
        return 10 + sum(self.note(n).wrap(width, 400)[1] for n in numbers)

    def build(self, path: Path):
        """Sets the paper until footnotes stand on the pages that call them."""
        self.previous = {}
        pages = None
        for _ in range(6):
            self.called = {}
            self.meta["_pages"] = pages or ""
            count = self.once(path)
            if self.called == self.previous and count == pages:
                return
            self.previous, pages = dict(self.called), count
        raise RuntimeError(f"{path}: footnotes do not settle")

    def once(self, path):
        meta = self.meta
        setter = self

        class Template(BaseDocTemplate):
            def handle_pageBegin(self):
                page = self.page + 1
                for frame in self.pageTemplate.frames:
                    if not hasattr(frame, "full"):
                        frame.full = (frame._y1, frame._height)
                    y1, height = frame.full
                    notes = setter.previous.get(page, [])
                    lift = setter.note_height(notes, frame._width) if notes else 0
                    drop = meta.get("banner_height", 60) if meta.get("banner") and page == 1 else 0
                    frame._y1, frame._height = y1 + lift, height - lift - drop
                    frame._geom()
                    frame._reset()
                super().handle_pageBegin()

        doc = Template(
            str(path), pagesize=letter, title=meta.get("title", ""), author=meta.get("author", ""),
            subject=meta.get("subject", ""), creator="corpus/generate.py", producer="reportlab",
            pageCompression=1, lang="en-US", invariant=1,
        )
        gutter = 20
        inner = letter[0] - 2 * self.margin
        column = (inner - gutter * (self.columns - 1)) / self.columns
        frames = lambda: [
            Frame(self.margin + i * (column + gutter), self.margin, column, letter[1] - 2 * self.margin,
                  leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0)
            for i in range(self.columns)
        ]
        wide = [Frame(self.margin, self.margin, letter[1] - 2 * self.margin, letter[0] - 2 * self.margin,
                      leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0)]
        first = "front" if meta.get("front") else "body"

        def on_body(canvas, doc):
            if meta.get("front") and not hasattr(canvas, "_body_starts_at"):
                canvas._body_starts_at = canvas.getPageNumber()
                canvas.addPageLabel(canvas.getPageNumber() - 1, style="ARABIC", start=1)
            self.furniture(canvas, doc)

        def on_front(canvas, doc):
            if canvas.getPageNumber() == 1:
                canvas.addPageLabel(0, style="ROMAN_LOWER", start=1)
            self.furniture(canvas, doc)

        templates = {
            "front": PageTemplate("front", frames(), onPage=on_front, pagesize=letter),
            "body": PageTemplate("body", frames(), onPage=on_body, pagesize=letter),
            "rotated": PageTemplate("rotated", wide, onPage=lambda c, d: self.furniture(c, d, True), pagesize=(letter[1], letter[0])),
        }
        templates["rotated"].rotation = 90
        order = [first] + [n for n in templates if n != first]
        doc.addPageTemplates([templates[n] for n in order])
        doc.build(self.story(column))
        return doc.page


def roman(number):
    out = ""
    for value, digits in [(10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")]:
        while number >= value:
            out, number = out + digits, number - value
    return out


def build(meta, blocks, notes, path):
    Setter(meta, blocks, notes).build(path)

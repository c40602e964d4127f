"""A scanned page: text drawn as an image, a little askew, with specks, in a PDF without text."""

import io
import random
from pathlib import Path

import font_caladea
from PIL import Image, ImageDraw, ImageFilter, ImageFont
from reportlab.lib.pagesizes import letter
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from .markup import plain

DPI = 200


def pages_of(meta, blocks):
    """The lines of each page as drawn: (text, bold, indent), from the blocks."""
    font = face(False, meta)
    width = int(6.5 * DPI)
    pages = [[]]
    for block in blocks:
        if block.kind == "directive":
            if block.text == "page":
                pages.append([])
            elif block.text.startswith("gap"):
                pages[-1].append(("", False))
            continue
        for part in block.text.split("<br/>"):
            words, line = plain(part).split(), ""
            for word in words:
                longer = f"{line} {word}".strip()
                if font.getlength(longer) > width and line:
                    pages[-1].append((line, block.kind == "heading"))
                    longer = word
                line = longer
            pages[-1].append((line, block.kind == "heading"))
        pages[-1].append(("", False))
    return pages


def face(bold, meta):
    name = "Caladea-Bold.ttf" if bold else "Caladea-Regular.ttf"
    path = Path(font_caladea.__file__).parent / "files" / name
    return ImageFont.truetype(str(path), int(meta.get("size", 11.5) / 72 * DPI), layout_engine=ImageFont.Layout.BASIC)


def page_image(lines, meta, seed):
    size = (int(8.5 * DPI), int(11 * DPI))
    image = Image.new("L", size, 250)
    draw = ImageDraw.Draw(image)
    x, y, step = DPI, int(DPI * 0.95), int(meta.get("size", 11.5) * 1.38 / 72 * DPI)
    for text, bold in lines:
        draw.text((x, y), text, font=face(bold, meta), fill=28)
        y += step if text else step * 6 // 10
    chance = random.Random(seed)
    image = image.rotate(meta.get("skew", 0.5), resample=Image.Resampling.BICUBIC, fillcolor=250)
    image = image.filter(ImageFilter.GaussianBlur(0.55))
    draw = ImageDraw.Draw(image)
    for _ in range(900):
        px, py, r = chance.randrange(size[0]), chance.randrange(size[1]), chance.choice((0, 0, 0, 1))
        draw.ellipse((px, py, px + r, py + r), fill=chance.randrange(70, 190))
    draw.rectangle((0, 0, 9, size[1]), fill=120)
    for hole in (2.2, 5.5, 8.8):
        draw.ellipse((52, int(hole * DPI), 92, int(hole * DPI) + 40), fill=90)
    # Sixteen greys, as an office scanner's default gives, keep the file small.
    return image.point(lambda v: v & 0xF0)


def build(meta, blocks, path):
    canvas = Canvas(str(path), pagesize=letter, invariant=1, pageCompression=1)
    canvas.setTitle(meta.get("title", ""))
    canvas.setCreator("corpus/generate.py")
    for number, lines in enumerate(pages_of(meta, blocks)):
        image = page_image(lines, meta, meta.get("seed", 7) + number)
        jpeg = io.BytesIO()
        image.save(jpeg, "JPEG", quality=38, optimize=False)
        jpeg.seek(0)
        canvas.drawImage(ImageReader(jpeg), 0, 0, letter[0], letter[1])
        canvas.showPage()
    canvas.save()

"""Marks on pictures of pages lie over the words that are quoted: measured in Chromium, against boxes and pictures that
PyMuPDF makes of the same files, and not against what this program says of them.

    tests/web/marks.py --base http://127.0.0.1:7878 --papers corpus/papers --questions corpus/questions.jsonl \
        [--papers FOLDER --questions FILE --base URL …] [--quotes 60] [--out benches/runs/…-marks.json]

For each quote of the answers: its words are looked for on the page as PyMuPDF reads it. `covered` is the part of these
words' boxes that lies under the marks as the browser draws them; `alike` how the served picture under the words
correlates with PyMuPDF's drawing of them; `elsewhere` the part of the marks that lies on no line of the quote.
"""

import argparse
import datetime
import json
import re
import subprocess
import sys
import unicodedata
import urllib.parse
import urllib.request
from pathlib import Path

import numpy
import pymupdf
from browser import Check
from playwright.sync_api import sync_playwright

LEAST = 0.9
# Lines of print are set this much higher than their letters' boxes at most; a mark may reach as far.
BETWEEN_LINES = 0.35


def letters(word):
    return "".join(c for c in unicodedata.normalize("NFKC", word).casefold() if c.isalnum())


def boxes_of(quote, page, earlier=0):
    """Boxes of the quote's words on the page, by PyMuPDF; None unless they stand there in order. Words that stand there
    more than once are meant where so many of them came before."""
    wanted = [w for w in (letters(w) for w in re.split(r"\s+", quote)) if w]
    words = [(letters(w[4]), (pymupdf.Rect(w[:4]) * page.rotation_matrix).normalize()) for w in page.get_text("words", sort=False)]
    words = [(w, box) for w, box in words if w]
    places = [found for start in range(len(words)) if (found := run_from(start, words, wanted))]
    places.sort(key=lambda found: found[0].y0)
    return places[earlier] if earlier < len(places) else None


def run_from(start, words, wanted):
    """Boxes of the wanted words from this word on."""
    at, found = start, []
    for word in wanted:
        rest = word
        # A word that is parted at the end of a line is two there, and a mark before it may be part of one.
        while rest:
            if at == len(words):
                return None
            here, box = words[at]
            if not (rest.startswith(here) or (rest == word and here.endswith(rest))):
                return None
            found.append(box)
            rest = "" if here.endswith(rest) else rest[len(here):]
            at += 1
    return found


def times(quote, text):
    """How often the quote's words stand in a text."""
    quote, text = (" ".join(letters(w) for w in part.split()) for part in (quote, text))
    return text.count(quote)


def mask(shape, boxes, scale):
    made = numpy.zeros(shape, bool)
    for x0, y0, x1, y1 in boxes:
        made[max(0, round(y0 * scale)):max(0, round(y1 * scale)), max(0, round(x0 * scale)):max(0, round(x1 * scale))] = True
    return made


def grey(pixmap):
    made = numpy.frombuffer(pixmap.samples, numpy.uint8).reshape(pixmap.height, pixmap.stride)
    return made[:, : pixmap.width * pixmap.n].reshape(pixmap.height, pixmap.width, pixmap.n)[:, :, :3].mean(axis=2)


def measure(check, page, support, file):
    """Opens a citation and measures its marks; None where there is nothing to hold it against."""
    number, line = (int(n) for n in re.match(r"p\.(\d+) L(\d+)", support["locator"]).groups())
    reference = pymupdf.open(file)[number - 1]
    read = check.api(f"/sources/{urllib.parse.quote(support['source_id'], safe='')}/pages/{number}")["lines"]
    words = boxes_of(support["quote"], reference, times(support["quote"], "\n".join(one["text"] for one in read[:line - 1])))
    if words is None:
        return None
    check.wait(page, "document.querySelector('.sheetbox rect') !== null && document.querySelector('.sheetbox img').naturalWidth > 0")
    seen = page.evaluate(
        "() => { const of = (e) => { const b = e.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; };"
        " return { image: of(document.querySelector('.sheetbox img')), marks: [...document.querySelectorAll('.sheetbox rect')].map(of) }; }"
    )
    left, top, right, bottom = seen["image"]
    width, height = reference.rect.width, reference.rect.height
    across, down = width / (right - left), height / (bottom - top)
    marks = [((x0 - left) * across, (y0 - top) * down, (x1 - left) * across, (y1 - top) * down) for x0, y0, x1, y1 in seen["marks"]]
    # At four pixels a point.
    shape = (round(height * 4), round(width * 4))
    wanted, marked = mask(shape, words, 4), mask(shape, marks, 4)
    lines = mask(shape, [(0, b.y0 - BETWEEN_LINES * b.height, width, b.y1 + BETWEEN_LINES * b.height) for b in words], 4)
    ours = pymupdf.Pixmap(urllib.request.urlopen(check.pictures_asked[-1]).read())
    theirs = reference.get_pixmap(matrix=pymupdf.Matrix(ours.width / width, ours.height / height), alpha=False)
    high, wide = min(ours.height, theirs.height), min(ours.width, theirs.width)
    scale = wide / width
    rows = slice(max(0, int(min(b.y0 for b in words) * scale) - 4), min(high, int(max(b.y1 for b in words) * scale) + 4))
    ink = mask((high, wide), words, scale)[rows]
    a, b = blurred(grey(ours)[rows, :wide])[ink], blurred(grey(theirs)[rows, :wide])[ink]
    alike = float(numpy.corrcoef(a, b)[0, 1]) if a.std() > 0 and b.std() > 0 else 0.0
    return {
        "covered": float((wanted & marked).sum() / wanted.sum()),
        "elsewhere": float((marked & ~lines).sum() / max(1, marked.sum())),
        "alike": alike,
        "marks": len(marks),
        "fits": abs((right - left) / (bottom - top) - width / height) < 0.01,
    }


def blurred(picture):
    """Letters are drawn alike by two programs, not pixel by pixel."""
    out = picture.astype(float)
    for axis in (0, 1):
        out = sum(numpy.roll(out, shift, axis) for shift in (-2, -1, 0, 1, 2)) / 5
    return out


def quotes_of(check, questions):
    """Quotes of the answers that stand on pages of PDFs, each once."""
    seen = set()
    for line in Path(questions).read_text().splitlines():
        case = json.loads(line)
        body = {"question": case["question"], "no_memory": True, **({"town": case["town"]} if case.get("town") else {})}
        try:
            reply = check.api("/ask", body)
        except OSError:
            continue
        for fact in reply.get("evidence", {}).get("facts", []):
            for support in fact["support"]:
                key = (support["source_id"], support["locator"], support["quote"])
                # A quote over two pages has marks on both, and one of them is shown.
                if re.fullmatch(r"p\.\d+ L\d+(-L\d+)?", support["locator"]) and key not in seen:
                    seen.add(key)
                    yield support


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--base", action="append", required=True)
    parser.add_argument("--papers", action="append", required=True, help="folder of the files that were read")
    parser.add_argument("--questions", action="append", required=True)
    parser.add_argument("--quotes", type=int, default=60, help="of each archive")
    parser.add_argument("--browser", default="/usr/bin/chromium")
    parser.add_argument("--web")
    parser.add_argument("--out")
    args = parser.parse_args()
    rows, passed_over, wrong = [], {"of no file here": 0, "words that PyMuPDF reads otherwise": 0, "a page without text": 0}, []
    with sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=args.browser, args=["--no-sandbox"])
        for base, papers, questions in zip(args.base, args.papers, args.questions, strict=True):
            check = Check(chromium, base, web=args.web)
            files = {}
            for file in Path(papers).rglob("*.pdf"):
                files.setdefault((file.name, file.stat().st_size), file)
            sources = {s["id"]: files.get((s["paths"][0], s["bytes"])) for s in check.api("/sources")["sources"] if s["kind"] == "pdf" and s["paths"]}
            page = check.page()
            of_here = 0
            for support in quotes_of(check, questions):
                if of_here >= args.quotes:
                    break
                file = sources.get(support["source_id"])
                if file is None:
                    passed_over["of no file here"] += 1
                    continue
                number = int(re.match(r"p\.(\d+) ", support["locator"]).group(1))
                if not pymupdf.open(file)[number - 1].get_text("words"):
                    passed_over["a page without text"] += 1
                    continue
                address = "/".join(urllib.parse.quote(support[part], safe="") for part in ("source_id", "locator"))
                check.to(page, f"source/{address}")
                found = measure(check, page, support, file)
                if found is None:
                    passed_over["words that PyMuPDF reads otherwise"] += 1
                    print("?    ", file.name, support["locator"], support["quote"][:100])
                    continue
                of_here += 1
                rows.append({"file": file.name, "locator": support["locator"], "quote": support["quote"][:80], **found})
                if found["covered"] < LEAST or found["elsewhere"] > 0.1 or found["alike"] < LEAST or not found["fits"]:
                    wrong.append(rows[-1])
                    print("WRONG", rows[-1])
            check.close(page)
            wrong += check.wrong
        chromium.close()

    def spread(key):
        values = sorted(row[key] for row in rows)
        return {"least": round(values[0], 3), "median": round(values[len(values) // 2], 3), "greatest": round(values[-1], 3)}

    result = {
        "what": "marks over quoted words in Chromium, against PyMuPDF", "date": datetime.date.today().isoformat(),
        "command": "tests/web/marks.py", "commit": subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False).stdout.strip(),
        "pymupdf": pymupdf.__version__, "quotes": len(rows), "files": len({row["file"] for row in rows}), "passed_over": passed_over,
        "covered": spread("covered"), "elsewhere": spread("elsewhere"), "alike": spread("alike"),
        "covered_at_least_0.9": sum(row["covered"] >= LEAST for row in rows), "wrong": wrong, "rows": rows,
    }
    print(json.dumps({key: value for key, value in result.items() if key not in ("rows", "wrong")}, indent=1))
    if args.out:
        Path(args.out).write_text(json.dumps(result, indent=1) + "\n")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()

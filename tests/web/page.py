"""The page in a browser: asked, clarified, changed, cited, searched, checked; by keyboard, in the dark, at 360
pixels; nothing from elsewhere, nothing executed, nothing that axe-core objects to.

    twolane --archive /tmp/sample ingest corpus/papers
    twolane --archive /tmp/sample serve --uploads /tmp/uploads &
    pip install playwright; npm pack axe-core && tar xzf axe-core-*.tgz
    python3 tests/web/page.py --axe package/axe.min.js [--browser /usr/bin/chromium] [--pictures docs/images]

The page forbids code made of text, so this waits by looking and not by Playwright's `wait_for_function`.
"""

import argparse
import json
import sys
import time
import urllib.parse
import urllib.request
from pathlib import Path

from playwright.sync_api import sync_playwright

QUESTION = "What does a dog license cost in Aldersfield?"
HOSTILE = [
    "<img src=x onerror=alert(1)>",
    '"><script>alert(2)</script>',
    "javascript:alert(3)",
    "<svg/onload=alert(4)>",
    "</textarea><script>alert(5)</script>",
    "\u202edesrever",
]
OURS = ("source", "search", "papers", "law", "check", "history")


class Check:
    """Runs the steps and keeps what is wrong."""

    def __init__(self, args):
        self.args, self.wrong = args, []
        self.axe_code = Path(args.axe).read_text() if args.axe else None

    def holds(self, what, ok):
        print("ok   " if ok else "WRONG", what)
        if not ok:
            self.wrong.append(what)

    def page(self, browser, **kind):
        page = browser.new_context(**kind).new_page()
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda error: self.wrong.append(f"page error: {error}"))
        page.on("dialog", lambda dialog: (self.wrong.append(f"executed: {dialog.message}"), dialog.dismiss()))

        def seen(request):
            if not request.url.startswith((self.args.base, "blob:" + self.args.base)):
                self.wrong.append(f"request to {request.url}")

        page.on("request", seen)
        return page

    def wait(self, page, what):
        for _ in range(300):
            if page.evaluate(what):
                return
            time.sleep(0.1)
        raise TimeoutError(what)

    def axe(self, page, view):
        if self.axe_code:
            page.evaluate(self.axe_code)
            found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
            self.holds(f"axe: {view}", not found)
            for violation in found:
                print("     ", violation["id"], [node["html"][:120] for node in violation["nodes"]][:3])

    def picture(self, page, name, **kind):
        if self.args.pictures:
            page.screenshot(path=str(Path(self.args.pictures) / f"serve-{name}.png"), **kind)

    def ask(self, page, question):
        page.fill("#question", question)
        page.click("#send")
        self.wait(page, "document.querySelector('#answer').childElementCount > 0"
                        " && !document.querySelector('#answer').hasAttribute('aria-busy')")

    def answer(self, browser):
        page = self.page(browser, viewport={"width": 1100, "height": 900})
        page.goto(self.args.base + "/")
        self.holds("the question box is ready", page.evaluate("document.activeElement.id") == "question")
        self.axe(page, "start")
        # By keyboard alone up to the marked line.
        page.keyboard.type(QUESTION)
        page.keyboard.press("Enter")
        page.wait_for_selector("article .tools")
        self.axe(page, "answer")
        self.picture(page, "answer", full_page=True)
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.closest('cite') !== null"):
                break
        page.keyboard.press("Enter")
        page.wait_for_selector(".sheetbox rect")
        time.sleep(0.5)
        self.axe(page, "source")
        self.picture(page, "source")
        self.marks(page)
        page.click("text=Next quote")
        self.wait(page, "document.querySelector('.pages span')?.textContent.includes('Quote 2')")
        page.wait_for_selector(".sheetbox rect")
        page.click("text=Show the text")
        page.wait_for_selector(".lines li.on")
        self.axe(page, "text of a page")
        page.click("text=Back to the answer")
        page.click("button:has-text('Change')")
        page.keyboard.type("Heron Ledge Village")
        page.keyboard.press("Enter")
        self.wait(page, "document.querySelector('.fields')?.textContent.includes('Heron')")
        self.holds("a value can be changed", True)

    def marks(self, page):
        """The mark lies over the quote's lines, as the archive has their boxes."""
        quoted = page.url.split("#/source/")[1].split("/")
        source, locator = [urllib.parse.unquote(part) for part in quoted[:2]]
        query = urllib.parse.urlencode({"source": source, "locator": locator})
        boxes = json.load(urllib.request.urlopen(f"{self.args.base}/quote?{query}"))["boxes"]
        marks = page.evaluate("[...document.querySelectorAll('.sheetbox rect')].map(r => ['x', 'y', 'width', 'height'].map(k => Number(r.getAttribute(k))))")

        def inside(box):
            x0, y0, x1, y1 = box
            return any(x <= x0 and y <= y0 and x + w >= x1 and y + h >= y1 for x, y, w, h in marks)

        self.holds("the mark covers the quote's lines", marks and all(inside(box) for box in boxes))

    def views(self, page, name):
        for view in ("search", "papers", "law/RSA%20901:5", "check", "history"):
            page.goto(f"{self.args.base}/#/{view}")
            page.wait_for_selector("#view-other h1")
            time.sleep(0.3)
            self.axe(page, f"{view} {name}")
            wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
            self.holds(f"{view} {name} needs no sideways scrolling", not wide)

    def saved(self, browser):
        body = json.dumps({"question": QUESTION}).encode()
        request = urllib.request.Request(self.args.base + "/ask", body, {"Content-Type": "application/json"})
        saved = urllib.request.urlopen(request).read().decode()
        page = self.page(browser)
        page.goto(self.args.base + "/#/check")
        page.fill("#saved", saved)
        page.click("button:has-text('Check')")
        page.wait_for_selector(".ok, .bad")
        self.holds("a saved answer is checked", page.query_selector(".ok") is not None)
        self.axe(page, "verdicts")

    def uploads(self, browser):
        """Papers are dropped and chosen; what can't be one is said and not kept."""
        page = self.page(browser)
        page.goto(self.args.base + "/#/papers")
        page.wait_for_selector("#view-other h1")
        if page.query_selector("#u-files") is None:
            print("     uploads: the server was started without --uploads")
            return
        page.fill("#u-town", "Uploadham")
        # The same name twice is another paper only where somebody says so.
        name = f"kennels-{time.time_ns()}.txt"
        fees = {"name": name, "mimeType": "text/plain", "buffer": b"Fee Schedule\n\nThe fee for a kennel license is $31.\n"}
        hostile = {"name": f"<img src=x onerror=alert(1)>{time.time_ns()}.pdf", "mimeType": "", "buffer": b"%PDF no more"}
        page.set_input_files("#u-files", [fees, hostile])
        self.wait(page, "document.querySelectorAll('.uploads li').length === 2 && document.querySelector('.uploads .problem') !== null")
        self.holds("a paper is taken in", page.locator(".uploads li").first.inner_text().endswith("Open it"))
        self.wait(page, "document.querySelector('.tablebox').textContent.includes('Uploadham')")
        self.axe(page, "uploads")
        page.evaluate(
            "name => { const given = new DataTransfer(); given.items.add(new File(['Fee Schedule\\n\\nThe fee is $32.\\n'], name));"
            " document.querySelector('.drop').dispatchEvent(new DragEvent('drop', { dataTransfer: given, bubbles: true, cancelable: true })); }",
            name,
        )
        page.click(".uploads li:last-child button")
        self.wait(page, "document.querySelector('.uploads li:last-child a') !== null")
        self.holds("a dropped paper takes another's place when asked to", True)
        page.click(".uploads li:last-child a")
        self.wait(page, "document.body.textContent.includes('$32')")

    def small_and_dark(self, browser):
        page = self.page(browser, viewport={"width": 360, "height": 740}, color_scheme="dark", is_mobile=True)
        page.goto(self.args.base + "/")
        self.ask(page, "How big is my unit?")
        self.axe(page, "clarify, dark")
        self.picture(page, "dark", full_page=True)
        page.check("#answer input[type=radio] >> nth=0")
        page.click("text=Go on")
        page.wait_for_selector("#answer article")
        self.axe(page, "clarified, dark")
        self.views(page, "dark, 360 px")

    def hostile(self, browser):
        page = self.page(browser)
        for text in HOSTILE:
            page.goto(self.args.base + "/")
            self.ask(page, f"{text} {QUESTION}")
            for view in OURS:
                page.goto(f"{self.args.base}/#/{view}/{urllib.parse.quote(text, safe='')}")
                time.sleep(0.1)
        page.goto(self.args.base + "/#/history")
        page.wait_for_selector("#view-other h1")
        planted = page.evaluate("document.querySelectorAll('main img[src=x], main script, main svg[onload]').length")
        self.holds("nothing that was asked became an element", planted == 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--base", default="http://127.0.0.1:7878")
    parser.add_argument("--browser", default="/usr/bin/chromium")
    parser.add_argument("--axe")
    parser.add_argument("--pictures")
    check = Check(parser.parse_args())
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=check.args.browser, args=["--no-sandbox"])
        check.answer(browser)
        check.views(check.page(browser), "light")
        check.saved(browser)
        check.uploads(browser)
        check.small_and_dark(browser)
        check.hostile(browser)
        browser.close()
    for what in check.wrong:
        print("WRONG", what)
    sys.exit(1 if check.wrong else 0)


if __name__ == "__main__":
    main()

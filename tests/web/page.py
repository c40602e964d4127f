"""The page in Chromium: asked, clarified, changed, cited, disputed, given a text, given papers, searched, checked; by
keyboard alone, in the dark, at 360 pixels, on paper; with nothing in the archive, with a very long answer, with errors.

    tests/web/run            serves the sample papers and runs this
    tests/web/page.py --base http://127.0.0.1:7878 [--empty URL] [--guarded URL --token T] [--pictures docs/images]
"""

import argparse
import json
import re
import sys
import tempfile
import time
import urllib.parse

import pymupdf
from browser import KINDS, Check
from playwright.sync_api import sync_playwright

QUESTION = "What does a dog license cost in Aldersfield?"
DISPUTED = "How many miles of road are on the paving list for 2025?"
UNCLEAR = "How big is my unit?"
PIER = "What was the price of the repair of the pier?"
SILENT = "How many residents did Aldersfield have in the last census?"
STATEWIDE = "How much notice must be given of a public meeting under RSA 901?"
# What a form writes for a heading, a strong beginning and a line in italics.
MARKS = re.compile(r"^\s*(#{1,6} |\*\*|_[^_]+_$|- |---)", re.MULTILINE)
ARTICLE = (
    "Pier closed after fall\n\nThe city of Harrow Point closed its wooden pier on Friday. "
    "The Harbor Committee voted 3 to 2 in February to put off the repair, citing a price of $86,000 for the work.\n"
)


def ready(check):
    """The question box takes letters within 100 ms of the page's being asked for."""
    took, blank = [], []
    for _ in range(8):
        page = check.page()
        page.goto(check.base + "/")
        page.keyboard.type("dog")
        check.holds("the question box has the focus", page.input_value("#question") == "dog")
        # It stands in the page's first file, and needs no script to take letters.
        took.append(page.evaluate("performance.getEntriesByType('navigation')[0].domInteractive"))
        # How long the machine, with what else it has to do, takes for a page of one word.
        page.goto(check.base + "/healthz")
        blank.append(page.evaluate("performance.getEntriesByType('navigation')[0].domInteractive"))
        page.context.close()
    ours, least = min(took), min(blank)
    check.holds("the question box is ready in 100 ms", ours < 100,
                f"({ours:.0f} ms at best of {len(took)}, {sorted(took)[len(took) // 2]:.0f} median; a page of one word {least:.0f} and {sorted(blank)[len(blank) // 2]:.0f})")


def keyboard(check):
    """From the question to the marked line, on to the next quote and back, and another value: no mouse."""
    page = check.page()
    page.goto(check.base + "/")
    page.keyboard.type(QUESTION)
    page.keyboard.press("Enter")
    check.answered(page)
    check.picture(page, "answer", full_page=True)
    # By words alone another paper may come first, one without pages, and further papers are folded.
    page.evaluate("for (const d of document.querySelectorAll('#answer details')) d.open = true")
    check.tab_to(page, "/page \\d/.test(e.closest('cite')?.textContent ?? '')")
    check.wait(page, "document.querySelector('#peek span') !== null")
    check.holds("a citation with the focus previews three lines", 1 < page.locator("#peek > span").count() <= 3)
    page.keyboard.press("Enter")
    check.wait(page, "document.querySelector('#beside .sheetbox rect') !== null && document.querySelector('#peek') === null")
    check.holds("by keyboard: the paper is beside the answer, and said to be", "beside the answer" in page.inner_text("#status"))
    check.tab_to(page, "e.textContent === 'Open this paper'")
    page.keyboard.press("Enter")
    page.wait_for_selector("#view-other .sheetbox rect")
    page.wait_for_timeout(300)
    check.picture(page, "source")
    page.evaluate("window.before = location.hash")
    on = page.evaluate("[...document.querySelectorAll('.pages a')].find((a) => a.textContent.endsWith(' quote')).textContent")
    back = "Previous quote" if on == "Next quote" else "Next quote"
    check.tab_to(page, f"e.textContent === '{on}'")
    page.keyboard.press("Enter")
    check.wait(page, "[...document.querySelectorAll('#view-other .pages span')].some((span) => span.textContent.startsWith('Quote ')) && location.hash !== window.before")
    check.tab_to(page, f"e.textContent === '{back}'")
    page.keyboard.press("Enter")
    page.wait_for_selector("#view-other .sheetbox rect")
    check.tab_to(page, "e.textContent === 'Show the text'")
    page.keyboard.press("Enter")
    page.wait_for_selector("#view-other .lines li.on")
    check.tab_to(page, "e.getAttribute('aria-label') === 'Larger'")
    page.keyboard.press("Enter")
    # `/` leads to the question from anywhere; the answer is still there.
    page.keyboard.press("/")
    check.wait(page, "document.activeElement.id === 'question'")
    check.holds("by keyboard: the answer is still there", page.query_selector("#answer article") is not None)
    check.tab_to(page, "e.getAttribute('aria-label')?.startsWith('Change')")
    page.keyboard.press("Enter")
    page.keyboard.type("Heron Ledge Village")
    page.keyboard.press("Enter")
    check.wait(page, "document.querySelector('.fields')?.textContent.includes('Heron')")
    check.answered(page)
    check.holds("by keyboard: asked, cited, walked through, changed", True)
    check.tab_to(page, "e.textContent === 'New conversation'")
    page.keyboard.press("Enter")
    check.wait(page, "document.activeElement.id === 'question' && document.activeElement.value === ''")
    # Every part of the page has a link, and the first Tab leads past them.
    page.goto(check.base + "/#/search")
    page.wait_for_selector("#s-q")
    page.keyboard.type("culvert")
    page.keyboard.press("Enter")
    page.wait_for_selector(".hits li")
    check.holds("by keyboard: searched", True)
    page.goto(check.base + "/#/papers")
    page.reload()
    check.wait(page, "document.querySelector('#view-other h1') !== null")
    # The list has stops for each of its papers before Tab begins again at the top.
    check.tab_to(page, "e.classList.contains('skip')", most=4 * page.locator("#view-other tr").count() + 80)
    page.keyboard.press("Enter")
    check.holds("by keyboard: still in that part", page.is_visible("h1:has-text('Papers in this archive')"))
    check.holds("by keyboard: past the links", page.evaluate("document.activeElement.id") == "main")
    check.close(page)


def clarified(check):
    page = check.page()
    page.goto(check.base + "/")
    check.ask(page, UNCLEAR)
    choices = page.locator("#answer input[type=radio]").count()
    check.holds("an unclear question is asked back with choices", choices > 1, f"({choices})")
    page.check("#answer input[type=radio] >> nth=0")
    page.click("#answer button:has-text('Continue')")
    page.wait_for_selector("#answer article")
    check.answered(page)
    check.holds("a choice answers it", "unit" in page.inner_text(".fields"))
    check.ask(page, UNCLEAR.replace("unit", "lot"))
    if page.locator("text=I don't know").count():
        page.click("text=I don't know")
        check.answered(page)
        check.holds("not knowing is said to be missing", page.locator("#answer").inner_text() != "")
    check.close(page)


def changed(check):
    page = check.page()
    page.goto(check.base + "/")
    check.ask(page, QUESTION)
    before = page.inner_text("#answer .passage")
    page.click("button:has-text('Change')")
    page.keyboard.type("Heron Ledge Village")
    page.click("text=Use this")
    check.wait(page, "document.querySelector('.fields')?.textContent.includes('Heron')")
    check.answered(page)
    check.holds("Change gives another answer", before not in page.inner_text("#answer"))
    check.close(page)


def disputed(check):
    page = check.page()
    page.goto(check.base + "/")
    check.ask(page, DISPUTED)
    folded = page.locator("#answer details:has(> summary:has-text('Different figures in the papers'))")
    check.holds("different figures are folded, and no part of the headline",
                folded.count() == 1 and not folded.evaluate("d => d.open") and "disagree" not in page.inner_text("#answer"))
    folded.locator("summary").click()
    check.holds("different figures are shown with both sides", folded.locator(".figures li").count() >= 2)
    links = folded.locator(".figures a").count()
    check.holds("each side can be opened", links >= 2, f"({links})")
    # Whatever order they come in, the latest paper is first.
    whole = check.api("/ask", {"question": DISPUTED, "form": "levels"})
    index = {c["source_id"]: c.get("date") or "" for c in whole["evidence"]["citations_index"]}
    for conflict in whole["evidence"]["conflicts"]:
        conflict["values"].sort(key=lambda v: index.get(v["source_id"], ""))
    latest = [max(c["values"], key=lambda v: index.get(v["source_id"], ""))["value"] for c in whole["evidence"]["conflicts"]]
    page.route("**/ask", lambda route: route.fulfill(status=200, content_type="text/event-stream", body=f"event: done\ndata: {json.dumps(whole)}\n\n"))
    check.ask(page, DISPUTED + " ")
    first = page.evaluate("[...document.querySelectorAll('#answer .figures')].map((list) => list.querySelector('strong').textContent)")
    check.holds("the latest figure is first", first == latest, f"{first} {latest}")
    check.close(page)


# A string of 40 characters that stands twice in a card, with all of it unfolded; null for none.
TWICE = """() => {
  const card = document.querySelector('#answer article');
  for (const one of card.querySelectorAll('details')) one.open = true;
  const seen = new Set();
  for (const line of card.innerText.split('\\n')) {
    const text = line.replace(/\\s+/g, ' ').trim(), own = new Set();
    for (let at = 0; at + 40 <= text.length; at++) {
      const part = text.slice(at, at + 40);
      if (seen.has(part)) return part;
      own.add(part);
    }
    for (const part of own) seen.add(part);
  }
  return null;
}"""


def card(check):
    """One headline in its passage, one citation, the rest folded; nothing twice; small enough for a screen."""
    page = check.page()
    page.goto(check.base + "/")
    with open("corpus/questions.jsonl") as file:
        questions = [json.loads(line)["question"] for line in file]
    for question in [QUESTION, DISPUTED, STATEWIDE, *questions[:: max(1, len(questions) // 10)][:10]]:
        check.ask(page, question)
        page.wait_for_timeout(600)
        if page.locator("#answer article").count() == 0:
            continue
        high = page.evaluate("document.querySelector('#answer article').getBoundingClientRect().height")
        check.holds(f"a card is at most 900 px high: {question[:50]}", high <= 900, f"({high:.0f})")
        text = page.inner_text("#answer article")
        check.holds(f"no command, letter or score: {question[:50]}", not re.search(r"`|\btwolane\b|\bstrength [ABC]\b|Insufficient evidence", text))
        headline = page.evaluate("document.querySelector('#answer .headline')?.textContent ?? ''")
        check.holds(f"a headline of at most two sentences: {question[:50]}", len(re.findall(r"[.!?] [A-Z]", headline)) <= 3, repr(headline))
        citation = page.inner_text("#answer .passage cite") if headline else ""
        check.holds(f"one citation with its page or line: {question[:50]}",
                    not headline or (page.locator("#answer .passage cite").count() == 1 and re.search(r", (pages?|lines?) \d", citation) is not None), citation)
        twice = page.evaluate(TWICE)
        check.holds(f"nothing of 40 characters twice: {question[:50]}", twice is None, repr(twice))
    check.close(page)


def copied(check):
    """A quote and its address go to the clipboard."""
    page = check.page(permissions=["clipboard-read", "clipboard-write"])
    page.goto(check.base + "/")
    check.ask(page, QUESTION)
    page.click("text=Copy quote")
    check.wait(page, "document.querySelector('#status').textContent.includes('copied')")
    kept = page.evaluate("navigator.clipboard.readText()")
    check.holds("a quote is copied with its place", kept.startswith("“") and page.inner_text("#answer .passage cite") in kept, repr(kept))
    page.click("text=Copy link")
    check.wait(page, "document.querySelector('#status').textContent.startsWith('Copy link')")
    link = page.evaluate("navigator.clipboard.readText()")
    check.holds("a link leads to this answer", link == page.url and "/#/a/a-" in link, f"{link} {page.url}")
    page.click("button:has-text('Copy') >> text=/^Copy$/")
    check.wait(page, "document.querySelector('#status').textContent.startsWith('The answer')")
    whole = page.evaluate("navigator.clipboard.readText()")
    check.holds("an answer is copied with question, day, version and disclaimer",
                whole.startswith(QUESTION) and all(part in whole for part in ("Checked on ", "by twolane ", "Informational, not legal advice.")))
    for label, name, beginning in (("Markdown", "answer.md", b"# "), ("Word", "answer.docx", b"PK"), ("PDF", "answer.pdf", b"%PDF-")):
        with page.expect_download() as taken:
            page.click(f"button:has-text('{label}')")
        with open(taken.value.path(), "rb") as file:
            check.holds(f"an answer is taken along as {label}", taken.value.suggested_filename == name and file.read().startswith(beginning))
    check.close(page)


def addressed(check):
    """An address opens the same answer in another browser, which says that it was looked up again."""
    page = check.page()
    page.goto(check.base + "/")
    check.ask(page, QUESTION)
    address, headline = page.url, page.inner_text("#answer .headline")
    check.holds("an answer has an address", re.search(r"#/a/a-[0-9a-f]{32}$", address) is not None, address)
    check.ask(page, DISPUTED)
    check.holds("a conversation is a thread", page.locator("#earlier > details").count() == 1 and QUESTION in page.inner_text("#earlier > details > summary"))
    page.go_back()
    check.wait(page, "document.querySelector('#answer .note') !== null")
    check.holds("going back shows the answer before", page.inner_text("#answer .headline") == headline)
    check.close(page)
    other = check.page("dark")
    other.goto(address)
    check.wait(other, "document.querySelector('#answer .note') !== null")
    check.holds("its address opens the same answer", other.inner_text("#answer .headline") == headline)
    check.holds("which says when it was given and that it holds", re.search(r"Answered on .* just looked up again", other.inner_text("#answer .note")) is not None)
    check.axe(other, "answer at its address")
    gone = {**check.api("/answers/" + address.split("/")[-1]), "standing": "changed", "quotes": 3, "quotes_exact": 1, "answer": None}
    other.route("**/answers/*", lambda route: route.fulfill(status=200, content_type="application/json", body=json.dumps(gone)))
    other.goto(check.base + "/#/papers")
    other.goto(address.replace("a-", "a-0"))
    check.wait(other, "document.querySelector('#answer article') !== null")
    check.holds("an answer whose quotes are gone is not shown", "2 of its 3 quotes" in other.inner_text("#answer") and other.locator("#answer blockquote").count() == 0)
    other.unroute("**/answers/*")
    other.goto(check.base + "/#/papers")
    other.goto(check.base + "/#/a/a-" + "0" * 32)
    check.wait(other, "document.querySelector('#answer .problem') !== null")
    check.holds("an address of nothing says so", "no answer is kept" in other.inner_text("#answer"))
    check.close(other)


def beside(check):
    """The paper is beside the answer from 1,100 pixels on; links carry characters, and just these are marked."""
    page = check.page()
    page.goto(check.base + "/")
    check.ask(page, QUESTION)
    check.wait(page, "document.querySelector('#beside:not([hidden]) h2') !== null")
    check.fits(page, "a paper beside the answer")
    check.wait(page, "/\\d+-\\d+$/.test(document.querySelector('#answer .passage cite a').getAttribute('href'))")
    support = check.api("/ask", {"question": QUESTION})["evidence"]["facts"][0]["support"][0]
    number = (re.match(r"p\.(\d+) ", support["locator"]) or [None, "0"])[1]
    lines = check.api(f"/sources/{support['source_id']}/pages/{number}")["lines"]
    line = next(one for one in lines if support["locator"].startswith(one["locator"]) and len(one["text"]) > 12)
    address = "/".join(urllib.parse.quote(part, safe="") for part in (support["source_id"], line["locator"]))
    check.to(page, f"source/{address}//3-9")
    if page.locator("#view-other button:has-text('Show the text')").count():
        page.click("#view-other button:has-text('Show the text')")
    check.holds("just the cited characters are marked", page.inner_text("#view-other .lines mark") == line["text"][3:9].strip() or
                page.evaluate("document.querySelector('#view-other .lines mark').textContent") == line["text"][3:9])
    check.holds("and quoted", page.inner_text("#view-other blockquote") == f"“{line['text'][3:9].strip()}”")
    check.to(page, f"source/{address}")
    check.holds("a whole line is not in quotation marks", not page.inner_text("#view-other blockquote").startswith("“"))
    page.set_viewport_size({"width": 1000, "height": 900})
    page.goto(check.base + "/#/")
    check.holds("on a smaller screen the answer stands alone", not page.is_visible("#beside"))
    page.click("#answer .passage cite a")
    check.wait(page, "document.querySelector('#view-other h1') !== null && location.hash.startsWith('#/source/')")
    check.close(page)


def silent(check):
    page = check.page()
    page.goto(check.base + "/")
    check.ask(page, SILENT)
    check.holds("what is missing is said", page.locator("#answer .lacking li").count() > 0 and re.search("do not|No answer", page.inner_text("#answer .trust")))
    check.holds("no inner word is on the page", not re.search(r"`|twolane|Insufficient evidence|tier", page.inner_text("#answer")))
    check.close(page)


def pasted(check):
    page = check.page()
    page.goto(check.base + "/")
    check.ask(page, "What price was cited for the repair of the pier in Harrow Point?", paste=ARTICLE)
    text = page.inner_text("#answer")
    check.holds("a pasted text is evidence", "$86,000" in text)
    check.holds("and marked as the reader's own", "your own text" in text)
    check.close(page)


def uploaded(check):
    """Papers are chosen and dropped; what can't be one is said and not kept."""
    page = check.page()
    page.goto(check.base + "/#/papers")
    page.wait_for_selector("#u-files")
    page.fill("#u-town", "Uploadham")
    # The same name twice is another paper only where somebody says so.
    stamp = time.time_ns()
    name = f"kennels-{stamp}.txt"
    fees = {"name": name, "mimeType": "text/plain", "buffer": f"Fee Schedule\n\nThe fee for a kennel license is $31. Paper {stamp}.\n".encode()}
    broken = {"name": f"<img src=x onerror=planted()>{stamp}.pdf", "mimeType": "", "buffer": b"%PDF-1.4 no more"}
    page.set_input_files("#u-files", [fees, broken])
    check.wait(page, "document.querySelectorAll('.uploads li').length === 2 && document.querySelector('.uploads .problem') !== null")
    check.holds("a chosen paper is taken in", page.locator(".uploads li").first.inner_text().endswith("Open it"))
    check.wait(page, "document.querySelector('.tablebox').textContent.includes('Uploadham')")
    check.axe(page, "uploads")
    page.evaluate(
        "name => { const given = new DataTransfer(); given.items.add(new File(['Fee Schedule\\n\\nThe fee is $32.\\n'], name));"
        " document.querySelector('.drop').dispatchEvent(new DragEvent('drop', { dataTransfer: given, bubbles: true, cancelable: true })); }",
        name,
    )
    page.click(".uploads li:last-child button")
    check.wait(page, "document.querySelector('.uploads li:last-child a') !== null")
    check.holds("a dropped paper takes another's place when asked to", True)
    page.click(".uploads li:last-child a")
    check.wait(page, "document.body.textContent.includes('$32')")
    check.close(page)


def edited(check):
    """A paper is found in the list, corrected by keyboard, taken back, and removed."""
    page = check.page()
    check.to(page, "papers")
    stamp = time.time_ns()
    page.fill("#u-date", "2019-04-02")
    page.set_input_files("#u-files", [{"name": f"pond-{stamp}.txt", "mimeType": "text/plain",
                                       "buffer": f"About the pond\n\nThe pond is low, says neighbor {stamp}.\n".encode()}])
    check.wait(page, "document.querySelector('.uploads li a') !== null")
    page.fill("#paper-filter", f"pond-{stamp}")
    check.wait(page, "document.querySelectorAll('.papers tbody tr').length === 1")
    check.holds("a paper without a kind needs a look", "no kind" in page.inner_text(".papers .look"))
    check.holds("the list says how many it shows", page.inner_text(".papers caption").startswith("1 of "))
    check.tab_to(page, "e.id.startsWith('edit-')")
    page.keyboard.press("Enter")
    check.holds("by keyboard: the form has the focus", page.evaluate("document.activeElement.id") == "edit-title")
    check.axe(page, "a paper is edited")
    page.keyboard.press("Escape")
    check.holds("by keyboard: back without a change", page.evaluate("document.activeElement.id.startsWith('edit-')"))
    page.keyboard.press("Enter")
    page.fill("#edit-title", f"Letter of {stamp}")
    page.fill("#edit-date", "soon")
    page.keyboard.press("Enter")
    page.wait_for_selector(".editing .problem")
    check.holds("a wrong date is said", "not a date" in page.inner_text(".editing .problem"))
    page.fill("#edit-date", "")
    page.fill("#edit-kind", "Letter")
    page.keyboard.press("Enter")
    check.wait(page, "document.querySelector('.editing') === null")
    row = page.inner_text(".papers tbody tr")
    check.holds("a corrected paper shows its values", f"Letter of {stamp}" in row and "letter" in row and "2019" not in row, row)
    check.holds("what was set by hand is marked", page.locator(".papers tbody .hand").count() == 3)
    check.axe(page, "papers, one corrected")
    page.click(".papers button:has-text('Edit')")
    page.click("button:has-text('what was found: 2019-04-02')")
    check.wait(page, "document.querySelector('.editing') === null")
    check.holds("what was set is taken back", "2019-04-02" in page.inner_text(".papers tbody tr"))
    page.fill("#paper-filter", "")
    for key in ("date", "pages", "board"):
        page.click(f"#sort-{key}")
        check.holds(f"sorted by {key}", page.get_attribute(f"th:has(#sort-{key})", "aria-sort") == "ascending")
    page.click("#sort-date")
    page.click("#sort-date")
    dates = [text for text in page.locator(".papers tbody td[data-label=Date]").all_inner_texts() if text.strip()]
    dates = [text.split()[0].split(":")[-1] for text in dates if text.strip()[0].isdigit()]
    check.holds("sorted the other way around", dates == sorted(dates, reverse=True), str(dates[:5]))
    for by in ("board", "year", "place"):
        page.select_option("#paper-group", by)
        check.holds(f"grouped by {by}", page.locator(".papers .group").count() > 1)
    check.axe(page, "papers, grouped")
    page.select_option("#paper-group", "")
    page.check("#paper-look")
    check.holds("only those that need a look", page.locator(".papers tbody tr").count() == page.locator(".papers .look").count())
    page.uncheck("#paper-look")
    page.fill("#paper-filter", str(stamp))
    page.click(".papers button:has-text('Edit')")
    page.click("button:has-text('Remove from the archive')")
    page.wait_for_selector("dialog[open]")
    check.axe(page, "a removal is confirmed")
    page.keyboard.press("Escape")
    check.holds("a removal can be left", page.locator("dialog[open]").count() == 0 and page.is_visible(".editing"))
    page.click("button:has-text('Remove from the archive')")
    page.click("dialog button:text-is('Remove')")
    check.wait(page, "document.querySelector('.editing') === null")
    check.holds("a removed paper is gone", page.locator(".papers tbody tr").count() == 0)
    check.holds("and it is said", "Removed from the archive" in page.inner_text("#view-other > .status"))
    check.close(page)


def saved(check):
    whole = check.api("/ask", {"question": QUESTION})
    page = check.page()
    page.goto(check.base + "/#/check")
    page.fill("#saved", json.dumps(whole))
    page.click("button:has-text('Check')")
    page.wait_for_selector(".ok, .bad")
    check.holds("a saved answer is checked", page.query_selector(".ok") is not None)
    forged = json.dumps(whole).replace("$7.50", "$75.00").replace("$10.00", "$1.00")
    page.fill("#saved", forged)
    page.click("button:has-text('Check')")
    page.wait_for_selector(".bad")
    check.holds("a forged one does not hold", "Some of this could not be confirmed" in page.inner_text("main"))
    page.goto(check.base + "/")
    check.ask(page, QUESTION)
    with page.expect_download() as kept:
        page.click("summary:has-text('For checking later')")
        page.click("text=Save the answer")
    with open(kept.value.path()) as file:
        check.holds("an answer can be kept", json.load(file)["status"] == "proceed")
    check.close(page)


def views(check, kind):
    """axe-core on every view, and none wider than the screen."""

    def look(view):
        check.axe(page, f"{view}, {kind}")
        check.fits(page, f"{view}, {kind}")

    page = check.page(kind)
    page.goto(check.base + "/")
    look("start")
    page.click("summary:has-text('Add a text')")
    look("start with a text")
    page.click("summary:has-text('Add a text')")
    for view, question in (("answer", QUESTION), ("conflict", DISPUTED), ("silence", SILENT), ("statewide", STATEWIDE), ("clarify", UNCLEAR)):
        check.ask(page, question)
        page.evaluate("for (const d of document.querySelectorAll('#answer details')) d.open = true")
        look(view)
        if view == "clarify" and kind == "narrow and dark":
            check.picture(page, "dark", full_page=True)
    for form in ("brief", "civic", "legal", "research"):
        check.ask(page, QUESTION, form=form)
        look(f"form {form}")
        check.holds(f"no marks of markdown: form {form}, {kind}", not MARKS.search(page.inner_text("#answer")))
    support = check.api("/ask", {"question": QUESTION})
    trace = support["trace_id"]
    support = next(s for fact in support["evidence"]["facts"] for s in fact["support"] if s["locator"].startswith("p."))
    address = "/".join(urllib.parse.quote(part, safe="") for part in (support["source_id"], support["locator"]))
    check.to(page, f"source/{address}")
    if kind.startswith("narrow"):
        # The text comes first, and the mark is on the screen.
        page.wait_for_selector("#view-other .lines li.on")
        page.wait_for_timeout(300)
        top = page.evaluate("document.querySelector('#view-other .lines li.on').getBoundingClientRect().top")
        check.holds(f"the mark is on the first screen, {kind}", 0 <= top < 740, f"({top:.0f})")
        look("text of a page")
        page.click("#view-other button:has-text('Show the picture')")
    page.wait_for_selector("#view-other .sheetbox rect")
    look("source")
    if not kind.startswith("narrow"):
        page.click("#view-other button:has-text('Show the text')")
        look("text of a page")
    check.to(page, "search")
    page.fill("#s-q", "culvert")
    page.click("#view-other button[type=submit]")
    page.wait_for_selector(".hits li")
    look("search")
    for view in ("papers", "law", "law/RSA%20901%3A5", "check", "history", f"trace/{trace}", "source/none", "trace/none"):
        check.to(page, view)
        page.wait_for_timeout(100)
        if view == "papers":
            page.evaluate("document.querySelector('details').open = true")
            page.select_option("#paper-group", "year")
            look("papers, grouped")
            page.click(".papers button:has-text('Edit') >> nth=0")
            look("papers, one edited")
        if view.startswith("law/"):
            page.click("text=What changed between editions")
            page.wait_for_timeout(300)
        if view == "law":
            page.click("button:has-text('Sections') >> nth=0")
            page.wait_for_selector("table")
        if view.startswith("trace/t"):
            page.evaluate("for (const d of document.querySelectorAll('main details')) d.open = true")
        look(urllib.parse.unquote(view).split("/")[0] + (" that is not there" if view.endswith("none") else "") + (" section" if view.startswith("law/") else ""))
    page.goto(check.base + "/docs")
    page.wait_for_selector("h2, table")
    look("docs")
    check.close(page)


def printed(check):
    page = check.page()
    page.goto(check.base + "/")
    check.ask(page, QUESTION)
    with tempfile.NamedTemporaryFile(suffix=".pdf") as file:
        page.pdf(path=file.name)
        text = "\n".join(sheet.get_text() for sheet in pymupdf.open(file.name))
    flat = " ".join(text.split())
    check.holds("on paper: the question, the quotes, where they stand", all(part in flat for part in (QUESTION, "$10.00", "page 2")))
    check.holds("on paper: how far to trust it", page.inner_text("#answer .trust") in flat and
                page.evaluate("document.querySelector('#answer .caution li').textContent.trim()")[:40] in flat)
    check.holds("on paper: the day, the archive, the version and that it is no advice",
                all(part in flat for part in ("Checked on ", "by twolane ", " papers", "Informational, not legal advice.")))
    check.holds("on paper: nothing to press", not any(part in flat for part in ("Save the answer", "Check an answer", "What would you like to know?", "Change", "Copy")))
    page.emulate_media(media="print", color_scheme="dark")
    check.holds("on paper: dark letters on white also of a dark screen",
                page.evaluate("[getComputedStyle(document.documentElement).color, getComputedStyle(document.querySelector('#answer article')).backgroundColor].join()")
                == "rgb(0, 0, 0),rgb(255, 255, 255)")
    check.close(page)


def drawn(check):
    """What a model and a form write is drawn, with ways to the quotes; what papers say stands in it as it is."""
    odd = "12. The fee **due** on `May 1` is \\* _now_ <b>$3</b>"
    whole = check.api("/ask", {"question": QUESTION, "form": "levels"})
    support = whole["evidence"]["facts"][1]["support"]
    whole["evidence"]["prose"] = {"by": "model", "sentences": [{"text": odd, "tokens": ["[L1]", "[L2]"]}, {"text": "More.", "tokens": ["[L99]"]}]}
    whole["choice"] = {"answer": "A", "note": "By the quotes.", "reasons": [{"choice": "A", "text": "$3", "holds": "yes", "reason": odd, "support": support}]}
    page = check.page()
    page.goto(check.base + "/")
    page.route("**/ask", lambda route: route.fulfill(status=200, content_type="text/event-stream", body=f"event: done\ndata: {json.dumps(whole)}\n\n"))
    check.ask(page, QUESTION)
    check.holds("prose is shown as it was written", odd in page.inner_text("[aria-label='The quotes put together']"))
    page.focus("button[aria-label='Quote L2']")
    page.keyboard.press("Enter")
    check.holds("its token leads to the quote", page.evaluate("document.activeElement.innerText").startswith(f"“{support[0]['quote'][:20]}"))
    check.axe(page, "prose")
    whole["form"] = {"name": "civic", "markdown": f"{odd}\n\n## At a glance\n\n- {odd}\n\n**Rule**: {odd}\n\n_Informational, not legal advice._\n\n---\n\n**Answer: (A)**\n\nBy the quotes.\n"}
    check.ask(page, QUESTION)
    text = page.inner_text("[aria-label='The answer in the form chosen']")
    check.holds("a form is drawn, and its quotes as they are", text.count(odd) == 3 and "Rule: 12." in text and not MARKS.search(text), repr(text))
    check.holds("choices stand there once", page.inner_text("#answer").count("By the quotes.") == 1)
    check.axe(page, "prose in a form")
    check.close(page)


def busy(check):
    """A server that has too much to do is asked again when it says so."""
    page = check.page()
    page.goto(check.base + "/")
    tries = []

    def at_first(route):
        tries.append(route)
        if len(tries) > 2:
            return route.continue_()
        problem = {"status": 503, "detail": "the server is busy", "next": "try again in about 1 s", "retry_after": 1}
        return route.fulfill(status=503, content_type="application/problem+json", body=json.dumps(problem))

    page.route("**/ask", at_first)
    page.fill("#question", QUESTION)
    page.click("#send")
    check.wait(page, "document.querySelector('#status').textContent.includes('keeps its place')")
    check.answered(page)
    check.holds("a busy server is asked again", len(tries) == 3 and "$10.00" in page.text_content("#answer"))
    # Whoever does not want to wait stops.
    tries.clear()
    page.click("#send")
    check.wait(page, "document.querySelector('#status').textContent.includes('keeps its place')")
    page.click("#stop")
    check.wait(page, "document.querySelector('#status').textContent === 'Stopped.'")
    page.wait_for_timeout(1500)
    check.holds("and not after Stop", len(tries) == 1, f"({len(tries)})")
    check.close(page)


def errors(check):
    """A server that has too much to do, one that is gone, an answer that breaks off, one of ten thousand lines."""
    page = check.page()
    page.goto(check.base + "/")
    problem = {"status": 503, "title": "Busy", "detail": "the server has enough to do", "next": "try again in 2 seconds", "retry_after": 2}
    page.route("**/ask", lambda route: route.fulfill(status=503, content_type="application/problem+json", body=json.dumps(problem)))
    check.ask(page, QUESTION)
    text = page.inner_text("#answer")
    check.holds("an error says what happened and what to do", "enough to do" in text and "try again in 2 seconds" in text, repr(text))
    check.axe(page, "error")
    page.unroute("**/ask")
    page.route("**/ask", lambda route: route.abort())
    check.ask(page, QUESTION)
    check.holds("a server that is gone is said to be", "can't be reached" in page.inner_text("#answer"))
    page.unroute("**/ask")
    page.route("**/ask", lambda route: route.fulfill(status=200, content_type="text/event-stream", body="event: gate\ndata: {\"status\":\"proceed\"}\n\n"))
    check.ask(page, QUESTION)
    check.holds("an answer that breaks off is said to", "was cut off" in page.inner_text("#answer"))
    page.unroute("**/ask")
    whole = check.api("/ask", {"question": QUESTION, "form": "levels"})
    fact = whole["evidence"]["facts"][0]
    long = "The Board discussed this at length. " * 300
    whole["evidence"]["facts"] = [
        {**fact, "text": long, "support": [{**fact["support"][0], "quote": long}]},
        {**fact, "text": "x" * 20_000, "support": [{**fact["support"][0], "quote": "x" * 20_000}]},
        *([fact] * 500),
    ]
    whole["answer"]["level1"] = long
    whole["evidence"]["gaps"] = [{"need": "w" * 5000, "why": "no_quote_found", "reason": "w" * 5000, "searched": [], "unread": None}] * 20
    page.route("**/ask", lambda route: route.fulfill(status=200, content_type="text/event-stream", body=f"event: done\ndata: {json.dumps(whole)}\n\n"))
    page.set_viewport_size({"width": 360, "height": 740})
    check.ask(page, "x" * 20_000)
    check.holds("a very long answer is shown", page.locator("#answer .passage").count() == 1)
    check.fits(page, "a very long answer at 360 pixels")
    # One word of all that is short elsewhere: a title may be a file's name.
    word = "w" * 3000
    whole["resolved_context"] = {"fields": {"town": word}, "origins": {}, "question": word}
    whole["evidence"] |= {"facts": [fact], "limitations": [word], "statewide_reason": word, "suggested_followups": [word, word + "?"],
                          "citations_index": [c | {"title": word} for c in whole["evidence"]["citations_index"]]}
    whole["evidence"]["record_strength"] |= {"tier": word, "reasons": [word]}
    whole["session_sources"] = [{"title": word}]
    check.ask(page, QUESTION)
    page.evaluate("for (const d of document.querySelectorAll('#answer details')) d.open = true")
    check.fits(page, "an answer of one long word at 360 pixels")
    page.unroute("**/ask")
    back = {"status": "clarify", "questions": [{"field": word, "prompt": word, "options": [word, word + "1"], "allow_free_text": True}]}
    page.route("**/ask", lambda route: route.fulfill(status=200, content_type="text/event-stream", body=f"event: done\ndata: {json.dumps(back)}\n\n"))
    check.ask(page, QUESTION)
    check.fits(page, "a question back of one long word at 360 pixels")
    page.unroute("**/ask")
    # Stopped on the way: the page says so, and asks again.
    page.set_viewport_size({"width": 1100, "height": 900})
    held = []
    page.route("**/ask", lambda route: held.append(route))
    page.fill("#question", QUESTION)
    page.click("#send")
    page.click("#stop")
    check.wait(page, "document.querySelector('#status').textContent === 'Stopped.'")
    page.unroute("**/ask")
    check.ask(page, QUESTION)
    check.holds("after Stop it asks again", "$10.00" in page.text_content("#answer"))
    check.close(page)


def empty(check, base):
    """An archive of nothing says what to do."""
    ours, check.base = check.base, base
    page = check.page()
    page.goto(base + "/")
    check.axe(page, "start, with no papers")
    check.picture(page, "empty")
    check.ask(page, QUESTION)
    text = page.inner_text("#answer")
    check.holds("with no papers an answer says that there are none", page.is_visible("#no-papers") and page.is_visible("#add-papers"), repr(text[:300]))
    check.axe(page, "answer, with no papers")
    for view in ("search", "papers", "law", "history"):
        check.to(page, view)
        page.wait_for_timeout(200)
        check.axe(page, f"{view}, with no papers")
    check.close(page)
    check.base = ours


def guarded(check, base, token):
    """A server that asks for a token."""
    ours, check.base = check.base, base
    page = check.page()
    page.goto(base + "/#/papers")
    page.wait_for_selector("#token-dialog[open]")
    check.axe(page, "a token is asked for")
    page.keyboard.type(token)
    page.keyboard.press("Enter")
    check.wait(page, "document.querySelector('#view-other h1') !== null")
    page.goto(base + "/#/")
    check.ask(page, QUESTION)
    check.holds("with its token a question is answered", "$10.00" in page.text_content("#answer"))
    check.close(page)
    check.base = ours


def several(check, base):
    """A server of several archives: a list, a choice in the header, and addresses that carry the archive."""
    ours, check.base = check.base, base
    page = check.page(permissions=["clipboard-read", "clipboard-write"])
    asked = []
    page.on("request", lambda request: asked.append(request.url.removeprefix(base)))
    page.goto(base + "/")
    page.wait_for_selector("#archives a")
    check.axe(page, "list of archives")
    listed = page.locator("#archives li").all_inner_texts()
    check.holds("the start page lists the archives with their papers", len(listed) == 2 and "1 paper" in listed[1], f"{listed}")
    check.tab_to(page, "e.textContent === 'news'")
    page.keyboard.press("Enter")
    page.wait_for_selector("#archive")
    check.holds("its address carries the archive", page.url.startswith(base + "/archives/news/"), page.url)
    check.holds("the header names the archive", page.evaluate("document.querySelector('#archive').selectedOptions[0].textContent") == "news")
    check.ask(page, PIER)
    check.holds("the second archive answers from its own paper", "$86,000" in page.text_content("#answer"))
    check.axe(page, "answer with a choice of archives")
    page.click("text=Copy link")
    check.wait(page, "document.querySelector('#status').textContent.startsWith('Copy link')")
    link = page.evaluate("navigator.clipboard.readText()")
    check.holds("a link carries its archive", link == page.url and link.startswith(base + "/archives/news/#/a/a-"), f"{link} {page.url}")
    stray = [one for one in asked if not re.match(r"/$|/(archives|web/[a-z.]+|docs)$|/archives/news/", one)]
    check.holds("all requests go to the archive", not stray, f"{stray}")
    headline = page.inner_text("#answer .headline")
    check.close(page)

    other = check.page("narrow")
    other.goto(link)
    check.wait(other, "document.querySelector('#answer .note') !== null")
    check.holds("the link opens the same answer", other.inner_text("#answer .headline") == headline)
    other.wait_for_selector("#archive")
    check.fits(other, "choice of archives")
    check.axe(other, "choice of archives, narrow")
    # Arrow keys alone open nothing.
    other.focus("#archive")
    other.keyboard.press("ArrowUp")
    other.wait_for_timeout(300)
    check.holds("a choice by arrow keys waits for its button", other.url.startswith(base + "/archives/news/"), other.url)
    other.select_option("#archive", label="archive")
    check.tab_to(other, "e.textContent === 'Open' && e.closest('.picker') !== null")
    other.keyboard.press("Enter")
    other.wait_for_url(base + "/archives/archive/**")
    check.ask(other, QUESTION)
    check.holds("the first archive answers from its papers", "$10.00" in other.text_content("#answer"))
    keys = other.evaluate("Object.keys(sessionStorage)")
    check.holds("conversations are apart", "twolane-session/archives/archive" in keys and "twolane-session" not in keys, f"{keys}")
    other.goto(f"{base}/archives/archive/{link[link.index('#'):]}")
    check.wait(other, "document.querySelector('#answer .problem') !== null")
    check.holds("an answer of another archive is not there", "no answer is kept" in other.inner_text("#answer"))
    other.goto(f"{base}/archives/archive/#/papers")
    check.wait(other, "document.querySelector('#view-other h1') !== null")
    check.holds("its papers are listed", "pier" not in other.inner_text("#view-other").lower())
    check.close(other)
    check.base = ours


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--base", default="http://127.0.0.1:7878")
    parser.add_argument("--empty", help="a server over an archive of nothing")
    parser.add_argument("--guarded", help="a server that asks for a token")
    parser.add_argument("--several", help="a server with the archives `archive` and `news`")
    parser.add_argument("--token")
    parser.add_argument("--browser", default="/usr/bin/chromium")
    parser.add_argument("--pictures", help="folder for pictures of the page")
    parser.add_argument("--web", help="folder with the page's sources, instead of those in the program")
    parser.add_argument("--only", help="one part, by its function's name")
    args = parser.parse_args()
    with sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=args.browser, args=["--no-sandbox"])
        check = Check(chromium, args.base, args.pictures, args.web)
        parts = [(f.__name__, lambda f=f: f(check)) for f in (ready, card, copied, addressed, beside, keyboard, clarified, changed, disputed, silent, pasted, uploaded, edited, saved, printed, drawn, busy, errors)]
        parts += [("views", lambda kind=kind: views(check, kind)) for kind in KINDS]
        if args.empty:
            parts.append(("empty", lambda: empty(check, args.empty)))
        if args.guarded:
            parts.append(("guarded", lambda: guarded(check, args.guarded, args.token)))
        if args.several:
            parts.append(("several", lambda: several(check, args.several)))
        for name, part in parts:
            if args.only in (None, name):
                began = time.monotonic()
                try:
                    part()
                except Exception as error:  # The other parts are looked at all the same.
                    check.holds(f"{name} goes through", False, f"{type(error).__name__}: {error}")
                print(f"      {name}: {time.monotonic() - began:.1f} s", flush=True)
        chromium.close()
    print(f"{check.held} held, {len(check.wrong)} wrong; {check.requests} requests, all to this server unless named; axe-core {check.axe_runs} times")
    for what in check.wrong:
        print("WRONG", what)
    sys.exit(1 if check.wrong else 0)


if __name__ == "__main__":
    main()

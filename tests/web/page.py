"""The page in Chromium: asked, clarified, changed, cited, disputed, given a text, given papers, searched, checked; by
keyboard alone, in the dark, at 360 pixels, on paper; with nothing in the archive, with a very long answer, with errors.

    tests/web/run            serves the sample papers and runs this
    tests/web/page.py --base http://127.0.0.1:7878 [--empty URL] [--guarded URL --public URL --token T]
                      [--opened URL --folder FOLDER] [--pictures docs/images]
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
    said = "document.querySelector('#answer .copies [role=status]').textContent"
    page.click("text=Copy quote")
    check.wait(page, f"{said}.startsWith('Copied.')")
    kept = page.evaluate("navigator.clipboard.readText()")
    check.holds("a quote is copied with its place", kept.startswith("“") and page.inner_text("#answer .passage cite") in kept, repr(kept))
    source = check.api(f"/sources/{check.api('/ask', {'question': QUESTION})['evidence']['facts'][0]['support'][-1]['source_id']}")
    check.holds("with its file, and the link on a separate line",
                f", {source['paths'][0].split('/')[-1]})\n" in kept and kept.split("\n")[-1] == page.url, repr(kept))
    page.evaluate("document.querySelector('#answer .copies [role=status]').textContent = ''")
    page.click("text=Copy link")
    check.wait(page, f"{said}.startsWith('Copied.')")
    link = page.evaluate("navigator.clipboard.readText()")
    check.holds("a link leads to this answer", link == page.url and "/#/a/a-" in link, f"{link} {page.url}")
    check.holds("a link of this computer is said to be", page.evaluate(said) == "Copied. This link works only on this computer.")
    check.holds("the buttons keep their words", page.locator(".copies button").all_inner_texts() == ["Copy quote", "Copy link"])
    check.axe(page, "copied")
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


def joined(check):
    """A sentence over two quotes is one headline, one quote to copy, and marked as a whole beside the answer."""
    stamp = time.time_ns()
    lines = ["Report of the Road Agent", "", "The Board voted 3 to 0 to approve the paving of", f"Tannery Road, item {stamp}, at a cost of $41,000 from the",
             "Highway Fund. The work begins in May.", "", "The chair spoke at length.", "", "Weather decides the day, as it did before."]
    page = check.page(permissions=["clipboard-read", "clipboard-write"])
    check.to(page, "papers")
    page.set_input_files("#u-files", [{"name": f"road-{stamp}.txt", "mimeType": "text/plain", "buffer": "\n".join(lines).encode()}])
    check.wait(page, "document.querySelector('.uploads li a') !== null")
    source = urllib.parse.unquote(page.get_attribute(".uploads li a", "href").split("/")[-1])
    text = check.api(f"/sources/{source}/pages/0")["lines"]
    at = {line["text"].strip(): line["locator"] for line in text}
    last = f"{lines[3]} Highway Fund."
    whole = check.api("/ask", {"question": QUESTION, "form": "levels"})
    support = [(at[lines[2]], lines[2]), (f"{at[lines[3]]}-{at[lines[4]]}", last), (at[lines[8]], lines[8])]
    support = [{"source_id": source, "locator": locator, "quote": quote} for locator, quote in support]
    fact = {**whole["evidence"]["facts"][0], "text": " ".join(s["quote"] for s in support), "support": support, "pieces": 3}
    whole["evidence"] |= {"facts": [fact], "citations_index": [{"source_id": source, "ingest_hash": "0", "title": "Report of the Road Agent", "lane": "local", "date": "2024-05-06"}]}
    whole["signals"]["answer"]["first_value"] = "$41,000"
    whole["trace_id"] = None
    page.goto(check.base + "/#/")
    page.route("**/ask", lambda route: route.fulfill(status=200, content_type="text/event-stream", body=f"event: done\ndata: {json.dumps(whole)}\n\n"))
    check.ask(page, QUESTION)
    sentence = f"{lines[2]} {last}"
    check.wait(page, f"document.querySelector('#answer .headline').textContent === {json.dumps(sentence)}")
    check.holds("a headline goes on to the end of its sentence", page.locator("#answer .headline").count() == 1)
    check.wait(page, "document.querySelectorAll('#beside .lines li.on').length > 0")
    marked = page.locator("#beside .lines mark").all_inner_texts()
    check.holds("beside it all its quotes are marked", " ".join(marked) == f"{sentence} {lines[8]}", repr(marked))
    page.click("text=Copy quote")
    check.wait(page, "document.querySelector('#answer .copies [role=status]').textContent.startsWith('Copied.')")
    kept = page.evaluate("navigator.clipboard.readText()").split("\n")
    first, end = at[lines[2]][1:], at[lines[8]][1:]
    wanted = f"“{sentence} … {lines[8]}” (Report of the Road Agent, May 6, 2024, lines {first} to {end}, road-{stamp}.txt)"
    check.holds("a gap is shown only where lines are left out, and the place covers all words", kept[0] == wanted and kept[1].startswith(check.base), repr(kept))
    check.close(page)


def levels(check):
    """A quote of a paper that not everybody may see is marked on the card, beside it, and where it is copied."""
    page = check.page(permissions=["clipboard-read", "clipboard-write"])
    page.goto(check.base + "/")
    whole = check.api("/ask", {"question": QUESTION, "form": "levels"})
    cited = whole["evidence"]["facts"][0]["support"][0]["source_id"]
    page.route("**/ask", lambda route: route.fulfill(status=200, content_type="text/event-stream", body=f"event: done\ndata: {json.dumps(whole)}\n\n"))
    for level, words, copied in (("sealed", "Sealed", "[sealed paper]"), ("staff", "Staff only", "[staff paper]"), (None, None, None)):
        for entry in whole["evidence"]["citations_index"]:
            entry.pop("visibility", None)
            if level and entry["source_id"] == cited:
                entry["visibility"] = level
        check.ask(page, QUESTION)
        check.wait(page, "document.querySelector('#beside:not([hidden]) h2') !== null")
        marks = page.locator("#answer .passage cite .badge").all_inner_texts(), page.locator("#beside h2 .badge").all_inner_texts()
        page.click("text=Copy quote")
        check.wait(page, "document.querySelector('#answer .copies [role=status]').textContent.startsWith('Copied.')")
        kept = page.evaluate("navigator.clipboard.readText()")
        wanted = [words] if words else []
        check.holds(f"a quote's level is marked: {level}", marks == (wanted, wanted) and ((copied in kept) if copied else " paper]" not in kept), f"{marks} {kept!r}")
        if level == "sealed":
            check.axe(page, "a quote of a sealed paper")
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
    for way in ("hover", "focus"):
        cite = page.locator("#answer .passage cite a").first
        if way == "hover":
            cite.hover()
        else:
            page.mouse.move(0, 0)
            page.wait_for_selector("#peek", state="detached")
            page.locator("#question").focus()
            cite.evaluate("link => link.focus({ focusVisible: true })")
        page.wait_for_selector("#peek")
        shown = page.locator("#peek span").count()
        check.holds(f"a look at up to three lines, the cited one marked: {way}", 1 < shown <= 3 and page.locator("#peek span.on").count() == 1, page.inner_text("#peek"))
    page.keyboard.press("Escape")
    page.wait_for_selector("#peek", state="detached")
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
    page.set_viewport_size({"width": 390, "height": 844})
    page.reload()
    page.wait_for_selector("#view-other .lines mark, #view-other .lines .on")
    check.wait(page, "(() => { const at = document.querySelector('#view-other .lines mark, #view-other .lines .on').getBoundingClientRect(); return at.top >= 0 && at.bottom <= innerHeight; })()")
    check.holds("on a phone the text comes first, and the mark is on the first screen", page.locator("#view-other .lines").first.is_visible())
    check.close(page)


def silent(check):
    page = check.page()
    page.goto(check.base + "/")
    check.ask(page, SILENT)
    check.holds("what is missing is said", page.locator("#answer .lacking li").count() > 0 and re.search("do not|No answer", page.inner_text("#answer .trust")))
    link = page.locator("#answer a:has-text('Search the papers for this question')")
    check.holds("without an answer the search is one click away", link.count() == 1)
    link.click()
    page.wait_for_selector("#view-other .hits li, #view-other p:has-text('Nothing found')")
    check.holds("with the question in it, and no score", page.input_value("#s-q") != "" and not re.search(r"cosine|bm25|rank|score", page.inner_text("#view-other").lower()))
    page.go_back()
    page.wait_for_selector("#answer .trust")
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


def found_in_uploads(check):
    """A line of each upload says what was found in the paper, and who sees it."""
    page = check.page()
    check.to(page, "papers")
    stamp = time.time_ns()
    minutes = f"Town of Aldersfield, New Hampshire\nSelect Board\nMinutes of July 15, 2024\n\nThe Board met at 7:00 p.m. Remark {stamp}.\n"
    given = {"name": f"select-board_2024-07-15_minutes-{stamp}.txt", "mimeType": "text/plain", "buffer": minutes.encode()}
    page.set_input_files("#u-files", [given])
    check.wait(page, "document.querySelector('.uploads li a') !== null")
    line = page.inner_text(".uploads li")
    check.holds("an upload says what was found", "added as minutes of the Select Board, July 15, 2024 (Aldersfield). Open it" in line, line)
    page.select_option("#u-visibility", "staff")
    page.set_input_files("#u-files", [{"name": f"memo-{stamp}.txt", "mimeType": "text/plain", "buffer": f"The key is under mat {stamp}.\n".encode()}])
    check.wait(page, "document.querySelectorAll('.uploads li a').length === 2")
    line = page.inner_text(".uploads li:last-child")
    check.holds("an upload says what was not found, and who sees it", re.search(r"added( \(.*\))?, no kind or date found, only staff see it\. Open it", line) is not None, line)
    check.wait(page, "document.querySelector('.papers .badge') !== null")
    row = page.locator(".papers tr", has_text=f"memo-{stamp}.txt")
    check.holds("a paper without a date and a kind needs a look, and has its file's name",
                "Needs a look: no date and no kind" in row.inner_text() and row.locator(".file").inner_text() == f"memo-{stamp}.txt", row.inner_text())
    check.holds("the list marks it", "Staff only" in page.locator(".papers .badge").all_inner_texts())
    check.axe(page, "uploads with what was found")
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
    check.holds("a paper with a date needs no look", page.locator(".papers .look").count() == 0)
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


def listed(check):
    """The list: no word of it is broken, its fields offer what the archive has, and Back leads to the row one left."""
    page = check.page()
    page.set_viewport_size({"width": 1280, "height": 800})
    check.to(page, "papers")
    broken = page.evaluate("""() => {
      const wrong = [];
      for (const cell of document.querySelectorAll('.papers td:not([data-label=Title]), .papers th')) {
        const walk = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        for (let node; (node = walk.nextNode());) {
          if (node.parentElement.closest('.unseen')) continue;
          for (const word of node.data.matchAll(cell.dataset.label === 'Date' ? /.+/g : /\\S+/g)) {
            const range = document.createRange();
            range.setStart(node, word.index); range.setEnd(node, word.index + word[0].length);
            if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1) wrong.push(word[0]);
          }
        }
      }
      return wrong;
    }""")
    check.holds("no word of the list is broken at 1280 pixels", not broken, repr(broken[:9]))
    box = page.evaluate("(b => [b.scrollWidth, b.clientWidth])(document.querySelector('.papers').parentElement)")
    check.holds("and the list is no wider than its box", box[0] <= box[1], str(box))
    boards = page.evaluate("[...document.querySelector('#u-board').list.options].map((o) => o.value)")
    check.holds("the board field offers the archive's boards", "Select Board" in boards, str(boards))
    row = page.locator(".papers tbody tr").nth(20)
    row.locator("a").scroll_into_view_if_needed()
    page.evaluate("window.scrollBy(0, 137)")
    before, title = page.evaluate("scrollY"), row.locator("a").inner_text()
    row.locator("a").click()
    page.wait_for_selector("#view-other h1:not(:has-text('Papers in this archive'))")
    page.go_back()
    page.wait_for_selector(".papers")
    page.wait_for_timeout(400)
    after = page.evaluate("scrollY")
    check.holds("Back leads to the same row", abs(after - before) <= 2 and before > 200 and page.evaluate("document.activeElement.textContent") == title, f"{before} {after}")
    page.fill("#paper-filter", "minutes")
    page.click("#sort-date")
    count = page.locator(".papers tbody tr").count()
    page.locator(".papers tbody tr a").nth(3).click()
    page.wait_for_selector("#view-other h1:not(:has-text('Papers in this archive'))")
    page.go_back()
    page.wait_for_selector(".papers")
    check.holds("and the list is as it was set", page.input_value("#paper-filter") == "minutes" and page.locator(".papers tbody tr").count() == count
                and page.get_attribute("th:has(#sort-date)", "aria-sort") == "ascending")
    page.click(".papers button:has-text('Edit') >> nth=0")
    boards = page.evaluate("[...document.querySelector('#edit-board').list.options].map((o) => o.value)")
    check.holds("so does that of the form, also where it is empty", "Select Board" in boards, str(boards))
    page.fill("#edit-board", "")
    check.holds("the date's hint is as people write a day", "Date, such as July 15, 2024, or 2024" in page.inner_text(".editing"))
    check.axe(page, "papers at 1280 pixels")
    # Minutes of two boards have one title, and only a day parts them.
    whole = check.api("/sources")
    own = [s for s in whole["sources"] if s["kind"] != "statute" and not s["pages_unread"]][:3]
    for source, (title, date, kind) in zip(own, (("Minutes", None, "minutes"), ("Minutes", "2024-05-06", "minutes"), ("Rules", None, "rules"))):
        source["title"] = title
        source["meta"] |= {"date": date, "doc_type": kind, "lane": "local"}
    page.route("**/sources", lambda route: route.fulfill(status=200, content_type="application/json", body=json.dumps(whole | {"sources": own})))
    page.reload()
    page.wait_for_selector(".papers .look")
    looks = page.locator(".papers .look").all_inner_texts()
    check.holds("of two papers of one title that without a day needs a look", looks == ["Needs a look: no date, and another paper has this title"], str(looks))
    check.close(page)


def traced(check):
    """How an answer was found is said in words; the values are folded."""
    reply = check.api("/ask", {"question": QUESTION, "form": "levels"})
    page = check.page()
    check.to(page, f"trace/{reply['trace_id']}")
    text = page.inner_text("main")
    check.holds("a trace has the question, what was searched and found, the papers, the time",
                all(part in text for part in (QUESTION, "the town’s papers (", "state law (", "that may be about the question", "Questions residents ask", " seconds")), text)
    check.holds("and no inner word", not re.search(r"\w_\w|research|injection|\btrue\b|\bnull\b|\bbm25\b|score", text))
    page.click("summary:has-text('All values, for support')")
    check.holds("all values are folded", "injection_safe: true" in page.inner_text("main"))
    unclear = check.api("/ask", {"question": UNCLEAR})
    if unclear.get("trace_id"):
        check.to(page, f"trace/{unclear['trace_id']}")
        page.wait_for_selector(f"p:has-text('{UNCLEAR}')")
        check.holds("a question back has its story too", "question for the reader" in page.inner_text("main"))
    check.axe(page, "trace")
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


def first_run(check, address, folder):
    """The program opens the setup of an empty archive: a sample, a folder, questions, and a key that works once."""
    ours, check.base = check.base, address.split("/#", 1)[0]
    page = check.page()
    page.goto(address)
    page.wait_for_selector("h1:has-text('Set up your archive')")
    check.holds("an empty archive opens its setup, and the key leaves the address", page.url == check.base + "/#/start", page.url)
    check.axe(page, "setup, with no papers")
    check.fits(page, "setup, with no papers")
    page.fill("#start-folder", "/nowhere/at all")
    page.keyboard.press("Enter")
    page.wait_for_selector("#view-other .problem")
    text = page.inner_text("#view-other .problem")
    check.holds("a wrong path says what to do", "/nowhere/at all" in text and "Next: check how it is written." in text, text)
    page.fill("#start-folder", "Minutes")
    page.keyboard.press("Enter")
    check.wait(page, "document.querySelector('#view-other .problem')?.textContent.includes('whole path')")
    check.axe(page, "setup, a wrong path")
    page.click("text=Try the papers of a made-up town")
    check.wait(page, "document.querySelector('main').textContent.includes('The papers of the sample town were added.')", 180)
    check.wait(page, "document.querySelectorAll('.examples a').length > 0", 180)
    check.axe(page, "setup, with the sample")
    question = page.inner_text(".examples a >> nth=0")
    page.click(".examples a >> nth=0")
    check.answered(page)
    check.holds("an example is asked by a click", page.inner_text("#answer .asked").endswith(question) and page.locator("#answer .passage").count() == 1, question)
    page.click("#to-start")
    page.wait_for_selector("h1:has-text('Set up your archive')")
    page.click("text=Remove it")
    check.wait(page, "document.querySelector('main').textContent.includes('The sample town was removed.')", 120)
    check.holds("the sample is gone", check.api_as(page, "/setup")["papers"] == 0 and page.is_visible("text=Try the papers of a made-up town"))
    page.fill("#start-folder", folder)
    page.check("#start-watch")
    page.click("text=Read the folder")
    check.wait(page, "document.querySelector('main').textContent.includes('papers added')", 120)
    text = page.inner_text("main")
    check.holds("a folder is read by its path", "2 papers added" in text and "1 file of other kinds skipped (1 xyz)" in text and "The folder is watched from now on." in text, text)
    check.wait(page, "document.querySelectorAll('.examples a').length > 0", 120)
    check.holds("its examples are of its papers", "burn permit" in page.inner_text(".examples"), page.inner_text(".examples"))
    check.axe(page, "setup, with a folder")
    check.picture(page, "setup", full_page=True)
    page.click("text=Stop watching")
    check.wait(page, "!document.querySelector('main').textContent.includes('Stop watching')")
    check.holds("a watch is ended", check.api_as(page, "/setup")["watched"] == [])
    page.set_viewport_size({"width": 360, "height": 740})
    check.fits(page, "setup at 360 pixels")
    page.set_viewport_size({"width": 1100, "height": 900})
    page.goto(check.base + "/#/")
    page.reload()
    check.wait(page, "document.querySelectorAll('#answer .examples a').length > 0")
    check.holds("the question's page has the examples too", True)
    check.axe(page, "start with examples")
    page.goto(address)
    check.wait(page, "location.hash === '#/'")
    page.wait_for_timeout(500)
    check.holds("the tab that used the key goes on", page.locator("#answer .problem").count() == 0)
    check.close(page)
    other = check.page()
    other.goto(address)
    other.wait_for_selector("#answer .problem")
    text = other.inner_text("#answer .problem")
    check.holds("the key's second use says what to do", "works once" in text and "start it again" in text, text)
    check.holds("and offers no setup", not other.is_visible("#to-start"))
    check.axe(other, "a key used twice")
    check.close(other)
    check.base = ours


# A folder as a browser hands it on: its reader gives two entries at a time.
DROPPED = """given => {
  const entry = ({ name, text, inside }, above) => ({
    name, fullPath: `${above}/${name}`, isDirectory: Boolean(inside), file: (done) => done(new File([text ?? ''], name)),
    createReader: () => { const rest = (inside ?? []).map((one) => entry(one, `${above}/${name}`)); return { readEntries: (done) => done(rest.splice(0, 2)) }; },
  });
  const event = new Event('drop', { bubbles: true, cancelable: true });
  event.dataTransfer = { types: ['Files'], files: [], items: [{ webkitGetAsEntry: () => entry(given, '') }] };
  document.querySelector('.drop').dispatchEvent(event);
}"""


def folder_dropped(check):
    """A dropped folder has one bar and a summary; a file that can't be read is named with the reason."""
    page = check.page()
    check.to(page, "papers")
    stamp = time.time_ns()
    files = [{"name": f"a-{stamp}.txt", "text": f"The fee for a stall is $4. {stamp}"}, {"name": f"broken-{stamp}.pdf", "text": "%PDF-1.4 no more"},
             {"name": ".DS_Store", "text": "x"}, {"name": "2024", "inside": [{"name": f"b-{stamp}.txt", "text": f"The pond is low. {stamp}"}]},
             {"name": ".git", "inside": [{"name": "config.txt", "text": "x"}]}]
    slow = []
    page.route("**/uploads?*", lambda route: (slow.append(route.request.url), page.wait_for_timeout(300), route.continue_()))
    page.evaluate(DROPPED, {"name": "Minutes", "inside": files})
    page.wait_for_selector("progress", state="visible")
    check.holds("a dropped folder has one bar", page.locator("progress:visible").count() == 1 and page.evaluate("document.querySelector('progress').max") == 3)
    check.axe(page, "a folder is read")
    check.wait(page, "document.querySelector('section:has(.drop) > .status').textContent.includes('could not be added')")
    said = page.inner_text("section:has(.drop) > .status")
    check.holds("and a summary", said == "2 papers added, 1 file could not be added." and not page.is_visible("progress"), said)
    broken = page.inner_text(f".uploads li:has-text('broken-{stamp}')")
    check.holds("with the reason", page.locator(".uploads .problem").count() == 1 and len(broken) > len(f"broken-{stamp}.pdf") + 20, broken)
    check.holds("what a system leaves in folders is left out", len(slow) == 3, str(slow))
    check.axe(page, "a folder was read")
    # Two of one name keep apart.
    twice = [{"name": year, "inside": [{"name": f"may-{stamp}.txt", "text": f"Minutes of {year}. {stamp}"}]} for year in ("2023", "2024")]
    page.evaluate(DROPPED, {"name": "Board", "inside": twice})
    check.wait(page, "document.querySelector('section:has(.drop) > .status').textContent === '2 papers added.'")
    names = page.locator(".uploads strong").all_inner_texts()
    check.holds("two files of one name in a folder are two papers", all(f"Board {year} may-{stamp}.txt" in names for year in ("2023", "2024")), str(names))
    # With more than a few, those without trouble are folded.
    many = [{"name": f"p{n}-{stamp}.txt", "text": f"Paper {n} of {stamp}."} for n in range(7)]
    page.evaluate(DROPPED, {"name": "Many", "inside": many})
    check.wait(page, "document.querySelector('section:has(.drop) > .status').textContent === '7 papers added.'", 90)
    check.holds("those without trouble are folded", page.is_visible("summary:has-text('Added without trouble')") and page.locator("details .uploads li").count() == 7)
    # Beside the box a file does not take the page's place.
    kept = page.evaluate("(e => { Object.assign(e, { dataTransfer: { types: ['Files'] } }); return !document.querySelector('h1').dispatchEvent(e); })(new Event('drop', { bubbles: true, cancelable: true }))")
    check.holds("a file that is dropped beside the box changes nothing", kept)
    page.unroute("**/uploads?*")
    check.close(page)


def guarded(check, base, token):
    """A server that asks for a token: without one there is no way on."""
    ours, check.base = check.base, base
    page = check.page()
    page.goto(base + "/#/papers")
    page.wait_for_selector("#token-dialog[open]")
    check.axe(page, "a token is asked for")
    check.holds("where a token is required there is no Cancel", not page.is_visible("#token-cancel"))
    page.keyboard.type("tl_wrong")
    page.keyboard.press("Enter")
    page.wait_for_selector("#token-wrong .problem")
    check.holds("a wrong token is said to be", page.inner_text("#token-wrong") == "That token is not known here.")
    check.axe(page, "a wrong token")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.wait_for_timeout(200)
    check.holds("and Escape leads nowhere", page.is_visible("#token-dialog[open]"))
    page.focus("#token")
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
    check.wait(page, "document.querySelector('.copies').textContent.includes('Copied.')")
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


def signed_in(check, base, token):
    """A server that lets the public in, where a token shows more."""
    ours, check.base = check.base, base
    page = check.page()
    page.goto(base + "/")
    page.click("#sign-in")
    check.axe(page, "signing in")
    for leave in ("Cancel", "Escape"):
        page.keyboard.type("tl_wrong")
        page.keyboard.press("Enter")
        page.wait_for_selector("#token-wrong .problem")
        if leave == "Cancel":
            page.click("#token-cancel")
        else:
            page.keyboard.press("Escape")
        check.holds(f"{leave} goes on without a token", not page.is_visible("#token-dialog[open]") and page.is_visible("#sign-in"))
        check.holds(f"a wrong token is not kept after {leave}", page.evaluate("sessionStorage.getItem('twolane-token')") is None)
        page.click("#sign-in")
        check.holds("the dialog begins without an error", page.locator("#token-wrong .problem").count() == 0)
    page.keyboard.type("tl_wrong")
    page.keyboard.press("Enter")
    page.wait_for_selector("#token-wrong .problem")
    page.keyboard.type(token)
    page.keyboard.press("Enter")
    page.wait_for_selector("#sign-out", state="visible")
    check.holds("the footer says that one is signed in", "Signed in" in page.inner_text("footer") and not page.is_visible("#sign-in"))
    check.axe(page, "signed in")
    check.ask(page, QUESTION)
    check.to(page, "papers")
    check.holds("staff see what needs a look", page.is_visible("#paper-look"))
    page.click("#sign-out")
    page.wait_for_selector("#sign-in", state="visible")
    kept = page.evaluate("JSON.stringify(sessionStorage)")
    check.to(page, "papers")
    text = page.inner_text("main")
    check.holds("the public is shown no work", not any(words in text for words in ("Needs a look", "need a look", "✎", "Edit")))
    page.goto(base + "/#/")
    check.holds("signing out forgets all that the tab keeps", kept == "{}" and page.input_value("#question") == "" and page.url == base + "/#/", f"{kept} {page.url}")
    # A token that was taken back.
    page.evaluate("sessionStorage.setItem('twolane-token', 'tl_gone')")
    page.goto(base + "/#/papers")
    page.reload()
    page.wait_for_selector("#token-dialog[open] .problem")
    page.click("#token-cancel")
    check.wait(page, "document.querySelector('#view-other h1') !== null")
    check.holds("a token that is no longer known can be done without", page.is_visible("h1:has-text('Papers in this archive')") and page.evaluate("sessionStorage.length") == 0)
    check.close(page)
    check.base = ours


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--base", default="http://127.0.0.1:7878")
    parser.add_argument("--empty", help="a server over an archive of nothing")
    parser.add_argument("--guarded", help="a server that asks for a token")
    parser.add_argument("--several", help="a server with the archives `archive` and `news`")
    parser.add_argument("--public", help="a server that lets the public in and knows the token")
    parser.add_argument("--token")
    parser.add_argument("--opened", help="the address with a key that the program opened over an empty archive")
    parser.add_argument("--folder", help="a folder with two papers, one of them minutes of July 15, 2024, and a file .xyz")
    parser.add_argument("--browser", default="/usr/bin/chromium")
    parser.add_argument("--pictures", help="folder for pictures of the page")
    parser.add_argument("--web", help="folder with the page's sources, instead of those in the program")
    parser.add_argument("--only", help="one part, by its function's name")
    args = parser.parse_args()
    with sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=args.browser, args=["--no-sandbox"])
        check = Check(chromium, args.base, args.pictures, args.web)
        parts = [(f.__name__, lambda f=f: f(check)) for f in (ready, card, copied, joined, levels, addressed, beside, keyboard, clarified, changed, disputed, silent, pasted, uploaded, found_in_uploads, folder_dropped, edited, listed, traced, saved, printed, drawn, busy, errors)]
        parts += [("views", lambda kind=kind: views(check, kind)) for kind in KINDS]
        if args.empty:
            parts.append(("empty", lambda: empty(check, args.empty)))
        if args.guarded:
            parts.append(("guarded", lambda: guarded(check, args.guarded, args.token)))
        if args.several:
            parts.append(("several", lambda: several(check, args.several)))
        if args.opened:
            parts.append(("first_run", lambda: first_run(check, args.opened, args.folder)))
        if args.public:
            parts.append(("signed_in", lambda: signed_in(check, args.public, args.token)))
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

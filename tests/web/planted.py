"""What a browser makes of `tests/data/planted/strings.json`, planted in titles, texts, names of files, headings and
titles of law, questions, conditions, pasted texts and saved answers: nothing is executed, nothing has to be stopped by
the page's policy, and no element stands there that the page does not make itself.

    tests/web/planted.py --program target/debug/twolane [--every 1]
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
import unicodedata
import urllib.parse
from pathlib import Path

from browser import Check
from playwright.sync_api import sync_playwright

STRINGS = json.loads((Path(__file__).parent.parent / "data/planted/strings.json").read_text())


def name_of(n, string):
    name = string.replace("/", "\u2044")
    return f"{n} {name}"[:150] + ".txt"


def seen_whole(string):
    """Packs take no heading with characters that can't be seen."""
    return not any(unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp") for c in string)


def archive(program, folder):
    """Papers and a pack that hold the strings."""
    papers, law = folder / "papers", folder / "law"
    papers.mkdir()
    law.mkdir()
    described = []
    # As TOML writes it too.
    quoted = lambda text: json.dumps(text, ensure_ascii=False)
    for n, string in enumerate(STRINGS):
        (papers / name_of(n, string)).write_text(f"Notice {n}: {string}\n\nThe fee for planted permit {n} is ${n}. {string}\n")
        described.append(f"[[source]]\nfile = {quoted(f'{n} *')}\ntown = {quoted(string)}\nboard = {quoted(string)}\ntitle = {quoted(string)}\n")
    # A few towns are enough for lists; every paper has a title of its own all the same.
    (papers / "sources.toml").write_text("\n".join(described))
    headings = [{"citation": f"RSA 950:{n + 1}", "heading": string} for n, string in enumerate(STRINGS) if seen_whole(string)]
    (law / "headings.jsonl").write_text("\n".join(json.dumps(h) for h in headings) + "\n")
    about = {"name": "planted", "title": STRINGS[0], "jurisdiction": "NH", "edition": "2025", "as_of": "2025-01-01", "grammar": "rsa",
             "licence": STRINGS[1], "coverage": STRINGS[2]}
    (law / "pack.toml").write_text("\n".join(f"{key} = {quoted(value)}" for key, value in about.items())
                                   + f"\nlimits = {quoted(STRINGS[3:6])}\nevery_section = false\n")
    run = [program, "--offline", "--quiet", "--archive", str(folder / "archive")]
    subprocess.run([*run, "ingest", str(papers)], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([*run, "pack", "build", str(law), "-o", str(folder / "planted.twopack")], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([*run, "pack", "install", str(folder / "planted.twopack")], check=True, stdout=subprocess.DEVNULL)


def walk(check, every):
    page = check.page()
    quoted = lambda text: urllib.parse.quote(text, safe="")
    sources = check.api("/sources")["sources"]
    check.holds("the strings are in the archive", sum("planted" in json.dumps(s["paths"]) for s in sources) > 100, f"({len(sources)} sources)")
    page.goto(check.base + "/")
    for n, string in list(enumerate(STRINGS))[::every]:
        what = repr(string)
        # As a question, of which the fact is the paper's line with the string.
        form = ("levels", "brief", "civic", "legal", "research")[n % 5]
        check.ask(page, f"{string} What is the fee for planted permit {n}?", form=form, **({"paste": f"{string}\n\nMy permit {n}. {string}"} if n % 7 == 0 else {}))
        page.evaluate("for (const d of document.querySelectorAll('#answer details')) d.open = true")
        check.clean(page, f"answer: {what}")
        if n % 5 == 1:
            page.fill("#town", string)
            check.ask(page, f"What is the fee for planted permit {n}?")
            check.clean(page, f"condition: {what}")
            page.fill("#town", "")
        page.fill("#question", "")
        # In addresses.
        for view in ("source", "law", "trace", "ask", string)[n % 5:][:1] + ("search",):
            check.to(page, f"{view}/{quoted(string)}/{quoted(string)}")
        check.clean(page, f"address: {what}")
        page.goto(check.base + "/#/")
    said = [s for s in sources if s["kind"] != "statute"][::max(1, 5 * every)]
    for source in said:
        check.to(page, f"source/{quoted(source['id'])}/L1")
        page.wait_for_timeout(30)
        check.clean(page, f"paper: {source['title']!r}")
    for n in range(0, len(STRINGS), 10 * every):
        check.to(page, f"law/{quoted(f'RSA 950:{n + 1}')}")
        check.clean(page, f"section: {STRINGS[n]!r}")
    # Lists, with all of them at once.
    for view, ready in (("papers", "#view-other tbody tr"), ("law", "#view-other .sheet"), ("history", "#view-other .sheet"), ("search", "#s-q")):
        check.to(page, view)
        page.wait_for_selector(ready)
        if view == "law":
            page.click("button:has-text('Sections') >> nth=0")
            page.wait_for_selector("#view-other table")
        if view == "search":
            for query in ("planted permit", *STRINGS[::20 * every]):
                page.fill("#s-q", query)
                page.click("#view-other button[type=submit]")
                check.wait(page, "document.querySelector('.hits, .problem') !== null && document.querySelector('.busy') === null")
                check.clean(page, f"search: {query!r}")
        check.clean(page, view)
        rows = page.locator(ready).count()
        check.holds(f"{view} holds them", rows > (100 if view == "papers" else 0), f"({rows})")
    trace = check.api("/traces")["traces"][0]["id"] if "traces" in check.api("/traces") else None
    if trace:
        check.to(page, f"trace/{trace}")
        check.clean(page, "trace")
    # In a saved answer, every text of it.
    whole = check.api("/ask", {"question": "What is the fee for planted permit 1?"})

    check.to(page, "check")
    for string in STRINGS[::8 * every]:
        page.fill("#saved", json.dumps(all_texts(whole, string)))
        page.click("#view-other button[type=submit]")
        check.wait(page, "document.querySelector('.ok, .bad, .problem') !== null && document.querySelector('.busy') === null")
        check.clean(page, f"saved: {string!r}")
    check.close(page)


def all_texts(value, string):
    """The same with the string behind every text of it."""
    if isinstance(value, str):
        return value + string
    if isinstance(value, list):
        return [all_texts(v, string) for v in value]
    return {k: all_texts(v, string) for k, v in value.items()} if isinstance(value, dict) else value


def streamed(check, every):
    """In every text that comes while an answer is written: a plan's, the quotes', a model's, the form's."""
    whole = check.api("/ask", {"question": "What is the fee for planted permit 1?", "form": "levels"})
    page = check.page()
    page.goto(check.base + "/")
    given = {}

    def reply(route):
        n, s = given["n"], given["string"]
        evidence = all_texts(whole["evidence"], s) | {"prose": {"by": "model", "sentences": [{"text": s, "tokens": ["[L1]", f"[{s}]"]}]}}
        choice = {"answer": s, "note": s, "reasons": [{"choice": s, "text": s, "holds": s, "reason": s, "support": evidence["facts"][0]["support"]}]}
        done = whole | {
            "evidence": evidence, "answer": all_texts(whole["answer"], s), "choice": choice, "trace_id": s, "session_sources": [{"title": s}],
            "from_memory": True, "memory": {"at": s, "question": s}, "resolved_context": {"fields": {s: s}, "origins": {s: s}, "question": s},
        }
        if n % 2:
            done["form"] = {"name": "civic", "markdown": f"{s}\n\n## {s}\n\n- {s}\n\n**{s}**: {s}\n\n_{s}_\n"}
        asked_back = {"status": "clarify", "questions": [{"field": s, "prompt": s, "options": [s, s + "1"], "allow_free_text": True}]}
        events = [("gate", {"status": "proceed"}), ("plan", {"lanes": [{"name": s}], "hits": s}), ("facts", {"answer": done["answer"], "evidence": evidence}),
                  ("writing", {}), ("prose", {"answer": done["answer"], "form": done["form"]}), ("done", asked_back if n % 5 == 4 else done)]
        route.fulfill(status=200, content_type="text/event-stream", body="".join(f"event: {name}\ndata: {json.dumps(data)}\n\n" for name, data in events))

    page.route("**/ask", reply)
    for n, string in list(enumerate(STRINGS))[::every]:
        given.update(n=n, string=string)
        check.ask(page, "Planted?")
        page.evaluate("for (const d of document.querySelectorAll('#answer details')) d.open = true")
        check.clean(page, f"streamed: {string!r}")
    check.holds("the streamed answers are shown", page.query_selector("#answer article, #answer form") is not None)
    check.close(page)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--browser", default="/usr/bin/chromium")
    parser.add_argument("--every", type=int, default=1, help="each so-manieth string alone; lists hold all of them")
    parser.add_argument("--web")
    args = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        os.environ["HOME"] = str(folder)
        for name in ("TWOLANE_MODELS", "TWOLANE_ARCHIVE", "XDG_DATA_HOME"):
            os.environ.pop(name, None)
        archive(args.program, folder)
        print(f"      planted: {time.monotonic() - began:.1f} s", flush=True)
        server = subprocess.Popen([args.program, "--offline", "--quiet", "--archive", str(folder / "archive"), "serve", "--listen", "127.0.0.1:0"],
                                  stdout=subprocess.PIPE, text=True)
        try:
            base = server.stdout.readline().strip()
            with sync_playwright() as play:
                chromium = play.chromium.launch(executable_path=args.browser, args=["--no-sandbox"])
                check = Check(chromium, base, web=args.web)
                walk(check, args.every)
                streamed(check, args.every)
                chromium.close()
        finally:
            server.terminate()
            server.wait()
    print(f"{len(STRINGS)} strings, each in a file's name, a title, a text, a town, a heading of law, a question and a streamed answer;"
          f" {check.requests} requests; {len(check.wrong)} wrong; {time.monotonic() - began:.0f} s")
    for what in check.wrong:
        print("WRONG", what)
    sys.exit(1 if check.wrong else 0)


if __name__ == "__main__":
    main()

"""Chromium with a log of what it asks for, of what is executed, and of what axe-core objects to."""

import json
import re
import time
import urllib.request
from pathlib import Path

# Before anything of the page runs: what planted code would call, and what the page's policy had to stop.
HOOK = """
window.executed = [];
window.stopped = [];
for (const name of ["planted", "alert", "confirm", "prompt", "open"]) window[name] = (...given) => { executed.push([name, ...given].join(" ")); };
document.addEventListener("securitypolicyviolation", (e) => stopped.push(`${e.violatedDirective} ${e.blockedURI} ${e.sample}`));
"""

# What the page never makes: code in attributes, addresses that are code, elements that load or send, elements of
# its own names made twice.
AUDIT = """() => {
  const wrong = [];
  const seen = new Set();
  for (const element of document.querySelectorAll("*")) {
    const says = `<${element.localName}${[...element.attributes].map((a) => ` ${a.name}=${a.value}`).join("")}>`.slice(0, 200);
    for (const { name, value } of element.attributes) {
      if ((/^on|^srcdoc$|^formaction$|^accesskey$/i.test(name)) || (name === "style" && value)) wrong.push(says);
      if (/^(src|href|xlink:href|action|data|poster|srcset|background)$/i.test(name)
        && !/^(#|\\/(web\\/|docs$|openapi\\.json$|archives\\/[a-z0-9-]+\\/$|$)|blob:|[?]|$)/.test(value)) wrong.push(says);
    }
    if (/^(iframe|frame|object|embed|base|applet|template|marquee|video|audio|math|style|isindex)$/.test(element.localName)) wrong.push(says);
    if (element.localName === "script" && !/^\\/web\\/[a-z]+\\.js$/.test(element.getAttribute("src"))) wrong.push(says);
    if (element.localName === "meta" && element.hasAttribute("http-equiv")) wrong.push(says);
    if (element.localName === "svg" && [...element.children].some((child) => child.localName !== "rect")) wrong.push(says);
    if (element.id && seen.has(element.id)) wrong.push(`two of #${element.id}`);
    seen.add(element.id);
  }
  return wrong;
}"""

KINDS = {
    "light": {"viewport": {"width": 1100, "height": 900}},
    "dark": {"viewport": {"width": 1100, "height": 900}, "color_scheme": "dark"},
    "narrow": {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True},
    "narrow and dark": {"viewport": {"width": 360, "height": 740}, "color_scheme": "dark", "is_mobile": True},
}


class Check:
    """Keeps what holds and what is wrong, over all pages of a run."""

    def __init__(self, chromium, base, pictures=None, web=None):
        import axe_playwright_python

        self.chromium, self.base, self.pictures, self.web = chromium, base, pictures, web
        self.axe_code = next(Path(axe_playwright_python.__file__).parent.rglob("axe.min.js")).read_text()
        self.wrong, self.held, self.requests, self.axe_runs, self.pictures_asked = [], 0, 0, 0, []

    def holds(self, what, ok, more=""):
        if ok:
            self.held += 1
            print("ok   ", what, more, flush=True)
        else:
            self.wrong.append(f"{what} {more}")
            print("WRONG", what, more, flush=True)

    def page(self, kind="light", **more):
        context = self.chromium.new_context(**KINDS[kind], **more)
        context.add_init_script(HOOK)
        context.on("request", self.seen)
        if self.web:
            pages = re.compile(re.escape(self.base) + r"/(web/.*|archives/[a-z0-9-]+/)?$")
            context.route(pages, self.from_disk)
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda error: self.wrong.append(f"page error: {error}"))
        page.on("dialog", lambda dialog: (self.wrong.append(f"executed: {dialog.message}"), dialog.dismiss()))
        page.on("popup", lambda other: self.wrong.append(f"a window was opened: {other.url}"))
        page.on("websocket", lambda socket: self.wrong.append(f"request to {socket.url}"))
        return page

    def from_disk(self, route):
        """The page as its sources are now, under the headers of the one in the program."""
        name = route.request.url.removeprefix(self.base + "/").removeprefix("web/")
        response = route.fetch()
        if not name or name.startswith("archives/"):
            name = "archives.html" if 'id="archives"' in response.text() else "index.html"
        # A script that the program does not have yet has the headers of one that it has.
        if response.status == 404:
            response = route.fetch(url=f"{self.base}/web/api.js")
        route.fulfill(response=response, body=Path(self.web, name).read_text())

    def seen(self, request):
        self.requests += 1
        if "/picture?" in request.url:
            self.pictures_asked.append(request.url)
        if not request.url.startswith((self.base + "/", "blob:" + self.base)):
            self.wrong.append(f"request to {request.url}")

    def close(self, page):
        """Leaves a page, having looked at what happened on it."""
        self.clean(page, "a page at its end")
        page.context.close()

    def clean(self, page, what):
        """Nothing was executed, nothing had to be stopped, nothing stands there that the page does not make."""
        executed, stopped = page.evaluate("[window.executed, window.stopped]")
        # axe-core, which the tests put in, is no part of the page.
        wrong = [f"executed: {e}" for e in executed] + [f"stopped: {s}" for s in stopped] + page.evaluate(AUDIT)
        for one in wrong:
            self.wrong.append(f"{what}: {one}")
            print("WRONG", what, one, flush=True)
        return not wrong

    def wait(self, page, what, seconds=40):
        """Looks until it is so. The page forbids code made of text, so Playwright's `wait_for_function` can't."""
        until = time.monotonic() + seconds
        while not page.evaluate(what):
            if time.monotonic() > until:
                raise TimeoutError(f"{what}\n{page.inner_text('body')[:2000]}")
            time.sleep(0.05)

    def axe(self, page, view):
        page.evaluate(self.axe_code)
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
        self.axe_runs += 1
        more = "; ".join(f"{v['id']}: {[n['html'][:120] for n in v['nodes']][:3]}" for v in found)
        self.holds(f"axe-core: {view}", not found, more)

    def fits(self, page, view):
        wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
        self.holds(f"no sideways scrolling: {view}", not wide)

    def picture(self, page, name, **kind):
        if self.pictures:
            page.evaluate("document.activeElement?.blur()")
            page.screenshot(path=str(Path(self.pictures) / f"serve-{name}.png"), **kind)

    def to(self, page, view):
        """Goes to a view by its address, and waits until it is there."""
        page.goto(f"{self.base}/#/{view}")
        self.wait(page, "document.querySelector('#view-other:not([hidden]) h1, #view-other:not([hidden]) .problem,"
                        " #view-ask:not([hidden])') !== null")

    def ask(self, page, question, **fields):
        """By the form; waits for the whole answer."""
        for name, value in fields.items():
            if name == "paste":
                page.evaluate("document.querySelector('#paste-box').open = true")
            if name == "form":
                page.select_option("#form", value)
                # An answer that is there comes again in the other form.
                self.wait(page, "!document.querySelector('#answer').hasAttribute('aria-busy')")
            else:
                page.fill(f"#{name}", value)
        page.fill("#question", question)
        page.click("#send")
        self.answered(page)

    def answered(self, page):
        self.wait(page, "document.querySelector('#answer').childElementCount > 0"
                        " && !document.querySelector('#answer').hasAttribute('aria-busy')")

    def api(self, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"})
        return json.load(urllib.request.urlopen(request))

    def api_as(self, page, path):
        """A reply that only the page's tab gets."""
        return page.evaluate("path => fetch(path, { headers: { 'X-Twolane-Setup': sessionStorage.getItem('twolane-setup') } }).then((r) => r.json())", path)

    def tab_to(self, page, what, most=80):
        """Presses Tab until the element with the focus is such a one."""
        for _ in range(most):
            if page.evaluate(f"(e => {what})(document.activeElement)"):
                return
            page.keyboard.press("Tab")
        raise TimeoutError(f"no Tab leads to {what}")

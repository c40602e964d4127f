import { h, show, problem } from "./dom.js";
import { get, picture } from "./api.js";
import { quotes, sourceLink, spoken } from "./answer.js";

const LOCATOR = /^(?:p\.(\d+) )?L(\d+)(?:-(?:p\.(\d+) )?L(\d+))?$/;

function range(locator) {
  const found = LOCATOR.exec(locator ?? "");
  if (!found) return null;
  const page = Number(found[1] ?? 0), first = Number(found[2]);
  return { page, first, lastPage: Number(found[3] ?? page), last: Number(found[4] ?? first) };
}

function isIn(marked, locator) {
  const line = range(locator);
  if (!marked || !line) return false;
  const after = line.page > marked.page || (line.page === marked.page && line.first >= marked.first);
  const before = line.page < marked.lastPage || (line.page === marked.lastPage && line.first <= marked.last);
  return after && before;
}

/** A paper at a page, with the quoted lines marked. */
export async function sourceView(id, locator = "", wanted = "") {
  const source = await get(`/sources/${encodeURIComponent(id)}`);
  let quoted = null;
  if (locator) quoted = await get("/quote", { source: id, locator });
  const marked = range(quoted?.locator);
  const number = wanted ? Number(wanted) : marked ? marked.page : (source.pages ? 1 : 0);
  const page = await get(`/sources/${encodeURIComponent(source.id)}/pages/${number}`);
  const here = quotes.list.findIndex((q) => q.source === source.id && q.locator === locator);
  const at = (n) => (locator ? `#/source/${encodeURIComponent(id)}/${encodeURIComponent(locator)}/${n}` : `#/source/${encodeURIComponent(id)}//${n}`);
  const step = (n, text) => { const q = quotes.list[n]; return q ? h("a", { href: sourceLink(q.source, q.locator) }, text) : h("span", { class: "quiet" }, text); };
  const label = page.label ? `page ${number} (printed ${page.label})` : `page ${number}`;

  const lines = h("ol", { class: "lines", "aria-label": "Text, line by line" }, page.lines.map((line) => {
    const on = isIn(marked, line.locator);
    const flags = line.flags.filter((f) => f === "hidden" || f === "instruction" || f === "ocr");
    return h("li", { class: on ? "on" : null },
      h("span", { class: "n", "aria-hidden": "true" }, String(range(line.locator)?.first ?? "")),
      h("span", { class: "t" }, on ? h("mark", {}, line.text) : line.text, flags.length ? h("span", { class: "marked" }, `  [${flags.join(", ")}]`) : null));
  }));
  const drawing = h("div", { class: "picture", tabindex: "0", role: "region", "aria-label": `Picture of ${label}` }, h("p", { class: "status busy", role: "status" }, "Drawing the page"));
  const text = h("div", { hidden: Boolean(page.picture) }, page.status === "unread" ? problem({ detail: "This page could not be read.", next: page.reason }) : null, lines);
  const toggle = h("button", { type: "button", class: "plain", "aria-pressed": "false", onclick: () => {
    text.hidden = !text.hidden; drawing.hidden = !text.hidden;
    toggle.textContent = text.hidden ? "Show the text" : "Show the picture";
  } }, "Show the text");
  let zoom = 1;
  const size = (change) => h("button", { type: "button", class: "plain", "aria-label": change > 0 ? "Larger" : "Smaller", onclick: () => {
    zoom = Math.max(1, Math.min(3, zoom + change));
    drawing.className = `picture zoom-${zoom}`;
  } }, change > 0 ? "+" : "−");

  const nodes = [
    h("h1", {}, source.title),
    h("p", { class: "where" }, [source.meta.town, source.meta.board, source.meta.doc_type, source.meta.date, source.kind, `${source.lines} lines`].filter(Boolean).join(" · ")),
    quoted ? h("div", { class: "sheet" }, h("blockquote", {}, `“${quoted.quote}”`), h("cite", {}, spoken(quoted.locator)),
      here >= 0 && quotes.list.length > 1 ? h("nav", { class: "pages", "aria-label": "Quotes of the answer" }, step(here - 1, "Previous quote"), h("span", {}, `Quote ${here + 1} of ${quotes.list.length}`), step(here + 1, "Next quote")) : null,
      h("p", {}, h("a", { href: "#/" }, "Back to the answer"))) : null,
    h("nav", { class: "pages", "aria-label": "Pages" },
      number > 1 ? h("a", { href: at(number - 1), rel: "prev" }, "Previous page") : null,
      source.pages ? h("span", {}, `${label} of ${source.pages}`) : null,
      source.pages && number < source.pages ? h("a", { href: at(number + 1), rel: "next" }, "Next page") : null,
      page.picture ? [toggle, size(-1), size(1)] : null),
    h("div", { class: "viewer" }, page.picture ? drawing : null, text),
    page.lines_in_all > page.lines.length ? h("p", { class: "quiet" }, `The first ${page.lines.length} of ${page.lines_in_all} lines.`) : null,
    source.sections?.length ? h("details", {}, h("summary", {}, `Sections (${source.sections.length})`), h("ul", {}, source.sections.slice(0, 400).map((s) => h("li", {}, h("a", { href: sourceLink(source.id, s.locator) }, s.name), ` ${s.locator}`)))) : null,
  ];

  async function draw() {
    const [width, height] = page.size ?? [612, 792];
    try {
      const image = h("img", { alt: `Picture of ${label} of ${source.title}`, src: await picture(`${page.picture}?width=1400`) });
      const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
      svg.setAttribute("preserveAspectRatio", "none");
      svg.setAttribute("aria-hidden", "true");
      for (const line of page.lines) {
        if (!line.box || !isIn(marked, line.locator)) continue;
        const [x0, y0, x1, y1] = line.box;
        const rect = document.createElementNS("http://www.w3.org/2000/svg", "rect");
        // A box is as high as its letters; the line that people see has air above them.
        const air = (y1 - y0) / 5;
        for (const [key, value] of Object.entries({ x: x0 - 2, y: y0 - air, width: x1 - x0 + 4, height: y1 - y0 + air + 1 })) rect.setAttribute(key, value);
        svg.append(rect);
      }
      show(drawing, h("div", { class: "sheetbox" }, image, svg));
      await image.decode().catch(() => {});
      const first = svg.querySelector("rect");
      if (first) drawing.scrollTop = Math.max(0, (first.getBoundingClientRect().top - drawing.getBoundingClientRect().top) - drawing.clientHeight / 3);
    } catch {
      drawing.remove(); toggle.remove();
      text.hidden = false;
      text.prepend(h("p", { class: "quiet" }, "There is no picture of this page: the paper is not where it was, or has changed since it was read. This is the text that was read."));
    }
  }
  return { title: source.title, nodes, ready: () => {
    if (page.picture) draw();
    else lines.querySelector(".on")?.scrollIntoView({ block: "center" });
  } };
}

import { h } from "./dom.js";
import { get } from "./api.js";
import { sourceLink, spoken, marksOf, webLink } from "./place.js";
import { range, linesOf } from "./lines.js";
import { paperPane, labelOf, wordsIn, citedText } from "./paper.js";
import { quotes } from "./quotes.js";

/** The quoted words at the top of a paper, with ways to the answer's other quotes. */
async function quotedBox(source, quoted, words) {
  const said = words ? citedText(await linesOf(source.id, quoted.locator), [{ place: range(quoted.locator), words }]) : "";
  const here = quotes.list.findIndex((q) => q.source === source.id && q.locator === quoted.locator);
  const step = (n, text) => { const q = quotes.list[n]; return q ? h("a", { href: sourceLink(q.source, q.locator, q.words) }, text) : h("span", { class: "quiet" }, text); };
  return h("div", { class: "sheet" },
    // Only the words that were cited are in quotation marks; whole lines are not.
    h("blockquote", {}, said ? `“${said}”` : quoted.quote), h("cite", {}, spoken(quoted.locator)),
    here >= 0 && quotes.list.length > 1 ? h("nav", { class: "pages", "aria-label": "Quotes of the answer" }, step(here - 1, "Previous quote"), h("span", {}, `Quote ${here + 1} of ${quotes.list.length}`), step(here + 1, "Next quote")) : null,
    h("p", {}, h("a", { href: quotes.address ?? "#/" }, "Back to the answer")));
}

/** A paper at a page, with the cited words marked. */
export async function sourceView(id, locator = "", wanted = "", characters = "") {
  const source = await get(`/sources/${encodeURIComponent(id)}`);
  const quoted = locator ? await get("/quote", { source: id, locator }) : null;
  const marked = range(quoted?.locator), words = wordsIn(characters);
  const number = wanted ? Number(wanted) : marked ? marked.page : (source.pages ? 1 : 0);
  const page = await get(`/sources/${encodeURIComponent(source.id)}/pages/${number}`);
  const at = (n) => `#/source/${encodeURIComponent(id)}/${encodeURIComponent(locator)}/${n}${words ? `/${words.from}-${words.to}` : ""}`;
  const label = labelOf(page);
  const pane = paperPane(page, { title: source.title, label, marks: marked ? [{ place: marked, words }] : [] });
  const nodes = [
    h("h1", {}, source.title, marksOf(source.meta)),
    h("p", { class: "where" }, [source.meta.town, source.meta.board, source.meta.doc_type, source.meta.date, source.kind, `${source.lines} lines`].filter(Boolean).join(" · "),
      source.meta.url ? [" · ", webLink(source.meta.url)] : null),
    quoted ? await quotedBox(source, quoted, words) : null,
    h("nav", { class: "pages", "aria-label": "Pages" },
      number > 1 ? h("a", { href: at(number - 1), rel: "prev" }, "Previous page") : null,
      source.pages ? h("span", {}, `${label} of ${source.pages}`) : null,
      source.pages && number < source.pages ? h("a", { href: at(number + 1), rel: "next" }, "Next page") : null,
      pane.tools),
    pane.viewer,
    page.lines_in_all > page.lines.length ? h("p", { class: "quiet" }, `The first ${page.lines.length} of ${page.lines_in_all} lines.`) : null,
    source.sections?.length ? h("details", {}, h("summary", {}, `Sections (${source.sections.length})`), h("ul", {}, source.sections.slice(0, 400).map((s) => h("li", {}, h("a", { href: sourceLink(source.id, s.locator) }, s.name), ` ${s.locator}`)))) : null,
  ];
  return { title: source.title, nodes, ready: () => pane.ready() };
}

import { h, show, problem } from "./dom.js";
import { get } from "./api.js";
import { sourceLink } from "./answer.js";

/** What the parts of an archive are called on the page. */
const LANES = { local: "your papers", state: "law" };

/** Search with conditions, of some words at once where there are any; no answer is written. */
export async function searchView(asked = "") {
  const filters = await get("/filters");
  const select = (name, label, values, names = {}) => h("div", { class: "field" }, h("label", { for: `s-${name}` }, label),
    h("select", { id: `s-${name}`, name }, h("option", { value: "" }, "any"), values.map((value) => h("option", { value }, names[value] ?? value))));
  const words = h("input", { id: "s-q", name: "q", required: true, maxlength: "2000" });
  const results = h("div", { "aria-live": "polite" });
  const form = h("form", { role: "search", onsubmit: async (event) => {
    event.preventDefault();
    const query = Object.fromEntries(new FormData(form));
    if (query.prefer_recent) query.prefer_recent = "true";
    show(results, h("p", { class: "status busy" }, "Searching"));
    try {
      const found = await get("/search", query);
      show(results, h("p", {}, `${found.hits.length} passages in ${Math.round(found.timing_ms.total)} ms`),
        found.hits.length ? null : h("p", {}, "Nothing found: try other words, or fewer conditions."),
        h("ol", { class: "hits" }, found.hits.map((hit) => h("li", {},
          h("h2", {}, h("a", { href: sourceLink(hit.source.id, hit.locator) }, hit.source.title)),
          h("p", { class: "where" }, [hit.source.date, hit.section, hit.locator, hit.lane === "local" ? null : LANES[hit.lane] ?? hit.lane].filter(Boolean).join(" · ")),
          h("p", {}, hit.text), hit.marked?.length ? h("p", { class: "marked" }, "Contains lines that are hidden or addressed to a language model.") : null,
          hit.also?.length ? h("p", { class: "quiet" }, `The same in ${hit.also.map((a) => a.title).join("; ")}`) : null))));
    } catch (error) { show(results, problem(error)); }
  } },
    h("h1", {}, h("label", { for: "s-q" }, "Search the papers")), words,
    h("div", { class: "row" }, select("town", "Town or association", filters.towns.map((t) => t.name)), select("type", "Kind of paper", filters.types),
      select("board", "Board", filters.boards), select("lane", "Papers or law", filters.lanes, LANES), select("authority", "Authority", filters.authorities)),
    h("div", { class: "row" },
      h("div", { class: "field narrow" }, h("label", { for: "s-from" }, "From"), h("input", { id: "s-from", name: "from", placeholder: "2024-01", pattern: "[0-9]{4}(-[0-9]{2}){0,2}" })),
      h("div", { class: "field narrow" }, h("label", { for: "s-to" }, "To"), h("input", { id: "s-to", name: "to", placeholder: "2025", pattern: "[0-9]{4}(-[0-9]{2}){0,2}" })),
      h("label", { class: "choice" }, h("input", { type: "checkbox", name: "prefer_recent" }), h("span", {}, "Newer papers first")),
      h("div", { class: "buttons" }, h("button", { type: "submit" }, "Search"))));
  return { title: "Search", nodes: [form, results], ready: () => {
    words.value = asked;
    if (asked) form.requestSubmit(); else words.focus();
  } };
}

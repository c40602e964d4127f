import { h, show, problem, table } from "./dom.js";
import { get } from "./api.js";
import { sourceLink } from "./answer.js";

const lawLink = (citation) => `#/law/${encodeURIComponent(citation)}`;

function diffNodes(diff) {
  if (!diff.changed) return [h("p", {}, `The text is the same in ${diff.from} and ${diff.to}.`)];
  return [h("p", {}, `Changes from ${diff.from} to ${diff.to}:`), h("p", { class: "text" }, String(diff.diff ?? "").split(/(\[-.*?-\]|\{\+.*?\+\})/s).map((part) =>
    part.startsWith("[-") ? h("del", {}, part.slice(2, -2)) : part.startsWith("{+") ? h("ins", {}, part.slice(2, -2)) : part))];
}

async function sectionNodes(citation) {
  const view = await get("/sections", { citation });
  const cited = (title, list) => list.length ? [h("h2", {}, title), h("ul", {}, list.map((c) => h("li", {}, h("a", { href: lawLink(c.citation) }, c.citation), ` ${c.heading ?? ""}`, c.text_here ? "" : h("span", { class: "quiet" }, " (text not in the archive)"))))] : [];
  const changes = h("div");
  return h("article", { class: "sheet" }, h("h2", {}, `${view.citation} ${view.heading}`),
    h("p", { class: "where" }, [view.status, view.pack ? `${view.pack.title}, edition ${view.pack.edition}, as of ${view.pack.as_of}` : "not from a pack", view.effective].filter(Boolean).join(" · ")),
    view.text ? h("p", { class: "text" }, view.text) : h("p", {}, "The text of this section is not in the archive."),
    view.history ? h("p", { class: "quiet" }, view.history) : null,
    view.source_id && view.locator ? h("p", {}, h("a", { href: sourceLink(view.source_id, view.locator) }, "Line by line")) : null,
    h("button", { type: "button", class: "plain", onclick: async () => {
      try { show(changes, diffNodes(await get("/sections/diff", { citation }))); } catch (error) { show(changes, problem(error)); }
    } }, "What changed between editions"), changes,
    cited("It cites", view.cites), cited("Cited by", view.cited_by),
    view.mentioned_in.length ? [h("h2", {}, "Mentioned in"), h("ul", {}, view.mentioned_in.map((m) => h("li", {}, h("a", { href: sourceLink(m.source_id, m.locator) }, `${m.title}, ${m.locator}`), h("blockquote", {}, m.quote))))] : null);
}

/** Sections and packs. */
export async function lawView(citation = "", pack = "") {
  const { packs } = await get("/packs");
  const input = h("input", { id: "citation", value: citation, placeholder: "RSA 31-B:3, II", required: true });
  const result = h("div", { "aria-live": "polite" });
  const nodes = [
    h("form", { onsubmit: (event) => { event.preventDefault(); location.hash = lawLink(input.value.trim()); } },
      h("h1", {}, h("label", { for: "citation" }, "Look up a section of law")),
      h("div", { class: "row" }, h("div", { class: "field" }, input), h("div", { class: "buttons" }, h("button", { type: "submit" }, "Show")))), result,
    h("h2", {}, "Bodies of law in this archive"),
    packs.length ? packs.map((p) => {
      const sections = h("div");
      return h("div", { class: "sheet" }, h("h3", {}, `${p.title}, edition ${p.edition}`), h("p", { class: "where" }, `as of ${p.as_of}, ${p.sections} sections, ${p.licence ?? ""}`),
        h("p", {}, p.coverage), p.limits?.length ? h("ul", {}, p.limits.map((l) => h("li", {}, l))) : null,
        h("button", { type: "button", class: "plain", onclick: async () => {
          try {
            const whole = await get(`/packs/${encodeURIComponent(p.name)}`);
            show(sections, table("Sections", ["Citation", "Heading", "Status"], whole.sections.map((s) => [h("a", { href: lawLink(s.citation) }, s.citation), s.heading, String(s.status).replaceAll("_", " ")])));
          } catch (error) { show(sections, problem(error)); }
        } }, "Sections"), sections);
    }) : h("p", {}, "None is installed. The person who runs this archive can add one with “twolane pack install”."),
  ];
  if (citation) {
    try { show(result, await sectionNodes(citation)); } catch (error) { show(result, problem(error)); }
  }
  return { title: citation || "Law", nodes, ready: citation ? undefined : () => input.focus() };
}

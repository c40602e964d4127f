import { $, counted, h, show } from "./dom.js";
import { get } from "./api.js";
import { uploadBox } from "./upload.js";
import { paperList } from "./paperlist.js";

/** All papers as a working list, and what of them could not be read. */
export async function papersView() {
  const [first, filters] = await Promise.all([get("/sources"), get("/filters")]);
  const counts = h("div", { class: "sheet" });
  const said = h("p", { class: "status", role: "status", "aria-live": "polite" });
  const list = paperList(filters, { again, say: (text) => show(said, h("span", {}, text)) });
  // Counts and list are always of one reply.
  function fill({ sources, coverage }) {
    const papers = sources.filter((s) => s.kind !== "statute");
    show(counts, coverageOf(coverage, papers.length), unreadOf(sources.filter((s) => s.pages_unread > 0)));
    list.fill(papers);
  }
  async function again() {
    const [now, values] = await Promise.all([get("/sources"), get("/filters")]);
    // A new paper may bring a new board or town.
    Object.assign(filters, values);
    fill(now);
  }
  fill(first);
  return { title: "Papers", nodes: [
    h("h1", {}, "Papers in this archive"),
    filters.uploads ? uploadBox(filters, again) : null,
    counts, said, list.nodes,
  ], ready: () => { if (!list.goBack()) $("main").focus(); } };
}

function coverageOf(coverage, papers) {
  const law = coverage.sources - papers;
  return h("p", {}, `${counted(papers, "paper")}${law > 0 ? ` and ${counted(law, "section")} of law` : ""}, ${counted(coverage.pages, "page")}, ${counted(coverage.lines, "line")}. `,
    coverage.pages_unread ? h("strong", {}, `${counted(coverage.pages_unread, "page")} could not be read. `) : "Every page could be read. ",
    coverage.pages_ocr ? `${counted(coverage.pages_ocr, "page")} read by text recognition (OCR).` : "");
}

/** Pages that could not be read, asked for when somebody wants to know. */
function unreadOf(unread) {
  if (!unread.length) return null;
  const list = h("ul", {}, h("li", { class: "quiet" }, "Loading"));
  const details = h("details", { ontoggle: load }, h("summary", {}, "Which pages, and why"), list);
  let asked = false;
  async function load() {
    if (!details.open || asked) return;
    asked = true;
    const sources = await Promise.all(unread.slice(0, 40).map((s) => get(`/sources/${encodeURIComponent(s.id)}`)));
    show(list, sources.flatMap((s) => s.page_list.filter((p) => p.status === "unread")
      .map((p) => h("li", {}, h("a", { href: `#/source/${encodeURIComponent(s.id)}` }, s.title), `, page ${p.number}: ${p.reason}`))));
  }
  return details;
}

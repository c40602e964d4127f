import { h, table } from "./dom.js";
import { get } from "./api.js";
import { uploadBox } from "./upload.js";

/** All papers, and what of them could not be read. */
export async function papersView() {
  const [{ sources, coverage }, filters] = await Promise.all([get("/sources"), get("/filters")]);
  const papers = sources.filter((s) => s.kind !== "statute");
  const unread = sources.filter((s) => s.pages_unread > 0);
  const pages = await Promise.all(unread.slice(0, 40).map((s) => get(`/sources/${encodeURIComponent(s.id)}`)));
  const link = (s) => h("a", { href: `#/source/${encodeURIComponent(s.id)}` }, s.title);
  const list = h("div");
  const filter = h("input", { id: "paper-filter", type: "search", oninput: fill });
  function fill() {
    const wanted = filter.value.trim().toLowerCase();
    const shown = papers.filter((s) => !wanted || [s.title, s.meta.town, s.meta.board, s.meta.doc_type, s.meta.date, s.id].join(" ").toLowerCase().includes(wanted));
    list.replaceChildren(table(`${shown.length} papers`, ["Title", "Town", "Kind", "Date", "Pages", "Read"],
      shown.slice(0, 1000).map((s) => [link(s), s.meta.town ?? "", s.meta.doc_type ?? "", s.meta.date ?? "", s.pages ? String(s.pages) : "",
        s.pages_unread ? h("span", { class: "bad" }, `${s.pages_unread} unread`) : s.pages_ocr ? `${s.pages_ocr} by recognition` : "all"])));
  }
  fill();
  // What came in shows in the list; what is said of each paper stays.
  const again = async () => {
    const now = await get("/sources");
    papers.splice(0, papers.length, ...now.sources.filter((s) => s.kind !== "statute"));
    fill();
  };
  return { title: "Papers", nodes: [
    h("h1", {}, "Papers in this archive"),
    filters.uploads ? uploadBox(filters, again) : null,
    h("div", { class: "sheet" }, h("p", {}, `${coverage.sources} sources, ${coverage.pages} pages, ${coverage.lines} lines. `,
      coverage.pages_unread ? h("strong", {}, `${coverage.pages_unread} pages could not be read. `) : "Every page could be read. ",
      coverage.pages_ocr ? `${coverage.pages_ocr} pages were read by character recognition.` : ""),
      unread.length ? h("details", {}, h("summary", {}, "Which pages, and why"), h("ul", {}, pages.flatMap((s) => s.page_list.filter((p) => p.status === "unread")
        .map((p) => h("li", {}, link(s), `, page ${p.number}: ${p.reason}`))))) : null),
    h("label", { for: "paper-filter" }, "Show papers with these words"), filter, list,
  ] };
}

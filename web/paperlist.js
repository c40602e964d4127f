import { $, counted, h, show } from "./dom.js";
import { editForm } from "./paperedit.js";
import { fileOf, levelWords } from "./place.js";

/** The most rows that are drawn at a time. */
const MOST = 1000;

/** Where a value stands that a person, or whoever made the file, gave: not a guess. */
const STATED = new Set(["flag", "sources.toml", "front matter", "field", "document", "mail header", "by hand"]);

/** The columns: head, the value to sort and filter by, and the field of the metadata behind it. */
const COLUMNS = [
  { key: "title", head: "Title", value: (s) => s.title },
  { key: "board", head: "Board", value: (s) => s.meta.board ?? "", field: "board" },
  { key: "kind", head: "Kind", value: (s) => s.meta.doc_type ?? "", field: "doc_type" },
  { key: "date", head: "Date", value: (s) => s.meta.date ?? "", field: "date" },
  { key: "place", head: "Place", value: (s) => [s.meta.town, s.meta.town && s.meta.jurisdiction].filter(Boolean).join(", "), field: "town" },
  { key: "pages", head: "Pages", value: (s) => (s.pages ? String(s.pages) : "") },
];

const GROUPS = {
  "": null,
  board: (s) => s.meta.board ?? "No board",
  year: (s) => s.meta.date?.slice(0, 4) ?? "No date",
  place: (s) => COLUMNS[4].value(s) || "No place",
};

/** The titles that several papers have. */
function twinsOf(sources) {
  const seen = new Set(), twins = new Set();
  for (const { title } of sources) (seen.has(title) ? twins : seen).add(title);
  return twins;
}

/** What a person should look at in a paper. */
function look(source, twins) {
  const { lane, date, doc_type: kind } = source.meta;
  const own = lane === "state" ? [] : [!date && !kind ? "no date and no kind" : "", !date && twins.has(source.title) ? "no date, and another paper has this title" : ""];
  return [...own, source.pages_unread ? unread(source) : ""].filter(Boolean);
}

const unread = (source) => `${counted(source.pages_unread, "page")} not read`;

/** The row that a reader left for its paper, its place on the screen, and what was set for the list. */
let left = null;

/** A list that is filtered, grouped, sorted, and where the server takes papers, edited. */
export function paperList(filters, on) {
  const back = left;
  left = null;
  let sources = [], twins = new Set(), sort = back?.sort ?? { key: "title", down: false }, editing = null;
  // The public can change nothing.
  const isPublic = filters.sees === "public";
  const needs = (source) => (isPublic ? [] : look(source, twins));
  const box = h("div");
  const filter = h("input", { id: "paper-filter", type: "search", oninput: draw });
  const group = h("select", { id: "paper-group", onchange: draw },
    ["nothing", "board", "year", "place"].map((by, at) => h("option", { value: at ? by : "" }, by)));
  const only = h("input", { id: "paper-look", type: "checkbox", onchange: draw });
  const onlyText = h("span");
  if (back) [filter.value, group.value, only.checked] = [back.filter, back.group, back.only];
  const nodes = [
    h("div", { class: "row" },
      h("div", { class: "field" }, h("label", { for: "paper-filter" }, "Show papers with these words"), filter),
      h("div", { class: "field narrow" }, h("label", { for: "paper-group" }, "Group by"), group)),
    isPublic ? null : h("label", { class: "choice", for: "paper-look" }, only, onlyText),
    box,
    h("p", { class: "quiet" }, "Dotted underline: the program found this in the paper or its name, so check it before you rely on it.",
      isPublic ? null : [" Marked ", h("span", { class: "hand" }, "✎"), ": set by hand."]),
  ];

  function shown() {
    const words = filter.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const text = (s) => [...COLUMNS.map((c) => c.value(s)), s.meta.visibility ?? "", s.id, ...s.paths, ...needs(s)].join(" ").toLowerCase();
    const kept = sources.filter((s) => (!only.checked || needs(s).length) && (!words.length || words.every((w) => text(s).includes(w))));
    const { value } = COLUMNS.find((c) => c.key === sort.key);
    // Papers without a value come last, whichever way the list is sorted.
    return kept.sort((a, b) => {
      const [x, y] = [value(a), value(b)];
      if (!x || !y) return Boolean(y) - Boolean(x) || a.title.localeCompare(b.title);
      return (sort.down ? -1 : 1) * x.localeCompare(y, undefined, { numeric: true }) || a.title.localeCompare(b.title);
    });
  }

  function draw() {
    const all = shown(), rows = all.slice(0, MOST);
    const count = sources.filter((s) => needs(s).length).length;
    show(onlyText, document.createTextNode(`Only those that need a look (${count})`));
    const caption = `${all.length === sources.length ? all.length : `${all.length} of ${sources.length}`} papers${rows.length < all.length ? `, the first ${rows.length} shown` : ""}`;
    const by = GROUPS[group.value];
    const parts = new Map();
    for (const source of rows) {
      const name = by ? by(source) : "";
      parts.set(name, [...(parts.get(name) ?? []), source]);
    }
    const width = COLUMNS.length + (filters.uploads ? 1 : 0);
    const bodies = [...parts].sort(([a], [b]) => (by ? a.localeCompare(b, undefined, { numeric: true }) * (group.value === "year" ? -1 : 1) : 0))
      .map(([name, members]) => h("tbody", {},
        by ? h("tr", { class: "group" }, h("th", { colspan: String(width), scope: "rowgroup" }, `${name} (${members.length})`)) : null,
        members.map((source) => (source.id === editing ? formRow(source, width) : row(source)))));
    show(box, h("div", { class: "tablebox", tabindex: "0", role: "region", "aria-label": "Papers" },
      h("table", { class: "papers" }, h("caption", { "aria-live": "polite" }, caption),
        h("thead", {}, h("tr", {}, COLUMNS.map(head), filters.uploads ? h("th", { scope: "col" }, h("span", { class: "unseen" }, "Edit")) : null)), bodies)));
  }

  function head(column) {
    const here = sort.key === column.key;
    const sorted = here ? (sort.down ? "descending" : "ascending") : "none";
    return h("th", { scope: "col", "aria-sort": sorted }, h("button", { type: "button", class: "sort", id: `sort-${column.key}`, onclick: () => {
      sort = { key: column.key, down: here && !sort.down };
      draw();
      $(`sort-${column.key}`).focus();
    } }, column.head, h("span", { "aria-hidden": "true" }, here ? (sort.down ? " ▼" : " ▲") : "")));
  }

  function title(source) {
    const wanted = needs(source), files = [...new Set(source.paths.map((path) => fileOf({ paths: [path] })))].filter(Boolean);
    const leave = (event) => {
      // It opens beside this one.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      const { top } = event.currentTarget.getBoundingClientRect();
      left = { id: source.id, top, sort, filter: filter.value, group: group.value, only: only.checked };
    };
    return [h("a", { id: `paper-${source.id}`, href: `#/source/${encodeURIComponent(source.id)}`, onclick: leave }, source.title), hand(source, "title"), badge(source),
      files.length ? h("span", { class: "file" }, files.join(", ")) : null,
      wanted.length ? h("span", { class: "look" }, `Needs a look: ${wanted.join(", ")}`) : null];
  }

  function row(source) {
    return h("tr", {}, COLUMNS.map((column) => h("td", { "data-label": column.head }, column.key === "title" ? title(source)
      : [marked(source, column), column.key === "pages" && source.pages_ocr ? h("span", { class: "quiet" }, ` ${source.pages_ocr} by character recognition`) : null])),
    filters.uploads ? h("td", {}, h("button", { type: "button", class: "plain", id: `edit-${source.id}`, "aria-label": `Edit ${source.title}`, onclick: () => {
      editing = source.id;
      draw();
      $("edit-title").focus();
    } }, "Edit")) : null);
  }

  /** Who may see a paper that is not for everybody. */
  const badge = (source) => (levelWords(source.meta.visibility) ? h("span", { class: "badge", title: `found in: ${source.meta.origin.visibility ?? "the paper"}` },
    levelWords(source.meta.visibility), hand(source, "visibility")) : null);

  const hand = (source, field) => (!isPublic && source.meta.origin[field] === "by hand" ? h("span", { class: "hand" }, " ✎", h("span", { class: "unseen" }, " set by hand")) : null);

  /** A value, with a mark where it is a guess or was set by hand. */
  function marked(source, column) {
    const text = column.value(source), origin = source.meta.origin[column.field];
    if (!text || !column.field) return [text, hand(source, column.field)];
    if (STATED.has(origin)) return [text, hand(source, column.field)];
    return h("span", { class: "guess", title: `found in: ${origin ?? "the paper"}` }, text, h("span", { class: "unseen" }, " (found by the program)"));
  }

  // The form in use: what was typed stays when the list is drawn again.
  let open = null;
  function formRow(source, width) {
    if (open?.source === source) return open.row;
    const back = () => { editing = open = null; draw(); $(`edit-${source.id}`)?.focus(); };
    const row = h("tr", { class: "editing" }, h("td", { colspan: String(width) }, editForm(source, filters, {
      cancel: back,
      saved: async () => { editing = open = null; await on.again(); on.say(`Saved. ${source.title}`); $(`edit-${source.id}`)?.focus(); },
      removed: async () => { editing = open = null; await on.again(); on.say(`Removed from the archive: ${source.title}`); filter.focus(); },
    })));
    open = { source, row };
    return row;
  }

  /** Goes back to the row that the reader left, where it was on the screen; returns whether there is one. */
  function goBack() {
    const link = back && $(`paper-${back.id}`);
    if (!link) return false;
    link.focus({ preventScroll: true });
    window.scrollBy({ top: link.getBoundingClientRect().top - back.top, behavior: "instant" });
    return true;
  }

  return { nodes, goBack, fill: (now) => { sources = now; twins = twinsOf(now); draw(); } };
}

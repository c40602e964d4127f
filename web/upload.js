import { counted, h, problem, show } from "./dom.js";
import { get, patiently, upload } from "./api.js";
import { LEVELS } from "./paperedit.js";
import { boardName, described, whoSees } from "./plain.js";

/** With more files than this, those without trouble are folded away. */
const LISTED = 6;

/**
 * A place to drop papers and folders onto, or to choose them; one after the other goes up and is read. `town` gives the
 * place of all of them; without it the papers' values can be typed in.
 */
export function uploadBox(filters, whenDone, town = null) {
  const list = h("ul", { class: "uploads" });
  const fine = h("details", { class: "uploads-fine", hidden: true }, h("summary", {}, "Added without trouble"), h("ul", { class: "uploads" }));
  const bar = h("progress", { max: 1, value: 0, "aria-label": "Papers read" });
  const said = h("p", { class: "status", role: "status" });
  const stop = h("button", { type: "button", class: "plain", onclick: () => { stopped = true; } }, "Stop after this paper");
  const running = h("div", { class: "running", hidden: true }, bar, stop);
  /** A field with the values that the archive has, which grow with each paper. */
  const field = (name, label, known, hint = null) => {
    const list = h("datalist", { id: `u-${name}-known` });
    const fill = () => show(list, known().map((value) => h("option", { value })));
    fill();
    return h("div", { class: "field" }, h("label", { for: `u-${name}` }, label),
      h("input", { id: `u-${name}`, name, list: list.id, placeholder: hint, maxlength: "200", onfocus: fill }), list);
  };
  const fields = town ? null : h("form", { class: "row wide-fields", onsubmit: (event) => event.preventDefault() },
    field("town", "Town or association", () => filters.towns.map((known) => known.name)), field("type", "Kind of paper", () => filters.types),
    field("board", "Board", () => filters.boards.map(boardName)), field("date", "Date", () => [], "such as July 15, 2024, or 2024"),
    h("div", { class: "field" }, h("label", { for: "u-visibility" }, "Who may see them"),
      h("select", { id: "u-visibility", name: "visibility" }, h("option", { value: "" }, "as the paper says"), LEVELS.map(([value, words]) => h("option", { value }, words)))));
  const input = (id, more) => h("input", { id, type: "file", multiple: true, ...more, onchange: (event) => { add([...event.target.files].map((file) => ({ file, path: file.webkitRelativePath || file.name }))); event.target.value = ""; } });
  const box = h("div", { class: "drop" }, h("label", { for: "u-files" }, "Drop papers or a folder here, or choose papers"), input("u-files", {}),
    h("label", { for: "u-folder" }, "or choose a whole folder"), input("u-folder", { webkitdirectory: "" }),
    h("p", { class: "quiet" }, "PDF, Word, Excel, PowerPoint, e-mail, saved pages, plain text, ZIP. Copies stay on the machine that runs this page."));

  const waiting = [];
  let busy = false, stopped = false, total = 0, done = 0, counts = {};
  function add(files) {
    const given = fields ? Object.fromEntries([...new FormData(fields)].filter(([, value]) => value.trim())) : town() ? { town: town() } : {};
    const papers = named(files.filter(({ path }) => !path.split("/").some((part) => LEFT_BEHIND.test(part))));
    total += papers.length;
    for (const { file, name } of papers) waiting.push({ file, name, given, line: h("li") });
    if (!papers.length) show(said, h("span", {}, "There is no paper among these files."));
    else if (!busy) next();
  }
  async function next() {
    busy = true;
    stopped = false;
    running.hidden = false;
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      if (stopped) { counts.left = waiting.length + 1; waiting.length = 0; break; }
      list.append(job.line);
      bar.max = total;
      bar.value = done;
      show(said, h("span", {}, total > 1 ? `Reading ${job.name}, ${done + 1} of ${total}` : `Reading ${job.name}`));
      const outcome = await send(job);
      counts[outcome] = (counts[outcome] ?? 0) + 1;
      done++;
      if (total > LISTED && outcome !== "failed") {
        fine.hidden = false;
        fine.querySelector("ul").append(job.line);
      }
    }
    busy = false;
    running.hidden = true;
    show(said, h("span", {}, summary()));
    const read = (counts.added ?? 0) + (counts.unread ?? 0);
    [total, done, counts] = [0, 0, {}];
    if (read) whenDone();
  }
  const summary = () => [
    counts.added || counts.unread ? `${counted((counts.added ?? 0) + (counts.unread ?? 0), "paper")} added` : null,
    counts.unread ? `${counts.unread} of them with pages that could not be read` : null,
    counts.same ? `${counted(counts.same, "paper")} ${counts.same === 1 ? "was" : "were"} already here` : null,
    counts.failed ? `${counted(counts.failed, "file")} could not be added` : null,
    counts.left ? `stopped; ${counted(counts.left, "file")} not sent` : null,
  ].filter(Boolean).join(", ") + ".";

  /** Sends a paper; returns what became of it: added, unread, same or failed. */
  async function send({ file, name, given, line }, replace = false) {
    const says = (...what) => show(line, h("strong", {}, name), " ", ...what.map((w) => (typeof w === "string" ? h("span", {}, w) : w)));
    says("sending");
    let reply = null;
    try {
      const sent = () => upload(file, name, { ...given, ...(replace ? { replace: "true" } : {}) }, (event, data) => {
        if (event === "page") says(`reading page ${data.page} of ${data.pages}`);
        else if (event === "embedded") says(`indexing: ${data.texts} passages`);
        else if (event === "error") throw data;
        else if (event === "done") reply = data;
      });
      await patiently(sent, (seconds) => says(`waiting for other files; trying again in ${seconds} s`));
      const same = reply.sources[0]?.status === "unchanged";
      says(...(await taken(reply.sources, same ? "already in the archive" : "added")),
        reply.pages_unread ? h("span", { class: "bad" }, ` ${reply.pages_unread} of ${reply.pages} pages could not be read`) : "");
      return same ? "same" : reply.pages_unread ? "unread" : "added";
    } catch (error) {
      says(problem(error), error.status === 409
        ? h("button", { type: "button", class: "plain", onclick: async () => { if (await send({ file, name, given, line }, true) !== "failed") whenDone(); } }, "Replace that paper") : "");
      return "failed";
    }
  }

  /** What was found in the papers of a file: a message or a ZIP file holds several. */
  async function taken(sources, became) {
    const found = await Promise.all(sources.slice(0, LISTED).map(({ id }) => get(`/sources/${encodeURIComponent(id)}`).catch(() => ({ id, meta: null }))));
    const open = ({ id }, words) => h("a", { href: `#/source/${encodeURIComponent(id)}` }, words);
    const line = ({ meta }) => (meta ? `${described(meta)}${meta.visibility ? `, ${whoSees(meta.visibility)}` : ""}` : "");
    if (found.length === 1) return [`${became}${line(found[0])}. `, open(found[0], "Open it")];
    return [found.length ? `${became}, ${counted(sources.length, "paper")}` : became,
      found.length ? h("ul", {}, found.map((source) => h("li", {}, open(source, source.title ?? source.id), line(source))),
        sources.length > found.length ? h("li", {}, `and ${sources.length - found.length} more`) : null) : ""];
  }

  const over = (on) => (event) => { event.preventDefault(); box.classList.toggle("over", on); };
  for (const [name, on] of [["dragenter", true], ["dragover", true], ["dragleave", false]]) box.addEventListener(name, over(on));
  box.addEventListener("drop", async (event) => {
    over(false)(event);
    // The list of what was dropped is empty after the first wait.
    const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
    const files = [...event.dataTransfer.files].map((file) => ({ file, path: file.name }));
    add(entries.some((entry) => entry.isDirectory) ? (await Promise.all(entries.map(within))).flat() : files);
  });
  return h("section", { class: "sheet", "aria-label": "Add papers" }, h("h2", {}, "Add papers"),
    fields ? h("p", { class: "quiet" }, "Leave a field blank to have it read from the paper.") : null, fields, box, running, said, list, fine);
}

/** Files and folders that a system or a program leaves in folders: they are no papers. */
const LEFT_BEHIND = /^(?:\.|~\$|thumbs\.db$|desktop\.ini$|__macosx$)/i;

/** Names under which files go up: two of one name in a folder have those of their folders before it. */
function named(files) {
  const seen = new Map();
  for (const { file } of files) seen.set(file.name, (seen.get(file.name) ?? 0) + 1);
  return files.map(({ file, path }) => ({ file, name: seen.get(file.name) > 1 ? path.split("/").filter(Boolean).join(" ").slice(-200).trim() : file.name }));
}

/** All files of a dropped file or folder, with their paths. What the browser may not read is left out. */
async function within(entry) {
  if (LEFT_BEHIND.test(entry.name)) return [];
  try {
    if (!entry.isDirectory) return [{ file: await new Promise((done, failed) => entry.file(done, failed)), path: entry.fullPath }];
    const reader = entry.createReader(), inside = [];
    // A reader gives a hundred entries at a time.
    for (let some; (some = await new Promise((done, failed) => reader.readEntries(done, failed))).length;) inside.push(...some);
    return (await Promise.all(inside.map(within))).flat();
  } catch { return []; }
}

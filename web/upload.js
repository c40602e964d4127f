import { counted, h, problem, show } from "./dom.js";
import { patiently, upload } from "./api.js";

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
  const field = (name, label, values) => h("div", { class: "field" }, h("label", { for: `u-${name}` }, label),
    h("input", { id: `u-${name}`, name, list: `u-${name}-known`, placeholder: "leave blank to read it from the paper", maxlength: "200" }),
    h("datalist", { id: `u-${name}-known` }, values.map((value) => h("option", { value }))));
  const fields = town ? null : h("form", { class: "row", onsubmit: (event) => event.preventDefault() },
    field("town", "Town or association", filters.towns.map((known) => known.name)), field("type", "Kind of paper", filters.types),
    field("board", "Board", filters.boards), field("date", "Date", []));
  const input = (id, more) => h("input", { id, type: "file", multiple: true, ...more, onchange: (event) => { add([...event.target.files]); event.target.value = ""; } });
  const box = h("div", { class: "drop" }, h("label", { for: "u-files" }, "Drop papers or a folder here, or choose papers"), input("u-files", {}),
    h("label", { for: "u-folder" }, "or choose a whole folder"), input("u-folder", { webkitdirectory: "" }),
    h("p", { class: "quiet" }, "PDF, Word, Excel, PowerPoint, e-mail, saved pages, plain text, ZIP. Copies stay on the machine that runs this page."));

  const waiting = [];
  let busy = false, stopped = false, total = 0, done = 0, counts = {};
  function add(files) {
    const given = fields ? Object.fromEntries([...new FormData(fields)].filter(([, value]) => value.trim())) : town() ? { town: town() } : {};
    // Files that a system leaves in folders are no papers.
    const papers = files.filter((file) => !/^(?:\.|~\$|thumbs\.db$|desktop\.ini$)/i.test(file.name));
    total += papers.length;
    for (const file of papers) waiting.push({ file, given, line: h("li") });
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
      show(said, h("span", {}, total > 1 ? `Reading ${job.file.name}, ${done + 1} of ${total}` : `Reading ${job.file.name}`));
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
  async function send({ file, given, line }, replace = false) {
    const says = (...what) => show(line, h("strong", {}, file.name), " ", ...what.map((w) => (typeof w === "string" ? h("span", {}, w) : w)));
    says("sending");
    let reply = null;
    try {
      const sent = () => upload(file, { ...given, ...(replace ? { replace: "true" } : {}) }, (name, data) => {
        if (name === "page") says(`reading page ${data.page} of ${data.pages}`);
        else if (name === "embedded") says(`indexing: ${data.texts} passages`);
        else if (name === "error") throw data;
        else if (name === "done") reply = data;
      });
      await patiently(sent, (seconds) => says(`waiting for other files; trying again in ${seconds} s`));
      const source = reply.sources[0];
      const same = source?.status === "unchanged";
      says(same ? "already in the archive" : "added", ...(source?.id
        ? [" ", h("a", { href: `#/source/${encodeURIComponent(source.id)}` }, "Open it")] : []),
        reply.pages_unread ? h("span", { class: "bad" }, ` ${reply.pages_unread} of ${reply.pages} pages could not be read`) : "");
      return same ? "same" : reply.pages_unread ? "unread" : "added";
    } catch (error) {
      says(problem(error), error.status === 409
        ? h("button", { type: "button", class: "plain", onclick: async () => { if (await send({ file, given, line }, true) !== "failed") whenDone(); } }, "Replace that paper") : "");
      return "failed";
    }
  }

  const over = (on) => (event) => { event.preventDefault(); box.classList.toggle("over", on); };
  for (const [name, on] of [["dragenter", true], ["dragover", true], ["dragleave", false]]) box.addEventListener(name, over(on));
  box.addEventListener("drop", async (event) => {
    over(false)(event);
    // The list of what was dropped is empty after the first wait.
    const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
    const files = [...event.dataTransfer.files];
    add(entries.some((entry) => entry.isDirectory) ? (await Promise.all(entries.map(within))).flat() : files);
  });
  return h("section", { class: "sheet", "aria-label": "Add papers" }, h("h2", {}, "Add papers"), fields, box, running, said, list, fine);
}

/** All files of a dropped file or folder. */
async function within(entry) {
  if (!entry.isDirectory) return [await new Promise((done, failed) => entry.file(done, failed))];
  const reader = entry.createReader(), inside = [];
  // A reader gives a hundred entries at a time.
  for (let some; (some = await new Promise((done, failed) => reader.readEntries(done, failed))).length;) inside.push(...some);
  return (await Promise.all(inside.map(within))).flat();
}

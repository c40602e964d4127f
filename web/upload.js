import { h, problem, show } from "./dom.js";
import { patiently, upload } from "./api.js";

/** A place to drop papers onto, or to choose them; one after the other goes up and is read. */
export function uploadBox(filters, whenDone) {
  const list = h("ul", { class: "uploads", "aria-live": "polite" });
  const field = (name, label, values) => h("div", { class: "field" }, h("label", { for: `u-${name}` }, label),
    h("input", { id: `u-${name}`, name, list: `u-${name}-known`, placeholder: "leave blank to read it from the paper", maxlength: "200" }),
    h("datalist", { id: `u-${name}-known` }, values.map((value) => h("option", { value }))));
  const fields = h("form", { class: "row", onsubmit: (event) => event.preventDefault() },
    field("town", "Town or association", filters.towns.map((town) => town.name)), field("type", "Kind of paper", filters.types),
    field("board", "Board", filters.boards), field("date", "Date", []));
  const chosen = h("input", { id: "u-files", type: "file", multiple: true, onchange: () => { add(chosen.files); chosen.value = ""; } });
  const box = h("div", { class: "drop" }, h("label", { for: "u-files" }, "Drop papers here, or choose them"), chosen,
    h("p", { class: "quiet" }, "PDF, Word, e-mail, saved pages, plain text. They stay on the machine that runs this server."));

  const waiting = [];
  let busy = false;
  function add(files) {
    const given = Object.fromEntries([...new FormData(fields)].filter(([, value]) => value.trim()));
    for (const file of files) {
      const line = h("li", {}, h("strong", {}, file.name), " waiting");
      list.append(line);
      waiting.push({ file, given, line });
    }
    if (!busy) next();
  }
  async function next() {
    busy = true;
    let read = 0;
    for (let job = waiting.shift(); job; job = waiting.shift()) read += await send(job);
    busy = false;
    if (read) whenDone();
  }
  async function send({ file, given, line }, replace = false) {
    const says = (...what) => show(line, h("strong", {}, file.name), " ", ...what.map((w) => (typeof w === "string" ? h("span", {}, w) : w)));
    says("sending");
    let done = null;
    try {
      const sent = () => upload(file, { ...given, ...(replace ? { replace: "true" } : {}) }, (name, data) => {
        if (name === "page") says(`reading page ${data.page} of ${data.pages}`);
        else if (name === "embedded") says(`indexing: ${data.texts} passages`);
        else if (name === "error") throw data;
        else if (name === "done") done = data;
      });
      await patiently(sent, (seconds) => says(`waiting for other files; trying again in ${seconds} s`));
      const source = done.sources[0];
      says(source?.status === "unchanged" ? "already in the archive" : "added", ...(source?.id
        ? [" ", h("a", { href: `#/source/${encodeURIComponent(source.id)}` }, "Open it")] : []),
        done.pages_unread ? h("span", { class: "bad" }, ` ${done.pages_unread} of ${done.pages} pages could not be read`) : "");
      return 1;
    } catch (error) {
      says(problem(error), error.status === 409
        ? h("button", { type: "button", class: "plain", onclick: async () => { if (await send({ file, given, line }, true)) whenDone(); } }, "Replace that paper") : "");
      return 0;
    }
  }

  const over = (on) => (event) => { event.preventDefault(); box.classList.toggle("over", on); };
  for (const [name, on] of [["dragenter", true], ["dragover", true], ["dragleave", false]]) box.addEventListener(name, over(on));
  box.addEventListener("drop", (event) => { over(false)(event); add(event.dataTransfer.files); });
  return h("section", { class: "sheet", "aria-label": "Add papers" }, h("h2", {}, "Add papers"), fields, box, list);
}

import { h, problem, show } from "./dom.js";
import { patch, patiently, remove } from "./api.js";
import { boardName } from "./plain.js";

/** Who may see a paper: the value, and how people say it. */
export const LEVELS = [["public", "Everybody"], ["staff", "Staff, with a token"], ["sealed", "Administrators alone"]];

/** The fields of the form, with their names in the metadata. */
const FIELDS = [
  { name: "title", label: "Title", key: "title", most: 300 },
  { name: "kind", label: "Kind of paper", key: "doc_type", most: 120, known: (filters) => filters.types },
  { name: "board", label: "Board", key: "board", most: 120, known: (filters) => filters.boards.map(boardName) },
  { name: "date", label: "Date, such as July 15, 2024, or 2024", key: "date", most: 40 },
  { name: "visibility", label: "Who may see it", key: "visibility",
    choices: LEVELS },
  { name: "town", label: "Town or association", key: "town", most: 120, known: (filters) => filters.towns.map((town) => town.name) },
];

const valueOf = (source, field) => (field.name === "title" ? source.title : source.meta[field.key] ?? (field.choices ? "public" : ""));

/** A form for what the list says of one paper. An empty field says that the paper has no such value. */
export function editForm(source, filters, on) {
  const address = `/sources/${encodeURIComponent(source.id)}`;
  const says = h("div", { "aria-live": "polite" });
  const busy = (is) => { for (const one of form.querySelectorAll("button, input, select")) one.disabled = is; };
  const work = async (what, then) => {
    show(says, h("p", { class: "status busy" }, "Working"));
    busy(true);
    try {
      await patiently(what, (seconds) => show(says, h("p", { class: "status" }, `The archive is busy. Trying again in ${seconds} s`)));
      await then();
    } catch (error) {
      busy(false);
      show(says, problem(error));
    }
  };

  function field(one) {
    const id = `edit-${one.name}`, values = one.known?.(filters) ?? [];
    const found = source.meta.found?.[one.key];
    const input = one.choices
      ? h("select", { id, name: one.name }, one.choices.map(([value, words]) => h("option", { value, selected: value === valueOf(source, one) }, words)))
      : h("input", { id, name: one.name, value: valueOf(source, one), maxlength: String(one.most), autocomplete: "off",
      required: one.name === "title", list: values.length ? `${id}-known` : null });
    return h("div", { class: one.name === "title" ? "field wide" : "field" }, h("label", { for: id }, one.label), input,
      values.length ? h("datalist", { id: `${id}-known` }, values.map((value) => h("option", { value }))) : null,
      found ? h("button", { type: "button", class: "link", onclick: () => work(() => patch(address, { undo: [one.name] }), on.saved) },
        found.value ? `Undo, and use what was found: ${found.value}` : "Undo: nothing was found") : null);
  }

  function save(event) {
    event.preventDefault();
    const change = {}, none = [];
    for (const one of FIELDS) {
      const now = form.elements[one.name].value.trim();
      if (now === valueOf(source, one)) continue;
      if (now) change[one.name] = now; else none.push(one.name);
    }
    if (none.length) change.none = none;
    if (!Object.keys(change).length) return on.cancel();
    work(() => patch(address, change), on.saved);
  }

  const form = h("form", { class: "edit", "aria-label": `Edit ${source.title}`, autocomplete: "off", onsubmit: save,
    onkeydown: (event) => { if (event.key === "Escape") { event.stopPropagation(); on.cancel(); } } },
    h("div", { class: "row" }, FIELDS.map(field)),
    h("p", { class: "quiet" }, source.paths.join(", "), ". Your changes are kept when the paper is read again."),
    says,
    h("div", { class: "buttons" }, h("button", { type: "submit" }, "Save"), h("button", { type: "button", class: "plain", onclick: on.cancel }, "Cancel"),
      h("button", { type: "button", class: "plain danger", onclick: () => confirmed(source, () => work(() => remove(address), on.removed)) }, "Remove from the archive")));
  return form;
}

/** Asks once more before a paper goes. */
function confirmed(source, then) {
  const before = document.activeElement;
  const close = () => { dialog.close(); };
  const dialog = h("dialog", { "aria-labelledby": "remove-title", onclose: () => { dialog.remove(); before?.focus?.(); } },
    h("h2", { id: "remove-title" }, "Remove this paper?"),
    h("p", {}, h("strong", {}, source.title)),
    h("p", {}, "Answers will no longer quote it. Its file is not deleted, and later ingests leave it out. To add it again, upload the file or name it in an ingest."),
    h("div", { class: "buttons" }, h("button", { type: "button", onclick: () => { close(); before?.focus?.(); then(); } }, "Remove"),
      h("button", { type: "button", class: "plain", onclick: close }, "Keep it")));
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector("button.plain").focus();
}

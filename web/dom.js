// Elements out of names, values and children. Text goes in as text alone: nothing here reads HTML.

/** Characters that can't be seen or that turn the reading around, shown as what they are. */
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb]|\udb40[\udc00-\udfff]/g;

export function visible(text) {
  return String(text ?? "").replace(HIDDEN, (c) => `\\u{${c.codePointAt(0).toString(16)}}`);
}

/** A number with its noun: "1 page", "2 pages". */
export const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

export function h(name, given = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(given)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "class") element.className = value;
    else if (key in element && typeof value !== "string") element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false)
    .map((c) => (c instanceof Node ? c : document.createTextNode(visible(c)))));
  return element;
}

export const $ = (id) => document.getElementById(id);

export function show(parent, ...children) {
  parent.replaceChildren(...children.flat(Infinity).filter(Boolean));
}

/** The next step in words for people: an address of the API or a command is none. */
function nextStep(text) {
  const plain = String(text ?? "").replace(/ and to run `[^`]*`/g, "").replace(/, or (?:use|see) `[^`]*`.*$/, "");
  return plain && !/`|\b(?:GET|POST|DELETE) \//.test(plain) ? plain : null;
}

/** What went wrong, and the next step. */
export function problem(error) {
  const next = nextStep(error.next);
  return h("div", { class: "problem", role: "alert" },
    h("p", {}, h("strong", {}, error.detail ?? error.message ?? "Something went wrong.")),
    next ? h("p", {}, `Next: ${next}.`) : null);
}

export function table(caption, heads, rows) {
  return h("div", { class: "tablebox", tabindex: "0", role: "region", "aria-label": caption }, h("table", {}, h("caption", {}, caption),
    h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", {}, rows.map((row) => h("tr", {}, row.map((cell) => h("td", {}, cell)))))));
}

/**
 * The little markdown that forms write: headings, lists, a strong beginning, a whole line in italics, a rule. Papers'
 * words are kept as they are: no star, line or backslash of theirs means anything.
 */
export function markdown(text) {
  const out = [];
  let list = null, above = 1;
  // The first level that occurs goes below the page's own title.
  const top = Math.min(6, ...[...String(text).matchAll(/^(#{1,6}) /gm)].map((m) => m[1].length));
  const inline = (line) => {
    const [, strong, rest] = /^\*\*([^*]+)\*\*(.*)$/.exec(line) ?? [null, null, line];
    return [strong && h("strong", {}, strong), strong ? rest : rest.replace(/^_(.+)_$/, "$1")];
  };
  for (const line of String(text).split("\n")) {
    const head = /^(#{1,6}) (.*)$/.exec(line);
    const item = /^- (.*)$/.exec(line);
    if (!item) list = null;
    if (head) {
      // No level is passed over, as a reader who goes by headings would miss one.
      above = Math.min(head[1].length - top + 2, above + 1, 4);
      out.push(h(`h${above}`, {}, head[2]));
    }
    else if (item) {
      if (!list) out.push(list = h("ul"));
      list.append(h("li", {}, item[1]));
    } else if (/^-{3,}$/.test(line)) out.push(h("hr"));
    else if (line.trim()) out.push(h("p", {}, inline(line)));
  }
  return out;
}

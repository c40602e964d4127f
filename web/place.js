// Where a quote stands: its paper, day and page in words, and its address.

import { h } from "./dom.js";

const part = encodeURIComponent;

/**
 * The address of lines in a paper. `words` is the range of characters that is cited, `12-40`: from a character of the
 * first line to a character of the last.
 */
export const sourceLink = (id, locator, words = "") => `#/source/${part(id)}/${part(locator)}${words ? `//${words}` : ""}`;

/** `p.2 L3-L5` as people say it. */
export function spoken(locator) {
  return locator.replace(/^L(\d+)-L(\d+)$/, "lines $1 to $2").replace(/^p\.(\d+) L(\d+)-L(\d+)$/, "page $1, lines $2 to $3")
    .replace(/p\.(\d+) L(\d+)/g, "page $1, line $2").replace(/^L(\d+)/, "line $1").replace(/-page/, " to page");
}

/** The page alone; the lines where a paper has no pages. */
export function pageOf(locator) {
  const found = /^p\.(\d+) L\d+(?:-(?:p\.(\d+) )?L\d+)?$/.exec(locator);
  if (!found) return spoken(locator);
  return found[2] && found[2] !== found[1] ? `pages ${found[1]} to ${found[2]}` : `page ${found[1]}`;
}

/** A day as "May 4, 2025"; a month or year as it is. */
export function inWords(date) {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(date) ? new Date(`${date}T00:00`) : null;
  return day && !Number.isNaN(day.getTime()) ? day.toLocaleDateString("en-US", { dateStyle: "long" }) : date;
}

/** A moment, as a day in words. */
export const dayOf = (moment) => inWords(String(moment ?? "").slice(0, 10));

/** The entry of a quote's paper in the list of cited papers. */
export const paperOf = (index, support) => index.find((c) => c.source_id === support.source_id);

/** A paper with its day, unless its title has one. */
export function titled(cited, support) {
  const title = cited?.title ?? support.source_id;
  const date = cited?.date && !/\d{4}/.test(title) ? inWords(cited.date) : null;
  return [title, date].filter(Boolean).join(", ");
}

/** The whole citation: "Select Board minutes, May 19, 2025, page 2". */
export const citation = (index, support, locator = support.locator) => `${titled(paperOf(index, support), support)}, ${pageOf(locator)}`;

/** The name of a paper's file; null for a section of law, which has none. */
export const fileOf = ({ kind, paths }) => (kind === "statute" ? null : paths?.[0]?.split("/").at(-1) || null);

/** The way to a paper on the website that its folder mirrors; nothing is fetched from there. */
export const webLink = (url) => (/^https?:\/\//.test(url ?? "") ? h("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, "on the web") : null);

/** The words that mark a paper which not everybody may see; null for one that everybody may. */
export const levelWords = (level) => (!level || level === "public" ? null : level === "staff" ? "Staff only" : "Sealed");

/** The marks of a paper: that not everybody may see it, and that its words were recognized from a picture. */
export function marksOf({ visibility, ocr_confidence: percent } = {}) {
  const level = levelWords(visibility);
  return [
    level ? h("span", { class: "badge" }, level) : null,
    percent === undefined ? null : h("span", { class: "badge", title: `Recognized from a picture (OCR) with a mean confidence of ${percent} %. Check figures against the picture.` }, `Scan, OCR ${percent} %`),
  ];
}

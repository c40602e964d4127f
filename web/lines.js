// Lines of papers: fetched once, a quote's characters found in them, and the paragraph or table around it.

import { get } from "./api.js";

const LOCATOR = /^(?:p\.(\d+) )?L(\d+)(?:-(?:p\.(\d+) )?L(\d+))?$/;
const MOST_PAGES = 60;
const MOST_LINES = 14, MOST_ROWS = 60;
const pages = new Map();

/** The pages and lines of a locator; null for the name of a section. */
export function range(locator) {
  const found = LOCATOR.exec(locator ?? "");
  if (!found) return null;
  const page = Number(found[1] ?? 0), first = Number(found[2]);
  return { page, first, lastPage: Number(found[3] ?? page), last: Number(found[4] ?? first) };
}

/** Whether a line is one of a range's. */
export function isIn(marked, locator) {
  const line = range(locator);
  if (!marked || !line) return false;
  const after = line.page > marked.page || (line.page === marked.page && line.first >= marked.first);
  const before = line.page < marked.lastPage || (line.page === marked.lastPage && line.first <= marked.last);
  return after && before;
}

/** A page with its lines. */
export function pageLines(id, number) {
  const key = `${id}/${number}`;
  if (!pages.has(key)) {
    if (pages.size >= MOST_PAGES) pages.delete(pages.keys().next().value);
    const asked = get(`/sources/${encodeURIComponent(id)}/pages/${number}`);
    asked.catch(() => pages.delete(key));
    pages.set(key, asked);
  }
  return pages.get(key);
}

/** The lines of the pages that a locator names. */
export async function linesOf(id, locator) {
  const wanted = range(locator);
  if (!wanted) return [];
  const numbers = wanted.page === wanted.lastPage ? [wanted.page] : [wanted.page, wanted.lastPage];
  return (await Promise.all(numbers.map((number) => pageLines(id, number)))).flatMap((page) => page.lines);
}

const BLANK = /[\s\u00ad]/;
const HYPHEN = /[-\u2010]/;

/**
 * Where a quote's characters stand in lines: the first line and the character it begins at, the last line and the
 * character behind it. White space counts for nothing, nor does a hyphen that parts a word at a line's end.
 */
export function locate(lines, quote, locator) {
  const marked = range(locator);
  const letters = [];
  lines.forEach((line, at) => {
    if (!isIn(marked, line.locator)) return;
    const end = line.text.trimEnd().length - 1;
    for (let n = 0; n < line.text.length; n++) {
      if (!BLANK.test(line.text[n])) letters.push({ at, n, letter: line.text[n], parts: n === end && HYPHEN.test(line.text[n]) });
    }
  });
  const wanted = [...String(quote)].join("").replace(/[\s\u00ad]/g, "");
  for (let start = 0; wanted && start < letters.length; start++) {
    const last = matched(letters, start, wanted);
    if (last >= 0) {
      return { first: letters[start].at, from: letters[start].n, last: letters[last].at, to: letters[last].n + 1 };
    }
  }
  return null;
}

function matched(letters, start, wanted) {
  let at = start - 1;
  for (let n = 0; n < wanted.length; n++) {
    at++;
    while (at < letters.length && letters[at].letter !== wanted[n] && letters[at].parts && at > start) at++;
    if (at >= letters.length || letters[at].letter !== wanted[n]) return -1;
  }
  return at;
}

/** The characters of a quote as its address carries them; empty where they are not found. */
export async function wordsOf(support) {
  try {
    const found = locate(await linesOf(support.source_id, support.locator), support.quote, support.locator);
    return found ? `${found.from}-${found.to}` : "";
  } catch { return ""; }
}

const has = (line, flag) => line.flags.includes(flag);
const isRow = (line) => has(line, "table_row") || has(line, "table_head");
const isAside = (line) => has(line, "running_head") || has(line, "page_number") || has(line, "hidden");

/** A gap that is larger than the lines are high. */
function apart(above, below) {
  if (!above.box || !below.box) return false;
  return below.box[1] - above.box[3] > 0.9 * (above.box[3] - above.box[1]) || below.box[3] < above.box[1];
}

/** Whether a text goes on from one line to the next. */
export function goesOn(above, below) {
  if (!above.text.trim() || !below.text.trim() || above.page !== below.page) return false;
  if (isAside(above) || isAside(below)) return false;
  if (isRow(above) || isRow(below)) return isRow(above) && isRow(below) && !has(below, "table_start");
  if (above.heading || below.heading || has(below, "paragraph_start") || has(below, "list_item")) return false;
  return !apart(above, below);
}

/** The first and last line of the paragraph or table around these lines. */
export function around(lines, first, last) {
  const table = isRow(lines[first]);
  const most = table ? MOST_ROWS : MOST_LINES;
  let start = first, end = last;
  while (start > 0 && first - start < most && goesOn(lines[start - 1], lines[start])) start--;
  while (end + 1 < lines.length && end - last < most && goesOn(lines[end], lines[end + 1])) end++;
  return { start, end, table };
}

/** The cells of a row: two spaces part them, as do dots that lead to a value. */
export const cells = (text) => text.replace(/(\S)\s*(?:\.\s?){5,}\s*(\S)/g, "$1  $2").trim().split(/ {2,}/).map((cell) => cell.trim());

/** Whether nothing of a paper is left out between two places. Heads of pages and their numbers count for nothing. */
export function adjoins(lines, before, after) {
  if (after.first < before.last || (after.first === before.last && after.from < before.to)) return false;
  if (after.first === before.last) return !lines[after.first].text.slice(before.to, after.from).trim();
  const between = lines.slice(before.last + 1, after.first).filter((line) => !isAside(line)).map((line) => line.text);
  return ![lines[before.last].text.slice(before.to), ...between, lines[after.first].text.slice(0, after.from)].join("").trim();
}

/** The locator of all lines from the first to the last that these name; null where one names no lines. */
export function covering(locators) {
  const all = locators.map(range);
  if (!all.length || all.includes(null)) return null;
  const first = all.reduce((a, b) => (b.page < a.page || (b.page === a.page && b.first < a.first) ? b : a));
  const last = all.reduce((a, b) => (b.lastPage > a.lastPage || (b.lastPage === a.lastPage && b.last > a.last) ? b : a));
  const head = first.page ? `p.${first.page} ` : "";
  if (first.page !== last.lastPage) return `${head}L${first.first}-p.${last.lastPage} L${last.last}`;
  return first.first === last.last ? `${head}L${first.first}` : `${head}L${first.first}-L${last.last}`;
}

/** The locator of a run of lines. */
export const locatorOf = (lines, start, end) => covering([lines[start].locator, lines[end].locator]);

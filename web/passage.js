// The headline of an answer in its place: the paragraph or table around it, with the quoted words marked.

import { h } from "./dom.js";
import { base, get } from "./api.js";
import { sourceLink, citation, fileOf, paperOf, marksOf, levelWords, webLink } from "./place.js";
import { linesOf, locate, around, adjoins, covering, goesOn, locatorOf, cells } from "./lines.js";
import { leads, address } from "./beside.js";
import { headlineOf, isWhole, wholeSentences } from "./plain.js";
import { copyButton } from "./copy.js";

/** Characters of the paragraph that stand before and behind the quote until somebody asks for all of it. */
const BEFORE = 150, BEHIND = 220;
const NARROW = matchMedia("(max-width: 40rem)");
/** Rows of a table that stand above and below the quoted ones. */
const NEAR = 2;
/** Lines between two quotes of one statement that still are one passage. */
const TOGETHER = 14;

/** The quotes that make a fact's statement; the others say the same elsewhere. */
export const piecesOf = (fact) => (fact.support ?? []).slice(0, Math.max(1, fact.pieces ?? 1));

/** The quote of a fact that has the value; without one the last, as those before it lead up to it. */
export function mainPiece(fact, value) {
  const pieces = piecesOf(fact);
  return pieces.find((piece) => value && piece.quote.includes(value)) ?? pieces.at(-1);
}

/** A citation with the way to its words. A text of the reader's own has none. */
export function cite(index, support, shown, statement = [support]) {
  const cited = paperOf(index, support), words = shown ?? citation(index, support);
  if (cited?.lane === "user") return h("cite", {}, `${words} (your own text, not from the archive)`);
  const link = h("a", { href: sourceLink(support.source_id, support.locator) }, words);
  // A paper that is named again, in short, has its address already.
  const web = shown === undefined ? webLink(cited?.url) : null;
  const node = h("cite", {}, link, marksOf(cited), web ? [" ", web] : null);
  leads(link, support, cited, statement);
  return node;
}

/** The mark of a quote that is copied from a paper which not everybody may see. */
const level = (cited) => (levelWords(cited?.visibility) ? ` [${cited.visibility === "staff" ? "staff" : "sealed"} paper]` : "");

/** The words of a quote, its headline set apart, the value in it in bold. */
function said(text, headline, value) {
  const at = headline ? text.indexOf(headline) : -1;
  if (at < 0) return h("mark", {}, text);
  const inner = value && headline.includes(value)
    ? [headline.slice(0, headline.indexOf(value)), h("b", {}, value), headline.slice(headline.indexOf(value) + value.length)] : headline;
  return h("mark", {}, text.slice(0, at), h("strong", { class: "headline" }, h("span", {}, inner)), text.slice(at + headline.length));
}

/** What stands between quotes that follow each other, and between others. */
const between = (follows) => (follows ? " " : " … ");

/**
 * The quotes of a statement in the order of the paper, with what is known of each two that are next to each other:
 * whether nothing is left out between them, and whether a sentence goes on from one to the other.
 */
async function inOrder(pieces, main) {
  const own = pieces.filter((piece) => piece.source_id === main.source_id);
  const lines = await linesOf(main.source_id, covering(own.map((piece) => piece.locator)));
  const placed = pieces.map((piece) => ({ piece, place: own.includes(piece) ? locate(lines, piece.quote, piece.locator) : null }));
  if (placed.every(({ place }) => place)) placed.sort((a, b) => a.place.first - b.place.first || a.place.from - b.place.from);
  placed.forEach((one, at) => {
    const before = placed[at - 1];
    one.follows = Boolean(before?.place && one.place && adjoins(lines, before.place, one.place));
    if (!one.follows || isWhole(before.piece.quote)) return;
    const [above, below] = [lines[before.place.last], lines[one.place.first]];
    one.goesOn = above === below || goesOn(above, below) || (above.page !== below.page && /^[^\p{L}]*\p{Ll}/u.test(one.piece.quote));
  });
  return placed;
}

/** Quotes of which one sentence goes on in the next, as one text each. */
function runsOf(placed) {
  const runs = [];
  for (const one of placed) {
    if (one.goesOn) runs.at(-1).push(one.piece); else runs.push([one.piece]);
  }
  return runs.map((pieces) => ({ pieces, text: pieces.map((piece) => piece.quote).join(" ") }));
}

/** The headline of a run of quotes: that of its main quote, to both ends of its sentences. */
function headlineIn({ pieces, text }, main, value) {
  const headline = headlineOf(main.quote, value);
  const before = pieces.slice(0, pieces.indexOf(main)).reduce((sum, piece) => sum + piece.quote.length + 1, 0);
  const from = before + main.quote.indexOf(headline);
  return pieces.length > 1 ? wholeSentences(text, from, from + headline.length) : headline;
}

/** The first fact in its passage. `link` gives an address to copy. */
export function passage(fact, index, { value, shown, lead, label, link }) {
  const pieces = piecesOf(fact), main = mainPiece(fact, value);
  const headline = headlineOf(main.quote, value);
  shown.add(...pieces.map((piece) => piece.quote));
  const quote = h("blockquote", {}, pieces.map((piece, at) => [at ? between(false) : null, said(piece.quote, piece === main ? headline : "", value)]));
  const where = cite(index, main, undefined, pieces);
  const anchor = where.querySelector("a");
  const toQuote = async () => {
    if (link) return link;
    if (anchor) await address(anchor, main);
    return `${location.origin}${base}/${anchor?.getAttribute("href") ?? ""}`;
  };
  const copied = h("span", { class: "quiet", role: "status" });
  const figure = h("figure", { class: "passage", tabindex: "-1", "data-label": label ?? "1" },
    lead ? h("p", { class: "lead-in" }, lead) : null, quote,
    h("figcaption", {}, where, h("span", { class: "copies" },
      copyButton("Copy quote", () => quoteToCopy(pieces, main, index, anchor ? toQuote : null), copied, Boolean(anchor)),
      anchor ? copyButton("Copy link", toQuote, copied, true) : null, copied)));
  if (anchor) {
    address(anchor, main);
    surround(quote, pieces, main, value, shown).catch(() => {});
  }
  return figure;
}

/** A quote with its paper, place, day and file; the link follows on a separate line. */
async function quoteToCopy(pieces, main, index, toQuote) {
  const placed = toQuote ? await inOrder(pieces, main).catch(() => null) : null;
  const words = (placed ?? pieces.map((piece) => ({ piece }))).map(({ piece, follows }, at) => (at ? between(follows) : "") + piece.quote).join("");
  const own = pieces.filter((piece) => piece.source_id === main.source_id).map((piece) => piece.locator);
  const file = toQuote ? await get(`/sources/${encodeURIComponent(main.source_id)}`).then(fileOf).catch(() => null) : null;
  const where = [citation(index, main, covering(own) ?? main.locator), file].filter(Boolean).join(", ");
  return [`“${words}” (${where})${level(paperOf(index, main))}`, toQuote ? await toQuote() : null].filter(Boolean).join("\n");
}

/** Puts what is around the quotes in the paper around them. Without it the quotes stay as they are. */
async function surround(quote, pieces, main, value, shown) {
  const placed = await inOrder(pieces, main);
  const runs = runsOf(placed), runWith = (piece) => runs.find((run) => run.pieces.includes(piece));
  const draw = (run) => said(run.text, run.pieces.includes(main) ? headlineIn(run, main, value) : "", value);
  const order = placed.map((one) => one.piece), followers = new Set(placed.filter((one) => one.follows).map((one) => one.piece));
  const lines = await linesOf(main.source_id, main.locator);
  const onPage = placed.filter(({ piece }) => piece.source_id === main.source_id)
    .map(({ piece }) => ({ piece, place: locate(lines, piece.quote, piece.locator) })).filter(({ place }) => place);
  const own = onPage.find(({ piece }) => piece === main);
  if (!own) return;
  const near = onPage.filter(({ place }) => Math.abs(place.first - own.place.first) <= TOGETHER);
  const first = Math.min(...near.map(({ place }) => place.first)), last = Math.max(...near.map(({ place }) => place.last));
  const span = around(lines, first, last);
  if (span.table) {
    // The heads of the columns are no part of what the row says.
    const row = lines.slice(own.place.first, own.place.last + 1).filter((line) => !isHead(line)).map((line) => cells(line.text).join(" ").replace(/\s+/g, " ")).join(" ");
    if (main.quote.includes(row)) {
      quote.replaceChildren(...pieces.map((piece) => said(piece.quote, piece === main ? row : "", value)).flatMap((node, at) => (at ? [" ", node] : [node])));
    }
    quote.after(tableAround(lines, span, near.map(({ place }) => place), shown));
    return;
  }
  const plain = () => quote.replaceChildren(...runs.flatMap((run, at) => (at ? [between(followers.has(run.pieces[0])), draw(run)] : [draw(run)])));
  plain();
  if (span.start === first && span.end === last && near.length < 2 && own.place.from === 0 && own.place.to >= lines[last].text.trimEnd().length) return;
  const text = (await get("/quote", { source: main.source_id, locator: locatorOf(lines, span.start, span.end) })).quote;
  const marks = near.map(({ piece }) => ({ piece, at: text.indexOf(piece.quote) })).sort((a, b) => a.at - b.at);
  if (marks.some(({ at }) => at < 0)) return;
  const parts = [];
  let from = 0;
  for (const { piece, at } of marks) {
    if (at < from) return;
    parts.push(at > from ? { text: text.slice(from, at) } : null, { piece });
    from = at + piece.quote.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  const inside = parts.filter(Boolean).map((part, at, all) => {
    if (part.piece) return part;
    if (at === 0) return { node: clipped(part.text, NARROW.matches ? BEFORE / 2 : BEFORE, true) };
    return { node: at === all.length - 1 ? clipped(part.text, NARROW.matches ? BEHIND / 2 : BEHIND, false) : h("span", { class: "around" }, part.text) };
  });
  const outside = order.filter((piece) => !near.some((one) => one.piece === piece));
  const isBefore = (piece) => order.indexOf(piece) < Math.min(...near.map((one) => order.indexOf(one.piece)));
  const all = [...outside.filter(isBefore).flatMap((piece) => [{ piece }, { node: between(followers.has(order[order.indexOf(piece) + 1])) }]), ...inside,
    ...outside.filter((piece) => !isBefore(piece)).flatMap((piece) => [{ node: between(followers.has(piece)) }, { piece }])];
  const nodes = [];
  for (let at = 0; at < all.length; at++) {
    const { piece, node } = all[at];
    if (!piece) { nodes.push(node); continue; }
    const run = runWith(piece);
    nodes.push(draw(run));
    // What a sentence goes on over is the end of a page, with its number.
    at = Math.max(at, all.findIndex((part) => part.piece === run.pieces.at(-1)));
  }
  quote.replaceChildren(...nodes);
}

/** The words beside a quote: those next to it, the others when somebody asks. */
function clipped(text, most, before) {
  if (text.length <= most + 40) return h("span", { class: "around" }, text);
  const cut = before ? text.indexOf(" ", text.length - most) : text.lastIndexOf(" ", most);
  const at = cut < 0 ? (before ? text.length - most : most) : cut;
  const [far, close] = before ? [text.slice(0, at), text.slice(at)] : [text.slice(at), text.slice(0, at)];
  const rest = h("span", { hidden: true }, far);
  const more = h("button", { type: "button", class: "link", "aria-label": "Show the whole paragraph", onclick: () => { rest.hidden = false; more.remove(); } }, "…");
  return h("span", { class: "around" }, before ? [rest, more, close] : [close, more, rest]);
}

/** A row that says what the rows below it are. */
const isHead = (line) => line.flags.includes("table_head") || line.flags.includes("table_group");

/** The table around quoted rows: its heads and the rows next to them, the others when somebody asks. */
function tableAround(lines, { start, end }, places, shown) {
  const isOn = (at) => places.some((place) => at >= place.first && at <= place.last);
  const rows = lines.slice(start, end + 1).map((line, n) => {
    const on = isOn(start + n);
    const head = line.flags.includes("table_head");
    const near = places.some((place) => start + n >= place.first - NEAR && start + n <= place.last + NEAR);
    const texts = cells(line.text);
    // A row that the headline has already is not said twice: its long cells begin, and lead the eye.
    const again = shown.has(texts.join(" "));
    const row = h("tr", { class: on ? "on" : null }, texts.map((text) => {
      const short = again && text.length > 12 ? `${text.split(" ").slice(0, 2).join(" ")} …` : text;
      return h(head ? "th" : "td", head ? { scope: "col" } : {}, on ? h("mark", {}, short) : short);
    }));
    row.hidden = !(near || on || (isHead(line) && start + n < places[0].first) || n === 0);
    return row;
  });
  const hidden = rows.filter((row) => row.hidden);
  const more = hidden.length ? h("button", { type: "button", class: "link", onclick: () => { for (const row of hidden) row.hidden = false; more.remove(); } }, `Show the whole table (${rows.length} rows)`) : null;
  return h("div", { class: "tablebox around", tabindex: "0", role: "region", "aria-label": "The table around the quote" }, h("table", {}, h("tbody", {}, rows)), more);
}

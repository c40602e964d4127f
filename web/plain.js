// Words for people: no command, no letter for a strength, no text twice.

import { inWords } from "./place.js";

const LINES = {
  A: "This looks like the answer",
  B: "This may be the answer",
  C: "Closest passages found",
};

/** How far the first quote can be trusted, in a line. */
export const trust = (tier) => LINES[tier] ?? LINES.C;

/** The program's own sentences without the commands that they name. */
export function withoutCommands(text) {
  return String(text ?? "").replace(/ \(`twolane doctor` lists them\)/g, "").replace(/; `twolane doctor` lists them/g, "").replace(/ `twolane index rebuild` rebuilds [^.]*\./g, "")
    .replace(/^Insufficient evidence: (\w)/, (_, first) => first.toUpperCase());
}

/** A board as its name is written: "Board of Directors". */
export const boardName = (board) => board.replace(/[\p{L}'’]+/gu, (word, at) => (at && /^(?:of|the|and|on|for|to|in)$/.test(word) ? word : word[0].toUpperCase() + word.slice(1)));

/** A kind of paper with its article: "a letter", but "minutes". */
const kindOf = (kind) => (/s$/.test(kind) ? kind : `${/^[aeiou]/i.test(kind) ? "an" : "a"} ${kind}`);

/** What was found in a paper, as it follows "added": " as minutes of the Select Board, July 15, 2024 (Alder)". */
export function described({ doc_type: kind, board, date, town }) {
  const place = town ? ` (${town})` : "";
  if (!kind && !date && !board) return `${place}, no kind or date found`;
  return ` as ${kind ? kindOf(kind) : "a paper"}${board ? ` of the ${boardName(board)}` : ""}${date ? `, ${inWords(date)}` : ""}${place}${date ? "" : ", no date found"}`;
}

/** Who sees a paper that not everybody may see. */
export const whoSees = (level) => (level === "staff" ? "only staff see it" : "only administrators see it");

/** Whether a remark is about pages that could not be read. */
export const isUnread = (text) => /\bcould not be read\b|\bunread pages\b/.test(text);

const ALIKE = 40;
const flat = (text) => String(text ?? "").replace(/\s+/g, " ").trim();

/** Texts that a card shows already: none of 40 characters is shown twice. */
export class Shown {
  #windows = new Set();
  /** The papers that are named already, and the one that is quoted first. */
  papers = new Set();
  first = null;

  /** Takes a text down. */
  add(...texts) {
    for (const text of texts.map(flat)) {
      for (let at = 0; at + ALIKE <= text.length; at++) this.#windows.add(text.slice(at, at + ALIKE));
    }
  }

  /** Whether 40 characters of a text are shown already. */
  has(text) {
    const found = flat(text);
    for (let at = 0; at + ALIKE <= found.length; at++) if (this.#windows.has(found.slice(at, at + ALIKE))) return true;
    return false;
  }
}

const SHORT = /(?:\b(?:Mr|Ms|Mrs|Dr|St|No|Nos|Art|Sec|Sect|Ch|Ave|Rd|Jr|Sr|Inc|Co|Hon|Rev|Gen|Lt|Capt|Jan|Feb|Mar|Apr|Aug|Sept|Oct|Nov|Dec|vs|approx|a\.m|p\.m|U\.S|e\.g|i\.e)|\b[A-Z]|^\W*\(?[0-9a-z]{1,3})\.$/;

/** The sentences of a text. One that ends in an abbreviation or a number goes on. */
export function sentences(text) {
  const out = [];
  let from = 0;
  for (const end of String(text).matchAll(/[.!?]["”’)\]]*(?=\s+\S)/g)) {
    const sentence = text.slice(from, end.index + end[0].length);
    const next = text.slice(end.index + end[0].length).trimStart()[0];
    if (SHORT.test(sentence) || !/[A-Z0-9“"(‘$]/.test(next)) continue;
    out.push(sentence.trim());
    from = end.index + end[0].length;
  }
  if (text.slice(from).trim()) out.push(text.slice(from).trim());
  return out;
}

/** Whether a text ends where a sentence does. */
export const isWhole = (text) => /[.!?]["”’)\]]*$/.test(text.trim()) && !SHORT.test(text.trim());

/** A part of a text, to both ends of the sentences that it is of. */
export function wholeSentences(text, from, to) {
  let at = 0;
  for (const sentence of sentences(text)) {
    const begin = text.indexOf(sentence, at), end = begin + sentence.length;
    at = end;
    if (begin < from && from < end) from = begin;
    if (begin < to && to < end) to = end;
  }
  return text.slice(from, to);
}

/** At most two sentences of a quote, with the one that holds the value; a run of the quote's own characters. */
export function headlineOf(quote, value) {
  const all = sentences(quote);
  if (all.length <= 2) return quote.trim();
  const at = value ? all.findIndex((sentence) => sentence.includes(value)) : 0;
  const first = Math.max(0, at > 1 ? at - 1 : 0);
  const begin = quote.indexOf(all[first]);
  const last = all[Math.min(first + 1, all.length - 1)];
  return quote.slice(begin, quote.indexOf(last, begin) + last.length);
}

// What a new check of an answer at its address says.

import { h } from "./dom.js";
import { dayOf } from "./place.js";

const again = (words, ask) => h("button", { type: "button", class: "link", onclick: ask }, words);

/** The line above an answer that was opened by its address. */
export function keptNote(kept, ask) {
  const begin = `Answered on ${dayOf(kept.at)}. Every quote was just looked up again and is still in the papers.`;
  // The reader sees fewer papers than the person who asked.
  if (kept.question === null) return h("p", { class: "note" }, `${begin} The question and the rest of the answer are only for those who see all of its papers.`);
  return h("p", { class: "note" }, kept.archive_changed
    ? [`${begin} The papers in the archive have changed since: `, again("see whether the answer is the same", ask), "."] : `${begin} The papers have not changed since.`,
  kept.standing === "quotes_hold" ? " Notes that no longer apply are left out." : null);
}

/** In place of an answer whose quotes are no longer in the papers. */
export function goneNote(kept, ask) {
  const lost = kept.quotes - kept.quotes_exact;
  const what = lost > 0 ? `${lost} of its ${kept.quotes} quotes ${lost === 1 ? "is" : "are"} no longer in the papers word for word` : "one of its sentences no longer follows from its quotes";
  return h("article", { class: "sheet card", "aria-label": "Answer" }, h("p", { class: "asked" }, kept.question),
    h("h2", { tabindex: "-1", "data-first": "" }, "The papers have changed"),
    h("p", {}, `This answer was given on ${dayOf(kept.at)}. It is not shown, because ${what}.`),
    h("p", {}, h("button", { type: "button", onclick: ask }, "Ask the question again")));
}

// A conversation: the newest answer is whole, those before it are folded below.

import { $, h, show } from "./dom.js";

/** Puts an answer below those that come. */
export function putAway({ question, card, kept }) {
  const box = $("earlier");
  if (!box.childElementCount) box.append(h("h2", {}, "Earlier in this conversation"));
  box.firstElementChild.after(h("details", { "data-kept": kept?.id ?? "" }, h("summary", {}, question.length > 120 ? `${question.slice(0, 120)}…` : question), card));
}

/** Takes an answer out that is shown whole again. */
export function takeOut(id) {
  $("earlier").querySelector(`[data-kept="${CSS.escape(id)}"]`)?.remove();
  if ($("earlier").childElementCount === 1) clearThread();
}

/** Begins a conversation of nothing. */
export const clearThread = () => show($("earlier"));

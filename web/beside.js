// The paper beside the answer, and a look at three lines of it: both follow the citation that is chosen.

import { $, h, show, problem } from "./dom.js";
import { sourceLink, titled, pageOf, marksOf } from "./place.js";
import { range, pageLines, linesOf, wordsOf } from "./lines.js";
import { paperPane, labelOf, wordsIn } from "./paper.js";
import { known } from "./quotes.js";

const WIDE = matchMedia("(min-width: 1100px)");
let turn = 0;

/** Whether there is room for a paper beside the answer. */
export const hasRoom = () => WIDE.matches;

/** Takes the paper away. */
export function closeBeside() {
  turn++;
  $("beside").hidden = true;
  show($("beside"));
}

/** Shows the page of a quote beside the answer. All the quotes of its statement are marked. */
export async function showBeside(support, cited, statement = [support]) {
  const place = range(support.locator);
  if (!place || !hasRoom()) return;
  const mine = ++turn;
  const box = $("beside");
  const title = titled(cited, support);
  try {
    const marks = statement.filter((one) => one.source_id === support.source_id && range(one.locator))
      .map(async (one) => ({ place: range(one.locator), words: wordsIn(await wordsOf(one)) }));
    const [page, words] = await Promise.all([pageLines(support.source_id, place.page), wordsOf(support)]);
    const marked = await Promise.all(marks);
    if (mine !== turn) return;
    const label = place.page ? labelOf(page) : "the text";
    const pane = paperPane(page, { title, label, marks: marked });
    box.hidden = false;
    show(box, h("h2", {}, title, marksOf(cited)), h("p", { class: "where" }, place.page ? `${label} of ${page.pages}` : pageOf(support.locator)),
      h("div", { class: "pages" }, pane.tools, h("a", { href: sourceLink(support.source_id, support.locator, words) }, "Open this paper")), pane.viewer);
    pane.ready(false);
    // It scrolls by itself here, so the keyboard has to get into it.
    box.querySelector(".lines").setAttribute("tabindex", "0");
    const mark = box.querySelector(".lines .on"), list = box.querySelector(".viewer");
    if (mark) list.scrollTop = Math.max(0, mark.offsetTop - list.offsetTop - list.clientHeight / 3);
  } catch (error) {
    if (mine === turn) { box.hidden = false; show(box, problem(error)); }
  }
}

/** The cited line with the one before and the one behind it. */
async function threeLines(support) {
  const lines = await linesOf(support.source_id, support.locator);
  const place = range(support.locator);
  const at = lines.findIndex((line) => { const one = range(line.locator); return one?.page === place?.page && one?.first === place?.first; });
  return at < 0 ? [] : lines.slice(Math.max(0, at - 1), at + 2).map((line) => h("span", { class: line === lines[at] ? "on" : null }, line.text));
}

/**
 * Has a citation lead to its words: with a look at them, and beside the answer where there is room. `statement` are all
 * the quotes of what it is cited for.
 */
export function leads(link, support, cited, statement = [support]) {
  const holder = link.parentElement;
  const hint = h("span", { class: "peek", id: "peek", role: "tooltip" });
  let looked = false;
  const look = async () => {
    hint.dataset.wanted = "yes";
    if (!looked) {
      looked = true;
      const lines = await threeLines(support).catch(() => []);
      show(hint, lines);
      address(link, support);
    }
    if (hint.dataset.wanted && hint.childElementCount) { $("peek")?.remove(); holder.append(hint); link.setAttribute("aria-describedby", "peek"); }
  };
  const leave = () => { delete hint.dataset.wanted; hint.remove(); link.removeAttribute("aria-describedby"); };
  link.addEventListener("pointerenter", (event) => { if (event.pointerType === "mouse") look(); });
  link.addEventListener("pointerleave", leave);
  link.addEventListener("focus", () => { if (link.matches(":focus-visible")) look(); });
  link.addEventListener("blur", leave);
  link.addEventListener("keydown", (event) => { if (event.key === "Escape") leave(); });
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    leave();
    if (hasRoom()) {
      showBeside(support, cited, statement).then(() => { $("status").textContent = `${titled(cited, support)}, ${pageOf(support.locator)}, is shown beside the answer.`; });
    } else address(link, support).then(() => { location.hash = link.getAttribute("href"); });
  });
}

/** Gives a link the characters that are cited. */
export async function address(link, support) {
  const words = await wordsOf(support);
  known(support, words);
  link.setAttribute("href", sourceLink(support.source_id, support.locator, words));
  return words;
}

// One page of a paper: its picture and its text, with the cited words marked on both.

import { h, show, problem } from "./dom.js";
import { picture } from "./api.js";
import { range, isIn } from "./lines.js";

const NARROW = matchMedia("(max-width: 40rem)");
const SVG = "http://www.w3.org/2000/svg";

/**
 * The runs of characters of a line that are cited: all of a marked line, unless a range begins or ends in it. `marks`
 * are places with their characters, where those are known.
 */
function citedIn(line, marks) {
  const at = range(line.locator), runs = [];
  for (const { place, words } of marks) {
    if (!isIn(place, line.locator)) continue;
    const from = words && at.page === place.page && at.first === place.first ? Math.min(words.from, line.text.length) : 0;
    const to = words && at.page === place.lastPage && at.first === place.last ? Math.min(words.to, line.text.length) : line.text.length;
    if (from < to) runs.push({ from, to });
  }
  runs.sort((a, b) => a.from - b.from);
  return runs.reduce((apart, run) => {
    const last = apart.at(-1);
    if (last && run.from <= last.to) last.to = Math.max(last.to, run.to); else apart.push(run);
    return apart;
  }, []);
}

/** The range of an address: `12-40`. */
export function wordsIn(text) {
  const found = /^(\d{1,6})-(\d{1,6})$/.exec(text ?? "");
  return found ? { from: Number(found[1]), to: Number(found[2]) } : null;
}

/** The words of a range, as the lines have them. */
export const citedText = (lines, marks) => lines.flatMap((line) => citedIn(line, marks).map(({ from, to }) => line.text.slice(from, to).trim())).join(" ");

/** A text with runs of it marked. */
function withMarks(text, runs) {
  let at = 0;
  const nodes = runs.flatMap(({ from, to }) => { const node = [text.slice(at, from), h("mark", {}, text.slice(from, to))]; at = to; return node; });
  return [...nodes, text.slice(at)];
}

function lineList(page, marks) {
  return h("ol", { class: "lines", "aria-label": "Text, line by line" }, page.lines.map((line) => {
    const cited = citedIn(line, marks);
    const flags = line.flags.filter((f) => f === "hidden" || f === "instruction" || f === "ocr");
    return h("li", { class: cited.length ? "on" : null },
      h("span", { class: "n", "aria-hidden": "true" }, String(range(line.locator)?.first ?? "")),
      h("span", { class: "t" }, withMarks(line.text, cited), flags.length ? h("span", { class: "marked" }, `  [${flags.join(", ")}]`) : null));
  }));
}

/** The share of a line's width that lies before a character: letters differ in width. */
function share(text, at) {
  const pen = document.createElement("canvas").getContext("2d");
  const whole = pen?.measureText(text).width;
  return whole ? pen.measureText(text.slice(0, at)).width / whole : at / Math.max(1, text.length);
}

function marksOver(page, marks) {
  const [width, height] = page.size ?? [612, 792];
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("aria-hidden", "true");
  for (const line of page.lines) {
    if (!line.box) continue;
    const [x0, y0, x1, y1] = line.box;
    // A box is as high as its letters; the line that people see has air above them.
    const air = (y1 - y0) / 5;
    for (const cited of citedIn(line, marks)) {
      // The cells of a row stand wherever its columns are.
      const whole = line.flags.includes("table_row");
      const [a, b] = whole ? [0, 1] : [share(line.text, cited.from), share(line.text, cited.to)];
      const rect = document.createElementNS(SVG, "rect");
      const place = { x: x0 + a * (x1 - x0) - 2, y: y0 - air, width: (b - a) * (x1 - x0) + 4, height: y1 - y0 + air + 1 };
      for (const [key, value] of Object.entries(place)) rect.setAttribute(key, value);
      svg.append(rect);
    }
  }
  return svg;
}

const NO_PICTURE = "There is no picture of this page: the file was moved or has changed since it was read. This is the text that was read.";

/** A page with its tools. `ready` draws it once it is in the document. On a phone the text comes first. */
export function paperPane(page, { title, label, marks }) {
  const lines = lineList(page, marks);
  const textFirst = !page.picture || NARROW.matches;
  const drawing = h("div", { class: "picture", tabindex: "0", role: "region", "aria-label": `Picture of ${label}`, hidden: textFirst }, h("p", { class: "status busy", role: "status" }, "Drawing the page"));
  const text = h("div", { hidden: !textFirst }, page.status === "unread" ? problem({ detail: "This page could not be read.", next: page.reason }) : null, lines);
  let drawn = false, zoom = 1;
  const toText = () => lines.querySelector(".on")?.scrollIntoView({ block: "center" });
  const toggle = h("button", { type: "button", class: "plain", onclick: () => {
    text.hidden = !text.hidden; drawing.hidden = !text.hidden;
    toggle.textContent = text.hidden ? "Show the text" : "Show the picture";
    if (text.hidden && !drawn) draw();
  } }, textFirst ? "Show the picture" : "Show the text");
  const size = (change) => h("button", { type: "button", class: "plain", "aria-label": change > 0 ? "Larger" : "Smaller", onclick: () => {
    zoom = Math.max(1, Math.min(3, zoom + change));
    drawing.className = `picture zoom-${zoom}`;
  } }, change > 0 ? "+" : "−");

  async function draw() {
    drawn = true;
    try {
      const image = h("img", { alt: `Picture of ${label} of ${title}`, src: await picture(`${page.picture}?width=1400`) });
      const svg = marksOver(page, marks);
      show(drawing, h("div", { class: "sheetbox" }, image, svg));
      await image.decode().catch(() => {});
      const first = svg.querySelector("rect");
      if (first) drawing.scrollTop = Math.max(0, (first.getBoundingClientRect().top - drawing.getBoundingClientRect().top) - drawing.clientHeight / 3);
    } catch {
      drawing.remove(); toggle.remove();
      text.hidden = false;
      text.prepend(h("p", { class: "quiet" }, NO_PICTURE));
    }
  }

  return {
    tools: page.picture ? [toggle, size(-1), size(1)] : [],
    viewer: h("div", { class: "viewer" }, page.picture ? drawing : null, text),
    /** Draws, or goes to the marked line where the pane scrolls with the page. */
    ready: (scrolls = true) => { if (!textFirst) draw(); else if (scrolls) toText(); },
  };
}

/** A page's number, and the one that is printed on it. */
export const labelOf = (page) => (page.label ? `page ${page.page} (printed ${page.label})` : `page ${page.page}`);

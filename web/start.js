// The first run in three steps: the town, papers, questions.

import { counted, h, problem, show } from "./dom.js";
import { get, remove, stream } from "./api.js";
import { uploadBox } from "./upload.js";

const ask = (question) => `#/ask/${encodeURIComponent(question)}`;

/** What is there, what is missing, and how to get it. */
export async function startView() {
  const [first, filters] = await Promise.all([get("/setup"), get("/filters")]);
  const town = h("input", { id: "start-town", list: "towns", maxlength: "200", placeholder: "such as Aldersfield, or Heron Ledge Village" });
  const missing = h("div"), samples = h("div"), watched = h("div"), examples = h("div");
  const added = h("div", { class: "status", role: "status" }), sampled = h("div", { class: "status", role: "status" });
  const path = h("input", { id: "start-folder", required: true, maxlength: "4000", placeholder: "such as /home/clerk/Minutes", "aria-describedby": "start-folder-hint" });
  const watch = h("input", { id: "start-watch", type: "checkbox" });

  /** Does a step, says how far it is, and shows what is there afterwards. */
  async function step(button, where, address, body, says, method = "POST") {
    button.disabled = true;
    let reply = null;
    show(where, h("span", { class: "busy" }, "Please wait"));
    try {
      await stream(address, body, (name, data) => {
        if (name === "error") throw data;
        else if (name === "done") reply = data;
        else show(where, h("span", { class: "busy" }, says(name, data)));
      }, undefined, method);
      await again();
    } catch (error) {
      show(where, problem(error));
    }
    button.disabled = false;
    return reply;
  }
  const reading = (name, data) => (name === "page" ? `Reading page ${data.page} of ${data.pages}` : name === "embedded" ? `Indexing ${data.texts} passages` : "Reading");

  const folder = h("form", { onsubmit: async (event) => {
    event.preventDefault();
    const reply = await step(event.submitter, added, "/setup/folder", { path: path.value, town: town.value.trim() || null, watch: watch.checked }, reading);
    if (reply) show(added, report(reply));
  } }, h("label", { for: "start-folder" }, "Or read a folder on this computer"),
    h("p", { class: "quiet", id: "start-folder-hint" }, "Type its whole path. Its papers stay where they are, and nothing is changed."),
    h("div", { class: "row" }, h("div", { class: "field" }, path), h("button", { type: "submit" }, "Read the folder")),
    h("label", { class: "choice", for: "start-watch" }, watch, h("span", {}, "Keep watching it, and add new papers as they come")));

  async function again() { fill(await get("/setup")); }
  function fill(state) {
    const { model, recognition } = state;
    show(missing,
      model.in_use ? null : lack("Search by meaning is off.", model.is_here
        ? "The model is on this machine. Turning it on takes a moment."
        : "It finds papers that use other words than your question. It needs a model of about 90 MB, which is downloaded once. This is the only time that twolane uses the network.",
        model.is_here ? "Turn it on" : "Get the model", "/setup/model",
        (name, data) => (name === "fetched" ? `Downloading: ${Math.round(data.bytes / 1e6)} of ${Math.round(data.of / 1e6)} MB` : `Indexing ${data.texts} passages`)),
      recognition.pages_waiting && recognition.is_here
        ? lack(`${counted(recognition.pages_waiting, "scanned page")} can't be searched yet.`, "Text recognition (OCR) takes a few seconds a page.",
          recognition.pages_waiting === 1 ? "Read the scanned page now" : `Read the ${recognition.pages_waiting} scanned pages now`, "/setup/recognition", reading) : null,
      recognition.pages_waiting && !recognition.is_here && !recognition.is_off
        ? h("div", { class: "notice" }, h("p", {}, h("strong", {}, `${counted(recognition.pages_waiting, "scanned page")} can't be searched yet. `), "Text recognition (tesseract) is not installed. Install it, then come back to this page:"),
          h("ul", {}, h("li", {}, "Debian, Ubuntu, Linux Mint: ", h("code", {}, "sudo apt install tesseract-ocr")), h("li", {}, "Fedora: ", h("code", {}, "sudo dnf install tesseract")), h("li", {}, "macOS with Homebrew: ", h("code", {}, "brew install tesseract")))) : null);
    const own = state.papers - state.sample_papers;
    const sample = async (event, method, says, done) => {
      if (!(await step(event.target, sampled, "/setup/sample", {}, says, method))) return;
      show(sampled, done);
      // The button that was pressed has gone.
      (samples.querySelector("button") ?? path).focus();
    };
    show(samples, state.sample_papers
      ? h("p", {}, `The sample town Aldersfield is in this archive (${counted(state.sample_papers, "paper")}). `,
        h("button", { type: "button", class: "link", onclick: (event) => sample(event, "DELETE", () => "Removing the sample town", h("p", {}, "The sample town was removed.")) }, "Remove it"),
        own > 0 ? " so that it doesn't mix with your papers." : "")
      : own > 0 ? null : h("p", {}, "Just looking? ",
        h("button", { type: "button", class: "link", onclick: (event) => sample(event, "POST", reading, h("p", {}, "The papers of the sample town were added.")) }, "Try the papers of a made-up town")));
    const end = async (one) => {
      try { await remove("/setup/folder", { path: one.path }); await again(); path.focus(); } catch (error) { show(added, problem(error)); }
    };
    show(watched, state.watched.length ? h("ul", { class: "quiet" }, state.watched.map((one) => h("li", {},
      one.is_here ? "Watching " : "Not found now, watched when it is back: ", h("strong", {}, one.path), " ",
      // A folder of the configuration ends there.
      one.can_end ? h("button", { type: "button", class: "link", "aria-label": `Stop watching ${one.path}`, onclick: () => end(one) }, "Stop watching") : null))) : null);
    if (state.papers) askable(state.papers);
    else show(examples, h("p", { class: "quiet" }, "Questions appear here when there are papers."));
  }
  function lack(what, why, does, address, says) {
    const said = h("div", { class: "status", role: "status" });
    return h("div", { class: "notice" }, h("p", {}, h("strong", {}, what), " ", why),
      h("button", { type: "button", onclick: (event) => step(event.target, said, address, {}, says) }, does), said);
  }
  let turn = 0;
  async function askable(papers) {
    const mine = ++turn;
    const questions = h("div", {}, h("p", { class: "status" }, h("span", { class: "busy" }, "Looking for questions that these papers answer")));
    show(examples, h("p", {}, `There ${papers === 1 ? "is" : "are"} ${counted(papers, "paper")} in the archive. `, h("a", { href: "#/", class: "button" }, "Ask a question")), questions);
    const found = await examplesOf();
    // The papers may have changed meanwhile.
    if (mine === turn) show(questions, found);
  }
  fill(first);
  return { title: "Set up", nodes: [
    h("h1", {}, "Set up your archive"),
    h("section", { class: "sheet", "aria-label": "Your town" }, h("h2", {}, "1. Your town"),
      h("label", { for: "start-town" }, "Town, city, district or association"), town,
      h("p", { class: "quiet" }, "All papers that you add below count as papers of this place. Leave it blank where a folder has papers of several places: each paper usually says its own.")),
    h("h2", {}, "2. Your papers"), filters.uploads ? uploadBox(filters, again, () => town.value.trim()) : null,
    h("section", { class: "sheet", "aria-label": "A folder on this computer" }, folder, added, watched, samples, sampled), missing,
    h("section", { class: "sheet", "aria-label": "Ask" }, h("h2", {}, "3. Ask"), examples),
  ] };
}

/** Questions that were made of the papers and are answered by them. */
export async function examplesOf() {
  let questions = [];
  // A request looks for a few seconds, and the next goes on; another page may be looking too.
  for (let tries = 0; tries < 30; tries++) {
    const reply = await get("/examples").catch(() => ({ questions: [] }));
    questions = reply.questions;
    if (!reply.looking) break;
    await new Promise((done) => setTimeout(done, 4000));
  }
  if (!questions.length) return null;
  return h("div", { class: "examples" }, h("p", {}, "Questions that these papers answer:"),
    h("ul", {}, questions.map((question) => h("li", {}, h("a", { href: ask(question) }, question)))));
}

/** What became of a folder. */
function report(reply) {
  const skipped = Object.entries(reply.skipped ?? {});
  const others = skipped.reduce((sum, [, count]) => sum + count, 0);
  const parts = [
    `${counted(reply.added, "paper")} added`, reply.changed ? `${reply.changed} changed` : null, reply.unchanged ? `${reply.unchanged} already here` : null,
    reply.failed.length ? `${counted(reply.failed.length, "file")} could not be read` : null,
    others ? `${counted(others, "file")} of other kinds skipped (${skipped.map(([kind, count]) => `${count} ${kind}`).join(", ")})` : null,
  ].filter(Boolean);
  const places = reply.places.filter((row) => row.place);
  return h("div", {}, h("p", {}, `${parts.join(", ")}.`, reply.watched ? ` ${reply.not_kept ?? "The folder is watched from now on"}.` : ""),
    places.length > 1 ? h("p", { class: "quiet" }, `Places: ${places.map((row) => `${row.place} (${row.papers})`).join(", ")}.`) : null,
    reply.failed.length ? h("details", {}, h("summary", {}, "Which files, and why"), h("ul", {}, reply.failed.map((one) => h("li", {}, h("strong", {}, one.name), `: ${one.reason}`)))) : null);
}

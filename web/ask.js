import { $, h, show, problem } from "./dom.js";
import { base, get, patch, patiently, stream } from "./api.js";
import { answerNodes, factsFirst } from "./answer.js";
import { closeBeside, showBeside } from "./beside.js";
import { keptNote, goneNote } from "./kept.js";
import { mainPiece, piecesOf } from "./passage.js";
import { paperOf } from "./place.js";
import { quotes } from "./quotes.js";
import { putAway, takeOut, clearThread } from "./thread.js";

const SESSION = `twolane-session${base}`;
let running = null;
let last = null;
const SMALL = matchMedia("(max-width: 40rem)");
/** The answer that is shown: its question, its card and its address. */
let current = null;
let about = "", contact = null;

/** Takes the line that goes on paper below an answer, and the office to ask where there is none. */
export function setAbout(line, office) { about = line; contact = office ?? null; }

export function session() {
  let id = sessionStorage.getItem(SESSION);
  if (!id) {
    const bytes = crypto.getRandomValues(new Uint8Array(8));
    id = `page-${[...bytes].map((b) => b.toString(16).padStart(2, "0")).join("")}`;
    sessionStorage.setItem(SESSION, id);
  }
  return id;
}

export function newConversation() {
  sessionStorage.removeItem(SESSION);
  $("question").value = $("paste").value = "";
  clear();
  clearThread();
  address(null);
  $("status").textContent = "New conversation. Earlier questions no longer count.";
  $("question").focus();
}

function status(text, busy = false) {
  $("status").textContent = text;
  $("status").classList.toggle("busy", busy);
}

function clear() {
  show($("answer"));
  closeBeside();
  current = null;
}

/** Puts an answer's address into the browser's own line, unless somebody looks at something else. */
function address(kept) {
  const here = kept ? `#/a/${kept.id}` : "#/";
  quotes.address = here;
  if ($("view-ask").hidden || location.hash === here || (!kept && !location.hash.startsWith("#/a/"))) return;
  if (kept) history.pushState(null, "", here);
  else history.replaceState(null, "", here);
}

/** Shows a card, and the paper of its first quote beside it. */
function put(body, reply, kept, note) {
  const card = answerNodes(body, reply, { ask: again, change, newConversation, searchAgain: (asked) => run({ ...asked, no_memory: true }) }, { kept, about, note, contact });
  show($("answer"), card);
  current = { question: body.question, card, kept };
  const fact = reply.evidence?.facts[0];
  const first = fact && mainPiece(fact, reply.signals?.answer?.first_value);
  const cited = first && paperOf(reply.evidence.citations_index ?? [], first);
  if (first && cited?.lane !== "user") showBeside(first, cited, piecesOf(fact));
  else closeBeside();
  // On a small screen the question would leave no room for its answer.
  if (SMALL.matches && !$("view-ask").hidden) card.scrollIntoView({ block: "start" });
}

async function run(body) {
  running?.abort();
  const mine = running = new AbortController();
  last = body;
  $("stop").hidden = false;
  $("send").disabled = true;
  $("answer").setAttribute("aria-busy", "true");
  if (current && current.question !== body.question) putAway(current);
  clear();
  let kept = null;
  status("Looking through the papers", true);
  try {
    const ask = () => stream("/ask", body, (name, value) => {
      if (mine !== running) return;
      if (name === "plan") {
        const lanes = value.lanes.map((lane) => lane.name).join(" and ");
        status(`Found ${value.hits} passages (${lanes}); checking quotes`, true);
      } else if (name === "facts") show($("answer"), factsFirst(value));
      else if (name === "writing") status("These quotes have been checked. The language model is writing", true);
      else if (name === "error") throw value;
      else if (name === "kept") kept = value;
      else if (name === "done") finish(body, value, kept);
    }, mine.signal);
    const waits = (seconds) => { if (mine === running) status(`The server is busy. Your question keeps its place in line. Trying again in ${seconds} s`, true); };
    await patiently(ask, waits, mine.signal);
  } catch (error) {
    if (mine !== running) return;
    if (error.name === "AbortError") status("Stopped.");
    else { status(""); show($("answer"), problem(error)); }
  } finally {
    if (mine === running) {
      $("stop").hidden = true;
      $("send").disabled = false;
      $("answer").removeAttribute("aria-busy");
    }
  }
}

function finish(body, reply, kept) {
  const said = { clarify: "There is a question for you first.", rejected: "The question was not answered." }[reply.status]
    ?? `The answer is below${reply.latency_ms ? `, in ${(reply.latency_ms / 1000).toFixed(1)} seconds` : ""}.`;
  status(said);
  // A text that is being put in meanwhile stays.
  if (body.paste && $("paste").value === body.paste) {
    $("paste").value = "";
    $("paste-box").open = false;
  }
  if (reply.status === "clarify") show($("answer"), clarify(body, reply));
  else put(body, reply, kept);
  address(kept);
  ($("answer").querySelector("[data-first]") ?? $("answer")).focus?.({ preventScroll: true });
}

/** Opens an answer by its address, having every quote looked up again. */
export async function openKept(id) {
  if (current?.kept?.id === id) return;
  running?.abort();
  const mine = running = new AbortController();
  $("stop").hidden = true;
  $("send").disabled = false;
  $("answer").removeAttribute("aria-busy");
  if (current) putAway(current);
  takeOut(id);
  clear();
  status("Looking up the quotes again", true);
  try {
    const kept = await get(`/answers/${encodeURIComponent(id)}`);
    if (mine !== running) return;
    const body = last = { question: kept.question ?? "Quotes of a saved answer", form: $("form").value, session: session(), context: {} };
    const ask = () => run(body);
    if (kept.answer) put(body, kept.answer, kept, keptNote(kept, ask));
    else show($("answer"), goneNote(kept, ask));
    quotes.address = `#/a/${id}`;
    status("The answer is below.");
    ($("answer").querySelector("[data-first]") ?? $("answer")).focus?.({ preventScroll: true });
  } catch (error) {
    if (mine !== running) return;
    status("");
    show($("answer"), problem(error));
  }
}

/** Asks another question in the same conversation. */
function again(question) {
  $("question").value = question;
  run(request());
  $("question").scrollIntoView({ block: "start" });
}

/** Takes another value for something that was understood, and asks once more. */
async function change(body, name, value) {
  try {
    // Where no session is kept, as for the public, the value goes with the question alone.
    await patch(`/sessions/${encodeURIComponent(session())}`, { fields: { [name]: value } })
      .catch((error) => { if (![403, 404].includes(error.status)) throw error; });
    const next = { ...body, context: { ...body.context, ...(value ? { [name]: value } : {}) } };
    delete next.paste;
    if (name === "town") { next.town = value || undefined; $("town").value = value; }
    await run(next);
  } catch (error) { show($("answer"), problem(error)); }
}

/** A noun phrase for each field that has no choices of its own. */
const EXAMPLES = { town: "such as “Aldersfield”", unit: "such as “4B”", date: "such as “May 2025”", year: "such as “2025”", board: "such as “Planning Board”" };

function clarify(body, reply) {
  const fields = reply.questions.map((question, at) => {
    const free = h("input", { name: `free-${at}`, "aria-label": `Your own words: ${question.prompt}`, placeholder: question.options.length ? `or in your own words, such as “${question.options[0].slice(0, 60)}”` : EXAMPLES[question.field] ?? "such as “the dog license fee”" });
    if (at === 0 && !question.options.length) free.dataset.first = "";
    return h("fieldset", {}, h("legend", {}, question.prompt),
      question.options.map((option, n) => {
        const radio = h("input", { type: "radio", name: `choice-${at}`, value: option });
        if (at === 0 && n === 0) radio.dataset.first = "";
        return h("label", { class: "choice" }, radio, h("span", {}, option));
      }),
      question.allow_free_text || !question.options.length ? free : null);
  });
  const form = h("form", { class: "sheet", onsubmit: (event) => {
    event.preventDefault();
    const data = new FormData(form);
    const context = { ...body.context };
    reply.questions.forEach((question, at) => {
      const value = (data.get(`free-${at}`) || data.get(`choice-${at}`) || "").trim();
      if (value) context[question.field] = value;
    });
    const next = { ...body, context };
    delete next.paste;
    run(next);
  } }, h("h2", {}, "Please answer this first"), fields,
    h("div", { class: "buttons" }, h("button", { type: "submit" }, "Continue"),
      h("button", { type: "button", class: "plain", onclick: () => run({ ...body, paste: undefined }) }, "I don't know")));
  return form;
}

function request() {
  const body = { question: $("question").value.trim(), form: $("form").value, session: session(), context: {} };
  const town = $("town").value.trim(), paste = $("paste").value;
  if (town) body.town = town;
  if (paste.trim()) body.paste = paste;
  return body;
}

export function startAsking() {
  $("ask").addEventListener("submit", (event) => { event.preventDefault(); if ($("question").value.trim()) run(request()); });
  $("question").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) { event.preventDefault(); $("ask").requestSubmit(); }
  });
  $("stop").addEventListener("click", () => running?.abort());
  $("form").addEventListener("change", () => { if (last && current) run({ ...last, form: $("form").value, paste: undefined }); });
}

export function askAgain(question) {
  history.replaceState(null, "", "#/");
  again(question);
}

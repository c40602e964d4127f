import { $, h, show, problem } from "./dom.js";
import { get, patch, patiently, stream } from "./api.js";
import { answerNodes, factsFirst } from "./answer.js";

const SESSION = "twolane-session";
let running = null;
let last = null;

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
  show($("answer"));
  $("status").textContent = "A new conversation: nothing said before counts.";
  $("question").focus();
}

function status(text, busy = false) {
  $("status").textContent = text;
  $("status").classList.toggle("busy", busy);
}

async function run(body) {
  running?.abort();
  const mine = running = new AbortController();
  last = body;
  $("stop").hidden = false;
  $("send").disabled = true;
  $("answer").setAttribute("aria-busy", "true");
  show($("answer"));
  status("Looking through the papers", true);
  try {
    const ask = () => stream("/ask", body, (name, value) => {
      if (mine !== running) return;
      if (name === "plan") {
        const lanes = value.lanes.map((lane) => lane.name).join(" and ");
        status(`Found ${value.hits} passages (${lanes}); checking quotes`, true);
      } else if (name === "facts") show($("answer"), factsFirst(value));
      else if (name === "writing") status("These quotes are checked; the language model is writing", true);
      else if (name === "error") throw value;
      else if (name === "done") finish(body, value);
    }, mine.signal);
    const waits = (seconds) => { if (mine === running) status(`The server is busy. The question keeps its place and is asked again in ${seconds} s`, true); };
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

function finish(body, reply) {
  const said = { clarify: "One thing is needed first.", rejected: "The question was not answered." }[reply.status]
    ?? `The answer is below${reply.latency_ms ? `, in ${(reply.latency_ms / 1000).toFixed(1)} seconds` : ""}.`;
  status(said);
  // A text that is being put in meanwhile stays.
  if (body.paste && $("paste").value === body.paste) {
    $("paste").value = "";
    $("paste-box").open = false;
  }
  if (reply.status === "clarify") show($("answer"), clarify(body, reply));
  else show($("answer"), answerNodes(body, reply, { ask: again, change, newConversation, anew: (asked) => run({ ...asked, no_memory: true }) }));
  ($("answer").querySelector("[data-first]") ?? $("answer")).focus?.({ preventScroll: true });
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
    await patch(`/sessions/${encodeURIComponent(session())}`, { fields: { [name]: value } });
    const next = { ...body, context: { ...body.context, ...(value ? { [name]: value } : {}) } };
    delete next.paste;
    if (name === "town") { next.town = value || undefined; $("town").value = value; }
    await run(next);
  } catch (error) { show($("answer"), problem(error)); }
}

function clarify(body, reply) {
  const fields = reply.questions.map((question, at) => {
    const free = h("input", { name: `free-${at}`, "aria-label": `Your own words: ${question.prompt}`, placeholder: question.options.length ? "or in your own words" : "" });
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
  } }, h("h2", {}, "This is needed first"), fields,
    h("div", { class: "buttons" }, h("button", { type: "submit" }, "Go on"),
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
  $("form").addEventListener("change", () => { if (last && $("answer").childElementCount) run({ ...last, form: $("form").value, paste: undefined }); });
}

export function askAgain(question) {
  history.replaceState(null, "", "#/");
  again(question);
}

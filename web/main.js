import { $, h, show, problem } from "./dom.js";
import { beginSetup, get, isSignedIn, maySetUp } from "./api.js";
import { startSignIn } from "./token.js";
import { showPicker } from "./picker.js";
import { startAsking, askAgain, openKept, setAbout } from "./ask.js";
import { sourceView } from "./source.js";
import { searchView } from "./search.js";
import { papersView } from "./papers.js";
import { lawView } from "./law.js";
import { checkView, historyView, traceView } from "./check.js";
import { examplesOf, startView } from "./start.js";

startSignIn(() => describe());

const views = { start: startView, search: searchView, papers: papersView, source: sourceView, law: lawView, check: checkView, history: historyView, trace: traceView };

const part = (text) => { try { return decodeURIComponent(text); } catch { return text; } };

let turn = 0;
async function route() {
  const parts = location.hash.replace(/^#\/?/, "").split("/").map(part);
  const [name, ...rest] = parts;
  const mine = ++turn;
  if (name === "open") return open(rest[0] ?? "");
  $("to-start").hidden = !maySetUp();
  const asking = !Object.hasOwn(views, name);
  $("view-ask").hidden = !asking;
  $("view-other").hidden = asking;
  for (const link of document.querySelectorAll("header nav a")) {
    const target = link.getAttribute("href").replace(/^#\/?/, "");
    const here = asking ? target === "" : target === name || (name === "source" && target === "papers") || (name === "trace" && target === "history");
    if (here) link.setAttribute("aria-current", "page"); else link.removeAttribute("aria-current");
  }
  if (asking) {
    document.title = "twolane";
    if (name === "ask" && rest[0]) askAgain(rest[0]);
    else if (name === "a" && rest[0]) openKept(rest[0]);
    else $("question").focus();
    describe();
    return;
  }
  if (!$("about").textContent) describe();
  const box = $("view-other");
  show(box, h("p", { class: "status busy", role: "status" }, "Loading"));
  try {
    const made = await views[name](...rest);
    if (mine !== turn) return;
    show(box, made.nodes);
    document.title = `${made.title} – twolane`;
    made.ready?.();
    if (!made.ready) $("main").focus({ preventScroll: false });
  } catch (error) {
    if (mine !== turn) return;
    document.title = "Not shown – twolane";
    show(box, h("h1", {}, error.status === 404 ? "Not found" : "This can't be shown"), problem(error));
  }
}

/** Begins what the program opened: the setup of an empty archive, else a question. */
async function open(key) {
  // The key works once; going back does not come here again.
  history.replaceState(null, "", "#/");
  try {
    // A tab that has used the key already goes on.
    await beginSetup(key).catch(async (error) => { if (!maySetUp() || !(await get("/setup").catch(() => null))) throw error; });
    if (!(await get("/setup")).papers) location.hash = "#/start";
    else route();
  } catch (error) {
    route();
    show($("answer"), problem(error));
  }
}

/** Shows questions to begin with, while there is no other. */
async function suggest() {
  if ($("answer").childElementCount || $("question").value) return;
  const examples = await examplesOf();
  if (examples && !$("answer").childElementCount) show($("answer"), examples);
}

/** What there is to be asked, as it is now. */
function describe() {
  get("/filters").then((filters) => {
    show($("towns"), filters.towns.map((town) => h("option", { value: town.state ? `${town.name}, ${town.state}` : town.name })));
    setAbout(filters.about, filters.contact);
    $("sign-in").hidden = !filters.sign_in;
    $("signed-in").hidden = !isSignedIn();
    // Nothing is kept for the public.
    document.querySelector('header nav a[href="#/history"]').hidden = filters.sees === "public";
    $("no-papers").hidden = filters.sources !== 0;
    $("add-papers").hidden = !filters.uploads;
    if (maySetUp()) $("add-papers").href = "#/start";
    if (filters.sources) suggest();
    $("about").textContent = filters.language_model
      ? `A language model (${filters.language_model}) chooses among sentences; every quote is checked.`
      : "Answers are made of the papers' own sentences; no language model takes part.";
  }).catch(() => {});
}

window.addEventListener("hashchange", route);
startAsking();
route();
showPicker().catch(() => {});

// Its address would be that of a view.
document.querySelector(".skip").addEventListener("click", (event) => { event.preventDefault(); $("main").focus(); });

// On paper nothing can be unfolded.
let folded = [];
window.addEventListener("beforeprint", () => {
  folded = [...document.querySelectorAll("#answer details:not([open]), #view-other .sheet details:not([open])")];
  for (const one of folded) one.open = true;
});
window.addEventListener("afterprint", () => { for (const one of folded) one.open = false; });

// A file that is dropped beside the box for papers would take the page's place.
for (const name of ["dragover", "drop"]) {
  window.addEventListener(name, (event) => { if (event.dataTransfer?.types.includes("Files") && !event.defaultPrevented) event.preventDefault(); });
}

// "/" goes to the question, as in many places.
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (/^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? "")) return;
  event.preventDefault();
  location.hash = "#/";
  $("question").focus();
});

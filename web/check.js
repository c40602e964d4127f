import { counted, h, show, problem, table } from "./dom.js";
import { get, post, remove } from "./api.js";
import { sourceLink } from "./answer.js";
import { dayOf } from "./place.js";

/** Checks a saved answer again. */
export async function checkView() {
  const text = h("textarea", { id: "saved", rows: "10", required: true });
  const result = h("div", { "aria-live": "polite" });
  const file = h("input", { id: "saved-file", type: "file", accept: "application/json,.json", onchange: async () => { if (file.files[0]) text.value = await file.files[0].text(); } });
  const form = h("form", { onsubmit: async (event) => {
    event.preventDefault();
    show(result, h("p", { class: "status busy" }, "Checking"));
    try {
      const found = await post("/verify", text.value);
      const failed = found.texts?.filter((t) => ["unchecked", "contradicted", "model_words"].includes(t.verdict)) ?? [];
      show(result, h("p", { class: found.ok ? "ok" : "bad" }, found.ok ? "Every quote is exact, and every other text is accounted for." : "Some of this could not be confirmed."),
        table("Quotes", ["Verdict", "Where", "Words"], found.quotes.map((q) => [h("span", { class: `verdict-${q.verdict}` }, q.verdict.replace("_", " ")),
          h("a", { href: sourceLink(q.source_id, q.locator) }, `${q.source_id} ${q.locator}`), [`“${q.quote}”`, q.note && q.verdict !== "exact" ? h("p", { class: "quiet" }, q.note) : null,
            q.old_hash ? h("p", { class: "quiet" }, `The file has changed: then ${q.old_hash.slice(0, 12)}, now ${(q.new_hash ?? "gone").slice(0, 12)}`) : null]])),
        found.unsupported_tokens.length ? table("In no quote", ["Word", "Where"], found.unsupported_tokens.map((t) => [t.token, t.where])) : null,
        failed.length ? table("Not accounted for", ["Verdict", "Where", "Text"], failed.map((t) => [t.verdict, t.place, [t.text, h("p", { class: "quiet" }, t.why)]])) : null);
    } catch (error) { show(result, problem(error)); }
  } },
    h("h1", {}, "Check a saved answer"),
    h("p", {}, "Every quote is looked up in the archive again, word for word. Nothing in the file is taken on trust."),
    h("label", { for: "saved-file" }, "A file saved here or from the command line"), file,
    h("label", { for: "saved" }, "Or paste its text"), text, h("div", { class: "buttons row" }, h("button", { type: "submit" }, "Check")));
  return { title: "Check an answer", nodes: [form, result], ready: () => file.focus() };
}

/** Conversations before. */
export async function historyView() {
  const { sessions } = await get("/sessions");
  const whole = await Promise.all(sessions.slice(0, 50).map((s) => get(`/sessions/${encodeURIComponent(s.id)}`).catch(() => null)));
  return { title: "History", nodes: [h("h1", {}, "History"),
    h("p", { class: "quiet" }, "A conversation that is not used for two weeks is forgotten."),
    sessions.length ? whole.filter(Boolean).map((s) => {
      const box = h("section", { class: "sheet" },
        h("p", { class: "where" }, `${s.id.startsWith("page-") ? "" : `${s.id}, `}last used on ${dayOf(s.updated_at)}`),
        Object.keys(s.fields).length ? h("p", {}, Object.entries(s.fields).map(([name, f]) => `${name}: ${f.value}`).join(" · ")) : null,
        s.sources.length ? h("p", { class: "quiet" }, `Texts: ${s.sources.map((t) => t.title).join("; ")}`) : null,
        h("ul", {}, s.turns.map((turn) => h("li", {}, h("a", { href: `#/ask/${encodeURIComponent(turn.question)}` }, turn.question),
          turn.trace_id ? [" ", h("a", { class: "quiet", href: `#/trace/${encodeURIComponent(turn.trace_id)}` }, "how it was found")] : null))),
        h("button", { type: "button", class: "plain", onclick: async () => { try { await remove(`/sessions/${encodeURIComponent(s.id)}`); box.remove(); } catch (error) { box.append(problem(error)); } } }, "Forget"));
      return box;
    }) : h("p", {}, "No questions yet.")] };
}

function tree(value) {
  if (value === null || typeof value !== "object") return String(value);
  if (Array.isArray(value)) return value.length ? h("ul", {}, value.map((v) => h("li", {}, tree(v)))) : "none";
  return h("ul", {}, Object.entries(value).map(([key, inner]) => h("li", {}, inner !== null && typeof inner === "object" && Object.keys(inner).length
    ? h("details", {}, h("summary", {}, key), tree(inner)) : `${key}: ${inner !== null && typeof inner === "object" ? "none" : inner}`)));
}

const LANES = { local: "the town’s papers", state: "state law", user: "the text that came with the question" };

/** A list in words: "a, b and c". */
const listed = (parts) => (parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : parts.join(""));

/** The titles of papers by their ids, from the trace or else from the archive. */
async function titlesOf(ids, trace) {
  const known = new Map(Object.values(trace.retrieval?.top ?? {}).flat().map(({ source_id: id, title }) => [id, title]));
  await Promise.all(ids.filter((id) => !known.has(id)).slice(0, 40).map(async (id) => {
    // A paper may have gone since.
    known.set(id, await get(`/sources/${encodeURIComponent(id)}`).then(({ title }) => title).catch(() => id));
  }));
  return known;
}

/** What led to an answer, for people. */
async function story(trace) {
  const lanes = (trace.retrieval?.plan?.lanes ?? []).filter((lane) => lane.searched);
  const sum = (key) => lanes.reduce((all, lane) => all + (lane[key] ?? 0), 0);
  const cited = trace.answer?.cited ?? [];
  const found = [...new Set(Object.values(trace.retrieval?.top ?? {}).flat().map(({ source_id: id }) => id))].filter((id) => !cited.includes(id));
  const titles = await titlesOf([...cited, ...found], trace);
  const papers = (ids) => h("ul", {}, ids.map((id) => h("li", {}, h("a", { href: `#/source/${encodeURIComponent(id)}` }, titles.get(id) ?? id))));
  const total = trace.timing_ms?.total;
  const rows = [
    ["Asked", [dayOf(trace.at), trace.self_contained && trace.self_contained !== trace.question ? `, understood as: ${trace.self_contained}` : ""]],
    trace.status === "clarify" ? ["Outcome", "There was a question for the reader first."] : null,
    trace.status === "rejected" ? ["Outcome", "The question was not answered."] : null,
    trace.memory_hit ? ["Memory", "The answer had been given before. Its quotes were checked again."] : null,
    lanes.length ? ["Searched", `${listed(lanes.map((lane) => `${LANES[lane.name] ?? `the papers under “${lane.name}”`} (${counted(lane.searched, "passage")})`))}.`] : null,
    lanes.length ? ["Found", `${counted(sum("candidates"), "passage")} that may be about the question. ${sum("kept")} of them were read closely.`] : null,
    cited.length ? ["Quoted", [`${counted(trace.answer.facts, "statement")} from ${counted(cited.length, "paper")}:`, papers(cited)]]
      : trace.answer ? ["Quoted", "Nothing: no passage answered the question."] : null,
    found.length ? ["Found but not quoted", papers(found)] : null,
    trace.model_calls ? ["Language model", `It was asked ${trace.model_calls === 1 ? "once" : `${trace.model_calls} times`}. Every quote was checked afterwards.`] : null,
    total === undefined ? null : ["Time", `${(total / 1000).toFixed(1)} seconds`],
  ].filter(Boolean);
  return h("dl", { class: "story" }, rows.map(([name, words]) => [h("dt", {}, name), h("dd", {}, words)]));
}

/** What led to an answer. */
export async function traceView(id) {
  const trace = await get(`/traces/${encodeURIComponent(id)}`);
  return { title: "How an answer was found", nodes: [h("h1", {}, "How an answer was found"),
    h("section", { class: "sheet", "aria-label": "How it was found" }, trace.question ? h("p", { class: "lead" }, trace.question) : null, await story(trace)),
    h("details", {}, h("summary", {}, "All values, for support"), tree(trace))] };
}

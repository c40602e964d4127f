// The answer card: a headline in its passage, what else the papers say, and what to know before one relies on it.

import { base } from "./api.js";
import { counted, h, markdown } from "./dom.js";
import { dayOf, marksOf, pageOf, paperOf, sourceLink, spoken, titled } from "./place.js";
import { cite, passage, piecesOf } from "./passage.js";
import { Shown, isUnread, trust, withoutCommands } from "./plain.js";
import { leads } from "./beside.js";
import { walk } from "./quotes.js";
import { takeAlong, forChecking } from "./take.js";

export { sourceLink, spoken };

/** The least share of the question's words, of the first fact's, that a further fact has to have. */
const BAR = 0.85;

const laneOf = (index, fact) => paperOf(index, fact.support?.[0] ?? {})?.lane;

/** What a fact is called in prose: `[L1]` the first of the papers, `[S1]` of the law, `[U1]` of the reader's own text. */
function tokens(facts, index) {
  const seen = { L: 0, S: 0, U: 0 };
  return new Map(facts.map((fact) => {
    const side = { state: "S", user: "U" }[laneOf(index, fact)] ?? "L";
    return [fact, `${side}${++seen[side]}`];
  }));
}

/** Characters of a paper's title where it is named again. */
const SHORT = 22;

/** A citation below the headline: where a paper is named already, it is named in short. */
function placed(index, support, shown) {
  const title = titled(paperOf(index, support), support);
  if (!shown.has(title) && !shown.papers.has(support.source_id)) {
    shown.add(title);
    shown.papers.add(support.source_id);
    return cite(index, support);
  }
  const page = pageOf(support.locator);
  if (support.source_id === shown.first) return cite(index, support, `the paper quoted first, ${page}`);
  return cite(index, support, `${title.length > SHORT ? `${title.slice(0, SHORT).trim()}…` : title}, ${page}`);
}

/** Facts by paper: an entry of each, in the order of its first. */
function byPaper(facts) {
  const papers = new Map();
  for (const fact of facts) papers.set(fact.support?.[0]?.source_id, [...(papers.get(fact.support?.[0]?.source_id) ?? []), fact]);
  return [...papers.values()];
}

/** Facts as quotes, one entry of each paper. Nothing that is shown already is quoted again. */
function factList(facts, index, shown, labels) {
  // A model's sentences name facts one by one.
  const entries = labels ? facts.map((fact) => [fact]) : byPaper(facts);
  return h("ol", { class: "facts" }, entries.map((entry, at) => {
    const quoted = new Set(), pages = new Set();
    const inner = entry.map((fact) => {
      const pieces = piecesOf(fact);
      const said = fact.text && !pieces.some((s) => s.quote === fact.text) && !shown.has(fact.text) ? h("p", {}, fact.text) : null;
      if (said) shown.add(fact.text);
      return [said, pieces.map((s) => {
        // The head of a table stands above its first row alone.
        const again = shown.has(s.quote) || [...quoted].some((quote) => quote.includes(s.quote));
        quoted.add(s.quote);
        if (!again) shown.add(s.quote);
        return again ? null : h("blockquote", {}, `“${s.quote}”`);
      })];
    });
    const places = entry.map((fact) => piecesOf(fact).at(-1)).filter((s) => !pages.has(pageOf(s.locator)) && pages.add(pageOf(s.locator)));
    return h("li", { tabindex: "-1", "data-label": labels?.get(entry[0]) ?? String(at + 2) }, inner, places.map((s) => placed(index, s, shown)));
  }));
}

/** A remark of the program's own, in which papers that are named already have short names. */
function remark(text, index, shown) {
  return index.reduce((said, { title }) => (title && title.length > SHORT && said.includes(title) && shown.has(title)
    ? said.replaceAll(title, `${title.slice(0, SHORT).trim()}…`) : said), withoutCommands(text));
}

/** The papers that say the same in the same words. */
function copies(fact, index, shown) {
  const others = (fact.support ?? []).slice(piecesOf(fact).length).filter((s, at, all) => all.findIndex((o) => o.source_id === s.source_id) === at);
  return others.length ? h("p", { class: "quiet" }, "The same words: ", others.map((s) => placed(index, s, shown))) : null;
}

/** The facts behind the first that pass the bar and are not shown yet. */
const further = (facts, first, shown) => facts.filter((fact) =>
  (fact.coverage ?? 1) >= BAR * (first?.coverage ?? 0) && !piecesOf(fact).some((s) => shown.has(s.quote)));

const fold = (title, count, ...inner) => h("details", {}, h("summary", {}, count ? `${title} (${count})` : title), inner);

/** A model's sentences: each leads to the quotes that bear it out. */
function prose({ sentences: all }, labels, shown) {
  if (!all?.length) return null;
  const own = all.some((sentence) => sentence.own_words);
  const sentences = own ? all.filter((sentence) => sentence.own_words) : all;
  const to = (button, label) => {
    const fact = button.closest("article")?.querySelector(`[data-label="${CSS.escape(label)}"]`);
    for (let folded = fact?.closest("details"); folded; folded = folded.parentElement.closest("details")) folded.open = true;
    fact?.scrollIntoView({ block: "center" });
    fact?.focus({ preventScroll: true });
  };
  const known = new Set(labels.values());
  const told = sentences.map((sentence) => {
    // A sentence that is the headline is not said again; its quotes stay within reach.
    const again = shown.has(sentence.text);
    if (!again) shown.add(sentence.text);
    return h("p", {}, again ? null : sentence.text,
      sentence.tokens.map((token) => token.replace(/^\[|\]$/g, "")).map((label) => [" ", known.has(label)
        ? h("button", { type: "button", class: "link token", "aria-label": `Quote ${label}`, onclick: (event) => to(event.currentTarget, label) }, `[${label}]`) : `[${label}]`]));
  });
  return h("section", { "aria-label": "The quotes put together" }, h("h3", {}, own ? "In the model’s words" : "In short"), told,
    own ? h("p", { class: "quiet" }, "A language model wrote these sentences. Their figures, dates and names are in the quotes they cite; read the quotes before you rely on the wording.") : null);
}

const day = (index, support) => paperOf(index, support)?.date ?? "";

/** Values that differ between papers, the latest first. */
function figures(conflicts, index, shown) {
  if (!conflicts?.length) return null;
  return fold("Different figures in the papers", 0, conflicts.map((conflict) => [
    conflict.key ? h("p", {}, h("strong", {}, conflict.key), conflict.delta ? ` (they differ by ${conflict.delta})` : "") : null,
    h("ul", { class: "figures" }, [...conflict.values].sort((a, b) => day(index, b).localeCompare(day(index, a))).map((v) => {
      const again = shown.has(v.quote);
      if (!again) shown.add(v.quote);
      return h("li", {}, h("strong", {}, v.value), again ? null : h("blockquote", {}, `“${v.quote}”`), placed(index, v, shown));
    })),
    conflict.notes ? h("p", { class: "quiet" }, remark(conflict.notes, index, shown)) : null]));
}

/** What is missing, each reason once; unread pages only where they could matter. */
function missing(evidence, matters, shown) {
  const reasons = new Set();
  return (evidence.gaps ?? []).flatMap((gap) => {
    const reason = withoutCommands(gap.reason || gap.need), unread = gap.unread ?? {};
    if (reasons.has(reason) || shown.has(reason)) return [];
    reasons.add(reason);
    return [h("li", {}, h("p", {}, reason),
      matters && unread.pages ? h("p", { class: "quiet" }, `${counted(unread.pages, "page")} of ${counted(Array.isArray(unread.sources) ? unread.sources.length : unread.sources, "paper")} could not be read; the answer may be there. `, h("a", { href: "#/papers" }, "Which?")) : null)];
  });
}

const FROM = { text: "from your question", session: "from this conversation", prior_turns: "from an earlier question", archive: "the only one in the archive" };

function understood(body, reply, actions) {
  const resolved = reply.resolved_context ?? {};
  const fields = Object.entries(resolved.fields ?? {});
  if (!fields.length) return null;
  return h("ul", { class: "fields", "aria-label": "What the answer assumes" }, fields.map(([name, value]) => {
    const item = h("li", {}, `${name}: `, h("strong", {}, value), h("span", { class: "quiet" }, ` ${body.context?.[name] === value ? "chosen by you" : FROM[resolved.origins?.[name]] ?? ""} `),
      h("button", { type: "button", class: "link", "aria-label": `Change ${name}`, onclick: () => {
        const input = h("input", { value, "aria-label": `Another ${name}; leave empty to remove it` });
        item.replaceChildren(h("form", { onsubmit: (event) => { event.preventDefault(); actions.change(body, name, input.value.trim()); } },
          input, h("button", { type: "submit" }, "Use this")));
        input.select();
      } }, "Change"));
    return item;
  }));
}

function fromMemory(body, memory, actions) {
  return h("p", { class: "quiet" }, `Answered before, on ${dayOf(memory.at)}. The papers have not changed since, and every quote was checked again. `,
    h("button", { type: "button", class: "link", onclick: () => actions.searchAgain(body) }, "Search again"));
}

/** A form ends with the choices, which stand below with their places. */
function written(markdown, choice) {
  const at = choice ? markdown.lastIndexOf("\n---\n\n**Answer: ") : -1;
  return withoutCommands(at < 0 ? markdown : markdown.slice(0, at));
}

const HOLDS = { yes: "supported", no: "not supported", unknown: "undecided" };

function choices(judged, index, shown) {
  return [h("h3", {}, judged.answer ? `Answer: (${judged.answer})` : "Answer choices: no clear choice"), h("p", { class: "quiet" }, judged.note),
    h("ul", {}, judged.reasons.map((r) => h("li", {}, h("strong", {}, `(${r.choice}) ${r.text}: ${HOLDS[r.holds] ?? r.holds}. `), r.reason,
      r.support.map((s) => [shown.has(s.quote) ? null : h("blockquote", {}, `“${s.quote}”`), placed(index, s, shown)]))))];
}

/** The line above the headline, in place of a letter for the strength. */
function trustLine(evidence) {
  const silent = evidence.mode === "report_insufficient_evidence";
  const tier = evidence.record_strength?.tier;
  const text = !evidence.facts.length ? "No answer was found in the papers of this archive"
    : silent ? "The papers do not appear to answer this" : trust(tier);
  return h("h2", { class: `trust ${silent ? "tier-C" : `tier-${tier}`}`, tabindex: "-1", "data-first": "" }, text);
}

function leadOf(evidence, index) {
  const [first] = evidence.facts;
  if (laneOf(index, first) === "user") return "The text that you provided says:";
  if (evidence.mode === "report_insufficient_evidence") return "The closest passage found:";
  return evidence.record_strength?.tier === "C" ? null : "The papers say:";
}

/** The headline and what else the papers say. */
function found(evidence, index, shown, { value, link, labels }) {
  const [first, ...rest] = evidence.facts;
  if (!first) return [];
  const silent = evidence.mode === "report_insufficient_evidence";
  const strong = !silent && evidence.record_strength?.tier !== "C";
  const head = passage(first, index, { value: strong ? value : null, shown, lead: leadOf(evidence, index), label: labels?.get(first), link });
  shown.first = first.support[0].source_id;
  shown.papers.add(shown.first);
  shown.add(titled(paperOf(index, first.support[0]), first.support[0]));
  const stated = first.text && !piecesOf(first).some((s) => s.quote === first.text) && !shown.has(first.text) ? h("p", {}, first.text) : null;
  const local = rest.filter((fact) => laneOf(index, fact) !== "state"), state = rest.filter((fact) => laneOf(index, fact) === "state");
  // A model's sentences name facts, which then are all there.
  const also = labels ? local : further(local, first, shown);
  const law = labels ? state : further(state, first, shown);
  return [stated, head, copies(first, index, shown),
    labels && evidence.prose ? prose(evidence.prose, labels, shown) : null,
    also.length ? fold(silent ? "Other passages found" : "Also in the papers", labels ? also.length : byPaper(also).length, factList(also, index, shown, labels)) : null,
    law.length ? fold("What state law says", labels ? law.length : byPaper(law).length, evidence.statewide_reason ? h("p", { class: "quiet" }, evidence.statewide_reason) : null, factList(law, index, shown, labels)) : null];
}

/** A form for people, with the places of its quotes. */
function formed(reply, evidence, index) {
  const places = [];
  for (const s of evidence.facts.flatMap((fact) => fact.support ?? [])) {
    const words = `${titled(paperOf(index, s), s)}, ${spoken(s.locator)}`;
    if (!places.some((one) => one.words === words)) places.push({ s, words });
  }
  const links = places.filter(({ s }) => paperOf(index, s)?.lane !== "user").map(({ s, words }, at) => {
    const link = h("a", { href: sourceLink(s.source_id, s.locator), title: words }, `Quote ${at + 1}, ${pageOf(s.locator)}`);
    const item = h("li", {}, link, marksOf(paperOf(index, s)));
    leads(link, s, paperOf(index, s));
    return item;
  });
  return [h("section", { "aria-label": "The answer in the form chosen" }, markdown(written(reply.form.markdown, reply.choice))),
    links.length ? fold("Where the quotes are", links.length, h("ul", {}, links)) : null];
}

/** The checked quotes, before a language model has written. */
export function factsFirst({ answer, evidence }) {
  const index = evidence.citations_index ?? [];
  return h("article", { class: "sheet card" }, trustLine(evidence), evidence.facts.length ? null : h("p", {}, withoutCommands(answer?.level1)),
    found(evidence, index, new Shown(), {}));
}

/** What to know before one relies on the answer. */
function caution(evidence, matters, silent, shown) {
  const reasons = (evidence.record_strength?.reasons ?? []).map((reason) => `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}.`.replace(/\.\.$/, "."));
  const limits = [...(evidence.limitations ?? []), ...(evidence.assumptions ?? [])].filter((text) => matters || !isUnread(text)).map((text) => remark(text, evidence.citations_index ?? [], shown));
  const lacking = silent ? [] : missing(evidence, matters, shown);
  const remarks = [...new Set([...reasons, ...limits])];
  if (!remarks.length && !lacking.length) return null;
  return fold("Before you rely on it", 0, h("ul", { class: "caution" }, remarks.map((text) => h("li", {}, text)), lacking));
}

/**
 * The card of an answer. `kept` has its address, `about` the line that goes on paper below it; `note` is what a new
 * check of a kept answer says, `contact` the office to ask where there is no answer.
 */
export function answerNodes(body, reply, actions, { kept = null, about = "", note = null, contact = null } = {}) {
  const office = reply.contact ?? contact;
  const ask = office ? h("p", { class: "contact" }, "You can ask: ", h("strong", {}, office)) : null;
  if (reply.status === "rejected") return h("article", { class: "sheet card" }, h("h2", { tabindex: "-1", "data-first": "" }, "Not answered"), h("p", {}, `${reply.reason[0].toUpperCase()}${reply.reason.slice(1)}.`), ask);
  const { evidence, form } = reply;
  const index = evidence.citations_index ?? [];
  walk(evidence, index);
  const shown = new Shown();
  shown.add(reply.resolved_context?.question ?? body.question);
  const silent = evidence.mode === "report_insufficient_evidence";
  const matters = silent || evidence.record_strength?.tier === "C";
  const asked = reply.resolved_context?.question ?? body.question;
  const question = asked === body.question ? asked : `Understood as: ${asked}`;
  const parts = [h("p", { class: "asked" }, question.length > 400 ? `${question.slice(0, 400)}…` : question), note,
    understood(body, reply, actions), trustLine(evidence)];
  if (reply.from_memory) parts.push(fromMemory(body, reply.memory, actions));
  const labels = evidence.prose?.by === "model" ? tokens(evidence.facts, index) : null;
  const link = kept ? `${location.origin}${base}/#/a/${kept.id}` : null;
  if (silent) parts.push(h("ul", { class: "lacking", "aria-label": "What is missing" }, missing(evidence, matters, shown)));
  if (silent || !evidence.facts.length) parts.push(ask, h("p", {}, h("a", { href: `#/search/${encodeURIComponent([...asked].slice(0, 400).join(""))}` }, "Search the papers for this question")));
  if (form.name === "levels") parts.push(found(evidence, index, shown, { value: reply.signals?.answer?.first_value, link, labels }));
  else parts.push(formed(reply, evidence, index));
  parts.push(figures(form.name === "levels" ? evidence.conflicts : [], index, shown));
  if (reply.choice) parts.push(choices(reply.choice, index, shown));
  parts.push(caution(evidence, matters, silent, shown));
  if (reply.session_sources?.length) parts.push(h("p", { class: "quiet" }, `Your own texts: ${reply.session_sources.map((s) => s.title).join("; ")}`));
  const next = (evidence.suggested_followups ?? []).filter((q) => q.trim().endsWith("?") && !shown.has(q));
  if (next.length) parts.push(h("h3", {}, "What to ask next"), h("ul", {}, next.map((q) => h("li", {}, h("button", { type: "button", class: "link", onclick: () => actions.ask(q) }, q)))));
  parts.push(reply.answer ? takeAlong(reply) : null,
    h("div", { class: "tools" }, reply.answer ? forChecking(reply) : null,
      reply.trace_id ? h("a", { href: `#/trace/${encodeURIComponent(reply.trace_id)}` }, "How it was found") : null,
      actions.newConversation ? h("button", { type: "button", class: "plain", onclick: actions.newConversation }, "New conversation") : null),
    about ? h("p", { class: "on-paper" }, about) : null);
  return h("article", { class: "sheet card", "aria-label": "Answer" }, parts);
}

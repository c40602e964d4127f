import { h, markdown } from "./dom.js";

const TIERS = { A: "This looks like the answer", B: "This may be the answer; read it in its paper", C: "Closest passages found; they may not answer" };
export const quotes = { list: [] };

export const sourceLink = (id, locator) => `#/source/${encodeURIComponent(id)}/${encodeURIComponent(locator)}`;

/** `p.2 L3-L5` as people say it. */
export function spoken(locator) {
  return locator.replace(/^L(\d+)-L(\d+)$/, "lines $1 to $2").replace(/^p\.(\d+) L(\d+)-L(\d+)$/, "page $1, lines $2 to $3")
    .replace(/p\.(\d+) L(\d+)/g, "page $1, line $2").replace(/^L(\d+)/, "line $1").replace(/-page/, " to page");
}

/** A day as "May 4, 2025"; a month or year as it is. */
function inWords(date) {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(date) ? new Date(`${date}T00:00`) : null;
  return day && !Number.isNaN(day.getTime()) ? day.toLocaleDateString("en-US", { dateStyle: "long" }) : date;
}

function place(index, support) {
  const cited = index.find((c) => c.source_id === support.source_id);
  const title = cited?.title ?? support.source_id;
  const date = cited?.date && !/\d{4}/.test(title) ? inWords(cited.date) : null;
  const where = [title, date, spoken(support.locator)].filter(Boolean).join(", ");
  if (cited?.lane === "user") return h("cite", {}, `${where} (a text of your own, not of the archive)`);
  return h("cite", {}, h("a", { href: sourceLink(support.source_id, support.locator) }, where));
}

/** What a fact is called in prose: `[L1]` the first of the papers, `[S1]` of the law, `[U1]` of the reader's own text. */
function tokens(facts, index) {
  const seen = { L: 0, S: 0, U: 0 };
  return new Map(facts.map((fact) => {
    const lane = index.find((c) => c.source_id === fact.support?.[0]?.source_id)?.lane;
    const side = { state: "S", user: "U" }[lane] ?? "L";
    return [fact, `${side}${++seen[side]}`];
  }));
}

function factList(facts, index, labels) {
  return h("ol", { class: "facts" }, facts.map((fact, at) => {
    const support = fact.support ?? [];
    const said = support.map((s) => s.quote);
    return h("li", { tabindex: "-1", "data-label": labels?.get(fact) ?? String(at + 1) },
      said.includes(fact.text) || !fact.text ? null : h("p", {}, fact.text),
      support.map((s, at) => (at > 0 && said.indexOf(s.quote) !== at)
        ? h("cite", {}, "The same in ", place(index, s).childNodes[0])
        : [h("blockquote", {}, `“${s.quote}”`), place(index, s)]));
  }));
}

/** The checked quotes, before a language model has written. */
export function factsFirst({ answer, evidence }) {
  return h("article", { class: "sheet" }, h("p", { class: "lead" }, answer.level1), factList(evidence.facts, evidence.citations_index));
}

/** A model's sentences: each leads to the quotes that bear it out. */
function prose({ by, sentences }, labels) {
  if (by !== "model" || !sentences?.length) return null;
  const to = (label) => {
    const fact = document.querySelector(`.facts > li[data-label="${CSS.escape(label)}"]`);
    const folded = fact?.closest("details");
    if (folded) folded.open = true;
    fact?.scrollIntoView({ block: "center" });
    fact?.focus({ preventScroll: true });
  };
  const known = new Set(labels.values());
  return h("section", { "aria-label": "The quotes put together" }, h("h2", {}, "In short"), sentences.map((sentence) => h("p", {}, sentence.text,
    sentence.tokens.map((token) => token.replace(/^\[|\]$/g, "")).map((label) => [" ", known.has(label)
      ? h("button", { type: "button", class: "link token", "aria-label": `Quote ${label}`, onclick: () => to(label) }, `[${label}]`) : `[${label}]`]))));
}

function gaps(evidence) {
  if (!evidence.gaps?.length) return [];
  return [h("h2", {}, "Missing information"), h("ul", {}, evidence.gaps.map((gap) => {
    const unread = gap.unread ?? {};
    return h("li", {}, h("p", {}, gap.reason || gap.need),
      gap.searched?.length ? h("details", {}, h("summary", {}, "What was searched"), h("ul", {}, gap.searched.map((s) => h("li", {}, typeof s === "string" ? s : JSON.stringify(s))))) : null,
      unread.pages ? h("p", { class: "quiet" }, `${unread.pages} pages of ${Array.isArray(unread.sources) ? unread.sources.length : unread.sources} papers could not be read; the answer may stand there. `, h("a", { href: "#/papers" }, "Which?")) : null);
  }))];
}

function conflicts(evidence) {
  if (!evidence.conflicts?.length) return [];
  return [h("h2", {}, "Conflicts"), evidence.conflicts.map((conflict) => [
    h("p", {}, h("strong", {}, conflict.key), conflict.delta ? ` (they differ by ${conflict.delta})` : ""),
    h("ul", {}, conflict.values.map((v) => h("li", {}, h("strong", {}, v.value), h("blockquote", {}, `“${v.quote}”`), place(evidence.citations_index, v)))),
    conflict.notes ? h("p", { class: "quiet" }, conflict.notes) : null])];
}

function strength(record) {
  const tier = record.tier;
  return h("details", {}, h("summary", {}, h("span", { class: `strength tier-${tier}` }, TIERS[tier] ?? tier)),
    h("ul", {}, record.reasons.map((reason) => h("li", {}, reason))));
}

const FROM = { text: "you said so", session: "from this conversation", prior_turns: "from an earlier question", archive: "the only one in the archive" };

function understood(body, reply, actions) {
  const resolved = reply.resolved_context ?? {};
  const fields = Object.entries(resolved.fields ?? {});
  const rewritten = resolved.question && resolved.question !== body.question;
  if (!fields.length && !rewritten) return null;
  return h("div", {}, rewritten ? h("p", { class: "asked" }, `Understood as: ${resolved.question}`) : null,
    fields.length ? h("ul", { class: "fields", "aria-label": "What the answer takes for granted" }, fields.map(([name, value]) => {
      const item = h("li", {}, `${name}: `, h("strong", {}, value), h("span", { class: "quiet" }, ` ${FROM[resolved.origins?.[name]] ?? ""} `),
        h("button", { type: "button", class: "link", "aria-label": `Change ${name}`, onclick: () => {
          const input = h("input", { value, "aria-label": `Another ${name}; empty for none` });
          item.replaceChildren(h("form", { onsubmit: (event) => { event.preventDefault(); actions.change(body, name, input.value.trim()); } },
            input, h("button", { type: "submit" }, "Use this")));
          input.select();
        } }, "Change"));
      return item;
    })) : null);
}

function fromMemory(body, memory, actions) {
  return h("p", { class: "quiet" }, `From memory: given on ${memory.at.slice(0, 10)} to “${memory.question}”. The archive is as it was, and every quote was looked up again. `,
    h("button", { type: "button", class: "link", onclick: () => actions.anew(body) }, "Search anew"));
}

/** A form ends with the choices, which stand below with their places. */
function written(markdown, choice) {
  const at = choice ? markdown.lastIndexOf("\n---\n\n**Answer: ") : -1;
  return at < 0 ? markdown : markdown.slice(0, at);
}

const HOLDS = { yes: "holds", no: "falls", unknown: "open" };

function choices(judged, index) {
  return [h("h2", {}, judged.answer ? `Answer: (${judged.answer})` : "Answer choices: none holds"), h("p", { class: "quiet" }, judged.note),
    h("ul", {}, judged.reasons.map((r) => h("li", {}, h("strong", {}, `(${r.choice}) ${r.text}: ${HOLDS[r.holds] ?? r.holds}. `), r.reason,
      r.support.map((s) => [h("blockquote", {}, `“${s.quote}”`), place(index, s)]))))];
}

function save(reply) {
  const url = URL.createObjectURL(new Blob([JSON.stringify(reply, null, 1)], { type: "application/json" }));
  const link = h("a", { href: url, download: "answer.json" });
  document.body.append(link); link.click(); link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

export function answerNodes(body, reply, actions) {
  if (reply.status === "rejected") return h("article", { class: "sheet" }, h("h2", {}, "Not answered"), h("p", {}, reply.reason));
  const { evidence, answer, form } = reply;
  const index = evidence.citations_index ?? [];
  const lane = (fact) => index.find((c) => c.source_id === fact.support?.[0]?.source_id)?.lane;
  const local = evidence.facts.filter((fact) => lane(fact) !== "state");
  const state = evidence.facts.filter((fact) => lane(fact) === "state");
  quotes.list = evidence.facts.flatMap((fact) => (fact.support ?? []))
    .filter((s) => index.find((c) => c.source_id === s.source_id)?.lane !== "user")
    .map((s) => ({ source: s.source_id, locator: s.locator }));
  const parts = [h("p", { class: "asked" }, body.question.length > 400 ? `${body.question.slice(0, 400)}…` : body.question),
    h("p", { class: "lead", tabindex: "-1", "data-first": "" }, answer.level1), strength(evidence.record_strength), understood(body, reply, actions)];
  if (reply.from_memory) parts.push(fromMemory(body, reply.memory, actions));
  const labels = evidence.prose?.by === "model" ? tokens(evidence.facts, index) : null;
  if (form.name !== "levels") parts.push(h("section", { "aria-label": "The answer in the form chosen" }, markdown(written(form.markdown, reply.choice))));
  else if (labels) parts.push(prose(evidence.prose, labels));
  const facts = [
    local.length ? [h("h2", {}, "Facts"), factList(local, index, labels)] : [],
    state.length ? [h("h2", {}, "Statewide context"), evidence.statewide_reason ? h("p", { class: "quiet" }, evidence.statewide_reason) : null, factList(state, index, labels)] : [],
    conflicts(evidence), gaps(evidence),
    evidence.limitations?.length ? [h("h2", {}, "Limits of this answer"), h("ul", {}, evidence.limitations.map((l) => h("li", {}, l)))] : []];
  parts.push(form.name === "levels" ? facts : h("details", {}, h("summary", {}, "Facts, conflicts and what is missing"), facts));
  if (reply.choice) parts.push(choices(reply.choice, index));
  if (reply.session_sources?.length) parts.push(h("p", { class: "quiet" }, `Texts of your own: ${reply.session_sources.map((s) => s.title).join("; ")}`));
  if (evidence.suggested_followups?.length) {
    parts.push(h("h2", {}, "What next"), h("ul", {}, evidence.suggested_followups.map((q) => h("li", {}, q.trim().endsWith("?") ? h("button", { type: "button", class: "link", onclick: () => actions.ask(q) }, q) : q))));
  }
  parts.push(h("div", { class: "tools" },
    h("button", { type: "button", class: "plain", onclick: () => save(reply) }, "Save the answer"),
    h("button", { type: "button", class: "plain", onclick: () => window.print() }, "Print"),
    reply.trace_id ? h("a", { class: "button plain", href: `#/trace/${encodeURIComponent(reply.trace_id)}` }, "How it was found") : null,
    h("button", { type: "button", class: "plain", onclick: actions.newConversation }, "New conversation")));
  return h("article", { class: "sheet", "aria-label": "Answer" }, parts);
}

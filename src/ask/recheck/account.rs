//! Account of a saved answer: every value of the object has its place here, and a value without a place is `unchecked`.
//! Nothing in the file vouches for anything else in it.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::{Map, Value};

use crate::ask::check::own_words::World;
use crate::ask::draft::{UserSource, wording};
use crate::ask::language::same_question::{Essence, same_words};
use crate::ask::stage::Watch;
use crate::inference::language_model::FailureKind;
use crate::text::{Frame, Quote, Source, TokenKind, sentences};

use super::facts::{Fact, Group, Judged};
use super::report::{Stray, TextState, TextVerdict};
use super::statement::{Held, judge};

/// Most characters of a text that a report repeats.
const SHOWN: usize = 300;

/// Most facts of an answer with which a text from another place is compared; an answer has about five.
const MOST_FACTS: usize = 64;
/// Most sentences outside the facts that are compared with quotes. An answer has no such sentences; those past the
/// limit are `unchecked`.
const MOST_SENTENCES: usize = 64;

/// Collector of the verdicts on a saved answer.
pub(super) struct Account<'a> {
    pub world: World<'a>,
    pub facts: Vec<Fact>,
    /// Quotes of each conflict's sides; `None` for a quote that is not exact.
    pub sides: HashMap<usize, Vec<Option<Quote>>>,
    pub texts: Vec<TextVerdict>,
    pub strays: Vec<Stray>,
    users: HashMap<String, Arc<Source>>,
    /// Stops the account early when nobody waits for it; a stopped account is discarded.
    watch: Watch<'a>,
    held: Held,
    /// Quotes outside the facts and conflicts; each one is support of its own.
    free: Vec<Quote>,
    /// Remaining budget of sentences outside the facts that may be compared with quotes.
    sentences_left: usize,
}

type Object = Map<String, Value>;

impl<'a> Account<'a> {
    pub(super) fn new(
        world: World<'a>,
        facts: Vec<Fact>,
        judged: &[Judged],
        users: HashMap<String, Arc<Source>>,
        watch: Watch<'a>,
    ) -> Self {
        let mut sides: HashMap<usize, Vec<Option<Quote>>> = HashMap::new();
        let mut held = Held::default();
        for one in judged {
            if let Group::Side(conflict, _) = one.group {
                sides.entry(conflict).or_default().push(one.quote.clone());
            }
            if let Some(quote) = &one.quote {
                held.add(quote.text());
            }
        }
        let free =
            judged.iter().filter(|j| matches!(j.group, Group::Free(_))).filter_map(|j| j.quote.clone());
        let free = free.take(MOST_FACTS).collect();
        let (texts, strays) = (Vec::new(), Vec::new());
        Account {
            world,
            facts,
            sides,
            texts,
            strays,
            users,
            watch,
            held,
            free,
            sentences_left: MOST_SENTENCES,
        }
    }

    /// Records the verdict on a text.
    pub(super) fn note(&mut self, place: &str, text: &str, verdict: TextState, why: impl Into<String>) {
        if !verdict.passed() {
            let beyond = self.held.beyond(text);
            self.strays.extend(beyond.into_iter().map(|token| Stray { token, place: place.to_owned() }));
        }
        let mut shown: String = text.chars().take(SHOWN).collect();
        if shown.len() < text.len() {
            shown.push('…');
        }
        self.texts.push(TextVerdict { place: place.to_owned(), text: shown, verdict, why: why.into() });
    }

    fn ok(&mut self, place: &str, text: &str, verdict: TextState) {
        self.note(place, text, verdict, "");
    }

    fn unchecked(&mut self, place: &str, text: &str, why: impl Into<String>) {
        self.note(place, text, TextState::Unchecked, why);
    }

    /// Records a value that has no place in an answer: it is unchecked, unless it is empty.
    pub(super) fn unknown(&mut self, place: &str, value: &Value) {
        match value {
            Value::Null | Value::Bool(false) => {}
            Value::String(text) if text.trim().is_empty() => {}
            Value::Array(items) => {
                for (i, item) in items.iter().enumerate() {
                    self.unknown(&format!("{place}[{i}]"), item);
                }
            }
            Value::Object(map) => {
                for (key, value) in map {
                    self.unknown(&format!("{place}.{}", clip(key)), value);
                }
            }
            Value::String(text) => {
                let text = text.clone();
                self.unchecked(place, &text, "no answer has such a field");
            }
            other => self.unchecked(place, &other.to_string(), "no answer has such a field"),
        }
    }

    /// Visits every value of an object by its key. A key for which `of` returns false is unknown.
    pub(super) fn object(
        &mut self,
        place: &str,
        value: &Value,
        mut of: impl FnMut(&mut Self, &str, &str, &Value) -> bool,
    ) {
        let Value::Object(map) = value else { return self.unknown(place, value) };
        for (key, value) in map {
            if !self.watch.goes_on() {
                return;
            }
            let path = if place.is_empty() { key.clone() } else { format!("{place}.{key}") };
            if !of(self, key, &path, value) {
                self.unknown(&clip(&path), value);
            }
        }
    }

    /// Visits every item of a list; a value of another type is unknown.
    pub(super) fn list(&mut self, place: &str, value: &Value, mut of: impl FnMut(&mut Self, &str, &Value)) {
        match value {
            Value::Array(items) => {
                for (i, item) in items.iter().enumerate() {
                    if !self.watch.goes_on() {
                        return;
                    }
                    of(self, &format!("{place}[{i}]"), item);
                }
            }
            other => self.unknown(place, other),
        }
    }

    /// Visits a text; a value of another type is unknown.
    pub(super) fn text(&mut self, place: &str, value: &Value, of: impl FnOnce(&mut Self, &str, &str)) {
        match value {
            Value::String(text) if text.is_empty() => {}
            Value::String(text) => of(self, place, text),
            other => self.unknown(place, other),
        }
    }

    /// Accepts a number, a boolean or null, because these make no claim in words.
    fn plain(&mut self, place: &str, value: &Value) {
        if !matches!(value, Value::Null | Value::Bool(_) | Value::Number(_)) {
            self.unknown(place, value);
        }
    }

    /// Checks that a text equals the expected one.
    pub(super) fn same(&mut self, place: &str, value: &Value, expected: Option<&str>, what: &str) {
        match (value, expected) {
            (Value::Null, None) => {}
            (Value::String(text), Some(expected)) if text == expected => {
                if !text.is_empty() {
                    self.ok(place, text, TextState::Derived);
                }
            }
            (Value::String(text), _) => {
                let said = expected.map_or_else(|| "has none".to_owned(), |e| format!("has “{}”", clip(e)));
                self.note(place, text, TextState::Contradicted, format!("{what} {said}"));
            }
            (Value::Null, Some(_)) => {}
            (other, _) => self.unknown(place, other),
        }
    }

    /// Checks that a word belongs to a closed list.
    pub(super) fn word(&mut self, place: &str, value: &Value, known: &[&str]) {
        self.text(place, value, |a, place, text| {
            if known.contains(&text) {
                a.ok(place, text, TextState::OwnWording);
            } else {
                a.unchecked(place, text, "no word that stands here");
            }
        });
    }

    /// Checks a text against the program's own wordings.
    pub(super) fn own(&mut self, place: &str, value: &Value, frames: &[Frame]) {
        self.text(place, value, |a, place, text| a.own_text(place, text, frames));
    }

    pub(super) fn own_text(&mut self, place: &str, text: &str, frames: &[Frame]) {
        match self.world.own_wording(text, frames) {
            Ok(()) => self.ok(place, text, TextState::OwnWording),
            Err(why) => self.statement(place, text, &why),
        }
    }

    /// Checks a statement outside the facts: each of its sentences must be in a quote, or be supported by the quotes of
    /// one fact.
    fn statement(&mut self, place: &str, text: &str, why: &str) {
        for sentence in sentences(text).into_iter().filter_map(|r| text.get(r)) {
            let Some(left) = self.sentences_left.checked_sub(1) else {
                return self.unchecked(
                    place,
                    sentence,
                    "more texts of their own than are held against quotes",
                );
            };
            self.sentences_left = left;
            let facts = self.facts.iter().filter(|f| f.stands).take(MOST_FACTS).map(Fact::quotes);
            let free = self.free.iter().map(|q| vec![q.text()]);
            let judged = facts.chain(free).map(|quotes| judge(&quotes, sentence));
            let best = judged.min_by_key(|j| !j.0.passed());
            match best {
                Some((state, _)) if state.passed() => self.ok(place, sentence, state),
                Some((state @ TextState::Contradicted, why)) => self.note(place, sentence, state, why),
                _ => self.unchecked(place, sentence, why),
            }
        }
    }

    /// Checks a text that must repeat the question or a value given with the question.
    pub(super) fn asked(&mut self, place: &str, value: &Value) {
        self.text(place, value, |a, place, text| {
            if a.world.was_asked(text) || a.world.claimed.given.iter().any(|g| g == text) {
                a.ok(place, text, TextState::Asked);
            } else {
                a.unchecked(place, text, "is no part of what was asked");
            }
        });
    }

    /// Accepts an id, the date of a run, or the name of a model: one word that makes no claim.
    pub(super) fn label(&mut self, place: &str, value: &Value) {
        self.text(place, value, |a, place, text| {
            let plain = |c: char| c.is_ascii_alphanumeric() || "-_.:/+@".contains(c);
            if text.len() <= 128 && text.chars().all(plain) {
                a.ok(place, text, TextState::OwnWording);
            } else {
                a.unchecked(place, text, "is no name");
            }
        });
    }
}

/// Checks the whole saved object.
pub(super) fn account(a: &mut Account<'_>, saved: &Object) {
    let whole = Value::Object(saved.clone());
    a.object("", &whole, |a, key, place, value| {
        match key {
            // Each quote is judged separately.
            "quotes" => a.list(place, value, |a, place, item| quote_fields(a, place, item, &[])),
            "text" => a.text(place, value, |a, place, text| {
                a.statement(place, text, "no quote of this file says it");
            }),
            "status" => a.word(place, value, &["proceed", "proceed_after_clarify_timeout"]),
            "evidence" => super::evidence::evidence(a, place, value),
            // Rendered again from the evidence, once the evidence is checked.
            "answer" | "form" => {}
            "from_memory" | "model_calls" | "latency_ms" | "repairs" | "expansions" => a.plain(place, value),
            "timing_ms" => times(a, place, value),
            "steps" => super::steps::steps(a, place, value, saved),
            "research" => super::steps::research(a, place, value),
            "calls" => counts(a, place, value),
            "memory" => memory(a, place, value),
            "choice" => super::choice::choice(a, place, value),
            "plan" => plan(a, place, value),
            "model" => model(a, place, value),
            "signals" => signals(a, place, value),
            "resolved_context" => resolved(a, place, value),
            "session_sources" => a.list(place, value, session_source),
            "session_id" | "trace_id" => a.label(place, value),
            _ => return false,
        }
        true
    });
    super::derived::derived(a, saved);
}

/// Accepts the fields of a quote that are judged elsewhere.
pub(super) fn quote_fields(a: &mut Account<'_>, place: &str, value: &Value, more: &[&str]) {
    a.object(place, value, |_, key, _, value| {
        let judged = matches!(key, "source_id" | "locator" | "quote") && value.is_string();
        judged || more.contains(&key)
    });
}

fn times(a: &mut Account<'_>, place: &str, value: &Value) {
    if value.is_null() {
        return;
    }
    a.object(place, value, |a, key, place, value| {
        let known = is_name(key);
        if known {
            a.plain(place, value);
        }
        known
    });
}

/// Checks which earlier question the answer was remembered for: the same one, in the same or other words.
fn memory(a: &mut Account<'_>, place: &str, value: &Value) {
    if value.is_null() {
        return;
    }
    a.object(place, value, |a, key, place, value| {
        match key {
            "id" | "at" => a.label(place, value),
            "similarity" => a.plain(place, value),
            "question" => a.text(place, value, |a, place, text| {
                let asked = &a.world.claimed.question;
                if same_words(asked, text) || Essence::of(asked) == Essence::of(text) {
                    a.ok(place, text, TextState::Asked);
                } else {
                    a.unchecked(place, text, "is another question than the one that was asked");
                }
            }),
            _ => return false,
        }
        true
    });
}

fn plan(a: &mut Account<'_>, place: &str, value: &Value) {
    if value.is_null() {
        return;
    }
    a.object(place, value, |a, key, place, value| {
        match key {
            "query_type" | "scope" | "by" => a.label(place, value),
            "failed" => a.text(place, value, |a, place, text| {
                let known = |call: &str| {
                    call.split_once(": ").is_some_and(|(purpose, kind)| {
                        matches!(purpose, "plan" | "rewrite") && is_failure(kind)
                    })
                };
                if text.split("; ").all(known) {
                    a.ok(place, text, TextState::OwnWording);
                } else {
                    a.unchecked(place, text, NO_FAILURE);
                }
            }),
            "calls" => counts(a, place, value),
            "call_limit" => a.plain(place, value),
            _ => return false,
        }
        true
    });
}

/// Reason why a text of a model's failure is not accounted for when it is no known kind.
const NO_FAILURE: &str = "no kind of failure; what a server or a model said has no place in an answer";

fn is_failure(text: &str) -> bool {
    FailureKind::ALL.iter().any(|kind| kind.name() == text)
}

/// Checks calls by purpose: numbers under names, at any depth.
fn counts(a: &mut Account<'_>, place: &str, value: &Value) {
    if !value.is_object() {
        return a.plain(place, value);
    }
    a.object(place, value, |a, key, place, value| {
        let known = is_name(key);
        if known {
            counts(a, place, value);
        }
        known
    });
}

/// Returns true for a name in the style of the program's own fields.
fn is_name(key: &str) -> bool {
    (1..=32).contains(&key.len()) && key.chars().all(|c| c.is_ascii_lowercase() || c == '_')
}

fn model(a: &mut Account<'_>, place: &str, value: &Value) {
    if value.is_null() {
        return;
    }
    a.object(place, value, |a, key, place, value| {
        match key {
            "id" => a.label(place, value),
            "calls" => counts(a, place, value),
            "failed" => a.text(place, value, |a, place, text| {
                if is_failure(text) {
                    a.ok(place, text, TextState::OwnWording);
                } else {
                    a.unchecked(place, text, NO_FAILURE);
                }
            }),
            _ => return false,
        }
        true
    });
}

/// Checks the signals of the search and the audit: numbers, names of rules, and sentences that were removed or added.
fn signals(a: &mut Account<'_>, place: &str, value: &Value) {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
        Value::Array(items) => {
            for (i, item) in items.iter().enumerate() {
                signals(a, &format!("{place}[{i}]"), item);
            }
        }
        Value::Object(map) => {
            for (key, value) in map {
                let path = format!("{place}.{key}");
                if !SIGNALS.contains(&key.as_str()) {
                    a.unknown(&clip(&path), value);
                } else if let Value::String(text) = value {
                    signal(a, &path, key, text);
                } else {
                    signals(a, &path, value);
                }
            }
        }
        Value::String(text) => {
            let (_, key) = place.rsplit_once('.').unwrap_or(("", place));
            let key = key.split('[').next().unwrap_or(key).to_owned();
            signal(a, place, &key, text);
        }
    }
}

/// Names that may occur in `signals`.
const SIGNALS: &[&str] = &[
    "agreement_at_10",
    "answer",
    "archive_chunks_found",
    "audit",
    "authoritative_state_present",
    "best_context",
    "best_coverage",
    "best_cosine",
    "bm25_candidates",
    "closeness",
    "reader_answers",
    "reader_margin",
    "first_span",
    "first_value",
    "first_answers",
    "first_cosine",
    "drift_detected",
    "first_context",
    "headed",
    "first_overlap",
    "flags",
    "fusion",
    "kind",
    "legal_topic_coverage",
    "local_count",
    "missing",
    "mode",
    "model",
    "notes",
    "part_context",
    "part_cosine",
    "question_tokens",
    "reasons",
    "retrieval_confidence",
    "retrieval_strength",
    "rule",
    "search",
    "searched",
    "sentence",
    "situation_alignment",
    "state_count",
    "tier",
    "topic_alignment",
    "used_second_pass",
    "vector_candidates",
    "what",
    "where",
];
/// Wordings of the search's strength: a figure in fixed words.
const FIGURES: &[Frame] = &[
    Frame("retrieval confidence {figure}"),
    Frame("{figure} local and {figure} state passages"),
    Frame("{figure} passages found"),
    Frame("only {figure} passages found"),
    Frame("the passages are no closer to the question than unrelated ones"),
    Frame("the passages are close to the question, not clearly an answer"),
    Frame("a question of law without the text of a statute"),
    Frame("most of the question's matters of law are not spoken of"),
    Frame("few passages name anything of the situation"),
    Frame("topic alignment {figure}"),
    Frame("passages of another matter took over"),
    Frame("high stakes: {words}"),
    Frame("convex: {figure} BM25 ({scale}) + {figure} vectors ({scale})"),
    Frame("reciprocal ranks, k {figure}"),
];

fn signal(a: &mut Account<'_>, place: &str, key: &str, text: &str) {
    if text.is_empty() {
        return;
    }
    let value = Value::String(text.to_owned());
    match key {
        "missing" => match a.world.own_wording(text, &[Frame("{words}")]) {
            Ok(()) => a.ok(place, text, TextState::Asked),
            Err(_) => a.label(place, &value),
        },
        "fusion" | "reasons" if a.world.own_wording(text, FIGURES).is_ok() => {
            a.ok(place, text, TextState::OwnWording);
        }
        "notes" | "sentence" | "what" => {
            if a.world.own_wording(text, wording::LIMITATIONS).is_ok() {
                a.ok(place, text, TextState::OwnWording);
            } else if a.world.is_of_archive(text) {
                a.ok(place, text, TextState::Quoted);
            } else if key == "what" {
                a.own_text(place, text, wording::LACKING);
            } else {
                a.unchecked(place, text, "no note of the program's own");
            }
        }
        // Words of a quote that the reader points at; they make no other claim.
        "first_value" => {
            if a.facts.first().is_some_and(|fact| fact.support.iter().any(|q| q.text().contains(text))) {
                a.ok(place, text, TextState::Quoted);
            } else {
                a.unchecked(place, text, "are no words of the first fact");
            }
        }
        "where" => {
            let plain = |c: char| c.is_ascii_alphanumeric() || "_.[]".contains(c);
            if text.chars().all(plain) {
                a.ok(place, text, TextState::OwnWording);
            } else {
                a.unchecked(place, text, "is no place in an answer");
            }
        }
        _ => a.label(place, &value),
    }
}

fn resolved(a: &mut Account<'_>, place: &str, value: &Value) {
    a.object(place, value, |a, key, place, value| {
        match key {
            "from" => a.list(place, value, |a, place, item| {
                a.word(place, item, &["session", "prior_turns", "text", "archive"]);
            }),
            // The question is only what was asked; nothing here relies on it for more.
            "question" => a.text(place, value, |a, place, text| a.ok(place, text, TextState::Asked)),
            "fields" => given(a, place, value),
            "origins" => a.object(place, value, |a, _, place, value| {
                a.word(place, value, &["session", "prior_turns", "text", "archive"]);
                true
            }),
            _ => return false,
        }
        true
    });
}

/// Checks the values given with the question: each one is in the question, names a place of the archive, or is yes or
/// no.
fn given(a: &mut Account<'_>, place: &str, value: &Value) {
    a.object(place, value, |a, _, place, value| {
        a.text(place, value, |a, place, text| {
            if a.world.was_asked(text)
                || a.world.is_place(text)
                || matches!(text, "yes" | "no" | "Yes" | "No")
            {
                a.ok(place, text, TextState::Asked);
            } else {
                a.unchecked(place, text, "stands neither in the question nor among the archive's places");
            }
        });
        true
    });
}

fn session_source(a: &mut Account<'_>, place: &str, value: &Value) {
    let id = value.get("id").and_then(Value::as_str).unwrap_or("").to_owned();
    a.object(place, value, |a, key, place, value| {
        match key {
            "id" if UserSource::is_id(&id) => a.label(place, value),
            "type" => a.word(place, value, &["article", "text"]),
            "created_at" => a.label(place, value),
            "title" => match a.users_title(&id) {
                Some(title) => a.same(place, value, Some(&title), "the session's text"),
                None => a.text(place, value, |a, place, text| {
                    a.unchecked(place, text, "no session has this text; give it with --paste");
                }),
            },
            _ => return false,
        }
        true
    });
}

impl Account<'_> {
    /// Returns a text of the user, as the session holds it.
    pub(super) fn users_source(&self, id: &str) -> Option<Arc<Source>> {
        self.users.get(id).cloned()
    }

    /// Returns the title of a text of the user.
    pub(super) fn users_title(&self, id: &str) -> Option<String> {
        self.users.get(id).map(|s| s.title().to_owned())
    }
}

/// Cuts a long text to its start.
pub(super) fn clip(text: &str) -> String {
    text.chars().take(SHOWN).collect()
}

/// Token kinds that `extractions` lists.
pub(super) const EXTRACTED: [(&str, TokenKind); 3] =
    [("entities", TokenKind::Name), ("numbers", TokenKind::Number), ("dates", TokenKind::Date)];

//! Account of a saved answer: every value of the object has its place here, and a value without a place is `unchecked`.
//! Nothing in the file is taken on trust.

use serde_json::{Map, Value};

use crate::draft::{UserSource, wording};
use crate::language::same_question::{Essence, same_words};
use twolane_llm::FailureKind;
use twolane_text::Frame;

use super::account::{Account, clip, quote_fields};
use super::choice::choice;
use super::derived::derived;
use super::evidence::evidence;
use super::report::TextState;
use super::steps::{research, steps};

/// Checks the whole saved object.
pub(super) fn check_fields(a: &mut Account<'_>, saved: &Map<String, Value>) {
    let whole = Value::Object(saved.clone());
    a.object("", &whole, |a, key, place, value| {
        match key {
            // Each quote is judged separately.
            "quotes" => a.list(place, value, |a, place, item| quote_fields(a, place, item, &[])),
            "text" => a.text(place, value, |a, place, text| {
                a.statement(place, text, "no quote of this file says it");
            }),
            "status" => a.word(place, value, &["proceed", "proceed_after_clarify_timeout"]),
            "evidence" => evidence(a, place, value),
            // Rendered again from the evidence, once the evidence is checked.
            "answer" | "form" => {}
            "from_memory" => {
                let has_memory = saved.get("memory").is_some_and(Value::is_object);
                if value.as_bool() != Some(has_memory) {
                    a.unchecked(
                        place,
                        &value.to_string(),
                        "is not what the rest of the answer says of its memory",
                    );
                }
            }
            "model_calls" | "latency_ms" | "repairs" | "expansions" => a.plain(place, value),
            "timing_ms" => times(a, place, value),
            "steps" => steps(a, place, value, saved),
            "research" => research(a, place, value),
            "calls" => counts(a, place, value),
            "memory" => memory(a, place, value),
            "choice" => choice(a, place, value),
            "plan" => plan(a, place, value),
            "model" => model(a, place, value),
            "signals" => signals(a, place, value),
            // The input: whether it leads to this answer, making the answer again shows.
            "asked" => {}
            "resolved_context" => resolved(a, place, value),
            "session_sources" => a.list(place, value, session_source),
            "session_id" => a.label(place, value),
            "trace_id" => a.made_id(place, value, "t-", 16),
            _ => return false,
        }
        true
    });
    derived(a, saved);
}

fn times(a: &mut Account<'_>, place: &str, value: &Value) {
    if value.is_null() {
        return;
    }
    a.object(place, value, |a, key, place, value| {
        let known = TIMES.contains(&key);
        if known {
            a.plain(place, value);
        }
        known
    });
}

/// Stages whose time an answer states.
const TIMES: &[&str] =
    &["search", "extract", "expand", "research", "verify", "first_facts", "write", "verify_written", "total"];

/// Checks which earlier question the answer was remembered for: the same one, in the same or other words.
fn memory(a: &mut Account<'_>, place: &str, value: &Value) {
    if value.is_null() {
        return;
    }
    a.object(place, value, |a, key, place, value| {
        match key {
            "id" => a.made_id(place, value, "m-", 16),
            "at" => a.label(place, value),
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
            "query_type" => a.word(place, value, &["simple", "complex", "multi_hop"]),
            "scope" => a.word(place, value, &["local", "state", "mixed"]),
            "by" => a.word(place, value, &["rules", "model", "conservative"]),
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
    "best_relevance",
    "bm25_candidates",
    "closeness",
    "reader_answers",
    "reader_margin",
    "first_evidence",
    "first_relevance",
    "first_value",
    "first_score",
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
                a.unchecked(place, text, "is neither in the question nor among the archive's places");
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

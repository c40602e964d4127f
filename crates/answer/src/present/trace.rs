//! The trace of an answer (SPEC OBS-1): kept and shown on request, never in the answer.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::check::answer::Mode;
use crate::compose::asked::Asked;
use crate::error::AskError;
use crate::understand::session::Field;
use twolane_archive::{SessionStore, StoredTrace};
use twolane_llm::PurposeCount;

/// Settings of traces.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TraceOptions {
    /// Number of traces kept, the newest; 0 keeps no trace.
    pub keep: u32,
    /// True to keep text by people: questions, queries derived from them, values of fields. False keeps only numbers,
    /// ids and titles.
    pub personal_text: bool,
}

impl Default for TraceOptions {
    fn default() -> Self {
        TraceOptions { keep: 500, personal_text: true }
    }
}

/// Most titles of a lane in the trace.
const TITLES: usize = 5;

/// Trace of the steps that led to an answer.
#[derive(Debug, Clone, Serialize)]
pub struct AnswerTrace {
    /// Id of the trace.
    pub id: String,
    /// Session of the question.
    pub session_id: Option<String>,
    /// Time of the answer, RFC 3339 UTC.
    pub at: String,
    /// Question as it was asked.
    pub question: String,
    /// Question in the form that was searched.
    pub self_contained: String,
    /// Status of the reply: `proceed`, `clarify`, ...
    pub status: &'static str,
    /// Findings of the gate.
    pub gate: GateTrace,
    /// Searches and their results.
    pub retrieval: Option<RetrievalTrace>,
    /// Answer that was given.
    pub answer: Option<AnswerPart>,
    /// True when the screening found the question safe; `None` when it was not screened.
    pub injection_safe: Option<bool>,
    /// Verdict of the screening.
    pub screened: Value,
    /// Flags of the audit on the draft, whether or not it removed their sentences.
    pub audit_flags: Vec<Value>,
    /// Number of repair rounds.
    pub repairs: u32,
    /// Route, issues and plan of the search, with their author and the dropped items.
    pub planning: Option<Value>,
    /// Type of the question: `simple`, `complex` or `multi_hop`.
    pub query_type: &'static str,
    /// Number of research steps; for a question in one step, of searches for one part alone.
    pub iterations: u32,
    /// Number of completed steps.
    pub steps_completed: u32,
    /// Number of failed steps.
    pub steps_failed: u32,
    /// Number of steps still open when research ended.
    pub steps_pending: u32,
    /// Reason why research ended.
    pub research_stop: Option<&'static str>,
    /// Number of calls of a language model.
    pub model_calls: u32,
    /// Most calls for the question; 0 when it was not planned.
    pub call_limit: u64,
    /// Calls by purpose, with their tokens and time.
    pub calls: BTreeMap<String, PurposeCount>,
    /// Number of tokens that the model read and wrote.
    pub tokens: u64,
    /// Number of the model's outputs that could not be parsed.
    pub parse_failures: u32,
    /// True when the answer came from memory.
    pub memory_hit: bool,
    /// Number of characters in the passages behind the answer.
    pub characters_in: usize,
    /// Number of characters shown.
    pub characters_out: usize,
    /// Wall-clock milliseconds by stage.
    pub timing_ms: BTreeMap<String, f64>,
}

/// Findings of the gate.
#[derive(Debug, Clone, Serialize)]
pub struct GateTrace {
    /// Scores, reasons and clarifying questions of the gate.
    #[serde(flatten)]
    pub assessment: Value,
    /// Values, each with its origin.
    pub fields: BTreeMap<String, Field>,
    /// Round of clarification; 0 when the gate did not ask.
    pub round: u32,
    /// True when the question was completed from a prior turn.
    pub from_prior_turns: bool,
    /// Texts of the user, by id.
    pub user_texts: Vec<String>,
}

/// Searches and their results.
#[derive(Debug, Clone, Serialize)]
pub struct RetrievalTrace {
    /// Plan, and queries with counts, lane by lane.
    pub plan: Value,
    /// Titles of the first hits with their scores, by lane.
    pub top: BTreeMap<String, Vec<TopTitle>>,
    /// Number of hits by lane.
    pub counts: BTreeMap<String, usize>,
    /// Chunks of the context, best first.
    pub selected: Vec<u64>,
    /// Signals of the retrieval.
    pub signals: Value,
    /// Strength of the record.
    pub strength: Value,
}

/// Title of a hit.
#[derive(Debug, Clone, Serialize)]
pub struct TopTitle {
    /// Title of its source.
    pub title: String,
    /// Id of its source.
    pub source_id: String,
    /// Score of the hit.
    pub score: f32,
}

/// Part of the trace about the answer.
#[derive(Debug, Clone, Serialize)]
pub struct AnswerPart {
    /// Mode of the answer: `answer` or `report_insufficient_evidence`.
    pub mode: Mode,
    /// True when the papers answer.
    pub has_answer: bool,
    /// Number of facts.
    pub facts: usize,
    /// Gaps by their kind.
    pub gaps: Vec<Value>,
    /// Number of conflicts.
    pub conflicts: usize,
    /// Sources that it cites.
    pub cited: Vec<String>,
    /// Signals for and against an answer in the passages.
    pub signals: Value,
    /// Strength of the quoted record.
    pub record_strength: Value,
}

/// Converts a part of a trace to JSON.
pub(crate) fn value(of: &impl Serialize) -> Value {
    serde_json::to_value(of).unwrap_or(Value::Null)
}

impl RetrievalTrace {
    /// Builds this part from a search.
    pub fn of(asked: &Asked) -> Self {
        let mut top: BTreeMap<String, Vec<TopTitle>> = BTreeMap::new();
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for hit in &asked.search.hits {
            let lane = hit.source.meta.lane.clone();
            *counts.entry(lane.clone()).or_insert(0) += 1;
            let titles = top.entry(lane).or_default();
            if titles.len() < TITLES {
                titles.push(TopTitle {
                    title: hit.source.title.clone(),
                    source_id: hit.source.id.0.clone(),
                    score: hit.score,
                });
            }
        }
        RetrievalTrace {
            plan: value(&asked.search.trace),
            top,
            counts,
            selected: asked.search.hits.iter().map(|h| h.chunk.0).collect(),
            signals: value(&asked.search.signals),
            strength: value(&asked.search.strength),
        }
    }
}

impl AnswerPart {
    /// Builds this part from an answer.
    pub fn of(asked: &Asked) -> Self {
        let answer = asked.answer.get();
        AnswerPart {
            mode: answer.mode,
            has_answer: answer.mode == Mode::Answer,
            facts: answer.facts.len(),
            gaps: answer.gaps.iter().map(|g| value(&g.why)).collect(),
            conflicts: answer.conflicts.len(),
            cited: answer.citations_index.iter().map(|c| c.source_id.0.clone()).collect(),
            signals: value(&asked.signals),
            record_strength: value(&answer.record_strength),
        }
    }
}

impl AnswerTrace {
    /// Stores the trace.
    ///
    /// # Errors
    /// Returns the errors of the store.
    pub fn keep(&self, store: &SessionStore, at: i64, options: &TraceOptions) -> Result<(), AskError> {
        let mut body = serde_json::to_value(self)
            .map_err(|e| AskError::SessionBody { id: self.id.clone(), what: e.to_string() })?;
        if !options.personal_text {
            leave_out_personal(&mut body);
        }
        let stored =
            StoredTrace { id: self.id.clone(), session: self.session_id.clone(), at, body: body.to_string() };
        Ok(store.put_trace(&stored, options.keep)?)
    }
}

/// Removes text by people from a trace: questions, words and queries derived from them, values of fields. Numbers, ids
/// and titles of papers stay.
pub fn leave_out_personal(trace: &mut Value) {
    const KEYS: &[&str] = &[
        "question",
        "self_contained",
        "text",
        "telling_words",
        "missing",
        "prompt",
        "fields",
        "second_pass",
        "need",
        "searched",
        "rewritten",
        "why",
        "named",
    ];
    match trace {
        Value::Object(map) => {
            for (key, inner) in map.iter_mut() {
                if KEYS.contains(&key.as_str()) {
                    *inner = empty_of(inner);
                } else if key == "planning" {
                    leave_out_of_plan(inner);
                } else {
                    leave_out_personal(inner);
                }
            }
        }
        Value::Array(list) => list.iter_mut().for_each(leave_out_personal),
        _ => {}
    }
}

/// Removes the question's words from a plan, which repeats them in many fields. Its route, its numbers and the names of
/// its lanes stay.
fn leave_out_of_plan(planning: &mut Value) {
    const KEYS: &[&str] = &[
        "town",
        "situation",
        "entities",
        "actions",
        "topic",
        "places",
        "boards",
        "time_hints",
        "queries",
        "must_include",
        "reason",
        "stem",
        "choices",
        "value",
        "failed_because",
    ];
    match planning {
        Value::Object(map) => {
            for (key, inner) in map.iter_mut() {
                if KEYS.contains(&key.as_str()) {
                    *inner = empty_of(inner);
                } else {
                    leave_out_of_plan(inner);
                }
            }
        }
        Value::Array(list) => list.iter_mut().for_each(leave_out_of_plan),
        _ => {}
    }
}

fn empty_of(value: &Value) -> Value {
    match value {
        Value::String(_) => Value::String(String::new()),
        Value::Array(_) => Value::Array(Vec::new()),
        Value::Object(_) => Value::Object(serde_json::Map::new()),
        other => other.clone(),
    }
}

/// Returns the stored traces, newest first, at most `most`.
///
/// # Errors
/// Returns the errors of the store.
pub fn traces(store: &SessionStore, most: u32) -> Result<Vec<Value>, AskError> {
    store.traces(most)?.iter().map(read).collect()
}

/// Returns one trace by its id.
///
/// # Errors
/// Returns [`AskError::UnknownTrace`] for an unknown id.
pub fn trace(store: &SessionStore, id: &str) -> Result<Value, AskError> {
    let stored = store.trace(id)?.ok_or_else(|| AskError::UnknownTrace { id: id.to_owned() })?;
    read(&stored)
}

fn read(stored: &StoredTrace) -> Result<Value, AskError> {
    serde_json::from_str(&stored.body)
        .map_err(|e| AskError::SessionBody { id: stored.id.clone(), what: e.to_string() })
}

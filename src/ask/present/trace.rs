//! The trace of an answer (SPEC OBS-1): kept and shown on request, never in the answer.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::archive::{SessionStore, StoredTrace};
use crate::ask::answer::asked::Asked;
use crate::ask::check::answer::Mode;
use crate::ask::check::step::StepStatus;
use crate::ask::check::verify::Answer;
use crate::ask::error::AskError;
use crate::ask::understand::gate::Assessment;
use crate::ask::understand::plan::Planning;
use crate::ask::understand::session::Field;
use crate::inference::language_model::{CallCount, PurposeCount};

use super::envelope::Envelope;

/// Settings of traces.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TraceOptions {
    /// Traces that are kept, newest; 0 keeps none.
    pub keep: u32,
    /// Keep what people wrote: questions, queries made of them, values of fields. Off: numbers,
    /// ids and titles alone.
    pub personal_text: bool,
}

impl Default for TraceOptions {
    fn default() -> Self {
        TraceOptions { keep: 500, personal_text: true }
    }
}

/// Titles that a lane's part of the trace names.
const TITLES: usize = 5;

/// What led to an answer.
#[derive(Debug, Clone, Serialize)]
pub struct AnswerTrace {
    /// Its id.
    pub id: String,
    /// Session of the question.
    pub session_id: Option<String>,
    /// When, RFC 3339 UTC.
    pub at: String,
    /// As it was asked.
    pub question: String,
    /// As it was searched for.
    pub self_contained: String,
    /// `proceed`, `clarify`, ...
    pub status: &'static str,
    /// What the gate found.
    pub gate: GateTrace,
    /// What was searched, and found.
    pub retrieval: Option<RetrievalTrace>,
    /// The answer that came of it.
    pub answer: Option<AnswerPart>,
    /// Screening let it pass; `None` when it was not looked at.
    pub injection_safe: Option<bool>,
    /// What screening said.
    pub screened: Value,
    /// What the audit struck out of the draft, or would have.
    pub audit_flags: Vec<Value>,
    /// Rounds of repair.
    pub repairs: u32,
    /// Route, issues and plan of the search, who made it and what was dropped.
    pub planning: Option<Value>,
    /// `simple`, `complex` or `multi_hop`.
    pub query_type: &'static str,
    /// Steps of research that were made; of a question in one step, searches for one part of it alone.
    pub iterations: u32,
    /// Of the steps, those that were completed.
    pub steps_completed: u32,
    /// Those that failed.
    pub steps_failed: u32,
    /// Those that were still open when research ended.
    pub steps_pending: u32,
    /// Why research ended.
    pub research_stop: Option<&'static str>,
    /// Calls of a language model.
    pub model_calls: u32,
    /// Calls that the question may cost; 0 when it was not planned.
    pub call_limit: u64,
    /// Calls by purpose, with their tokens and time.
    pub calls: BTreeMap<String, PurposeCount>,
    /// Tokens that it read and wrote.
    pub tokens: u64,
    /// Outputs of it that could not be read.
    pub parse_failures: u32,
    /// The answer came from memory.
    pub memory_hit: bool,
    /// Characters of the passages that the answer was made from.
    pub characters_in: usize,
    /// Characters that are shown.
    pub characters_out: usize,
    /// Wall-clock milliseconds by stage.
    pub timing_ms: BTreeMap<String, f64>,
}

/// What the gate found.
#[derive(Debug, Clone, Serialize)]
pub struct GateTrace {
    /// Its scores, reasons and questions.
    #[serde(flatten)]
    pub assessment: Value,
    /// Values with where each came from.
    pub fields: BTreeMap<String, Field>,
    /// Round of asking back; 0 when it did not.
    pub round: u32,
    /// Something of a prior turn was put in.
    pub from_prior_turns: bool,
    /// Texts that the user gave, by id.
    pub user_texts: Vec<String>,
}

/// What was searched, and found.
#[derive(Debug, Clone, Serialize)]
pub struct RetrievalTrace {
    /// Plan, and queries with counts, lane by lane.
    pub plan: Value,
    /// Titles of the first hits with their scores, by lane.
    pub top: BTreeMap<String, Vec<TopTitle>>,
    /// Hits by lane.
    pub counts: BTreeMap<String, usize>,
    /// Chunks of the context, best first.
    pub selected: Vec<u64>,
    /// Signals.
    pub signals: Value,
    /// Strength of the record.
    pub strength: Value,
}

/// A hit's title.
#[derive(Debug, Clone, Serialize)]
pub struct TopTitle {
    /// Title of its source.
    pub title: String,
    /// Its source.
    pub source_id: String,
    /// Its score.
    pub score: f32,
}

/// The answer that came of it.
#[derive(Debug, Clone, Serialize)]
pub struct AnswerPart {
    /// `answer` or `report_insufficient_evidence`.
    pub mode: Mode,
    /// It has facts.
    pub has_answer: bool,
    /// Facts.
    pub facts: usize,
    /// Gaps by their kind.
    pub gaps: Vec<Value>,
    /// Conflicts.
    pub conflicts: usize,
    /// Sources that it cites.
    pub cited: Vec<String>,
    /// What spoke for and against an answer being there.
    pub signals: Value,
    /// Strength of what it quotes.
    pub record_strength: Value,
}

fn value(of: &impl Serialize) -> Value {
    serde_json::to_value(of).unwrap_or(Value::Null)
}

impl GateTrace {
    /// Of an assessment.
    pub fn of(assessment: &Assessment) -> Self {
        let assessed = serde_json::json!({
            "scores": assessment.scores,
            "reasons": assessment.reasons,
            "questions": assessment.questions,
        });
        GateTrace {
            assessment: assessed,
            fields: assessment.fields.clone(),
            round: 0,
            from_prior_turns: false,
            user_texts: Vec::new(),
        }
    }
}

impl RetrievalTrace {
    /// Of a search.
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
    /// Of an answer.
    pub fn of(answer: &Answer, asked: &Asked) -> Self {
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
    /// Fills in how the search was planned.
    pub fn with_plan(mut self, planned: Option<&Planning>) -> Self {
        if let Some(planned) = planned {
            self.planning = Some(value(planned));
            self.query_type = planned.route.query_type.as_str();
            self.call_limit = planned.call_limit;
            self.parse_failures = self.parse_failures.saturating_add(planned.parse_failures);
        }
        self
    }

    /// Fills in the calls of a language model, whoever made them.
    pub fn with_calls(mut self, calls: &CallCount) -> Self {
        self.calls.clone_from(&calls.by_purpose);
        self.model_calls = u32::try_from(calls.calls()).unwrap_or(u32::MAX);
        self.tokens = calls.tokens();
        self
    }

    /// Fills in what an answer holds.
    pub fn with_answer(mut self, envelope: &Envelope, asked: Option<&Asked>) -> Self {
        self.status = envelope.status();
        if let Some(asked) = asked {
            self.retrieval = Some(RetrievalTrace::of(asked));
            self.answer = envelope.checked().map(|answer| AnswerPart::of(answer.get(), asked));
            self.characters_in = asked.search.hits.iter().map(|h| h.quote.text().chars().count()).sum();
            let facts = envelope.checked().map(|a| a.get().facts.as_slice()).unwrap_or_default();
            self.characters_out = facts.iter().map(|f| f.text.chars().count()).sum();
            self.audit_flags = asked.audit.flags.iter().map(value).collect();
            self.repairs = u32::try_from(asked.repairs).unwrap_or(u32::MAX);
            let small = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
            self.iterations = small(asked.expansions);
            if let Some(research) = &asked.answer.get().research {
                self.iterations = small(research.steps.len());
                self.steps_completed = small(research.count(StepStatus::Completed));
                self.steps_failed = small(research.count(StepStatus::Failed));
                self.steps_pending = small(research.pending);
                self.research_stop = Some(research.stop.as_str());
            }
            self.timing_ms.extend(asked.timing_ms.iter().map(|(k, v)| ((*k).to_owned(), *v)));
        }
        self
    }

    /// Keeps it.
    ///
    /// # Errors
    /// Those of the store.
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

/// Takes what people wrote out of a trace: questions, words and queries made of them, values of
/// fields. Numbers, ids and titles of papers stay.
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

/// A plan repeats the question in many fields; what is left are its route, its numbers and the names
/// of its lanes.
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

/// Traces that are kept, newest first, at most `most`.
///
/// # Errors
/// Those of the store.
pub fn traces(store: &SessionStore, most: u32) -> Result<Vec<Value>, AskError> {
    store.traces(most)?.iter().map(read).collect()
}

/// One trace.
///
/// # Errors
/// [`AskError::UnknownTrace`].
pub fn trace(store: &SessionStore, id: &str) -> Result<Value, AskError> {
    let stored = store.trace(id)?.ok_or_else(|| AskError::UnknownTrace { id: id.to_owned() })?;
    read(&stored)
}

fn read(stored: &StoredTrace) -> Result<Value, AskError> {
    serde_json::from_str(&stored.body)
        .map_err(|e| AskError::SessionBody { id: stored.id.clone(), what: e.to_string() })
}

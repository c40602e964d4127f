//! Verdict on one question.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::case::CaseKind;

/// Kind of reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// An answer with facts.
    Answered,
    /// A statement that the papers have no answer.
    Abstained,
    /// A follow-up question to the user.
    Clarify,
    /// A rejection by screening, as not a question.
    Rejected,
}

/// One judged question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    /// Id of the question.
    pub id: String,
    /// Expected kind of answer.
    pub kind: CaseKind,
    /// Kind of reply.
    pub outcome: Outcome,
    /// True if there is no failure.
    pub passed: bool,
    /// Descriptions of the failures.
    #[serde(default)]
    pub why: Vec<String>,
    /// Number of facts in the answer.
    pub facts: usize,
    /// For each known location, the rank of the fact with its quote, from 1 to 5.
    #[serde(default)]
    pub ranks: Vec<Option<usize>>,
    /// For each known location, its page rank in the search, from 1, counting each page once. An entry is
    /// `None` if the location was not found; the list is empty without a search.
    #[serde(default)]
    pub pages: Vec<Option<usize>>,
    /// True if one of at most five facts has a known quote.
    pub found: bool,
    /// True if the first fact has one.
    pub first: bool,
    /// True if the facts have the figures of the known answer; `None` if that has no figures.
    pub right: Option<bool>,
    /// Number of conflicts in the answer.
    pub conflicts: usize,
    /// True if the facts have a known quote of every file with one, or every known quote of a single file;
    /// `None` unless the kind is a conflict.
    #[serde(default)]
    pub all_sides: Option<bool>,
    /// True if the listed conflicts have every figure of the known answer; `None` for other kinds, or without
    /// figures.
    #[serde(default)]
    pub all_values: Option<bool>,
    /// Number of quotes by their verdict against the archive.
    pub quotes: BTreeMap<String, usize>,
    /// Tokens of displayed text that no quote supports.
    #[serde(default)]
    pub unsupported: Vec<String>,
    /// Number of gaps by reason.
    pub gaps: BTreeMap<String, usize>,
    /// Number of language model calls.
    pub model_calls: u64,
    /// Wall-clock time in milliseconds.
    pub latency_ms: f64,
}

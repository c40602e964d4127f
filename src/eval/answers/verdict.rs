//! The outcome of one question.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::case::CaseKind;

/// How the program replied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// With facts.
    Answered,
    /// That the papers do not say.
    Abstained,
    /// With a question back.
    Clarify,
    /// Screening took it for no question.
    Rejected,
}

/// One question, judged.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    /// Id.
    pub id: String,
    /// Kind.
    pub kind: CaseKind,
    /// Reply.
    pub outcome: Outcome,
    /// All is as it should be.
    pub passed: bool,
    /// What is not.
    #[serde(default)]
    pub why: Vec<String>,
    /// Facts in the answer.
    pub facts: usize,
    /// For each known place, which of the first five facts holds it, from 1.
    #[serde(default)]
    pub ranks: Vec<Option<usize>>,
    /// For each known place, at which page of the search it is, from 1, each page once; none for one that
    /// was not found, and nothing where no search took place.
    #[serde(default)]
    pub pages: Vec<Option<usize>>,
    /// One of at most five facts holds a known quote.
    pub found: bool,
    /// The first one does.
    pub first: bool,
    /// The figures of the known answer stand in the facts; none where it has none.
    pub right: Option<bool>,
    /// Conflicts listed.
    pub conflicts: usize,
    /// Facts hold a known quote of every file that has one, or every known quote where they are of one
    /// file; none for kinds other than a conflict.
    #[serde(default)]
    pub all_sides: Option<bool>,
    /// The listed conflicts have every figure of the known answer; none for other kinds, or where it
    /// has none.
    #[serde(default)]
    pub all_values: Option<bool>,
    /// Quotes by their verdict against the archive.
    pub quotes: BTreeMap<String, usize>,
    /// Tokens of shown text that no quote bears out.
    #[serde(default)]
    pub unsupported: Vec<String>,
    /// Gaps by reason.
    pub gaps: BTreeMap<String, usize>,
    /// Calls of a language model.
    pub model_calls: u64,
    /// Wall-clock milliseconds.
    pub latency_ms: f64,
}

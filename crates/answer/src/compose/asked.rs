//! An answer with the trace that led to it.

use std::collections::BTreeMap;

use crate::check::audit::AuditReport;
use crate::check::verify::{Answer, Verified};
use crate::find::answerability::Signals;
use crate::find::write::Written;
use twolane_retrieve::Retrieved;

/// A checked answer with the steps that led to it.
#[derive(Debug, Clone)]
pub struct Asked {
    /// Answer after all checks.
    pub answer: Verified<Answer>,
    /// Report of the audit on the writer's own words, before flagged ones were struck.
    pub audit: AuditReport,
    /// Passages and trace of the search.
    pub search: Retrieved,
    /// Signals for and against the presence of an answer.
    pub signals: Signals,
    /// Output of a language model, when one took part.
    pub written: Option<Written>,
    /// Number of repair rounds of the draft.
    pub repairs: usize,
    /// Number of searches for one part of the question alone.
    pub expansions: usize,
    /// Wall-clock milliseconds by stage; `first_facts` is the time from the question to the first
    /// checked quotes.
    pub timing_ms: BTreeMap<&'static str, f64>,
}

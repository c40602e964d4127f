//! An answer with the way that led to it.

use std::collections::BTreeMap;

use crate::ask::check::audit::AuditReport;
use crate::ask::check::verify::{Answer, Verified};
use crate::ask::find::answerability::Signals;
use crate::ask::find::write::Written;
use crate::retrieve::Retrieved;

/// A checked answer with what led to it.
#[derive(Debug, Clone)]
pub struct Asked {
    /// The checked answer.
    pub answer: Verified<Answer>,
    /// What the audit said of the writer's own words, before they were struck.
    pub audit: AuditReport,
    /// What the search found.
    pub search: Retrieved,
    /// What spoke for and against an answer being there.
    pub signals: Signals,
    /// What a language model did, when one took part.
    pub written: Option<Written>,
    /// Rounds of repair that the draft took.
    pub repairs: usize,
    /// Searches that were made for one part of the question alone.
    pub expansions: usize,
    /// Wall-clock milliseconds by stage; `first_facts` is the time from the question to the first
    /// checked quotes.
    pub timing_ms: BTreeMap<&'static str, f64>,
}

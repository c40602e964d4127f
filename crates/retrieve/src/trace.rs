//! Trace of a retrieval, step by step.

use serde::Serialize;

use super::lanes::lane_trace::LaneTrace;
use super::question::named_section::NamedSection;
use super::question::place::Place;
use super::rank::rerank::Reranked;

/// Trace of one question's retrieval.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Trace {
    /// Towns that the question is about.
    pub towns: Vec<String>,
    /// States that the question is about.
    pub jurisdictions: Vec<String>,
    /// Its distinctive words in this archive.
    pub telling_words: Vec<String>,
    /// Legal topics that the question touches.
    pub legal_topics: Vec<String>,
    /// Legal salience of the question, 0 to 1.
    pub legal_salience: f32,
    /// Traces of the searched lanes.
    pub lanes: Vec<LaneTrace>,
    /// Names of other matters among the first passages; empty without a situation.
    pub off_topic: Vec<String>,
    /// Reasons for a second pass; empty if there was none.
    pub second_pass: Vec<String>,
    /// Report of the second stage.
    pub rerank: Reranked,
    /// Number of copies that were merged into another hit.
    pub folded: usize,
    /// Number of chunks in the merged context.
    pub context: usize,
    /// Sections of law that the question names.
    pub named: Vec<NamedSection>,
    /// Number of sections added because a chosen passage cites them; they are the last hits.
    pub followed: usize,
}

impl Trace {
    /// Returns the place that the question is about.
    pub fn place(&self) -> Place {
        Place { towns: self.towns.clone(), jurisdictions: self.jurisdictions.clone() }
    }
}

//! Trace of a retrieval, step by step.

use serde::Serialize;

use super::named_section::NamedSection;
use super::place::Place;
use super::rerank::Reranked;

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

/// Trace of one lane.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct LaneTrace {
    /// Name of the lane.
    pub name: String,
    /// Number of chunks that pass its filter; `None` without a filter.
    pub searched: Option<usize>,
    /// True if metadata narrowed it to the question's place.
    pub filtered: bool,
    /// Queries, in the order in which they ran.
    pub queries: Vec<QueryTrace>,
    /// True if the first two queries gave enough and the others were skipped.
    pub early_exit: bool,
    /// Number of chunks that all queries found together.
    pub candidates: usize,
    /// Number of chunks that it passed to the merge.
    pub kept: usize,
}

/// Trace of one query.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct QueryTrace {
    /// Words of the query.
    pub text: String,
    /// Origin of the query.
    pub made_of: String,
    /// Number of candidates from keyword search.
    pub bm25: usize,
    /// Number of candidates from vector search.
    pub vector: usize,
    /// Number of chunks that no earlier query had found.
    pub new: usize,
}

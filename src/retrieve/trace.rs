//! What retrieval did, step by step.

use serde::Serialize;

use super::following::NamedSection;
use super::place::Place;
use super::second_stage::Reranked;

/// What retrieval did for one question.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Trace {
    /// Towns that the question is about.
    pub towns: Vec<String>,
    /// States that it is about.
    pub jurisdictions: Vec<String>,
    /// Words of it that tell its matter apart in this archive.
    pub telling_words: Vec<String>,
    /// Matters of law that it touches.
    pub legal_topics: Vec<String>,
    /// How much it is a question of law, 0 to 1.
    pub legal_salience: f32,
    /// The lanes that were searched.
    pub lanes: Vec<LaneTrace>,
    /// Names of other matters among the first passages; empty without a situation.
    pub off_topic: Vec<String>,
    /// Why there was a second pass; empty when there was none.
    pub second_pass: Vec<String>,
    /// The second stage.
    pub rerank: Reranked,
    /// Copies that were folded into another hit.
    pub folded: usize,
    /// Chunks of the merged context.
    pub context: usize,
    /// Sections of law that the question names.
    pub named: Vec<NamedSection>,
    /// Sections that were added because a chosen passage cites them; they are the last hits.
    pub followed: usize,
}

impl Trace {
    /// The place that the question is about.
    pub fn place(&self) -> Place {
        Place { towns: self.towns.clone(), jurisdictions: self.jurisdictions.clone() }
    }
}

/// What was done in one lane.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct LaneTrace {
    /// Its name.
    pub name: String,
    /// Chunks that its filter left; `None` without a filter.
    pub searched: Option<usize>,
    /// True when metadata narrowed it to the question's place.
    pub filtered: bool,
    /// Its queries in the order in which they were asked.
    pub queries: Vec<QueryTrace>,
    /// The first two queries gave enough, and the others were left out.
    pub early_exit: bool,
    /// Chunks that all queries found together.
    pub candidates: usize,
    /// Chunks that it brought to the merge.
    pub kept: usize,
}

/// One query.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct QueryTrace {
    /// Its words.
    pub text: String,
    /// What it was made of.
    pub made_of: String,
    /// Candidates of BM25.
    pub bm25: usize,
    /// Candidates of the vectors.
    pub vector: usize,
    /// Chunks that no query before had found.
    pub new: usize,
}

//! Trace of a lane and its queries.

use serde::Serialize;

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

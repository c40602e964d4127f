//! Signals of a retrieval as a whole (SPEC RET-6). They decide on escalation and never filter.

use serde::Serialize;

use super::signals::Signals;

/// Signals of one retrieval.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RetrievalSignals {
    /// Signals of the search for the question itself.
    #[serde(flatten)]
    pub search: Signals,
    /// Similarity of the best passages, 0 to 1 on the scale that all models share.
    pub retrieval_confidence: f32,
    /// Share of the first passages that name something of the situation; `None` without one.
    pub topic_alignment: Option<f32>,
    /// True if passages of another matter dominate.
    pub drift_detected: bool,
    /// Number of chunks that all queries found.
    pub archive_chunks_found: usize,
    /// True if a second pass ran.
    pub used_second_pass: bool,
}

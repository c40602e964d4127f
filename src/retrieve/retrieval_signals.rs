//! What is known of a retrieval as a whole (SPEC RET-6). It decides on escalation; it never filters.

use serde::Serialize;

use super::result::Signals;

/// Signals of one retrieval.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RetrievalSignals {
    /// Of the search for the question itself.
    #[serde(flatten)]
    pub search: Signals,
    /// How close the best passages are, 0 to 1 on the scale that all models share.
    pub retrieval_confidence: f32,
    /// Share of the first passages that name something of the situation; `None` without one.
    pub topic_alignment: Option<f32>,
    /// Passages of another matter took over.
    pub drift_detected: bool,
    /// Chunks that all queries found.
    pub archive_chunks_found: usize,
    /// A second pass was made.
    pub used_second_pass: bool,
}

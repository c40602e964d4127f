//! What retrieval over all lanes gives back.

use super::result::{Hit, Timing};
use super::retrieval_signals::RetrievalSignals;
use super::strength::Strength;
use super::trace::Trace;

/// Hits of all lanes, merged, with what led to them.
#[derive(Debug, Clone, PartialEq)]
pub struct Retrieved {
    /// Merged list, best first.
    pub hits: Vec<Hit>,
    /// What each lane brought, where the request asked for it.
    pub lanes: Vec<LaneHits>,
    /// Signals.
    pub signals: RetrievalSignals,
    /// Strength of the record.
    pub strength: Strength,
    /// What was done.
    pub trace: Trace,
    /// Time of each stage.
    pub timing: Timing,
}

/// Hits of one lane.
#[derive(Debug, Clone, PartialEq)]
pub struct LaneHits {
    /// The lane.
    pub name: String,
    /// Its hits, best first, before the merge.
    pub hits: Vec<Hit>,
}

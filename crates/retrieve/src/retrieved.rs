//! Result of retrieval over all lanes.

use super::merge::retrieval_signals::RetrievalSignals;
use super::merge::strength::Strength;
use super::search::result::Hit;
use super::search::timing::Timing;
use super::trace::Trace;

/// Hits of all lanes, merged, with signals and trace.
#[derive(Debug, Clone, PartialEq)]
pub struct Retrieved {
    /// Merged list, best first.
    pub hits: Vec<Hit>,
    /// Hits of each lane, if the request asked for them.
    pub lanes: Vec<LaneHits>,
    /// Signals of the retrieval.
    pub signals: RetrievalSignals,
    /// Strength of the record.
    pub strength: Strength,
    /// Trace of all steps.
    pub trace: Trace,
    /// Time of each stage.
    pub timing: Timing,
}

/// Hits of one lane.
#[derive(Debug, Clone, PartialEq)]
pub struct LaneHits {
    /// Name of the lane.
    pub name: String,
    /// Hits of the lane, best first, before the merge.
    pub hits: Vec<Hit>,
}

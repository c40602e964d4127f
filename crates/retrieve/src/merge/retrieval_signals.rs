//! Signals of a retrieval as a whole (SPEC RET-6). They decide on escalation and never filter.

use serde::Serialize;

use crate::lanes::judging::{FIRST, Judged, alignment, confidence, drifted};
use crate::lanes::lane_search::LaneSearch;
use crate::question::analysis::QuestionAnalysis;
use crate::search::signals::Signals;

use super::rules::Merged;

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

/// Computes the signals of a retrieval from its first passages.
pub(crate) fn retrieval_signals(
    analysis: &QuestionAnalysis<'_>,
    lanes: &[LaneSearch],
    judged: &[Judged],
    merged: &Merged,
    used_second_pass: bool,
    notes: Vec<String>,
) -> RetrievalSignals {
    let top: Vec<&Judged> = merged.placed.iter().take(FIRST).filter_map(|p| judged.get(p.entry)).collect();
    let situation = analysis.matter.has_situation();
    let search = lanes.iter().filter_map(|lane| lane.signals.clone()).reduce(|a, b| a.and(b)).map(|s| {
        Signals { searched: lanes.iter().map(|l| l.trace.searched).sum(), notes: notes.clone(), ..s }
    });
    RetrievalSignals {
        search: search.unwrap_or_else(|| Signals::nothing(analysis.mode, notes)),
        retrieval_confidence: confidence(&top),
        topic_alignment: situation.then(|| alignment(&top)),
        drift_detected: situation && drifted(&top),
        archive_chunks_found: lanes.iter().map(|l| l.trace.candidates).sum(),
        used_second_pass,
    }
}

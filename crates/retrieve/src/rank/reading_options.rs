//! Settings of the reader.

use serde::{Deserialize, Serialize};

/// Settings of the reader.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ReadingOptions {
    /// Enables the reader; if false, ranking and answers work without it.
    pub enabled: bool,
    /// Number of candidates to read. Each costs one forward pass over question and passage together. On 63
    /// questions about real papers, 8 gave every figure that 16 gave, in 0.7 of the processor time of a
    /// search. On condqa, nDCG@10 is 0.880 and 0.882 (`benches/runs/2026-11-24-second-stage.json`).
    pub pool: usize,
    /// Weight of the reader against all other parts of the score, 0 to 1. The reader's logits have no scale
    /// of their own. They are standardised over the candidates and mapped to the scale of the other parts.
    pub weight: f32,
    /// Shares of the reader's three signals in its weight: the fit of the passage, the answer logit, and the
    /// margin of the best span over "no answer here".
    pub signals: SignalShares,
}

/// Shares of the reader's signals, each standardised over the candidates.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignalShares {
    /// Share of the fit of the passage.
    pub rank: f32,
    /// Share of the answer logit.
    pub answers: f32,
    /// Share of the best span's margin.
    pub margin: f32,
}

impl Default for SignalShares {
    fn default() -> Self {
        crate::tuning::table("search.reading.signals")
    }
}

impl Default for ReadingOptions {
    fn default() -> Self {
        ReadingOptions { enabled: true, pool: 8, weight: 0.5, signals: SignalShares::default() }
    }
}

//! The seam of the second stage: a bounded pool of candidates, looked at more closely.

use serde::{Deserialize, Serialize};

use crate::archive::Chunk;

use super::error::SearchError;
use super::fusion::Fused;

/// A candidate as a reranker sees it.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// The chunk with its text.
    pub chunk: Chunk,
    /// Its first-stage places and score.
    pub fused: Fused,
}

/// What each part counts in a reranked score. Parts keep their own scale (about 0 for unrelated
/// text, up to 1), so a side on which a query's candidates hardly differ hardly moves them.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RerankWeights {
    /// BM25 as a share of what the query could reach.
    pub words: f32,
    /// Cosine above its background.
    pub meaning: f32,
    /// The reranker's own closeness.
    pub close: f32,
    /// Pairs of neighbouring words of the query.
    pub pairs: f32,
}

impl Default for RerankWeights {
    fn default() -> Self {
        crate::tuning::table("search.late_interaction.weights")
    }
}

impl RerankWeights {
    /// Weighted mean of the parts that are known.
    pub(super) fn mix(&self, words: f32, meaning: Option<f32>, close: Option<f32>, pairs: f32) -> f32 {
        let parts = [
            (self.words, Some(words)),
            (self.meaning, meaning),
            (self.close, close),
            (self.pairs, Some(pairs)),
        ];
        let known = || parts.iter().filter_map(|(weight, part)| Some((*weight, (*part)?)));
        let total: f32 = known().map(|(weight, _)| weight).sum();
        let sum: f32 = known().map(|(weight, part)| weight * part).sum();
        if total > 0.0 { sum / total } else { 0.0 }
    }
}

/// Looks at candidates more closely.
pub trait Rerank: Send + Sync {
    /// Name for `--explain`.
    fn name(&self) -> &str;

    /// Most candidates that one query may bring.
    fn pool(&self) -> usize;

    /// What its closeness counts against the first stage.
    fn weights(&self) -> RerankWeights;

    /// How close each candidate is to the query, in the order given: about 0 for unrelated text,
    /// up to 1 and a little above. `in_time` is asked now and then; from the first `false` on,
    /// candidates may be left as `None`. Better candidates stand first.
    fn closeness(
        &self,
        query: &str,
        candidates: &[Candidate],
        in_time: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<Option<f32>>, SearchError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_that_is_not_known_is_left_out() {
        let weights = RerankWeights { words: 1.0, meaning: 1.0, close: 2.0, pairs: 0.0 };
        assert_eq!(weights.mix(0.2, Some(0.4), Some(0.5), 0.9), 0.4);
        assert!((weights.mix(0.2, Some(0.4), None, 0.9) - 0.3).abs() < 1e-6);
        assert_eq!(weights.mix(0.2, None, None, 0.9), 0.2);
    }
}

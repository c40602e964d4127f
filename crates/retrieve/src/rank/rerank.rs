//! Interface of the second stage, which reranks a bounded list of candidates.

use serde::{Deserialize, Serialize};

use crate::error::SearchError;
use twolane_archive::Chunk;

use super::fused::Fused;

/// A candidate with the data that a reranker needs.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// The chunk with its text.
    pub chunk: Chunk,
    /// Ranks and score of the first stage.
    pub fused: Fused,
}

/// Weights of the parts of a reranked score. Parts keep their own scale: about 0 for unrelated text, up to 1.
/// A part in which a query's candidates hardly differ therefore hardly moves them.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RerankWeights {
    /// Weight of BM25 as a share of the highest score that the query could reach.
    pub words: f32,
    /// Weight of the cosine above its background.
    pub meaning: f32,
    /// Weight of the reranker's own similarity.
    pub close: f32,
    /// Weight of the pairs of neighbouring query words.
    pub pairs: f32,
}

impl Default for RerankWeights {
    fn default() -> Self {
        crate::tuning::table("search.late_interaction.weights")
    }
}

impl RerankWeights {
    /// Returns the weighted mean of the known parts.
    pub(crate) fn mix(&self, words: f32, meaning: Option<f32>, close: Option<f32>, pairs: f32) -> f32 {
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

/// A reranker of candidates.
pub trait Rerank: Send + Sync {
    /// Returns the name for `--explain`.
    fn name(&self) -> &str;

    /// Returns the maximum number of candidates of one query.
    fn pool(&self) -> usize;

    /// Returns the weight of its similarity against the first stage.
    fn weights(&self) -> RerankWeights;

    /// Returns each candidate's similarity to the query, in the given order: about 0 for unrelated text, up
    /// to 1 or slightly above. `in_time` is checked now and then. After its first `false`, candidates may be
    /// left as `None`. Better candidates come first.
    fn closeness(
        &self,
        query: &str,
        candidates: &[Candidate],
        in_time: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<Option<f32>>, SearchError>;
}

/// Report of the second stage.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Reranked {
    /// Name of the reranker; empty if there was none.
    pub by: String,
    /// Number of candidates given to the reranker.
    pub pool: usize,
    /// Number of candidates that the reader read.
    pub read: usize,
    /// Number of candidates not reached in time; the other parts rank them.
    pub out_of_time: usize,
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

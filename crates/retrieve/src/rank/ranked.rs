//! A chunk's scores as it moves through the stages.

use twolane_archive::ChunkId;

use super::explain::Boost;
use super::fused::Fused;
use super::read_chunk::ReadChunk;

/// A chunk with its score so far.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Ranked {
    /// Score including all boosts.
    pub score: f32,
    /// Ranks and scores of the first stage.
    pub fused: Fused,
    /// Boosts in addition to the keyword and vector scores.
    pub boosts: Vec<Boost>,
    /// Late-interaction similarity to the question above its background, if it was computed.
    pub closeness: Option<f32>,
    /// Reader's result for the chunk, if it was read.
    pub read: Option<ReadChunk>,
}

impl Ranked {
    /// Starts with the fused score.
    pub(crate) fn new(fused: Fused) -> Ranked {
        Ranked { score: fused.score, fused, boosts: Vec::new(), closeness: None, read: None }
    }

    /// Starts with score 0, for a chunk that no search found.
    pub(crate) fn unranked(chunk: ChunkId) -> Ranked {
        Ranked::new(Fused { chunk, score: 0.0, lexical: None, vector: None })
    }

    /// Adds to the score and records the reason.
    pub(crate) fn boost(&mut self, reason: impl Into<String>, added: f32) {
        self.score += added;
        self.boosts.push(Boost { reason: reason.into(), added });
    }
}

/// Sorts best first; equal scores keep their order.
pub(crate) fn sort(ranked: &mut [Ranked]) {
    ranked.sort_by(|a, b| b.score.total_cmp(&a.score));
}

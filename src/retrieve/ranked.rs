//! A chunk on its way through the stages.

use super::explain::Boost;
use super::fusion::Fused;
use super::reading::ReadChunk;

/// A chunk with its score so far.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Ranked {
    /// Score with everything that moved it.
    pub score: f32,
    /// Its places in the first stage.
    pub fused: Fused,
    /// What moved it besides the two sides.
    pub boosts: Vec<Boost>,
    /// Late interaction with the question above its background, where it was looked at.
    pub closeness: Option<f32>,
    /// What the reader said of it, where it was read.
    pub read: Option<ReadChunk>,
}

impl Ranked {
    pub(super) fn new(fused: Fused) -> Ranked {
        Ranked { score: fused.score, fused, boosts: Vec::new(), closeness: None, read: None }
    }

    /// Moves it, and says why.
    pub(super) fn boost(&mut self, reason: impl Into<String>, added: f32) {
        self.score += added;
        self.boosts.push(Boost { reason: reason.into(), added });
    }
}

/// Best first; equal scores keep their order.
pub(super) fn sort(ranked: &mut [Ranked]) {
    ranked.sort_by(|a, b| b.score.total_cmp(&a.score));
}

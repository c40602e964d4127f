//! The seam of the second stage: a bounded pool of candidates, scored again with a closer look.

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

/// Scores candidates again.
pub trait Rerank: Send + Sync {
    /// Name for `--explain`.
    fn name(&self) -> &str;

    /// Most candidates that one query may bring.
    fn pool(&self) -> usize;

    /// New scores, one for each candidate in the order given, on the scale of the fused score.
    fn scores(&self, query: &str, candidates: &[Candidate]) -> Result<Vec<f32>, SearchError>;
}

//! A chunk of the fused ranking, with its ranks and scores in keyword and vector search.

use serde::Serialize;

use twolane_archive::ChunkId;

/// A chunk of the fused ranking.
#[derive(Debug, Clone, PartialEq)]
pub struct Fused {
    /// Id of the chunk.
    pub chunk: ChunkId,
    /// Fused score; comparable within one search only.
    pub score: f32,
    /// Rank and scores in keyword search.
    pub lexical: Option<SideScore>,
    /// Rank and scores in vector search.
    pub vector: Option<SideScore>,
}

/// Rank and scores of a chunk in keyword or vector search.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SideScore {
    /// Rank among the candidates of this search, from 1.
    pub rank: usize,
    /// BM25 score or cosine.
    pub raw: f32,
    /// The raw score on the fusion policy's scale.
    pub scaled: f32,
    /// Contribution to the fused score.
    pub part: f32,
    /// Words of the query that the chunk holds (BM25 only).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub matched: Vec<String>,
}

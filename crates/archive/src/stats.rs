//! Sizes by part.

use serde::Serialize;

use twolane_text::ModelId;

/// Counts and sizes of an archive.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Stats {
    /// Format of the archive.
    pub format: u32,
    /// Number of the last commit.
    pub generation: u64,
    /// Model of the vectors.
    pub model: Option<ModelId>,
    /// Components of a vector.
    pub dimensions: Option<u32>,
    /// Number of sources.
    pub sources: u64,
    /// Number of pages.
    pub pages: u64,
    /// Number of lines.
    pub lines: u64,
    /// Number of chunks.
    pub chunks: u64,
    /// Chunks with a vector.
    pub vectors: usize,
    /// Segments of vectors.
    pub segments: usize,
    /// The embedding cache, by model.
    pub cache: Vec<CacheStats>,
    /// Bytes by part: files, and tables of the catalogue (which are part of its file).
    pub bytes: Vec<PartBytes>,
    /// Bytes of all files.
    pub total_bytes: u64,
}

/// Embeddings of one model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CacheStats {
    /// Model of the embeddings.
    pub model: ModelId,
    /// Number of embeddings.
    pub entries: u64,
    /// Bytes of their components.
    pub bytes: u64,
}

/// Size of a part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PartBytes {
    /// Name of the part.
    pub part: String,
    /// Size in bytes.
    pub bytes: u64,
}

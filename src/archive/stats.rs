//! Sizes by part.

use serde::Serialize;

use super::catalogue;
use super::error::ArchiveError;
use super::folder::FolderArchive;
use super::graph::is_graph_file;
use super::paths::{CATALOGUE, DESCRIPTOR, FORMAT};
use super::vectors::is_vector_file;
use crate::text::ModelId;

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

impl FolderArchive {
    /// Counts and sizes of the generation that this shows.
    pub(super) fn sizes(&self) -> Result<Stats, ArchiveError> {
        let snapshot = self.snapshot();
        let size = |name: &str| self.dir().join(name).metadata().map_or(0, |m| m.len());
        let catalogue_bytes = size(CATALOGUE) + size(&format!("{CATALOGUE}-wal"));
        let sum = |is: &dyn Fn(&str) -> bool| -> u64 {
            snapshot.manifest.iter().filter(|f| is(&f.path)).map(|f| f.bytes).sum()
        };
        let other = |path: &str| !is_vector_file(path) && !is_graph_file(path);
        let files = [
            (DESCRIPTOR, size(DESCRIPTOR)),
            ("catalogue", catalogue_bytes),
            ("lexical index", sum(&other)),
            ("vectors", sum(&is_vector_file)),
            ("graph", sum(&is_graph_file)),
        ];
        let (totals, cache, tables) = self.query(|db| {
            Ok((
                catalogue::totals(&db.conn)?,
                catalogue::cache_size(&db.conn)?,
                catalogue::table_sizes(&db.conn)?,
            ))
        })?;
        let part = |part: &str, bytes: u64| PartBytes { part: part.to_owned(), bytes };
        let bytes = files.iter().map(|(name, bytes)| part(name, *bytes));
        let tables = tables.iter().map(|(name, bytes)| part(&format!("catalogue/{name}"), *bytes));
        // A damaged part has no number of rows; `check` is there to say so.
        let vectors = snapshot.vectors().ok();
        Ok(Stats {
            format: FORMAT,
            generation: snapshot.state.generation,
            model: snapshot.state.model.clone(),
            dimensions: snapshot.state.dims,
            sources: totals.sources,
            pages: totals.pages,
            lines: totals.lines,
            chunks: totals.chunks,
            vectors: vectors.map_or(0, crate::vector::VectorIndex::len),
            segments: vectors.map_or(0, |v| v.segments().count()),
            cache: cache
                .into_iter()
                .map(|(model, entries, bytes)| CacheStats { model, entries, bytes })
                .collect(),
            total_bytes: files.iter().map(|(_, bytes)| bytes).sum(),
            bytes: bytes.chain(tables).collect(),
        })
    }
}

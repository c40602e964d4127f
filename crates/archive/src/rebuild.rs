//! Rebuild of the derived parts.

use serde::Serialize;

use super::archive::Archive;
use super::error::ArchiveError;
use super::graph::without_graph;

/// Result of a rebuild.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct RebuildReport {
    /// Chunks in the new indexes.
    pub chunks: usize,
    /// Chunks for which the cache has no embedding: only keyword search finds them until `index
    /// reembed` of the archive's model.
    pub without_vector: usize,
    /// Why the graph over the vectors could not be made, where it was due; all else was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub without_graph: Option<String>,
}

impl Archive {
    /// Rebuilds the lexical index and the vectors from the catalogue, in one commit, and moves on
    /// to that commit. Embeddings come from the cache: nothing is computed.
    ///
    /// # Errors
    /// Those of [`Archive::writer`] and [`super::Writer::commit`].
    pub fn rebuild(&self) -> Result<RebuildReport, ArchiveError> {
        self.rebuild_with(&mut |_, _| true)
    }

    /// Performs [`Archive::rebuild`] and reports (done, total) steps. `false` from `progress` stops
    /// it, and the archive is then as before. A graph over the vectors is built last, with steps of
    /// its own; when stopped there, the rest is committed, and the next commit builds the graph.
    pub fn rebuild_with(
        &self,
        progress: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Result<RebuildReport, ArchiveError> {
        let mut writer = self.writer()?;
        let (chunks, without_vector) = writer.rebuild(progress)?;
        writer.commit_with(progress)?;
        let without_graph = writer.without_graph().map(|error| without_graph(&error));
        drop(writer);
        self.refresh()?;
        Ok(RebuildReport { chunks, without_vector, without_graph })
    }
}

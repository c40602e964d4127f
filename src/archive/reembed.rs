//! Changing the embedding model.

use super::archive::Archive;
use super::catalogue;
use super::error::ArchiveError;
use super::record::ChunkId;
use crate::text::{ContentHash, ModelId};

/// A text that a model has not embedded yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingEmbedding {
    /// First chunk that has it.
    pub chunk: ChunkId,
    /// Key under which to cache it.
    pub hash: ContentHash,
    /// What the model is to see.
    pub text: String,
}

impl Archive {
    /// Texts that have no cached embedding of a model, each once, by the age of their first chunk;
    /// at most `limit`, from chunks younger than `after`. Embedding them,
    /// [`super::Writer::cache`], a commit and a refresh now and then make a change of model that
    /// goes on where it stopped; search stays with the old model until
    /// [`super::Writer::use_model`] and its commit.
    pub fn missing_embeddings(
        &self,
        model: &ModelId,
        after: Option<ChunkId>,
        limit: usize,
    ) -> Result<Vec<MissingEmbedding>, ArchiveError> {
        let mut missing = Vec::new();
        let from = after.map_or(0, |id| id.0.saturating_add(1));
        if limit > 0 {
            self.query(|db| {
                catalogue::missing_embeddings(&db.conn, model, from, &mut |chunk, hash, text| {
                    missing.push(MissingEmbedding { chunk: ChunkId(chunk), hash, text });
                    missing.len() < limit
                })
            })?;
        }
        Ok(missing)
    }

    /// Number of texts that have no cached embedding of a model.
    pub fn count_missing_embeddings(&self, model: &ModelId) -> Result<usize, ArchiveError> {
        let mut count = 0;
        self.query(|db| {
            catalogue::missing_embeddings(&db.conn, model, 0, &mut |_, _, _| {
                count += 1;
                true
            })
        })?;
        Ok(count)
    }
}

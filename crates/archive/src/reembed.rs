//! Changing the embedding model.

use super::archive::Archive;
use super::error::ArchiveError;
use super::record::ChunkId;
use twolane_text::{ContentHash, ModelId};

/// A text that a model has not embedded yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingEmbedding {
    /// First chunk that has it.
    pub chunk: ChunkId,
    /// Key under which to cache it.
    pub hash: ContentHash,
    /// Text for the model to embed.
    pub text: String,
}

impl Archive {
    /// Texts that have no cached embedding of a model, or with `token_vectors` no signs of their token
    /// vectors, each once, by the age of their first chunk; at most `limit`, from chunks younger than
    /// `after`. Embedding them, [`super::Writer::cache`] and [`super::Writer::keep_token_signs`], a
    /// commit and a refresh now and then make a change of model that goes on where it stopped; search
    /// stays with the old model until [`super::Writer::use_model`] and its commit.
    pub fn missing_embeddings(
        &self,
        model: &ModelId,
        token_vectors: bool,
        after: Option<ChunkId>,
        limit: usize,
    ) -> Result<Vec<MissingEmbedding>, ArchiveError> {
        let mut missing = Vec::new();
        let from = after.map_or(0, |id| id.0.saturating_add(1));
        if limit > 0 {
            self.store().missing_embeddings(model, token_vectors, from, &mut |chunk, hash, text| {
                missing.push(MissingEmbedding { chunk: ChunkId(chunk), hash, text });
                missing.len() < limit
            })?;
        }
        Ok(missing)
    }

    /// Number of the texts that [`Archive::missing_embeddings`] gives.
    pub fn count_missing_embeddings(
        &self,
        model: &ModelId,
        token_vectors: bool,
    ) -> Result<usize, ArchiveError> {
        let mut count = 0;
        self.store().missing_embeddings(model, token_vectors, 0, &mut |_, _, _| {
            count += 1;
            true
        })?;
        Ok(count)
    }
}

//! Changing the embedding model.

use super::archive::Archive;
use super::catalogue;
use super::error::ArchiveError;
use crate::text::{ContentHash, ModelId};

impl Archive {
    /// Texts of chunks that have no cached embedding of a model, at most `limit`, each once, with
    /// the hash under which to cache it. Embedding them, [`super::Writer::cache`] and a commit
    /// now and then make a change of model that goes on where it stopped; search stays with the
    /// old model until [`super::Writer::use_model`] and its commit.
    pub fn missing_embeddings(
        &self,
        model: &ModelId,
        limit: usize,
    ) -> Result<Vec<(ContentHash, String)>, ArchiveError> {
        let mut missing = Vec::new();
        if limit > 0 {
            self.query(|db| {
                catalogue::missing_embeddings(&db.conn, model, &mut |hash, text| {
                    missing.push((hash, text));
                    missing.len() < limit
                })
            })?;
        }
        Ok(missing)
    }
}

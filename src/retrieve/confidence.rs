//! Similarity of passages to a query, on the scale that all models share (SPEC HOP-1, RET-10).

use crate::archive::ChunkId;
use crate::inference::Role;

use super::error::SearchError;
use super::retriever::Retriever;

impl Retriever<'_> {
    /// Returns the mean cosine of a query and these passages on the common scale, 0 to 1. Returns `None`
    /// without an embedding model or if no passage has a vector.
    ///
    /// # Errors
    /// Those of the model and of reading the archive.
    pub fn closeness(&self, query: &str, passages: &[ChunkId]) -> Result<Option<f32>, SearchError> {
        let archive = self.search.archive;
        let Some(embedder) = self.search.embedder else { return Ok(None) };
        let asked = embedder.embed(&[query], Role::Query, &|_, _| true)?;
        let Some(asked) = asked.first() else { return Ok(None) };
        let mut cosines: Vec<f32> = Vec::with_capacity(passages.len());
        for id in passages {
            if let Some(found) = archive.embedding_of(*id)? {
                cosines.push(asked.values.iter().zip(&found.values).map(|(a, b)| a * b).sum());
            }
        }
        if cosines.is_empty() {
            return Ok(None);
        }
        let count = f32::from(u16::try_from(cosines.len()).unwrap_or(u16::MAX));
        let calibration = self.search.calibration(embedder)?;
        Ok(Some(calibration.common_scale(cosines.iter().sum::<f32>() / count)))
    }
}

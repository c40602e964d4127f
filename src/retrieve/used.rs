//! Similarity of the passages that an answer uses.

use crate::archive::ChunkId;
use crate::text::Embedding;

use super::error::SearchError;
use super::retriever::Retriever;

impl Retriever<'_> {
    /// Returns the mean cosine of a question and these chunks, on the scale that all models share (SPEC
    /// RET-10). Returns `None` without an embedding model or if no chunk has an embedding.
    ///
    /// # Errors
    /// Those of reading the archive and of the model.
    pub fn closeness_to(&self, question: &Embedding, chunks: &[ChunkId]) -> Result<Option<f32>, SearchError> {
        let Some(embedder) = self.search.embedder else { return Ok(None) };
        let mut cosines: Vec<f32> = Vec::new();
        for id in chunks {
            if let Some(chunk) = self.search.archive.embedding_of(*id)?
                && chunk.model == question.model
            {
                cosines.push(chunk.values.iter().zip(&question.values).map(|(a, b)| a * b).sum());
            }
        }
        if cosines.is_empty() {
            return Ok(None);
        }
        let count = f32::from(u16::try_from(cosines.len()).unwrap_or(u16::MAX));
        let calibration = self.search.calibration(embedder)?;
        Ok(Some(calibration.common_scale(cosines.iter().sum::<f32>() / count)))
    }

    /// Returns the name of a custom second stage; `None` for the built-in one.
    pub fn second_stage_given(&self) -> Option<&str> {
        self.search.reranker.map(|reranker| reranker.name())
    }
}

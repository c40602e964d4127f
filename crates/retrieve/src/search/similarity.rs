//! Similarity of passages to a question, on the scale that all models share (SPEC HOP-1, RET-10).

use crate::error::SearchError;
use twolane_archive::ChunkId;
use twolane_encoder::{Embedder, Role};
use twolane_text::Embedding;

use super::search_context::SearchContext;

/// Returns the mean cosine of a query and these passages on the common scale, 0 to 1. Returns `None` without
/// an embedding model or if no passage has a vector.
pub(crate) fn similarity_to_query(
    search: &SearchContext<'_>,
    query: &str,
    passages: &[ChunkId],
) -> Result<Option<f32>, SearchError> {
    let Some(embedder) = search.embedder else { return Ok(None) };
    let asked = embedder.embed(&[query], Role::Query, &|_, _| true)?;
    let Some(asked) = asked.first() else { return Ok(None) };
    let mut cosines: Vec<f32> = Vec::with_capacity(passages.len());
    for id in passages {
        if let Some(found) = search.archive.embedding_of(*id)? {
            cosines.push(cosine(asked, &found));
        }
    }
    on_common_scale(search, embedder, &cosines)
}

/// Returns the mean cosine of an embedded question and these chunks on the common scale, 0 to 1. Returns
/// `None` without an embedding model or if no chunk has an embedding of the question's model.
pub(crate) fn similarity_to_embedding(
    search: &SearchContext<'_>,
    question: &Embedding,
    chunks: &[ChunkId],
) -> Result<Option<f32>, SearchError> {
    let Some(embedder) = search.embedder else { return Ok(None) };
    let mut cosines: Vec<f32> = Vec::new();
    for id in chunks {
        if let Some(chunk) = search.archive.embedding_of(*id)?
            && chunk.model == question.model
        {
            cosines.push(cosine(&chunk, question));
        }
    }
    on_common_scale(search, embedder, &cosines)
}

/// Maps the mean of some cosines to the common scale.
fn on_common_scale(
    search: &SearchContext<'_>,
    embedder: &dyn Embedder,
    cosines: &[f32],
) -> Result<Option<f32>, SearchError> {
    if cosines.is_empty() {
        return Ok(None);
    }
    let count = f32::from(u16::try_from(cosines.len()).unwrap_or(u16::MAX));
    let calibration = search.calibration(embedder)?;
    Ok(Some(calibration.common_scale(cosines.iter().sum::<f32>() / count)))
}

/// Computes the cosine as a dot product, since embeddings have length 1.
fn cosine(a: &Embedding, b: &Embedding) -> f32 {
    a.values.iter().zip(&b.values).map(|(x, y)| x * y).sum()
}

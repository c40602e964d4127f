//! Embeds passages and keeps their token vectors for late interaction, in one pass.

use twolane_archive::{ArchiveError, Writer};
use twolane_encoder::{Embedder, InferenceError, OnProgress, Role};
use twolane_text::{ContentHash, Embedding, TokenSigns};

/// Embeds these texts, in their order. With `token_vectors` it writes the signs of their token vectors to the
/// archive; it does not yet write the embeddings.
///
/// # Errors
/// Returns those of the model, including [`InferenceError::Cancelled`], and of the archive.
pub fn embed_passages<E: From<InferenceError> + From<ArchiveError>>(
    writer: &mut Writer,
    embedder: &dyn Embedder,
    texts: &[(&ContentHash, &str)],
    token_vectors: bool,
    progress: OnProgress<'_>,
) -> Result<Vec<Embedding>, E> {
    let alone: Vec<&str> = texts.iter().map(|(_, text)| *text).collect();
    if !token_vectors {
        return Ok(embedder.embed(&alone, Role::Passage, progress)?);
    }
    let passages = embedder.embed_passages(&alone, progress)?;
    let (mut embeddings, mut signs) = (Vec::with_capacity(texts.len()), Vec::new());
    for ((hash, _), passage) in texts.iter().zip(passages) {
        embeddings.push(passage.embedding);
        signs.extend(passage.signs.map(|kept| ((*hash).clone(), kept)));
    }
    keep(writer, embedder, &signs)?;
    Ok(embeddings)
}

fn keep(
    writer: &mut Writer,
    embedder: &dyn Embedder,
    signs: &[(ContentHash, TokenSigns)],
) -> Result<(), ArchiveError> {
    if signs.is_empty() { Ok(()) } else { writer.keep_token_signs(embedder.model(), signs) }
}

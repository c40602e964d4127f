//! Embeds passages and keeps their token vectors for late interaction, in one pass.

use twolane_archive::{Archive, ArchiveError, Writer};
use twolane_encoder::{Embedder, InferenceError, OnProgress, Role};
use twolane_text::{ContentHash, Embedding, TokenSigns};

use super::error::IngestError;

/// The number of texts in a commit; an interrupted run keeps those before it.
const TEXTS_PER_COMMIT: usize = 512;

/// The outcome of embedding an archive again.
#[derive(Debug)]
pub struct Reembedded {
    /// The number of texts that were embedded.
    pub embedded: usize,
    /// The number of texts that had no embedding before.
    pub total: usize,
    /// The archive's new generation; `None` when the run was stopped before its end.
    pub generation: Option<u64>,
    /// The reason why no graph was built, if it failed.
    pub without_graph: Option<ArchiveError>,
}

/// Embeds the texts of an archive that have no embedding of this model, and makes the archive search with it.
/// `progress` receives what is done and the total, first of the texts and then of the graph, and returns false to stop.
///
/// # Errors
/// Fails beside another writer, and returns the errors of the model and of the archive.
pub fn reembed(
    archive: &Archive,
    embedder: &dyn Embedder,
    token_vectors: bool,
    progress: OnProgress<'_>,
) -> Result<Reembedded, IngestError> {
    let model = embedder.model().clone();
    let mut writer = archive.writer()?;
    let total = archive.count_missing_embeddings(&model, token_vectors)?;
    let mut done: usize = 0;
    let mut after = None;
    loop {
        let missing = archive.missing_embeddings(&model, token_vectors, after, TEXTS_PER_COMMIT)?;
        let Some(last) = missing.last() else { break };
        after = Some(last.chunk);
        let texts: Vec<(&ContentHash, &str)> = missing.iter().map(|m| (&m.hash, m.text.as_str())).collect();
        let so_far = |n: usize, _: usize| progress(done.saturating_add(n), total);
        let embedded = embed_passages::<IngestError>(&mut writer, embedder, &texts, token_vectors, &so_far);
        let embeddings = match embedded {
            Err(IngestError::Inference(InferenceError::Cancelled)) => {
                return Ok(Reembedded { embedded: done, total, generation: None, without_graph: None });
            }
            embeddings => embeddings?,
        };
        done = done.saturating_add(missing.len());
        let hashes = missing.into_iter().map(|m| m.hash);
        writer.cache(&hashes.zip(embeddings).collect::<Vec<_>>())?;
        writer.commit_with(&mut |_, _| progress(done, total))?;
        // A text that occurs twice is then cached for the second place.
        archive.refresh()?;
    }
    writer.use_model(&model)?;
    // Where the graph is stopped, everything else is stored; the next commit builds it.
    let generation = writer.commit_with(&mut |done, total| progress(done, total))?;
    Ok(Reembedded {
        embedded: done,
        total,
        generation: Some(generation),
        without_graph: writer.without_graph(),
    })
}

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

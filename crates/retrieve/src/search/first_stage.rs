//! First stage: keyword and vector search over the same set of chunks, fused.

use std::collections::{HashMap, HashSet};

use crate::error::SearchError;
use crate::question::query::Mode;
use crate::rank::fused::Fused;
use crate::rank::fusion::{Side, fuse};
use twolane_archive::{Archive, ChunkId, ChunkSet, LexicalHit, LexicalOptions};
use twolane_encoder::{Embedder, Role};
use twolane_text::Embedding;

use super::search_context::SearchContext;
use super::signals::Signals;

/// Results of keyword search.
#[derive(Debug, Default)]
pub(crate) struct Words {
    pub(crate) hits: Vec<LexicalHit>,
    /// Highest score that the query can reach.
    pub(crate) ceiling: Option<f32>,
}

/// Embeds queries; returns an empty list if vectors take no part.
pub(crate) fn embed(
    embedder: Option<&dyn Embedder>,
    texts: &[&str],
    mode: Mode,
) -> Result<Vec<Embedding>, SearchError> {
    match embedder.filter(|_| mode != Mode::Bm25) {
        Some(embedder) => Ok(embedder.embed(texts, Role::Query, &|_, _| true)?),
        None => Ok(Vec::new()),
    }
}

/// Runs keyword search, unless the mode is vector search alone.
pub(crate) fn lexical(
    archive: &Archive,
    options: &LexicalOptions,
    text: &str,
    mode: Mode,
    within: &ChunkSet,
    depth: usize,
) -> Result<Words, SearchError> {
    if mode == Mode::Vector {
        return Ok(Words::default());
    }
    let hits = archive.lexical(text, within, depth, options)?;
    let ceiling = archive.lexical_ceiling(text, options)?;
    Ok(Words { hits, ceiling })
}

/// Runs vector search; returns an empty list without an embedding.
pub(crate) fn nearest(
    archive: &Archive,
    embedding: Option<&Embedding>,
    within: &ChunkSet,
    depth: usize,
) -> Result<Vec<(ChunkId, f32)>, SearchError> {
    match embedding {
        Some(embedding) => Ok(archive.nearest(embedding, within, depth)?),
        None => Ok(Vec::new()),
    }
}

/// Fuses the candidates of keyword and vector search.
pub(crate) fn fuse_candidates(
    context: &SearchContext<'_>,
    mode: Mode,
    words: &Words,
    nearest: &[(ChunkId, f32)],
) -> Result<(Vec<Fused>, Signals), SearchError> {
    let lexical = Side {
        hits: words.hits.iter().map(|hit| (hit.chunk, hit.score)).collect(),
        ceiling: words.ceiling,
        background: None,
    };
    let background = match context.embedder {
        Some(embedder) if !nearest.is_empty() => Some(context.calibration(embedder)?.cosine),
        _ => None,
    };
    let vector = Side { hits: nearest.to_vec(), ceiling: Some(1.0), background };
    let signals = Signals {
        mode,
        fusion: if mode == Mode::Hybrid { context.options.fusion.to_string() } else { String::new() },
        model: context.embedder.filter(|_| mode != Mode::Bm25).map(|e| e.model().to_string()),
        searched: None,
        bm25_candidates: lexical.hits.len(),
        vector_candidates: vector.hits.len(),
        agreement_at_10: common(&lexical, &vector, 10),
        best_cosine: vector.hits.first().map(|hit| hit.1),
        best_coverage: lexical.hits.first().zip(words.ceiling).map(|(hit, c)| (hit.1 / c).clamp(0.0, 1.0)),
        notes: Vec::new(),
    };
    let mut fused = fuse(&lexical, &vector, &context.options.fusion);
    let matched: HashMap<ChunkId, &[String]> =
        words.hits.iter().map(|hit| (hit.chunk, hit.matched.as_slice())).collect();
    for f in &mut fused {
        if let Some(side) = &mut f.lexical {
            side.matched = matched.get(&f.chunk).map(|m| m.to_vec()).unwrap_or_default();
        }
    }
    Ok((fused, signals))
}

/// Counts the chunks that the first `k` of both rankings share.
fn common(a: &Side, b: &Side, k: usize) -> usize {
    let first: HashSet<ChunkId> = a.hits.iter().take(k).map(|hit| hit.0).collect();
    b.hits.iter().take(k).filter(|hit| first.contains(&hit.0)).count()
}

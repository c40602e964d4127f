//! Second stage: reranks a list of candidates. Every part of the score is computed for every candidate,
//! whichever search found it.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use crate::error::SearchError;
use crate::question::expected::Expected;
use crate::question::law_notes::begins_in_notes;
use crate::question::query::Mode;
use crate::rank::late_interaction::LateInteraction;
use crate::rank::proximity::OrderedPairs;
use crate::rank::ranked::{Ranked, sort};
use crate::rank::reading::{mixed_with_reading, read_candidates};
use crate::rank::rerank::{Candidate, Rerank, Reranked};
use twolane_archive::{Archive, Chunk, ChunkId, ChunkSet, terms};
use twolane_text::Embedding;

use super::first_stage::{lexical, nearest};
use super::options::SearchOptions;
use super::search_context::SearchContext;

/// Reranks the first candidates; all others keep their order behind them.
pub(crate) fn second_stage(
    context: &SearchContext<'_>,
    text: &str,
    mode: Mode,
    embedding: Option<&Embedding>,
    read: bool,
    mut ranked: Vec<Ranked>,
) -> Result<(Vec<Ranked>, Reranked), SearchError> {
    let (archive, options) = (context.archive, &context.options);
    let late = late_interaction(context, mode)?;
    let Some(reranker) = context.reranker.or(late.as_ref().map(|late| late as &dyn Rerank)) else {
        let rest = ranked.split_off(options.late_interaction.pool.min(ranked.len()));
        let ids: Vec<ChunkId> = ranked.iter().map(|r| r.fused.chunk).collect();
        for (r, chunk) in ranked.iter_mut().zip(&archive.chunks(&ids)?) {
            lower_notes(archive, options.notes_penalty, r, chunk)?;
        }
        sort(&mut ranked);
        ranked.extend(rest);
        return Ok((ranked, Reranked::default()));
    };
    let rest = ranked.split_off(reranker.pool().min(ranked.len()));
    let ids: Vec<ChunkId> = ranked.iter().map(|r| r.fused.chunk).collect();
    let candidates: Vec<Candidate> = archive
        .chunks(&ids)?
        .into_iter()
        .zip(&ranked)
        .map(|(chunk, r)| Candidate { chunk, fused: r.fused.clone() })
        .collect();
    let parts = parts(context, text, mode, embedding, &ids)?;
    let pairs = pairs(archive, text, &candidates)?;
    // A budget beyond the clock's range means no deadline.
    let deadline = Instant::now().checked_add(Duration::from_millis(options.rerank_budget_ms));
    let weights = reranker.weights();
    let in_time = || deadline.is_none_or(|end| Instant::now() < end);
    let close = reranker.closeness(text, &candidates, &in_time)?;
    let mut out_of_time = 0;
    for ((r, pairs), close) in ranked.iter_mut().zip(pairs).zip(close) {
        let (words, meaning) = parts.get(&r.fused.chunk).copied().unwrap_or((0.0, None));
        out_of_time += usize::from(close.is_none());
        r.closeness = close.filter(|_| context.reranker.is_none());
        let mixed = weights.mix(words, meaning, close, pairs);
        r.boost(reranker.name(), mixed - r.fused.score);
    }
    let scores: Vec<f32> = ranked.iter().map(|r| r.score).collect();
    let read = if read {
        read_candidates(archive, context.embedder, &options.reading, text, &candidates, &scores, &in_time)?
    } else {
        vec![None; candidates.len()]
    };
    let mixed = mixed_with_reading(&options.reading, &scores, &read);
    let read_of = read.iter().flatten().count();
    for ((r, read), mixed) in ranked.iter_mut().zip(read).zip(mixed) {
        if read.is_some() {
            r.boost("reader", mixed - r.score);
        }
        r.read = read;
    }
    let expected = Expected::of(text);
    if expected != Expected::Any {
        for (r, candidate) in ranked.iter_mut().zip(&candidates) {
            if expected.is_in(&candidate.chunk.record.text) {
                r.boost("holds a value of the kind asked for", options.kind_boost);
            }
        }
    }
    for (r, candidate) in ranked.iter_mut().zip(&candidates) {
        let thin = thinness(options, text, candidate);
        if thin > 0.0 {
            r.boost("says little beyond its heading", -options.thin_penalty * thin);
        }
        lower_notes(archive, options.notes_penalty, r, &candidate.chunk)?;
    }
    let by = reranker.name().to_owned();
    let done = Reranked { by, pool: candidates.len(), read: read_of, out_of_time };
    sort(&mut ranked);
    ranked.extend(rest);
    Ok((ranked, done))
}

/// Lowers a chunk that begins in the notes behind a section of law.
fn lower_notes(
    archive: &Archive,
    penalty: f32,
    ranked: &mut Ranked,
    chunk: &Chunk,
) -> Result<(), SearchError> {
    if begins_in_notes(archive, chunk)? {
        ranked.boost("notes on the acts behind a section", -penalty);
    }
    Ok(())
}

/// Returns 1 for a chunk without figures whose words all occur in its header or the question. Returns 0
/// for one with figures or enough own words, and values in between otherwise.
fn thinness(options: &SearchOptions, question: &str, candidate: &Candidate) -> f32 {
    let record = &candidate.chunk.record;
    if record.table || record.text.chars().any(|c| c.is_ascii_digit()) {
        return 0.0;
    }
    let known: HashSet<String> = terms(&record.header).into_iter().chain(terms(question)).collect();
    let own: HashSet<String> = terms(&record.text).into_iter().filter(|t| !known.contains(t)).collect();
    let own = f32::from(u16::try_from(own.len()).unwrap_or(u16::MAX));
    (1.0 - own / f32::from(options.thin_words.max(1))).max(0.0)
}

/// Creates the second stage of a hybrid search, unless a custom one was given or it is disabled.
fn late_interaction<'a>(
    context: &SearchContext<'a>,
    mode: Mode,
) -> Result<Option<LateInteraction<'a>>, SearchError> {
    let options = &context.options.late_interaction;
    let Some(embedder) = context.embedder.filter(|_| mode == Mode::Hybrid && options.enabled) else {
        return Ok(None);
    };
    let background = context.calibration(embedder)?.max_sim;
    Ok(background
        .map(|background| LateInteraction::new(context.archive, embedder, background, options.clone())))
}

/// Returns each chunk's BM25 score as a share of its ceiling and its cosine above the background.
fn parts(
    context: &SearchContext<'_>,
    text: &str,
    mode: Mode,
    embedding: Option<&Embedding>,
    ids: &[ChunkId],
) -> Result<HashMap<ChunkId, (f32, Option<f32>)>, SearchError> {
    let within = ChunkSet::of(ids.iter().copied());
    let words = lexical(context.archive, &context.options.lexical, text, mode, &within, ids.len())?;
    let near: HashMap<ChunkId, f32> =
        nearest(context.archive, embedding, &within, ids.len())?.into_iter().collect();
    let background = context.embedder.map(|e| context.calibration(e)).transpose()?.map(|c| c.cosine);
    let ceiling = words.ceiling.filter(|c| *c > 0.0);
    let shares: HashMap<ChunkId, f32> = words
        .hits
        .iter()
        .map(|hit| (hit.chunk, ceiling.map_or(0.0, |c| (hit.score / c).clamp(0.0, 1.0))))
        .collect();
    let part = |id: &ChunkId| {
        let meaning = near.get(id).zip(background).map(|(cosine, background)| background.above(*cosine));
        (*id, (shares.get(id).copied().unwrap_or(0.0), meaning))
    };
    Ok(ids.iter().map(part).collect())
}

/// Returns each candidate's weighted share of the query's pairs of neighbouring words.
fn pairs(archive: &Archive, text: &str, candidates: &[Candidate]) -> Result<Vec<f32>, SearchError> {
    let asked = terms(text);
    let (frequencies, chunks) = archive.document_frequencies(&asked)?;
    let number = |n: u64| f32::from(u16::try_from(n).unwrap_or(u16::MAX));
    // Inverse document frequency as in BM25; capping counts at 65,535 changes next to nothing.
    let weight = |n: u64| (1.0 + (number(chunks.max(n)) - number(n) + 0.5) / (number(n) + 0.5)).ln();
    let weights: HashMap<&str, f32> =
        asked.iter().map(String::as_str).zip(frequencies.into_iter().map(weight)).collect();
    let pairs = OrderedPairs::of(&asked, |term| weights.get(term).copied().unwrap_or(0.0));
    let texts: Vec<Vec<String>> = candidates.iter().map(|c| terms(&c.chunk.record.embedded_text())).collect();
    let count = |n: usize| f32::from(u16::try_from(n).unwrap_or(u16::MAX));
    let mean = texts.iter().map(|t| count(t.len())).sum::<f32>() / count(texts.len()).max(1.0);
    Ok(texts.iter().map(|t| pairs.share(t, mean)).collect())
}

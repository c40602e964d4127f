//! Reads candidates with the reader, once per question; the results are kept for later use.

use crate::error::SearchError;
use crate::question::paper_words::in_words_of_papers;
use crate::question::vocabulary::Vocabulary;
use crate::summaries::summaries;
use twolane_archive::{Archive, ChunkRecord, SourceSummary};
use twolane_encoder::Embedder;

use super::moments::Moments;
use super::read_chunk::ReadChunk;
use super::reading_options::ReadingOptions;
use super::rerank::Candidate;

/// Function that returns one of the reader's signals.
type Signal = fn(&ReadChunk) -> f32;

/// Reads the candidates with the highest scores; all results are `None` without a reader. `scores` are in
/// the order of the candidates. `in_time` is checked between batches.
pub(crate) fn read_candidates(
    archive: &Archive,
    embedder: Option<&dyn Embedder>,
    options: &ReadingOptions,
    question: &str,
    candidates: &[Candidate],
    scores: &[f32],
    in_time: &(dyn Fn() -> bool + Sync),
) -> Result<Vec<Option<ReadChunk>>, SearchError> {
    let mut read = vec![None; candidates.len()];
    let Some(embedder) = embedder.filter(|_| options.enabled) else { return Ok(read) };
    let Some(reader) = embedder.reader()? else { return Ok(read) };
    let mut pool: Vec<(usize, &Candidate, f32)> =
        candidates.iter().zip(scores).enumerate().map(|(at, (c, score))| (at, c, *score)).collect();
    pool.sort_by(|a, b| b.2.total_cmp(&a.2));
    pool.truncate(options.pool);
    let summaries = summaries(archive, pool.iter().map(|(_, c, _)| &c.chunk.source_id))?;
    let headers: Vec<String> = pool
        .iter()
        .map(|(_, c, _)| reader_header(&c.chunk.record, summaries.get(&c.chunk.source_id)))
        .collect();
    let texts: Vec<String> = pool
        .iter()
        .zip(&headers)
        .map(|((_, c, _), header)| format!("{header}{}", c.chunk.record.text))
        .collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let question = in_words_of_papers(archive, Vocabulary::built_in(), question)?;
    for ((reading, header), (at, _, _)) in
        reader.read(&question, &texts, in_time)?.into_iter().zip(&headers).zip(&pool)
    {
        if let (Some(reading), Some(slot)) = (reading, read.get_mut(*at)) {
            *slot = Some(ReadChunk::of(reading, header.len()));
        }
    }
    Ok(read)
}

/// Mixes the reader's signals into the scores. Standardises them to the mean and deviation of the scores
/// of the candidates that were read.
pub(crate) fn mixed_with_reading(
    options: &ReadingOptions,
    scores: &[f32],
    read: &[Option<ReadChunk>],
) -> Vec<f32> {
    let both: Vec<(f32, &ReadChunk)> =
        scores.iter().zip(read).filter_map(|(score, read)| Some((*score, read.as_ref()?))).collect();
    let of_scores = Moments::of(both.iter().map(|(score, _)| *score));
    let of = |signal: Signal| Moments::of(both.iter().map(|(_, read)| signal(read)));
    let signals: [(f32, Signal); 3] = [
        (options.signals.rank, ReadChunk::rank),
        (options.signals.answers, ReadChunk::answers),
        (options.signals.margin, ReadChunk::margin),
    ];
    let moments = signals.map(|(share, signal)| (share, signal, of(signal)));
    let sum = |read: &ReadChunk| {
        moments.iter().map(|(share, signal, m)| share * m.standard(signal(read))).sum::<f32>()
    };
    let of_sums = Moments::of(both.iter().map(|(_, read)| sum(read)));
    let weight = options.weight.clamp(0.0, 1.0);
    let mix = |(score, read): (&f32, &Option<ReadChunk>)| match read {
        None => *score,
        Some(read) => {
            let put = of_scores.mean + of_scores.deviation * of_sums.standard(sum(read));
            score * (1.0 - weight) + weight * put
        }
    };
    scores.iter().zip(read).map(mix).collect()
}

/// Returns the words that the reader reads before a chunk's text: place and state, where the chunk's own
/// header does not name them, then that header, with a line end behind it. The reader learned that another
/// place's paper is no answer.
pub fn reader_header(record: &ChunkRecord, source: Option<&SourceSummary>) -> String {
    let mut parts: Vec<&str> = Vec::new();
    let said = record.header.to_lowercase();
    let meta = source.map(|s| &s.meta);
    let state = meta.and_then(|m| m.jurisdiction.as_deref());
    let name = |code| Vocabulary::built_in().jurisdiction(code).map_or(code, |j| j.name.as_str());
    let state = state.map(name);
    for place in [meta.and_then(|m| m.town.as_deref()), state].into_iter().flatten() {
        if !said.contains(&place.to_lowercase()) {
            parts.push(place);
        }
    }
    parts.push(&record.header);
    parts.retain(|part| !part.is_empty());
    if parts.is_empty() { String::new() } else { format!("{}\n", parts.join(", ")) }
}

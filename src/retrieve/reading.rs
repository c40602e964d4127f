//! Reads candidates with the reader, once per question; the results are kept for later use.

use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::archive::{ChunkRecord, SourceSummary};
use crate::inference::{Reading, Span};

use super::error::SearchError;
use super::rerank::Candidate;
use super::search::Search;
use super::vocabulary::Vocabulary;

/// Settings of the reader.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ReadingOptions {
    /// Enables the reader; if false, ranking and answers work without it.
    pub enabled: bool,
    /// Number of candidates to read. Each costs one forward pass over question and passage together. On 63
    /// questions about real papers, 8 gave every figure that 16 gave, in 0.7 of the processor time of a
    /// search. On condqa, nDCG@10 is 0.880 and 0.882 (`benches/runs/2026-11-24-second-stage.json`).
    pub pool: usize,
    /// Weight of the reader against all other parts of the score, 0 to 1. The reader's logits have no scale
    /// of their own. They are standardised over the candidates and mapped to the scale of the other parts.
    pub weight: f32,
    /// Shares of the reader's three signals in its weight: the fit of the passage, the answer logit, and the
    /// margin of the best span over "no answer here".
    pub signals: SignalShares,
}

/// Shares of the reader's signals, each standardised over the candidates.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignalShares {
    /// Share of the fit of the passage.
    pub rank: f32,
    /// Share of the answer logit.
    pub answers: f32,
    /// Share of the best span's margin.
    pub margin: f32,
}

impl Default for SignalShares {
    fn default() -> Self {
        crate::tuning::table("search.reading.signals")
    }
}

impl Default for ReadingOptions {
    fn default() -> Self {
        ReadingOptions { enabled: true, pool: 8, weight: 0.5, signals: SignalShares::default() }
    }
}

/// The reader's result for a chunk.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadChunk {
    reading: Arc<Reading>,
    /// Bytes of the header, which precedes the chunk's own text in the input.
    header: usize,
    /// Margin of the best span, cached because it is requested often.
    margin: f32,
}

impl ReadChunk {
    fn of(reading: Reading, header: usize) -> Self {
        let mut read = ReadChunk { reading: Arc::new(reading), header, margin: NO_SPAN };
        read.margin = read.best().map_or(NO_SPAN, |span| span.margin);
        read
    }

    /// Returns the fit of the chunk: a logit that orders the chunks of one question.
    pub fn rank(&self) -> f32 {
        self.reading.rank
    }

    /// Returns the answer logit; above 0 means that the chunk answers the question.
    pub fn answers(&self) -> f32 {
        self.reading.answers
    }

    /// Returns the best span of the chunk's own text, in byte offsets.
    pub fn best(&self) -> Option<Span> {
        self.best_within(0..usize::MAX)
    }

    /// Returns the best span within this byte range of the chunk's own text.
    pub fn best_within(&self, bytes: Range<usize>) -> Option<Span> {
        let there = |at: usize| at.saturating_add(self.header);
        let span = self.reading.best_within(there(bytes.start)..there(bytes.end))?;
        let back = |at: usize| at.saturating_sub(self.header);
        Some(Span { bytes: back(span.bytes.start)..back(span.bytes.end), ..span })
    }

    /// Returns the margin of the best span; far below 0 if there is no span.
    pub fn margin(&self) -> f32 {
        self.margin
    }
}

/// Function that returns one of the reader's signals.
type Signal = fn(&ReadChunk) -> f32;

/// Margin of a passage without words, below every margin of the reader.
const NO_SPAN: f32 = -25.0;

impl Search<'_> {
    /// Reads the candidates with the highest scores; all results are `None` without a reader. `scores` are in
    /// the order of the candidates. `in_time` is checked between batches.
    pub(super) fn read(
        &self,
        question: &str,
        candidates: &[Candidate],
        scores: &[f32],
        in_time: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<Option<ReadChunk>>, SearchError> {
        let mut read = vec![None; candidates.len()];
        let options = &self.options.reading;
        let Some(embedder) = self.embedder.filter(|_| options.enabled) else { return Ok(read) };
        let Some(reader) = embedder.reader()? else { return Ok(read) };
        let mut pool: Vec<(usize, &Candidate, f32)> =
            candidates.iter().zip(scores).enumerate().map(|(at, (c, score))| (at, c, *score)).collect();
        pool.sort_by(|a, b| b.2.total_cmp(&a.2));
        pool.truncate(options.pool);
        let summaries = self.summaries(pool.iter().map(|(_, c, _)| &c.chunk.source_id))?;
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
        for ((reading, header), (at, _, _)) in
            reader.read(question, &texts, in_time)?.into_iter().zip(&headers).zip(&pool)
        {
            if let (Some(reading), Some(slot)) = (reading, read.get_mut(*at)) {
                *slot = Some(ReadChunk::of(reading, header.len()));
            }
        }
        Ok(read)
    }

    /// Mixes the reader's signals into the scores. Standardises them to the mean and deviation of the scores
    /// of the candidates that were read.
    pub(super) fn mixed_with_reading(&self, scores: &[f32], read: &[Option<ReadChunk>]) -> Vec<f32> {
        let options = &self.options.reading;
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

/// Mean and deviation of some numbers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moments {
    pub(super) mean: f32,
    pub(super) deviation: f32,
}

impl Moments {
    pub(super) fn of(values: impl ExactSizeIterator<Item = f32> + Clone) -> Self {
        let count = f32::from(u16::try_from(values.len()).unwrap_or(u16::MAX)).max(1.0);
        let mean = values.clone().sum::<f32>() / count;
        let variance = values.map(|v| (v - mean) * (v - mean)).sum::<f32>() / count;
        Moments { mean, deviation: variance.sqrt() }
    }

    /// Returns the deviations above the mean; 0 if all values are equal.
    pub(super) fn standard(&self, value: f32) -> f32 {
        if self.deviation > 0.0 { (value - self.mean) / self.deviation } else { 0.0 }
    }
}

//! The reader over a pool of candidates: read once a question, kept for every later use.

use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::archive::{ChunkRecord, SourceSummary};
use crate::inference::{Reading, Span};

use super::error::SearchError;
use super::rerank::Candidate;
use super::search::Search;
use super::vocabulary::Vocabulary;

/// Settings of reading.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ReadingOptions {
    /// Off: passages are ranked and answers found without it.
    pub enabled: bool,
    /// Candidates that are read; each costs one forward pass of question and passage together. Over 63
    /// questions about real papers 8 gave every figure that 16 gave, a search taking .7 of the processor
    /// time; on condqa nDCG@10 is .880 and .882 (`benches/runs/2026-11-24-second-stage.json`).
    pub pool: usize,
    /// What the reader counts in the order of the candidates against all other parts, 0 to 1. Its
    /// logits have no scale of their own, so they are standardised over the pool and put on the scale of
    /// the other parts.
    pub weight: f32,
    /// Shares of the reader's three signals in that: how well the passage fits, whether it answers, by
    /// how much its best span beats "no answer here".
    pub signals: SignalShares,
}

/// Shares of the reader's signals, each standardised over the pool.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignalShares {
    /// How well the passage fits.
    pub rank: f32,
    /// Whether it answers.
    pub answers: f32,
    /// The margin of its best span.
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

/// What the reader said of a chunk.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadChunk {
    reading: Arc<Reading>,
    /// Bytes of the header that was read before the chunk's own text.
    header: usize,
    /// Of its best span; many ask for it.
    margin: f32,
}

impl ReadChunk {
    fn of(reading: Reading, header: usize) -> Self {
        let mut read = ReadChunk { reading: Arc::new(reading), header, margin: NO_SPAN };
        read.margin = read.best().map_or(NO_SPAN, |span| span.margin);
        read
    }

    /// How well the chunk fits the question: a logit that orders the chunks of one question.
    pub fn rank(&self) -> f32 {
        self.reading.rank
    }

    /// Whether it answers: a logit, above 0 for yes.
    pub fn answers(&self) -> f32 {
        self.reading.answers
    }

    /// The best span of the chunk's own text, in bytes of it.
    pub fn best(&self) -> Option<Span> {
        self.best_within(0..usize::MAX)
    }

    /// The best span within these bytes of the chunk's own text.
    pub fn best_within(&self, bytes: Range<usize>) -> Option<Span> {
        let there = |at: usize| at.saturating_add(self.header);
        let span = self.reading.best_within(there(bytes.start)..there(bytes.end))?;
        let back = |at: usize| at.saturating_sub(self.header);
        Some(Span { bytes: back(span.bytes.start)..back(span.bytes.end), ..span })
    }

    /// The margin of its best span; far below 0 where there is none.
    pub fn margin(&self) -> f32 {
        self.margin
    }
}

/// One of the things that the reader says of a chunk.
type Signal = fn(&ReadChunk) -> f32;

/// Below every margin that the reader gives: a passage without words.
const NO_SPAN: f32 = -25.0;

impl Search<'_> {
    /// Reads the candidates of the highest scores beside the question; all `None` without a reader.
    /// `scores` are in the candidates' order. `in_time` is asked between batches.
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
        let headers: Vec<String> =
            pool.iter().map(|(_, c, _)| reader_header(&c.chunk.record, summaries.get(&c.chunk.source_id))).collect();
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

    /// Puts what the reader says on the scale of the scores that it is mixed with: same mean and
    /// deviation over the candidates that were read.
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

    /// Deviations above the mean; 0 where all values are the same.
    pub(super) fn standard(&self, value: f32) -> f32 {
        if self.deviation > 0.0 { (value - self.mean) / self.deviation } else { 0.0 }
    }
}

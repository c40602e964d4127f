//! Second stage: reranks a list of candidates. Every part of the score is computed for every candidate,
//! whichever search found it.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use crate::archive::{Chunk, ChunkId, ChunkSet, SourceSummary, terms};
use crate::text::Embedding;

use super::error::SearchError;
use super::expected::Expected;
use super::late_interaction::LateInteraction;
use super::proximity::OrderedPairs;
use super::query::Mode;
use super::ranked::{Ranked, sort};
use super::rerank::{Candidate, Rerank};
use super::search::Search;

/// Report of the second stage.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize)]
pub struct Reranked {
    /// Name of the reranker; empty if there was none.
    pub by: String,
    /// Number of candidates given to the reranker.
    pub pool: usize,
    /// Number of candidates that the reader read.
    pub read: usize,
    /// Number of candidates not reached in time; the other parts rank them.
    pub out_of_time: usize,
}

impl Search<'_> {
    /// Reranks the first candidates; all others keep their order behind them.
    pub(super) fn second_stage(
        &self,
        text: &str,
        mode: Mode,
        embedding: Option<&Embedding>,
        read: bool,
        mut ranked: Vec<Ranked>,
    ) -> Result<(Vec<Ranked>, Reranked), SearchError> {
        let late = self.late_interaction(mode)?;
        let Some(reranker) = self.reranker.or(late.as_ref().map(|late| late as &dyn Rerank)) else {
            let rest = ranked.split_off(self.options.late_interaction.pool.min(ranked.len()));
            let ids: Vec<ChunkId> = ranked.iter().map(|r| r.fused.chunk).collect();
            for (r, chunk) in ranked.iter_mut().zip(&self.archive.chunks(&ids)?) {
                self.lower_notes(r, chunk)?;
            }
            sort(&mut ranked);
            ranked.extend(rest);
            return Ok((ranked, Reranked::default()));
        };
        let rest = ranked.split_off(reranker.pool().min(ranked.len()));
        let ids: Vec<ChunkId> = ranked.iter().map(|r| r.fused.chunk).collect();
        let candidates: Vec<Candidate> = self
            .archive
            .chunks(&ids)?
            .into_iter()
            .zip(&ranked)
            .map(|(chunk, r)| Candidate { chunk, fused: r.fused.clone() })
            .collect();
        let parts = self.parts(text, mode, embedding, &ids)?;
        let pairs = self.pairs(text, &candidates)?;
        // A budget beyond the clock's range means no deadline.
        let deadline = Instant::now().checked_add(Duration::from_millis(self.options.rerank_budget_ms));
        let weights = reranker.weights();
        let in_time = || deadline.is_none_or(|end| Instant::now() < end);
        let close = reranker.closeness(text, &candidates, &in_time)?;
        let mut out_of_time = 0;
        for ((r, pairs), close) in ranked.iter_mut().zip(pairs).zip(close) {
            let (words, meaning) = parts.get(&r.fused.chunk).copied().unwrap_or((0.0, None));
            out_of_time += usize::from(close.is_none());
            r.closeness = close.filter(|_| self.reranker.is_none());
            let mixed = weights.mix(words, meaning, close, pairs);
            r.boost(reranker.name(), mixed - r.fused.score);
        }
        let scores: Vec<f32> = ranked.iter().map(|r| r.score).collect();
        let read = if read {
            self.read(text, &candidates, &scores, &in_time)?
        } else {
            vec![None; candidates.len()]
        };
        let mixed = self.mixed_with_reading(&scores, &read);
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
                    r.boost("holds a value of the kind asked for", self.options.kind_boost);
                }
            }
        }
        for (r, candidate) in ranked.iter_mut().zip(&candidates) {
            let thin = self.thinness(text, candidate);
            if thin > 0.0 {
                r.boost("says little beyond its heading", -self.options.thin_penalty * thin);
            }
            self.lower_notes(r, &candidate.chunk)?;
        }
        let by = reranker.name().to_owned();
        let done = Reranked { by, pool: candidates.len(), read: read_of, out_of_time };
        sort(&mut ranked);
        ranked.extend(rest);
        Ok((ranked, done))
    }

    fn lower_notes(&self, ranked: &mut Ranked, chunk: &Chunk) -> Result<(), SearchError> {
        if self.begins_in_notes(chunk)? {
            ranked.boost("notes on the acts behind a section", -self.options.notes_penalty);
        }
        Ok(())
    }

    /// Returns true for a chunk that begins in the notes behind a section of law.
    pub(super) fn begins_in_notes(&self, chunk: &Chunk) -> Result<bool, SearchError> {
        let Some(law) = self.archive.summary(&chunk.source_id)?.filter(SourceSummary::is_section_of_law)
        else {
            return Ok(false);
        };
        let notes = law.notes_start(self.archive.source(&chunk.source_id)?.lines());
        Ok(notes.is_some_and(|at| chunk.record.lines().start >= at))
    }

    /// Returns 1 for a chunk without figures whose words all occur in its header or the question. Returns 0
    /// for one with figures or enough own words, and values in between otherwise.
    fn thinness(&self, question: &str, candidate: &Candidate) -> f32 {
        let record = &candidate.chunk.record;
        if record.table || record.text.chars().any(|c| c.is_ascii_digit()) {
            return 0.0;
        }
        let known: HashSet<String> = terms(&record.header).into_iter().chain(terms(question)).collect();
        let own: HashSet<String> = terms(&record.text).into_iter().filter(|t| !known.contains(t)).collect();
        let own = f32::from(u16::try_from(own.len()).unwrap_or(u16::MAX));
        (1.0 - own / f32::from(self.options.thin_words.max(1))).max(0.0)
    }

    /// Creates the second stage of a hybrid search, unless a custom one was given or it is disabled.
    fn late_interaction(&self, mode: Mode) -> Result<Option<LateInteraction<'_>>, SearchError> {
        let options = &self.options.late_interaction;
        let Some(embedder) = self.embedder.filter(|_| mode == Mode::Hybrid && options.enabled) else {
            return Ok(None);
        };
        let background = self.calibration(embedder)?.max_sim;
        Ok(background
            .map(|background| LateInteraction::new(self.archive, embedder, background, options.clone())))
    }

    /// Returns each chunk's BM25 score as a share of its ceiling and its cosine above the background.
    fn parts(
        &self,
        text: &str,
        mode: Mode,
        embedding: Option<&Embedding>,
        ids: &[ChunkId],
    ) -> Result<HashMap<ChunkId, (f32, Option<f32>)>, SearchError> {
        let within = ChunkSet::of(ids.iter().copied());
        let words = self.lexical(text, mode, &within, ids.len())?;
        let near: HashMap<ChunkId, f32> = self.nearest(embedding, &within, ids.len())?.into_iter().collect();
        let background = self.embedder.map(|e| self.calibration(e)).transpose()?.map(|c| c.cosine);
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
    fn pairs(&self, text: &str, candidates: &[Candidate]) -> Result<Vec<f32>, SearchError> {
        let asked = terms(text);
        let (frequencies, chunks) = self.archive.document_frequencies(&asked)?;
        let number = |n: u64| f32::from(u16::try_from(n).unwrap_or(u16::MAX));
        // Inverse document frequency as in BM25; capping counts at 65,535 changes next to nothing.
        let weight = |n: u64| (1.0 + (number(chunks.max(n)) - number(n) + 0.5) / (number(n) + 0.5)).ln();
        let weights: HashMap<&str, f32> =
            asked.iter().map(String::as_str).zip(frequencies.into_iter().map(weight)).collect();
        let pairs = OrderedPairs::of(&asked, |term| weights.get(term).copied().unwrap_or(0.0));
        let texts: Vec<Vec<String>> =
            candidates.iter().map(|c| terms(&c.chunk.record.embedded_text())).collect();
        let count = |n: usize| f32::from(u16::try_from(n).unwrap_or(u16::MAX));
        let mean = texts.iter().map(|t| count(t.len())).sum::<f32>() / count(texts.len()).max(1.0);
        Ok(texts.iter().map(|t| pairs.share(t, mean)).collect())
    }
}

//! One search in one archive.

use std::sync::OnceLock;
use std::time::Instant;

use crate::archive::Archive;
use crate::inference::Embedder;

use super::calibration::Calibration;
use super::error::SearchError;
use super::first_stage::Words;
use super::options::SearchOptions;
use super::query::{Mode, Query};
use super::ranked::Ranked;
use super::rerank::Rerank;
use super::result::{Ranking, SearchResult, Signals, Timing};
use super::wording::{BY_WORDS_ALONE, WITHOUT_GRAPH};

/// Searches an archive. Opens and measures everything once, so that a query opens nothing.
pub struct Search<'a> {
    pub(super) archive: &'a Archive,
    pub(super) embedder: Option<&'a dyn Embedder>,
    pub(super) reranker: Option<&'a dyn Rerank>,
    /// Measured by the first query that needs it, unless the model is known.
    calibration: OnceLock<Calibration>,
    pub(super) options: SearchOptions,
    /// Reason for missing vectors, if they are missing.
    without_vectors: Option<String>,
}

impl<'a> Search<'a> {
    /// Creates a search. Hybrid queries run on BM25 alone, with a note, if there is no embedder or if its
    /// model differs from the one of the archive's vectors.
    pub fn new(
        archive: &'a Archive,
        embedder: Option<&'a dyn Embedder>,
        options: SearchOptions,
    ) -> Search<'a> {
        let without_vectors = match (embedder, archive.model()) {
            (None, _) => Some("no embedding model is loaded".to_owned()),
            (Some(_), None) => Some("the archive holds no vectors".to_owned()),
            (Some(embedder), Some(model)) if *embedder.model() != model => Some(format!(
                "the archive's vectors are of {model}, the model that is loaded is {}",
                embedder.model()
            )),
            _ => None,
        };
        let embedder = if without_vectors.is_none() { embedder } else { None };
        let calibration = OnceLock::new();
        Search { archive, embedder, reranker: None, calibration, options, without_vectors }
    }

    /// Adds a second stage.
    pub fn with_reranker(mut self, reranker: &'a dyn Rerank) -> Self {
        self.reranker = Some(reranker);
        self
    }

    /// Runs one query. BM25 and the query's embedding run in parallel; both see the same filtered set of
    /// chunks.
    pub fn run(&self, query: &Query) -> Result<SearchResult, SearchError> {
        let start = Instant::now();
        let Stages { ranked, signals, mut timing } = self.stages(query)?;
        let top: Vec<Ranked> = ranked.into_iter().take(query.k).collect();
        let (hits, fetch_ms) = timed(|| self.hits(&top, query.explain));
        timing.fetch = fetch_ms;
        timing.total = milliseconds(start);
        Ok(SearchResult { hits: hits?, signals, timing })
    }

    /// Ranks without loading texts: returns the `k` best chunks with their scores.
    pub fn rank(&self, query: &Query) -> Result<Ranking, SearchError> {
        let start = Instant::now();
        let Stages { ranked, signals, mut timing } = self.stages(query)?;
        let chunks = ranked.iter().take(query.k).map(|r| (r.fused.chunk, r.score)).collect();
        timing.total = milliseconds(start);
        Ok(Ranking { chunks, signals, timing })
    }

    fn stages(&self, query: &Query) -> Result<Stages, SearchError> {
        let mut timing = Timing::default();
        if query.text.trim().is_empty() {
            return Err(SearchError::EmptyQuery);
        }
        let (mode, mut notes) = self.mode(query.mode)?;
        let (within, filter_ms) = timed(|| self.archive.select(&query.filter));
        let within = within?;
        timing.filter = filter_ms;

        let depth = self.options.depth.max(query.k);
        // The embedding takes longest, so it stays on this thread and BM25 runs beside it.
        let mut lexical = (Ok(Words::default()), 0.0);
        let mut embedded = (Ok(Vec::new()), 0.0);
        let mut nearest = (Ok(Vec::new()), 0.0);
        rayon::in_place_scope(|beside| {
            beside.spawn(|_| lexical = timed(|| self.lexical(&query.text, mode, &within, depth)));
            embedded = timed(|| self.embed(&[&query.text], mode));
            if let Ok(embeddings) = &embedded.0 {
                nearest = timed(|| self.nearest(embeddings.first(), &within, depth));
            }
        });
        (timing.bm25, timing.embed, timing.vector) = (lexical.1, embedded.1, nearest.1);
        let (words, embeddings, nearest) = (lexical.0?, embedded.0?, nearest.0?);

        let (fused, fuse_ms) = timed(|| self.fuse(mode, &words, &nearest));
        let (fused, signals) = fused?;
        let mut ranked: Vec<Ranked> = fused.into_iter().map(Ranked::new).collect();
        let (boosted, boost_ms) = timed(|| self.boost(query, &mut ranked));
        boosted?;
        timing.fuse = fuse_ms + boost_ms;
        if query.rerank {
            let (reranked, rerank_ms) =
                timed(|| self.second_stage(&query.text, mode, embeddings.first(), query.read, ranked));
            ranked = reranked?.0;
            timing.rerank = rerank_ms;
        }
        notes.extend(self.without_graph(mode));
        Ok(Stages { ranked, signals: Signals { searched: within.len(), notes, ..signals }, timing })
    }

    pub(super) fn mode(&self, wanted: Mode) -> Result<(Mode, Vec<String>), SearchError> {
        match (wanted, &self.without_vectors) {
            (Mode::Bm25, _) | (_, None) => Ok((wanted, Vec::new())),
            (Mode::Vector, Some(what)) => Err(SearchError::NoVectors { what: what.clone() }),
            (Mode::Hybrid, Some(what)) => Ok((Mode::Bm25, vec![BY_WORDS_ALONE.say(&[what])])),
        }
    }

    /// Returns a note about an unreadable vector graph after a search, since often only a search detects it.
    pub(super) fn without_graph(&self, mode: Mode) -> Option<String> {
        (mode != Mode::Bm25 && self.archive.without_graph().is_some()).then(|| WITHOUT_GRAPH.say(&[]))
    }

    pub(super) fn calibration(&self, embedder: &dyn Embedder) -> Result<Calibration, SearchError> {
        if let Some(calibration) = self.calibration.get() {
            return Ok(*calibration);
        }
        let calibration = match Calibration::known(embedder.model()) {
            Some(known) => known,
            None => Calibration::measure(embedder)?,
        };
        Ok(*self.calibration.get_or_init(|| calibration))
    }
}

struct Stages {
    ranked: Vec<Ranked>,
    signals: Signals,
    timing: Timing,
}

pub(super) fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let value = work();
    (value, milliseconds(start))
}

pub(super) fn milliseconds(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1e3
}

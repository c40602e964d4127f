//! One search in one archive.

use std::time::Instant;

use crate::error::SearchError;
use crate::question::query::Query;
use crate::rank::ranked::Ranked;
use crate::rank::rerank::Rerank;
use twolane_archive::Archive;
use twolane_encoder::Embedder;

use super::boosts::boost;
use super::first_stage::{Words, embed, fuse_candidates, lexical, nearest};
use super::hits::hits;
use super::options::SearchOptions;
use super::result::{Ranking, SearchResult};
use super::search_context::SearchContext;
use super::second_stage::second_stage;
use super::signals::Signals;
use super::timing::{Timing, milliseconds, timed};

/// Searches an archive. Opens and measures everything once, so that a query opens nothing.
pub struct Search<'a> {
    context: SearchContext<'a>,
}

impl<'a> Search<'a> {
    /// Creates a search. Hybrid queries run on BM25 alone, with a note, if there is no embedder or if its
    /// model differs from the one of the archive's vectors.
    pub fn new(
        archive: &'a Archive,
        embedder: Option<&'a dyn Embedder>,
        options: SearchOptions,
    ) -> Search<'a> {
        Search { context: SearchContext::new(archive, embedder, options) }
    }

    /// Adds a second stage.
    pub fn with_reranker(mut self, reranker: &'a dyn Rerank) -> Self {
        self.context.reranker = Some(reranker);
        self
    }

    /// Runs one query. BM25 and the query's embedding run in parallel; both see the same filtered set of
    /// chunks.
    pub fn run(&self, query: &Query) -> Result<SearchResult, SearchError> {
        let start = Instant::now();
        let Stages { ranked, signals, mut timing } = self.stages(query)?;
        let top: Vec<Ranked> = ranked.into_iter().take(query.k).collect();
        let (hits, fetch_ms) =
            timed(|| hits(self.context.archive, &self.context.options.fusion, &top, query.explain));
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

    /// Runs all stages before the texts are loaded.
    fn stages(&self, query: &Query) -> Result<Stages, SearchError> {
        let context = &self.context;
        let (archive, options) = (context.archive, &context.options);
        let mut timing = Timing::default();
        if query.text.trim().is_empty() {
            return Err(SearchError::EmptyQuery);
        }
        let (mode, mut notes) = context.mode(query.mode)?;
        let (within, filter_ms) = timed(|| archive.select(&query.filter));
        let within = within?;
        timing.filter = filter_ms;

        let depth = options.depth.max(query.k);
        // The embedding takes longest, so it stays on this thread and BM25 runs beside it.
        let mut keyword = (Ok(Words::default()), 0.0);
        let mut embedded = (Ok(Vec::new()), 0.0);
        let mut vector = (Ok(Vec::new()), 0.0);
        rayon::in_place_scope(|beside| {
            beside.spawn(|_| {
                keyword = timed(|| lexical(archive, &options.lexical, &query.text, mode, &within, depth))
            });
            embedded = timed(|| embed(context.embedder, &[&query.text], mode));
            if let Ok(embeddings) = &embedded.0 {
                vector = timed(|| nearest(archive, embeddings.first(), &within, depth));
            }
        });
        (timing.bm25, timing.embed, timing.vector) = (keyword.1, embedded.1, vector.1);
        let (words, embeddings, near) = (keyword.0?, embedded.0?, vector.0?);

        let (fused, fuse_ms) = timed(|| fuse_candidates(context, mode, &words, &near));
        let (fused, signals) = fused?;
        let mut ranked: Vec<Ranked> = fused.into_iter().map(Ranked::new).collect();
        let (boosted, boost_ms) = timed(|| boost(archive, options, query, &mut ranked));
        boosted?;
        timing.fuse = fuse_ms + boost_ms;
        if query.rerank {
            let (reranked, rerank_ms) =
                timed(|| second_stage(context, &query.text, mode, embeddings.first(), query.read, ranked));
            ranked = reranked?.0;
            timing.rerank = rerank_ms;
        }
        notes.extend(context.faults(mode));
        Ok(Stages { ranked, signals: Signals { searched: within.len(), notes, ..signals }, timing })
    }
}

/// Ranked chunks with the signals and times of the stages behind them.
struct Stages {
    ranked: Vec<Ranked>,
    signals: Signals,
    timing: Timing,
}

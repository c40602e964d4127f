//! One search over one archive.

use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;
use std::time::Instant;

use crate::archive::{Archive, Chunk, ChunkId, ChunkSet, LexicalHit, SourceSummary};
use crate::inference::{Embedder, Role};
use crate::law::Grammar;
use crate::text::SourceId;

use super::calibration::Calibration;
use super::error::SearchError;
use super::expected::Expected;
use super::explain::{Boost, Explanation, why};
use super::fusion::{Fused, Side, fuse};
use super::late_interaction::LateInteraction;
use super::options::SearchOptions;
use super::query::{Mode, Query};
use super::rerank::{Candidate, Rerank};
use super::result::{Hit, Ranking, SearchResult, Signals, Timing};

/// Searches an archive. Holds what is opened and measured once; a query opens nothing.
pub struct Search<'a> {
    archive: &'a Archive,
    embedder: Option<&'a dyn Embedder>,
    reranker: Option<&'a dyn Rerank>,
    /// Measured by the first query that needs it, unless the model is a known one.
    calibration: OnceLock<Calibration>,
    options: SearchOptions,
    /// Why there are no vectors, when there are none.
    without_vectors: Option<String>,
}

impl<'a> Search<'a> {
    /// Without an embedder, or with one of another model than the archive's vectors, hybrid
    /// queries run on BM25 alone and say so.
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
        Search { archive, embedder, reranker: None, calibration: OnceLock::new(), options, without_vectors }
    }

    /// Adds a second stage.
    pub fn with_reranker(mut self, reranker: &'a dyn Rerank) -> Self {
        self.reranker = Some(reranker);
        self
    }

    /// Runs one query. BM25 and the query's embedding run side by side; both see the same
    /// filtered set of chunks.
    pub fn run(&self, query: &Query) -> Result<SearchResult, SearchError> {
        let start = Instant::now();
        let Stages { ranked, signals, mut timing } = self.stages(query)?;
        let (hits, fetch_ms) = timed(|| self.hits(query, &ranked));
        timing.fetch = fetch_ms;
        timing.total = milliseconds(start);
        Ok(SearchResult { hits: hits?, signals, timing })
    }

    /// The ranking alone: the `k` best chunks with their scores, without fetching their texts.
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
        let (mode, notes) = self.mode(query.mode)?;
        let (within, filter_ms) = timed(|| self.archive.select(&query.filter));
        let within = within?;
        timing.filter = filter_ms;

        let depth = self.options.depth.max(query.k);
        // The embedding takes longest, so it stays on this thread and BM25 goes beside it.
        let mut lexical = (Ok(Words::default()), 0.0);
        let mut vector = Ok(Meaning::default());
        rayon::in_place_scope(|beside| {
            beside.spawn(|_| lexical = timed(|| self.lexical(query, mode, &within, depth)));
            vector = self.vector(query, mode, &within, depth);
        });
        let (words, bm25_ms) = lexical;
        let (words, meaning) = (words?, vector?);
        (timing.bm25, timing.embed, timing.vector) = (bm25_ms, meaning.embed_ms, meaning.scan_ms);

        let (ranked, fuse_ms) = timed(|| self.fuse(query, mode, &words, &meaning));
        let (mut ranked, signals) = ranked?;
        timing.fuse = fuse_ms;
        if query.rerank {
            let late = self.late_interaction(mode);
            let reranker = self.reranker.or(late.as_ref().map(|late| late as &dyn Rerank));
            if let Some(reranker) = reranker {
                let (reranked, rerank_ms) = timed(|| self.rerank(reranker, query, ranked));
                ranked = reranked?;
                timing.rerank = rerank_ms;
            }
        }
        Ok(Stages { ranked, signals: Signals { searched: within.len(), notes, ..signals }, timing })
    }

    /// The second stage of a hybrid search, unless another one was given or it is switched off.
    fn late_interaction(&self, mode: Mode) -> Option<LateInteraction<'a>> {
        let options = &self.options.late_interaction;
        let embedder = self.embedder.filter(|_| mode == Mode::Hybrid && options.enabled)?;
        Some(LateInteraction::new(embedder, options.clone()))
    }

    fn mode(&self, wanted: Mode) -> Result<(Mode, Vec<String>), SearchError> {
        match (wanted, &self.without_vectors) {
            (Mode::Bm25, _) | (_, None) => Ok((wanted, Vec::new())),
            (Mode::Vector, Some(what)) => Err(SearchError::NoVectors { what: what.clone() }),
            (Mode::Hybrid, Some(what)) => Ok((Mode::Bm25, vec![format!("searched by words alone: {what}")])),
        }
    }

    fn calibration(&self, embedder: &dyn Embedder) -> Result<Calibration, SearchError> {
        if let Some(calibration) = self.calibration.get() {
            return Ok(*calibration);
        }
        let calibration = match Calibration::known(embedder.model()) {
            Some(known) => known,
            None => Calibration::measure(embedder)?,
        };
        Ok(*self.calibration.get_or_init(|| calibration))
    }

    fn lexical(
        &self,
        query: &Query,
        mode: Mode,
        within: &ChunkSet,
        depth: usize,
    ) -> Result<Words, SearchError> {
        if mode == Mode::Vector {
            return Ok(Words::default());
        }
        let options = &self.options.lexical;
        let hits = self.archive.lexical(&query.text, within, depth, options)?;
        let ceiling = self.archive.lexical_ceiling(&query.text, options)?;
        Ok(Words { hits, ceiling })
    }

    fn vector(
        &self,
        query: &Query,
        mode: Mode,
        within: &ChunkSet,
        depth: usize,
    ) -> Result<Meaning, SearchError> {
        let Some(embedder) = self.embedder.filter(|_| mode != Mode::Bm25) else {
            return Ok(Meaning::default());
        };
        let (embeddings, embed_ms) = timed(|| embedder.embed(&[&query.text], Role::Query, &|_, _| true));
        let Some(embedding) = embeddings?.into_iter().next() else {
            return Ok(Meaning::default());
        };
        let (hits, scan_ms) = timed(|| self.archive.nearest(&embedding, within, depth));
        Ok(Meaning { hits: hits?, background: Some(self.calibration(embedder)?), embed_ms, scan_ms })
    }

    fn fuse(
        &self,
        query: &Query,
        mode: Mode,
        words: &Words,
        meaning: &Meaning,
    ) -> Result<(Vec<Ranked>, Signals), SearchError> {
        let lexical = Side {
            hits: words.hits.iter().map(|hit| (hit.chunk, hit.score)).collect(),
            ceiling: words.ceiling,
            background: None,
        };
        let vector = Side { hits: meaning.hits.clone(), ceiling: Some(1.0), background: meaning.background };
        let signals = Signals {
            mode,
            fusion: if mode == Mode::Hybrid { self.options.fusion.to_string() } else { String::new() },
            model: self.embedder.filter(|_| mode != Mode::Bm25).map(|e| e.model().to_string()),
            searched: None,
            bm25_candidates: lexical.hits.len(),
            vector_candidates: vector.hits.len(),
            agreement_at_10: common(&lexical, &vector, 10),
            best_cosine: vector.hits.first().map(|hit| hit.1),
            best_coverage: lexical
                .hits
                .first()
                .zip(words.ceiling)
                .map(|(hit, c)| (hit.1 / c).clamp(0.0, 1.0)),
            notes: Vec::new(),
        };
        let mut fused = fuse(&lexical, &vector, &self.options.fusion);
        let matched: HashMap<ChunkId, &[String]> =
            words.hits.iter().map(|hit| (hit.chunk, hit.matched.as_slice())).collect();
        for f in &mut fused {
            if let Some(side) = &mut f.lexical {
                side.matched = matched.get(&f.chunk).map(|m| m.to_vec()).unwrap_or_default();
            }
        }
        Ok((self.boost(query, fused)?, signals))
    }

    fn boost(&self, query: &Query, fused: Vec<Fused>) -> Result<Vec<Ranked>, SearchError> {
        let mut ranked: Vec<Ranked> =
            fused.into_iter().map(|fused| Ranked { score: fused.score, fused, boosts: Vec::new() }).collect();
        let mut named: Vec<String> =
            Grammar::built_in().find(&query.text).into_iter().flat_map(|found| found.citation.keys()).collect();
        named.extend(query.citations.iter().cloned());
        if named.is_empty() && !query.prefer_recent {
            return Ok(ranked);
        }
        let ids: Vec<ChunkId> = ranked.iter().map(|r| r.fused.chunk).collect();
        let chunks = self.archive.chunks(&ids)?;
        for (r, chunk) in ranked.iter_mut().zip(&chunks) {
            r.boosts.extend(self.citation_boost(&named, chunk));
        }
        if query.prefer_recent {
            let summaries = self.summaries(chunks.iter().map(|c| &c.source_id))?;
            let dates: Vec<Option<&str>> = chunks
                .iter()
                .map(|c| summaries.get(&c.source_id).and_then(|s| s.meta.date.as_deref()))
                .collect();
            let added = self.options.recency.boosts(&dates);
            for ((r, added), date) in ranked.iter_mut().zip(added).zip(&dates) {
                if let Some(date) = date.filter(|_| added > 0.0) {
                    r.boosts.push(Boost { reason: format!("dated {date}"), added });
                }
            }
        }
        for r in &mut ranked {
            r.score += r.boosts.iter().map(|b| b.added).sum::<f32>();
        }
        // Stable: equal scores keep the order that fusion gave them.
        ranked.sort_by(|a, b| b.score.total_cmp(&a.score));
        Ok(ranked)
    }

    fn citation_boost(&self, named: &[String], chunk: &Chunk) -> Option<Boost> {
        let wanted = |text: &String| named.iter().any(|c| c.eq_ignore_ascii_case(text));
        let full = self.options.citation_boost;
        if let Some(section) = chunk.record.section.as_ref().filter(|s| wanted(s)) {
            return Some(Boost { reason: format!("is {section}"), added: full });
        }
        let cited = chunk.record.citations.iter().find(|c| wanted(c))?;
        Some(Boost { reason: format!("cites {cited}"), added: full / 2.0 })
    }

    fn rerank(
        &self,
        reranker: &dyn Rerank,
        query: &Query,
        mut ranked: Vec<Ranked>,
    ) -> Result<Vec<Ranked>, SearchError> {
        let rest = ranked.split_off(reranker.pool().min(ranked.len()));
        let ids: Vec<ChunkId> = ranked.iter().map(|r| r.fused.chunk).collect();
        let candidates: Vec<Candidate> = self
            .archive
            .chunks(&ids)?
            .into_iter()
            .zip(&ranked)
            .map(|(chunk, r)| Candidate { chunk, fused: r.fused.clone() })
            .collect();
        for (r, score) in ranked.iter_mut().zip(reranker.scores(&query.text, &candidates)?) {
            r.boosts.push(Boost { reason: reranker.name().to_owned(), added: score - r.score });
            r.score = score;
        }
        let expected = Expected::of(&query.text);
        if expected != Expected::Any {
            for (r, candidate) in ranked.iter_mut().zip(&candidates) {
                if expected.is_in(&candidate.chunk.record.text) {
                    let added = self.options.kind_boost;
                    r.boosts.push(Boost { reason: "holds a value of the kind asked for".to_owned(), added });
                    r.score += added;
                }
            }
        }
        ranked.sort_by(|a, b| b.score.total_cmp(&a.score));
        ranked.extend(rest);
        Ok(ranked)
    }

    fn hits(&self, query: &Query, ranked: &[Ranked]) -> Result<Vec<Hit>, SearchError> {
        let top: Vec<&Ranked> = ranked.iter().take(query.k).collect();
        let ids: Vec<ChunkId> = top.iter().map(|r| r.fused.chunk).collect();
        let chunks = self.archive.chunks(&ids)?;
        let summaries = self.summaries(chunks.iter().map(|c| &c.source_id))?;
        let mut labels = HashMap::new();
        let mut hits = Vec::with_capacity(top.len());
        for ((rank, r), chunk) in (1..).zip(top).zip(chunks) {
            let Some(summary) = summaries.get(&chunk.source_id) else { continue };
            let source = self.archive.source(&chunk.source_id)?;
            let lines = index(chunk.record.first_line)..index(chunk.record.end_line);
            let locator = source.locator(lines.clone()).ok_or_else(|| crate::text::NotInSource {
                source_id: chunk.source_id.clone(),
                what: format!("lines {} to {}", lines.start, lines.end),
            })?;
            let quote = source.quote(&locator)?;
            hits.push(Hit {
                rank,
                score: r.score,
                chunk: chunk.id,
                source: summary.clone(),
                quote,
                page: chunk.page,
                label: self.label(&mut labels, &chunk)?,
                section: chunk.record.section,
                header: chunk.record.header,
                table: chunk.record.table,
                why: why(&r.fused, &r.boosts),
                explanation: query.explain.then(|| Explanation {
                    policy: self.options.fusion.to_string(),
                    bm25: r.fused.lexical.clone(),
                    vector: r.fused.vector.clone(),
                    fused: r.fused.score,
                    boosts: r.boosts.clone(),
                }),
            });
        }
        Ok(hits)
    }

    fn label(&self, labels: &mut Labels, chunk: &Chunk) -> Result<Option<String>, SearchError> {
        if chunk.page == 0 {
            return Ok(None);
        }
        if !labels.contains_key(&chunk.source_id) {
            let pages = self.archive.pages(&chunk.source_id)?;
            let of_page = pages.into_iter().filter_map(|p| Some((p.number, p.label?))).collect();
            labels.insert(chunk.source_id.clone(), of_page);
        }
        Ok(labels.get(&chunk.source_id).and_then(|l| l.get(&chunk.page)).cloned())
    }

    fn summaries<'s>(
        &self,
        sources: impl Iterator<Item = &'s SourceId>,
    ) -> Result<HashMap<SourceId, SourceSummary>, SearchError> {
        let mut summaries = HashMap::new();
        for id in sources {
            if !summaries.contains_key(id)
                && let Some(summary) = self.archive.summary(id)?
            {
                summaries.insert(id.clone(), summary);
            }
        }
        Ok(summaries)
    }
}

type Labels = HashMap<SourceId, HashMap<u32, String>>;

#[derive(Default)]
struct Words {
    hits: Vec<LexicalHit>,
    ceiling: Option<f32>,
}

#[derive(Default)]
struct Meaning {
    hits: Vec<(ChunkId, f32)>,
    background: Option<Calibration>,
    embed_ms: f64,
    scan_ms: f64,
}

struct Stages {
    ranked: Vec<Ranked>,
    signals: Signals,
    timing: Timing,
}

struct Ranked {
    score: f32,
    fused: Fused,
    boosts: Vec<Boost>,
}

fn common(a: &Side, b: &Side, k: usize) -> usize {
    let first: HashSet<ChunkId> = a.hits.iter().take(k).map(|hit| hit.0).collect();
    b.hits.iter().take(k).filter(|hit| first.contains(&hit.0)).count()
}

fn index(line: u32) -> usize {
    usize::try_from(line).unwrap_or(usize::MAX)
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let value = work();
    (value, milliseconds(start))
}

fn milliseconds(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1e3
}

//! Retrieval over all lanes: queries, passes, second stage, merge (SPEC RET-2 to RET-9).

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::time::Instant;

use crate::archive::Archive;
use crate::inference::Embedder;
use crate::text::Embedding;

use super::error::SearchError;
use super::folding::{Folded, descending};
use super::following::editions;
use super::hits::hits;
use super::judging::{FIRST, Judged, alignment, confidence, drifted, off_topic};
use super::lane_search::LaneSearch;
use super::merge::{Asked, Entry, MergeLane, Merged, belongs, merge};
use super::options::SearchOptions;
use super::question::Known;
use super::ranked::Ranked;
use super::request::Request;
use super::rerank::Rerank;
use super::result::Hit;
use super::retrieval_options::RetrievalOptions;
use super::retrieval_signals::RetrievalSignals;
use super::retrieved::{LaneHits, Retrieved};
use super::search_context::SearchContext;
use super::second_stage::second_stage;
use super::signals::Signals;
use super::strength::{Findings, Strength};
use super::summaries::summaries;
use super::timing::{Timing, milliseconds, timed};
use super::told::Memory;
use super::trace::Trace;
use super::vocabulary::{Vocabulary, VocabularyError};

/// Searches an archive's lanes. Opens and measures everything once, so that a question opens nothing.
pub struct Retriever<'a> {
    pub(super) search: SearchContext<'a>,
    pub(super) options: RetrievalOptions,
    pub(super) vocabulary: Cow<'a, Vocabulary>,
    pub(super) memory: Memory,
}

/// Extra candidates of a lane beyond its K, to replace those merged into another as copies.
pub(super) const COPIES: usize = 4;

impl<'a> Retriever<'a> {
    /// Creates a retriever. Without an embedder it uses keyword search alone, see [`Search::new`](super::Search::new).
    ///
    /// # Errors
    /// [`SearchError`] if the options name an unusable vocabulary file.
    pub fn new(
        archive: &'a Archive,
        embedder: Option<&'a dyn Embedder>,
        search: SearchOptions,
        options: RetrievalOptions,
    ) -> Result<Retriever<'a>, VocabularyError> {
        let vocabulary = match &options.vocabulary {
            Some(path) => Cow::Owned(Vocabulary::read(path)?),
            None => Cow::Borrowed(Vocabulary::built_in()),
        };
        let search = SearchContext::new(archive, embedder, search);
        Ok(Retriever { search, options, vocabulary, memory: Memory::default() })
    }

    /// Replaces the second stage.
    pub fn with_reranker(mut self, reranker: &'a dyn Rerank) -> Self {
        self.search.reranker = Some(reranker);
        self
    }

    /// Returns the domain vocabulary in use.
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// Returns the archive that it searches.
    pub fn archive(&self) -> &Archive {
        self.search.archive
    }

    /// Returns its settings.
    pub fn options(&self) -> &RetrievalOptions {
        &self.options
    }

    /// Runs a request against the archive.
    pub fn run(&self, request: &Request) -> Result<Retrieved, SearchError> {
        let start = Instant::now();
        if request.text().trim().is_empty() {
            return Err(SearchError::EmptyQuery);
        }
        let (mode, mut notes) = self.search.mode(request.query.mode)?;
        let mut timing = Timing::default();
        let (known, plan_ms) = timed(|| self.known(request, mode));
        let known = known?;
        let (lanes, filter_ms) = timed(|| self.lanes(&known));
        let mut lanes = lanes?;
        notes.extend(self.missing(&known, &lanes)?);
        (timing.plan, timing.filter) = (plan_ms, filter_ms);

        let mut embeddings = HashMap::new();
        self.first_queries(&known, &mut lanes, &mut embeddings, &mut timing)?;
        let (reasons, judge_ms) = timed(|| self.reasons_for_second_pass(&known, &lanes));
        let reasons = reasons?;
        timing.fuse += judge_ms;
        if !reasons.is_empty() {
            self.second_queries(&known, &mut lanes, &mut embeddings, &mut timing)?;
        }

        let (pool, pool_ms) = timed(|| self.pool(&known, &lanes, !reasons.is_empty()));
        let pool = pool?;
        timing.fuse += pool_ms;
        let asked = known.without_place.as_str();
        let embedding = embeddings.get(asked);
        let (ranked, rerank) = if request.query.rerank {
            let (done, rerank_ms) =
                timed(|| second_stage(&self.search, asked, mode, embedding, request.query.read, pool));
            timing.rerank = rerank_ms;
            done?
        } else {
            (pool, Default::default())
        };
        let (built, merge_ms) = timed(|| self.merged(&known, &lanes, ranked, embedding, !reasons.is_empty()));
        let Built { judged, merged, folded, lane_order } = built?;
        timing.merge = merge_ms;

        notes.extend(self.search.without_graph(mode));
        let signals = self.signals(&known, &lanes, &judged, &merged, !reasons.is_empty(), notes);
        let strength = self.strength(&known, &lanes, &judged, &merged, &signals)?;
        let followed = self.followed(&known, &lanes, &judged, &merged, embedding)?;
        let (hits, fetch_ms) = timed(|| self.hits(&known, &judged, &merged, &folded, &followed));
        let hits = hits?;
        timing.fetch = fetch_ms;
        let lane_hits: Vec<LaneHits> = lanes
            .iter()
            .zip(&lane_order)
            .filter(|_| request.lane_hits)
            .map(|(lane, order)| {
                let hits = super::hits::hits(
                    self.archive(),
                    &self.search.options.fusion,
                    order,
                    request.query.explain,
                )?;
                Ok(LaneHits { name: lane.name.clone(), hits })
            })
            .collect::<Result<_, SearchError>>()?;
        let mut traces: Vec<_> = lanes.into_iter().map(|lane| lane.trace).collect();
        for (trace, order) in traces.iter_mut().zip(&lane_order) {
            trace.kept = order.len();
        }
        let first: Vec<&Judged> =
            merged.placed.iter().take(FIRST).filter_map(|p| judged.get(p.entry)).collect();
        let elsewhere = if known.matter.has_situation() { off_topic(&first) } else { Vec::new() };
        let trace = Trace {
            towns: known.told.place.towns.clone(),
            jurisdictions: known.told.place.jurisdictions.clone(),
            telling_words: known.told.telling.words_of(request.text()),
            legal_topics: known.matter.legal_topics().to_vec(),
            legal_salience: known.asked.legal_salience,
            lanes: traces,
            off_topic: elsewhere,
            second_pass: reasons,
            rerank,
            folded: folded.values().map(Vec::len).sum(),
            context: merged.context,
            named: known.named,
            followed: followed.len(),
        };
        timing.total = milliseconds(start);
        Ok(Retrieved { hits, lanes: lane_hits, signals, strength, trace, timing })
    }

    /// Merges the lanes: cuts them to their K, deduplicates copies and applies the rules.
    fn merged(
        &self,
        known: &Known<'_>,
        lanes: &[LaneSearch],
        ranked: Vec<Ranked>,
        embedding: Option<&Embedding>,
        second: bool,
    ) -> Result<Built, SearchError> {
        let mut judged = self.judge(known, lanes, descending(ranked))?;
        let mut folded = Folded::new();
        if known.request.merge_rules {
            // Runs before the K of a lane is counted, since copies do not count.
            (judged, folded) = self.fold(judged)?;
            judged = self.covering(judged);
        }
        self.put_named_first(known, lanes, &known.named, embedding, &mut judged)?;
        if known.request.merge_rules {
            // The K of a lane is filled first with chunks of the question's own matter.
            let of_it = |j: &Judged| belongs(&self.entry(known, lanes, j));
            let prior = |j: &Judged| {
                j.ranked.score
                    + if j.standing.situation || j.named { self.options.merge.situation_boost } else { 0.0 }
            };
            let own_first = !judged.iter().all(of_it);
            judged.sort_by(|a, b| {
                let own = if own_first { of_it(b).cmp(&of_it(a)) } else { Ordering::Equal };
                own.then(prior(b).total_cmp(&prior(a)))
            });
        } else if !known.named.is_empty() {
            judged.sort_by(|a, b| b.ranked.score.total_cmp(&a.ranked.score));
        }
        let mut kept = vec![0usize; lanes.len()];
        let mut lane_order: Vec<Vec<Ranked>> = vec![Vec::new(); lanes.len()];
        judged.retain(|j| {
            let Some(count) = kept.get_mut(j.lane) else { return false };
            *count += 1;
            let keep = lanes.get(j.lane).is_some_and(|lane| *count <= lane_k(lane, second));
            if let (true, Some(order)) = (keep, lane_order.get_mut(j.lane)) {
                order.push(j.ranked.clone());
            }
            keep
        });
        // MAX_COMBINED_CHUNKS, or the number of requested hits if larger.
        judged.truncate(self.options.merge.max_combined_chunks.max(known.request.query.k));
        let merge_lanes: Vec<MergeLane> = lanes
            .iter()
            .map(|lane| MergeLane { cap: lane.options.context_cap, statewide: lane.options.statewide })
            .collect();
        let entries: Vec<Entry> = judged.iter().map(|j| self.entry(known, lanes, j)).collect();
        let asked = if known.request.merge_rules { known.asked } else { Asked::default() };
        let merged = merge(&entries, &merge_lanes, asked, &self.options.merge);
        Ok(Built { judged, merged, folded, lane_order })
    }

    fn signals(
        &self,
        known: &Known<'_>,
        lanes: &[LaneSearch],
        judged: &[Judged],
        merged: &Merged,
        used_second_pass: bool,
        notes: Vec<String>,
    ) -> RetrievalSignals {
        let top: Vec<&Judged> =
            merged.placed.iter().take(FIRST).filter_map(|p| judged.get(p.entry)).collect();
        let situation = known.matter.has_situation();
        let search = lanes.iter().filter_map(|lane| lane.signals.clone()).reduce(|a, b| a.and(b)).map(|s| {
            Signals { searched: lanes.iter().map(|l| l.trace.searched).sum(), notes: notes.clone(), ..s }
        });
        RetrievalSignals {
            search: search.unwrap_or_else(|| Signals::nothing(known.mode, notes)),
            retrieval_confidence: confidence(&top),
            topic_alignment: situation.then(|| alignment(&top)),
            drift_detected: situation && drifted(&top),
            archive_chunks_found: lanes.iter().map(|l| l.trace.candidates).sum(),
            used_second_pass,
        }
    }

    fn strength(
        &self,
        known: &Known<'_>,
        lanes: &[LaneSearch],
        judged: &[Judged],
        merged: &Merged,
        signals: &RetrievalSignals,
    ) -> Result<Strength, SearchError> {
        let context: Vec<&Judged> =
            merged.placed.iter().take(merged.context).filter_map(|p| judged.get(p.entry)).collect();
        let statewide = |j: &&&Judged| lanes.get(j.lane).is_some_and(|lane| lane.options.statewide);
        let state: Vec<&&Judged> = context.iter().filter(statewide).collect();
        let topics = known.matter.legal_topics();
        let spoken = topics.iter().filter(|topic| {
            context.iter().any(|j| {
                let terms = super::phrase::terms_of(&j.chunk.record.text);
                self.vocabulary.legal_topics_in(&terms).contains(&topic.as_str())
            })
        });
        let share = |part: usize, whole: usize| {
            let number = |n: usize| f32::from(u16::try_from(n).unwrap_or(u16::MAX));
            (whole > 0).then(|| number(part) / number(whole))
        };
        let summaries = summaries(self.archive(), state.iter().map(|j| &j.chunk.source_id))?;
        let authoritative = summaries.values().any(|s| {
            matches!(s.meta.authority.as_deref(), Some("rsa" | "nhma" | "official"))
                || matches!(s.meta.doc_type.as_deref(), Some("statute" | "rsa" | "admin_rule" | "handbook"))
        });
        Ok(Strength::of(&Findings {
            local_count: context.len() - state.len(),
            state_count: state.len(),
            situation_alignment: signals.topic_alignment,
            legal_topic_coverage: share(spoken.count(), topics.len()),
            authoritative_state_present: authoritative,
            confidence: signals.retrieval_confidence,
            legal: known.asked.legal_salience >= self.options.merge.legal_salience,
            drift: signals.drift_detected,
            strong: self.options.eval_confidence_threshold,
        }))
    }

    fn hits(
        &self,
        known: &Known<'_>,
        judged: &[Judged],
        merged: &Merged,
        folded: &Folded,
        followed: &[Ranked],
    ) -> Result<Vec<Hit>, SearchError> {
        let mut top = Vec::new();
        for placed in merged.placed.iter().take(known.request.query.k) {
            let Some(j) = judged.get(placed.entry) else { continue };
            let mut ranked = j.ranked.clone();
            let added = placed.score - ranked.score;
            for (index, rule) in placed.rules.iter().enumerate() {
                ranked.boost(*rule, if index == 0 { added } else { 0.0 });
            }
            top.push(ranked);
        }
        top.extend_from_slice(followed);
        let mut hits = hits(self.archive(), &self.search.options.fusion, &top, known.request.query.explain)?;
        for hit in &mut hits {
            hit.also = folded.get(&hit.chunk).cloned().unwrap_or_default();
            if hit.source.is_section_of_law() {
                let entries = self.search.archive.sections_at(&hit.source.id, &editions(known))?;
                hit.edition = entries.first().map(|e| format!("{} {}", e.pack, e.edition));
            }
        }
        Ok(hits)
    }
}

struct Built {
    judged: Vec<Judged>,
    merged: Merged,
    folded: Folded,
    /// Chunks of each lane, best first.
    lane_order: Vec<Vec<Ranked>>,
}

pub(super) fn lane_k(lane: &LaneSearch, second: bool) -> usize {
    if second { lane.options.second_pass_lane_k.max(lane.options.lane_k) } else { lane.options.lane_k }
}

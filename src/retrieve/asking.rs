//! Runs the lanes' queries in two passes and selects candidates for the second stage.

use std::collections::{HashMap, HashSet};

use rayon::prelude::*;

use crate::archive::{ChunkId, ChunkSet};
use crate::text::Embedding;

use super::boosts::boost;
use super::error::SearchError;
use super::first_stage::{Words, embed, fuse_candidates, lexical, nearest};
use super::fused::Fused;
use super::issue_map::IssueMap;
use super::judging::{FIRST, Judged, alignment, confidence, drifted};
use super::lane_search::LaneSearch;
use super::queries::{LaneQuery, LaneView, PLAN, second_pass};
use super::query::Mode;
use super::question::Known;
use super::ranked::{Ranked, sort};
use super::retriever::{COPIES, Retriever, lane_k};
use super::timing::{Timing, timed};

impl Retriever<'_> {
    /// Runs the first two queries of each lane, and the remaining ones of lanes with too few good candidates.
    pub(super) fn first_queries(
        &self,
        known: &Known<'_>,
        lanes: &mut [LaneSearch],
        embeddings: &mut HashMap<String, Embedding>,
        timing: &mut Timing,
    ) -> Result<(), SearchError> {
        self.ask(known, lanes, 2, embeddings, timing)?;
        let calibration = match self.search.embedder.filter(|_| known.mode != Mode::Bm25) {
            Some(embedder) => Some(self.search.calibration(embedder)?),
            None => None,
        };
        let bar = self.options.retrieval_confidence_threshold;
        let good = |f: &Fused| match (calibration, &f.vector) {
            (Some(c), Some(v)) => c.common_scale(v.raw) >= bar,
            (None, _) => f.lexical.as_ref().is_some_and(|l| l.scaled >= bar),
            _ => false,
        };
        for lane in lanes.iter_mut() {
            if !lane.waiting.is_empty() && lane.good(good) >= lane.options.context_cap {
                // A plan's own queries concern another part of the question.
                lane.waiting.retain(|query| query.made_of == PLAN);
                lane.trace.early_exit = true;
            }
        }
        self.ask(known, lanes, usize::MAX, embeddings, timing)
    }

    pub(super) fn second_queries(
        &self,
        known: &Known<'_>,
        lanes: &mut [LaneSearch],
        embeddings: &mut HashMap<String, Embedding>,
        timing: &mut Timing,
    ) -> Result<(), SearchError> {
        let request = known.request;
        let newest = request.session_sources.last().map(|s| format!("{} {}", s.title, s.text));
        let built;
        let issues = match &request.issue_map {
            Some(given) => given,
            None => {
                built = IssueMap::of(
                    request.text(),
                    &request.situation,
                    newest.as_deref(),
                    &known.told.telling,
                    &self.vocabulary,
                );
                &built
            }
        };
        for lane in lanes.iter_mut() {
            let view =
                LaneView { name: &lane.name, filtered: lane.filtered, statewide: lane.options.statewide };
            lane.waiting =
                second_pass(self.ingredients(known), view, issues, self.options.second_pass_max_queries);
        }
        self.ask(known, lanes, usize::MAX, embeddings, timing)
    }

    /// Runs the next queries of each lane, at most `most`. The queries of all lanes run in parallel, and they
    /// are embedded while BM25 runs.
    pub(super) fn ask(
        &self,
        known: &Known<'_>,
        lanes: &mut [LaneSearch],
        most: usize,
        embeddings: &mut HashMap<String, Embedding>,
        timing: &mut Timing,
    ) -> Result<(), SearchError> {
        let mut jobs: Vec<(usize, LaneQuery)> = Vec::new();
        for (index, lane) in lanes.iter_mut().enumerate() {
            if lane.within.is_empty() {
                lane.waiting.clear();
            }
            let count = most.min(lane.waiting.len());
            jobs.extend(lane.waiting.drain(..count).map(|query| (index, query)));
        }
        let mut texts: Vec<&str> = jobs.iter().map(|(_, q)| q.text.as_str()).collect();
        texts.sort_unstable();
        texts.dedup();
        texts.retain(|t| !embeddings.contains_key(*t));
        if jobs.is_empty() {
            return Ok(());
        }
        let search = &self.search;
        let depth = search.options.depth;
        let within = |lane: usize| lanes.get(lane).map_or_else(ChunkSet::none, |l| l.within.clone());
        let mut words: (Vec<Result<Words, SearchError>>, f64) = (Vec::new(), 0.0);
        let mut embedded = (Ok(Vec::new()), 0.0);
        rayon::in_place_scope(|beside| {
            let jobs = &jobs;
            let words = &mut words;
            beside.spawn(move |_| {
                *words = timed(|| {
                    jobs.par_iter()
                        .map(|(lane, q)| {
                            lexical(
                                search.archive,
                                &search.options.lexical,
                                &q.text,
                                known.mode,
                                &within(*lane),
                                depth,
                            )
                        })
                        .collect()
                });
            });
            embedded = timed(|| embed(search.embedder, &texts, known.mode));
        });
        timing.bm25 += words.1;
        timing.embed += embedded.1;
        let texts: Vec<String> = texts.into_iter().map(str::to_owned).collect();
        embeddings.extend(texts.into_iter().zip(embedded.0?));
        let (near, vector_ms) = timed(|| {
            jobs.par_iter()
                .map(|(lane, q)| nearest(search.archive, embeddings.get(&q.text), &within(*lane), depth))
                .collect::<Vec<_>>()
        });
        timing.vector += vector_ms;
        let (done, fuse_ms) = timed(|| {
            for (((lane, query), words), near) in jobs.iter().zip(words.0).zip(near) {
                let (found, signals) = fuse_candidates(search, known.mode, &words?, &near?)?;
                if let Some(lane) = lanes.get_mut(*lane) {
                    lane.add(query, found, signals);
                }
            }
            Ok(())
        });
        timing.fuse += fuse_ms;
        done
    }

    /// Selects candidates for the second stage. The best of all lanes come first, with a share for each lane;
    /// candidates that a lane needs to fill its K follow.
    pub(super) fn pool(
        &self,
        known: &Known<'_>,
        lanes: &[LaneSearch],
        second: bool,
    ) -> Result<Vec<Ranked>, SearchError> {
        let mut by_lane: Vec<Vec<Ranked>> = Vec::new();
        for lane in lanes {
            let mut ranked = lane.ranked(self.options.expansion_lift);
            for r in &mut ranked {
                self.place_boost(known, lane, r);
            }
            sort(&mut ranked);
            boost(self.search.archive, &self.search.options, &known.request.query, &mut ranked)?;
            let k = lane_k(lane, second);
            ranked.truncate(k.max(self.search.options.late_interaction.pool).saturating_add(COPIES));
            by_lane.push(ranked);
        }
        let pool = self.search.reranker.map_or(self.search.options.late_interaction.pool, |r| r.pool());
        let share = pool / (2 * lanes.len().max(1));
        let of_situation = self.of_situation(known)?;
        let (mut first, mut rest) = (Vec::new(), Vec::new());
        for ranked in &mut by_lane {
            let behind = ranked.split_off(share.min(ranked.len()));
            first.append(ranked);
            // Chunks that name something of the situation are always included, even if the question's words
            // are generic.
            let (named, other): (Vec<Ranked>, Vec<Ranked>) =
                behind.into_iter().partition(|r| of_situation.contains(&r.fused.chunk));
            let mut named = named.into_iter();
            first.extend(named.by_ref().take(share / 2));
            rest.extend(named.chain(other));
        }
        sort(&mut rest);
        let room = pool.saturating_sub(first.len()).min(rest.len());
        let behind = rest.split_off(room);
        first.extend(rest);
        sort(&mut first);
        first.extend(behind);
        Ok(first)
    }

    /// Finds the chunks that hold all words of a name, place or thing of the situation.
    pub(super) fn of_situation(&self, known: &Known<'_>) -> Result<HashSet<ChunkId>, SearchError> {
        let mut found = HashSet::new();
        for entity in known.request.situation.iter().filter(|s| !known.told.place.is_here(Some(s))) {
            let wanted = super::phrase::terms_of(entity);
            let within = self.search.archive.select(&known.request.query.filter)?;
            let options = &self.search.options;
            for hit in self.search.archive.lexical(entity, &within, options.depth, &options.lexical)? {
                let matched = super::phrase::terms_of(&hit.matched.join(" "));
                if wanted.iter().all(|term| matched.contains(term)) {
                    found.insert(hit.chunk);
                }
            }
        }
        Ok(found)
    }

    pub(super) fn place_boost(&self, known: &Known<'_>, lane: &LaneSearch, r: &mut Ranked) {
        if !lane.options.statewide && known.here.iter().any(|here| here.contains(r.fused.chunk)) {
            r.boost(format!("of {}", known.told.place.towns.join(", ")), self.options.town_boost);
        }
        if known.boards.as_ref().is_some_and(|boards| boards.contains(r.fused.chunk)) {
            r.boost("of a board that the question concerns", self.options.board_boost);
        }
    }

    /// Lists the reasons for a second pass; empty if the first pass is sufficient.
    pub(super) fn reasons_for_second_pass(
        &self,
        known: &Known<'_>,
        lanes: &[LaneSearch],
    ) -> Result<Vec<String>, SearchError> {
        let request = known.request;
        if !request.second_pass || !request.multi_query {
            return Ok(Vec::new());
        }
        let mut first = Vec::new();
        for lane in lanes {
            first.extend(lane.ranked(0.0).into_iter().take(FIRST));
        }
        sort(&mut first);
        first.truncate(2 * FIRST);
        let judged = self.judge(known, lanes, first)?;
        let top: Vec<&Judged> = judged.iter().take(FIRST).collect();
        let mut reasons = Vec::new();
        if judged.len() < self.options.second_pass_below {
            reasons.push(format!("{} passages found", judged.len()));
        }
        let confidence = confidence(&top);
        if confidence < self.options.retrieval_confidence_threshold {
            reasons.push(format!("retrieval confidence {confidence:.2}"));
        }
        if known.matter.has_situation() {
            let alignment = alignment(&top);
            if alignment < self.options.topic_alignment_threshold {
                reasons.push(format!("topic alignment {alignment:.2}"));
            }
            if drifted(&top) {
                reasons.push("passages of another matter took over".to_owned());
            }
        }
        let asked = super::phrase::terms_of(request.text());
        let stakes = self.vocabulary.high_stakes.iter().filter(|t| t.phrase.is_in(&asked));
        reasons.extend(stakes.map(|term| format!("high stakes: {}", term.text)));
        Ok(reasons)
    }
}

//! Runs the lanes' queries, in two passes.

use std::collections::HashMap;

use rayon::prelude::*;

use crate::error::SearchError;
use crate::question::analysis::QuestionAnalysis;
use crate::question::issue_map::IssueMap;
use crate::question::query::Mode;
use crate::rank::fused::Fused;
use crate::retrieval_context::RetrievalContext;
use crate::search::first_stage::{Words, embed, fuse_candidates, lexical, nearest};
use crate::search::timing::{Timing, timed};
use twolane_archive::ChunkSet;
use twolane_text::Embedding;

use super::lane_plan::ingredients;
use super::lane_search::LaneSearch;
use super::queries::{LaneQuery, LaneView, PLAN, second_pass};

/// Runs the first two queries of each lane, and the remaining ones of lanes with too few good candidates.
pub(crate) fn run_first_queries(
    context: &RetrievalContext<'_>,
    analysis: &QuestionAnalysis<'_>,
    lanes: &mut [LaneSearch],
    embeddings: &mut HashMap<String, Embedding>,
    timing: &mut Timing,
) -> Result<(), SearchError> {
    run_queries(context, analysis, lanes, 2, embeddings, timing)?;
    let calibration = match context.search.embedder.filter(|_| analysis.mode != Mode::Bm25) {
        Some(embedder) => Some(context.search.calibration(embedder)?),
        None => None,
    };
    let bar = context.options.retrieval_confidence_threshold;
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
    run_queries(context, analysis, lanes, usize::MAX, embeddings, timing)
}

/// Runs the queries of a second pass.
pub(crate) fn run_second_queries(
    context: &RetrievalContext<'_>,
    analysis: &QuestionAnalysis<'_>,
    lanes: &mut [LaneSearch],
    embeddings: &mut HashMap<String, Embedding>,
    timing: &mut Timing,
) -> Result<(), SearchError> {
    let request = analysis.request;
    let newest = request.session_sources.last().map(|s| format!("{} {}", s.title, s.text));
    let built;
    let issues = match &request.issue_map {
        Some(given) => given,
        None => {
            built = IssueMap::of(
                request.text(),
                &request.situation,
                newest.as_deref(),
                &analysis.words.telling,
                &context.vocabulary,
            );
            &built
        }
    };
    for lane in lanes.iter_mut() {
        let view = LaneView { name: &lane.name, filtered: lane.filtered, statewide: lane.options.statewide };
        lane.waiting = second_pass(
            ingredients(context, analysis),
            view,
            issues,
            context.options.second_pass_max_queries,
        );
    }
    run_queries(context, analysis, lanes, usize::MAX, embeddings, timing)
}

/// Runs the next queries of each lane, at most `most`. The queries of all lanes run in parallel, and they
/// are embedded while BM25 runs.
fn run_queries(
    context: &RetrievalContext<'_>,
    analysis: &QuestionAnalysis<'_>,
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
    let search = &context.search;
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
                            analysis.mode,
                            &within(*lane),
                            depth,
                        )
                    })
                    .collect()
            });
        });
        embedded = timed(|| embed(search.embedder, &texts, analysis.mode));
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
            let (found, signals) = fuse_candidates(search, analysis.mode, &words?, &near?)?;
            if let Some(lane) = lanes.get_mut(*lane) {
                lane.add(query, found, signals);
            }
        }
        Ok(())
    });
    timing.fuse += fuse_ms;
    done
}

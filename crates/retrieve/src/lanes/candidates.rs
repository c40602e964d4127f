//! Selects the candidates for the second stage from all lanes.

use std::collections::HashSet;

use crate::error::SearchError;
use crate::options::retrieval_options::RetrievalOptions;
use crate::question::analysis::QuestionAnalysis;
use crate::question::phrase::terms_of;
use crate::rank::ranked::{Ranked, sort};
use crate::retrieval_context::RetrievalContext;
use crate::search::boosts::boost;
use crate::search::search_context::SearchContext;
use twolane_archive::ChunkId;

use super::lane_search::LaneSearch;

/// Extra candidates of a lane beyond its K, to replace those merged into another as copies.
const COPIES: usize = 4;

/// Selects candidates for the second stage. The best of all lanes come first, with a share for each lane;
/// candidates that a lane needs to fill its K follow.
pub(crate) fn candidates(
    context: &RetrievalContext<'_>,
    analysis: &QuestionAnalysis<'_>,
    lanes: &[LaneSearch],
    second: bool,
) -> Result<Vec<Ranked>, SearchError> {
    let mut by_lane: Vec<Vec<Ranked>> = Vec::new();
    for lane in lanes {
        let mut ranked = lane.ranked(context.options.expansion_lift);
        for r in &mut ranked {
            place_boost(&context.options, analysis, lane, r);
        }
        sort(&mut ranked);
        boost(context.search.archive, &context.search.options, &analysis.request.query, &mut ranked)?;
        let k = lane.k(second);
        ranked.truncate(k.max(context.search.options.late_interaction.pool).saturating_add(COPIES));
        by_lane.push(ranked);
    }
    let pool = context.search.reranker.map_or(context.search.options.late_interaction.pool, |r| r.pool());
    let share = pool / (2 * lanes.len().max(1));
    let of_situation = of_situation(&context.search, analysis)?;
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
fn of_situation(
    search: &SearchContext<'_>,
    analysis: &QuestionAnalysis<'_>,
) -> Result<HashSet<ChunkId>, SearchError> {
    let mut found = HashSet::new();
    for entity in analysis.request.situation.iter().filter(|s| !analysis.words.place.is_here(Some(s))) {
        let wanted = terms_of(entity);
        let within = search.archive.select(&analysis.request.query.filter)?;
        let options = &search.options;
        for hit in search.archive.lexical(entity, &within, options.depth, &options.lexical)? {
            let matched = terms_of(&hit.matched.join(" "));
            if wanted.iter().all(|term| matched.contains(term)) {
                found.insert(hit.chunk);
            }
        }
    }
    Ok(found)
}

/// Raises a candidate of the question's towns or boards.
fn place_boost(
    options: &RetrievalOptions,
    analysis: &QuestionAnalysis<'_>,
    lane: &LaneSearch,
    r: &mut Ranked,
) {
    if !lane.options.statewide && analysis.here.iter().any(|here| here.contains(r.fused.chunk)) {
        r.boost(format!("of {}", analysis.words.place.towns.join(", ")), options.town_boost);
    }
    if analysis.boards.as_ref().is_some_and(|boards| boards.contains(r.fused.chunk)) {
        r.boost("of a board that the question concerns", options.board_boost);
    }
}

//! Plan of a question's lanes: the chunks that metadata selects for each, and its queries.

use crate::error::SearchError;
use crate::options::lane::LaneOptions;
use crate::question::analysis::QuestionAnalysis;
use crate::question::request::{Request, ScopeHint};
use crate::question::scope::{NamedPlace, in_lane};
use crate::question::vocabulary::Jurisdiction;
use crate::retrieval_context::RetrievalContext;
use crate::wording::{MENTIONED, NO_LANE, NO_LAW, NO_TOWN};
use twolane_archive::{ChunkSet, Filter};
use twolane_law::FEDERAL;

use super::lane_search::LaneSearch;
use super::queries::{Ingredients, LaneQuery, LaneView, first_pass};

/// Plans the lanes of a question, each with the chunks that metadata selects and with its queries.
pub(crate) fn plan_lanes(
    context: &RetrievalContext<'_>,
    analysis: &QuestionAnalysis<'_>,
) -> Result<Vec<LaneSearch>, SearchError> {
    let request = analysis.request;
    let filter = &request.query.filter;
    if !request.lanes {
        let options = LaneOptions {
            lane_k: request.query.k.max(context.options.merge.merged_context_cap),
            context_cap: usize::MAX,
            ..LaneOptions::default()
        };
        let queries = queries(context, analysis, LaneView { name: "", filtered: true, statewide: false })?;
        let filter = Filter {
            town: analysis.town().or_else(|| filter.town.clone()),
            unknown_passes: filter.unknown_passes || request.town.is_some(),
            ..filter.clone()
        };
        return Ok(vec![LaneSearch::new(
            "all",
            options,
            fresh(context, request, filter.clone())?,
            !filter.is_empty(),
            queries,
        )]);
    }
    let facets = context.facets()?;
    let mut names: Vec<&str> = facets.iter().map(|f| f.lane.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    let wanted =
        |name: &str| filter.lanes.is_empty() || filter.lanes.iter().any(|l| l.eq_ignore_ascii_case(name));
    names.retain(|name| wanted(name));
    let alone = names.len() == 1;
    let mut lanes = Vec::new();
    for name in names {
        let mut options =
            context.options.lanes.0.get(name).cloned().unwrap_or_else(|| LaneOptions::named(name));
        if options.statewide
            && !context.options.enable_parallel_state_lane
            && filter.lanes.is_empty()
            && request.scope_hint != ScopeHint::State
        {
            continue;
        }
        if options.statewide
            && request.plan.as_ref().is_some_and(|plan| !plan.statewide)
            && filter.lanes.is_empty()
            && request.scope_hint != ScopeHint::State
        {
            continue;
        }
        if let Some(plan) = &request.plan {
            plan.widen(name, &mut options);
        }
        // Requests for more hits than the context holds get them, placed behind the context.
        if request.query.k > context.options.merge.merged_context_cap {
            options.lane_k = options.lane_k.max(request.query.k);
        }
        if alone {
            options.lane_k = options.lane_k.max(context.options.merge.merged_context_cap);
            options.context_cap = context.options.merge.merged_context_cap;
        }
        let (town, place) = (analysis.town(), &analysis.words.place);
        let filtered =
            if options.statewide { !place.narrowing(true, filter).is_empty() } else { town.is_some() };
        let named = NamedPlace { town: town.as_deref(), papers: &request.papers };
        let filter = in_lane(filter, name, options.statewide, named, place, &facets);
        let within = fresh(context, request, filter)?;
        let view =
            LaneView { name, filtered: filtered || !analysis.here.is_empty(), statewide: options.statewide };
        let queries = queries(context, analysis, view)?;
        lanes.push(LaneSearch::new(name, options, within, filtered, queries));
    }
    Ok(lanes)
}

/// Selects the chunks that pass the filter and that no earlier step has read.
fn fresh(context: &RetrievalContext<'_>, request: &Request, filter: Filter) -> Result<ChunkSet, SearchError> {
    let archive = context.search.archive;
    let within = archive.select(&filter)?;
    if request.without.is_empty() {
        return Ok(within);
    }
    if let Some(fresh) = within.without(&request.without) {
        return Ok(fresh);
    }
    // The set of all chunks has no ids; a filter that names all lanes gives a set with ids.
    let lanes = context.facets()?.iter().map(|f| f.lane.clone()).collect();
    let named = archive.select(&Filter { lanes, ..filter })?;
    Ok(named.without(&request.without).unwrap_or(named))
}

/// Lists the parts of the request that the archive lacks.
pub(crate) fn missing(
    context: &RetrievalContext<'_>,
    analysis: &QuestionAnalysis<'_>,
    lanes: &[LaneSearch],
) -> Result<Vec<String>, SearchError> {
    let facets = context.facets()?;
    let list = |values: &mut dyn Iterator<Item = &String>| {
        let mut values: Vec<&str> = values.map(String::as_str).collect();
        values.sort_unstable();
        values.dedup();
        if values.is_empty() { "none".to_owned() } else { values.join(", ") }
    };
    let mut notes = Vec::new();
    if lanes.is_empty() && !facets.is_empty() {
        let here = list(&mut facets.iter().map(|f| &f.lane));
        notes.push(NO_LANE.say(&[&here]));
    }
    if let Some(town) = analysis.request.town.as_ref().filter(|_| analysis.words.place.towns.is_empty()) {
        let here = list(&mut facets.iter().filter_map(|f| f.town.as_ref()));
        notes.push(NO_TOWN.say(&[town, &here]));
    }
    if !analysis.request.papers.is_empty() {
        notes.push(MENTIONED.say(&[]));
    }
    let places = &analysis.words.place.jurisdictions;
    // Federal law, which every state has, is not the law of the state that was asked for.
    let only_federal = |lane: &str| {
        let mut codes = facets.iter().filter(|f| f.lane == lane).map(|f| f.jurisdiction.as_deref());
        !places.is_empty() && !codes.any(|code| code.is_none_or(|c| places.iter().any(|p| p == c)))
    };
    let lacks = |l: &&LaneSearch| l.within.is_empty() || only_federal(&l.name);
    for lane in lanes.iter().filter(|l| l.options.statewide && l.filtered).filter(lacks) {
        let of = analysis.words.place.jurisdictions.join(", ");
        let here =
            list(&mut facets.iter().filter(|f| f.lane == lane.name).filter_map(|f| f.jurisdiction.as_ref()));
        notes.push(NO_LAW.say(&[&of, &lane.name, &here]));
    }
    Ok(notes)
}

/// Gathers the inputs for building queries.
pub(crate) fn ingredients<'k>(
    context: &'k RetrievalContext<'_>,
    analysis: &'k QuestionAnalysis<'_>,
) -> Ingredients<'k> {
    Ingredients {
        request: analysis.request,
        without_place: &analysis.without_place,
        place: &analysis.words.place,
        telling: &analysis.words.telling,
        vocabulary: &context.vocabulary,
        only_state: only_state(context),
    }
}

/// Returns the state of the archive's papers if they share one. Federal papers do not count.
fn only_state<'k>(context: &'k RetrievalContext<'_>) -> Option<&'k Jurisdiction> {
    let facets = context.facets().ok()?;
    let mut states = facets.iter().filter_map(|f| f.jurisdiction.as_deref()).filter(|code| *code != FEDERAL);
    let first = states.next()?;
    let only = states.all(|code| code == first);
    only.then(|| context.vocabulary.jurisdiction(first)).flatten()
}

/// Builds the first queries of a lane.
fn queries(
    context: &RetrievalContext<'_>,
    analysis: &QuestionAnalysis<'_>,
    lane: LaneView<'_>,
) -> Result<Vec<LaneQuery>, SearchError> {
    let most = if analysis.request.multi_query { context.options.max_queries_per_lane } else { 1 };
    first_pass(context.search.archive, ingredients(context, analysis), lane, most)
}

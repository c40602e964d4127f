//! Merges the lanes into one list: cuts them to their K, deduplicates copies and applies the rules.

use std::cmp::Ordering;

use crate::error::SearchError;
use crate::lanes::judging::{Judged, judge};
use crate::lanes::lane_search::LaneSearch;
use crate::options::retrieval_options::RetrievalOptions;
use crate::question::analysis::{Asked, QuestionAnalysis};
use crate::question::request::ScopeHint;
use crate::rank::ranked::Ranked;
use crate::retrieval_context::RetrievalContext;
use twolane_text::Embedding;

use super::folding::{Folded, covering, descending, fold};
use super::named_first::put_named_first;
use super::rules::{Entry, MergeLane, Merged, belongs, merge};

/// The merged list of all lanes.
pub(crate) struct MergedLanes {
    /// Candidates that the merge kept.
    pub(crate) judged: Vec<Judged>,
    /// Order of the candidates.
    pub(crate) merged: Merged,
    /// Copies that were merged into another hit.
    pub(crate) folded: Folded,
    /// Chunks of each lane, best first.
    pub(crate) lane_order: Vec<Vec<Ranked>>,
}

/// Merges the lanes: cuts them to their K, deduplicates copies and applies the rules.
pub(crate) fn merge_lanes(
    context: &RetrievalContext<'_>,
    analysis: &QuestionAnalysis<'_>,
    lanes: &[LaneSearch],
    ranked: Vec<Ranked>,
    embedding: Option<&Embedding>,
    second: bool,
) -> Result<MergedLanes, SearchError> {
    let options = &context.options.merge;
    let mut judged = judge(context, analysis, lanes, descending(ranked))?;
    let mut folded = Folded::new();
    if analysis.request.merge_rules {
        // Runs before the K of a lane is counted, since copies do not count.
        (judged, folded) = fold(context.search.archive, options, judged)?;
        judged = covering(options, judged);
    }
    put_named_first(context, analysis, lanes, &analysis.named, embedding, &mut judged)?;
    if analysis.request.merge_rules {
        // The K of a lane is filled first with chunks of the question's own matter.
        let of_it = |j: &Judged| belongs(&merge_entry(&context.options, analysis, lanes, j));
        let prior = |j: &Judged| {
            j.ranked.score + if j.alignment.situation || j.named { options.situation_boost } else { 0.0 }
        };
        let own_first = !judged.iter().all(of_it);
        judged.sort_by(|a, b| {
            let own = if own_first { of_it(b).cmp(&of_it(a)) } else { Ordering::Equal };
            own.then(prior(b).total_cmp(&prior(a)))
        });
    } else if !analysis.named.is_empty() {
        judged.sort_by(|a, b| b.ranked.score.total_cmp(&a.ranked.score));
    }
    let mut kept = vec![0usize; lanes.len()];
    let mut lane_order: Vec<Vec<Ranked>> = vec![Vec::new(); lanes.len()];
    judged.retain(|j| {
        let Some(count) = kept.get_mut(j.lane) else { return false };
        *count += 1;
        let keep = lanes.get(j.lane).is_some_and(|lane| *count <= lane.k(second));
        if let (true, Some(order)) = (keep, lane_order.get_mut(j.lane)) {
            order.push(j.ranked.clone());
        }
        keep
    });
    // MAX_COMBINED_CHUNKS, or the number of requested hits if larger.
    judged.truncate(options.max_combined_chunks.max(analysis.request.query.k));
    let merge_lanes: Vec<MergeLane> = lanes
        .iter()
        .map(|lane| MergeLane { cap: lane.options.context_cap, statewide: lane.options.statewide })
        .collect();
    let entries: Vec<Entry> =
        judged.iter().map(|j| merge_entry(&context.options, analysis, lanes, j)).collect();
    let asked = if analysis.request.merge_rules { analysis.asked } else { Asked::default() };
    let merged = merge(&entries, &merge_lanes, asked, options);
    Ok(MergedLanes { judged, merged, folded, lane_order })
}

/// Builds the entry of a candidate for the merge.
fn merge_entry(
    options: &RetrievalOptions,
    analysis: &QuestionAnalysis<'_>,
    lanes: &[LaneSearch],
    j: &Judged,
) -> Entry {
    let statewide = lanes.get(j.lane).is_some_and(|lane| lane.options.statewide);
    let rules = analysis.request.merge_rules;
    Entry {
        lane: j.lane,
        score: j.ranked.score,
        situation: rules && (j.alignment.situation || j.named),
        // The law covers a topic for everyone. Papers of another matter that share only a word such as
        // "liability" with the question remain off topic.
        legal_topic: rules
            && j.alignment.legal_topic
            && !j.elsewhere
            && (statewide || !j.alignment.off_topic),
        related: !rules
            || j.named
            || j.alignment.question_word
            || j.common_scale >= options.eval_confidence_threshold,
        off_topic: rules && !j.named && (j.alignment.off_topic || j.elsewhere),
        statute: statewide,
        in_scope: match analysis.request.scope_hint {
            ScopeHint::Mixed => false,
            ScopeHint::Local => !statewide,
            ScopeHint::State => statewide,
        },
    }
}

//! Puts the sections of law that a question names before all other passages of their lane.

use crate::error::SearchError;
use crate::lanes::judging::{Judged, judge};
use crate::lanes::lane_search::LaneSearch;
use crate::question::analysis::QuestionAnalysis;
use crate::question::cited_lines::{best_chunk, cited_lines};
use crate::question::named_section::NamedSection;
use crate::rank::ranked::Ranked;
use crate::retrieval_context::RetrievalContext;
use twolane_text::Embedding;

/// Score difference between a named section and the next one of its lane.
const STEP: f32 = 0.001;

/// Moves the sections that the question names to the top of their lane.
pub(crate) fn put_named_first(
    context: &RetrievalContext<'_>,
    analysis: &QuestionAnalysis<'_>,
    lanes: &[LaneSearch],
    named: &[NamedSection],
    embedding: Option<&Embedding>,
    judged: &mut Vec<Judged>,
) -> Result<(), SearchError> {
    let archive = context.search.archive;
    // Iterates in reverse, so that the first section ends up on top.
    for section in named.iter().rev() {
        let Some(cited) = cited_lines(archive, section.source.as_ref(), &section.citation)? else { continue };
        let Some(chunk) = best_chunk(archive, &cited, embedding)? else { continue };
        let Some(lane) = lanes.iter().position(|l| l.within.contains(chunk)) else { continue };
        let at = match judged.iter().position(|j| j.chunk.id == chunk) {
            Some(at) => at,
            None => {
                judged.extend(judge(context, analysis, lanes, vec![Ranked::unranked(chunk)])?);
                judged.len() - 1
            }
        };
        let of_lane = judged.iter().filter(|j| j.lane == lane).map(|j| j.ranked.score);
        let above = of_lane.fold(f32::NEG_INFINITY, f32::max) + STEP;
        if let Some(j) = judged.get_mut(at) {
            j.named = true;
            let added = above - j.ranked.score;
            j.ranked.boost(format!("the question names {}", section.citation), added);
        }
    }
    Ok(())
}

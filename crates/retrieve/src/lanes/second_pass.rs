//! Decides if a second pass of queries runs.

use crate::error::SearchError;
use crate::question::analysis::QuestionAnalysis;
use crate::question::phrase::terms_of;
use crate::rank::ranked::sort;
use crate::retrieval_context::RetrievalContext;

use super::judging::{FIRST, Judged, alignment, confidence, drifted, judge};
use super::lane_search::LaneSearch;

/// Lists the reasons for a second pass; empty if the first pass is sufficient.
pub(crate) fn reasons_for_second_pass(
    context: &RetrievalContext<'_>,
    analysis: &QuestionAnalysis<'_>,
    lanes: &[LaneSearch],
) -> Result<Vec<String>, SearchError> {
    let request = analysis.request;
    if !request.second_pass || !request.multi_query {
        return Ok(Vec::new());
    }
    let mut first = Vec::new();
    for lane in lanes {
        first.extend(lane.ranked(0.0).into_iter().take(FIRST));
    }
    sort(&mut first);
    first.truncate(2 * FIRST);
    let judged = judge(context, analysis, lanes, first)?;
    let top: Vec<&Judged> = judged.iter().take(FIRST).collect();
    let mut reasons = Vec::new();
    if judged.len() < context.options.second_pass_below {
        reasons.push(format!("{} passages found", judged.len()));
    }
    let confidence = confidence(&top);
    if confidence < context.options.retrieval_confidence_threshold {
        reasons.push(format!("retrieval confidence {confidence:.2}"));
    }
    if analysis.matter.has_situation() {
        let alignment = alignment(&top);
        if alignment < context.options.topic_alignment_threshold {
            reasons.push(format!("topic alignment {alignment:.2}"));
        }
        if drifted(&top) {
            reasons.push("passages of another matter took over".to_owned());
        }
    }
    let asked = terms_of(request.text());
    let stakes = context.vocabulary.high_stakes.iter().filter(|t| t.phrase.is_in(&asked));
    reasons.extend(stakes.map(|term| format!("high stakes: {}", term.text)));
    Ok(reasons)
}

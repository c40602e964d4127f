//! Findings of a retrieval that decide the strength of its record.

use crate::error::SearchError;
use crate::lanes::judging::Judged;
use crate::lanes::lane_search::LaneSearch;
use crate::question::analysis::QuestionAnalysis;
use crate::question::phrase::terms_of;
use crate::retrieval_context::RetrievalContext;
use crate::summaries::summaries;

use super::retrieval_signals::RetrievalSignals;
use super::rules::Merged;
use super::strength::Findings;

/// Gathers the findings of a retrieval that decide its strength.
pub(crate) fn findings(
    context: &RetrievalContext<'_>,
    analysis: &QuestionAnalysis<'_>,
    lanes: &[LaneSearch],
    judged: &[Judged],
    merged: &Merged,
    signals: &RetrievalSignals,
) -> Result<Findings, SearchError> {
    let passages: Vec<&Judged> =
        merged.placed.iter().take(merged.context).filter_map(|p| judged.get(p.entry)).collect();
    let statewide = |j: &&&Judged| lanes.get(j.lane).is_some_and(|lane| lane.options.statewide);
    let state: Vec<&&Judged> = passages.iter().filter(statewide).collect();
    let topics = analysis.matter.legal_topics();
    let spoken = topics.iter().filter(|topic| {
        passages.iter().any(|j| {
            let terms = terms_of(&j.chunk.record.text);
            context.vocabulary.legal_topics_in(&terms).contains(&topic.as_str())
        })
    });
    let share = |part: usize, whole: usize| {
        let number = |n: usize| f32::from(u16::try_from(n).unwrap_or(u16::MAX));
        (whole > 0).then(|| number(part) / number(whole))
    };
    let summaries = summaries(context.search.archive, state.iter().map(|j| &j.chunk.source_id))?;
    let authoritative = summaries.values().any(|s| {
        matches!(s.meta.authority.as_deref(), Some("rsa" | "nhma" | "official"))
            || matches!(s.meta.doc_type.as_deref(), Some("statute" | "rsa" | "admin_rule" | "handbook"))
    });
    Ok(Findings {
        local_count: passages.len() - state.len(),
        state_count: state.len(),
        situation_alignment: signals.topic_alignment,
        legal_topic_coverage: share(spoken.count(), topics.len()),
        authoritative_state_present: authoritative,
        confidence: signals.retrieval_confidence,
        legal: analysis.asked.legal_salience >= context.options.merge.legal_salience,
        drift: signals.drift_detected,
        strong: context.options.eval_confidence_threshold,
    })
}

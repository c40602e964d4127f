//! Judgements of candidates against the question.

use crate::error::SearchError;
use crate::question::analysis::QuestionAnalysis;
use crate::question::query::Mode;
use crate::question::topic::TopicAlignment;
use crate::rank::ranked::Ranked;
use crate::retrieval_context::RetrievalContext;
use twolane_archive::{Chunk, ChunkId};

use super::lane_search::LaneSearch;

/// A candidate with its chunk and its judgement against the question.
pub(crate) struct Judged {
    pub(crate) ranked: Ranked,
    pub(crate) chunk: Chunk,
    pub(crate) lane: usize,
    pub(crate) alignment: TopicAlignment,
    pub(crate) elsewhere: bool,
    /// True if the question names the section in this chunk.
    pub(crate) named: bool,
    pub(crate) common_scale: f32,
}

/// Number of first chunks that alignment and confidence are computed from.
pub(crate) const FIRST: usize = 8;

/// Judges each candidate against the question.
pub(crate) fn judge(
    context: &RetrievalContext<'_>,
    analysis: &QuestionAnalysis<'_>,
    lanes: &[LaneSearch],
    ranked: Vec<Ranked>,
) -> Result<Vec<Judged>, SearchError> {
    let ids: Vec<ChunkId> = ranked.iter().map(|r| r.fused.chunk).collect();
    let chunks = context.search.archive.chunks(&ids)?;
    let calibration = match context.search.embedder.filter(|_| analysis.mode != Mode::Bm25) {
        Some(embedder) => Some(context.search.calibration(embedder)?),
        None => None,
    };
    let judged = ranked.into_iter().zip(chunks).map(|(ranked, chunk)| {
        let common_scale = match (calibration, &ranked.fused.vector, &ranked.fused.lexical) {
            (Some(c), Some(v), _) => c.common_scale(v.raw),
            (None, _, Some(l)) => l.scaled,
            _ => 0.0,
        };
        let lane = lanes.iter().position(|l| l.within.contains(chunk.id)).unwrap_or(0);
        let statewide = lanes.get(lane).is_some_and(|l| l.options.statewide);
        let elsewhere = !statewide
            && analysis
                .here_or_unknown
                .as_ref()
                .is_some_and(|sets| !sets.iter().any(|s| s.contains(chunk.id)));
        // Shared words alone are not similarity.
        let close = calibration.is_some() && common_scale >= context.options.eval_confidence_threshold;
        let alignment = analysis.matter.alignment(&chunk.record.embedded_text(), close, &context.vocabulary);
        Judged { ranked, chunk, lane, alignment, elsewhere, named: false, common_scale }
    });
    Ok(judged.collect())
}

/// Returns the mean of the best three on the common scale: one lucky passage is not enough.
pub(crate) fn confidence(top: &[&Judged]) -> f32 {
    let mut best: Vec<f32> = top.iter().map(|j| j.common_scale).collect();
    best.sort_by(|a, b| b.total_cmp(a));
    best.truncate(3);
    let count = f32::from(u8::try_from(best.len()).unwrap_or(u8::MAX)).max(1.0);
    // Avoids -0.0, the sum of an empty list.
    best.iter().sum::<f32>() / count + 0.0
}

/// Returns the share of passages that name something of the situation.
pub(crate) fn alignment(top: &[&Judged]) -> f32 {
    let number = |n: usize| f32::from(u16::try_from(n).unwrap_or(u16::MAX));
    number(top.iter().filter(|j| j.alignment.situation).count()) / number(top.len()).max(1.0)
}

/// Returns true for two or more names of other matters and no name of the situation (SPEC RET-6).
pub(crate) fn drifted(top: &[&Judged]) -> bool {
    off_topic(top).len() >= 2 && !top.iter().any(|j| j.alignment.situation)
}

/// Returns names of other matters in passages without any name of the situation.
pub(crate) fn off_topic(top: &[&Judged]) -> Vec<String> {
    let of = top.iter().filter(|j| j.alignment.off_topic).flat_map(|j| &j.alignment.other_names);
    let mut names: Vec<String> = of.cloned().collect();
    names.sort_unstable();
    names.dedup();
    names
}

//! How candidates stand to the question.

use crate::archive::{Chunk, ChunkId};

use super::error::SearchError;
use super::lane_search::LaneSearch;
use super::merge::Entry;
use super::query::Mode;
use super::question::Known;
use super::ranked::Ranked;
use super::request::ScopeHint;
use super::retriever::Retriever;
use super::standing::Standing;

/// A candidate with its chunk and how it stands to the question.
pub(super) struct Judged {
    pub(super) ranked: Ranked,
    pub(super) chunk: Chunk,
    pub(super) lane: usize,
    pub(super) standing: Standing,
    pub(super) elsewhere: bool,
    /// The question names the section that it holds.
    pub(super) named: bool,
    pub(super) common_scale: f32,
}

/// First chunks over which alignment and confidence are taken.
pub(super) const FIRST: usize = 8;

impl Retriever<'_> {
    /// How the candidates stand to the question.
    pub(super) fn judge(
        &self,
        known: &Known<'_>,
        lanes: &[LaneSearch],
        ranked: Vec<Ranked>,
    ) -> Result<Vec<Judged>, SearchError> {
        let ids: Vec<ChunkId> = ranked.iter().map(|r| r.fused.chunk).collect();
        let chunks = self.search.archive.chunks(&ids)?;
        let calibration = match self.search.embedder.filter(|_| known.mode != Mode::Bm25) {
            Some(embedder) => Some(self.search.calibration(embedder)?),
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
                && known
                    .here_or_unknown
                    .as_ref()
                    .is_some_and(|sets| !sets.iter().any(|s| s.contains(chunk.id)));
            // Shared words alone are no closeness.
            let close = calibration.is_some() && common_scale >= self.options.eval_confidence_threshold;
            let standing = known.matter.standing(&chunk.record.embedded_text(), close, &self.vocabulary);
            Judged { ranked, chunk, lane, standing, elsewhere, named: false, common_scale }
        });
        Ok(judged.collect())
    }

    pub(super) fn entry(&self, known: &Known<'_>, lanes: &[LaneSearch], j: &Judged) -> Entry {
        let statewide = lanes.get(j.lane).is_some_and(|lane| lane.options.statewide);
        let rules = known.request.merge_rules;
        Entry {
            lane: j.lane,
            score: j.ranked.score,
            situation: rules && (j.standing.situation || j.named),
            // The law speaks of a topic for all; another matter's papers that share no more than
            // "liability" with the question are still another matter's.
            legal_topic: rules
                && j.standing.legal_topic
                && !j.elsewhere
                && (statewide || !j.standing.off_topic),
            related: !rules
                || j.named
                || j.standing.question_word
                || j.common_scale >= self.options.eval_confidence_threshold,
            off_topic: rules && !j.named && (j.standing.off_topic || j.elsewhere),
            statute: statewide,
            in_scope: match known.request.scope_hint {
                ScopeHint::Mixed => false,
                ScopeHint::Local => !statewide,
                ScopeHint::State => statewide,
            },
        }
    }
}

/// Mean of the best three on the common scale: one lucky passage is not a record.
pub(super) fn confidence(top: &[&Judged]) -> f32 {
    let mut best: Vec<f32> = top.iter().map(|j| j.common_scale).collect();
    best.sort_by(|a, b| b.total_cmp(a));
    best.truncate(3);
    let count = f32::from(u8::try_from(best.len()).unwrap_or(u8::MAX)).max(1.0);
    // The sum of nothing is -0.0.
    best.iter().sum::<f32>() / count + 0.0
}

pub(super) fn alignment(top: &[&Judged]) -> f32 {
    let number = |n: usize| f32::from(u16::try_from(n).unwrap_or(u16::MAX));
    number(top.iter().filter(|j| j.standing.situation).count()) / number(top.len()).max(1.0)
}

/// Two names of other matters or more, and not one of the situation (SPEC RET-6).
pub(super) fn drifted(top: &[&Judged]) -> bool {
    off_topic(top).len() >= 2 && !top.iter().any(|j| j.standing.situation)
}

/// Names of other matters in passages that have none of the situation's.
pub(super) fn off_topic(top: &[&Judged]) -> Vec<String> {
    let of = top.iter().filter(|j| j.standing.off_topic).flat_map(|j| &j.standing.other_names);
    let mut names: Vec<String> = of.cloned().collect();
    names.sort_unstable();
    names.dedup();
    names
}

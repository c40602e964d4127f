//! Joins the facts of the steps to the draft, which is verified as a whole.

use crate::check::step::{Phase, Step, StepStatus};
use crate::draft::DraftFact;
use crate::find::ask::Ask;
use crate::find::evidence::Evidence;

use super::researcher::Researcher;
use super::state::Executed;

/// Most facts of an answer that shows every step.
const MOST_FACTS: usize = 16;

impl Ask<'_> {
    /// Appends the facts of the steps to those of the first search, within the same number, or all of them where every
    /// step is shown. Where the first search did not answer, the steps answer only if each part of the question has a
    /// completed step.
    pub(super) fn join(
        &self,
        evidence: &mut Evidence<'_>,
        steps: &[Step],
        made: Vec<Executed>,
        how: &Researcher<'_>,
    ) {
        let parts = evidence.question.several().len();
        let completed = |s: &&Step| {
            s.status == StepStatus::Completed
                && matches!(s.phase, Phase::Part | Phase::NextStep | Phase::Retry)
        };
        let answered = parts > 1 && steps.iter().filter(completed).count() >= parts;
        let draft = &mut evidence.extraction.draft;
        if draft.insufficient {
            if !answered {
                return;
            }
            draft.facts.clear();
            draft.insufficient = false;
        }
        let mut later: Vec<Vec<DraftFact>> = Vec::new();
        for (step, done) in steps.iter().zip(made) {
            evidence.extraction.ranked.extend(done.ranked);
            let held = |p: &crate::find::ranked::Passage| {
                evidence.passages.iter().any(|known| known.chunk.id == p.chunk.id)
            };
            let new: Vec<_> = done.passages.into_iter().filter(|p| !held(p)).collect();
            evidence.passages.extend(new);
            if step.phase != Phase::Question && step.status == StepStatus::Completed {
                later.push(done.drafted);
            }
        }
        let draft = &mut evidence.extraction.draft;
        let known = |facts: &[DraftFact], fact: &DraftFact| {
            facts.iter().any(|k| fact.is_within(k) || k.is_within(fact))
        };
        if how.whole {
            evidence.most_facts = evidence.most_facts.max(MOST_FACTS);
            for fact in later.into_iter().flatten() {
                if draft.facts.len() < evidence.most_facts && !known(&draft.facts, &fact) {
                    draft.facts.push(fact);
                }
            }
            return;
        }
        let mut beside: Vec<DraftFact> = Vec::new();
        // Each step's best before any step's second.
        for turn in 0..how.options.facts {
            for fact in later.iter().filter_map(|facts| facts.get(turn)) {
                if !known(&draft.facts, fact) && !known(&beside, fact) {
                    beside.push(fact.clone());
                }
            }
        }
        let room = evidence.most_facts.saturating_sub(draft.facts.len());
        beside.truncate(room.max(how.options.facts_beside));
        draft.facts.truncate(evidence.most_facts.saturating_sub(beside.len()));
        draft.facts.extend(beside);
    }
}

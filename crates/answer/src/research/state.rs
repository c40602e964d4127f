//! State of a research: the steps taken so far and their results.

use std::collections::HashSet;

use crate::check::step::{Phase, Step, StepPlace, StepStatus};
use crate::check::verify::Fact;
use crate::draft::DraftFact;
use crate::find::ranked::{Passage, Ranked};
use twolane_archive::ChunkId;
use twolane_text::SourceId;

use super::need::Need;

/// Result of a step.
pub(super) struct Executed {
    /// All queries that were searched.
    pub queries: Vec<String>,
    /// Passages that the step read.
    pub read: Vec<ChunkId>,
    /// Passages that contain its facts; no later step reads them again.
    pub used: Vec<ChunkId>,
    pub places: Vec<StepPlace>,
    pub passages: Vec<Passage>,
    /// Sentences of the step, for a later selection among those of all steps.
    pub ranked: Vec<Ranked>,
    /// Drafted facts that passed the check, and the checked facts.
    pub drafted: Vec<DraftFact>,
    pub facts: Vec<Fact>,
    pub confidence: f32,
    pub status: StepStatus,
}

/// State of the steps so far: passages used, needs tried, and facts found.
#[derive(Default)]
pub(super) struct Sofar {
    pub steps: Vec<Step>,
    pub read: HashSet<ChunkId>,
    pub tried: HashSet<String>,
    pub facts: Vec<Fact>,
    /// Drafted facts and sentences of each step.
    pub made: Vec<Executed>,
}

impl Sofar {
    /// Counts the steps that looked up a definition.
    pub(super) fn definitions(&self) -> usize {
        self.steps.iter().filter(|s| s.phase == Phase::Definition).count()
    }

    /// Adds a step and its result.
    pub(super) fn add(&mut self, need: &Need, done: Executed) {
        let brought = done.facts.iter().flat_map(|f| f.support.iter().map(StepPlace::of)).collect();
        self.read.extend(done.used.iter().copied());
        self.tried.insert(need.key.clone());
        self.facts.extend(done.facts.iter().cloned());
        self.steps.push(Step {
            step_id: u32::try_from(self.steps.len().saturating_add(1)).unwrap_or(u32::MAX),
            phase: need.phase,
            question: need.question.clone(),
            queries: done.queries.clone(),
            passages: done.places.clone(),
            confidence: done.confidence,
            status: done.status,
            brought,
        });
        self.made.push(done);
    }

    /// Returns the passages that the steps read, best first in each step: their names and citations give further steps.
    pub(super) fn passages(&self) -> impl Iterator<Item = &Passage> {
        self.made.iter().flat_map(|made| &made.passages)
    }

    /// Returns true for a source of which a step read a passage.
    pub(super) fn has_read(&self, id: &SourceId) -> bool {
        self.passages().any(|p| &p.chunk.source_id == id)
    }

    /// Returns the drafted facts of all steps.
    pub(super) fn drafted(&self) -> Vec<DraftFact> {
        self.made.iter().flat_map(|m| m.drafted.iter().cloned()).collect()
    }
}

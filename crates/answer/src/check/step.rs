//! Steps of research: the question of each, the passages that it read, and the facts that it contributed.

use serde::Serialize;

use twolane_text::{Locator, Quote, SourceId};

use super::verify::Fact;

/// Origin of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The question as a whole.
    Question,
    /// A part of the question that no fact covered.
    Part,
    /// A section that a quote cites.
    CitedSection,
    /// A paper that the question or a quote names by its title.
    NamedPaper,
    /// A term that a quote uses and another passage defines.
    Definition,
    /// A step that a language model named.
    NextStep,
    /// A failed earlier step, asked again in other words.
    Retry,
}

impl Phase {
    /// All phases, in the order of the enum.
    pub const ALL: [Phase; 7] = [
        Phase::Question,
        Phase::Part,
        Phase::CitedSection,
        Phase::NamedPaper,
        Phase::Definition,
        Phase::NextStep,
        Phase::Retry,
    ];

    /// Returns the name that JSON uses.
    pub fn as_str(self) -> &'static str {
        match self {
            Phase::Question => "question",
            Phase::Part => "part",
            Phase::CitedSection => "cited_section",
            Phase::NamedPaper => "named_paper",
            Phase::Definition => "definition",
            Phase::NextStep => "next_step",
            Phase::Retry => "retry",
        }
    }
}

/// Outcome of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StepStatus {
    /// Found facts close enough to its question.
    Completed,
    /// Found no such facts.
    Failed,
}

impl StepStatus {
    /// Returns the name that JSON uses.
    pub fn as_str(self) -> &'static str {
        match self {
            StepStatus::Completed => "completed",
            StepStatus::Failed => "failed",
        }
    }
}

/// Reason why research ended (SPEC HOP-2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// Every part of the question is covered by steps whose confidence reaches the threshold.
    ThresholdReached,
    /// Nothing is open any more, or a model says so.
    NothingOpen,
    /// The limit of completed steps was reached.
    CompletedSteps,
    /// The limit of all steps was reached.
    MostSteps,
    /// The last step found no passage that no earlier step had read.
    NoFreshPassages,
    /// Several steps in a row failed, each with chance confidence at best.
    Stagnation,
    /// Two steps in a row failed with about the same confidence.
    NoProgress,
    /// The time limit was reached.
    Deadline,
    /// The caller cancelled.
    Cancelled,
    /// The question's limit of model calls was reached.
    CallLimit,
    /// A model returned nothing usable.
    ModelFailed,
}

impl Stop {
    /// All reasons, in the order of the enum.
    pub const ALL: [Stop; 11] = [
        Stop::ThresholdReached,
        Stop::NothingOpen,
        Stop::CompletedSteps,
        Stop::MostSteps,
        Stop::NoFreshPassages,
        Stop::Stagnation,
        Stop::NoProgress,
        Stop::Deadline,
        Stop::Cancelled,
        Stop::CallLimit,
        Stop::ModelFailed,
    ];

    /// Returns the name that JSON uses.
    pub fn as_str(self) -> &'static str {
        match self {
            Stop::ThresholdReached => "threshold_reached",
            Stop::NothingOpen => "nothing_open",
            Stop::CompletedSteps => "completed_steps",
            Stop::MostSteps => "most_steps",
            Stop::NoFreshPassages => "no_fresh_passages",
            Stop::Stagnation => "stagnation",
            Stop::NoProgress => "no_progress",
            Stop::Deadline => "deadline",
            Stop::Cancelled => "cancelled",
            Stop::CallLimit => "call_limit",
            Stop::ModelFailed => "model_failed",
        }
    }
}

/// Lines of a source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StepPlace {
    /// Id of the source.
    pub source_id: SourceId,
    /// Lines within the source.
    pub locator: Locator,
}

/// One step of research.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// Number of the step, from 1.
    pub step_id: u32,
    /// Origin of the step.
    pub phase: Phase,
    /// Question of the step, complete without its context.
    pub question: String,
    /// Search queries, the question's own wording first.
    pub queries: Vec<String>,
    /// Passages that the step read, best first, without those that an earlier step had read.
    pub passages: Vec<StepPlace>,
    /// Closeness of the passages used to the step's question, from 0 to 1 on the common scale.
    pub confidence: f32,
    /// Outcome of the step.
    pub status: StepStatus,
    /// Places of the quotes that the step contributed.
    pub brought: Vec<StepPlace>,
}

/// Research on a question.
#[derive(Debug, Clone, PartialEq)]
pub struct Research {
    /// Steps in their order.
    pub steps: Vec<Step>,
    /// Reason why the research ended.
    pub stop: Stop,
    /// Number of steps still open at the end.
    pub pending: usize,
}

impl Research {
    /// Counts the steps with this outcome.
    pub fn count(&self, status: StepStatus) -> usize {
        self.steps.iter().filter(|s| s.status == status).count()
    }

    /// Returns the facts of each step, in its order, then the facts of no step. A fact belongs to the first step that
    /// contributed a quote of its statement.
    pub fn facts_by_step<'f>(&self, facts: &'f [Fact]) -> (Vec<Vec<&'f Fact>>, Vec<&'f Fact>) {
        let mut by_step: Vec<Vec<&Fact>> = self.steps.iter().map(|_| Vec::new()).collect();
        let mut others = Vec::new();
        for fact in facts {
            let brought = |s: &Step| fact.statement().iter().any(|q| s.brought.iter().any(|p| p.is_of(q)));
            match self.steps.iter().position(brought).and_then(|at| by_step.get_mut(at)) {
                Some(own) => own.push(fact),
                None => others.push(fact),
            }
        }
        (by_step, others)
    }

    /// Returns the facts of each step as forms show them: facts of no step go to the first step.
    pub fn shown_by_step<'f>(&self, facts: &'f [Fact]) -> Vec<Vec<&'f Fact>> {
        let (mut by_step, others) = self.facts_by_step(facts);
        if let Some(first) = by_step.first_mut() {
            first.extend(others);
        }
        by_step
    }
}

impl StepPlace {
    /// Returns the place of a quote.
    pub fn of(quote: &Quote) -> Self {
        StepPlace { source_id: quote.source_id().clone(), locator: *quote.locator() }
    }

    /// Returns true for the place of this quote.
    pub fn is_of(&self, quote: &Quote) -> bool {
        &self.source_id == quote.source_id() && &self.locator == quote.locator()
    }
}

/// Returns the places of the quotes of a step's facts, each once: `[Source N]` is the N-th place.
pub fn step_sources(facts: &[&Fact]) -> Vec<StepPlace> {
    let mut places: Vec<StepPlace> = Vec::new();
    for quote in facts.iter().flat_map(|f| &f.support) {
        if !places.iter().any(|p| p.is_of(quote)) {
            places.push(StepPlace::of(quote));
        }
    }
    places
}

//! Steps of research: what each asked, what it read, which facts of the answer it brought.

use serde::Serialize;

use crate::text::{Locator, Quote, SourceId};

use super::verify::Fact;

/// What made a step.
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
    /// A language model named it.
    NextStep,
    /// What a step before found nothing on, in other words.
    Retry,
}

impl Phase {
    /// All of them.
    pub const ALL: [Phase; 7] = [
        Phase::Question,
        Phase::Part,
        Phase::CitedSection,
        Phase::NamedPaper,
        Phase::Definition,
        Phase::NextStep,
        Phase::Retry,
    ];

    /// As JSON writes it.
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

/// How a step ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StepStatus {
    /// It found facts, close enough to what it asked.
    Completed,
    /// It did not.
    Failed,
}

impl StepStatus {
    /// As JSON writes it.
    pub fn as_str(self) -> &'static str {
        match self {
            StepStatus::Completed => "completed",
            StepStatus::Failed => "failed",
        }
    }
}

/// Why research ended (SPEC HOP-2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// Every part of the question is covered by steps whose confidence reaches the threshold.
    ThresholdReached,
    /// Nothing is open any more, or a model says so.
    NothingOpen,
    /// As many steps were completed as a question gets.
    CompletedSteps,
    /// As many steps were made as a question gets.
    MostSteps,
    /// The last step found no passage that no step before it had read.
    NoFreshPassages,
    /// Several steps in a row failed, none of them better than chance.
    Stagnation,
    /// Two steps in a row failed about alike.
    NoProgress,
    /// The time was up.
    Deadline,
    /// Whoever asked did not want to wait any longer.
    Cancelled,
    /// The calls of a model that the question may cost were used up.
    CallLimit,
    /// A model gave nothing usable.
    ModelFailed,
}

impl Stop {
    /// All of them.
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

    /// As JSON writes it.
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
    /// Source.
    pub source_id: SourceId,
    /// Lines.
    pub locator: Locator,
}

/// One step.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// From 1.
    pub step_id: u32,
    /// What made it.
    pub phase: Phase,
    /// What it asked; stands by itself.
    pub question: String,
    /// What was searched for, the question's own wording first.
    pub queries: Vec<String>,
    /// Passages that it read, best first; none that a step before had read.
    pub passages: Vec<StepPlace>,
    /// How close the passages that it used are to its question, 0 to 1 on the common scale.
    pub confidence: f32,
    /// How it ended.
    pub status: StepStatus,
    /// Places of the quotes that it brought.
    pub brought: Vec<StepPlace>,
}

/// Research on a question.
#[derive(Debug, Clone, PartialEq)]
pub struct Research {
    /// Its steps.
    pub steps: Vec<Step>,
    /// Why it ended.
    pub stop: Stop,
    /// Steps that were still open then.
    pub pending: usize,
}

impl Research {
    /// Steps that ended so.
    pub fn count(&self, status: StepStatus) -> usize {
        self.steps.iter().filter(|s| s.status == status).count()
    }

    /// The facts of each step, in its order, then those of none: a fact belongs to the first step that
    /// brought a quote of its statement.
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

    /// The facts of each step as forms show them: those that no step brought stand with the first.
    pub fn shown_by_step<'f>(&self, facts: &'f [Fact]) -> Vec<Vec<&'f Fact>> {
        let (mut by_step, others) = self.facts_by_step(facts);
        if let Some(first) = by_step.first_mut() {
            first.extend(others);
        }
        by_step
    }
}

impl StepPlace {
    /// Of a quote.
    pub fn of(quote: &Quote) -> Self {
        StepPlace { source_id: quote.source_id().clone(), locator: *quote.locator() }
    }

    /// True for the place of this quote.
    pub fn is_of(&self, quote: &Quote) -> bool {
        &self.source_id == quote.source_id() && &self.locator == quote.locator()
    }
}

/// Where the quotes of a step's facts stand, each place once: `[Source N]` is the N-th of them.
pub fn step_sources(facts: &[&Fact]) -> Vec<StepPlace> {
    let mut places: Vec<StepPlace> = Vec::new();
    for quote in facts.iter().flat_map(|f| &f.support) {
        if !places.iter().any(|p| p.is_of(quote)) {
            places.push(StepPlace::of(quote));
        }
    }
    places
}

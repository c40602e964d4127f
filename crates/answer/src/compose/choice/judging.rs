//! Input of a judgement on choices, and the verdict on one choice.

use crate::check::choice::Holds;
use crate::understand::plan;
use twolane_llm::{CallCounter, LanguageModel};

/// Input of a judgement on choices.
pub(crate) struct Judging<'a> {
    /// Question without its choices.
    pub stem: &'a str,
    /// Choices of the question.
    pub choices: &'a [plan::Choice],
    /// Language model that may be asked.
    pub model: Option<&'a dyn LanguageModel>,
    /// Call counter of the question; no model is asked once the calls are spent.
    pub calls: &'a CallCounter,
    /// Cancel token, checked between two steps.
    pub go_on: &'a (dyn Fn() -> bool + Sync),
}

/// Verdict on one choice, with the index of the fact that decides it.
pub(super) struct Verdict {
    pub holds: Holds,
    pub fact: Option<usize>,
}

//! Progress of an answer, for the caller that waits for it.

use crate::check::verify::{Answer, Verified};
use crate::error::AskError;
use twolane_retrieve::Retrieved;

/// A stage that was reached.
#[derive(Debug, Clone, Copy)]
pub enum Stage<'s> {
    /// The search is over.
    Searched(&'s Retrieved),
    /// The quotes that answer, checked; a language model has not begun yet.
    Facts(&'s Verified<Answer>),
    /// A language model begins to write.
    Writing,
}

/// Progress callback and cancel token of a caller.
#[derive(Clone, Copy, Default)]
pub struct Watch<'a> {
    /// Callback for each stage.
    pub on_stage: Option<&'a (dyn Fn(Stage<'_>) + Sync)>,
    /// Cancel token, checked between two steps. `false` ends the question with
    /// [`AskError::Cancelled`](crate::AskError::Cancelled), or, once a model writes, with the quotes alone.
    pub go_on: Option<&'a (dyn Fn() -> bool + Sync)>,
}

impl Watch<'_> {
    pub(super) fn tell(&self, stage: Stage<'_>) {
        if let Some(on_stage) = self.on_stage {
            on_stage(stage);
        }
    }

    pub(crate) fn goes_on(&self) -> bool {
        self.go_on.is_none_or(|go_on| go_on())
    }

    /// Returns an error once the caller has cancelled.
    pub(super) fn still(&self) -> Result<(), AskError> {
        self.goes_on().then_some(()).ok_or(AskError::Cancelled)
    }
}

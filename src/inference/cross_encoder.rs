//! The cross-encoder as the rest sees it.

use super::error::InferenceError;

/// Asked before each batch of long work; `false` ends it with what there is.
pub type GoOn<'a> = &'a (dyn Fn() -> bool + Sync);

/// A model that reads a question and a passage together and says how well they fit.
pub trait CrossEncoder: Send + Sync {
    /// Name for `--explain` and traces.
    fn name(&self) -> &str;

    /// One score for each passage, in their order: the raw logit, higher for a better fit, on no
    /// scale that holds across models. The question is never cut; a passage that does not fit
    /// beside it is read in windows that overlap, and has the score of its best window.
    ///
    /// Passages come best first where that is known: batches are run in the order of the first
    /// passage in them, so that what `go_on` leaves out is what matters least. `None` is a passage
    /// that was not read, or not read to its end.
    ///
    /// [`InferenceError::QueryTooLong`] when the question leaves too little room for a passage.
    fn scores(
        &self,
        query: &str,
        passages: &[&str],
        go_on: GoOn<'_>,
    ) -> Result<Vec<Option<f32>>, InferenceError>;
}

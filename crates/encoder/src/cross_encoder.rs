//! Interface of a cross-encoder.

use super::error::InferenceError;

/// Called before each batch of long work; `false` ends the work with the results so far.
pub type GoOn<'a> = &'a (dyn Fn() -> bool + Sync);

/// A model that reads a question and a passage together and scores their fit.
pub trait CrossEncoder: Send + Sync {
    /// Returns the name for `--explain` and traces.
    fn name(&self) -> &str;

    /// Returns one score per passage, in their order. A score is the raw logit: higher is better, with no
    /// scale shared by models. The question is never cut. A passage that does not fit after it is read in
    /// overlapping windows and gets the score of its best window.
    ///
    /// Pass the best passages first if they are known. Batches run in the order of their first passage, so a
    /// cancel through `go_on` skips the least important ones. `None` marks a passage that was not read to its
    /// end.
    ///
    /// [`InferenceError::QueryTooLong`] if the question leaves too little room for a passage.
    fn scores(
        &self,
        query: &str,
        passages: &[&str],
        go_on: GoOn<'_>,
    ) -> Result<Vec<Option<f32>>, InferenceError>;
}

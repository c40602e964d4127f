//! What can go wrong while answering.

use crate::archive::ArchiveError;
use crate::inference::InferenceError;
use crate::retrieve::{SearchError, VocabularyError};

/// Errors of answering and checking.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AskError {
    /// The archive can't be read.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The search failed.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The configured vocabulary can't be used.
    #[error(transparent)]
    Vocabulary(#[from] VocabularyError),
    /// The model failed.
    #[error(transparent)]
    Inference(#[from] InferenceError),
    /// A saved answer is not in a form that can be checked.
    #[error(
        "the answer can't be checked: {what}; `verify` takes what `ask --json` printed, or {{\"quotes\":[{{\"source_id\",\"locator\",\"quote\"}}],\"text\"}}"
    )]
    NotAnAnswer {
        /// What is wrong with it.
        what: String,
    },
    /// The question holds nothing to search for.
    #[error(
        "the question has no words to search for; ask a whole question, such as \"When is the town meeting?\""
    )]
    EmptyQuestion,
}

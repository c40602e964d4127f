//! Errors of answering and checking.

use twolane_archive::ArchiveError;
use twolane_encoder::InferenceError;
use twolane_retrieve::{SearchError, VocabularyError};

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
    /// The caller cancelled.
    #[error("stopped before the answer was found")]
    Cancelled,
    /// A saved answer is not in a form that can be checked.
    #[error(
        "the answer can't be checked: {what}; `verify` takes what `ask --json` printed, or {{\"quotes\":[{{\"source_id\",\"locator\",\"quote\"}}],\"text\"}}"
    )]
    NotAnAnswer {
        /// Description of the defect.
        what: String,
    },
    /// A value for a field is not in the expected form.
    #[error("{given:?} is not in the form FIELD=VALUE; for example: --context unit=4B")]
    NotAField {
        /// Text as given.
        given: String,
    },
    /// No session has this id, or it expired.
    #[error("there is no session {id:?} (or it expired); `twolane session list` shows all")]
    UnknownSession {
        /// Requested session id.
        id: String,
    },
    /// A name that no session can have.
    #[error("{given:?} can't be a session name; use at most 64 letters, digits, `-`, `_` and `.`")]
    SessionName {
        /// Name as given.
        given: String,
    },
    /// A stored session or trace can't be read or written.
    #[error(
        "{id} in the session store can't be read or written: {what}; `twolane session remove {id}` removes a session"
    )]
    SessionBody {
        /// Id of the session or trace.
        id: String,
        /// Description of the error.
        what: String,
    },
    /// No trace has this id.
    #[error("there is no trace {id:?}; `twolane trace list` shows those that are kept")]
    UnknownTrace {
        /// Requested trace id.
        id: String,
    },
    /// No remembered answer has this id.
    #[error("no answer {id:?} is remembered; `twolane memory list` shows all")]
    UnknownMemory {
        /// Requested answer id.
        id: String,
    },
    /// The question has no words to search for.
    #[error(
        "the question has no words to search for; ask a full question, such as \"When is the town meeting?\""
    )]
    EmptyQuestion,
}

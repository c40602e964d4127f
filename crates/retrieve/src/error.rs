//! Errors of a search.

use twolane_archive::ArchiveError;
use twolane_encoder::InferenceError;
use twolane_text::NotInSource;

/// Error of a search. Messages name the next step.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The question has no words.
    #[error("the query is empty; give a question or a few words that the papers may hold")]
    EmptyQuery,
    /// The query needs vectors, but there is no model or no vector to compare with.
    #[error("{what}; `twolane models get` brings the model, --mode bm25 searches without one")]
    NoVectors {
        /// Description of the missing part.
        what: String,
    },
    /// The given name is not a search mode.
    #[error("{given:?} is not a search mode; give hybrid, bm25 or vector")]
    Mode {
        /// The value that was given.
        given: String,
    },
    /// The archive failed.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The model failed.
    #[error(transparent)]
    Inference(#[from] InferenceError),
    /// A chunk's lines are not in its source.
    #[error("{0}; the archive is damaged: run `twolane index check`")]
    Damaged(#[from] NotInSource),
}

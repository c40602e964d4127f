//! Errors that end a whole run.

use std::path::PathBuf;

use crate::metadata::MetadataError;
use crate::worker::ReadFailure;
use twolane_archive::ArchiveError;
use twolane_encoder::InferenceError;

/// An error that ends a whole run. An unreadable file does not: it is listed in the report.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum IngestError {
    /// No path was given.
    #[error("no file or folder was named; name at least one: `twolane ingest PATH...`")]
    NoPaths,
    /// None of the named paths exists.
    #[error("{}: {reason}", path.display())]
    NothingThere {
        /// The first of the paths.
        path: PathBuf,
        /// The reason, and the remedy.
        reason: String,
    },
    /// The archive failed.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The embedding model failed. Everything committed before remains.
    #[error("{0} (what was finished is in the archive; run ingest again to go on)")]
    Inference(#[from] InferenceError),
    /// Metadata from flags or a `sources.toml` is invalid.
    #[error(transparent)]
    Metadata(#[from] MetadataError),
    /// No worker could be started.
    #[error(transparent)]
    Worker(ReadFailure),
    /// The system's watch on folders failed.
    #[error("the folders can't be watched: {what}; run ingest without --watch now and then")]
    Watch {
        /// The system's error.
        what: String,
    },
}

//! What ends a whole run.

use std::path::PathBuf;

use crate::archive::ArchiveError;
use crate::inference::InferenceError;
use crate::ingest::metadata::MetadataError;
use crate::ingest::worker::ReadFailure;

/// What ends a whole run. A file that can't be read does not: it stands in the report.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum IngestError {
    /// Nothing to do.
    #[error("no file or folder was named; name at least one: `twolane ingest PATH...`")]
    NoPaths,
    /// Not one of the named paths is there.
    #[error("{}: {reason}", path.display())]
    NothingThere {
        /// The first of them.
        path: PathBuf,
        /// Why, and what would help.
        reason: String,
    },
    /// The archive.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The embedding model. What was committed before stays.
    #[error("{0} (what was finished is in the archive; run ingest again to go on)")]
    Inference(#[from] InferenceError),
    /// Metadata from flags or a `sources.toml`.
    #[error(transparent)]
    Metadata(#[from] MetadataError),
    /// No worker could be started.
    #[error(transparent)]
    Worker(ReadFailure),
    /// The system's watch on folders.
    #[error("the folders can't be watched: {what}; run ingest without --watch now and then")]
    Watch {
        /// What it said.
        what: String,
    },
}

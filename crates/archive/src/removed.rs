//! A paper that a person removed.

use serde::{Deserialize, Serialize};

use super::record::{Metadata, SourceSummary};
use twolane_text::{ContentHash, SourceId};

/// The record of a paper that a person removed: an ingest leaves a file with this content out, until somebody
/// names the file itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemovedPaper {
    /// Hash of its content.
    pub hash: ContentHash,
    /// Id that it had.
    pub id: SourceId,
    /// Title that it had.
    pub title: String,
    /// Paths that its file had.
    pub paths: Vec<String>,
    /// Metadata that it had; values set by hand hold again when it comes back.
    pub meta: Metadata,
    /// Time of the removal, RFC 3339 UTC.
    pub removed_at: String,
}

impl RemovedPaper {
    /// Builds the record of a source that is removed now.
    pub fn of(source: &SourceSummary) -> Self {
        RemovedPaper {
            hash: source.hash.clone(),
            id: source.id.clone(),
            title: source.title.clone(),
            paths: source.paths.clone(),
            meta: source.meta.clone(),
            removed_at: jiff::Timestamp::now().to_string(),
        }
    }
}

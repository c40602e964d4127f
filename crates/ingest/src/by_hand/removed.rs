//! The papers that a person removed, as an ingest asks for them.

use std::collections::{HashMap, HashSet};

use serde::Serialize;

use twolane_archive::RemovedPaper;
use twolane_text::ContentHash;

/// A file that an ingest left out, because a person removed its paper.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// The file's path.
    pub path: String,
    /// The title that the paper had.
    pub title: String,
    /// The time of its removal.
    pub removed_at: String,
}

/// The removed papers, by content and by path.
#[derive(Debug, Default)]
pub(crate) struct RemovedPapers {
    by_hash: HashMap<ContentHash, RemovedPaper>,
    by_path: HashMap<String, ContentHash>,
    /// The texts of the paths that the caller named: their papers come back.
    named: HashSet<String>,
}

impl RemovedPapers {
    /// Creates them, with the paths that the caller of the run named.
    pub(crate) fn new(removed: Vec<RemovedPaper>, named: impl Iterator<Item = String>) -> Self {
        let paths =
            removed.iter().flat_map(|paper| paper.paths.iter().map(|p| (p.clone(), paper.hash.clone())));
        RemovedPapers {
            by_path: paths.collect(),
            by_hash: removed.into_iter().map(|paper| (paper.hash.clone(), paper)).collect(),
            named: named.collect(),
        }
    }

    /// Returns the removed paper with this content.
    pub(crate) fn of(&self, hash: &ContentHash) -> Option<&RemovedPaper> {
        self.by_hash.get(hash)
    }

    /// Returns the removed paper of this path, where the file has other content now.
    pub(crate) fn older_at(&self, path: &str, hash: &ContentHash) -> Option<&RemovedPaper> {
        self.by_path
            .get(path)
            .filter(|removed| *removed != hash)
            .and_then(|removed| self.by_hash.get(removed))
    }

    /// Returns why a document stays out: its paper was removed, and no path of its file was named.
    pub(crate) fn left_out(&self, hash: &ContentHash, files: &[String]) -> Option<&RemovedPaper> {
        let is_named = files.iter().any(|file| self.named.contains(file));
        self.of(hash).filter(|_| !is_named)
    }
}

impl LeftOut {
    /// Builds the entry of a path.
    pub(crate) fn of(path: String, paper: &RemovedPaper) -> Self {
        LeftOut { path, title: paper.title.clone(), removed_at: paper.removed_at.clone() }
    }
}

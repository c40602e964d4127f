//! The state of the archive when the run began.

use std::collections::{HashMap, HashSet};

use twolane_archive::SourceSummary;
use twolane_text::{ContentHash, SourceId};

use super::path_text::numbered;
use super::recipe::Recipe;

/// The archive's sources, by everything that identifies a file.
#[derive(Debug, Default)]
pub(super) struct Known {
    sources: Vec<SourceSummary>,
    by_path: HashMap<String, usize>,
    by_hash: HashMap<ContentHash, usize>,
    by_part_hash: HashMap<ContentHash, usize>,
    by_file: HashMap<String, Vec<usize>>,
    by_id: HashMap<SourceId, usize>,
}

impl Known {
    pub(super) fn new(sources: Vec<SourceSummary>) -> Self {
        let mut known = Known::default();
        for (i, source) in sources.iter().enumerate() {
            known.by_id.insert(source.id.clone(), i);
            // A line of a file may have the same bytes as another file, which is read differently.
            let part = Recipe::file_of(&source.recipe).is_some();
            let by_hash = if part { &mut known.by_part_hash } else { &mut known.by_hash };
            by_hash.entry(source.hash.clone()).or_insert(i);
            for path in &source.paths {
                known.by_path.insert(path.clone(), i);
                if let Some((file, _)) = numbered(path) {
                    known.by_file.entry(file.to_owned()).or_default().push(i);
                }
            }
        }
        known.sources = sources;
        known
    }

    pub(super) fn sources(&self) -> &[SourceSummary] {
        &self.sources
    }

    pub(super) fn at_path(&self, path: &str) -> Option<&SourceSummary> {
        self.sources.get(*self.by_path.get(path)?)
    }

    pub(super) fn of_id(&self, id: &SourceId) -> Option<&SourceSummary> {
        self.sources.get(*self.by_id.get(id)?)
    }

    /// Returns the source of a whole file with this hash.
    pub(super) fn of_hash(&self, hash: &ContentHash) -> Option<&SourceSummary> {
        self.sources.get(*self.by_hash.get(hash)?)
    }

    /// Returns the source of a document with this hash, of a format whose files may hold several.
    pub(super) fn of_part_hash(&self, hash: &ContentHash) -> Option<&SourceSummary> {
        self.sources.get(*self.by_part_hash.get(hash)?)
    }

    /// Returns the sources in this file: the one at its path, and those numbered within it.
    pub(super) fn of_file(&self, file: &str) -> Vec<&SourceSummary> {
        let numbered = self.by_file.get(file).into_iter().flatten();
        let mut seen = HashSet::new();
        let all = self.by_path.get(file).into_iter().chain(numbered).filter(|i| seen.insert(**i));
        all.filter_map(|i| self.sources.get(*i)).collect()
    }

    pub(super) fn ids(&self) -> HashSet<SourceId> {
        self.by_id.keys().cloned().collect()
    }
}

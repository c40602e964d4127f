//! The size of an archive in a list of several.

use std::collections::BTreeSet;

use crate::problem::Problem;

use super::Engine;

impl Engine {
    /// Returns the number of papers and of places that the caller sees, and the generation. Returns `None` where the
    /// archive has papers, but the caller sees no paper: its name says nothing to such a caller.
    ///
    /// # Errors
    /// Returns those of the archive.
    pub fn listed(&self) -> Result<Option<(usize, usize, u64)>, Problem> {
        let archive = self.archive();
        let papers = archive.sources()?.len();
        if papers == 0 && !self.shared.whole.sources()?.is_empty() {
            return Ok(None);
        }
        let places: BTreeSet<String> = archive.facets()?.into_iter().filter_map(|facet| facet.town).collect();
        Ok(Some((papers, places.len(), archive.generation())))
    }
}

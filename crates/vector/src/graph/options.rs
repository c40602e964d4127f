//! Settings of the graph.

use serde::{Deserialize, Serialize};

/// When there is a graph over the vectors, how it is built and walked. Names are those of the
/// literature and of other systems.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GraphOptions {
    /// Smallest number of vectors for which a graph is used. Below it every search scans all of
    /// them, even where a graph is left from a time when there were more.
    pub from_vectors: usize,
    /// Links of a node above the lowest layer, half of those in it; 2 to 128. The next commit
    /// rebuilds a graph that has another number.
    pub m: usize,
    /// Candidates for a node's links, at most 4,096. Nodes that are in a graph keep theirs until
    /// `index rebuild`.
    pub ef_construction: usize,
    /// Candidates of a search at least, at most 4,096; also at least twice the number of results.
    pub ef_search: usize,
    /// Vectors up to which `ef_search` candidates are enough; among more, as many times more are looked at.
    pub ef_search_up_to: usize,
    /// Cost of a graph search for each candidate, as the number of codes that a scan compares in
    /// that time. A filter makes a graph search longer in proportion to what it leaves out: the
    /// cheaper of the two is taken.
    pub scan_per_candidate: usize,
}

impl Default for GraphOptions {
    fn default() -> Self {
        GraphOptions {
            from_vectors: 20_000,
            m: 16,
            ef_construction: 128,
            ef_search: 512,
            // For .95 of the nearest ten a walk needs 54 candidates among 50,000 vectors, 187 among 200,000 and
            // 900 among a million (`benches/runs/2026-11-25-hnsw-*.json`): about as many times more as there are
            // more vectors. 512 find .997 among 50,000 there, .987 among 200,000, and among as many of others .960
            // (`2026-11-25-stores.json`).
            ef_search_up_to: 50_000,
            scan_per_candidate: 20,
        }
    }
}

impl GraphOptions {
    /// `m` within what a graph can have.
    pub fn links(&self) -> usize {
        self.m.clamp(2, M_MAX)
    }

    /// `ef_construction` within what a build may take.
    pub(crate) fn built_by(&self) -> usize {
        self.ef_construction.clamp(1, EF_MAX)
    }

    /// Candidates of a search among so many vectors, within what a walk may take.
    pub fn searched_by(&self, vectors: usize) -> usize {
        let enough = self.ef_search_up_to.max(1);
        let grown = self.ef_search.saturating_mul(vectors.max(enough)) / enough;
        grown.clamp(self.ef_search.clamp(1, EF_MAX), EF_MAX)
    }
}

/// Largest number of candidates of a graph search. They are kept in one sorted list, so that the
/// time grows with the square of their number; beyond this number a scan of every vector is as
/// fast.
pub(crate) const EF_MAX: usize = 4096;

/// Most links of a node above the lowest layer.
pub(crate) const M_MAX: usize = 128;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_vectors_want_more_candidates() {
        let options = GraphOptions::default();
        for (vectors, candidates) in
            [(0, 512), (50_000, 512), (100_000, 1024), (200_000, 2048), (1_000_000, 4096)]
        {
            assert_eq!(options.searched_by(vectors), candidates);
        }
        assert_eq!(options.searched_by(usize::MAX), EF_MAX);
        assert_eq!(GraphOptions { ef_search_up_to: 0, ..options }.searched_by(7), 3584);
        assert_eq!(GraphOptions { ef_search: 0, ..options }.searched_by(7), 1);
        assert_eq!(GraphOptions { ef_search: usize::MAX, ..options }.searched_by(7), EF_MAX);
    }
}

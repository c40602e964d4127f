//! Settings of the graph.

use serde::{Deserialize, Serialize};

/// When there is a graph over the vectors, how it is built and walked. Names are those of the
/// literature and of other systems.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GraphOptions {
    /// Vectors from which on there is a graph; below, every search looks at all of them, also where
    /// a graph is left from when they were more.
    pub from_vectors: usize,
    /// Links of a node above the lowest layer, half of those in it; 2 to 128. A graph with other ones
    /// is built anew by the next commit.
    pub m: usize,
    /// Candidates for a node's links, at most 4,096. Nodes that are in a graph keep theirs until
    /// `index rebuild`.
    pub ef_construction: usize,
    /// Candidates of a search at least, at most 4,096; also at least twice the number of results.
    pub ef_search: usize,
    /// What a walk costs for each candidate, as a number of codes that a scan compares in that time.
    /// A filter makes a walk as much longer as it leaves out: the cheaper of the two is taken.
    pub scan_per_candidate: usize,
}

impl Default for GraphOptions {
    fn default() -> Self {
        GraphOptions {
            from_vectors: 20_000,
            m: 16,
            ef_construction: 128,
            ef_search: 512,
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
    pub(in crate::vector) fn built_by(&self) -> usize {
        self.ef_construction.clamp(1, EF_MAX)
    }

    /// `ef_search` within what a walk may take.
    pub(in crate::vector) fn searched_by(&self) -> usize {
        self.ef_search.clamp(1, EF_MAX)
    }
}

/// Most candidates of a walk: they stand in one sorted list, so that the time grows with the square
/// of their number; from here on looking at every vector is as fast.
pub(in crate::vector) const EF_MAX: usize = 4096;

/// Most links of a node above the lowest layer.
pub(in crate::vector) const M_MAX: usize = 128;

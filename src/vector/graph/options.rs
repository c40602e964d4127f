//! Settings of the graph.

use serde::{Deserialize, Serialize};

/// When there is a graph over the vectors, how it is built and walked. Names are those of the
/// literature and of other systems.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GraphOptions {
    /// Vectors from which on there is a graph; below, every search looks at all of them.
    pub from_vectors: usize,
    /// Links of a node above the lowest layer, half of those in it; 2 to 128.
    pub m: usize,
    /// Candidates for a node's links.
    pub ef_construction: usize,
    /// Candidates of a search at least; also at least twice the number of results.
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
    pub(in crate::vector) fn links(&self) -> usize {
        self.m.clamp(2, M_MAX)
    }
}

/// Most links of a node above the lowest layer.
pub(in crate::vector) const M_MAX: usize = 128;

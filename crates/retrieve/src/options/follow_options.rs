//! Settings for expanding citations.

use serde::{Deserialize, Serialize};

/// Settings for expanding citations.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FollowOptions {
    /// Maximum number of sections added because a chosen passage cites them; 0 adds none. They come after the
    /// other hits. An answer's facts leave room for 3, in addition to two facts of the local papers.
    pub most: usize,
    /// Number of passages, from the best, whose citations are expanded.
    pub passages: usize,
}

impl Default for FollowOptions {
    fn default() -> Self {
        FollowOptions { most: 3, passages: 10 }
    }
}

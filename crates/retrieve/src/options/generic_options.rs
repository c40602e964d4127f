//! Settings for distinctive words.

use serde::{Deserialize, Serialize};

/// Settings that decide when a word is too common to be distinctive.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GenericOptions {
    /// Maximum share of an archive's chunks that may contain a distinctive word. In the project's own papers,
    /// `board` (18 %), `town` (12 %), `meeting`, `permit` and `vote` (7 %) lie above it. `tree`, `water`,
    /// `dog`, `dock` and names of people and streets lie below.
    pub share: f32,
    /// Number of chunks up to which a word stays distinctive in a small archive.
    pub least: u32,
}

impl Default for GenericOptions {
    fn default() -> Self {
        GenericOptions { share: 0.04, least: 8 }
    }
}

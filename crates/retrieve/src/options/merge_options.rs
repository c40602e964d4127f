//! Settings of the merge.

use serde::{Deserialize, Serialize};

/// Settings of the merge.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MergeOptions {
    /// Maximum number of chunks in the merged context (MERGED_CONTEXT_CAP).
    pub merged_context_cap: usize,
    /// Maximum number of chunks of all lanes to merge (MAX_COMBINED_CHUNKS).
    pub max_combined_chunks: usize,
    /// Number of top ranks reserved for chunks of the question's own matter.
    pub top_n: usize,
    /// Minimum number of state chunks in the context of a legal question, if as many pass the bar (SPEC
    /// RET-8: 3 to 4).
    pub min_state: usize,
    /// Number of the best local chunks that no quota displaces.
    pub min_local_facts: usize,
    /// Legal salience, 0 to 1, at which a question counts as legal.
    pub legal_salience: f32,
    /// Boost for a chunk that names something of the situation: a prior, not a filter.
    pub situation_boost: f32,
    /// Boost for a chunk of the statutes if the question is about how something is done.
    pub statute_boost: f32,
    /// Boost for chunks of the lane in which the answer is expected.
    pub scope_boost: f32,
    /// Penalty of a chunk for each better one of its source, so that other sources become visible. On the
    /// project's own papers, 0.01 to 0.05 put the right page among the first three once more often, with no
    /// other effect.
    pub repeat_penalty: f32,
    /// Maximum total penalty for better chunks of the same source.
    pub repeat_penalty_most: f32,
    /// Share of common shingles at which two chunks count as copies.
    pub fold_resemblance: f32,
}

impl Default for MergeOptions {
    fn default() -> Self {
        MergeOptions {
            merged_context_cap: 15,
            max_combined_chunks: 40,
            top_n: 8,
            min_state: 3,
            min_local_facts: 3,
            legal_salience: 0.5,
            situation_boost: 0.05,
            statute_boost: 0.02,
            scope_boost: 0.05,
            repeat_penalty: 0.01,
            repeat_penalty_most: 0.05,
            fold_resemblance: 0.8,
        }
    }
}

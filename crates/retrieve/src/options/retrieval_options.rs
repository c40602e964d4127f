//! Settings of retrieval over all lanes.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::follow_options::FollowOptions;
use super::generic_options::GenericOptions;
use super::lane::Lanes;
use super::merge_options::MergeOptions;

/// Settings of retrieval over all lanes; names and defaults of SPEC RET.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RetrievalOptions {
    /// Searches statewide lanes always; if false, only when the answer is expected there.
    pub enable_parallel_state_lane: bool,
    /// Maximum number of queries per lane.
    pub max_queries_per_lane: usize,
    /// Maximum number of queries in a lane's second pass.
    pub second_pass_max_queries: usize,
    /// Confidence below which a second pass runs.
    pub retrieval_confidence_threshold: f32,
    /// Alignment with the situation below which a second pass runs.
    pub topic_alignment_threshold: f32,
    /// Cosine on the common scale at which a chunk counts as answering the question regardless of its words.
    /// Also the confidence at which a record can be strong (SPEC HOP-1).
    pub eval_confidence_threshold: f32,
    /// Number of merged chunks below which a second pass runs.
    pub second_pass_below: usize,
    /// Weight of a chunk's gain from further queries over the question itself, 0 to 1. On the project's own
    /// papers, 0.3 moved a right page out of the first five, and 0 and 0.1 did not. On cited sections, all
    /// three had the same results.
    pub expansion_lift: f32,
    /// Boost for chunks of the town that the question names.
    pub town_boost: f32,
    /// Boost for chunks of the boards that the question concerns.
    pub board_boost: f32,
    /// Settings of the merge.
    pub merge: MergeOptions,
    /// Settings for expanding citations.
    pub follow: FollowOptions,
    /// Settings for distinctive words.
    pub generic: GenericOptions,
    /// File that replaces the built-in vocabulary.
    pub vocabulary: Option<PathBuf>,
    /// Settings of the lanes.
    pub lanes: Lanes,
}

impl Default for RetrievalOptions {
    fn default() -> Self {
        RetrievalOptions {
            enable_parallel_state_lane: true,
            max_queries_per_lane: 6,
            second_pass_max_queries: 8,
            retrieval_confidence_threshold: 0.35,
            topic_alignment_threshold: 0.30,
            eval_confidence_threshold: 0.70,
            second_pass_below: 4,
            expansion_lift: 0.1,
            town_boost: 0.02,
            board_boost: 0.03,
            merge: MergeOptions::default(),
            follow: FollowOptions::default(),
            generic: GenericOptions::default(),
            vocabulary: None,
            lanes: Lanes::default(),
        }
    }
}

//! Settings of retrieval over all lanes.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::following::FollowOptions;
use super::generic::GenericOptions;
use super::lane::Lanes;
use super::merge::MergeOptions;

/// Settings of retrieval over all lanes; names and defaults of SPEC RET.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RetrievalOptions {
    /// Off: statewide lanes are searched only when the answer is expected there.
    pub enable_parallel_state_lane: bool,
    /// Queries of one lane at most.
    pub max_queries_per_lane: usize,
    /// Queries of a lane's second pass at most.
    pub second_pass_max_queries: usize,
    /// Confidence below which a second pass is made.
    pub retrieval_confidence_threshold: f32,
    /// Alignment with the situation below which a second pass is made.
    pub topic_alignment_threshold: f32,
    /// Cosine on the common scale from which on a chunk answers the question whatever its words, and
    /// confidence from which on a record can be strong (SPEC HOP-1).
    pub eval_confidence_threshold: f32,
    /// Merged chunks below which a second pass is made.
    pub second_pass_below: usize,
    /// How much of what a further query finds in a chunk beyond the question itself is added to
    /// its score, 0 to 1. On our papers .3 moved a right page out of the first five, 0 and .1 did
    /// not; on cited sections all three found the same.
    pub expansion_lift: f32,
    /// Added to chunks of the town that the question names.
    pub town_boost: f32,
    /// Added to chunks of the boards that the question concerns.
    pub board_boost: f32,
    /// The merge.
    pub merge: MergeOptions,
    /// Sections that are reached by their citation.
    pub follow: FollowOptions,
    /// Which words tell matters apart.
    pub generic: GenericOptions,
    /// File that replaces the vocabulary that comes with the program.
    pub vocabulary: Option<PathBuf>,
    /// Lanes.
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

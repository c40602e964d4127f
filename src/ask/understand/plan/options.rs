//! Settings of planning.

use serde::{Deserialize, Serialize};

use super::budget::CallLimits;

/// Keys of `[plan]` in `twolane.toml`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PlanOptions {
    /// Where there is a language model, it plans what is not simple.
    pub by_model: bool,
    /// It also words a question of several steps anew.
    pub rewrite: bool,
    /// Confidence of a model below which its plan gives way to the conservative one (SPEC PLAN-2).
    pub least_confidence: f32,
    /// Entities of an issue map at most.
    pub most_entities: usize,
    /// Items of each other list of an issue map at most.
    pub most_items: usize,
    /// Queries that a plan adds to a lane at most; the lane's own limit counts besides.
    pub most_queries: usize,
    /// Words of a query at most (SPEC HOP-1).
    pub query_words: usize,
    /// Leave the state's law out of a purely local, simple question. Off: both lanes are always
    /// searched (SPEC RET-2).
    pub local_alone: bool,
    /// Characters of each of the last two texts of the user that a planning model is shown.
    pub source_chars: usize,
    /// Calls of a model that a question may cost, by its route.
    pub calls: CallLimits,
    /// Calls that planning leaves to the writer; as high as `writer.max_calls`.
    pub calls_left_to_writer: u64,
    /// Tokens in and out that planning may cost.
    pub max_tokens: u64,
    /// Seconds that planning may take; then the question is searched by its own words.
    pub seconds: u64,
}

impl Default for PlanOptions {
    fn default() -> Self {
        PlanOptions {
            by_model: true,
            rewrite: true,
            least_confidence: 0.4,
            most_entities: 6,
            most_items: 4,
            most_queries: 3,
            query_words: 30,
            local_alone: false,
            source_chars: 1_500,
            calls: CallLimits::default(),
            calls_left_to_writer: 4,
            max_tokens: 8_192,
            seconds: 60,
        }
    }
}

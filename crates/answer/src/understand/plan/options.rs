//! Settings of planning.

use serde::{Deserialize, Serialize};

use super::budget::CallLimits;

/// Keys of `[plan]` in `twolane.toml`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PlanOptions {
    /// True to let a language model, where there is one, plan questions that are not simple.
    pub by_model: bool,
    /// True to let it also reword a question of several steps.
    pub rewrite: bool,
    /// Confidence of a model below which the conservative plan replaces its own (SPEC PLAN-2).
    pub least_confidence: f32,
    /// Most entities of an issue map.
    pub most_entities: usize,
    /// Most items of each other list of an issue map.
    pub most_items: usize,
    /// Most queries that a plan adds to a lane; the lane's own limit also applies.
    pub most_queries: usize,
    /// Most words of a query (SPEC HOP-1).
    pub query_words: usize,
    /// True to leave the state's law out of a purely local, simple question. False always searches both lanes (SPEC
    /// RET-2).
    pub local_alone: bool,
    /// Characters that a planning model sees of each of the last two texts of the user.
    pub source_chars: usize,
    /// Most model calls for a question, by its route.
    pub calls: CallLimits,
    /// Calls that planning leaves to the writer; as high as `writer.max_calls`.
    pub calls_left_to_writer: u64,
    /// Most tokens in and out for planning.
    pub max_tokens: u64,
    /// Most seconds for planning; after that, the question is searched by its own words.
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

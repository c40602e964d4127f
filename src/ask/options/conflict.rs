//! Settings of the search for conflicts.

use serde::{Deserialize, Serialize};

/// When values count as different, and when two quotes speak of the same matter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConflictOptions {
    /// Numbers of one unit differ beyond this many percent of the larger one (SPEC EVD-3).
    pub conflict_delta_percent_default: f64,
    /// Names and numbers of sections differ beyond this share of edits (0 to 1, Levenshtein over
    /// the longer one).
    pub string_distance: f64,
    /// Quotes that are compared, best first.
    pub quotes: usize,
    /// Least share of the question's words, weighted by rarity, that a value's own sentence has.
    pub least_own: f32,
    /// The same with the rest of the chunk, the header and the title at a discount.
    pub least_context: f32,
    /// A sentence takes part that has at least this share of what the best one has of the question.
    pub least_of_best: f32,
    /// A value takes part that has at least this share of the question's words close to it that the
    /// best one has.
    pub least_near: f32,
    /// The same within its page.
    pub least_of_source: f32,
    /// Least share of the question's words that two sentences have in common, of those that one of
    /// them has.
    pub least_common: f32,
    /// The same where one of them is a row of a table: a row lacks what its neighbours differ in.
    pub least_common_rows: f32,
    /// Two sentences of one source must share this much of the words near their values: a list of different
    /// things under one heading shares the question's words only.
    pub least_common_within: f32,
    /// A value whose chunk the reader read takes part where the reader says, by this logit, that the chunk
    /// answers. One that it did not read takes part too: leaving those out lost a conflict of twelve.
    pub least_answers: f32,
}

impl Default for ConflictOptions {
    fn default() -> Self {
        crate::tuning::table("answer.conflicts")
    }
}

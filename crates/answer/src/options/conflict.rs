//! Settings of the search for conflicts.

use serde::{Deserialize, Serialize};

/// Thresholds at which values differ, and at which two quotes are about the same matter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConflictOptions {
    /// Largest difference, in percent of the larger one, at which two numbers of one unit count as equal (SPEC EVD-3).
    pub conflict_delta_percent_default: f64,
    /// Largest share of edits (0 to 1, Levenshtein distance over the longer one) at which two names or section numbers
    /// count as equal.
    pub string_distance: f64,
    /// Most quotes that are compared, best first.
    pub quotes: usize,
    /// Least share of the question's words, weighted by rarity, that a value's own sentence has.
    pub least_own: f32,
    /// Least share of the question's words, where the rest of the chunk, the header and the title count at a discount.
    pub least_context: f32,
    /// Least share of the question's words in a sentence that takes part, relative to the best sentence.
    pub least_of_best: f32,
    /// Least share of the question's words close to a value that takes part, relative to the best value.
    pub least_near: f32,
    /// Least share of the question's words close to a value, relative to the best value of its page.
    pub least_of_source: f32,
    /// Least share of the question's words that both of two sentences have, among those that either has.
    pub least_common: f32,
    /// The same share where one of them is a row of a table: a row lacks the words that distinguish its neighbours.
    pub least_common_rows: f32,
    /// Least share of the words near their values that two sentences of one source have in common. A list of different
    /// things under one heading shares only the question's words.
    pub least_common_within: f32,
    /// Least logit of the reader that a value's chunk answers. A value in an unread chunk also takes part: leaving
    /// those out lost 1 of 12 conflicts.
    pub least_answers: f32,
}

impl Default for ConflictOptions {
    fn default() -> Self {
        twolane_retrieve::tuning::table("answer.conflicts")
    }
}

//! Settings of judging answer choices.

use serde::{Deserialize, Serialize};

/// Weights for judging choices by the evidence, without a language model. The score of a choice is the best of these
/// sums over the answer's quotes. The weights are chosen by hand, not fitted, because there is no set of choices over
/// such papers. `scripts/measure_choices.py` measures them on questions of the bar exam.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChoiceOptions {
    /// Added when the quote has all numbers, dates, sections and names of the choice; subtracted when one is missing.
    pub named: f32,
    /// Weight of the share of the choice's own words.
    pub words: f32,
    /// Weight of the reader's score.
    pub reader: f32,
    /// Subtracted for each fact before the quote's fact.
    pub later_fact: f32,
    /// Least share of its words with which a choice without numbers and names can hold.
    pub least_share: f32,
    /// Least share of its words with which a choice can hold whose numbers, dates, sections and names are all in the
    /// quote.
    pub least_share_named: f32,
    /// Least lead of the best choice; with a smaller lead, the quotes do not decide.
    pub least_margin: f32,
}

impl Default for ChoiceOptions {
    fn default() -> Self {
        twolane_retrieve::tuning::table("answer.choices")
    }
}

//! Settings of judging answer choices.

use serde::{Deserialize, Serialize};

/// How choices are judged by the evidence, without a language model. A choice's standing is the best of
/// these sums over the answer's quotes. Written down, not fitted: there is no set of choices over papers
/// like these (`scripts/measure_choices.py` has what they are worth on questions of the bar).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChoiceOptions {
    /// What it counts that all numbers, dates, sections and names of the choice stand in the quote;
    /// taken off where one does not.
    pub named: f32,
    /// What the share of the choice's own words counts.
    pub words: f32,
    /// What the reader counts.
    pub reader: f32,
    /// What is taken off for each fact that stands before the quote's.
    pub later_fact: f32,
    /// Least share of its words with which a choice without numbers and names can hold.
    pub least_share: f32,
    /// The same for a choice whose numbers, dates, sections and names all stand in the quote.
    pub least_share_named: f32,
    /// By how much the best choice must lead; with less the quotes do not tell.
    pub least_margin: f32,
}

impl Default for ChoiceOptions {
    fn default() -> Self {
        crate::tuning::table("answer.choices")
    }
}

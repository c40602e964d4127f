//! Quotes and sentences as conclusions show them.

use crate::check::verify::Fact;
use twolane_text::sentences;

/// Puts the statement's quotes in quotation marks: one pair for adjacent quotes, with "…" between the others, outside
/// the marks.
pub(crate) fn quoted(fact: &Fact) -> String {
    let between: Vec<String> = fact.runs().iter().map(|run| format!("“{run}”")).collect();
    between.join(" … ")
}

/// Splits a text into its sentences.
pub(super) fn sentences_of(text: &str) -> Vec<&str> {
    sentences(text).into_iter().filter_map(|range| text.get(range)).collect()
}

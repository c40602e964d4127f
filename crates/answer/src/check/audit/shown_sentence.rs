//! A sentence that a person is shown, as the rules read it.

use super::flag::{Flag, HardRule};

/// A sentence of the answer's own words.
#[derive(Debug, Clone)]
pub(super) struct ShownSentence<'a> {
    /// Path in the answer object.
    pub(super) place: String,
    /// Text of the sentence.
    pub(super) sentence: &'a str,
    /// The sentence with blanks in place of quoted words.
    pub(super) unquoted: String,
    /// Sections that contain the fact's quotes.
    pub(super) context: &'a [String],
}

impl ShownSentence<'_> {
    /// Builds the flag of this sentence.
    pub(super) fn flag(&self, rule: HardRule, what: &str) -> Flag {
        Flag { rule, place: self.place.clone(), what: what.to_owned(), sentence: self.sentence.to_owned() }
    }

    /// Returns true for gaps, limitations and further questions, which may name missing things.
    pub(super) fn names_what_is_missing(&self) -> bool {
        ["gaps", "limitations", "suggested_followups"].iter().any(|p| self.place.starts_with(p))
    }
}

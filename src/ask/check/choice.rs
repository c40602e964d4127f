//! How the answer choices of a question were judged (SPEC HOP-4). A judgement is of an answer's own
//! quotes: each reason rests on quotes that support its facts, and says which words of the choice they
//! have.

use serde::Serialize;

use crate::text::Quote;

/// What a choice came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Holds {
    /// The quotes favour it, or bear it out.
    Yes,
    /// They favour another one, or speak against it.
    No,
    /// They do not tell.
    Unknown,
}

/// Why a choice holds or falls.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ChoiceReason {
    /// Its letter.
    pub choice: char,
    /// Its text, as it was asked.
    pub text: String,
    /// What it came to.
    pub holds: Holds,
    /// In the program's own words: what of it the quote has.
    pub reason: String,
    /// Quotes that decide it; some of those that the answer's facts rest on.
    pub support: Vec<Quote>,
}

/// A judgement on all choices.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Choice {
    /// The letter of the one that holds; none where the quotes do not tell, or nothing was judged.
    pub answer: Option<char>,
    /// By what it was judged, or why it was not; in the program's own words.
    pub note: String,
    /// One for each choice; none where nothing was judged.
    pub reasons: Vec<ChoiceReason>,
}

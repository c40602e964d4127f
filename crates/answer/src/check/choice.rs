//! Judgement on the answer choices of a question (SPEC HOP-4). It concerns an answer's own quotes alone: each reason
//! rests on quotes that support its facts, and says which words of the choice they have.

use serde::Serialize;

use twolane_text::Quote;

/// Verdict on a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Holds {
    /// The quotes favour or support the choice.
    Yes,
    /// The quotes favour another choice, or contradict this one.
    No,
    /// The quotes do not decide.
    Unknown,
}

/// Reason why a choice holds or fails.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ChoiceReason {
    /// Letter of the choice.
    pub choice: char,
    /// Text of the choice, as it was asked.
    pub text: String,
    /// Verdict on the choice.
    pub holds: Holds,
    /// Parts of the choice that the quote has, in the program's own words.
    pub reason: String,
    /// Quotes that decide, from those that support the answer's facts.
    pub support: Vec<Quote>,
}

/// A judgement on all choices.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Choice {
    /// Letter of the choice that holds; `None` where the quotes do not decide, or nothing was judged.
    pub answer: Option<char>,
    /// Basis of the judgement, or the reason for its absence, in the program's own words.
    pub note: String,
    /// One reason for each choice; empty where nothing was judged.
    pub reasons: Vec<ChoiceReason>,
}

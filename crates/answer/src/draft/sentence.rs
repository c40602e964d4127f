//! A sentence of prose, before any check.

use super::fact::Claimed;

/// A sentence as a writer proposes it.
#[derive(Debug, Clone, PartialEq)]
pub struct DraftSentence {
    /// Words of the sentence, without tokens. With `None`, the program combines the cited facts.
    pub text: Option<String>,
    /// Statements that it claims as support, each by its quotes.
    pub cites: Vec<Vec<Claimed>>,
    /// True when the critic finds the text supported by these statements. Without it, a text must repeat whole sentences
    /// of them.
    pub supported: bool,
}

/// Words that a sentence cites.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Said {
    /// Title of the paper.
    pub title: String,
    /// Date of the paper; empty for one without a date.
    pub date: String,
    /// Quoted words of the paper.
    pub words: String,
}

//! Content of the prose: sentences with their tokens.

use serde::{Deserialize, Serialize};

/// Author of the prose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProseBy {
    /// The program, by part of the question and by lane.
    #[default]
    Rule,
    /// A language model; each sentence was checked.
    Model,
}

/// A sentence with the facts that support it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProseSentence {
    /// Words of the sentence.
    pub text: String,
    /// Tokens of the supporting facts: `[L1]`, `[S1]`, `[U1]`.
    pub tokens: Vec<String>,
    /// True for a sentence in a model's own words, which no fact has whole.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub own_words: bool,
}

impl ProseSentence {
    /// Returns the sentence followed by its tokens.
    pub fn cited(&self) -> String {
        format!("{} {}", self.text, self.tokens.concat())
    }
}

/// Sentences that combine the facts.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Prose {
    /// Author of the sentences.
    pub by: ProseBy,
    /// Sentences, the answer first.
    pub sentences: Vec<ProseSentence>,
}

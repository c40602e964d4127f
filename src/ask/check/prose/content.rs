//! What prose is made of.

use serde::{Deserialize, Serialize};

/// Who put the facts together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProseBy {
    /// The program, by part of the question and by lane.
    #[default]
    Rule,
    /// A language model; each sentence was checked.
    Model,
}

/// A sentence with the facts that bear it out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProseSentence {
    /// Its words.
    pub text: String,
    /// Tokens of the facts that it rests on: `[L1]`, `[S1]`, `[U1]`.
    pub tokens: Vec<String>,
}

impl ProseSentence {
    /// The sentence with its tokens behind it.
    pub fn cited(&self) -> String {
        format!("{} {}", self.text, self.tokens.concat())
    }
}

/// The facts put together.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Prose {
    /// By whom.
    pub by: ProseBy,
    /// Its sentences, the answer first.
    pub sentences: Vec<ProseSentence>,
}

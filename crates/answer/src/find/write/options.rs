//! Settings of writing with a model.

use serde::{Deserialize, Serialize};

/// Style of the labels that a model sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LabelKind {
    /// `[1]` to `[n]`. A small model never picked a label that names the state's lane.
    Neutral,
    /// `[L1]`, `[S1]` by lane, with title, lane and authority of each.
    Sides,
}

/// Keys of `[writer]` in `twolane.toml`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WriterOptions {
    /// Most sentences that a model sees. Beyond about thirty, small models select by position, not by meaning.
    pub sentences: usize,
    /// Most facts that the model may select, and most lines that it may write.
    pub max_facts: usize,
    /// Most facts that one line may select together.
    pub joined: usize,
    /// True when the model writes its own sentence after the labels of each line. Quotes replace the sentences without
    /// support. False: the model writes labels alone, and the program joins the words of the selected sentences. By
    /// default, the model decides ([`twolane_llm::LanguageModel::writes_sentences`]).
    pub own_sentences: Option<bool>,
    /// Style of the sentence labels; by default by side for a server's model.
    pub labels: Option<LabelKind>,
    /// True when the model may say that nothing answers. False: whether the papers answer is decided without the model.
    pub may_abstain: bool,
    /// Most calls for a simple question (SPEC HOP-3).
    pub max_calls: u64,
    /// Most tokens in and out for one question.
    pub max_tokens: u64,
    /// Most seconds for all calls of a question together.
    pub seconds: u64,
}

impl Default for WriterOptions {
    fn default() -> Self {
        WriterOptions {
            sentences: 24,
            max_facts: 5,
            joined: 3,
            own_sentences: None,
            labels: None,
            may_abstain: false,
            max_calls: 4,
            max_tokens: 32_768,
            seconds: 120,
        }
    }
}

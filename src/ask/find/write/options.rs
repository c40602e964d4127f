//! Settings of writing with a model.

use serde::{Deserialize, Serialize};

/// How sentences are named towards a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LabelKind {
    /// `[1]` to `[n]`: a small model was seen never to pick a label that names the state's lane.
    #[default]
    Neutral,
    /// `[L1]`, `[S1]` by lane, with title, lane and authority of each.
    Sides,
}

/// Keys of `[writer]` in `twolane.toml`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WriterOptions {
    /// Sentences that a model is shown: beyond some thirty small models pick by place, not by sense.
    pub sentences: usize,
    /// Facts that it may name, and lines that it may write.
    pub max_facts: usize,
    /// Facts that one line may name together.
    pub joined: usize,
    /// Whether it writes a sentence of its own behind the labels of each line. The program drops what the
    /// named sentences do not support. Off: labels alone, and the program joins their words.
    pub own_sentences: bool,
    /// How sentences are named.
    pub labels: LabelKind,
    /// It may say that nothing answers. Off: whether the papers answer is decided without it.
    pub may_abstain: bool,
    /// Calls that a simple question may cost (SPEC HOP-3).
    pub max_calls: u64,
    /// Tokens in and out that a question may cost.
    pub max_tokens: u64,
    /// Seconds that all calls of a question may take together.
    pub seconds: u64,
}

impl Default for WriterOptions {
    fn default() -> Self {
        WriterOptions {
            sentences: 24,
            max_facts: 5,
            joined: 3,
            own_sentences: false,
            labels: LabelKind::Neutral,
            may_abstain: false,
            max_calls: 4,
            max_tokens: 32_768,
            seconds: 120,
        }
    }
}

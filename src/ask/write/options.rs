//! Settings of writing with a model.

use serde::{Deserialize, Serialize};

/// Keys of `[writer]` in `twolane.toml`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WriterOptions {
    /// Sentences that a model is shown: beyond some thirty small models pick by place, not by sense.
    pub sentences: usize,
    /// Facts that it may name.
    pub max_facts: usize,
    /// It may write a statement beside each sentence that it names. Off: the sentence speaks for
    /// itself. Small models gain nothing by it.
    pub claims: bool,
    /// Longest statement, in characters.
    pub claim_chars: usize,
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
            claims: false,
            claim_chars: 200,
            may_abstain: false,
            max_calls: 4,
            max_tokens: 32_768,
            seconds: 120,
        }
    }
}

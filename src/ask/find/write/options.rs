//! Settings of writing with a model.

use serde::{Deserialize, Serialize};

/// Statements beside the sentences that a model names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClaimKind {
    /// None: the sentence speaks for itself.
    #[default]
    None,
    /// Lower-case words, and of numbers, dates, names and sections those of the sentence alone; the
    /// grammar lets nothing else through.
    Held,
    /// Any words; what the sentence does not bear out falls afterwards.
    Free,
}

/// Keys of `[writer]` in `twolane.toml`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WriterOptions {
    /// Sentences that a model is shown: beyond some thirty small models pick by place, not by sense.
    pub sentences: usize,
    /// Facts that it may name.
    pub max_facts: usize,
    /// What it may write beside each sentence that it names. Small models gain nothing by it.
    pub claims: ClaimKind,
    /// Longest free statement, in characters.
    pub claim_chars: usize,
    /// Longest held statement, in words.
    pub claim_words: usize,
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
            claims: ClaimKind::None,
            claim_chars: 200,
            claim_words: 30,
            may_abstain: false,
            max_calls: 4,
            max_tokens: 32_768,
            seconds: 120,
        }
    }
}

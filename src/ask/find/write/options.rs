//! Settings of writing with a model.

use serde::{Deserialize, Serialize};

/// What a model writes beside the sentences that it names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClaimKind {
    /// Nothing: the program puts their words together.
    #[default]
    None,
    /// Lower-case words, and of numbers, dates, names and sections those of the named sentence alone;
    /// the grammar lets nothing else through.
    Held,
    /// Any words; what the named sentences do not bear out falls afterwards.
    Free,
}

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
    /// What it may write beside the sentences that it names. Small models gain nothing by it.
    pub claims: ClaimKind,
    /// How sentences are named.
    pub labels: LabelKind,
    /// Longest free line, in characters. A joined one holds two or three whole sentences of the papers.
    pub claim_chars: usize,
    /// Longest held words of one named sentence.
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
            joined: 3,
            claims: ClaimKind::None,
            labels: LabelKind::Neutral,
            claim_chars: 1000,
            claim_words: 30,
            may_abstain: false,
            max_calls: 4,
            max_tokens: 32_768,
            seconds: 120,
        }
    }
}

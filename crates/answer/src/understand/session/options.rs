//! Settings of sessions.

use serde::{Deserialize, Serialize};

/// Settings of sessions (SPEC SES-1, SES-2).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SessionOptions {
    /// Hours without use after which a session is deleted.
    pub expires_hours: u32,
    /// Number of the user's texts that are kept, the newest. From the specification.
    pub max_sources: usize,
    /// Number of questions that are remembered.
    pub max_turns: usize,
    /// Least characters of a text that is a source of its own. From the specification.
    pub source_chars: usize,
    /// Least paragraphs of a text that is a source of its own.
    pub source_paragraphs: usize,
    /// Longest text that is kept, in characters.
    pub max_source_chars: usize,
    /// Most names and things of a situation.
    pub max_entities: usize,
    /// Most facts that are taken from the user's texts.
    pub max_facts: usize,
    /// Most facts for a question of law about such a text. Acts, knowledge and damage are parts of one situation, and
    /// may be in sentences that share no word with the question.
    pub max_situation_facts: usize,
    /// Most statewide facts found with the sentences of such a situation.
    pub max_framework_facts: usize,
    /// Least cosine of a statewide sentence with one of the situation's.
    pub least_framework: f32,
    /// Least share of the question's words that a sentence of the user's text must have; words of its neighbours and
    /// title count at a discount.
    pub min_words: f32,
}

impl Default for SessionOptions {
    fn default() -> Self {
        SessionOptions {
            expires_hours: 24 * 14,
            max_sources: 3,
            max_turns: 20,
            source_chars: 800,
            source_paragraphs: 4,
            max_source_chars: 400_000,
            max_entities: 8,
            max_facts: 3,
            max_situation_facts: 8,
            max_framework_facts: 3,
            least_framework: 0.35,
            min_words: 0.35,
        }
    }
}

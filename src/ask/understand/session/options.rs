//! Settings of sessions.

use serde::{Deserialize, Serialize};

/// Settings of sessions (SPEC SES-1, SES-2).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SessionOptions {
    /// A session that was not used for this many hours is forgotten.
    pub expires_hours: u32,
    /// Texts of the user that are kept, newest. From the specification.
    pub max_sources: usize,
    /// Questions that are remembered.
    pub max_turns: usize,
    /// A text from this many characters on is a source of its own. From the specification.
    pub source_chars: usize,
    /// So is one of this many paragraphs.
    pub source_paragraphs: usize,
    /// Longest text that is kept, in characters.
    pub max_source_chars: usize,
    /// Names and things of a situation.
    pub max_entities: usize,
    /// Facts that are taken from the user's texts.
    pub max_facts: usize,
    /// The same for a question of law about such a text: what was done, known and suffered are parts of one
    /// situation, and stand in sentences that share no word with the question.
    pub max_situation_facts: usize,
    /// Statewide facts that are searched for with the sentences of such a situation.
    pub max_framework_facts: usize,
    /// Least cosine of a statewide sentence with one of the situation's.
    pub least_framework: f32,
    /// Least share of the question's words that a sentence of the user's text must hold, its
    /// neighbours and title counted at a discount.
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

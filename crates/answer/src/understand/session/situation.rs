//! Subject of a conversation, derived from the newest text that the user gave.

use serde::{Deserialize, Serialize};

use crate::draft::UserSource;
use twolane_text::{TokenKind, tokens_of};

/// Subject of a conversation.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Situation {
    /// Title of the text.
    pub title: String,
    /// Names of people, bodies and places, the most frequent first.
    pub entities: Vec<String>,
}

impl Situation {
    /// Extracts the title and names of a text.
    pub fn of(source: &UserSource, most: usize) -> Self {
        let mut counted: Vec<(String, usize)> = Vec::new();
        for token in tokens_of(&source.text, TokenKind::Name) {
            let name = token.raw.split_whitespace().collect::<Vec<_>>().join(" ");
            match counted.iter_mut().find(|(known, _)| known.eq_ignore_ascii_case(&name)) {
                Some((_, n)) => *n += 1,
                None => counted.push((name, 1)),
            }
        }
        // Stable sort: among equally frequent names, the first mentioned one comes first.
        counted.sort_by_key(|c| std::cmp::Reverse(c.1));
        let entities = counted.into_iter().map(|(name, _)| name).take(most).collect();
        Situation { title: source.title.clone(), entities }
    }
}

//! A session and its context.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::draft::UserSource;
use crate::understand::gate::Rounds;

use super::field::{Field, Origin};
use super::options::SessionOptions;
use super::paste::{kind_of, title_of};
use super::situation::Situation;
use super::turn::Turn;

/// Context of a conversation other than its archive.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Session {
    /// Id of the session.
    pub id: String,
    /// Time of its start, RFC 3339 UTC.
    pub created_at: String,
    /// Time of its last use, RFC 3339 UTC.
    pub updated_at: String,
    /// Time of its deletion unless it is used, RFC 3339 UTC.
    pub expires_at: String,
    /// Resolved values by field.
    pub fields: BTreeMap<String, Field>,
    /// Earlier questions, oldest first.
    pub turns: Vec<Turn>,
    /// Situation that it is about.
    pub situation: Situation,
    /// Texts that the user gave, oldest first.
    pub sources: Vec<UserSource>,
    /// Counters of its clarification rounds.
    pub rounds: Rounds,
    /// Number of the next text.
    pub next_source: u32,
}

impl Session {
    /// Builds a new session.
    pub fn new(id: &str, now: &str) -> Self {
        Session {
            id: id.to_owned(),
            created_at: now.to_owned(),
            updated_at: now.to_owned(),
            next_source: 1,
            ..Session::default()
        }
    }

    /// Stores a text, and removes the oldest when there are too many. The situation is derived from the new text.
    pub fn add_source(&mut self, text: &str, now: &str, options: &SessionOptions) -> UserSource {
        if let Some(held) = self.sources.iter().find(|s| s.text == text) {
            return held.clone();
        }
        let text: String = text.chars().take(options.max_source_chars).collect();
        let source = UserSource {
            id: UserSource::id_of(self.next_source.max(1)),
            kind: kind_of(&text).to_owned(),
            title: title_of(&text),
            text,
            created_at: now.to_owned(),
        };
        self.next_source = self.next_source.max(1).saturating_add(1);
        self.sources.push(source.clone());
        let surplus = self.sources.len().saturating_sub(options.max_sources.max(1));
        self.sources.drain(..surplus);
        self.situation = Situation::of(&source, options.max_entities);
        source
    }

    /// Sets a field; an empty value removes it. Returns true when something changed.
    pub fn set(&mut self, name: &str, value: &str, origin: Origin) -> bool {
        if value.is_empty() {
            return self.fields.remove(name).is_some();
        }
        let field = Field::new(value, origin);
        let old = self.fields.insert(name.to_owned(), field);
        old.is_none_or(|old| old.value != value)
    }

    /// Adds a question, and removes the oldest when there are too many.
    pub fn add_turn(&mut self, turn: Turn, options: &SessionOptions) {
        self.turns.push(turn);
        let surplus = self.turns.len().saturating_sub(options.max_turns.max(1));
        self.turns.drain(..surplus);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_three_texts_stay_and_no_id_comes_back() {
        let (mut session, options) = (Session::new("s", "now"), SessionOptions::default());
        for n in 0..5 {
            session.add_source(&format!("Text number {n} about Pine Street."), "now", &options);
        }
        let ids: Vec<&str> = session.sources.iter().map(|s| s.id.as_str()).collect();
        assert_eq!(ids, ["user:3", "user:4", "user:5"]);
        assert_eq!(session.add_source("Text number 4 about Pine Street.", "now", &options).id, "user:5");
        assert_eq!(session.situation.entities, ["Pine Street"]);
    }

    #[test]
    fn fields_change_and_go() {
        let mut session = Session::new("s", "now");
        assert!(session.set("unit", "4B", Origin::Text) && !session.set("unit", "4B", Origin::Text));
        assert!(session.set("unit", "", Origin::Text) && session.fields.is_empty());
    }
}

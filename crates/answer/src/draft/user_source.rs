//! A text of the user, kept with lines and locators for the life of its session.

use serde::{Deserialize, Serialize};

use twolane_text::{ContentHash, Line, LineFlags, Source, SourceId, mark_instructions};

/// Mark for such a text in an answer.
pub const USER_PROVIDED: &str = "USER-PROVIDED TEXT";

/// Prefix of the ids of such sources.
const PREFIX: &str = "user:";

/// A text that the user gave.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UserSource {
    /// Id `user:1`, counted within the session and never reused.
    pub id: String,
    /// Kind of text: `article` or `text`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Title for people.
    pub title: String,
    /// Text as the user gave it.
    pub text: String,
    /// Time in RFC 3339, UTC.
    pub created_at: String,
}

impl UserSource {
    /// Returns the id of the n-th text of a session.
    pub fn id_of(number: u32) -> String {
        format!("{PREFIX}{number}")
    }

    /// Returns true for an id that no source of an archive has.
    pub fn is_id(id: &str) -> bool {
        id.starts_with(PREFIX)
    }

    /// Returns the text as a source with its lines as given; quotes are cut from it like from any source.
    pub fn source(&self) -> Source {
        let mut lines = Vec::new();
        let mut after_blank = true;
        for (number, text) in (1u32..).zip(self.text.lines()) {
            let mut line = Line::plain(0, number, text.trim());
            if after_blank && !line.text.is_empty() {
                line.flags |= LineFlags::PARAGRAPH_START;
            }
            after_blank = line.text.is_empty();
            lines.push(line);
        }
        // As in any document, text that addresses a language model is no evidence.
        mark_instructions(&mut lines);
        let hash = ContentHash::of(self.text.as_bytes());
        Source::new(SourceId(self.id.clone()), self.title.clone(), hash, lines)
    }
}

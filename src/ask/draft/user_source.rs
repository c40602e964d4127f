//! A text that the user gave, kept with lines and locators as long as its session is.

use serde::{Deserialize, Serialize};

use crate::text::{ContentHash, Line, LineFlags, Source, SourceId, mark_instructions};

/// How an answer marks such a text.
pub const USER_PROVIDED: &str = "USER-PROVIDED TEXT";

/// How ids of such sources begin.
const PREFIX: &str = "user:";

/// A text that the user gave.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UserSource {
    /// `user:1`, counted within the session and never used twice.
    pub id: String,
    /// `article` or `text`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Title for people.
    pub title: String,
    /// The text.
    pub text: String,
    /// RFC 3339 UTC.
    pub created_at: String,
}

impl UserSource {
    /// The id of the n-th text of a session.
    pub fn id_of(number: u32) -> String {
        format!("{PREFIX}{number}")
    }

    /// True for an id that no archive's source has.
    pub fn is_id(id: &str) -> bool {
        id.starts_with(PREFIX)
    }

    /// Its lines, as given; quotes are cut from it like from any source.
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
        // Like in any document, what speaks to a language model is no finding.
        mark_instructions(&mut lines);
        let hash = ContentHash::of(self.text.as_bytes());
        Source::new(SourceId(self.id.clone()), self.title.clone(), hash, lines)
    }
}

//! Settings for texts around a fact that may cancel it.

use serde::{Deserialize, Serialize};

use twolane_text::Place;

/// Thresholds of the reader's probability that a text cancels a statement, by the text's place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContextOptions {
    /// Least probability at which a text is quoted that does not adjoin the statement.
    pub apart: f32,
    /// For the sentences behind the statement.
    pub behind: ContextBorders,
    /// For a line above that labels it.
    pub label: ContextBorders,
    /// For a heading above.
    pub heading: ContextBorders,
    /// For the top of the paper.
    pub top: ContextBorders,
    /// For a note, and for a sentence elsewhere in the paper that cites the statement's section or shares its rarest
    /// words.
    pub cited: ContextBorders,
    /// For a sentence of another paper that shares the statement's rarest words.
    pub other_paper: ContextBorders,
}

/// Thresholds for one place.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContextBorders {
    /// Least probability at which the text is quoted beside the statement.
    pub shown: f32,
    /// Least probability at which the statement counts as cancelled.
    pub cancels: f32,
}

impl ContextOptions {
    /// Returns the thresholds for a place.
    pub fn least(&self, place: Place) -> ContextBorders {
        match place {
            Place::Behind => self.behind,
            Place::Label => self.label,
            Place::Heading => self.heading,
            Place::Top => self.top,
            Place::Note | Place::Elsewhere => self.cited,
        }
    }
}

impl Default for ContextOptions {
    fn default() -> Self {
        twolane_retrieve::tuning::table("answer.context")
    }
}

//! What the gate says.

use serde::{Deserialize, Serialize};

/// Why a question can't be answered as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Reason {
    /// What is wanted is not clear.
    UnknownIntent,
    /// It points at something that it does not name.
    AmbiguousSubject,
    /// The answer depends on something that is not known.
    InsufficientParameters,
    /// The archive holds none of its words.
    InsufficientGrounding,
}

/// A question back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClarifyQuestion {
    /// Name under which a reply comes back in `context`.
    pub field: String,
    /// What is asked.
    pub prompt: String,
    /// What can be chosen, found in the archive.
    pub options: Vec<String>,
    /// True when a reply may be something else.
    pub allow_free_text: bool,
}

/// How clear a question is, each 0..1.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Scores {
    /// What is wanted.
    pub intent: f32,
    /// Share of what the answer depends on that is known.
    pub parameters: f32,
    /// Share of its words that the archive or the session's texts hold.
    pub coverage: f32,
}

/// Leave to build an answer. Only the gate makes one, and only for a question that is clear or was
/// asked back often enough, so no answer can be built while it says "clarify" (SPEC EVD-4).
#[derive(Debug, PartialEq)]
pub struct Permit {
    after_timeout: Vec<ClarifyQuestion>,
}

impl Permit {
    pub(super) fn clear() -> Self {
        Permit { after_timeout: Vec::new() }
    }

    pub(super) fn after_timeout(open: Vec<ClarifyQuestion>) -> Self {
        Permit { after_timeout: open }
    }

    /// The questions that stayed open; empty for a clear question.
    pub fn open_questions(&self) -> &[ClarifyQuestion] {
        &self.after_timeout
    }
}

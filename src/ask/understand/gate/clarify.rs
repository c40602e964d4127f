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

impl Reason {
    /// As JSON writes it.
    pub fn as_str(self) -> &'static str {
        match self {
            Reason::UnknownIntent => "UnknownIntent",
            Reason::AmbiguousSubject => "AmbiguousSubject",
            Reason::InsufficientParameters => "InsufficientParameters",
            Reason::InsufficientGrounding => "InsufficientGrounding",
        }
    }
}

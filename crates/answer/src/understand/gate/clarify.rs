//! Reasons and scores of the gate.

use serde::{Deserialize, Serialize};

/// Reason why a question can't be answered as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Reason {
    /// The request is not clear.
    UnknownIntent,
    /// It refers to something that it does not name.
    AmbiguousSubject,
    /// The answer depends on an unknown value.
    InsufficientParameters,
    /// The archive has none of its words.
    InsufficientGrounding,
}

/// Clarity of a question, each score from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Scores {
    /// Clarity of the request.
    pub intent: f32,
    /// Share of the values needed for an answer that are known.
    pub parameters: f32,
    /// Share of its words that the archive or the session's texts contain.
    pub coverage: f32,
}

impl Reason {
    /// Returns the name that JSON uses.
    pub fn as_str(self) -> &'static str {
        match self {
            Reason::UnknownIntent => "UnknownIntent",
            Reason::AmbiguousSubject => "AmbiguousSubject",
            Reason::InsufficientParameters => "InsufficientParameters",
            Reason::InsufficientGrounding => "InsufficientGrounding",
        }
    }
}

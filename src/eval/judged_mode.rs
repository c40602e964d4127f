//! Which stages of a search a judged run uses.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::retrieve::{Mode, SearchError};

/// Stages of a judged run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum JudgedMode {
    /// Words alone.
    Bm25,
    /// Vectors alone.
    Vector,
    /// Both sides, fused.
    Hybrid,
    /// Both sides, fused, with the second stage.
    Rerank,
}

impl JudgedMode {
    /// All of them, in the order they are shown.
    pub const ALL: [JudgedMode; 4] =
        [JudgedMode::Bm25, JudgedMode::Vector, JudgedMode::Hybrid, JudgedMode::Rerank];

    /// Sides that take part.
    pub fn sides(self) -> Mode {
        match self {
            JudgedMode::Bm25 => Mode::Bm25,
            JudgedMode::Vector => Mode::Vector,
            JudgedMode::Hybrid | JudgedMode::Rerank => Mode::Hybrid,
        }
    }
}

impl fmt::Display for JudgedMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JudgedMode::Rerank => f.write_str("rerank"),
            other => other.sides().fmt(f),
        }
    }
}

impl FromStr for JudgedMode {
    type Err = SearchError;

    fn from_str(text: &str) -> Result<Self, SearchError> {
        JudgedMode::ALL
            .into_iter()
            .find(|mode| mode.to_string() == text)
            .ok_or_else(|| SearchError::Mode { given: text.to_owned() })
    }
}

//! Search stages of a judged run.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use twolane_retrieve::{Mode, SearchError};

/// Stages of a judged run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum JudgedMode {
    /// Keyword search alone.
    Bm25,
    /// Vector search alone.
    Vector,
    /// Keyword and vector search, fused.
    Hybrid,
    /// Keyword and vector search, fused, with the second stage.
    Rerank,
}

impl JudgedMode {
    /// All modes, in display order.
    pub const ALL: [JudgedMode; 4] =
        [JudgedMode::Bm25, JudgedMode::Vector, JudgedMode::Hybrid, JudgedMode::Rerank];

    /// Returns the search mode.
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

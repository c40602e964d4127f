//! What is missing of an answer, and why.

use serde::{Deserialize, Serialize};

/// Why something is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GapReason {
    /// Nothing in the archive says it.
    NoQuoteFound,
    /// Something bears on it, but not enough.
    LowCoverage,
    /// The question was not made clearer in time.
    ClarifyTimeout,
}

/// What of the archive could not be read, and may hold what is missing.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Unread {
    /// Pages that hold something that was not read.
    pub pages: u32,
    /// Titles of the sources they belong to.
    pub sources: Vec<String>,
}

/// Something that was asked and not found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Gap {
    /// What was needed.
    pub need: String,
    /// Kind of reason.
    pub why: GapReason,
    /// The reason in words.
    pub reason: String,
    /// What was searched for, and where.
    pub searched: Vec<String>,
    /// What of the archive is unread.
    pub unread: Unread,
}

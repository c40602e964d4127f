//! Gaps of an answer, and the reasons for them.

use serde::{Deserialize, Serialize};

/// Reason for a gap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GapReason {
    /// Nothing in the archive says it.
    NoQuoteFound,
    /// Related text exists, but not enough.
    LowCoverage,
    /// The question was not clarified in time.
    ClarifyTimeout,
}

/// Unread parts of the archive that may hold the missing fact.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Unread {
    /// Number of pages with content that was not read.
    pub pages: u32,
    /// Titles of the sources they belong to.
    pub sources: Vec<String>,
}

/// A requested fact that was not found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Gap {
    /// Needed fact, quote or text.
    pub need: String,
    /// Kind of reason.
    pub why: GapReason,
    /// The reason in words.
    pub reason: String,
    /// Search queries, with their scope.
    pub searched: Vec<String>,
    /// Unread parts of the archive.
    pub unread: Unread,
}

//! A question that was asked before.

use serde::{Deserialize, Serialize};

/// A question and how it was dealt with.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Turn {
    /// As it was asked.
    pub question: String,
    /// With everything put in that it pointed at.
    pub self_contained: String,
    /// `proceed`, `clarify`, ...
    pub status: String,
    /// Names in the first facts of its answer.
    pub names: Vec<String>,
    /// Its trace.
    pub trace_id: Option<String>,
    /// When, RFC 3339 UTC.
    pub at: String,
}

//! A question that was asked before.

use serde::{Deserialize, Serialize};

/// An earlier question, with its outcome.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Turn {
    /// Question as it was asked.
    pub question: String,
    /// Question with its references replaced by their values.
    pub self_contained: String,
    /// Status of the reply: `proceed`, `clarify`, ...
    pub status: String,
    /// Names in the first facts of its answer.
    pub names: Vec<String>,
    /// Id of its trace.
    pub trace_id: Option<String>,
    /// Time of the question, RFC 3339 UTC.
    pub at: String,
}

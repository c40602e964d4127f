//! Differences from the recorded run.

use serde::{Deserialize, Serialize};

/// A case that differs from the record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunChange {
    /// Case and run, such as `boardwalk-vote (model)`.
    pub id: String,
    /// `fixed`, `broken`, `new`, `gone`, or `other quotes`.
    pub change: String,
    /// Turns in the record.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<String>,
    /// Turns of this run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub now: Vec<String>,
}

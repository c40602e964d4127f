//! Problems that a check found.

use serde::{Deserialize, Serialize};

/// Something that is not as it was committed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// File, source or part.
    pub part: String,
    /// Description of the problem.
    pub what: String,
    /// Next step for the user.
    pub next: String,
}

impl Problem {
    pub(super) fn new(part: impl Into<String>, what: impl Into<String>, next: impl Into<String>) -> Self {
        Problem { part: part.into(), what: what.into(), next: next.into() }
    }
}

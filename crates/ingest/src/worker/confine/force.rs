//! The state of one means of confinement.

use serde::{Deserialize, Serialize};

/// The state of one means of confinement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum Force {
    /// Fully in force.
    InForce,
    /// In force to the extent that this kernel supports it.
    Partly,
    /// Not in force at all.
    Absent {
        /// The reason for its absence.
        why: String,
    },
}

impl Force {
    /// Returns true unless it is wholly absent.
    pub fn is_there(&self) -> bool {
        !matches!(self, Force::Absent { .. })
    }

    #[cfg(not(target_os = "linux"))]
    pub(super) fn elsewhere() -> Force {
        Force::Absent { why: "not available on this system".to_owned() }
    }
}

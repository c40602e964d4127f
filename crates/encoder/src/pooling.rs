//! Pooling of token vectors to one vector.

use serde::{Deserialize, Serialize};

/// Pooling of a bi-encoder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pooling {
    /// Mean over all tokens of the text, special tokens included, padding excluded.
    #[default]
    Mean,
    /// The vector of the first token.
    Cls,
}

impl Pooling {
    /// Returns `mean` or `cls`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Mean => "mean",
            Self::Cls => "cls",
        }
    }
}

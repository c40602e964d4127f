//! Embedding of a text, with the id of its model.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Identifies an embedding model with everything that changes its output (weights, pooling, prefixes):
/// `all-minilm-l6-v2@1a2b3c4d`. Embeddings with different ids are never compared.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ModelId(pub String);

impl fmt::Display for ModelId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A vector of unit length with the id of its model.
#[derive(Debug, Clone, PartialEq)]
pub struct Embedding {
    /// The model, stored with the vector because vectors of different models are not comparable.
    pub model: ModelId,
    /// Components with L2 norm 1 (or all zero for a text without tokens).
    pub values: Vec<f32>,
}

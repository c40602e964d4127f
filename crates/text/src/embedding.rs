//! A text's embedding, and the model that it can be compared under.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Names an embedding model and everything that changes its output (weights, pooling, prefixes):
/// `all-minilm-l6-v2@1a2b3c4d`. Embeddings of different ids are never compared.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ModelId(pub String);

impl fmt::Display for ModelId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A vector of unit length with the model it came from.
#[derive(Debug, Clone, PartialEq)]
pub struct Embedding {
    /// The model; part of the value because vectors of two models mean nothing to each other.
    pub model: ModelId,
    /// Components, L2 norm 1 (or all zero for a text without tokens).
    pub values: Vec<f32>,
}

//! Settings of memory.

use serde::{Deserialize, Serialize};

/// Settings of memory (SPEC MEM-1).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MemoryOptions {
    /// Give answers again.
    pub enabled: bool,
    /// Least cosine of two questions that may be the same. From the specification; their words are
    /// compared besides.
    pub least_cosine: f32,
    /// Least mean closeness of the passages that an answer was made of, on the scale that all models
    /// share. From the specification. Without an embedding model: least share of the question's words
    /// that the best fact accounts for.
    pub least_confidence: f32,
    /// Answers that are kept, newest; 0 keeps none. A few kilobytes each.
    pub keep: u32,
}

impl Default for MemoryOptions {
    fn default() -> Self {
        MemoryOptions { enabled: true, least_cosine: 0.92, least_confidence: 0.70, keep: 500 }
    }
}

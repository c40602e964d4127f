//! Settings of memory.

use serde::{Deserialize, Serialize};

/// Settings of memory (SPEC MEM-1).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MemoryOptions {
    /// True to reuse answers.
    pub enabled: bool,
    /// Least cosine of two questions that may be the same. From the specification; their words are also compared.
    pub least_cosine: f32,
    /// Least mean closeness of the passages behind an answer, on the scale that all models share. From the
    /// specification. Without an embedding model, it is the least share of the question's words that the best fact
    /// covers.
    pub least_confidence: f32,
    /// Number of answers kept, the newest; 0 keeps no answer. Each takes a few kilobytes.
    pub keep: u32,
}

impl Default for MemoryOptions {
    fn default() -> Self {
        MemoryOptions { enabled: true, least_cosine: 0.92, least_confidence: 0.70, keep: 500 }
    }
}

//! Sizes of chunks.

use serde::{Deserialize, Serialize};

/// Sizes in tokens of the embedding model, context header included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ChunkOptions {
    /// Smaller pieces of one section are put together where the section allows it.
    pub min_tokens: usize,
    /// Size that is aimed at.
    pub target_tokens: usize,
    /// The model's longest input: no chunk is larger, so that nothing is cut off unseen.
    pub max_tokens: usize,
    /// Most of a chunk's tokens that the context header may take.
    pub header_tokens: usize,
}

impl Default for ChunkOptions {
    fn default() -> Self {
        ChunkOptions {
            // SPEC ING-6.
            min_tokens: 120,
            // Passages of about 110 words did well in the fusion measurements; that is some 150
            // tokens, and the header takes another 30.
            target_tokens: 180,
            // all-MiniLM-L6-v2 as shipped.
            max_tokens: 256,
            header_tokens: 64,
        }
    }
}

impl ChunkOptions {
    /// The same options with sizes that fit a model of this input length.
    pub fn for_model(mut self, max_tokens: usize) -> Self {
        self.max_tokens = max_tokens.max(32);
        self.header_tokens = self.header_tokens.min(self.max_tokens / 3);
        self.target_tokens = self.target_tokens.min(self.max_tokens);
        self.min_tokens = self.min_tokens.min(self.target_tokens);
        self
    }
}

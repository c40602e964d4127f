//! The sizes of chunks.

use serde::{Deserialize, Serialize};

/// Chunk sizes in tokens of the embedding model, context header included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ChunkOptions {
    /// The size below which pieces of one section are merged where the section allows it.
    pub min_tokens: usize,
    /// The size that chunks aim at.
    pub target_tokens: usize,
    /// The model's longest input: no chunk is larger, so that no text is cut off silently.
    pub max_tokens: usize,
    /// The largest number of a chunk's tokens that the context header may take.
    pub header_tokens: usize,
}

impl Default for ChunkOptions {
    fn default() -> Self {
        ChunkOptions {
            // SPEC ING-6.
            min_tokens: 120,
            // Passages of about 110 words did well in the fusion measurements; that is about 150 tokens, and
            // the header takes another 30.
            target_tokens: 180,
            // The limit of all-MiniLM-L6-v2 as shipped.
            max_tokens: 256,
            header_tokens: 64,
        }
    }
}

impl ChunkOptions {
    /// Returns the same options with sizes that fit a model of this input length.
    pub fn for_model(mut self, max_tokens: usize) -> Self {
        self.max_tokens = max_tokens.max(32);
        self.header_tokens = self.header_tokens.min(self.max_tokens / 3);
        self.target_tokens = self.target_tokens.min(self.max_tokens);
        self.min_tokens = self.min_tokens.min(self.target_tokens);
        self
    }
}

//! The bi-encoder as the rest sees it.

use crate::text::{Embedding, ModelId};

use super::error::InferenceError;

/// Which side of a search a text stands on; some models want a prefix for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// A question.
    Query,
    /// A passage that is searched.
    Passage,
}

/// Called with (done, total) texts while a long batch runs; returning `false` cancels it.
pub type OnProgress<'a> = &'a (dyn Fn(usize, usize) -> bool + Sync);

/// A bi-encoder.
pub trait Embedder: Send + Sync {
    /// Identity under which its embeddings are stored and compared.
    fn model(&self) -> &ModelId;

    /// Number of components.
    fn dimensions(&self) -> usize;

    /// Longest input in tokens, special tokens and prefix included.
    fn max_tokens(&self) -> usize;

    /// Tokens of a passage, special tokens and prefix included, before any cut.
    fn count_tokens(&self, text: &str) -> usize;

    /// Embeddings in the order of the texts. Longer inputs are cut at `max_tokens`.
    fn embed(
        &self,
        texts: &[&str],
        role: Role,
        progress: OnProgress<'_>,
    ) -> Result<Vec<Embedding>, InferenceError>;
}

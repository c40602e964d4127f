//! Embeddings, token vectors and the trait of their models.

use twolane_text::{Embedding, ModelId, TokenSigns};

use super::cross_encoder::CrossEncoder;
use super::error::InferenceError;
use super::reading::ReadPassages;

/// Role of a text in a search; some models require a prefix for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// A text that asks.
    Query,
    /// A passage to search in.
    Passage,
}

/// Called with (done, total) texts while a long batch runs; returning `false` cancels it.
pub type OnProgress<'a> = &'a (dyn Fn(usize, usize) -> bool + Sync);

/// Vectors of a text's tokens in the last layer, without special tokens.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TokenVectors {
    /// Number of components per vector.
    pub dimensions: usize,
    /// Concatenated vectors of unit length: tokens × dimensions numbers.
    pub values: Vec<f32>,
}

impl TokenVectors {
    /// Returns the vectors one by one.
    pub fn rows(&self) -> impl Iterator<Item = &[f32]> {
        self.values.chunks_exact(self.dimensions.max(1))
    }

    /// Returns the signs of the components, which the archive stores.
    pub fn signs(&self) -> TokenSigns {
        TokenSigns::of(self.dimensions, self.rows())
    }
}

/// Stored data of an embedded passage.
#[derive(Debug, Clone, PartialEq)]
pub struct EmbeddedPassage {
    /// Embedding of the passage, as from [`Embedder::embed`].
    pub embedding: Embedding,
    /// Signs of its token vectors; `None` from a model that does not expose them.
    pub signs: Option<TokenSigns>,
}

/// Interface of a bi-encoder: the model that turns questions and passages into vectors of one space. Implement it to use
/// a model of your own (`examples/custom_embedder.rs`).
///
/// [`embed`](Embedder::embed) returns vectors of unit length, and always the same ones for the same text: archives cache
/// them under the id of [`model`](Embedder::model).
pub trait Embedder: Send + Sync {
    /// Returns the identity under which its embeddings are stored and compared.
    fn model(&self) -> &ModelId;

    /// Returns the number of components.
    fn dimensions(&self) -> usize;

    /// Returns the longest input in tokens, special tokens and prefix included.
    fn max_tokens(&self) -> usize;

    /// Counts a passage's tokens before truncation, special tokens and prefix included.
    fn count_tokens(&self, text: &str) -> usize;

    /// Embeds texts, in their order. Truncates longer inputs at `max_tokens`.
    fn embed(
        &self,
        texts: &[&str],
        role: Role,
        progress: OnProgress<'_>,
    ) -> Result<Vec<Embedding>, InferenceError>;

    /// Embeds passages, in their order, as [`Embedder::embed`] does. Returns the signs of their token vectors
    /// from the same pass.
    fn embed_passages(
        &self,
        texts: &[&str],
        progress: OnProgress<'_>,
    ) -> Result<Vec<EmbeddedPassage>, InferenceError> {
        let embedded = self.embed(texts, Role::Passage, progress)?;
        Ok(embedded.into_iter().map(|embedding| EmbeddedPassage { embedding, signs: None }).collect())
    }

    /// Returns token vectors in the order of the texts, for late interaction (Khattab and Zaharia, "ColBERT",
    /// 2020). A model that does not expose them returns `None`. Truncates longer inputs at `max_tokens`.
    fn token_vectors(&self, texts: &[&str], role: Role) -> Result<Option<Vec<TokenVectors>>, InferenceError> {
        let _ = (texts, role);
        Ok(None)
    }

    /// Returns the built-in cross-encoder, which shares this model's vocabulary; `None` beside another model.
    fn cross_encoder(&self) -> Result<Option<&dyn CrossEncoder>, InferenceError> {
        Ok(None)
    }

    /// Returns the reader trained on this model's word embeddings; `None` from a model without one.
    fn reader(&self) -> Result<Option<&dyn ReadPassages>, InferenceError> {
        Ok(None)
    }
}

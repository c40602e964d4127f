//! The bi-encoder as the rest sees it.

use crate::text::{Embedding, ModelId, TokenSigns};

use super::error::InferenceError;
use super::reader::ReadPassages;

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

/// The last layer's vectors of a text's tokens, special tokens left out.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TokenVectors {
    /// Components of one vector.
    pub dimensions: usize,
    /// Vectors of unit length, one after the other: tokens × dimensions numbers.
    pub values: Vec<f32>,
}

impl TokenVectors {
    /// One vector after the other.
    pub fn rows(&self) -> impl Iterator<Item = &[f32]> {
        self.values.chunks_exact(self.dimensions.max(1))
    }

    /// What is kept of them.
    pub fn signs(&self) -> TokenSigns {
        TokenSigns::of(self.dimensions, self.rows())
    }
}

/// What is kept of a passage.
#[derive(Debug, Clone, PartialEq)]
pub struct EmbeddedPassage {
    /// Its embedding, as [`Embedder::embed`] gives it.
    pub embedding: Embedding,
    /// Signs of its token vectors; `None` from a model that gives none out.
    pub signs: Option<TokenSigns>,
}

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

    /// Passages in the order of the texts, as [`Embedder::embed`] embeds them, with the signs of their token
    /// vectors from the same pass.
    fn embed_passages(
        &self,
        texts: &[&str],
        progress: OnProgress<'_>,
    ) -> Result<Vec<EmbeddedPassage>, InferenceError> {
        let embedded = self.embed(texts, Role::Passage, progress)?;
        Ok(embedded.into_iter().map(|embedding| EmbeddedPassage { embedding, signs: None }).collect())
    }

    /// Token vectors in the order of the texts, for late interaction (Khattab and Zaharia,
    /// "ColBERT", 2020); `None` from a model that does not give them out. Longer inputs are cut
    /// at `max_tokens`.
    fn token_vectors(&self, texts: &[&str], role: Role) -> Result<Option<Vec<TokenVectors>>, InferenceError> {
        let _ = (texts, role);
        Ok(None)
    }

    /// What reads a question and a passage together on this model's word embeddings; `None` from a model
    /// that no reader was trained beside.
    fn reader(&self) -> Result<Option<&dyn ReadPassages>, InferenceError> {
        Ok(None)
    }
}

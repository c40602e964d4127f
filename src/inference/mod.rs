//! Tokenizers, bi-encoders and the model hub.

mod embedder;
mod error;

pub use embedder::{Embedder, OnProgress, Role};
pub use error::InferenceError;

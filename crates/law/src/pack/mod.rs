//! Packs: an edition of a body of law in one file (`docs/pack-format.md`).

mod embeddings;
mod error;
mod manifest;
mod options;
mod read;
mod signature;
mod write;

pub use embeddings::PackEmbeddings;
pub use error::PackError;
pub use manifest::{EmbeddingsNote, Manifest, PackFile, is_day};
pub use options::PackOptions;
pub use read::{Pack, open};
pub use signature::{Signing, verify_signature};
pub use write::{PackContent, write};

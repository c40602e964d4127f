//! What can go wrong with vector files.

use std::path::PathBuf;

/// Errors of reading, writing and searching vectors. Paths are as the caller gave them; what to
/// do next is the caller's to say, who knows whether the file can be made anew.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VectorError {
    /// The operating system refused.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The bytes are not those of a segment or delete set, or were altered.
    #[error("{}: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong, with the byte range where it is known.
        what: String,
    },
    /// The file was written by a newer program.
    #[error("{} has version {found}, this program knows up to {known}", path.display())]
    NewerVersion {
        /// The file.
        path: PathBuf,
        /// Version in the file.
        found: u32,
        /// Highest known version.
        known: u32,
    },
    /// Vectors of different models or dimensions were brought together.
    #[error("{what}: expected {expected}, found {found}")]
    Mismatch {
        /// Which property differs.
        what: &'static str,
        /// What the index has.
        expected: String,
        /// What was given.
        found: String,
    },
}

//! Errors of vector files.

use std::path::PathBuf;

/// Errors of reading, writing and searching vectors. Paths are as the caller gave them. The caller
/// also names the next step, since it knows whether the file can be rebuilt.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VectorError {
    /// The operating system refused.
    #[error("{}: {source}", path.display())]
    Io {
        /// Path of the file.
        path: PathBuf,
        /// Cause of the failure.
        source: std::io::Error,
    },
    /// The bytes are not those of a segment or delete set, or were altered.
    #[error("{}: {what}", path.display())]
    Damaged {
        /// Path of the file.
        path: PathBuf,
        /// Description of the damage, with the byte range where it is known.
        what: String,
    },
    /// The file was written by a newer program.
    #[error("{} has version {found}, this program knows up to {known}", path.display())]
    NewerVersion {
        /// Path of the file.
        path: PathBuf,
        /// Version in the file.
        found: u32,
        /// Highest known version.
        known: u32,
    },
    /// Vectors of different models or dimensions were brought together.
    #[error("{what}: expected {expected}, found {found}")]
    Mismatch {
        /// Name of the property that differs.
        what: &'static str,
        /// Value in the index.
        expected: String,
        /// Value that was given.
        found: String,
    },
}

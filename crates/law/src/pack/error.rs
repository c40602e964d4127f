//! Errors of packs.

use std::path::PathBuf;

/// Error for a pack that is unusable or could not be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PackError {
    /// The file can't be read.
    #[error("{}: {source}; check the path and its permissions", path.display())]
    Read {
        /// Path of the pack.
        path: PathBuf,
        /// Error of the operating system.
        source: std::io::Error,
    },
    /// The file can't be written.
    #[error("{}: {source}; check the folder's permissions and the free space", path.display())]
    Write {
        /// Path of the pack.
        path: PathBuf,
        /// Error of the operating system.
        source: std::io::Error,
    },
    /// The file is damaged or not a pack.
    #[error("{}: {what}; the file was not used; get it again", path.display())]
    Damaged {
        /// Path of the pack.
        path: PathBuf,
        /// Description of the problem.
        what: String,
    },
    /// The pack has a forbidden entry.
    #[error("{}: entry {entry:?} {what}; the file was not used; don't trust it", path.display())]
    Forbidden {
        /// Path of the pack.
        path: PathBuf,
        /// Name of the entry.
        entry: String,
        /// Description of the problem.
        what: String,
    },
    /// A part of the pack exceeds its limit.
    #[error(
        "{}: {what} is over the limit of {limit}; split the pack", path.display()
    )]
    TooLarge {
        /// Path of the pack.
        path: PathBuf,
        /// Name of the part that is too large.
        what: String,
        /// The limit, with its unit.
        limit: String,
    },
    /// A newer program created the pack.
    #[error("{}: format {found}, this program knows formats up to {known}; get a newer twolane", path.display())]
    NewerFormat {
        /// Path of the pack.
        path: PathBuf,
        /// Format of the pack.
        found: u32,
        /// Newest format known to this program.
        known: u32,
    },
    /// The manifest is contradictory or incomplete.
    #[error("{}: the manifest {what}", path.display())]
    Manifest {
        /// Path of the pack, or of the `pack.toml` that it is built from.
        path: PathBuf,
        /// Description of the problem, with the correction.
        what: String,
    },
    /// The signature is not from the given key, or a required signature is missing.
    #[error("{}: {what}; the file was not used", path.display())]
    Signature {
        /// Path of the pack.
        path: PathBuf,
        /// Description of the problem.
        what: String,
    },
}

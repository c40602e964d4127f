//! Why a pack was refused.

use std::path::PathBuf;

/// A pack that can't be used, or could not be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PackError {
    /// The file can't be read.
    #[error("{}: {source}; check the path and its permissions", path.display())]
    Read {
        /// The pack.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file can't be written.
    #[error("{}: {source}; check the folder's permissions and the free space", path.display())]
    Write {
        /// The pack.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// Not a pack, or damaged.
    #[error("{}: {what}; nothing of it was used, get the file again", path.display())]
    Damaged {
        /// The pack.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// An entry that a pack must not have.
    #[error("{}: entry {entry:?} {what}; nothing of it was used, don't trust this file", path.display())]
    Forbidden {
        /// The pack.
        path: PathBuf,
        /// Name of the entry.
        entry: String,
        /// What is wrong with it.
        what: String,
    },
    /// Larger than allowed.
    #[error(
        "{}: {what} is over the limit of {limit}; split the pack", path.display()
    )]
    TooLarge {
        /// The pack.
        path: PathBuf,
        /// What is too large.
        what: String,
        /// The limit, with its unit.
        limit: String,
    },
    /// Made by a newer program.
    #[error("{}: format {found}, this program knows formats up to {known}; get a newer twolane", path.display())]
    NewerFormat {
        /// The pack.
        path: PathBuf,
        /// Its format.
        found: u32,
        /// The newest known.
        known: u32,
    },
    /// The manifest contradicts itself or lacks something.
    #[error("{}: the manifest {what}", path.display())]
    Manifest {
        /// The pack, or the `pack.toml` it would be built from.
        path: PathBuf,
        /// What is wrong, and what to write.
        what: String,
    },
    /// The signature is not by the key that was given, or is missing where one is demanded.
    #[error("{}: {what}; nothing of it was used", path.display())]
    Signature {
        /// The pack.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
}

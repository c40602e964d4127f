//! Why a pack was not installed.

use crate::archive::ArchiveError;
use crate::inference::InferenceError;
use crate::law::pack::PackError;

/// What can go wrong; the archive is then as it was.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InstallError {
    /// The pack itself.
    #[error(transparent)]
    Pack(#[from] PackError),
    /// The archive.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The embedding model.
    #[error(transparent)]
    Inference(#[from] InferenceError),
    /// The same edition is there already.
    #[error(
        "{name} {edition} is installed already; `twolane pack update FILE` takes a newer edition, `twolane pack remove {name} --edition {edition}` takes this one out"
    )]
    Installed {
        /// Name.
        name: String,
        /// Edition.
        edition: String,
    },
    /// There is nothing to update.
    #[error("no edition of {name} is installed; `twolane pack install FILE` does that")]
    NotInstalled {
        /// Name.
        name: String,
    },
    /// An update that leads backwards.
    #[error(
        "{name} {installed} (as of {installed_as_of}) is installed, which is not older than {edition} (as of {as_of}); `twolane pack install FILE` adds an older edition beside it"
    )]
    NotNewer {
        /// Name.
        name: String,
        /// Edition that is there.
        installed: String,
        /// Its day.
        installed_as_of: String,
        /// Edition that was offered.
        edition: String,
        /// Its day.
        as_of: String,
    },
    /// Its citations are of a code that no grammar knows.
    #[error("the pack cites by {grammar:?}, which no citation grammar here knows; known are: {known}")]
    Grammar {
        /// What the manifest says.
        grammar: String,
        /// Codes that are known.
        known: String,
    },
    /// Ctrl-C.
    #[error("interrupted; the archive is as it was")]
    Cancelled,
}

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
        "{name} {edition} is installed already; `twolane pack update FILE` adds a newer edition, `twolane pack remove {name} --edition {edition}` removes this one"
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
    /// Another law under the name of one that is there.
    #[error(
        "{name} is installed as a law of {installed}, and this pack says {offered}: it is no edition of it; nothing was installed. Ask its maker for another name, or take the other out first: `twolane pack remove {name}`"
    )]
    OtherLaw {
        /// Name.
        name: String,
        /// Jurisdiction and grammar of what is there.
        installed: String,
        /// Those of the pack.
        offered: String,
    },
    /// A signed law would be followed by an edition that its signer did not sign.
    #[error(
        "{name} {edition} is signed by {key}, and this pack is {offered}; nothing was installed. Give --public-key if you know its key; --accept-signer-change takes it all the same"
    )]
    OtherSigner {
        /// Name.
        name: String,
        /// Edition that is there.
        edition: String,
        /// Its key.
        key: String,
        /// How the pack is signed.
        offered: String,
    },
    /// Carried embeddings that are not what the model gives.
    #[error(
        "{name}: {what}; nothing was installed. Its embeddings are not those of {model}: get the pack from somebody else, or one without embeddings"
    )]
    Embeddings {
        /// Name.
        name: String,
        /// The model that they are said to be of.
        model: String,
        /// What is wrong.
        what: String,
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

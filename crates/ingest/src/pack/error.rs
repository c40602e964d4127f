//! Installation errors: the reasons why a pack was not installed.

use twolane_archive::ArchiveError;
use twolane_encoder::InferenceError;
use twolane_law::pack::PackError;

/// An error of an installation; it leaves the archive unchanged.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InstallError {
    /// The pack itself failed.
    #[error(transparent)]
    Pack(#[from] PackError),
    /// The archive failed.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The embedding model failed.
    #[error(transparent)]
    Inference(#[from] InferenceError),
    /// The same edition is already installed.
    #[error(
        "{name} {edition} is installed already; `twolane pack update FILE` adds a newer edition, `twolane pack remove {name} --edition {edition}` removes this one"
    )]
    Installed {
        /// The pack's name.
        name: String,
        /// The pack's edition.
        edition: String,
    },
    /// No edition to update is installed.
    #[error("no edition of {name} is installed; `twolane pack install FILE` does that")]
    NotInstalled {
        /// The pack's name.
        name: String,
    },
    /// The pack is another law under the name of an installed one.
    #[error(
        "{name} is installed as a law of {installed}, and this pack says {offered}: it is not an edition of that law; nothing was installed. Ask its maker for another name, or take the other out first: `twolane pack remove {name}`"
    )]
    OtherLaw {
        /// The pack's name.
        name: String,
        /// The jurisdiction and grammar of the installed law.
        installed: String,
        /// The jurisdiction and grammar of the pack.
        offered: String,
    },
    /// A signed law would be followed by an edition that its signer did not sign.
    #[error(
        "{name} {edition} is signed by {key}, and this pack is {offered}; nothing was installed. Give --public-key if you know its key; --accept-signer-change takes it all the same"
    )]
    OtherSigner {
        /// The pack's name.
        name: String,
        /// The installed edition.
        edition: String,
        /// The installed edition's key.
        key: String,
        /// The signature of the pack, in words.
        offered: String,
    },
    /// The carried embeddings differ from those that the model computes.
    #[error(
        "{name}: {what}; nothing was installed. Its embeddings are not those of {model}: get the pack from somebody else, or one without embeddings"
    )]
    Embeddings {
        /// The pack's name.
        name: String,
        /// The model that the pack declares.
        model: String,
        /// The defect of the embeddings.
        what: String,
    },
    /// The update is not newer than the installed edition.
    #[error(
        "{name} {installed} (as of {installed_as_of}) is installed, which is not older than {edition} (as of {as_of}); `twolane pack install FILE` adds an older edition beside it"
    )]
    NotNewer {
        /// The pack's name.
        name: String,
        /// The installed edition.
        installed: String,
        /// The day of the installed edition.
        installed_as_of: String,
        /// The edition that was offered.
        edition: String,
        /// The day of the offered edition.
        as_of: String,
    },
    /// The pack's citations are of a code that no grammar knows.
    #[error("the pack cites by {grammar:?}, which no citation grammar here knows; known are: {known}")]
    Grammar {
        /// The grammar that the manifest names.
        grammar: String,
        /// The codes that are known.
        known: String,
    },
    /// The user cancelled with Ctrl-C.
    #[error("interrupted; the archive is as it was")]
    Cancelled,
}

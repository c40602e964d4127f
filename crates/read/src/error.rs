//! Why a file could not be read.

use crate::DocumentKind;

/// A file that no reader could read. The caller knows the path and puts it in front; the message
/// says what is wrong and what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// Not one byte.
    #[error("the file is empty; put the document back in its place, or delete the file")]
    Empty,
    /// A format that no reader knows.
    #[error("this is {what}, which is not read; save it as PDF, DOCX, HTML or text and ingest that")]
    UnknownFormat {
        /// Format that the file seems to have.
        what: String,
    },
    /// The format is known, but the content is broken beyond use.
    #[error("broken {kind:?} file: {what}; open it in the program it was made with and save it again")]
    Damaged {
        /// Format it was read as.
        kind: DocumentKind,
        /// Description of the damage.
        what: String,
    },
    /// A password is needed.
    #[error("the file is encrypted and the password does not open it; give it with --password")]
    Encrypted,
    /// More than a limit allows.
    #[error("{what} is over the limit of {limit}; split the document{}", raised(*.key))]
    TooLarge {
        /// Name of the part that is too large.
        what: String,
        /// The limit, with its unit.
        limit: String,
        /// Key of the configuration that sets it, where one does.
        key: Option<&'static str>,
    },
}

fn raised(key: Option<&'static str>) -> String {
    key.map(|key| format!(", or raise {key} in twolane.toml")).unwrap_or_default()
}

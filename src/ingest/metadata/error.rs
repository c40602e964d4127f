//! What can be wrong with metadata files.

/// A `sources.toml` or rules file that can't be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MetadataError {
    /// It can't be read.
    #[error("cannot read the rules file {}: {what}; check `ingest.metadata_rules` in the configuration", path.display())]
    Read {
        /// The file.
        path: std::path::PathBuf,
        /// What the system said.
        what: String,
    },
    /// Not TOML, or not of the expected shape.
    #[error("{file} is not well formed: {what}; correct it, or take it away")]
    Syntax {
        /// Which file.
        file: String,
        /// What the parser said.
        what: String,
    },
    /// A field that does not exist.
    #[error("{file} sets {field:?}, which is not a field{}; the fields are {known}", nearest.as_ref().map(|n| format!(" (did you mean {n:?}?)")).unwrap_or_default())]
    UnknownField {
        /// Which file, or `--set`.
        file: String,
        /// What was written.
        field: String,
        /// The nearest field there is.
        nearest: Option<String>,
        /// All fields.
        known: String,
    },
    /// A value that its field can't have.
    #[error("{file} sets {field} to {value:?}, but {what}")]
    BadValue {
        /// Which file, or `--set`.
        file: String,
        /// The field.
        field: String,
        /// What was written.
        value: String,
        /// What it should be.
        what: String,
    },
}

//! Errors of metadata files.

/// An unusable `sources.toml` or rules file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MetadataError {
    /// The file can't be read.
    #[error("cannot read the rules file {}: {what}; check `ingest.metadata_rules` in the configuration", path.display())]
    Read {
        /// The path of the file.
        path: std::path::PathBuf,
        /// The system's error.
        what: String,
    },
    /// The file is not TOML, or not of the expected shape.
    #[error("{file} is not well formed: {what}; correct it, or take it away")]
    Syntax {
        /// The name of the file.
        file: String,
        /// The parser's error.
        what: String,
    },
    /// The field does not exist.
    #[error("{file} sets {field:?}, which is not a field{}; the fields are {known}", nearest.as_ref().map(|n| format!(" (did you mean {n:?}?)")).unwrap_or_default())]
    UnknownField {
        /// The file's name, or `--set`.
        file: String,
        /// The field as written.
        field: String,
        /// The nearest known field.
        nearest: Option<String>,
        /// The list of all fields.
        known: String,
    },
    /// The value is invalid for its field.
    #[error("{file} sets {field} to {value:?}, but {what}")]
    BadValue {
        /// The file's name, or `--set`.
        file: String,
        /// The field's name.
        field: String,
        /// The value as written.
        value: String,
        /// The expected form of the value.
        what: String,
    },
}

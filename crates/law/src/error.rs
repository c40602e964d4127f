//! Errors of a citation grammar.

/// Error for an unusable grammar.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GrammarError {
    /// The file is not TOML, or not of the expected shape.
    #[error("the citation grammar is not well formed: {what}; compare it with assets/citation-grammar.toml")]
    Syntax {
        /// Message of the parser.
        what: String,
    },
    /// A form names an unknown field, or its pattern is not a valid regular expression.
    #[error("form {number} of the citation grammar ({code}): {what}; correct its pattern")]
    Form {
        /// Position of the form in the file, from 1.
        number: usize,
        /// Code of the form.
        code: String,
        /// Description of the problem.
        what: String,
    },
}

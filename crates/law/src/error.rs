//! What can be wrong with a grammar.

/// A grammar that can't be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GrammarError {
    /// Not TOML, or not of the expected shape.
    #[error("the citation grammar is not well formed: {what}; compare it with assets/citation-grammar.toml")]
    Syntax {
        /// What the parser said.
        what: String,
    },
    /// A form names a field that it does not have, or its pattern is no regular expression.
    #[error("form {number} of the citation grammar ({code}): {what}; correct its pattern")]
    Form {
        /// Position in the file, from 1.
        number: usize,
        /// Its code.
        code: String,
        /// What is wrong with it.
        what: String,
    },
}

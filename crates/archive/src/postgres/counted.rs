//! Counts of the chunks that have a term.

/// Number of chunks with a term: in any field that counts, and in each of the four.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counted {
    /// Chunks with the term in any field that counts.
    pub any: u64,
    /// Chunks with the term in each field.
    pub fields: [u64; 4],
}

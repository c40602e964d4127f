//! What a search for conflicts compares.

use crate::ask::find::standing::SourceStanding;
use crate::text::Quote;

/// A quote that may answer the question: one sentence, or one row of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Evidence {
    /// The words with their place.
    pub quote: Quote,
    /// Bytes of the quote in its source's reading text; overlapping quotes are one.
    pub bytes: std::ops::Range<usize>,
    /// Context header and titles of its source.
    pub header: String,
    /// Text of the chunk that it stands in.
    pub around: String,
    /// A row of a table.
    pub table: bool,
    /// How well it answers, 0 to 1.
    pub score: f32,
    /// Number of its source's standing in the list that goes with the evidence.
    pub standing: SourceStanding,
    /// Whether the chunk answers, as the reader has it: a logit; `None` where it did not read it.
    pub read: Option<f32>,
}

//! Evidence that a search for conflicts compares.

use crate::find::source_status::SourceStatus;
use twolane_text::Quote;

/// A quote that may answer the question: one sentence, or one row of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Evidence {
    /// Words of the quote, with their place.
    pub quote: Quote,
    /// Byte range of the quote in its source's reading text; overlapping quotes count as one.
    pub bytes: std::ops::Range<usize>,
    /// Context header and titles of its source.
    pub header: String,
    /// Text of the chunk that contains the quote.
    pub around: String,
    /// True for a row of a table.
    pub table: bool,
    /// Score of the quote as an answer, from 0 to 1.
    pub score: f32,
    /// Catalogue data of the quote's source.
    pub source: SourceStatus,
    /// Logit of the reader that the chunk answers; `None` where the reader did not score it.
    pub read: Option<f32>,
}

//! A fact as drafted, with the quotes that it claims.

use twolane_text::{Locator, SourceId};

/// A quote that a draft claims. Nothing shows yet that the words are at that place.
#[derive(Debug, Clone, PartialEq)]
pub struct Claimed {
    /// Id of the source.
    pub source_id: SourceId,
    /// Lines within the source.
    pub locator: Locator,
    /// Words of the quote.
    pub quote: String,
}

/// A fact as drafted.
#[derive(Debug, Clone, PartialEq)]
pub struct DraftFact {
    /// Text to show.
    pub text: String,
    /// Claimed quotes that support it.
    pub support: Vec<Claimed>,
    /// Number of the first quotes that together form the statement, in order; the others are copies of the statement
    /// elsewhere.
    pub pieces: usize,
    /// True when the statement is cut or incomplete; it can't be the first fact.
    pub cut: bool,
    /// Share of the question that the fact covers, from 0 to 1.
    pub coverage: f32,
}

impl DraftFact {
    /// Returns the quotes that together form the statement.
    pub fn statement(&self) -> &[Claimed] {
        self.support.get(..self.pieces.min(self.support.len())).unwrap_or(&[])
    }

    /// Returns true when every quote of this statement is within one of the other's.
    pub fn is_within(&self, other: &DraftFact) -> bool {
        let within = |c: &Claimed| {
            other.statement().iter().any(|o| o.source_id == c.source_id && o.quote.contains(&c.quote))
        };
        !self.statement().is_empty() && self.statement().iter().all(within)
    }
}

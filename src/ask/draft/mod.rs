//! Input and output of a writer, before any check: drafts with their claimed quotes, gaps, texts of the user. Prompt
//! filling and the program's own wordings are also here.

mod gap;
pub(in crate::ask) mod prompt;
mod sentence;
mod user_source;
pub(in crate::ask) mod wording;

pub use gap::{Gap, GapReason, Unread};
pub use sentence::DraftSentence;
pub use user_source::{USER_PROVIDED, UserSource};

use crate::text::{Locator, SourceId};

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

/// An answer as a writer proposes it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Draft {
    /// Facts, best first.
    pub facts: Vec<DraftFact>,
    /// Gaps that the writer found.
    pub gaps: Vec<Gap>,
    /// True when the writer judges that the papers do not answer.
    pub insufficient: bool,
    /// Limits of this answer, for people.
    pub limitations: Vec<String>,
    /// Sentences that combine facts.
    pub sentences: Vec<DraftSentence>,
}

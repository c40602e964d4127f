//! What a writer is given and what it proposes, before anything of it was checked: drafts with the
//! places that they claim to quote, gaps, texts of the user, how a prompt is filled, and the sentences
//! that the program has of its own.

mod gap;
pub(in crate::ask) mod prompt;
mod sentence;
mod user_source;
pub(in crate::ask) mod wording;

pub use gap::{Gap, GapReason, Unread};
pub use sentence::DraftSentence;
pub use user_source::{USER_PROVIDED, UserSource};

use crate::text::{Locator, SourceId};

/// A place that a draft claims to quote. Nothing says yet that the words stand there.
#[derive(Debug, Clone, PartialEq)]
pub struct Claimed {
    /// Source.
    pub source_id: SourceId,
    /// Lines.
    pub locator: Locator,
    /// The words.
    pub quote: String,
}

/// A fact as drafted.
#[derive(Debug, Clone, PartialEq)]
pub struct DraftFact {
    /// What is to be shown.
    pub text: String,
    /// Where it is said to stand.
    pub support: Vec<Claimed>,
    /// How many of the first quotes together are the statement, in order; the others are copies of it
    /// elsewhere.
    pub pieces: usize,
    /// Something of the statement is left out, or breaks off; it is no first fact.
    pub cut: bool,
    /// How much of the question it accounts for, 0..1.
    pub coverage: f32,
}

impl DraftFact {
    /// The quotes that together are the statement.
    pub fn statement(&self) -> &[Claimed] {
        self.support.get(..self.pieces.min(self.support.len())).unwrap_or(&[])
    }

    /// True when every quote of this statement stands within one of the other's.
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
    /// What the writer found missing.
    pub gaps: Vec<Gap>,
    /// True when the writer holds that the papers do not answer.
    pub insufficient: bool,
    /// Limits of this answer, for people.
    pub limitations: Vec<String>,
    /// Sentences that put facts together.
    pub sentences: Vec<DraftSentence>,
}

//! The draft of an answer.

use super::fact::DraftFact;
use super::gap::Gap;
use super::sentence::DraftSentence;

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

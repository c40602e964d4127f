//! A sentence of prose, before anything of it was checked.

use super::Claimed;

/// A sentence as a writer proposes it.
#[derive(Debug, Clone, PartialEq)]
pub struct DraftSentence {
    /// Its words, without tokens; `None` leaves them to the program, which puts together what is cited.
    pub text: Option<String>,
    /// The statements that it is said to rest on, each by its quotes.
    pub cites: Vec<Vec<Claimed>>,
}

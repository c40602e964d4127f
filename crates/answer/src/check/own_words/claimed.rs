//! Claims of an answer about itself on which its wordings depend.

use std::collections::HashSet;

/// Claims of an answer about itself.
#[derive(Debug, Clone, Default)]
pub struct Claimed {
    /// Question in the form that was searched.
    pub question: String,
    /// Values that were given with the question.
    pub given: Vec<String>,
    /// Given values from earlier turns of the session.
    pub kept: Vec<String>,
    /// True when the answer says that the papers answer.
    pub answers: bool,
    /// True when its quotes are the nearest ones, and do not answer.
    pub near: bool,
    /// True when it was given although the question stayed open.
    pub timed_out: bool,
    /// True when the state lane was used.
    pub statewide: bool,
    /// True when a fact quotes a text of the user.
    pub users: bool,
    /// True when texts of the user took part.
    pub users_texts: bool,
    /// Number of facts.
    pub facts: usize,
    /// True when a language model took part.
    pub model: bool,
    /// Sources of confirmed quotes.
    pub cited: HashSet<String>,
    /// Sources that it quotes, confirmed or not.
    pub named: HashSet<String>,
    /// Sources that it lists.
    pub listed: Vec<String>,
    /// Text of all confirmed quotes.
    pub quoted: String,
    /// Words of the user's texts, as the session holds them; a search may consist of them.
    pub users_words: HashSet<String>,
}

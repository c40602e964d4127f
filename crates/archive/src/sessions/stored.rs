//! Sessions, traces, remembered answers and answers with an address as they are stored.

use twolane_text::Embedding;

/// A session as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredSession {
    /// Id of the session.
    pub id: String,
    /// When it was last changed, seconds since 1970 UTC.
    pub updated: i64,
    /// When it is forgotten, seconds since 1970 UTC.
    pub expires: i64,
    /// Content as JSON.
    pub body: String,
}

/// A trace as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredTrace {
    /// Id of the trace.
    pub id: String,
    /// Session of the question, if it was asked in one.
    pub session: Option<String>,
    /// When, seconds since 1970 UTC.
    pub at: i64,
    /// Content as JSON.
    pub body: String,
}

/// A remembered answer as it is stored.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredMemory {
    /// Id of the answer.
    pub id: String,
    /// Whose it is; nobody else is given it. Empty where all are one person.
    pub owner: String,
    /// Session that it was asked in; it is forgotten with it.
    pub session: Option<String>,
    /// Hash of all beside the question that the answer depends on.
    pub context: String,
    /// The archive's state that it was found in.
    pub state: String,
    /// When, seconds since 1970 UTC.
    pub at: i64,
    /// The question's embedding, where a model made one.
    pub embedding: Option<Embedding>,
    /// Content as JSON.
    pub body: String,
}

/// An answer with an address, as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredAnswer {
    /// Id of the answer.
    pub id: String,
    /// Session of the question; the answer is forgotten with it.
    pub session: String,
    /// When, seconds since 1970 UTC.
    pub at: i64,
    /// Content as JSON.
    pub body: String,
}

/// Result of deleting a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Forgotten {
    /// There was none of this id.
    NotThere,
    /// Its words are in no file any more.
    Wholly,
    /// It can't be read any more, but another program that has the store open keeps its words in
    /// the log `sessions.sqlite-wal` until it ends.
    UntilOthersEnd,
}

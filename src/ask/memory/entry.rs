//! One remembered answer as it is kept, and the list of them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::archive::{Archive, Forgotten, SessionStore, StoredMemory};
use crate::ask::error::AskError;
use crate::ask::options::FormName;

/// What is kept of an answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Entry {
    /// The question as it was searched for.
    pub question: String,
    /// When, RFC 3339 UTC.
    pub at: String,
    /// Values that it used.
    #[serde(default)]
    pub fields: BTreeMap<String, String>,
    /// How close its passages were.
    #[serde(default)]
    pub confidence: f32,
    /// The form that fits the question.
    #[serde(default)]
    pub form: FormName,
    /// The sealed answer's JSON, to the letter.
    pub evidence: String,
}

impl Entry {
    pub(super) fn read(stored: &StoredMemory) -> Result<Entry, AskError> {
        serde_json::from_str(&stored.body)
            .map_err(|e| AskError::SessionBody { id: stored.id.clone(), what: e.to_string() })
    }
}

/// A remembered answer in a list.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Remembered {
    /// Its id.
    pub id: String,
    /// Whose it is: the mark of a token; empty for whoever runs the program.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub owner: String,
    /// Session that it was asked in.
    pub session_id: Option<String>,
    /// When, RFC 3339 UTC.
    pub at: String,
    /// The question as it was searched for.
    pub question: String,
    /// Values that it used.
    pub fields: BTreeMap<String, String>,
    /// How close its passages were, 0 to 1 on the scale that all models share.
    pub confidence: f32,
    /// The archive is as it was: it may be given again.
    pub stands: bool,
}

/// All remembered answers, newest first; `owner`: those of one alone.
///
/// # Errors
/// Those of the store, and one that can't be read.
pub fn remembered(
    archive: &Archive,
    store: &SessionStore,
    owner: Option<&str>,
    now: i64,
) -> Result<Vec<Remembered>, AskError> {
    let state = archive.state_hash();
    let of = |stored: &StoredMemory| {
        let entry = Entry::read(stored)?;
        Ok(Remembered {
            id: stored.id.clone(),
            owner: stored.owner.clone(),
            session_id: stored.session.clone(),
            at: entry.at,
            question: entry.question,
            fields: entry.fields,
            confidence: entry.confidence,
            stands: stored.state == state,
        })
    };
    store.memories(owner, now)?.iter().map(of).collect()
}

/// Forgets one answer, or all; `owner`: of this one alone. How many went, and whether their words are in
/// no file any more.
///
/// # Errors
/// [`AskError::UnknownMemory`], and those of the store.
pub fn forget(
    store: &SessionStore,
    id: Option<&str>,
    owner: Option<&str>,
) -> Result<(usize, bool), AskError> {
    match (store.remove_memories(id, owner)?, id) {
        ((0, _), Some(id)) => Err(AskError::UnknownMemory { id: id.to_owned() }),
        ((gone, how), _) => Ok((gone, how != Forgotten::UntilOthersEnd)),
    }
}

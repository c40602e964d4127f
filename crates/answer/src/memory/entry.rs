//! One remembered answer in its stored form, and the list of them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::error::AskError;
use crate::options::FormName;
use twolane_archive::{Archive, Forgotten, SessionStore, StoredMemory};

/// Stored content of an answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Entry {
    /// Question in the form that was searched.
    pub question: String,
    /// Time of the answer, RFC 3339 UTC.
    pub at: String,
    /// Values that it used.
    #[serde(default)]
    pub fields: BTreeMap<String, String>,
    /// Closeness of its passages.
    #[serde(default)]
    pub confidence: f32,
    /// Form that fits the question.
    #[serde(default)]
    pub form: FormName,
    /// JSON of the sealed answer, to the letter.
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
    /// Id of the answer.
    pub id: String,
    /// Owner: the mark of a token; empty for the user who runs the program.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub owner: String,
    /// Session of the question.
    pub session_id: Option<String>,
    /// Time of the answer, RFC 3339 UTC.
    pub at: String,
    /// Question in the form that was searched.
    pub question: String,
    /// Values that it used.
    pub fields: BTreeMap<String, String>,
    /// Closeness of its passages, from 0 to 1 on the scale that all models share.
    pub confidence: f32,
    /// True when the archive is unchanged, so that the answer may be reused.
    pub stands: bool,
}

/// Returns all remembered answers, newest first; with `owner`, only those of this owner.
///
/// # Errors
/// Returns the errors of the store, and of an entry that can't be read.
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

/// Deletes one answer, or all; with `owner`, only those of this owner. Returns the number deleted, and true when no
/// file contains their words any more.
///
/// # Errors
/// Returns [`AskError::UnknownMemory`], and the errors of the store.
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

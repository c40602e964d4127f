//! Sessions in an archive's session store.

use jiff::{Span, Timestamp};

use crate::error::AskError;
use twolane_archive::{Forgotten, SessionStore, StoredSession};

use super::options::SessionOptions;
use super::session::Session;

/// Sessions of an archive at one moment.
#[derive(Debug, Clone, Copy)]
pub struct Sessions<'a> {
    store: &'a SessionStore,
    options: &'a SessionOptions,
    now: Timestamp,
}

impl<'a> Sessions<'a> {
    /// Opens the sessions of a store at this moment.
    pub fn new(store: &'a SessionStore, options: &'a SessionOptions, now: Timestamp) -> Self {
        Sessions { store, options, now }
    }

    /// Returns all sessions that have not expired, the last used one first.
    pub fn list(&self) -> Result<Vec<Session>, AskError> {
        self.store.sessions(self.now.as_second())?.iter().map(read).collect()
    }

    /// Returns one session by its id.
    ///
    /// # Errors
    /// Returns [`AskError::UnknownSession`] for an unknown id.
    pub fn get(&self, id: &str) -> Result<Session, AskError> {
        self.find(id)?.ok_or_else(|| AskError::UnknownSession { id: id.to_owned() })
    }

    /// Returns one session, if it exists.
    pub fn find(&self, id: &str) -> Result<Option<Session>, AskError> {
        self.store.session(id, self.now.as_second())?.as_ref().map(read).transpose()
    }

    /// Changes a session, or creates it, in one transaction.
    ///
    /// # Errors
    /// Returns [`AskError::SessionName`] for an invalid id.
    pub fn update(&self, id: &str, change: impl FnOnce(&mut Session)) -> Result<Session, AskError> {
        check_id(id)?;
        let now = self.now.to_string();
        let hours = i64::from(self.options.expires_hours.max(1));
        let expires = Span::new().try_hours(hours).ok().and_then(|span| self.now.checked_add(span).ok());
        // A period past the end of the calendar means no expiry.
        let expires = expires.unwrap_or(Timestamp::MAX);
        let mut changed = None;
        self.store.update_session(id, self.now.as_second(), |held| {
            let mut session = match &held {
                Some(held) => read(held)?,
                None => Session::new(id, &now),
            };
            change(&mut session);
            session.updated_at.clone_from(&now);
            session.expires_at = expires.to_string();
            let body = serde_json::to_string(&session)
                .map_err(|e| AskError::SessionBody { id: id.to_owned(), what: e.to_string() })?;
            changed = Some(session);
            Ok::<_, AskError>(StoredSession {
                id: id.to_owned(),
                updated: self.now.as_second(),
                expires: expires.as_second(),
                body,
            })
        })??;
        changed.ok_or_else(|| AskError::UnknownSession { id: id.to_owned() })
    }

    /// Deletes a session, with its traces. Returns false when another program still has its words in the store's log.
    ///
    /// # Errors
    /// Returns [`AskError::UnknownSession`] for an unknown id.
    pub fn remove(&self, id: &str) -> Result<bool, AskError> {
        match self.store.remove_session(id)? {
            Forgotten::NotThere => Err(AskError::UnknownSession { id: id.to_owned() }),
            Forgotten::Wholly => Ok(true),
            Forgotten::UntilOthersEnd => Ok(false),
        }
    }
}

fn read(stored: &StoredSession) -> Result<Session, AskError> {
    serde_json::from_str(&stored.body)
        .map_err(|e| AskError::SessionBody { id: stored.id.clone(), what: e.to_string() })
}

/// Checks an id: letters, digits, `-`, `_` and `.`, at most 64.
///
/// # Errors
/// Returns [`AskError::SessionName`] for an invalid id.
pub fn check_id(id: &str) -> Result<(), AskError> {
    let fits = (1..=64).contains(&id.len())
        && id.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'));
    if fits { Ok(()) } else { Err(AskError::SessionName { given: id.chars().take(80).collect() }) }
}

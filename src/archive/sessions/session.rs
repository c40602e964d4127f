//! Sessions in the store.

use rusqlite::{OptionalExtension, Row, params};

use super::store::SessionStore;
use crate::archive::error::ArchiveError;

/// A session as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredSession {
    /// Its id.
    pub id: String,
    /// When it was last changed, seconds since 1970 UTC.
    pub updated: i64,
    /// When it is forgotten, seconds since 1970 UTC.
    pub expires: i64,
    /// JSON.
    pub body: String,
}

impl StoredSession {
    fn of(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(StoredSession { id: row.get(0)?, updated: row.get(1)?, expires: row.get(2)?, body: row.get(3)? })
    }
}

impl SessionStore {
    /// All sessions that have not expired at `now`, the one changed last first. Expired ones are
    /// forgotten on the way.
    pub fn sessions(&self, now: i64) -> Result<Vec<StoredSession>, ArchiveError> {
        self.forget_expired(now)?;
        self.read(|conn| {
            let mut statement = conn.prepare_cached(
                "SELECT id, updated, expires, body FROM session WHERE expires > ?1 ORDER BY updated DESC, id",
            )?;
            statement.query_map([now], StoredSession::of)?.collect()
        })
    }

    /// A session that has not expired at `now`. Expired ones are forgotten on the way.
    pub fn session(&self, id: &str, now: i64) -> Result<Option<StoredSession>, ArchiveError> {
        self.forget_expired(now)?;
        self.read(|conn| {
            conn.prepare_cached(
                "SELECT id, updated, expires, body FROM session WHERE id = ?1 AND expires > ?2",
            )?
            .query_row(params![id, now], StoredSession::of)
            .optional()
        })
    }

    /// Changes a session in one transaction: what `change` is given is what is stored, so nothing
    /// that another process wrote meanwhile is lost. `None` in: there is none (or it expired).
    /// Expired sessions are forgotten on the way.
    pub fn update_session<E>(
        &self,
        id: &str,
        now: i64,
        change: impl FnOnce(Option<StoredSession>) -> Result<StoredSession, E>,
    ) -> Result<Result<StoredSession, E>, ArchiveError> {
        self.forget_expired(now)?;
        self.write(|transaction| {
            let held = transaction
                .query_row(
                    "SELECT id, updated, expires, body FROM session WHERE id = ?1 AND expires > ?2",
                    params![id, now],
                    StoredSession::of,
                )
                .optional()?;
            let new = match change(held) {
                Ok(new) => new,
                Err(error) => return Ok(Err(error)),
            };
            transaction.execute(
                "INSERT OR REPLACE INTO session (id, updated, expires, body) VALUES (?1, ?2, ?3, ?4)",
                params![new.id, new.updated, new.expires, new.body],
            )?;
            Ok(Ok(new))
        })
    }
}

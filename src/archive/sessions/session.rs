//! Sessions in the store.

use rusqlite::{OptionalExtension, Row, params};

use super::file::FileSessions;
use crate::archive::error::ArchiveError;

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

impl StoredSession {
    fn of(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(StoredSession { id: row.get(0)?, updated: row.get(1)?, expires: row.get(2)?, body: row.get(3)? })
    }
}

impl FileSessions {
    pub(super) fn all_sessions(&self, now: i64) -> Result<Vec<StoredSession>, ArchiveError> {
        self.forget_expired(now)?;
        self.read(|conn| {
            let mut statement = conn.prepare_cached(
                "SELECT id, updated, expires, body FROM session WHERE expires > ?1 ORDER BY updated DESC, id",
            )?;
            statement.query_map([now], StoredSession::of)?.collect()
        })
    }

    pub(super) fn one_session(&self, id: &str, now: i64) -> Result<Option<StoredSession>, ArchiveError> {
        self.forget_expired(now)?;
        self.read(|conn| {
            conn.prepare_cached(
                "SELECT id, updated, expires, body FROM session WHERE id = ?1 AND expires > ?2",
            )?
            .query_row(params![id, now], StoredSession::of)
            .optional()
        })
    }

    pub(super) fn change_session(
        &self,
        id: &str,
        now: i64,
        change: &mut dyn FnMut(Option<StoredSession>) -> Option<StoredSession>,
    ) -> Result<(), ArchiveError> {
        self.forget_expired(now)?;
        self.write(|transaction| {
            let held = transaction
                .query_row(
                    "SELECT id, updated, expires, body FROM session WHERE id = ?1 AND expires > ?2",
                    params![id, now],
                    StoredSession::of,
                )
                .optional()?;
            let Some(new) = change(held) else { return Ok(()) };
            transaction.execute(
                "INSERT OR REPLACE INTO session (id, updated, expires, body) VALUES (?1, ?2, ?3, ?4)",
                params![new.id, new.updated, new.expires, new.body],
            )?;
            Ok(())
        })
    }
}

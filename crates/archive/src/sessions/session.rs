//! Sessions in the store.

use rusqlite::{OptionalExtension, Row, params};

use super::file::SessionFile;
use super::forget::forget_expired;
use super::stored::StoredSession;
use crate::error::ArchiveError;

/// Reads a row.
fn read_row(row: &Row<'_>) -> rusqlite::Result<StoredSession> {
    Ok(StoredSession { id: row.get(0)?, updated: row.get(1)?, expires: row.get(2)?, body: row.get(3)? })
}

/// Returns all sessions that have not expired at `now`, the one changed last first.
pub(super) fn all(file: &SessionFile, now: i64) -> Result<Vec<StoredSession>, ArchiveError> {
    forget_expired(file, now)?;
    file.read(|conn| {
        let mut statement = conn.prepare_cached(
            "SELECT id, updated, expires, body FROM session WHERE expires > ?1 ORDER BY updated DESC, id",
        )?;
        statement.query_map([now], read_row)?.collect()
    })
}

/// Returns a session that has not expired at `now`.
pub(super) fn one(file: &SessionFile, id: &str, now: i64) -> Result<Option<StoredSession>, ArchiveError> {
    forget_expired(file, now)?;
    file.read(|conn| {
        conn.prepare_cached("SELECT id, updated, expires, body FROM session WHERE id = ?1 AND expires > ?2")?
            .query_row(params![id, now], read_row)
            .optional()
    })
}

/// Changes a session in one transaction; nothing is changed where `change` gives nothing.
pub(super) fn change(
    file: &SessionFile,
    id: &str,
    now: i64,
    change: &mut dyn FnMut(Option<StoredSession>) -> Option<StoredSession>,
) -> Result<(), ArchiveError> {
    forget_expired(file, now)?;
    file.write(|transaction| {
        let held = transaction
            .query_row(
                "SELECT id, updated, expires, body FROM session WHERE id = ?1 AND expires > ?2",
                params![id, now],
                read_row,
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

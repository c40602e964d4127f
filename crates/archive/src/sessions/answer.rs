//! Kept answers in the store.

use rusqlite::{OptionalExtension, Row, params};

use super::file::SessionFile;
use super::forget::{empty_log, forget_expired};
use super::stored::StoredAnswer;
use crate::error::ArchiveError;

/// Reads a row.
fn read_row(row: &Row<'_>) -> rusqlite::Result<StoredAnswer> {
    Ok(StoredAnswer { id: row.get(0)?, session: row.get(1)?, at: row.get(2)?, body: row.get(3)? })
}

/// Keeps an answer; of all answers only the newest `keep` stay. Returns false, and keeps nothing, without its session.
pub(super) fn keep(file: &SessionFile, answer: &StoredAnswer, keep: u32) -> Result<bool, ArchiveError> {
    forget_expired(file, answer.at)?;
    let (kept, dropped) = file.write(|transaction| {
        let kept = transaction.execute(
            "INSERT INTO answer (id, session, at, body) SELECT ?1, ?2, ?3, ?4 WHERE EXISTS (SELECT 1 FROM session WHERE id = ?2)",
            params![answer.id, answer.session, answer.at, answer.body],
        )?;
        let dropped = transaction.execute(
            "DELETE FROM answer WHERE number <= (SELECT number FROM answer ORDER BY number DESC LIMIT 1 OFFSET ?1)",
            [keep],
        )?;
        Ok((kept > 0, dropped))
    })?;
    if dropped > 0 {
        // Where another program holds the log, its next checkpoint does the same.
        empty_log(file);
    }
    Ok(kept)
}

/// Returns the answer with this id, if its session has not expired at `now`.
pub(super) fn one(file: &SessionFile, id: &str, now: i64) -> Result<Option<StoredAnswer>, ArchiveError> {
    forget_expired(file, now)?;
    file.read(|conn| {
        conn.prepare_cached("SELECT id, session, at, body FROM answer WHERE id = ?1")?
            .query_row([id], read_row)
            .optional()
    })
}

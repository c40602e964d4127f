//! Traces in the store.

use rusqlite::{OptionalExtension, Row, params};

use super::file::SessionFile;
use super::forget::{empty_log, forget_expired};
use super::stored::StoredTrace;
use crate::error::ArchiveError;

/// Reads a row.
fn read_row(row: &Row<'_>) -> rusqlite::Result<StoredTrace> {
    Ok(StoredTrace { id: row.get(0)?, session: row.get(1)?, at: row.get(2)?, body: row.get(3)? })
}

/// Keeps a trace; of all traces only the newest `keep` stay.
pub(super) fn keep(file: &SessionFile, trace: &StoredTrace, keep: u32) -> Result<(), ArchiveError> {
    forget_expired(file, trace.at)?;
    let dropped = file.write(|transaction| {
        transaction.execute(
            "INSERT OR REPLACE INTO trace (id, session, at, body) VALUES (?1, ?2, ?3, ?4)",
            params![trace.id, trace.session, trace.at, trace.body],
        )?;
        transaction.execute(
            "DELETE FROM trace WHERE number <= (SELECT number FROM trace ORDER BY number DESC LIMIT 1 OFFSET ?1)",
            [keep],
        )
    })?;
    if dropped > 0 {
        // Where another program holds the log, its next checkpoint does the same.
        empty_log(file);
    }
    Ok(())
}

/// Returns the newest traces first, at most `most`.
pub(super) fn newest(file: &SessionFile, most: u32) -> Result<Vec<StoredTrace>, ArchiveError> {
    file.read(|conn| {
        let mut statement =
            conn.prepare_cached("SELECT id, session, at, body FROM trace ORDER BY number DESC LIMIT ?1")?;
        statement.query_map([most], read_row)?.collect()
    })
}

/// Returns the trace with this id.
pub(super) fn one(file: &SessionFile, id: &str) -> Result<Option<StoredTrace>, ArchiveError> {
    file.read(|conn| {
        conn.prepare_cached("SELECT id, session, at, body FROM trace WHERE id = ?1")?
            .query_row([id], read_row)
            .optional()
    })
}

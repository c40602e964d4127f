//! Traces in the store.

use rusqlite::{OptionalExtension, Row, params};

use super::file::FileSessions;
use crate::archive::error::ArchiveError;

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

impl StoredTrace {
    fn of(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(StoredTrace { id: row.get(0)?, session: row.get(1)?, at: row.get(2)?, body: row.get(3)? })
    }
}

impl FileSessions {
    pub(super) fn keep_trace(&self, trace: &StoredTrace, keep: u32) -> Result<(), ArchiveError> {
        self.forget_expired(trace.at)?;
        let dropped = self.write(|transaction| {
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
            self.empty_log();
        }
        Ok(())
    }

    pub(super) fn newest_traces(&self, most: u32) -> Result<Vec<StoredTrace>, ArchiveError> {
        self.read(|conn| {
            let mut statement =
                conn.prepare_cached("SELECT id, session, at, body FROM trace ORDER BY number DESC LIMIT ?1")?;
            statement.query_map([most], StoredTrace::of)?.collect()
        })
    }

    pub(super) fn one_trace(&self, id: &str) -> Result<Option<StoredTrace>, ArchiveError> {
        self.read(|conn| {
            conn.prepare_cached("SELECT id, session, at, body FROM trace WHERE id = ?1")?
                .query_row([id], StoredTrace::of)
                .optional()
        })
    }
}

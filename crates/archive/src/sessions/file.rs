//! The open file of sessions: queries and changes.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::open;
use crate::error::ArchiveError;
use crate::paths::SESSIONS;

/// An open file of SQLite.
#[derive(Debug)]
pub struct SessionFile {
    path: PathBuf,
    /// `path` as people are shown it.
    place: String,
    conn: Mutex<Connection>,
}

impl SessionFile {
    /// Opens the file, and creates it if it does not exist; `None` on a read-only medium.
    pub fn open(dir: &Path) -> Result<Option<Self>, ArchiveError> {
        let path = dir.join(SESSIONS);
        Ok(open::open(dir)?.map(|conn| SessionFile {
            place: path.display().to_string(),
            path,
            conn: Mutex::new(conn),
        }))
    }

    /// Place of the file, for people.
    pub fn place(&self) -> &str {
        &self.place
    }

    pub(super) fn conn(&self) -> MutexGuard<'_, Connection> {
        self.conn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs a query.
    pub(super) fn read<T>(
        &self,
        run: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, ArchiveError> {
        run(&self.conn()).map_err(ArchiveError::session_store(&self.path))
    }

    /// Runs a change in a transaction that holds the write lock from its start.
    pub(super) fn write<T>(
        &self,
        run: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, ArchiveError> {
        let mut conn = self.conn();
        let change = || {
            let transaction = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let out = run(&transaction)?;
            transaction.commit()?;
            Ok(out)
        };
        change().map_err(ArchiveError::session_store(&self.path))
    }
}

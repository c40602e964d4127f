//! The open session store.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::open;
use crate::archive::error::ArchiveError;
use crate::archive::paths::SESSIONS;

/// Sessions and traces of one archive. May be used from many threads and many processes at once;
/// every change is one short transaction.
#[derive(Debug)]
pub struct SessionStore {
    path: PathBuf,
    conn: Mutex<Connection>,
}

impl SessionStore {
    /// Opens the store in an archive's folder, and makes it where there is none. `None` on a
    /// read-only medium: the archive is then used without sessions and traces.
    ///
    /// # Errors
    /// [`ArchiveError::Damaged`] for a file that is not a session store,
    /// [`ArchiveError::NewerVersion`], and what SQLite says.
    pub fn open(dir: &Path) -> Result<Option<Self>, ArchiveError> {
        let path = dir.join(SESSIONS);
        Ok(open::open(dir)?.map(|conn| SessionStore { path, conn: Mutex::new(conn) }))
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
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

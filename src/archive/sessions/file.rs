//! The session store of a folder, open.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::forget::Forgotten;
use super::memory::StoredMemory;
use super::open;
use super::session::StoredSession;
use super::store::KeepsSessions;
use super::trace::StoredTrace;
use crate::archive::error::ArchiveError;
use crate::archive::paths::SESSIONS;

/// A file of SQLite.
#[derive(Debug)]
pub struct FileSessions {
    path: PathBuf,
    /// `path` as people are shown it.
    place: String,
    conn: Mutex<Connection>,
}

impl FileSessions {
    /// Opens the store, see [`super::SessionStore::open`].
    pub fn open(dir: &Path) -> Result<Option<Self>, ArchiveError> {
        let path = dir.join(SESSIONS);
        Ok(open::open(dir)?.map(|conn| FileSessions {
            place: path.display().to_string(),
            path,
            conn: Mutex::new(conn),
        }))
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

impl KeepsSessions for FileSessions {
    fn place(&self) -> &str {
        &self.place
    }

    fn sessions(&self, now: i64) -> Result<Vec<StoredSession>, ArchiveError> {
        self.all_sessions(now)
    }

    fn session(&self, id: &str, now: i64) -> Result<Option<StoredSession>, ArchiveError> {
        self.one_session(id, now)
    }

    fn update_session(
        &self,
        id: &str,
        now: i64,
        change: &mut dyn FnMut(Option<StoredSession>) -> Option<StoredSession>,
    ) -> Result<(), ArchiveError> {
        self.change_session(id, now, change)
    }

    fn remove_session(&self, id: &str) -> Result<Forgotten, ArchiveError> {
        self.forget_session(id)
    }

    fn put_trace(&self, trace: &StoredTrace, keep: u32) -> Result<(), ArchiveError> {
        self.keep_trace(trace, keep)
    }

    fn traces(&self, most: u32) -> Result<Vec<StoredTrace>, ArchiveError> {
        self.newest_traces(most)
    }

    fn trace(&self, id: &str) -> Result<Option<StoredTrace>, ArchiveError> {
        self.one_trace(id)
    }

    fn put_memory(&self, memory: &StoredMemory, keep: u32) -> Result<(), ArchiveError> {
        self.keep_memory(memory, keep)
    }

    fn memories_of(
        &self,
        context: &str,
        state: &str,
        now: i64,
        most: u32,
    ) -> Result<Vec<StoredMemory>, ArchiveError> {
        self.memories_in(context, state, now, most)
    }

    fn memories(&self, owner: Option<&str>, now: i64) -> Result<Vec<StoredMemory>, ArchiveError> {
        self.all_memories(owner, now)
    }

    fn remove_memories(
        &self,
        id: Option<&str>,
        owner: Option<&str>,
    ) -> Result<(usize, Forgotten), ArchiveError> {
        self.forget_memories(id, owner)
    }
}

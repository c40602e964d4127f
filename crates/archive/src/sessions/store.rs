//! Sessions, traces and remembered answers of an archive, wherever it is kept.

use std::path::Path;

use super::folder::FolderSessions;
use super::keeps::KeepsSessions;
use super::stored::{Forgotten, StoredAnswer, StoredMemory, StoredSession, StoredTrace};
use crate::error::ArchiveError;

/// Sessions and traces of one archive. May be used from many threads and many processes at once;
/// every change is one short transaction.
#[derive(Debug)]
pub struct SessionStore {
    inner: Box<dyn KeepsSessions>,
}

impl SessionStore {
    /// Opens the store in an archive's folder, and creates it if it does not exist. `None` on a
    /// read-only medium: the archive is then used without sessions and traces.
    ///
    /// # Errors
    /// [`ArchiveError::Damaged`] for a file that is not a session store,
    /// [`ArchiveError::NewerVersion`], and errors of SQLite.
    pub fn open(dir: &Path) -> Result<Option<Self>, ArchiveError> {
        Ok(FolderSessions::open(dir)?.map(|kept| SessionStore { inner: Box::new(kept) }))
    }

    /// Returns a store over another storage.
    #[cfg(feature = "postgres")]
    pub(crate) fn kept_by(inner: Box<dyn KeepsSessions>) -> Self {
        SessionStore { inner }
    }

    /// Where it is, for people.
    pub fn place(&self) -> &str {
        self.inner.place()
    }

    /// All sessions that have not expired at `now`, the one changed last first. Expired ones are
    /// forgotten on the way.
    pub fn sessions(&self, now: i64) -> Result<Vec<StoredSession>, ArchiveError> {
        self.inner.sessions(now)
    }

    /// A session that has not expired at `now`. Expired ones are forgotten on the way.
    pub fn session(&self, id: &str, now: i64) -> Result<Option<StoredSession>, ArchiveError> {
        self.inner.session(id, now)
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
        let mut change = Some(change);
        let mut outcome = None;
        self.inner.update_session(id, now, &mut |held| {
            let made = change.take()?(held);
            let stored = made.as_ref().ok().cloned();
            outcome = Some(made);
            stored
        })?;
        outcome.ok_or(ArchiveError::WriterStopped)
    }

    /// Takes a session out, with its traces, its answers and what is remembered of them, and overwrites their
    /// words.
    pub fn remove_session(&self, id: &str) -> Result<Forgotten, ArchiveError> {
        self.inner.remove_session(id)
    }

    /// Keeps a trace; of all traces only the newest `keep` stay, and none of a session that has
    /// expired by then.
    pub fn put_trace(&self, trace: &StoredTrace, keep: u32) -> Result<(), ArchiveError> {
        self.inner.put_trace(trace, keep)
    }

    /// The newest traces first, at most `most`.
    pub fn traces(&self, most: u32) -> Result<Vec<StoredTrace>, ArchiveError> {
        self.inner.traces(most)
    }

    /// One trace by its id.
    pub fn trace(&self, id: &str) -> Result<Option<StoredTrace>, ArchiveError> {
        self.inner.trace(id)
    }

    /// Keeps an answer under its id; of all such answers only the newest `keep` stay. Returns false, and keeps
    /// nothing, where its session is not there.
    pub fn put_answer(&self, answer: &StoredAnswer, keep: u32) -> Result<bool, ArchiveError> {
        self.inner.put_answer(answer, keep)
    }

    /// An answer by its id, if its session has not expired at `now`.
    pub fn answer(&self, id: &str, now: i64) -> Result<Option<StoredAnswer>, ArchiveError> {
        self.inner.answer(id, now)
    }

    /// Keeps an answer; of all answers only the newest `keep` stay, and of its context none that another
    /// state of the archive gave.
    pub fn put_memory(&self, memory: &StoredMemory, keep: u32) -> Result<(), ArchiveError> {
        self.inner.put_memory(memory, keep)
    }

    /// Answers of this context that this state of the archive gave, newest first, at most `most`.
    pub fn memories_of(
        &self,
        context: &str,
        state: &str,
        now: i64,
        most: u32,
    ) -> Result<Vec<StoredMemory>, ArchiveError> {
        self.inner.memories_of(context, state, now, most)
    }

    /// All answers, newest first; `owner`: those of one alone.
    pub fn memories(&self, owner: Option<&str>, now: i64) -> Result<Vec<StoredMemory>, ArchiveError> {
        self.inner.memories(owner, now)
    }

    /// Takes out one answer, or all; `owner`: of this one alone. The number of those that went.
    pub fn remove_memories(
        &self,
        id: Option<&str>,
        owner: Option<&str>,
    ) -> Result<(usize, Forgotten), ArchiveError> {
        self.inner.remove_memories(id, owner)
    }
}

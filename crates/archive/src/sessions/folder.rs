//! Sessions of an archive in a folder.

use std::path::Path;

use super::file::SessionFile;
use super::keeps::KeepsSessions;
use super::stored::{Forgotten, StoredAnswer, StoredMemory, StoredSession, StoredTrace};
use super::{answer, forget, memory, session, trace};
use crate::error::ArchiveError;

/// The session store of a folder, open.
#[derive(Debug)]
pub struct FolderSessions {
    file: SessionFile,
}

impl FolderSessions {
    /// Opens the store, see [`super::SessionStore::open`].
    pub fn open(dir: &Path) -> Result<Option<Self>, ArchiveError> {
        Ok(SessionFile::open(dir)?.map(|file| FolderSessions { file }))
    }
}

impl KeepsSessions for FolderSessions {
    fn place(&self) -> &str {
        self.file.place()
    }

    fn sessions(&self, now: i64) -> Result<Vec<StoredSession>, ArchiveError> {
        session::all(&self.file, now)
    }

    fn session(&self, id: &str, now: i64) -> Result<Option<StoredSession>, ArchiveError> {
        session::one(&self.file, id, now)
    }

    fn update_session(
        &self,
        id: &str,
        now: i64,
        change: &mut dyn FnMut(Option<StoredSession>) -> Option<StoredSession>,
    ) -> Result<(), ArchiveError> {
        session::change(&self.file, id, now, change)
    }

    fn remove_session(&self, id: &str) -> Result<Forgotten, ArchiveError> {
        forget::forget_session(&self.file, id)
    }

    fn put_trace(&self, trace: &StoredTrace, keep: u32) -> Result<(), ArchiveError> {
        trace::keep(&self.file, trace, keep)
    }

    fn traces(&self, most: u32) -> Result<Vec<StoredTrace>, ArchiveError> {
        trace::newest(&self.file, most)
    }

    fn trace(&self, id: &str) -> Result<Option<StoredTrace>, ArchiveError> {
        trace::one(&self.file, id)
    }

    fn put_answer(&self, answer: &StoredAnswer, keep: u32) -> Result<bool, ArchiveError> {
        answer::keep(&self.file, answer, keep)
    }

    fn answer(&self, id: &str, now: i64) -> Result<Option<StoredAnswer>, ArchiveError> {
        answer::one(&self.file, id, now)
    }

    fn put_memory(&self, memory: &StoredMemory, keep: u32) -> Result<(), ArchiveError> {
        memory::keep(&self.file, memory, keep)
    }

    fn memories_of(
        &self,
        context: &str,
        state: &str,
        now: i64,
        most: u32,
    ) -> Result<Vec<StoredMemory>, ArchiveError> {
        memory::of_context(&self.file, context, state, now, most)
    }

    fn memories(&self, owner: Option<&str>, now: i64) -> Result<Vec<StoredMemory>, ArchiveError> {
        memory::all(&self.file, owner, now)
    }

    fn remove_memories(
        &self,
        id: Option<&str>,
        owner: Option<&str>,
    ) -> Result<(usize, Forgotten), ArchiveError> {
        memory::remove(&self.file, id, owner)
    }
}

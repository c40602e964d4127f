//! Storage that a session store needs.

use std::fmt::Debug;

use super::stored::{Forgotten, StoredAnswer, StoredMemory, StoredSession, StoredTrace};
use crate::error::ArchiveError;

/// Storage of sessions. Each method does the same as the method of this name of [`SessionStore`](super::SessionStore).
pub trait KeepsSessions: Debug + Send + Sync {
    fn place(&self) -> &str;
    fn sessions(&self, now: i64) -> Result<Vec<StoredSession>, ArchiveError>;
    fn session(&self, id: &str, now: i64) -> Result<Option<StoredSession>, ArchiveError>;
    /// Nothing is changed where `change` gives nothing.
    fn update_session(
        &self,
        id: &str,
        now: i64,
        change: &mut dyn FnMut(Option<StoredSession>) -> Option<StoredSession>,
    ) -> Result<(), ArchiveError>;
    fn remove_session(&self, id: &str) -> Result<Forgotten, ArchiveError>;
    fn put_trace(&self, trace: &StoredTrace, keep: u32) -> Result<(), ArchiveError>;
    fn traces(&self, most: u32) -> Result<Vec<StoredTrace>, ArchiveError>;
    fn trace(&self, id: &str) -> Result<Option<StoredTrace>, ArchiveError>;
    fn put_answer(&self, answer: &StoredAnswer, keep: u32) -> Result<bool, ArchiveError>;
    fn answer(&self, id: &str, now: i64) -> Result<Option<StoredAnswer>, ArchiveError>;
    fn put_memory(&self, memory: &StoredMemory, keep: u32) -> Result<(), ArchiveError>;
    fn memories_of(
        &self,
        context: &str,
        state: &str,
        now: i64,
        most: u32,
    ) -> Result<Vec<StoredMemory>, ArchiveError>;
    fn memories(&self, owner: Option<&str>, now: i64) -> Result<Vec<StoredMemory>, ArchiveError>;
    fn remove_memories(
        &self,
        id: Option<&str>,
        owner: Option<&str>,
    ) -> Result<(usize, Forgotten), ArchiveError>;
}

//! Remembered answers in the store.

use rusqlite::{Row, params};

use super::file::FileSessions;
use super::forget::Forgotten;
use crate::archive::error::ArchiveError;
use crate::text::{Embedding, ModelId};

/// A remembered answer as it is stored.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredMemory {
    /// Id of the answer.
    pub id: String,
    /// Whose it is; nobody else is given it. Empty where all are one person.
    pub owner: String,
    /// Session that it was asked in; it is forgotten with it.
    pub session: Option<String>,
    /// Hash of all beside the question that the answer depends on.
    pub context: String,
    /// The archive's state that it was found in.
    pub state: String,
    /// When, seconds since 1970 UTC.
    pub at: i64,
    /// The question's embedding, where a model made one.
    pub embedding: Option<Embedding>,
    /// Content as JSON.
    pub body: String,
}

const COLUMNS: &str = "id, owner, session, context, state, at, model, vector, body";

impl StoredMemory {
    fn of(row: &Row<'_>) -> rusqlite::Result<Self> {
        let (model, vector): (Option<String>, Option<Vec<u8>>) = (row.get(6)?, row.get(7)?);
        let values = |bytes: Vec<u8>| {
            let four = bytes.chunks_exact(4);
            four.map(|b| b.try_into().map(f32::from_le_bytes).unwrap_or(0.0)).collect::<Vec<f32>>()
        };
        Ok(StoredMemory {
            id: row.get(0)?,
            owner: row.get(1)?,
            session: row.get(2)?,
            context: row.get(3)?,
            state: row.get(4)?,
            at: row.get(5)?,
            embedding: model
                .zip(vector)
                .map(|(model, bytes)| Embedding { model: ModelId(model), values: values(bytes) }),
            body: row.get(8)?,
        })
    }
}

impl FileSessions {
    pub(super) fn keep_memory(&self, memory: &StoredMemory, keep: u32) -> Result<(), ArchiveError> {
        self.forget_expired(memory.at)?;
        let vector = memory
            .embedding
            .as_ref()
            .map(|e| e.values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>());
        let dropped = self.write(|transaction| {
            let others = transaction.execute(
                "DELETE FROM memory WHERE context = ?1 AND state <> ?2",
                params![memory.context, memory.state],
            )?;
            transaction.execute(
                &format!("INSERT OR REPLACE INTO memory ({COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)"),
                params![
                    memory.id,
                    memory.owner,
                    memory.session,
                    memory.context,
                    memory.state,
                    memory.at,
                    memory.embedding.as_ref().map(|e| &e.model.0),
                    vector,
                    memory.body
                ],
            )?;
            let surplus = transaction.execute(
                "DELETE FROM memory WHERE number <= (SELECT number FROM memory ORDER BY number DESC LIMIT 1 OFFSET ?1)",
                [keep],
            )?;
            Ok(others + surplus)
        })?;
        if dropped > 0 {
            // Where another program holds the log, its next checkpoint does the same.
            self.empty_log();
        }
        Ok(())
    }

    pub(super) fn memories_in(
        &self,
        context: &str,
        state: &str,
        now: i64,
        most: u32,
    ) -> Result<Vec<StoredMemory>, ArchiveError> {
        self.forget_expired(now)?;
        let sql = format!(
            "SELECT {COLUMNS} FROM memory WHERE context = ?1 AND state = ?2 ORDER BY number DESC LIMIT ?3"
        );
        self.read(|conn| {
            conn.prepare_cached(&sql)?.query_map(params![context, state, most], StoredMemory::of)?.collect()
        })
    }

    pub(super) fn all_memories(
        &self,
        owner: Option<&str>,
        now: i64,
    ) -> Result<Vec<StoredMemory>, ArchiveError> {
        self.forget_expired(now)?;
        let sql = format!("SELECT {COLUMNS} FROM memory WHERE ?1 IS NULL OR owner = ?1 ORDER BY number DESC");
        self.read(|conn| conn.prepare_cached(&sql)?.query_map([owner], StoredMemory::of)?.collect())
    }

    pub(super) fn forget_memories(
        &self,
        id: Option<&str>,
        owner: Option<&str>,
    ) -> Result<(usize, Forgotten), ArchiveError> {
        let gone = self.write(|transaction| {
            transaction.execute(
                "DELETE FROM memory WHERE (?1 IS NULL OR id = ?1) AND (?2 IS NULL OR owner = ?2)",
                params![id, owner],
            )
        })?;
        let how = match gone {
            0 => Forgotten::NotThere,
            _ if self.scrub()? => Forgotten::Wholly,
            _ => Forgotten::UntilOthersEnd,
        };
        Ok((gone, how))
    }
}

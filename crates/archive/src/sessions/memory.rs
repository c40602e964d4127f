//! Remembered answers in the store.

use rusqlite::{Row, params};

use super::file::SessionFile;
use super::forget::{empty_log, forget_expired, scrub};
use super::stored::{Forgotten, StoredMemory};
use crate::error::ArchiveError;
use twolane_text::{Embedding, ModelId};

const COLUMNS: &str = "id, owner, session, context, state, at, model, vector, body";

/// Reads a row.
fn read_row(row: &Row<'_>) -> rusqlite::Result<StoredMemory> {
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

/// Keeps an answer; of all answers only the newest `keep` stay.
pub(super) fn keep(file: &SessionFile, memory: &StoredMemory, keep: u32) -> Result<(), ArchiveError> {
    forget_expired(file, memory.at)?;
    let vector = memory
        .embedding
        .as_ref()
        .map(|e| e.values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>());
    let dropped = file.write(|transaction| {
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
        empty_log(file);
    }
    Ok(())
}

/// Returns answers of this context that this state of the archive gave, newest first.
pub(super) fn of_context(
    file: &SessionFile,
    context: &str,
    state: &str,
    now: i64,
    most: u32,
) -> Result<Vec<StoredMemory>, ArchiveError> {
    forget_expired(file, now)?;
    let sql = format!(
        "SELECT {COLUMNS} FROM memory WHERE context = ?1 AND state = ?2 ORDER BY number DESC LIMIT ?3"
    );
    file.read(|conn| conn.prepare_cached(&sql)?.query_map(params![context, state, most], read_row)?.collect())
}

/// Returns all answers, newest first, or those of one owner.
pub(super) fn all(
    file: &SessionFile,
    owner: Option<&str>,
    now: i64,
) -> Result<Vec<StoredMemory>, ArchiveError> {
    forget_expired(file, now)?;
    let sql = format!("SELECT {COLUMNS} FROM memory WHERE ?1 IS NULL OR owner = ?1 ORDER BY number DESC");
    file.read(|conn| conn.prepare_cached(&sql)?.query_map([owner], read_row)?.collect())
}

/// Takes out one answer, or all, or those of one owner; returns their number.
pub(super) fn remove(
    file: &SessionFile,
    id: Option<&str>,
    owner: Option<&str>,
) -> Result<(usize, Forgotten), ArchiveError> {
    let gone = file.write(|transaction| {
        transaction.execute(
            "DELETE FROM memory WHERE (?1 IS NULL OR id = ?1) AND (?2 IS NULL OR owner = ?2)",
            params![id, owner],
        )
    })?;
    let how = match gone {
        0 => Forgotten::NotThere,
        _ if scrub(file)? => Forgotten::Wholly,
        _ => Forgotten::UntilOthersEnd,
    };
    Ok((gone, how))
}

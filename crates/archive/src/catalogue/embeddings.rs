//! The embedding cache: what a model made of a text, by the text's hash.

use rusqlite::{Connection, OptionalExtension, params};

use super::digest::Digest;
use crate::record::ChunkRecord;
use twolane_text::{ContentHash, ModelId};

pub(super) fn key_bytes(hash: &ContentHash) -> Vec<u8> {
    let digits = hash.0.as_bytes();
    let pairs = digits.chunks_exact(2);
    let bytes: Option<Vec<u8>> =
        pairs.map(|p| std::str::from_utf8(p).ok().and_then(|p| u8::from_str_radix(p, 16).ok())).collect();
    match bytes {
        Some(bytes) if digits.len() == 64 => bytes,
        // Not what BLAKE3 prints; kept as it is so that it can still be found again.
        _ => digits.to_vec(),
    }
}

fn digest(model: &str, key: &[u8], vector: &[u8]) -> [u8; 32] {
    Digest::new("embedding").text(model).bytes(key).bytes(vector).finish()
}

/// Components from their stored form; `None` when it is not a whole number of floats.
fn decode(bytes: &[u8]) -> Option<Vec<f32>> {
    let floats = bytes.chunks_exact(4);
    if !floats.remainder().is_empty() {
        return None;
    }
    floats.map(|b| b.try_into().ok().map(f32::from_le_bytes)).collect()
}

/// Returns the cached embeddings of these texts; an altered entry counts as absent.
pub fn cached(
    conn: &Connection,
    model: &ModelId,
    hashes: &[ContentHash],
) -> rusqlite::Result<Vec<Option<Vec<f32>>>> {
    let sql = "SELECT vector, digest FROM embedding WHERE model = ?1 AND hash = ?2";
    let mut statement = conn.prepare_cached(sql)?;
    let mut out = Vec::with_capacity(hashes.len());
    for hash in hashes {
        let key = key_bytes(hash);
        let found = statement
            .query_row(params![model.0, key], |row| {
                let (vector, stored) = (row.get_ref(0)?.as_blob()?, row.get_ref(1)?.as_blob()?);
                Ok(if digest(&model.0, &key, vector) == stored { decode(vector) } else { None })
            })
            .optional()?;
        out.push(found.flatten());
    }
    Ok(out)
}

/// Adds an embedding, or replaces the one that is there.
pub fn store(conn: &Connection, model: &ModelId, hash: &ContentHash, values: &[f32]) -> rusqlite::Result<()> {
    let key = key_bytes(hash);
    let vector: Vec<u8> = values.iter().flat_map(|x| x.to_le_bytes()).collect();
    let digest = digest(&model.0, &key, &vector);
    let sql = "INSERT INTO embedding (model, hash, vector, digest) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (model, hash) DO UPDATE SET vector = excluded.vector, digest = excluded.digest WHERE digest <> excluded.digest";
    conn.prepare_cached(sql)?.execute(params![model.0, key, vector, digest.as_slice()]).map(drop)
}

/// Condition under which a text without signs of its token vectors counts as missing too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignsWanted {
    /// Its embedding is enough.
    No,
    /// A text without signs counts as missing.
    Yes,
    /// It is, and this catalogue, of a format without a place for them, holds those of no text.
    NoneHeld,
}

impl SignsWanted {
    /// Returns the condition for a catalogue of this format.
    pub fn of(token_vectors: bool, format: u32) -> Self {
        match (token_vectors, format > 2) {
            (false, _) => SignsWanted::No,
            (true, true) => SignsWanted::Yes,
            (true, false) => SignsWanted::NoneHeld,
        }
    }
}

/// Calls `visit` with every chunk from this number on that has no entry of this model, or none of
/// the `signs` that are wanted, each text once, until it says stop.
pub fn missing_embeddings(
    conn: &Connection,
    model: &ModelId,
    from: u64,
    signs: SignsWanted,
    visit: &mut dyn FnMut(u64, ContentHash, String) -> bool,
) -> rusqlite::Result<()> {
    let mut statement =
        conn.prepare_cached("SELECT id, header, text FROM chunk WHERE id >= ?1 ORDER BY id")?;
    let mut exists = conn.prepare_cached("SELECT 1 FROM embedding WHERE model = ?1 AND hash = ?2")?;
    let mut has_signs = match signs {
        SignsWanted::Yes => {
            Some(conn.prepare_cached("SELECT 1 FROM token_signs WHERE model = ?1 AND hash = ?2")?)
        }
        SignsWanted::No | SignsWanted::NoneHeld => None,
    };
    let mut seen = std::collections::HashSet::new();
    let mut rows = statement.query([from])?;
    while let Some(row) = rows.next()? {
        let chunk = ChunkRecord {
            first_line: 0,
            end_line: 0,
            header: row.get(1)?,
            text: row.get(2)?,
            citations: Vec::new(),
            section: None,
            table: false,
        };
        let text = chunk.embedded_text();
        let hash = ContentHash::of(text.as_bytes());
        let key = key_bytes(&hash);
        let mut whole = signs != SignsWanted::NoneHeld && exists.exists(params![model.0, key])?;
        if let (true, Some(signs)) = (whole, &mut has_signs) {
            whole = signs.exists(params![model.0, key])?;
        }
        if !whole && seen.insert(key) && !visit(row.get(0)?, hash, text) {
            break;
        }
    }
    Ok(())
}

fn damaged_ids(conn: &Connection) -> rusqlite::Result<Vec<u64>> {
    let mut statement = conn.prepare("SELECT id, model, hash, vector, digest FROM embedding")?;
    let mut rows = statement.query([])?;
    let mut ids = Vec::new();
    while let Some(row) = rows.next()? {
        let sound = || -> rusqlite::Result<bool> {
            let (model, key) = (row.get_ref(1)?.as_str()?, row.get_ref(2)?.as_blob()?);
            let (vector, stored) = (row.get_ref(3)?.as_blob()?, row.get_ref(4)?.as_blob()?);
            Ok(digest(model, key, vector) == stored)
        };
        if !sound().unwrap_or(false) {
            ids.push(row.get(0)?);
        }
    }
    Ok(ids)
}

/// Number of entries that were altered.
pub fn damaged_embeddings(conn: &Connection) -> rusqlite::Result<usize> {
    damaged_ids(conn).map(|ids| ids.len())
}

/// Deletes the entries that were altered.
pub fn drop_damaged_embeddings(conn: &Connection) -> rusqlite::Result<usize> {
    let ids = damaged_ids(conn)?;
    for id in &ids {
        conn.prepare_cached("DELETE FROM embedding WHERE id = ?1")?.execute([*id])?;
    }
    Ok(ids.len())
}

/// Entries and bytes of vectors by model.
pub fn cache_size(conn: &Connection) -> rusqlite::Result<Vec<(ModelId, u64, u64)>> {
    let sql = "SELECT model, count(*), sum(length(vector)) FROM embedding GROUP BY model ORDER BY model";
    let mut statement = conn.prepare(sql)?;
    let rows = statement.query_map([], |row| Ok((ModelId(row.get(0)?), row.get(1)?, row.get(2)?)))?;
    rows.collect()
}

/// Deletes the entries of every other model.
pub fn drop_other_models(conn: &Connection, model: &ModelId) -> rusqlite::Result<usize> {
    conn.execute("DELETE FROM embedding WHERE model <> ?1", [&model.0])
}

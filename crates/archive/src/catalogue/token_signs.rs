//! Signs of token vectors, by the text's hash: a cache, as that of embeddings is.

use rusqlite::{Connection, OptionalExtension, params};

use super::digest::Digest;
use super::embeddings::key_bytes;
use twolane_text::{ContentHash, ModelId, TokenSigns};

fn digest(model: &str, key: &[u8], dims: u64, signs: &[u8]) -> [u8; 32] {
    Digest::new("token signs").text(model).bytes(key).number(dims).bytes(signs).finish()
}

/// Returns the kept signs of these texts' token vectors; an altered entry counts as absent.
pub fn token_signs(
    conn: &Connection,
    model: &ModelId,
    hashes: &[ContentHash],
) -> rusqlite::Result<Vec<Option<TokenSigns>>> {
    let sql = "SELECT dims, signs, digest FROM token_signs WHERE model = ?1 AND hash = ?2";
    let mut statement = conn.prepare_cached(sql)?;
    let mut out = Vec::with_capacity(hashes.len());
    for hash in hashes {
        let key = key_bytes(hash);
        let found = statement
            .query_row(params![model.0, key], |row| {
                let (dims, signs, stored): (u64, _, _) =
                    (row.get(0)?, row.get_ref(1)?.as_blob()?, row.get_ref(2)?.as_blob()?);
                let sound = digest(&model.0, &key, dims, signs) == stored;
                let dims = usize::try_from(dims).ok().filter(|_| sound);
                Ok(dims.and_then(|dims| TokenSigns::from_bytes(dims, signs.to_vec())))
            })
            .optional()?;
        out.push(found.flatten());
    }
    Ok(out)
}

/// Adds the signs of a text, or replaces those that are there.
pub fn store_token_signs(
    conn: &Connection,
    model: &ModelId,
    hash: &ContentHash,
    signs: &TokenSigns,
) -> rusqlite::Result<()> {
    let key = key_bytes(hash);
    let dims = u64::try_from(signs.dimensions()).unwrap_or(u64::MAX);
    let digest = digest(&model.0, &key, dims, signs.bytes());
    let sql = "INSERT INTO token_signs (model, hash, dims, signs, digest) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (model, hash) DO UPDATE SET dims = excluded.dims, signs = excluded.signs, digest = excluded.digest WHERE digest <> excluded.digest";
    let values = params![model.0, key, dims, signs.bytes(), digest.as_slice()];
    conn.prepare_cached(sql)?.execute(values).map(drop)
}

fn damaged(conn: &Connection) -> rusqlite::Result<Vec<i64>> {
    let mut statement = conn.prepare("SELECT id, model, hash, dims, signs, digest FROM token_signs")?;
    let mut rows = statement.query([])?;
    let mut ids = Vec::new();
    while let Some(row) = rows.next()? {
        let sound = || -> rusqlite::Result<bool> {
            let (model, key) = (row.get_ref(1)?.as_str()?, row.get_ref(2)?.as_blob()?);
            let (signs, stored) = (row.get_ref(4)?.as_blob()?, row.get_ref(5)?.as_blob()?);
            Ok(digest(model, key, row.get(3)?, signs) == stored)
        };
        if !sound().unwrap_or(false) {
            ids.push(row.get(0)?);
        }
    }
    Ok(ids)
}

/// Number of entries that were altered.
pub fn damaged_token_signs(conn: &Connection) -> rusqlite::Result<usize> {
    damaged(conn).map(|ids| ids.len())
}

/// Deletes the entries that were altered.
pub fn drop_damaged_token_signs(conn: &Connection) -> rusqlite::Result<usize> {
    let ids = damaged(conn)?;
    for id in &ids {
        conn.prepare_cached("DELETE FROM token_signs WHERE id = ?1")?.execute([*id])?;
    }
    Ok(ids.len())
}

/// Deletes the entries of every other model.
pub fn drop_token_signs_of_other_models(conn: &Connection, model: &ModelId) -> rusqlite::Result<usize> {
    conn.execute("DELETE FROM token_signs WHERE model <> ?1", [&model.0])
}

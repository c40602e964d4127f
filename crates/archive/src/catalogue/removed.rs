//! Rows of papers that a person removed.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::digest::Digest;
use super::state::DigestSum;
use crate::record::Metadata;
use crate::removed::RemovedPaper;
use crate::visibility::Visibility;
use twolane_text::{ContentHash, SourceId};

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

fn digest(paper: &RemovedPaper) -> [u8; 32] {
    let mut d = Digest::new("removed");
    d.text(&paper.hash.0).text(&paper.id.0).text(&paper.title).text(&json(&paper.paths));
    d.text(&json(&paper.meta)).text(&paper.removed_at);
    d.finish()
}

fn read(row: &Row<'_>) -> rusqlite::Result<RemovedPaper> {
    Ok(RemovedPaper {
        hash: ContentHash(row.get(0)?),
        id: SourceId(row.get(1)?),
        title: row.get(2)?,
        // What was altered is reported by the digest.
        paths: serde_json::from_str(&row.get::<_, String>(3)?).unwrap_or_default(),
        // What can't be read is hidden: it may have been a sealed paper.
        meta: serde_json::from_str(&row.get::<_, String>(4)?)
            .unwrap_or_else(|_| Metadata { visibility: Visibility::Sealed, ..Metadata::default() }),
        removed_at: row.get(5)?,
    })
}

/// All removed papers, the newest removal first.
pub fn removed(conn: &Connection) -> rusqlite::Result<Vec<RemovedPaper>> {
    let sql = "SELECT hash, id, title, paths, meta, at FROM removed ORDER BY at DESC, id";
    let mut statement = conn.prepare_cached(sql)?;
    let rows = statement.query_map([], read)?;
    rows.collect()
}

/// Records a removed paper, in place of an earlier record of the same content.
pub fn insert_removed(conn: &Connection, paper: &RemovedPaper, sum: &mut DigestSum) -> rusqlite::Result<()> {
    delete_removed(conn, &paper.hash, sum)?;
    let digest = digest(paper);
    conn.prepare_cached("INSERT INTO removed VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?.execute(params![
        paper.hash.0,
        paper.id.0,
        paper.title,
        json(&paper.paths),
        json(&paper.meta),
        paper.removed_at,
        digest.as_slice(),
    ])?;
    sum.add(&digest);
    Ok(())
}

/// Deletes the record of a removed paper with this content, if there is one.
pub fn delete_removed(conn: &Connection, hash: &ContentHash, sum: &mut DigestSum) -> rusqlite::Result<()> {
    let mut delete = conn.prepare_cached("DELETE FROM removed WHERE hash = ?1 RETURNING digest")?;
    if let Some(digest) = delete.query_row([&hash.0], |row| row.get(0)).optional()? {
        sum.remove(&digest);
    }
    Ok(())
}

fn damaged(conn: &Connection) -> rusqlite::Result<Vec<RemovedPaper>> {
    let mut statement = conn.prepare("SELECT hash, id, title, paths, meta, at, digest FROM removed")?;
    let mut rows = statement.query([])?;
    let mut damaged = Vec::new();
    while let Some(row) = rows.next()? {
        let paper = read(row)?;
        if row.get::<_, Vec<u8>>(6)?.as_slice() != digest(&paper).as_slice() {
            damaged.push(paper);
        }
    }
    Ok(damaged)
}

/// Titles of removed papers whose record was altered.
pub fn damaged_removed(conn: &Connection) -> rusqlite::Result<Vec<String>> {
    Ok(damaged(conn)?.into_iter().map(|paper| paper.title).collect())
}

/// Deletes the records that were altered; their papers may come back.
pub fn drop_damaged_removed(conn: &Connection) -> rusqlite::Result<()> {
    for paper in damaged(conn)? {
        conn.execute("DELETE FROM removed WHERE hash = ?1", [&paper.hash.0])?;
    }
    Ok(())
}

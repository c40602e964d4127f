//! Rows of sources and their paths.

use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::digest::Digest;
use super::state::DigestSum;
use crate::find::SourceNames;
use crate::record::{Metadata, SourceSummary};
use twolane_text::{ContentHash, SourceId};

/// A row of `source`, with its paths.
#[derive(Debug, Clone, PartialEq)]
pub struct SourceRow {
    /// Number within the catalogue.
    pub key: u64,
    /// Summary that callers see.
    pub summary: SourceSummary,
    /// Number of its first chunk; the others follow.
    pub first_chunk: u64,
    /// Digest of its content.
    pub content: [u8; 32],
}

impl SourceRow {
    /// Hash over the row, its paths (sorted) and its content's digest.
    pub fn digest(&self) -> [u8; 32] {
        let s = &self.summary;
        let mut d = Digest::new("source");
        d.number(self.key).text(&s.id.0).number(s.paths.len() as u64);
        for path in &s.paths {
            d.text(path);
        }
        d.text(&s.title).text(&s.hash.0).text(&s.kind).number(s.bytes);
        d.text(&json(&s.meta)).text(&json(&s.notes)).text(&s.recipe).text(&s.ingested_at);
        for n in [s.pages, s.pages_ocr, s.pages_unread, s.lines, s.chunks] {
            d.number(u64::from(n));
        }
        d.number(self.first_chunk).bytes(&self.content);
        d.finish()
    }
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

const ROW: &str = "SELECT key, id, title, hash, kind, bytes, meta, notes, recipe, ingested_at, pages, pages_ocr, pages_unread, lines, chunks, first_chunk, content FROM source";

fn read_row(row: &Row<'_>) -> rusqlite::Result<SourceRow> {
    let parse = |column: usize, e: serde_json::Error| {
        rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(e))
    };
    let (meta, notes): (String, String) = (row.get(6)?, row.get(7)?);
    Ok(SourceRow {
        key: row.get(0)?,
        summary: SourceSummary {
            id: SourceId(row.get(1)?),
            paths: Vec::new(),
            title: row.get(2)?,
            hash: ContentHash(row.get(3)?),
            kind: row.get(4)?,
            bytes: row.get(5)?,
            meta: serde_json::from_str::<Metadata>(&meta).map_err(|e| parse(6, e))?,
            notes: serde_json::from_str(&notes).map_err(|e| parse(7, e))?,
            recipe: row.get(8)?,
            ingested_at: row.get(9)?,
            pages: row.get(10)?,
            pages_ocr: row.get(11)?,
            pages_unread: row.get(12)?,
            lines: row.get(13)?,
            chunks: row.get(14)?,
        },
        first_chunk: row.get(15)?,
        content: row.get(16)?,
    })
}

/// Paths of a source, sorted.
pub fn paths_of(conn: &Connection, key: u64) -> rusqlite::Result<Vec<String>> {
    let mut statement = conn.prepare_cached("SELECT path FROM path WHERE source = ?1 ORDER BY path")?;
    let rows = statement.query_map([key], |row| row.get(0))?;
    rows.collect()
}

fn one(conn: &Connection, condition: &str, value: &str) -> rusqlite::Result<Option<SourceRow>> {
    let sql = format!("{ROW} WHERE {condition}");
    let Some(mut row) = conn.prepare_cached(&sql)?.query_row([value], read_row).optional()? else {
        return Ok(None);
    };
    row.summary.paths = paths_of(conn, row.key)?;
    Ok(Some(row))
}

/// The source of this id.
pub fn row(conn: &Connection, id: &SourceId) -> rusqlite::Result<Option<SourceRow>> {
    one(conn, "id = ?1", &id.0)
}

/// Returns the source at this path.
pub fn row_by_path(conn: &Connection, path: &str) -> rusqlite::Result<Option<SourceRow>> {
    one(conn, "key = (SELECT source FROM path WHERE path = ?1)", path)
}

/// The first source whose file has this hash.
pub fn row_by_hash(conn: &Connection, hash: &ContentHash) -> rusqlite::Result<Option<SourceRow>> {
    one(conn, "key = (SELECT min(key) FROM source WHERE hash = ?1)", &hash.0)
}

/// Key of a source.
pub fn key_of(conn: &Connection, id: &SourceId) -> rusqlite::Result<Option<u64>> {
    let mut statement = conn.prepare_cached("SELECT key FROM source WHERE id = ?1")?;
    statement.query_row([&id.0], |row| row.get(0)).optional()
}

/// Key and chunk range of a source, read without its other columns, so that a source can be
/// deleted whatever else of its row was altered.
pub fn place_of(conn: &Connection, id: &SourceId) -> rusqlite::Result<Option<(u64, (u64, u64))>> {
    let sql = "SELECT key, first_chunk, first_chunk + chunks FROM source WHERE id = ?1";
    let mut statement = conn.prepare_cached(sql)?;
    statement.query_row([&id.0], |row| Ok((row.get(0)?, (row.get(1)?, row.get(2)?)))).optional()
}

/// Each source with its first chunk and the one after its last.
pub fn chunk_ranges(conn: &Connection) -> rusqlite::Result<Vec<(SourceId, u64, u64)>> {
    let mut statement = conn.prepare_cached("SELECT id, first_chunk, first_chunk + chunks FROM source")?;
    let rows = statement.query_map([], |row| Ok((SourceId(row.get(0)?), row.get(1)?, row.get(2)?)))?;
    rows.collect()
}

/// Keys and ids of all sources, by id.
pub fn ids(conn: &Connection) -> rusqlite::Result<Vec<(u64, SourceId)>> {
    let mut statement = conn.prepare_cached("SELECT key, id FROM source ORDER BY id")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, SourceId(row.get(1)?))))?;
    rows.collect()
}

/// All sources by id.
pub fn rows(conn: &Connection) -> rusqlite::Result<Vec<SourceRow>> {
    let mut statement = conn.prepare_cached(&format!("{ROW} ORDER BY id"))?;
    let mut all = statement.query_map([], read_row)?.collect::<Result<Vec<_>, _>>()?;
    let mut paths = std::collections::HashMap::<u64, Vec<String>>::new();
    let mut statement = conn.prepare_cached("SELECT source, path FROM path ORDER BY path")?;
    let mut found = statement.query([])?;
    while let Some(row) = found.next()? {
        paths.entry(row.get(0)?).or_default().push(row.get(1)?);
    }
    for row in &mut all {
        row.summary.paths = paths.remove(&row.key).unwrap_or_default();
    }
    Ok(all)
}

/// Names by which people may mean a source; one for each of its paths.
pub fn lookup(conn: &Connection) -> rusqlite::Result<Vec<SourceNames>> {
    let sql = "SELECT s.id, s.title, coalesce(p.path, '') FROM source s LEFT JOIN path p ON p.source = s.key ORDER BY s.id, p.path";
    let mut statement = conn.prepare_cached(sql)?;
    let rows = statement
        .query_map([], |row| Ok(SourceNames { id: row.get(0)?, title: row.get(1)?, path: row.get(2)? }))?;
    rows.collect()
}

/// Writes a source's row and paths (which no other source may hold any more) and adds its digest
/// to the sum.
pub fn insert_source(conn: &Connection, row: &SourceRow, sum: &mut DigestSum) -> rusqlite::Result<()> {
    let s = &row.summary;
    let digest = row.digest();
    let [lane, town, board, doc_type, date, authority, status, edition] = filter_columns(&s.meta);
    let sql = "INSERT INTO source VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26)";
    conn.prepare_cached(sql)?.execute(params![
        row.key,
        s.id.0,
        s.title,
        s.hash.0,
        s.kind,
        s.bytes,
        json(&s.meta),
        json(&s.notes),
        s.recipe,
        s.ingested_at,
        s.pages,
        s.pages_ocr,
        s.pages_unread,
        s.lines,
        row.first_chunk,
        s.chunks,
        row.content.as_slice(),
        digest.as_slice(),
        lane,
        town,
        board,
        doc_type,
        date,
        authority,
        status,
        edition,
    ])?;
    let mut insert = conn.prepare_cached("INSERT INTO path VALUES (?1, ?2)")?;
    for path in &s.paths {
        insert.execute(params![path, row.key])?;
    }
    sum.add(&digest);
    Ok(())
}

/// Gives a source one more path.
pub fn add_path(conn: &Connection, key: u64, path: &str) -> rusqlite::Result<()> {
    conn.prepare_cached("INSERT INTO path VALUES (?1, ?2)")?.execute(params![path, key]).map(drop)
}

/// Takes paths away from the sources that hold them; returns the keys of the sources that lost one.
pub fn take_paths(conn: &Connection, paths: &[String]) -> rusqlite::Result<Vec<u64>> {
    let mut losers = Vec::new();
    let mut delete = conn.prepare_cached("DELETE FROM path WHERE path = ?1 RETURNING source")?;
    for path in paths {
        let loser: Option<u64> = delete.query_row([path], |row| row.get(0)).optional()?;
        losers.extend(loser);
    }
    losers.sort_unstable();
    losers.dedup();
    Ok(losers)
}

/// Recomputes a row's digest after its paths changed.
pub fn reseal_source(conn: &Connection, key: u64, sum: &mut DigestSum) -> rusqlite::Result<()> {
    let old = stored_digest(conn, key)?;
    let mut row = conn.prepare_cached(&format!("{ROW} WHERE key = ?1"))?.query_row([key], read_row)?;
    row.summary.paths = paths_of(conn, key)?;
    let new = row.digest();
    conn.prepare_cached("UPDATE source SET digest = ?2 WHERE key = ?1")?
        .execute(params![key, new.as_slice()])?;
    sum.remove(&old);
    sum.add(&new);
    Ok(())
}

/// The digest that a row was written with.
pub fn stored_digest(conn: &Connection, key: u64) -> rusqlite::Result<[u8; 32]> {
    conn.prepare_cached("SELECT digest FROM source WHERE key = ?1")?.query_row([key], |row| row.get(0))
}

/// Deletes a source with its content and paths.
pub fn delete_source(
    conn: &Connection,
    key: u64,
    chunks: (u64, u64),
    sum: &mut DigestSum,
) -> rusqlite::Result<()> {
    // A digest that can't be read was not added as such; `index rebuild` sums up anew.
    if let Ok(digest) = stored_digest(conn, key) {
        sum.remove(&digest);
    }
    for sql in [
        "DELETE FROM page WHERE source = ?1",
        "DELETE FROM line WHERE source = ?1",
        "DELETE FROM alias WHERE source = ?1",
        "DELETE FROM path WHERE source = ?1",
        "DELETE FROM edge WHERE source = ?1",
        "DELETE FROM source WHERE key = ?1",
    ] {
        conn.prepare_cached(sql)?.execute([key])?;
    }
    // The range finds the rows, the key makes sure that they are this source's.
    for sql in [
        "DELETE FROM citation WHERE chunk IN (SELECT id FROM chunk WHERE id >= ?1 AND id < ?2 AND source = ?3)",
        "DELETE FROM chunk WHERE id >= ?1 AND id < ?2 AND source = ?3",
    ] {
        conn.prepare_cached(sql)?.execute([chunks.0, chunks.1, key])?;
    }
    Ok(())
}

/// Lower-case copies of metadata, in the order of the columns after `digest`.
fn filter_columns(meta: &Metadata) -> [Option<String>; 8] {
    let lower = |text: &Option<String>| text.as_ref().map(|t| t.to_lowercase());
    [
        Some(meta.lane.to_lowercase()),
        lower(&meta.town),
        lower(&meta.board),
        lower(&meta.doc_type),
        lower(&meta.date),
        lower(&meta.authority),
        lower(&meta.status),
        lower(&meta.edition),
    ]
}

/// Checks that the columns that filters read agree with the metadata.
pub fn filters_agree(conn: &Connection, row: &SourceRow) -> rusqlite::Result<bool> {
    let sql =
        "SELECT lane, town, board, doc_type, date, authority, status, edition FROM source WHERE key = ?1";
    let stored = conn.prepare_cached(sql)?.query_row([row.key], |found| {
        let mut columns = <[Option<String>; 8]>::default();
        for (i, column) in columns.iter_mut().enumerate() {
            *column = found.get(i)?;
        }
        Ok(columns)
    })?;
    Ok(stored == filter_columns(&row.summary.meta))
}

/// Sum of the digests of sources, packs and removed papers as stored in the rows.
pub fn digest_sum(conn: &Connection, format: u32) -> rusqlite::Result<DigestSum> {
    let mut sum = DigestSum::default();
    let packs = if format > 1 { " UNION ALL SELECT digest FROM pack" } else { "" };
    let removed = if format > 3 { " UNION ALL SELECT digest FROM removed" } else { "" };
    let mut statement = conn.prepare(&format!("SELECT digest FROM source{packs}{removed}"))?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        sum.add(&row.get(0)?);
    }
    Ok(sum)
}

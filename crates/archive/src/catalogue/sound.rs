//! Questions about the catalogue as a whole.

use rusqlite::Connection;

use crate::paths::FORMAT;

/// Messages of SQLite's own check that are worth a person's time; it stops there.
const MESSAGES: u32 = 20;

/// Returns the faults that SQLite finds in its own structures; empty when it finds none.
pub fn integrity_problems(conn: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut statement = conn.prepare(&format!("PRAGMA integrity_check({MESSAGES})"))?;
    let rows = statement.query_map([], |row| row.get::<_, String>(0))?.collect::<Result<Vec<_>, _>>()?;
    Ok(rows.into_iter().filter(|message| message != "ok").collect())
}

/// Rebuilds SQLite's indexes from its tables.
pub fn reindex(conn: &Connection) -> rusqlite::Result<()> {
    conn.execute_batch("REINDEX")
}

/// Tables whose rows belong to a source or chunk, with the condition of a row that belongs to none.
const OWNED: [(&str, &str); 6] = [
    ("path", "source NOT IN (SELECT key FROM source)"),
    ("page", "source NOT IN (SELECT key FROM source)"),
    ("line", "source NOT IN (SELECT key FROM source)"),
    ("alias", "source NOT IN (SELECT key FROM source)"),
    (
        "chunk",
        "NOT EXISTS (SELECT 1 FROM source s WHERE s.key = source AND chunk.id >= s.first_chunk AND chunk.id < s.first_chunk + s.chunks)",
    ),
    ("citation", "chunk NOT IN (SELECT id FROM chunk)"),
];

/// The same for what format 2 added.
const OWNED_2: [(&str, &str); 3] = [
    ("edge", "source NOT IN (SELECT key FROM source)"),
    ("section", "pack NOT IN (SELECT key FROM pack)"),
    ("statute", "key NOT IN (SELECT statute FROM section)"),
];

fn owned(format: u32) -> impl Iterator<Item = (&'static str, &'static str)> {
    OWNED.into_iter().chain(OWNED_2.into_iter().filter(move |_| format > 1))
}

/// Tables that hold rows of no source, with their number.
pub fn strays(conn: &Connection, format: u32) -> rusqlite::Result<Vec<(&'static str, u64)>> {
    let mut found = Vec::new();
    for (table, condition) in owned(format) {
        let sql = format!("SELECT count(*) FROM {table} WHERE {condition}");
        let count: u64 = conn.query_row(&sql, [], |row| row.get(0))?;
        if count > 0 {
            found.push((table, count));
        }
    }
    Ok(found)
}

/// Deletes rows of no source.
pub fn drop_strays(conn: &Connection) -> rusqlite::Result<()> {
    owned(FORMAT).try_for_each(|(table, condition)| {
        conn.execute(&format!("DELETE FROM {table} WHERE {condition}"), []).map(drop)
    })
}

/// Numbers of all chunks, ascending.
pub fn chunk_ids(conn: &Connection) -> rusqlite::Result<Vec<u64>> {
    let mut statement = conn.prepare("SELECT id FROM chunk ORDER BY id")?;
    let rows = statement.query_map([], |row| row.get(0))?;
    rows.collect()
}

/// Counts over all sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Totals {
    /// Number of sources.
    pub sources: u64,
    /// Number of pages.
    pub pages: u64,
    /// Number of lines.
    pub lines: u64,
    /// Number of chunks.
    pub chunks: u64,
}

/// Counts over all sources, as their rows state them.
pub fn totals(conn: &Connection) -> rusqlite::Result<Totals> {
    let sql = "SELECT count(*), coalesce(sum(pages), 0), coalesce(sum(lines), 0), coalesce(sum(chunks), 0) FROM source";
    conn.query_row(sql, [], |row| {
        Ok(Totals { sources: row.get(0)?, pages: row.get(1)?, lines: row.get(2)?, chunks: row.get(3)? })
    })
}

/// Bytes of pages by table, indexes with the table that they belong to.
pub fn table_sizes(conn: &Connection) -> rusqlite::Result<Vec<(String, u64)>> {
    let sql = "SELECT coalesce(s.tbl_name, d.name) AS t, sum(d.pgsize) FROM dbstat d LEFT JOIN sqlite_schema s ON s.name = d.name WHERE d.aggregate = TRUE GROUP BY t ORDER BY t";
    let mut statement = conn.prepare(sql)?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    rows.collect()
}

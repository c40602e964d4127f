//! Tables of the session store.

use rusqlite::Connection;

/// "2LSE": tells a session store from any other SQLite file.
pub const APPLICATION_ID: i32 = 0x324C_5345;
/// Format of the session store, in SQLite's `user_version`.
pub const FORMAT: i32 = 1;

/// One statement a table or index. `body` is JSON, its form is that of the room that wrote it;
/// times are seconds since 1970 UTC.
const TABLES: [&str; 6] = [
    "CREATE TABLE session (id TEXT PRIMARY KEY, updated INTEGER NOT NULL, expires INTEGER NOT NULL, body TEXT NOT NULL) WITHOUT ROWID",
    "CREATE INDEX session_expires ON session (expires)",
    "CREATE TABLE trace (number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, session TEXT, at INTEGER NOT NULL, body TEXT NOT NULL)",
    "CREATE INDEX trace_session ON trace (session)",
    "CREATE TABLE memory (number INTEGER PRIMARY KEY AUTOINCREMENT, context TEXT NOT NULL, at INTEGER NOT NULL, model TEXT, vector BLOB, body TEXT NOT NULL)",
    "CREATE INDEX memory_context ON memory (context)",
];

/// Makes the tables in an empty database, inside the caller's transaction.
pub fn create(conn: &Connection) -> rusqlite::Result<()> {
    for sql in TABLES {
        conn.execute(sql, [])?;
    }
    conn.pragma_update(None, "application_id", APPLICATION_ID)?;
    conn.pragma_update(None, "user_version", FORMAT)
}

/// True when every table is there in the words of this format.
pub fn is_whole(conn: &Connection) -> rusqlite::Result<bool> {
    let mut statement = conn.prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")?;
    let found = statement.query_map([], |row| row.get::<_, String>(0))?.collect::<Result<Vec<_>, _>>()?;
    Ok(TABLES.iter().all(|sql| found.iter().any(|f| f == sql)))
}

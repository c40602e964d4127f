//! Tables of the session store.

use rusqlite::Connection;

/// "2LSE": tells a session store from any other SQLite file.
pub const APPLICATION_ID: i32 = 0x324C_5345;
/// Format of the session store, in SQLite's `user_version`. 1 had a table for remembered answers that
/// nothing wrote; 2 had no answers with an address.
pub const FORMAT: i32 = 3;

/// One statement a table or index. `body` is JSON, its form is that of the room that wrote it;
/// times are seconds since 1970 UTC.
const TABLES: [&str; 9] = [
    "CREATE TABLE session (id TEXT PRIMARY KEY, updated INTEGER NOT NULL, expires INTEGER NOT NULL, body TEXT NOT NULL) WITHOUT ROWID",
    "CREATE INDEX session_expires ON session (expires)",
    "CREATE TABLE trace (number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, session TEXT, at INTEGER NOT NULL, body TEXT NOT NULL)",
    "CREATE INDEX trace_session ON trace (session)",
    MEMORY,
    MEMORY_CONTEXT,
    MEMORY_SESSION,
    ANSWER,
    ANSWER_SESSION,
];

const MEMORY: &str = "CREATE TABLE memory (number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, owner TEXT NOT NULL, session TEXT, context TEXT NOT NULL, state TEXT NOT NULL, at INTEGER NOT NULL, model TEXT, vector BLOB, body TEXT NOT NULL)";
const MEMORY_CONTEXT: &str = "CREATE INDEX memory_context ON memory (context)";
const MEMORY_SESSION: &str = "CREATE INDEX memory_session ON memory (session)";

const ANSWER: &str = "CREATE TABLE answer (number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, session TEXT NOT NULL, at INTEGER NOT NULL, body TEXT NOT NULL)";
const ANSWER_SESSION: &str = "CREATE INDEX answer_session ON answer (session)";

/// Makes the tables in an empty database, inside the caller's transaction.
pub fn create(conn: &Connection) -> rusqlite::Result<()> {
    for sql in TABLES {
        conn.execute(sql, [])?;
    }
    conn.pragma_update(None, "application_id", APPLICATION_ID)?;
    conn.pragma_update(None, "user_version", FORMAT)
}

/// Brings the tables of an older format to this one, inside the caller's transaction.
pub fn migrate(conn: &Connection, from: i32) -> rusqlite::Result<()> {
    if from < 2 {
        conn.execute("DROP TABLE IF EXISTS memory", [])?;
        for sql in [MEMORY, MEMORY_CONTEXT, MEMORY_SESSION] {
            conn.execute(sql, [])?;
        }
    }
    for sql in [ANSWER, ANSWER_SESSION] {
        conn.execute(sql, [])?;
    }
    conn.pragma_update(None, "user_version", FORMAT)
}

/// True when every table is there in the words of its format.
pub fn is_whole(conn: &Connection, format: i32) -> rusqlite::Result<bool> {
    let mut statement = conn.prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")?;
    let found = statement.query_map([], |row| row.get::<_, String>(0))?.collect::<Result<Vec<_>, _>>()?;
    // The next program to open an older store creates the tables that its format lacks.
    let lacking =
        |sql: &str| (format < 2 && sql.contains(" memory")) || (format < 3 && sql.contains(" answer"));
    Ok(TABLES.iter().filter(|sql| !lacking(sql)).all(|sql| found.iter().any(|f| f == sql)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds_answers_to_a_store_without_them() {
        let conn = Connection::open_in_memory().unwrap();
        for sql in TABLES.iter().filter(|sql| !sql.contains(" answer")) {
            conn.execute(sql, []).unwrap();
        }
        assert!(is_whole(&conn, 2).unwrap() && !is_whole(&conn, FORMAT).unwrap());
        migrate(&conn, 2).unwrap();
        assert!(is_whole(&conn, FORMAT).unwrap());
    }
}

//! Integrity check of the session store.

use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use super::open::{MOVE_AWAY, identity};
use super::schema::{self, APPLICATION_ID, FORMAT};
use crate::paths::SESSIONS;
use crate::problem::Problem;

/// Returns the problems of the store; empty for a sound store. The store is not sealed: only
/// SQLite's own check can find damage.
pub fn problems(dir: &Path) -> Vec<Problem> {
    let path = dir.join(SESSIONS);
    // An empty one was not made yet: the disk was full, or somebody is about to.
    if path.metadata().is_ok_and(|m| m.len() == 0) || !path.exists() {
        return Vec::new();
    }
    let problem = |what: String| Problem::new(path.display().to_string(), what, MOVE_AWAY);
    let look = || -> rusqlite::Result<Option<String>> {
        let conn = Connection::open_with_flags(
            &path,
            OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
        )?;
        conn.busy_timeout(std::time::Duration::from_secs(10))?;
        let (application, format) = identity(&conn)?;
        if application != APPLICATION_ID {
            return Ok(Some("it is not a session store".to_owned()));
        }
        if format > FORMAT {
            return Ok(None);
        }
        let verdict: String = conn.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
        if verdict != "ok" {
            return Ok(Some(verdict));
        }
        Ok((!schema::is_whole(&conn, format)?).then(|| "a table is missing or altered".to_owned()))
    };
    match look() {
        Ok(what) => what.map(problem).into_iter().collect(),
        // On a read-only medium a store in use elsewhere can't be opened; that is no damage.
        Err(error) if error.sqlite_error_code() == Some(rusqlite::ErrorCode::CannotOpen) => Vec::new(),
        Err(error) if error.sqlite_error_code() == Some(rusqlite::ErrorCode::ReadOnly) => Vec::new(),
        Err(error) => vec![problem(error.to_string())],
    }
}

//! Integrity check of the session store.

use std::path::Path;

use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::open::{identity, is_blank};
use super::schema::{self, APPLICATION_ID, FORMAT};
use crate::error::{MOVE_AWAY, SEE_DISK};
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
            let is_blank = is_blank(&conn, application)?;
            return Ok((!is_blank).then(|| "it is not a session store".to_owned()));
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
        Err(error) => match error.sqlite_error_code() {
            // On a read-only medium a store in use elsewhere can't be opened; that is no damage.
            Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly) => Vec::new(),
            Some(ErrorCode::DiskFull | ErrorCode::SystemIoFailure) => {
                vec![Problem::new(path.display().to_string(), error.to_string(), SEE_DISK)]
            }
            _ => vec![problem(error.to_string())],
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn store_of_full_disk_is_no_damage() {
        let dir = tempfile::tempdir().unwrap();
        let conn = Connection::open(dir.path().join(SESSIONS)).unwrap();
        conn.pragma_update(None, "journal_mode", "WAL").unwrap();
        assert!(dir.path().join(SESSIONS).metadata().unwrap().len() > 0);
        assert_eq!(problems(dir.path()), []);
        conn.execute_batch("CREATE TABLE other (x)").unwrap();
        assert_eq!(problems(dir.path())[0].next, MOVE_AWAY);
        drop(conn);
        std::fs::write(dir.path().join(SESSIONS), "not a database, and long enough to be read").unwrap();
        assert_eq!(problems(dir.path())[0].next, MOVE_AWAY);
    }
}

//! Opening the session store's file.

use std::path::Path;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use super::private;
use super::schema::{self, APPLICATION_ID, FORMAT};
use crate::error::{ArchiveError, MOVE_AWAY};
use crate::paths::SESSIONS;

/// Longest wait of a connection for another one's transaction; each takes milliseconds.
const BUSY: Duration = Duration::from_secs(10);

/// Opens the store, and creates it if it does not exist. `None` where nothing can be written: the
/// archive is on a read-only medium, and is used without sessions.
pub fn open(dir: &Path) -> Result<Option<Connection>, ArchiveError> {
    let path = dir.join(SESSIONS);
    if !is_writable(dir, &path) {
        return Ok(None);
    }
    private::make(&path).map_err(ArchiveError::write(&path))?;
    let error = ArchiveError::session_store(&path);
    let conn = Connection::open_with_flags(
        &path,
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )
    .map_err(&error)?;
    set_up(&conn).map_err(&error)?;
    let (application, format) = identity(&conn).map_err(&error)?;
    if application != APPLICATION_ID {
        let made = make(&conn).map_err(&error)?;
        if !made {
            return Err(damaged(&path, "it is not a session store"));
        }
    } else if format < FORMAT {
        migrate(&conn).map_err(&error)?;
    } else if format > FORMAT {
        return Err(ArchiveError::NewerVersion {
            dir: dir.to_owned(),
            found: u32::try_from(format).unwrap_or(u32::MAX),
            known: u32::try_from(FORMAT).unwrap_or(u32::MAX),
        });
    }
    Ok(Some(conn))
}

/// An error for a store that is not what it should be.
pub fn damaged(path: &Path, what: impl Into<String>) -> ArchiveError {
    ArchiveError::Damaged { part: path.display().to_string(), what: what.into(), next: MOVE_AWAY.to_owned() }
}

/// `application_id` and `user_version`.
pub fn identity(conn: &Connection) -> rusqlite::Result<(i32, i32)> {
    let pragma = |name: &str| conn.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
    Ok((pragma("application_id")?, pragma("user_version")?))
}

/// True for a file whose tables were not made yet: the disk was full, or somebody is about to.
pub fn is_blank(conn: &Connection, application: i32) -> rusqlite::Result<bool> {
    let tables: i64 = conn.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    Ok(application == 0 && tables == 0)
}

fn set_up(conn: &Connection) -> rusqlite::Result<()> {
    conn.busy_timeout(BUSY)?;
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    // What is deleted is overwritten, and no copy of it goes to a temporary file.
    conn.pragma_update(None, "secure_delete", "ON")?;
    conn.pragma_update(None, "temp_store", "MEMORY")?;
    conn.pragma_update(None, "journal_mode", "WAL")?;
    // A lost trace after a power cut is no damage; the file itself stays whole in this mode.
    conn.pragma_update(None, "synchronous", "NORMAL")?;
    conn.pragma_update(None, "cell_size_check", true)
}

/// Makes the tables unless somebody else just did; false for a file of another kind.
fn make(conn: &Connection) -> rusqlite::Result<bool> {
    in_one(conn, || {
        let (application, _) = identity(conn)?;
        if application == APPLICATION_ID {
            return Ok(true);
        }
        if !is_blank(conn, application)? {
            return Ok(false);
        }
        schema::create(conn)?;
        Ok(true)
    })
}

/// Brings an older store to this format unless somebody else just did.
fn migrate(conn: &Connection) -> rusqlite::Result<bool> {
    in_one(conn, || {
        let (_, format) = identity(conn)?;
        if format < FORMAT {
            schema::migrate(conn, format)?;
        }
        Ok(true)
    })
}

/// Does something in one transaction, which counts if it says so.
fn in_one(conn: &Connection, change: impl FnOnce() -> rusqlite::Result<bool>) -> rusqlite::Result<bool> {
    conn.execute_batch("BEGIN IMMEDIATE")?;
    let outcome = change();
    let end = if matches!(outcome, Ok(true)) { "COMMIT" } else { "ROLLBACK" };
    conn.execute_batch(end)?;
    outcome
}

fn is_writable(dir: &Path, path: &Path) -> bool {
    let file = !path.exists() || std::fs::OpenOptions::new().write(true).open(path).is_ok();
    file && tempfile::Builder::new().prefix(".probe-").tempfile_in(dir).is_ok()
}

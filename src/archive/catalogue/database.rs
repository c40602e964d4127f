//! Opening the catalogue's file.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use super::schema::{self, APPLICATION_ID};
use super::state::State;
use crate::archive::error::ArchiveError;
use crate::archive::paths::{CATALOGUE, FORMAT};

/// Bytes of a page: five embeddings of 384 components, or some 80 lines. Set at creation.
const PAGE_BYTES: u32 = 8192;
/// Statements that a connection keeps prepared; there are about 40 in this room.
const PREPARED: usize = 64;
/// How long a connection waits for another one's short critical section (SQLite's own wait).
const BUSY: Duration = Duration::from_secs(10);

/// An open catalogue.
#[derive(Debug)]
pub struct Database {
    /// The connection.
    pub conn: Connection,
    /// Format of the catalogue that was opened.
    pub format: u32,
    path: PathBuf,
}

/// Why a folder's catalogue could not be opened as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Vacancy {
    /// No file, or one without tables: a creation that was cut short.
    Missing,
    /// A file of another kind.
    Foreign,
}

impl Database {
    /// Opens for reading and starts a read transaction: what this connection sees no longer
    /// changes. Falls back to an unlocked, unlogged read on a medium that can't be written.
    pub fn open_reader(dir: &Path) -> Result<Result<(Self, State), Vacancy>, ArchiveError> {
        let path = dir.join(CATALOGUE);
        if !path.is_file() {
            return Ok(Err(Vacancy::Missing));
        }
        let database = match Self::connect(&path).and_then(|db| db.begin_read().map(|()| db)) {
            Err(error) if !writable(&path) => Self::connect_read_only(&path).map_err(|_| error)?,
            other => other?,
        };
        Ok(match database.identify(dir)? {
            Ok(database) => {
                let state = State::read(&database.conn).map_err(database.error())?;
                Ok((database, state))
            }
            Err(vacancy) => Err(vacancy),
        })
    }

    /// Opens for writing. The caller holds the writer lock.
    pub fn open_writer(dir: &Path) -> Result<Result<Self, Vacancy>, ArchiveError> {
        let path = dir.join(CATALOGUE);
        if !path.is_file() {
            return Ok(Err(Vacancy::Missing));
        }
        let database = Self::connect(&path)?;
        let writer = || -> rusqlite::Result<()> {
            database.conn.pragma_update(None, "synchronous", "FULL")?;
            // Checkpoints happen after a commit, where the writer can tell what they achieved.
            database.conn.pragma_update(None, "wal_autocheckpoint", 0)
        };
        writer().map_err(database.error())?;
        database.identify(dir)
    }

    /// Makes an empty catalogue. The caller holds the writer lock; a file that holds no tables
    /// yet (left by a creation that was cut short) is taken over.
    pub fn create(dir: &Path, created: &str) -> Result<(), ArchiveError> {
        let path = dir.join(CATALOGUE);
        let conn = Connection::open(&path).map_err(ArchiveError::sql(&path))?;
        let make = || -> rusqlite::Result<()> {
            conn.busy_timeout(BUSY)?;
            conn.pragma_update(None, "page_size", PAGE_BYTES)?;
            conn.pragma_update(None, "journal_mode", "WAL")?;
            conn.pragma_update(None, "synchronous", "FULL")?;
            conn.execute_batch("BEGIN IMMEDIATE")?;
            schema::create(&conn)?;
            State::empty(created).write(&conn, &[])?;
            conn.execute_batch("COMMIT")
        };
        make().map_err(ArchiveError::sql(&path))
    }

    fn connect(path: &Path) -> Result<Self, ArchiveError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let conn = Connection::open_with_flags(path, flags).map_err(ArchiveError::sql(path))?;
        Self::set_up(conn, path)
    }

    /// `immutable`: no lock and no log, for a medium on which neither can be made. Only sound
    /// when no log with committed pages lies beside the file.
    fn connect_read_only(path: &Path) -> Result<Self, ArchiveError> {
        let log = path.with_extension("sqlite-wal");
        if log.metadata().is_ok_and(|m| m.len() > 0) {
            return Err(ArchiveError::Damaged {
                part: log.display().to_string(),
                what: "the folder can't be written, but its last changes are still in the log".to_owned(),
                next: "make the folder writable once, or copy the archive to where it can be written"
                    .to_owned(),
            });
        }
        let escaped: String = path
            .display()
            .to_string()
            .chars()
            .flat_map(|c| match c {
                '%' => "%25".chars().collect::<Vec<_>>(),
                '?' => "%3f".chars().collect(),
                '#' => "%23".chars().collect(),
                c => vec![c],
            })
            .collect();
        let flags =
            OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
        let conn = Connection::open_with_flags(format!("file:{escaped}?immutable=1"), flags)
            .map_err(ArchiveError::sql(path))?;
        let database = Self::set_up(conn, path)?;
        database.begin_read()?;
        Ok(database)
    }

    fn set_up(conn: Connection, path: &Path) -> Result<Self, ArchiveError> {
        let set = || -> rusqlite::Result<()> {
            conn.busy_timeout(BUSY)?;
            conn.set_prepared_statement_cache_capacity(PREPARED);
            conn.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
            conn.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
            conn.pragma_update(None, "cell_size_check", true)
        };
        set().map_err(ArchiveError::sql(path))?;
        Ok(Database { conn, format: FORMAT, path: path.to_owned() })
    }

    fn begin_read(&self) -> Result<(), ArchiveError> {
        self.conn.execute_batch("BEGIN; SELECT count(*) FROM sqlite_schema").map_err(self.error())
    }

    fn identify(mut self, dir: &Path) -> Result<Result<Self, Vacancy>, ArchiveError> {
        let pragma = |name: &str| self.conn.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
        let application = pragma("application_id").map_err(self.error())?;
        let format = pragma("user_version").map_err(self.error())?;
        if application != i64::from(APPLICATION_ID) {
            let tables = "SELECT count(*) FROM sqlite_schema";
            let tables: i64 = self.conn.query_row(tables, [], |row| row.get(0)).map_err(self.error())?;
            return Ok(Err(if tables == 0 { Vacancy::Missing } else { Vacancy::Foreign }));
        }
        let format = u32::try_from(format).unwrap_or(u32::MAX);
        if format > FORMAT {
            return Err(ArchiveError::NewerVersion { dir: dir.to_owned(), found: format, known: FORMAT });
        }
        self.format = format;
        Ok(Ok(self))
    }

    /// Adds what an older format lacks, inside the caller's transaction.
    pub fn upgrade(&mut self) -> rusqlite::Result<()> {
        if self.format < FORMAT {
            schema::upgrade(&self.conn)?;
            self.format = FORMAT;
        }
        Ok(())
    }

    /// Turns an error of SQLite into one that names this file.
    pub fn error(&self) -> impl Fn(rusqlite::Error) -> ArchiveError + use<> {
        ArchiveError::sql(&self.path)
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Copies the log into the file and empties it, unless a reader still needs it.
    pub fn checkpoint(&self) {
        // Waiting for readers would stall a writer behind a server that never lets go.
        let _ = self.conn.busy_timeout(Duration::ZERO);
        let _ = self.conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
        let _ = self.conn.busy_timeout(BUSY);
    }
}

fn writable(path: &Path) -> bool {
    std::fs::OpenOptions::new().write(true).open(path).is_ok()
        && path
            .parent()
            .is_some_and(|dir| tempfile::Builder::new().prefix(".probe-").tempfile_in(dir).is_ok())
}

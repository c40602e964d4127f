//! Opening the catalogue's file.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, FileControl, OpenFlags};

use super::schema::{self, APPLICATION_ID};
use super::state::State;
use crate::error::ArchiveError;
use crate::paths::{CATALOGUE, FORMAT};

/// Bytes of a page: five embeddings of 384 components, or some 80 lines. Set at creation.
const PAGE_BYTES: u32 = 8192;
/// Statements that a connection keeps prepared; there are about 40 in this room.
const PREPARED: usize = 64;
/// Longest wait of a connection for another one's short critical section (SQLite's own wait).
const BUSY: Duration = Duration::from_secs(10);

/// An open catalogue.
#[derive(Debug)]
pub struct Database {
    /// Connection to the catalogue.
    pub conn: Connection,
    /// Format of the catalogue that was opened.
    pub format: u32,
    path: PathBuf,
    /// Opened without lock and log.
    unlocked: bool,
}

/// Attempts of a read-only reader to open the catalogue while writers come and go.
const READ_ONLY_TRIES: usize = 5;

/// The file by which SQLite's connections know of each other. It stays when all are closed, and so
/// does the log, so that who can't make them can still read beside a writer.
fn shared_memory(dir: &Path) -> PathBuf {
    dir.join(format!("{CATALOGUE}-shm"))
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
    /// changes. Where nothing can be written, for want of permission or of space, it is read
    /// without writing.
    pub fn open_reader(dir: &Path) -> Result<Result<(Self, State), Vacancy>, ArchiveError> {
        let path = dir.join(CATALOGUE);
        match path.metadata() {
            Ok(meta) if meta.is_file() => {}
            Err(error) if error.kind() == std::io::ErrorKind::PermissionDenied => {
                return Err(ArchiveError::read(&path)(error));
            }
            _ => return Ok(Err(Vacancy::Missing)),
        }
        let database = match Self::connect(&path).and_then(|db| db.begin_read().map(|()| db)) {
            Ok(database) => database,
            Err(error @ ArchiveError::Damaged { .. }) => return Err(error),
            Err(error) => {
                std::fs::File::open(&path).map_err(ArchiveError::read(&path))?;
                Self::without_writing(dir, &path, error)?
            }
        };
        Ok(match database.identify(dir)? {
            Ok(database) => {
                let state = State::read(&database.conn).map_err(database.error())?;
                database.still_alone(dir)?;
                Ok((database, state))
            }
            Err(vacancy) => Err(vacancy),
        })
    }

    /// Opens without writing anything, after opening as usual has failed with `error`.
    fn without_writing(dir: &Path, path: &Path, error: ArchiveError) -> Result<Self, ArchiveError> {
        let mut last = error;
        for _ in 0..READ_ONLY_TRIES {
            let opened = match shared_memory(dir).exists() {
                // Locks work as always; where the shared memory is not a writer's, SQLite holds an
                // index of the log of its own, and keeps writers from emptying the log.
                true => Self::connect_read_only(path, "mode=ro&readonly_shm=1"),
                false => Self::connect_alone(path),
            };
            match opened.and_then(|db| db.still_alone(dir).map(|()| db)) {
                Ok(database) => return Ok(database),
                Err(error @ ArchiveError::Damaged { .. }) => return Err(error),
                // A writer has come, or gone: look again.
                Err(error @ ArchiveError::Overtaken { .. }) => last = error,
                Err(error) => {
                    if !matches!(last, ArchiveError::Full { .. } | ArchiveError::Medium { .. }) {
                        last = error;
                    }
                }
            }
        }
        Err(last)
    }

    /// An error when this connection reads without locks and a writer may have been at work since
    /// it was opened: whatever was read through it may then be of two generations. A writer makes
    /// the shared memory before it writes anything, and leaves it.
    pub fn still_alone(&self, dir: &Path) -> Result<(), ArchiveError> {
        if self.unlocked && shared_memory(dir).exists() {
            return Err(ArchiveError::Overtaken { dir: dir.to_owned() });
        }
        Ok(())
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
            keep_log(&conn)?;
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
        keep_log(&conn).map_err(ArchiveError::sql(path))?;
        Self::set_up(conn, path)
    }

    /// `immutable`: no lock and no log, for a medium on which neither can be made. Only sound
    /// while there is no log with committed pages, and no writer: see [`Database::still_alone`].
    fn connect_alone(path: &Path) -> Result<Self, ArchiveError> {
        let log = path.with_extension("sqlite-wal");
        if log.metadata().is_ok_and(|m| m.len() > 0) {
            return Err(ArchiveError::Damaged {
                part: log.display().to_string(),
                what: "the folder can't be written, but its last changes are still in the log".to_owned(),
                next: "make the folder writable once, or copy the archive to where it can be written"
                    .to_owned(),
            });
        }
        Ok(Database { unlocked: true, ..Self::connect_read_only(path, "immutable=1")? })
    }

    fn connect_read_only(path: &Path, options: &str) -> Result<Self, ArchiveError> {
        let flags =
            OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
        let conn = Connection::open_with_flags(uri(path, options), flags).map_err(ArchiveError::sql(path))?;
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
        Ok(Database { conn, format: FORMAT, path: path.to_owned(), unlocked: false })
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
            schema::upgrade(&self.conn, self.format)?;
            self.format = FORMAT;
        }
        Ok(())
    }

    /// Turns an error of SQLite into one that names this file.
    pub fn error(&self) -> impl Fn(rusqlite::Error) -> ArchiveError + use<> {
        ArchiveError::sql(&self.path)
    }

    /// Path of the catalogue's file.
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

/// Log and shared memory stay when the last connection closes, the log empty.
fn keep_log(conn: &Connection) -> rusqlite::Result<()> {
    conn.file_control(None::<&str>, FileControl::PersistWal(&mut 1))?;
    conn.pragma_update(None, "journal_size_limit", 0)
}

/// A path as SQLite takes it with options; bytes that are not plain are escaped.
fn uri(path: &Path, options: &str) -> String {
    let mut out = "file:".to_owned();
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'_' | b'-' | b'\\' | b':' => {
                out.push(char::from(*byte));
            }
            // Writing to a string can't fail.
            byte => drop(write!(out, "%{byte:02x}")),
        }
    }
    out + "?" + options
}

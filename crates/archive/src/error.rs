//! Errors of an archive. Every message names the next step.

use std::path::{Path, PathBuf};

use twolane_text::{ModelId, SourceId};
use twolane_vector::VectorError;

/// Errors of opening, reading and writing an archive.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ArchiveError {
    /// The folder holds no archive.
    #[error("{} is not an archive; `twolane ingest PATH... --archive {}` makes one", dir.display(), as_word(dir))]
    NotAnArchive {
        /// Folder of the archive.
        dir: PathBuf,
    },
    /// The archive was written by a newer program.
    #[error("the archive at {} has format {found}, this program knows up to {known}; get a newer twolane, or ingest the papers into a new archive", dir.display())]
    NewerVersion {
        /// Folder of the archive.
        dir: PathBuf,
        /// Format of the archive.
        found: u32,
        /// Highest known format.
        known: u32,
    },
    /// The place is a database, and this program was built without what talks to one.
    #[error(
        "{place} is a database, and this twolane was built without PostgreSQL; build it with `cargo build --release --features postgres`, or name a folder"
    )]
    WithoutServer {
        /// The address, without its password.
        place: String,
    },
    /// A database's server can't be reached, or refuses.
    #[error("{place}: {what}; {next}")]
    Server {
        /// The address, without its password.
        place: String,
        /// Cause of the failure.
        what: String,
        /// Next step for the user.
        next: String,
    },
    /// Another writer is at work.
    #[error("the archive at {} is being written by process {pid}; wait until it finishes, or stop it (reading is not affected)", dir.display())]
    Locked {
        /// Folder of the archive.
        dir: PathBuf,
        /// Process id of the holder, `?` when it could not be read.
        pid: String,
    },
    /// A view that hides papers was to be written.
    #[error("this view of the archive hides papers and can't be written; open the archive itself")]
    PartialView,
    /// The archive was opened where nothing can be written and nobody wrote, and somebody does now.
    #[error("the archive at {} is being changed by another program, which this one cannot follow without write permission there; run the command again", dir.display())]
    Overtaken {
        /// Folder of the archive.
        dir: PathBuf,
    },
    /// The medium is full.
    #[error("no space left while writing {}; free some space and run the command again: the archive is as it was after the last commit", path.display())]
    Full {
        /// File that was being written.
        path: PathBuf,
    },
    /// The operating system refused.
    #[error("{}: {source}; check that the folder is there and may be {access}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// `read` or `written`.
        access: &'static str,
        /// Cause of the failure.
        source: std::io::Error,
    },
    /// The medium under the catalogue or the session store failed.
    #[error("{} could not be read or written ({source}); check the disk for space and errors, then run the command again: the archive is as it was after the last commit", path.display())]
    Medium {
        /// Path of the file.
        path: PathBuf,
        /// Why, as SQLite puts it.
        source: rusqlite::Error,
    },
    /// SQLite reported an error.
    #[error("the catalogue {}: {source}; run `twolane index check`", path.display())]
    Catalogue {
        /// Path of the file.
        path: PathBuf,
        /// Error that SQLite reported.
        source: rusqlite::Error,
    },
    /// SQLite refused on the session store, which is not damaged.
    #[error("the session store {}: {source}; check that the file and its folder can be written and the disk has space, then run the command again: the archive is whole without it", path.display())]
    SessionStore {
        /// Path of the file.
        path: PathBuf,
        /// Error that SQLite reported.
        source: rusqlite::Error,
    },
    /// A part of the archive is not what was committed.
    #[error("{part} is damaged: {what}; {next}")]
    Damaged {
        /// File or part.
        part: String,
        /// Description of the damage.
        what: String,
        /// Next step for the user.
        next: String,
    },
    /// The lexical index refused.
    #[error("the lexical index: {what}; run `twolane index check`, then `twolane index rebuild`")]
    Lexical {
        /// Message of the library.
        what: String,
    },
    /// A source that holds a section of a pack.
    #[error(
        "{id} is a section of a pack; `twolane pack list` shows the packs, `twolane pack remove NAME` removes one"
    )]
    OfPack {
        /// Id of the source.
        id: String,
    },
    /// No source has this name.
    #[error("no source is called {wanted:?}{}; `twolane source list` shows all", near_list(near))]
    UnknownSource {
        /// Name that was asked for.
        wanted: String,
        /// Names that look like it.
        near: Vec<String>,
    },
    /// Several sources have this name.
    #[error("{wanted:?} names {} sources ({}); give more of the id or the whole path", matches.len(), matches.join(", "))]
    AmbiguousSource {
        /// Name that was asked for.
        wanted: String,
        /// Ids (or paths) that fit.
        matches: Vec<String>,
    },
    /// No chunk has this number (any more).
    #[error("the archive has no chunk {id}; it was replaced since the search: search again")]
    UnknownChunk {
        /// Number of the chunk.
        id: u64,
    },
    /// Vectors of two models were brought together.
    #[error(
        "the archive holds vectors of {archive}, these are of {given}; choose that model, or change the archive's with `twolane index reembed {given}`"
    )]
    OtherModel {
        /// Model of the archive.
        archive: ModelId,
        /// Model that was given.
        given: ModelId,
    },
    /// A vector has another number of components than the archive's.
    #[error(
        "the archive holds vectors of {expected} components, {given} has {found}; check the model's folder with `twolane models check`"
    )]
    OtherDimensions {
        /// Components of the archive's vectors.
        expected: usize,
        /// Components of the given one.
        found: usize,
        /// The model that was given.
        given: ModelId,
    },
    /// A model can't become the archive's while chunks lack its vectors.
    #[error(
        "{missing} chunks have no embedding of {model} yet; run `twolane index reembed {model}`, which goes on where it stopped"
    )]
    MissingEmbeddings {
        /// Model that lacks embeddings.
        model: ModelId,
        /// Number of chunks.
        missing: usize,
    },
    /// A record contradicts itself.
    #[error("source {source_id}: {what}; this is a bug in the reader; please report it with the file")]
    InvalidRecord {
        /// Id of the source.
        source_id: SourceId,
        /// Description of the fault.
        what: String,
    },
    /// An archive is to be copied to a place that holds another one, or did not keep what was copied.
    #[error("{place}: {what}; copy into an empty folder or database")]
    NotACopy {
        /// Where it was copied to, without a password.
        place: String,
        /// Description of the content that is there.
        what: String,
    },
    /// An earlier error left the writer unusable.
    #[error(
        "an earlier error stopped this writer; drop it and open another: the archive is as it was after the last commit"
    )]
    WriterStopped,
    /// The caller asked to stop.
    #[error("interrupted; the archive is as it was after the last commit")]
    Cancelled,
}

fn near_list(near: &[String]) -> String {
    if near.is_empty() { String::new() } else { format!(" (near: {})", near.join(", ")) }
}

/// Next step for a derived part, which can be rebuilt.
pub(super) const REBUILD: &str = "run `twolane index rebuild`, which rebuilds it from the catalog";

/// Next step for a file that this user may not read.
pub(super) const GIVE_ACCESS: &str =
    "give read access to it (`chmod -R a+rX` on the archive gives it to everybody), then check again";

/// Next step for a session store that can't be used: the archive is whole without it.
pub(super) const MOVE_AWAY: &str =
    "move it away: the archive is whole without it, and only its sessions and traces are lost";

/// Next step for a file on a medium that fails or has no room.
pub(super) const SEE_DISK: &str = "check the disk for space and errors, then check again";

/// Next step for a damaged catalogue, the truth itself.
pub(super) const INGEST_AGAIN: &str = "restore the archive from a copy, or ingest the papers into a new one with `twolane ingest PATH... --archive DIR`";

impl ArchiveError {
    pub(super) fn read(path: &Path) -> impl FnOnce(std::io::Error) -> Self + use<> {
        let path = path.to_owned();
        move |source| ArchiveError::Io { path, access: "read", source }
    }

    pub(super) fn write(path: &Path) -> impl FnOnce(std::io::Error) -> Self + use<> {
        let path = path.to_owned();
        move |source| {
            if is_full(&source) {
                ArchiveError::Full { path }
            } else {
                ArchiveError::Io { path, access: "written", source }
            }
        }
    }

    pub(super) fn sql(path: &Path) -> impl Fn(rusqlite::Error) -> Self + use<> {
        let path = path.to_owned();
        move |source| match source.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DiskFull) => ArchiveError::Full { path: path.clone() },
            Some(rusqlite::ErrorCode::DatabaseCorrupt | rusqlite::ErrorCode::NotADatabase) => {
                ArchiveError::Damaged {
                    part: path.display().to_string(),
                    what: source.to_string(),
                    next: INGEST_AGAIN.to_owned(),
                }
            }
            Some(rusqlite::ErrorCode::SystemIoFailure) => ArchiveError::Medium { path: path.clone(), source },
            _ => ArchiveError::Catalogue { path: path.clone(), source },
        }
    }

    pub(super) fn session_store(path: &Path) -> impl Fn(rusqlite::Error) -> Self + use<> {
        let path = path.to_owned();
        move |source| match source.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DiskFull) => ArchiveError::Full { path: path.clone() },
            Some(rusqlite::ErrorCode::DatabaseCorrupt | rusqlite::ErrorCode::NotADatabase) => {
                ArchiveError::Damaged {
                    part: path.display().to_string(),
                    what: source.to_string(),
                    next: MOVE_AWAY.to_owned(),
                }
            }
            Some(rusqlite::ErrorCode::SystemIoFailure) => ArchiveError::Medium { path: path.clone(), source },
            _ => ArchiveError::SessionStore { path: path.clone(), source },
        }
    }

    pub(super) fn vectors(error: VectorError) -> Self {
        match error {
            VectorError::Io { path, source } if is_full(&source) => ArchiveError::Full { path },
            VectorError::Io { path, source } if source.kind() == std::io::ErrorKind::PermissionDenied => {
                ArchiveError::Io { path, access: "read", source }
            }
            VectorError::Io { path, source } => ArchiveError::Damaged {
                part: path.display().to_string(),
                what: source.to_string(),
                next: REBUILD.to_owned(),
            },
            VectorError::Damaged { path, what } => {
                ArchiveError::Damaged { part: path.display().to_string(), what, next: REBUILD.to_owned() }
            }
            other => ArchiveError::Damaged {
                part: "vectors".to_owned(),
                what: other.to_string(),
                next: REBUILD.to_owned(),
            },
        }
    }

    pub(super) fn lexical(dir: &Path, error: &tantivy::TantivyError) -> Self {
        if tantivy_is_full(error) {
            ArchiveError::Full { path: dir.to_owned() }
        } else {
            ArchiveError::Lexical { what: error.to_string() }
        }
    }
}

/// Out of space, out of quota, or past the largest file that the process may write: all three
/// end for a person in the same step.
fn is_full(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    matches!(error.kind(), StorageFull | QuotaExceeded | FileTooLarge)
}

fn tantivy_is_full(error: &tantivy::TantivyError) -> bool {
    use tantivy::directory::error::OpenWriteError;
    match error {
        tantivy::TantivyError::IoError(e) => is_full(e),
        tantivy::TantivyError::OpenWriteError(OpenWriteError::IoError { io_error, .. }) => is_full(io_error),
        _ => false,
    }
}

/// A place as one word of a command: an address may hold an `&`.
fn as_word(place: &Path) -> String {
    let text = place.display().to_string();
    let plain = |c: char| c.is_alphanumeric() || "-_./:@%+,\\~".contains(c);
    if text.chars().all(plain) { text } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

/// Returns the error for a source that the archive lacks.
pub(super) fn unknown(id: &SourceId) -> ArchiveError {
    ArchiveError::UnknownSource { wanted: id.0.clone(), near: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rusqlite::ffi;

    #[test]
    fn only_a_damaged_session_store_is_moved_away() {
        let error = ArchiveError::session_store(Path::new("sessions.sqlite"));
        for (code, moves) in [
            (ffi::SQLITE_CORRUPT, true),
            (ffi::SQLITE_NOTADB, true),
            (ffi::SQLITE_FULL, false),
            (ffi::SQLITE_IOERR_WRITE, false),
            (ffi::SQLITE_IOERR_SHMSIZE, false),
            (ffi::SQLITE_CANTOPEN, false),
            (ffi::SQLITE_READONLY, false),
            (ffi::SQLITE_PERM, false),
            (ffi::SQLITE_BUSY, false),
        ] {
            let text = error(rusqlite::Error::SqliteFailure(ffi::Error::new(code), None)).to_string();
            assert_eq!(text.contains("move"), moves, "{text}");
            assert!(text.contains("sessions.sqlite"), "{text}");
        }
    }
}

//! The manifest: every derived file that belongs to a generation, with its hash.

use std::fs::File;
use std::path::Path;

use rusqlite::{Connection, params};

use crate::error::ArchiveError;
use crate::paths::join;

/// A derived file as it was committed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManifestFile {
    /// Relative to the archive, with `/`.
    pub path: String,
    /// Size in bytes.
    pub bytes: u64,
    /// BLAKE3 hash of the content.
    pub hash: [u8; 32],
}

impl ManifestFile {
    /// Reads a file and notes what it is now.
    pub fn of(dir: &Path, relative: &str) -> Result<Self, ArchiveError> {
        let path = join(dir, relative);
        let mut hasher = blake3::Hasher::new();
        let mut file = File::open(&path).map_err(ArchiveError::read(&path))?;
        let bytes = std::io::copy(&mut file, &mut hasher).map_err(ArchiveError::read(&path))?;
        Ok(ManifestFile { path: relative.to_owned(), bytes, hash: *hasher.finalize().as_bytes() })
    }
}

/// Reads the manifest, sorted by path.
pub fn read_manifest(conn: &Connection) -> rusqlite::Result<Vec<ManifestFile>> {
    let mut statement = conn.prepare_cached("SELECT path, bytes, hash FROM file ORDER BY path")?;
    let rows = statement
        .query_map([], |row| Ok(ManifestFile { path: row.get(0)?, bytes: row.get(1)?, hash: row.get(2)? }))?;
    rows.collect()
}

/// Replaces the manifest.
pub fn write_manifest(conn: &Connection, files: &[ManifestFile]) -> rusqlite::Result<()> {
    conn.execute("DELETE FROM file", [])?;
    let mut insert = conn.prepare_cached("INSERT INTO file VALUES (?1, ?2, ?3)")?;
    for file in files {
        insert.execute(params![file.path, file.bytes, file.hash.as_slice()])?;
    }
    Ok(())
}

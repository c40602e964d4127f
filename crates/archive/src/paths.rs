//! Names of the files in an archive's folder.

use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// Format of the archive as a whole, in `archive.toml` and in SQLite's `user_version`.
pub const FORMAT: u32 = 4;

/// Description for people, witness of the last commit, seal of the catalogue's bytes.
pub const DESCRIPTOR: &str = "archive.toml";
/// The catalogue, from which every derived part can be rebuilt.
pub const CATALOGUE: &str = "catalog.sqlite";
/// Held by the writer.
pub const LOCK: &str = "writer.lock";
/// Sessions and traces; no part of the commits.
pub const SESSIONS: &str = "sessions.sqlite";
/// Folder of the lexical index.
pub const LEXICAL: &str = "lexical";
/// Folder of the vector segments.
pub const VECTORS: &str = "vectors";
/// Folder of the graph over the vectors.
pub const GRAPH: &str = "graph";

/// Joins a manifest path (always with `/`) to the archive's folder.
pub fn join(dir: &Path, relative: &str) -> PathBuf {
    relative.split('/').fold(dir.to_owned(), |path, part| path.join(part))
}

/// Flushes a folder's entries to the medium, where the system can (a file that was renamed into
/// place is only then sure to be found again).
pub fn sync_folder(dir: &Path) -> std::io::Result<()> {
    if cfg!(unix) { std::fs::File::open(dir)?.sync_all() } else { Ok(()) }
}

/// Makes a temporary file that is to be renamed into place. Others may read it where the process's
/// mask lets them read new files: temporary files are private by default, an archive is not.
pub fn shared_temporary(dir: &Path, prefix: &str) -> std::io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(dir)
}

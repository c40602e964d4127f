//! The store's files are their owner's alone.

use std::io::{ErrorKind, Result};
use std::path::{Path, PathBuf};

/// Creates the file, if it does not exist, so that from its first byte nobody else can read it.
/// Closes it and SQLite's files beside it to others where they were open. SQLite makes those with
/// the permissions of the file itself.
pub fn make(path: &Path) -> Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Ok(_) => return Ok(()),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
        Err(error) => return Err(error),
    }
    for file in [path.to_owned(), beside(path, "-wal"), beside(path, "-shm"), beside(path, "-journal")] {
        tighten(&file)?;
    }
    Ok(())
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

#[cfg(unix)]
fn tighten(path: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let Ok(found) = std::fs::metadata(path) else { return Ok(()) };
    let mode = found.permissions().mode();
    if mode & 0o077 == 0 {
        return Ok(());
    }
    match std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode & 0o700)) {
        // Another user's file that this one was let write to: its owner decides.
        Err(error) if error.kind() == ErrorKind::PermissionDenied => Ok(()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

#[cfg(not(unix))]
fn tighten(_path: &Path) -> Result<()> {
    Ok(())
}

//! One writer at a time.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::Path;

use super::error::ArchiveError;
use super::paths::LOCK;

/// An exclusive lock of the operating system on `writer.lock`, with the holder's process id in
/// the file. A holder that dies loses it, whatever killed it; the file itself stays.
#[derive(Debug)]
pub struct WriterLock {
    file: File,
}

impl WriterLock {
    /// Takes the lock, or says who has it.
    pub fn acquire(dir: &Path) -> Result<Self, ArchiveError> {
        let path = dir.join(LOCK);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(ArchiveError::write(&path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut pid = String::new();
                let _ = Read::by_ref(&mut file).take(32).read_to_string(&mut pid);
                let pid = pid.trim();
                let pid = if pid.is_empty() { "?" } else { pid }.to_owned();
                return Err(ArchiveError::Locked { dir: dir.to_owned(), pid });
            }
            Err(TryLockError::Error(source)) => return Err(ArchiveError::write(&path)(source)),
        }
        // The number is a courtesy to whoever waits: a full disk must not stop a writer here.
        let _ = file.set_len(0).and_then(|()| write!(file, "{}", std::process::id()));
        Ok(WriterLock { file })
    }
}

impl Drop for WriterLock {
    fn drop(&mut self) {
        let _ = self.file.set_len(0);
        let _ = self.file.unlock();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_is_told_who_has_it() {
        let dir = tempfile::tempdir().unwrap();
        let first = WriterLock::acquire(dir.path()).unwrap();
        let second = WriterLock::acquire(dir.path()).unwrap_err();
        // Nobody else reads a file that Windows has locked.
        let pid = if cfg!(windows) { "?".to_owned() } else { std::process::id().to_string() };
        assert!(second.to_string().contains(&pid), "{second}");
        drop(first);
        WriterLock::acquire(dir.path()).unwrap();
    }
}

//! A tantivy directory in which commits don't replace each other.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tantivy::Directory;
use tantivy::HasLen;
use tantivy::directory::error::{DeleteError, LockError, OpenDirectoryError, OpenReadError, OpenWriteError};
use tantivy::directory::{
    AntiCallToken, DirectoryLock, FileHandle, Lock, OwnedBytes, TerminatingWrite, WatchCallback, WatchHandle,
    WritePtr,
};

use crate::paths::{shared_temporary, sync_folder};
use twolane_vector::PositionedFile;

/// Folder of an index in which files of old commits are kept. tantivy replaces `meta.json` at a
/// commit and then deletes the files that it no longer names. Here both wait for the catalogue. The
/// list of segments is `meta.<generation>.json`, and nothing is ever deleted: the archive's writer
/// does that once its own commit is complete. A commit of tantivy that the catalogue never
/// confirmed is thereby a few files that nothing names.
///
/// Files are read, not mapped: a truncated file is an error, not the end of the process.
#[derive(Debug, Clone)]
pub struct GenerationDirectory {
    folder: PathBuf,
    generation: Arc<AtomicU64>,
}

/// Name of the list of segments of a generation.
pub fn meta_name(generation: u64) -> String {
    format!("meta.{generation}.json")
}

impl GenerationDirectory {
    /// Opens an existing folder as it was at a generation.
    pub fn open(dir: &Path, generation: u64) -> Result<Self, tantivy::TantivyError> {
        if !dir.is_dir() {
            return Err(OpenDirectoryError::DoesNotExist(dir.to_owned()).into());
        }
        Ok(GenerationDirectory { folder: dir.to_owned(), generation: Arc::new(AtomicU64::new(generation)) })
    }

    /// Assigns all later commits to this generation.
    pub fn advance(&self, generation: u64) {
        self.generation.store(generation, Ordering::SeqCst);
    }

    /// Returns the file's name in the folder.
    fn resolve(&self, path: &Path) -> PathBuf {
        if path == Path::new("meta.json") {
            PathBuf::from(meta_name(self.generation.load(Ordering::SeqCst)))
        } else {
            path.to_owned()
        }
    }

    /// Returns true for tantivy's list of files that it may delete; no such list is kept here.
    fn is_managed_list(path: &Path) -> bool {
        path == Path::new(".managed.json")
    }
}

impl Directory for GenerationDirectory {
    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        let path = self.resolve(path);
        match PositionedFile::open(&self.folder.join(&path)) {
            Ok(file) => Ok(Arc::new(ReadFile(file))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Err(OpenReadError::FileDoesNotExist(path))
            }
            Err(error) => Err(OpenReadError::wrap_io_error(error, path)),
        }
    }

    fn delete(&self, _: &Path) -> Result<(), DeleteError> {
        Ok(())
    }

    fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
        let path = self.resolve(path);
        self.folder.join(&path).try_exists().map_err(|error| OpenReadError::wrap_io_error(error, path))
    }

    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        let path = self.resolve(path);
        match OpenOptions::new().write(true).create_new(true).open(self.folder.join(&path)) {
            Ok(file) => Ok(BufWriter::new(Box::new(WrittenFile(file)))),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                Err(OpenWriteError::FileAlreadyExists(path))
            }
            Err(error) => Err(OpenWriteError::wrap_io_error(error, path)),
        }
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        if Self::is_managed_list(path) {
            return Err(OpenReadError::FileDoesNotExist(path.to_owned()));
        }
        let path = self.resolve(path);
        std::fs::read(self.folder.join(&path)).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => OpenReadError::FileDoesNotExist(path),
            _ => OpenReadError::wrap_io_error(error, path),
        })
    }

    fn atomic_write(&self, path: &Path, data: &[u8]) -> io::Result<()> {
        if Self::is_managed_list(path) {
            return Ok(());
        }
        let mut file = shared_temporary(&self.folder, ".meta-")?;
        file.write_all(data)?;
        file.as_file().sync_all()?;
        file.persist(self.folder.join(self.resolve(path))).map_err(|e| e.error)?;
        sync_folder(&self.folder)
    }

    fn sync_directory(&self) -> io::Result<()> {
        sync_folder(&self.folder)
    }

    /// Grants every lock: the archive's own lock is acquired before this one.
    fn acquire_lock(&self, _: &Lock) -> Result<DirectoryLock, LockError> {
        Ok(DirectoryLock::from(Box::new(())))
    }

    fn watch(&self, _: WatchCallback) -> tantivy::Result<WatchHandle> {
        Ok(WatchHandle::empty())
    }
}

/// A file that tantivy writes; it is on disk once tantivy terminates it.
struct WrittenFile(File);

impl Write for WrittenFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl TerminatingWrite for WrittenFile {
    fn terminate_ref(&mut self, _: AntiCallToken) -> io::Result<()> {
        self.0.sync_data()
    }
}

/// A file of the index. tantivy asks for the pieces that it needs: postings of a term, a column.
#[derive(Debug)]
struct ReadFile(PositionedFile);

impl HasLen for ReadFile {
    fn len(&self) -> usize {
        self.0.len()
    }
}

impl FileHandle for ReadFile {
    fn read_bytes(&self, range: Range<usize>) -> io::Result<OwnedBytes> {
        let outside = || {
            let what = format!("{} has no bytes {} to {}", self.0.path().display(), range.start, range.end);
            io::Error::new(io::ErrorKind::UnexpectedEof, what)
        };
        // Checked before memory is asked for: offsets come from the file itself.
        let length = range.end.checked_sub(range.start).ok_or_else(outside)?;
        if range.end > self.0.len() {
            return Err(outside());
        }
        let mut bytes = vec![0; length];
        self.0.fill(&mut bytes, range.start)?;
        Ok(OwnedBytes::new(bytes))
    }
}

//! A tantivy directory in which commits don't replace each other.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tantivy::Directory;
use tantivy::directory::error::{DeleteError, LockError, OpenReadError, OpenWriteError};
use tantivy::directory::{
    DirectoryLock, FileHandle, Lock, MmapDirectory, WatchCallback, WatchHandle, WritePtr,
};

/// tantivy replaces `meta.json` at a commit and then deletes what it no longer names. Here both
/// wait for the catalogue: the list of segments is `meta.<generation>.json`, and nothing is ever
/// deleted (the archive's writer does that once its own commit stands). A commit of tantivy that
/// the catalogue never confirmed is thereby a few files that nobody names.
#[derive(Debug, Clone)]
pub struct GenerationDirectory {
    inner: MmapDirectory,
    generation: Arc<AtomicU64>,
}

/// Name of the list of segments of a generation.
pub fn meta_name(generation: u64) -> String {
    format!("meta.{generation}.json")
}

impl GenerationDirectory {
    /// Opens an existing folder as it was at a generation.
    pub fn open(dir: &Path, generation: u64) -> Result<Self, tantivy::TantivyError> {
        let inner = MmapDirectory::open(dir)?;
        Ok(GenerationDirectory { inner, generation: Arc::new(AtomicU64::new(generation)) })
    }

    /// From here on, commits belong to this generation.
    pub fn advance(&self, generation: u64) {
        self.generation.store(generation, Ordering::SeqCst);
    }

    fn resolve(&self, path: &Path) -> PathBuf {
        if path == Path::new("meta.json") {
            PathBuf::from(meta_name(self.generation.load(Ordering::SeqCst)))
        } else {
            path.to_owned()
        }
    }

    /// tantivy's list of files that it may delete: there are none.
    fn is_managed_list(path: &Path) -> bool {
        path == Path::new(".managed.json")
    }
}

impl Directory for GenerationDirectory {
    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        self.inner.get_file_handle(&self.resolve(path))
    }

    fn delete(&self, _: &Path) -> Result<(), DeleteError> {
        Ok(())
    }

    fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
        self.inner.exists(&self.resolve(path))
    }

    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        self.inner.open_write(&self.resolve(path))
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        if Self::is_managed_list(path) {
            return Err(OpenReadError::FileDoesNotExist(path.to_owned()));
        }
        self.inner.atomic_read(&self.resolve(path))
    }

    fn atomic_write(&self, path: &Path, data: &[u8]) -> io::Result<()> {
        if Self::is_managed_list(path) {
            return Ok(());
        }
        self.inner.atomic_write(&self.resolve(path), data)
    }

    fn sync_directory(&self) -> io::Result<()> {
        self.inner.sync_directory()
    }

    /// The archive's own lock stands before this one.
    fn acquire_lock(&self, _: &Lock) -> Result<DirectoryLock, LockError> {
        Ok(DirectoryLock::from(Box::new(())))
    }

    fn watch(&self, _: WatchCallback) -> tantivy::Result<WatchHandle> {
        Ok(WatchHandle::empty())
    }
}

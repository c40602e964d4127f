//! Read-only memory maps: the one place where a file becomes a byte slice without being read.

use std::fs::File;
use std::ops::Deref;
use std::path::Path;

use memmap2::{Mmap, MmapOptions};

use super::error::VectorError;

/// A whole file, mapped for reading.
#[derive(Debug)]
pub struct FileMap(Mmap);

impl FileMap {
    /// Maps a file. The map stays valid when the file's name is removed.
    pub fn open(path: &Path) -> Result<Self, VectorError> {
        let io = |source| VectorError::Io { path: path.to_owned(), source };
        let file = File::open(path).map_err(io)?;
        // SAFETY: a map is unsound if its file is changed while mapped. Segments are written
        // under a temporary name, renamed once complete, and from then on never opened for
        // writing by this program: they are only unlinked, which leaves maps intact.
        // docs/archive-format.md states the assumption that no other program edits an archive.
        #[allow(unsafe_code)]
        let map = unsafe { MmapOptions::new().map(&file) }.map_err(io)?;
        Ok(FileMap(map))
    }
}

impl Deref for FileMap {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

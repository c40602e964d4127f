//! A read-only memory-mapped file.

use std::fs::File;
use std::ops::Deref;
use std::path::Path;

use memmap2::Mmap;

/// A model's file in memory that the system manages: unread parts are not loaded, and processes that run the
/// same model share it.
pub(crate) struct MappedFile(Mmap);

impl MappedFile {
    pub(crate) fn open(path: &Path) -> std::io::Result<Self> {
        let file = File::open(path)?;
        // SAFETY: a mapped file must not change while it is read. `models get` and `--model-dir` never write
        // into a model's file: a new one is renamed to its place, and the mapping keeps the old one. A user
        // who edits it by hand can change the model's output or, by truncating it, stop the program, as with
        // any mapped program or library. No index or length is taken from data behind the header, which is
        // copied before it is parsed.
        #[allow(unsafe_code)]
        let map = unsafe { Mmap::map(&file)? };
        Ok(MappedFile(map))
    }
}

impl Deref for MappedFile {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

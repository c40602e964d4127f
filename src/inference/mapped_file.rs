//! A file mapped into memory, for reading.

use std::fs::File;
use std::ops::Deref;
use std::path::Path;

use memmap2::Mmap;

/// A model's file where the system holds it: what is not read is not loaded, and processes that run the
/// same model share it.
pub(crate) struct MappedFile(Mmap);

impl MappedFile {
    pub(crate) fn open(path: &Path) -> std::io::Result<Self> {
        let file = File::open(path)?;
        // SAFETY: a mapped file must not change while it is read. `models get` and `--model-dir` never
        // write into a model's file: a new one is renamed to its place, and what is mapped stays. A user
        // who writes into it by hand can change what the model says or, cutting it off, stop the program,
        // as with any program or library that is mapped; no index or length is taken from what is behind
        // the header, which is copied before it is parsed.
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

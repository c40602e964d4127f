//! Reading a file at given places. Maps are not used: a file that is cut short under a map ends
//! the process, a read that finds less than it should is an error.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// A file that is read at given places, from any number of threads. It stays readable when its
/// name is removed.
#[derive(Debug)]
pub struct PositionedFile {
    path: PathBuf,
    file: File,
    len: usize,
}

impl PositionedFile {
    /// Opens a file and notes its length.
    ///
    /// # Errors
    /// Those of the system; one for a file that is longer than memory can address.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        let len = usize::try_from(file.metadata()?.len()).map_err(io::Error::other)?;
        Ok(PositionedFile { path: path.to_owned(), file, len })
    }

    /// Where it was opened.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Bytes that it had when it was opened.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns true if the file was empty when it was opened.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Fills the buffer with the bytes that begin at `at`.
    ///
    /// # Errors
    /// [`io::ErrorKind::UnexpectedEof`], with the file's name, when the file ends before the buffer
    /// is full.
    pub fn fill(&self, buffer: &mut [u8], at: usize) -> io::Result<()> {
        let mut rest = buffer;
        let mut place = u64::try_from(at).map_err(io::Error::other)?;
        while !rest.is_empty() {
            let got = match read_at(&self.file, rest, place) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                got => got?,
            };
            if got == 0 {
                let what = format!("{} was cut short: it ends at byte {place}", self.path.display());
                return Err(io::Error::new(io::ErrorKind::UnexpectedEof, what));
            }
            place = place.saturating_add(got as u64);
            rest = rest.get_mut(got..).unwrap_or(&mut []);
        }
        Ok(())
    }
}

#[cfg(unix)]
fn read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, at)
}

#[cfg(windows)]
fn read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_cut_short_is_an_error_that_names_it() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("some.vec");
        std::fs::write(&path, [7_u8; 100]).unwrap();
        let file = PositionedFile::open(&path).unwrap();
        let mut buffer = [0_u8; 60];
        file.fill(&mut buffer, 40).unwrap();
        assert_eq!(buffer, [7_u8; 60]);
        File::options().write(true).open(&path).unwrap().set_len(50).unwrap();
        let error = file.fill(&mut buffer, 40).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
        assert!(error.to_string().contains("some.vec"), "{error}");
        assert!(file.fill(&mut [], 1000).is_ok());
    }
}

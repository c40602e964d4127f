//! The ZIP package of an office document and its parts, with a cap on what they may unfold to.

use std::io::{Cursor, Read};

use zip::ZipArchive;
use zip::result::ZipError;

use crate::DocumentKind;
use crate::encoding::decode;
use crate::error::ReadError;

/// The parts of an office document.
pub(super) struct Package<'a> {
    kind: DocumentKind,
    zip: ZipArchive<Cursor<&'a [u8]>>,
    limit: u64,
    used: u64,
}

impl<'a> Package<'a> {
    pub(super) fn open(bytes: &'a [u8], kind: DocumentKind, limit: u64) -> Result<Self, ReadError> {
        let zip = ZipArchive::new(Cursor::new(bytes)).map_err(|e| damaged(kind, &e.to_string()))?;
        Ok(Package { kind, zip, limit, used: 0 })
    }

    /// Names of the parts, sorted.
    pub(super) fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.zip.file_names().flatten().map(|n| n.into_owned()).collect();
        names.sort();
        names
    }

    /// Text of a part; `None` when there is no such part.
    pub(super) fn text(&mut self, name: &str) -> Result<Option<String>, ReadError> {
        Ok(self.bytes(name)?.map(|bytes| decode(&bytes, None).text))
    }

    /// Bytes of a part; `None` when there is no such part. The sum of all parts read stays under
    /// the limit, whatever sizes the package states.
    pub(super) fn bytes(&mut self, name: &str) -> Result<Option<Vec<u8>>, ReadError> {
        let room = self.limit.saturating_sub(self.used);
        let mut bytes = Vec::new();
        {
            let file = match self.zip.by_name(name) {
                Ok(file) => file,
                Err(ZipError::FileNotFound) => return Ok(None),
                Err(error) => return Err(damaged(self.kind, &format!("{name}: {error}"))),
            };
            let mut limited = file.take(room.saturating_add(1));
            // A part that breaks off still holds text up to there.
            if let Err(error) = limited.read_to_end(&mut bytes)
                && bytes.is_empty()
            {
                return Err(damaged(self.kind, &format!("{name}: {error}")));
            }
        }
        let read = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        if read > room {
            return Err(too_large(format!("{name}, unfolded,"), self.limit));
        }
        self.used = self.used.saturating_add(read);
        Ok(Some(bytes))
    }

    /// Unfolds every part once and drops it, so that a reader without limits of its own can be given the package.
    pub(super) fn check_size(&mut self) -> Result<(), ReadError> {
        let mut sum = 0_u64;
        for index in 0..self.zip.len() {
            let Ok(file) = self.zip.by_index(index) else { continue };
            let most = self.limit.saturating_sub(sum).saturating_add(1);
            let mut part = file.take(most);
            // A part that breaks off is the reader's to report, but what it unfolded to counts.
            let _ = std::io::copy(&mut part, &mut std::io::sink());
            sum = sum.saturating_add(most.saturating_sub(part.limit()));
            if sum > self.limit {
                return Err(too_large("the file, unfolded,".to_owned(), self.limit));
            }
        }
        Ok(())
    }
}

/// Returns the path of a part that another part in `folder` names as `target`.
pub(super) fn resolved(folder: &str, target: &str) -> String {
    let mut path: Vec<&str> = match target.starts_with('/') {
        true => Vec::new(),
        false => folder.split('/').collect(),
    };
    for step in target.split('/').filter(|step| !step.is_empty() && *step != ".") {
        match step {
            ".." => drop(path.pop()),
            step => path.push(step),
        }
    }
    path.join("/")
}

fn too_large(what: String, limit: u64) -> ReadError {
    ReadError::TooLarge { what, limit: format!("{} MiB", limit >> 20), key: Some("read.part_bytes") }
}

fn damaged(kind: DocumentKind, what: &str) -> ReadError {
    ReadError::Damaged { kind, what: what.to_owned() }
}

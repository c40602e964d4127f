//! The zip package and its parts, with a cap on what a part may unfold to.

use std::io::{Cursor, Read};

use zip::ZipArchive;
use zip::result::ZipError;

use crate::DocumentKind;
use crate::encoding::decode;
use crate::error::ReadError;

pub(super) struct Package<'a> {
    zip: ZipArchive<Cursor<&'a [u8]>>,
    limit: u64,
    used: u64,
}

impl<'a> Package<'a> {
    pub(super) fn open(bytes: &'a [u8], limit: u64) -> Result<Self, ReadError> {
        let zip = ZipArchive::new(Cursor::new(bytes)).map_err(|e| damaged(&e.to_string()))?;
        Ok(Package { zip, limit, used: 0 })
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
                Err(error) => return Err(damaged(&format!("{name}: {error}"))),
            };
            let mut limited = file.take(room.saturating_add(1));
            // A part that breaks off still holds text up to there.
            if let Err(error) = limited.read_to_end(&mut bytes)
                && bytes.is_empty()
            {
                return Err(damaged(&format!("{name}: {error}")));
            }
        }
        let read = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        if read > room {
            return Err(ReadError::TooLarge {
                what: format!("{name}, unfolded,"),
                limit: format!("{} MiB", self.limit >> 20),
                key: Some("read.part_bytes"),
            });
        }
        self.used = self.used.saturating_add(read);
        Ok(Some(bytes))
    }
}

pub(super) fn damaged(what: &str) -> ReadError {
    ReadError::Damaged { kind: DocumentKind::Docx, what: what.to_owned() }
}

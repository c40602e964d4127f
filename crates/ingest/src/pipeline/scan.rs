//! Scans files on disk without parsing them: format, hash, size.

use std::io::{self, Read, Seek, SeekFrom};
use std::path::PathBuf;

use crate::DocumentKind;
use crate::sniff::{self, Sniffed, claimed, is_unread_paper, sniff};
use crate::walk::{Found, io_reason, open_file};
use twolane_text::ContentHash;

/// A file on disk and its scan result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Scanned {
    /// The absolute path of the file.
    pub path: PathBuf,
    /// The result of the scan.
    pub what: What,
}

/// The scan result of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum What {
    /// A document of a known format.
    Document {
        /// The document's format.
        kind: DocumentKind,
        /// The hash of its bytes.
        hash: ContentHash,
        /// The size in bytes.
        bytes: u64,
    },
    /// A file without a reader, which the caller did not name.
    Skipped,
    /// An unreadable file that a person should know about.
    Failed {
        /// The reason, and the remedy.
        reason: String,
    },
}

/// Examines a file and hashes it.
pub(crate) fn scan(found: &Found, limit: u64) -> Scanned {
    let what = look(found, limit).unwrap_or_else(|error| What::Failed { reason: io_reason(&error) });
    Scanned { path: found.path.clone(), what }
}

fn look(found: &Found, limit: u64) -> io::Result<What> {
    let failed = |reason: String| Ok(What::Failed { reason });
    let wanted = found.named || claimed(&found.path).is_some() || is_unread_paper(&found.path);
    let mut file = open_file(&found.path)?;
    let meta = file.metadata()?;
    let mut head = Vec::new();
    file.by_ref().take(sniff::HEAD as u64).read_to_end(&mut head)?;
    file.seek(SeekFrom::Start(meta.len().saturating_sub(sniff::TAIL as u64)))?;
    let mut tail = Vec::new();
    file.by_ref().take(sniff::TAIL as u64).read_to_end(&mut tail)?;
    let kind = match sniff(&head, &tail, &found.path) {
        Sniffed::Kind(kind) => kind,
        Sniffed::OtherText if found.named => DocumentKind::Text,
        Sniffed::Empty if wanted => {
            return failed("it is empty; put the document back in its place, or delete the file".to_owned());
        }
        Sniffed::Unknown { what } if wanted => {
            return failed(format!(
                "this is {what}, which is not read; save it as PDF, DOCX, HTML or text and ingest that"
            ));
        }
        Sniffed::OtherText | Sniffed::Empty | Sniffed::Unknown { .. } => return Ok(What::Skipped),
    };
    if meta.len() > limit {
        let (size, limit) = (meta.len() >> 20, limit >> 20);
        return failed(format!("it has {size} MB, the limit is {limit} MB; split the file"));
    }
    file.seek(SeekFrom::Start(0))?;
    let mut hasher = blake3::Hasher::new();
    // A file that grows meanwhile is noticed when it is read.
    hasher.update_reader(file.take(limit))?;
    let hash = ContentHash(hasher.finalize().to_hex().to_string());
    Ok(What::Document { kind, hash, bytes: meta.len() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_files_are_never_passed_over() {
        let dir = tempfile::tempdir().unwrap();
        let file = |name: &str, bytes: &[u8], named: bool| {
            let path = dir.path().join(name);
            std::fs::write(&path, bytes).unwrap();
            scan(&Found { path, named }, 100).what
        };
        let document = |kind, bytes: &[u8]| What::Document {
            kind,
            hash: ContentHash::of(bytes),
            bytes: bytes.len() as u64,
        };
        assert_eq!(file("a.txt", b"words", false), document(DocumentKind::Text, b"words"));
        assert_eq!(file("a.rs", b"fn main", false), What::Skipped);
        assert_eq!(file("a.rs", b"fn main", true), document(DocumentKind::Text, b"fn main"));
        assert_eq!(file("a.bin", b"\0\0", false), What::Skipped);
        assert!(matches!(file("a.bin", b"\0\0", true), What::Failed { .. }));
        assert!(matches!(file("a.docx", b"\0\0", false), What::Failed { .. }));
        assert_eq!(file("empty", b"", false), What::Skipped);
        assert!(matches!(file("empty.pdf", b"", false), What::Failed { .. }));
        assert!(matches!(file("big.txt", &[b'a'; 101], false), What::Failed { .. }));
    }
}

//! The format of a file that is all in memory.

use std::path::Path;

use crate::DocumentKind;

use super::error::ReadError;
use super::first_look::{self, Sniffed};

/// Bytes from the start that are looked at as text.
const HEAD: usize = 64 << 10;

/// Returns the kind of a file, or an error with the apparent format, by [`first_look::sniff`] over
/// all bytes.
pub fn sniff(bytes: &[u8], name: &str) -> Result<DocumentKind, ReadError> {
    let head = bytes.get(..HEAD).unwrap_or(bytes);
    if head.len() == bytes.len() && head.trim_ascii().is_empty() {
        return Err(ReadError::Empty);
    }
    match first_look::sniff(head, bytes, Path::new(name)) {
        Sniffed::Kind(kind) => Ok(kind),
        Sniffed::OtherText => Ok(DocumentKind::Text),
        Sniffed::Empty => Err(ReadError::Empty),
        Sniffed::Unknown { what } => Err(ReadError::UnknownFormat { what: what.to_owned() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_first_name_second() {
        for (bytes, name, expected) in [
            (&b"%PDF-1.4"[..], "a.txt", Some(DocumentKind::Pdf)),
            (b"junk\n%PDF-1.4", "a", Some(DocumentKind::Pdf)),
            (b"<!DOCTYPE html><p>", "a.pdf", Some(DocumentKind::Html)),
            (b"<p>fragment", "a.htm", Some(DocumentKind::Html)),
            (b"<?xml version='1.0'?><html>", "a.xml", Some(DocumentKind::Html)),
            (b"<?xml version='1.0'?><section>", "a", Some(DocumentKind::Xml)),
            (b"<section/>", "a.xml", Some(DocumentKind::Xml)),
            (b"# Rules", "a.md", Some(DocumentKind::Markdown)),
            (b"# Rules", "a", Some(DocumentKind::Text)),
            (b"{\"text\":\"a\"}\n{\"text\":\"b\"}", "x", Some(DocumentKind::Jsonl)),
            (b"{not json", "x.txt", Some(DocumentKind::Text)),
            (b"Received: x\nFrom: a\n\nhi", "m", Some(DocumentKind::Eml)),
            (b"From: the Clerk\nTo: all\n\nmemo", "memo.txt", Some(DocumentKind::Text)),
            (b"From: a\n\nhi", "m.eml", Some(DocumentKind::Eml)),
            (b"\x89PNG\r\n\x1a\n....", "a", Some(DocumentKind::Image)),
            (b"{\\rtf1 x}", "a.doc", Some(DocumentKind::Rtf)),
            (b"", "a.pdf", None),
            (b"  \n ", "a.txt", None),
            (b"\0\x01\x02\x03\x04\x05\x06", "a.bin", None),
        ] {
            assert_eq!(sniff(bytes, name).ok(), expected, "{name}");
        }
    }
}

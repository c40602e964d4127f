//! One door for all formats.

use crate::ingest::{Document, DocumentKind};

use super::error::ReadError;
use super::options::ReadOptions;
use super::sniff::sniff;

/// Reads a file's bytes into documents: one, or several for JSONL and mail with attachments.
/// `name` is the file's name, which decides where the content does not.
pub fn read(bytes: &[u8], name: &str, options: &ReadOptions) -> Result<Vec<Document>, ReadError> {
    read_nested(bytes, name, options, 0)
}

/// Reads a file that lies `depth` messages deep.
pub(super) fn read_nested(
    bytes: &[u8],
    name: &str,
    options: &ReadOptions,
    depth: u8,
) -> Result<Vec<Document>, ReadError> {
    let one = |document: Result<Document, ReadError>| document.map(|d| vec![d]);
    match sniff(bytes, name)? {
        DocumentKind::Pdf => Err(ReadError::UnknownFormat { what: "a PDF".to_owned() }),
        DocumentKind::Html => one(super::html::read(bytes, options)),
        DocumentKind::Markdown => one(super::markdown::read(bytes, options)),
        DocumentKind::Text => one(super::text::read(bytes, options)),
        DocumentKind::Docx => one(super::docx::read(bytes, options)),
        DocumentKind::Jsonl => super::jsonl::read(bytes, options),
        DocumentKind::Eml => super::eml::read(bytes, options, depth),
        DocumentKind::Image => one(super::image::read(bytes, options)),
    }
}

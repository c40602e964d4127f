//! One door for all formats.

use crate::ingest::{Document, DocumentKind};

use super::error::ReadError;
use super::options::ReadOptions;
use super::sniff::sniff;
use super::watch::{NoWatch, SkippedPages, Watch};

/// Reads a file's bytes into documents: one, or several for JSONL and mail with attachments.
/// `name` is the file's name, which decides where the content does not.
///
/// # Errors
/// [`ReadError`] when the file as a whole can't be read; a page that can't is told in its status.
pub fn read(bytes: &[u8], name: &str, options: &ReadOptions) -> Result<Vec<Document>, ReadError> {
    read_watched(bytes, name, options, &[], &mut NoWatch)
}

/// As [`read`], leaving pages out and telling which page is about to be read.
///
/// # Errors
/// As [`read`].
pub fn read_watched(
    bytes: &[u8],
    name: &str,
    options: &ReadOptions,
    skip: &[SkippedPages],
    watch: &mut dyn Watch,
) -> Result<Vec<Document>, ReadError> {
    match sniff(bytes, name)? {
        DocumentKind::Pdf => super::pdf_ocr::read(bytes, options, skip, watch).map(|d| vec![d]),
        _ => read_nested(bytes, name, options, 0),
    }
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
        DocumentKind::Pdf => one(super::pdf_ocr::read(bytes, options, &[], &mut NoWatch)),
        DocumentKind::Html => one(super::html::read(bytes, options)),
        DocumentKind::Markdown => one(super::markdown::read(bytes, options)),
        DocumentKind::Text => one(super::text::read(bytes, options)),
        DocumentKind::Docx => one(super::docx::read(bytes, options)),
        DocumentKind::Jsonl => super::jsonl::read(bytes, options),
        DocumentKind::Eml => super::eml::read(bytes, options, depth),
        DocumentKind::Image => one(super::image::read(bytes, options)),
    }
}

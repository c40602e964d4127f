//! One door for all formats.

use crate::{Document, DocumentKind};

use super::container::{Nesting, adopt};
use super::error::ReadError;
use super::options::ReadOptions;
use super::sniff::sniff;
use super::watch::{NoWatch, SkippedPages, Watch};

/// Reads a file's bytes into documents: one, or several for JSONL, ZIP archives, and
/// mail and PDF with attachments.
/// `name` is the file's name, which decides where the content does not.
///
/// # Errors
/// [`ReadError`] when the file as a whole can't be read; a page that can't be read says so in its status.
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
    Nesting::outermost(bytes, read_nested, |nesting| match sniff(bytes, name)? {
        DocumentKind::Pdf => super::pdf_ocr::read(bytes, options, skip, watch, nesting),
        DocumentKind::Zip => read_nested(bytes, name, options, nesting).map(|mut documents| {
            adopt(&mut documents, name.rsplit(['/', '\\']).next().unwrap_or(name));
            documents
        }),
        _ => read_nested(bytes, name, options, nesting),
    })
}

/// Reads a DOCX file. Headers come first and footers last, flagged as running heads; footnotes
/// follow the text; tracked deletions are left out.
///
/// # Errors
/// [`ReadError`] when the file is damaged or over a limit.
pub fn read_docx(bytes: &[u8], options: &ReadOptions) -> Result<Document, ReadError> {
    super::docx::read(bytes, options, read_nested)
}

/// Reads a file that lies in others.
pub(super) fn read_nested(
    bytes: &[u8],
    name: &str,
    options: &ReadOptions,
    nesting: Nesting<'_>,
) -> Result<Vec<Document>, ReadError> {
    let one = |document: Result<Document, ReadError>| document.map(|d| vec![d]);
    match sniff(bytes, name)? {
        DocumentKind::Pdf => super::pdf_ocr::read(bytes, options, &[], &mut NoWatch, nesting),
        DocumentKind::Html => one(super::html::read(bytes, options)),
        DocumentKind::Markdown => one(super::markdown::read(bytes, options)),
        DocumentKind::Text => one(super::text::read(bytes, options)),
        DocumentKind::Docx => one(read_docx(bytes, options)),
        DocumentKind::Pptx => one(super::pptx::read(bytes, options)),
        DocumentKind::Odt => one(super::odt::read(bytes, options)),
        DocumentKind::Rtf => one(super::rtf::read(bytes, options)),
        DocumentKind::Jsonl => super::jsonl::read(bytes, options),
        DocumentKind::Eml => super::eml::read(bytes, options, nesting),
        DocumentKind::Msg => super::msg::read(bytes, options, nesting),
        DocumentKind::Mbox => super::mbox::read(bytes, options, nesting),
        DocumentKind::Image => one(super::image::read(bytes, options)),
        DocumentKind::Xml => super::xml::read(bytes, options),
        DocumentKind::Spreadsheet => super::sheet::read(bytes, name, options),
        DocumentKind::Zip => super::container::read_zip(bytes, options, nesting),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::office_made::{stored, zipped};
    use crate::{OcrMode, mutator};
    use proptest::prelude::*;

    fn without_ocr() -> ReadOptions {
        let mut options = ReadOptions::default();
        options.ocr.mode = OcrMode::Never;
        options
    }

    #[test]
    fn what_is_no_document_is_an_error_with_a_next_step() {
        for (bytes, name, expected) in [
            (&b""[..], "a.pdf", "delete the file"),
            (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a.doc", "save it as"),
            (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a.xls", "save it again"),
            (b"PK\x03\x04", "a.docx", "save it again"),
            (b"\0\x01\x02\x03", "a.bin", "save it as"),
        ] {
            let error = read(bytes, name, &without_ocr()).unwrap_err().to_string();
            assert!(error.contains(expected), "{name}: {error}");
        }
    }

    #[test]
    fn a_picture_without_ocr_is_unread_not_empty() {
        let document = read(b"\x89PNG\r\n\x1a\nrest", "scan.png", &without_ocr()).unwrap().remove(0);
        assert!(
            matches!(&document.pages[0].status, crate::PageStatus::Unread { reason } if reason.contains("--ocr"))
        );
    }

    const MAIL: &str = "From: Clerk <clerk@example.org>\r\nSubject: Hearing\r\nMIME-Version: 1.0\r\n\
        Content-Type: multipart/mixed; boundary=\"b\"\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nThe hearing is on May 7.\r\n\
        --b\r\nContent-Type: text/csv; name=\"fees.csv\"\r\nContent-Transfer-Encoding: base64\r\n\
        Content-Disposition: attachment; filename=\"fees.csv\"\r\n\r\nSXRlbSxGZWUKRG9nLCQ1Cg==\r\n--b--\r\n";
    const PAGE: &str = "<html><head><title>Fees</title><style>.old{display:none}</style></head><body><h1>Fees</h1>\
        <table><tr><th>Item</th><th>Fee</th></tr><tr><td rowspan=2>Dog</td><td>$5</td></tr><tr><td><s>$4</s> 1&frac12;</td></tr></table>\
        <ul><li>Open <b>daily</b><li class=old>Closed</ul></body></html>";
    const NOTES: &str = "---\ntitle: Fees\n---\n# Fees\n\n| Item | Fee |\n|---|---:|\n| Dog | ~~$4~~ $5 |\n\n1. Open[^1]\n\n[^1]: Not on Sundays.\n";
    const RECORDS: &str = "{\"text\":\"The fee is $5.\",\"title\":\"Fees\"}\n{\"text\":\"It rose.\"}\n";

    #[test]
    fn mutated_files_never_panic() {
        let word = zipped(&[
            ("[Content_Types].xml", "<Types/>"),
            (
                "word/document.xml",
                "<w:document xmlns:w='x'><w:body><w:tbl><w:tr><w:tc><w:p><w:r><w:t>Dog $5</w:t></w:r></w:p></w:tc></w:tr></w:tbl></w:body></w:document>",
            ),
        ]);
        let inner = zipped(&[("fees.md", NOTES), ("hearing.eml", MAIL)]);
        let files = [
            (stored(&word), "a.docx"),
            (word, "a.docx"),
            (stored(&inner), "a.zip"),
            (inner, "a.zip"),
            (MAIL.into(), "a.eml"),
            (PAGE.into(), "a.html"),
            (NOTES.into(), "a.md"),
            (RECORDS.into(), "a.jsonl"),
        ];
        for ((bytes, name), (other, _)) in files.iter().zip(files.iter().cycle().skip(1)) {
            assert!(read(bytes, name, &without_ocr()).is_ok(), "{name}");
            for seed in 0..500 {
                let _ = read(&mutator::mutated(bytes, other, seed), name, &without_ocr());
            }
        }
    }

    proptest! {
        #[test]
        fn never_panics(
            start in proptest::sample::select(vec![
                &b""[..], b"<html>", b"{\"text\":\"a\"}\n{", b"From: a\nDate: b\n\n", b"---\na: b\n---\n",
                b"PK\x03\x04", b"PK\x05\x06", b"II*\0", b"\xff\xfe", b"<?xml?>", b"%PDF-1.4\n",
                b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
            ]),
            bytes in proptest::collection::vec(any::<u8>(), 0..200),
            name in proptest::sample::select(vec![
                "a.txt", "a.md", "a.html", "a.docx", "a.jsonl", "a.eml", "a.pdf", "a.zip", "a.csv", "a.xls", "a.mbox", "a.msg", "a",
            ]),
        ) {
            let _ = read(&[start, &bytes].concat(), name, &without_ocr());
        }
    }
}

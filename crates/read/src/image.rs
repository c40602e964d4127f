//! Pictures: read by OCR alone.

use crate::{Document, DocumentKind, Page, PageStatus};

use super::error::ReadError;
use super::ocr::Tesseract;
use super::ocr_error::OcrError;
use super::ocr_options::OcrMode;
use super::options::ReadOptions;

/// Reads a PNG, JPEG, TIFF, BMP, GIF or WebP picture; a TIFF may hold several pages.
pub fn read(bytes: &[u8], options: &ReadOptions) -> Result<Document, ReadError> {
    let mut notes = Vec::new();
    let recognised = match options.ocr.mode {
        OcrMode::Never => Err(OcrError::SwitchedOff),
        OcrMode::Auto | OcrMode::Always => Tesseract::new(&options.ocr).pages(bytes),
    };
    let pages = match recognised {
        Ok(pages) => pages,
        Err(error) => {
            notes.push(error.to_string());
            vec![Page {
                number: 1,
                label: None,
                size: None,
                lines: Vec::new(),
                status: PageStatus::Unread { reason: error.to_string() },
                engine: "tesseract".to_owned(),
            }]
        }
    };
    Ok(Document {
        kind: DocumentKind::Image,
        title: None,
        pages,
        meta: std::collections::BTreeMap::new(),
        notes,
        law: None,
    })
}

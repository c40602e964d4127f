//! Options for reading files.

use serde::{Deserialize, Serialize};

use super::ocr_options::OcrOptions;
use super::pdf::PdfOptions;

/// Bounds that keep one file from taking the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ReadLimits {
    /// Most bytes that one part of a compressed document may unfold to. The largest `document.xml`
    /// of an ordinary thousand-page book is below 40 MB.
    pub part_bytes: u64,
    /// Most lines of one document.
    pub lines: usize,
    /// Most documents in one JSONL file.
    pub documents: usize,
    /// Largest depth of attachments within attachments that is read.
    pub attachment_depth: u8,
}

impl Default for ReadLimits {
    fn default() -> Self {
        ReadLimits { part_bytes: 128 << 20, lines: 2_000_000, documents: 1_000_000, attachment_depth: 2 }
    }
}

/// Options for reading files.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ReadOptions {
    /// PDF files. Their password is `password` below when that is set.
    pub pdf: PdfOptions,
    /// Optical character recognition.
    pub ocr: OcrOptions,
    /// Limits on reading.
    pub limits: ReadLimits,
    /// Password for encrypted files.
    pub password: Option<String>,
    /// Longest line, in characters, for formats whose paragraphs have no lines of their own
    /// (HTML, DOCX, JSONL, mail): short enough that a locator stays close to what is quoted.
    pub wrap: usize,
    /// Give a JSONL record's `proposed_text` as a document of its own, marked as proposed. Off, it
    /// is left out: it is not law.
    pub proposed: bool,
}

impl Default for ReadOptions {
    fn default() -> Self {
        ReadOptions {
            pdf: PdfOptions::default(),
            ocr: OcrOptions::default(),
            limits: ReadLimits::default(),
            password: None,
            wrap: 100,
            proposed: false,
        }
    }
}

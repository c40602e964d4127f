//! Options for reading files.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::ocr::Recogniser;
use super::pdf::PdfOptions;

/// When pages go to optical character recognition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OcrMode {
    /// Pages that hold something but no usable text.
    #[default]
    Auto,
    /// Every page that can be turned into a picture.
    Always,
    /// No page at all.
    Never,
}

/// Settings of optical character recognition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OcrOptions {
    /// Pages to recognise.
    pub mode: OcrMode,
    /// The program; a bare name is looked for on the search path.
    pub program: PathBuf,
    /// Language code of its model.
    pub language: String,
    /// Resolution at which pages are turned into pictures, dots per inch. tesseract's own advice
    /// is at least 300.
    pub dpi: u32,
    /// Longest time for one page. A letter page at 300 dpi takes 1 to 3 seconds of one core; on a
    /// machine with six times more work than cores that was over a minute.
    #[serde(with = "super::seconds")]
    pub page_time: Duration,
    /// A line below this mean word confidence (percent) is kept out: specks and rules read as
    /// letters come out at 0 to 25.
    pub min_confidence: u8,
    /// Recogniser that runs the program.
    #[serde(skip)]
    pub recogniser: Recogniser,
}

impl Default for OcrOptions {
    fn default() -> Self {
        OcrOptions {
            mode: OcrMode::Auto,
            program: PathBuf::from("tesseract"),
            language: "eng".to_owned(),
            dpi: 300,
            page_time: Duration::from_secs(120),
            min_confidence: 25,
            recogniser: Recogniser::Program,
        }
    }
}

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

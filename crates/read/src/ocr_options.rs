//! Settings of optical character recognition, and the recogniser that they name.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::ocr_error::OcrError;

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

/// Runs OCR where this process may not start programs.
pub trait Recognise: Send + Sync {
    /// Tesseract's table (TSV) for a picture file's bytes, drawn at this resolution.
    ///
    /// # Errors
    /// [`OcrError`], as from the program itself.
    fn table(&self, picture: &[u8], dpi: u32, options: &OcrOptions) -> Result<String, OcrError>;
}

/// Recogniser of text in pictures.
#[derive(Clone, Default)]
pub enum Recogniser {
    /// The program, started by this process.
    #[default]
    Program,
    /// Somebody who was given.
    Other(Arc<dyn Recognise>),
}

impl std::fmt::Debug for Recogniser {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Recogniser::Program => "Program",
            Recogniser::Other(_) => "Other",
        })
    }
}

impl PartialEq for Recogniser {
    /// Returns true: the result does not depend on the process that starts the program.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Recogniser {}

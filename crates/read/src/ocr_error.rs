//! Reasons for which a picture was not recognised.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// Why a picture was not recognised.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[non_exhaustive]
pub enum OcrError {
    /// Switched off by `--ocr never`.
    #[error("the text is a picture and OCR is switched off; run again with --ocr auto")]
    SwitchedOff,
    /// No such program.
    #[error("the text is a picture and {} is not installed; install tesseract (with its English data) and ingest again", program.display())]
    NotInstalled {
        /// Program that was looked for.
        program: PathBuf,
    },
    /// It took too long.
    #[error(
        "tesseract took longer than {seconds} s for one page; raise ocr.page_time in twolane.toml, or scan at a lower resolution"
    )]
    TimedOut {
        /// Time limit in seconds.
        seconds: u64,
    },
    /// The program failed.
    #[error("tesseract failed: {what}; check the scan by opening it, or run `tesseract` on it by hand")]
    Failed {
        /// Message of the program.
        what: String,
    },
}

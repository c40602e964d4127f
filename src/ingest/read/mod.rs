//! Readers: from a file's bytes to pages of lines.

mod blocks;
mod dispatch;
mod docx;
mod eml;
mod encoding;
mod error;
mod front_matter;
mod html;
mod image;
mod jsonl;
mod lines;
mod markdown;
mod numerals;
mod ocr;
mod options;
pub mod pdf;
mod pdf_ocr;
mod sniff;
mod text;
mod watch;

pub use dispatch::{read, read_watched};
pub use docx::read as read_docx;
pub use eml::read as read_eml;
pub use encoding::{Decoded, decode};
pub use error::ReadError;
pub use html::read as read_html;
pub use image::read as read_image;
pub use jsonl::read as read_jsonl;
pub(in crate::ingest) use lines::head;
pub use lines::{Paragraphs, wrap};
pub use markdown::read as read_markdown;
pub use ocr::{OcrError, Tesseract};
pub use options::{OcrMode, OcrOptions, ReadLimits, ReadOptions};
pub use sniff::sniff;
pub use text::read as read_text;
pub use watch::{NoWatch, SkippedPages, Watch};

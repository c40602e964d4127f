//! Readers: convert the bytes of a file to pages of lines.

mod blocks;
mod container;
mod dispatch;
mod document;
mod docx;
mod eml;
mod encoding;
mod error;
pub mod first_look;
mod front_matter;
pub mod heading;
mod html;
mod image;
mod jsonl;
mod lines;
mod markdown;
mod mbox;
mod mbox_border;
mod msg;
mod numerals;
mod ocr;
mod ocr_error;
mod ocr_options;
mod ocr_program;
mod odt;
mod office_properties;
mod options;
mod package;
pub mod pdf;
mod pdf_ocr;
mod pptx;
mod rtf;
mod scripts;
mod seconds;
mod sheet;
mod sniff;
mod struck;
mod text;
mod text_layout;
mod watch;
mod xml;
mod xml_stream;

// Fixtures and the mutator are those of the tests of the whole program.
#[cfg(test)]
#[path = "../../../tests/support/mutator.rs"]
mod mutator;
#[cfg(test)]
#[path = "../../../tests/support/office.rs"]
mod office_made;

pub use dispatch::{read, read_docx, read_watched};
pub use document::{Document, DocumentKind, LawMarks, MarkedParagraph, MarkedPart, Page, PageStatus};
pub use encoding::{Decoded, decode};
pub use error::ReadError;
pub use heading::heading_level;
pub use html::read as read_html;
pub use image::read as read_image;
pub use jsonl::read as read_jsonl;
pub use lines::head;
pub use lines::{Paragraphs, wrap};
pub use markdown::read as read_markdown;
pub use ocr::{Tesseract, waits_for_ocr};
pub use ocr_error::OcrError;
pub use ocr_options::{OcrMode, OcrOptions, Recognise, Recogniser};
pub use ocr_program::{Launch, run_tesseract};
pub use options::{ReadLimits, ReadOptions};
pub use sniff::sniff;
pub use text::read as read_text;
pub use watch::{NoWatch, SkippedPages, Watch};
pub use xml::read as read_xml;

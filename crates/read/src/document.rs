//! Result of reading a file: pages of lines, without interpretation.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use twolane_text::Line;

/// The format of a file, by content first and name second.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DocumentKind {
    /// Portable Document Format.
    Pdf,
    /// HTML of any age.
    Html,
    /// Markdown as CommonMark defines it.
    Markdown,
    /// Plain text without markup.
    Text,
    /// Office Open XML text.
    Docx,
    /// Office Open XML presentation.
    Pptx,
    /// Text document of OpenDocument (ODT).
    Odt,
    /// Rich Text Format.
    Rtf,
    /// JSON Lines, one document a line.
    Jsonl,
    /// An e-mail message.
    Eml,
    /// An e-mail message that Outlook saved.
    Msg,
    /// A mailbox of e-mail messages; of its own it has only messages that were not read.
    Mbox,
    /// A picture, readable only by OCR.
    Image,
    /// XML that is no web page.
    Xml,
    /// A table of a spreadsheet program: XLSX, XLS, ODS, CSV or TSV.
    Spreadsheet,
    /// A ZIP archive of documents; of its own it has only members that were not read.
    Zip,
}

/// One document as a reader saw it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Document {
    /// Format of the file.
    pub kind: DocumentKind,
    /// Title that the document itself states (metadata, first heading).
    pub title: Option<String>,
    /// Pages in order. A format without pages has one page with number 0.
    pub pages: Vec<Page>,
    /// Metadata that the document states of itself (front matter, JSONL fields, PDF info, mail
    /// headers), by the field names of `sources.toml`.
    pub meta: BTreeMap<String, String>,
    /// Things worth telling a person that did not stop the reading.
    pub notes: Vec<String>,
    /// Structure of law that the format itself marks; `None` where only the text can show it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub law: Option<LawMarks>,
}

impl Document {
    /// Stands for a part of a file that could not be read: a line, an attachment. It is kept like
    /// any document, so that every run reports it until the file is mended.
    pub fn unread(kind: DocumentKind, title: String, reason: String) -> Self {
        let page = Page {
            number: 0,
            label: None,
            size: None,
            lines: Vec::new(),
            status: PageStatus::Unread { reason },
            engine: String::new(),
        };
        Document {
            kind,
            title: Some(title),
            pages: vec![page],
            meta: BTreeMap::new(),
            notes: Vec::new(),
            law: None,
        }
    }
}

/// Parts of a document of law that its format names. Lines are indices over all pages, end
/// exclusive.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LawMarks {
    /// The section's own words.
    pub body: Range<u32>,
    /// The acts that made and changed it.
    pub history: Range<u32>,
    /// Paragraphs of the body with their labels; empty where the text has to tell them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub paragraphs: Vec<MarkedParagraph>,
    /// Citations in the body that are marked as links.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<String>,
    /// Sections that the document names as its parts without having their text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<MarkedPart>,
    /// Number of the publisher's notes on the section (amendments, cross-references, decisions) that the
    /// reader left out or put behind the section's own words.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub notes_left_out: u32,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde's form.
fn is_zero(n: &u32) -> bool {
    *n == 0
}

/// A paragraph of law as its format marks it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MarkedParagraph {
    /// Labels from the section down.
    pub path: Vec<String>,
    /// Its lines. A label that first occurs with this paragraph is at the start of its first line.
    pub lines: Range<u32>,
    /// True for a row of a table, which is never joined with the paragraphs around it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_row: bool,
}

/// A section that a table of contents places.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MarkedPart {
    /// Number of the section (`39-101`).
    pub number: String,
    /// Names of the enclosing parts, outermost first.
    pub hierarchy: Vec<String>,
}

/// One page as a reader saw it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Page {
    /// From 1; 0 in a format without pages.
    pub number: u32,
    /// Label printed by the document for this page ("iv", "A-3"), when it differs from the number.
    pub label: Option<String>,
    /// Width and height in points, as displayed.
    pub size: Option<(f32, f32)>,
    /// Lines in reading order, numbered from 1.
    pub lines: Vec<Line>,
    /// Result of reading the page.
    pub status: PageStatus,
    /// Name of the reader that gave these lines ("hayro", "tesseract", "html").
    pub engine: String,
}

/// Result of reading a page. A page with nothing on it is `Blank`; a page with content that was not
/// read is `Unread`, never silently empty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "status", rename_all = "lowercase")]
pub enum PageStatus {
    /// Text came from the file's own text.
    Read,
    /// Text came from optical character recognition.
    Ocr,
    /// Nothing is on it.
    Blank,
    /// Something is on it that could not be read.
    Unread {
        /// Why, and what would help.
        reason: String,
    },
}

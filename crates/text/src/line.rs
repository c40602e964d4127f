//! The smallest addressable piece of a source.

use bitflags::bitflags;
use serde::{Deserialize, Serialize};

/// A box on a page: `[x0, y0, x1, y1]` in points (1/72 inch), origin at the top left, y down,
/// relative to the visible (cropped, rotated) page.
pub type Bounds = [f32; 4];

bitflags! {
    /// Properties of a line in addition to its text.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
    pub struct LineFlags: u32 {
        /// Repeats in the same place on most pages (running head or foot).
        const RUNNING_HEAD = 1;
        /// Consists only of the page's number.
        const PAGE_NUMBER = 1 << 1;
        /// A row of a table. Two spaces separate its cells. An empty cell between two others therefore
        /// appears as four spaces, and a row with an empty first cell begins with two.
        const TABLE_ROW = 1 << 2;
        /// Read by optical character recognition.
        const OCR = 1 << 3;
        /// Not visible to a reader of the page (render mode 3, white, tiny, off the page).
        const HIDDEN = 1 << 4;
        /// Set in bold or a heavier weight throughout.
        const BOLD = 1 << 5;
        /// First line of a paragraph, if the layout shows it.
        const PARAGRAPH_START = 1 << 6;
        /// An item of a list (bullet or number).
        const LIST_ITEM = 1 << 7;
        /// Runs in another direction than the page's main text.
        const ROTATED = 1 << 8;
        /// Header row of a table.
        const TABLE_HEAD = 1 << 9;
        /// Has an instruction to a language model; see [`instructions_in`](super::instructions_in).
        const INSTRUCTION = 1 << 10;
        /// A row of a table without values, or a caption: it labels the rows below it.
        const TABLE_GROUP = 1 << 11;
        /// First line of a table, so that neighbouring tables stay apart.
        const TABLE_START = 1 << 12;
        /// Struck through as a whole. Struck words within a line are enclosed in `~~` and `~~`.
        const STRUCK = 1 << 13;
        /// A footnote or endnote; its text begins with its mark (`⁴` or `[4]`).
        const FOOTNOTE = 1 << 14;
    }
}

/// One line of a source.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// Page, from 1; 0 in a source without pages.
    pub page: u32,
    /// Number of the line on its page (in the source if there are no pages), from 1.
    pub number: u32,
    /// Text in NFC without line breaks; two spaces separate the cells of a table row.
    pub text: String,
    /// Position on the page, if the format has pages.
    #[serde(rename = "box", default, skip_serializing_if = "Option::is_none")]
    pub bounds: Option<Bounds>,
    /// Font size in points; 0 if unknown.
    #[serde(default)]
    pub size: f32,
    /// Properties in addition to the text.
    #[serde(default)]
    pub flags: LineFlags,
    /// Heading level, 1 (title) to 6; `None` for text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heading: Option<u8>,
    /// Mean word confidence of OCR in percent; `None` for text without OCR.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<u8>,
}

impl Line {
    /// Creates a plain line without layout.
    pub fn plain(page: u32, number: u32, text: impl Into<String>) -> Self {
        Line {
            page,
            number,
            text: text.into(),
            bounds: None,
            size: 0.0,
            flags: LineFlags::empty(),
            heading: None,
            confidence: None,
        }
    }

    /// Returns true if the line is page furniture that is not part of any sentence.
    pub fn is_furniture(&self) -> bool {
        self.flags.intersects(LineFlags::RUNNING_HEAD | LineFlags::PAGE_NUMBER)
    }
}

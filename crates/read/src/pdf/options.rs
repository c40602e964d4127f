//! Options for reading PDF files.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::SkippedPages;

/// Everything that can be set about reading a PDF file.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PdfOptions {
    /// Password to try after the empty one.
    pub password: Option<String>,
    /// Bounds on what one file may cost.
    pub limits: PdfLimits,
    /// Rules for joining glyphs into words, lines and columns.
    pub layout: LayoutOptions,
    /// When a page's text counts as text.
    pub quality: QualityOptions,
    /// Pages that are given as unread without being touched.
    pub skip: Vec<SkippedPages>,
}

/// Bounds on what one file may cost. Reaching one is reported in the document's notes or in the
/// page's status; it never loses pages silently.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PdfLimits {
    /// Pages of a document; a longer one is refused.
    pub pages: usize,
    /// Glyphs of a page; the page ends there.
    pub glyphs_per_page: usize,
    /// Bytes of text of a document; later pages are reported as unread.
    pub text_bytes: usize,
    /// Time for one page.
    #[serde(with = "crate::seconds")]
    pub time_per_page: Duration,
    /// Time for the document.
    #[serde(with = "crate::seconds")]
    pub time: Duration,
    /// Bytes that a page's content stream may inflate to.
    pub content_bytes: u64,
    /// Stack of the interpreting thread, in bytes.
    pub stack_bytes: usize,
}

impl Default for PdfLimits {
    fn default() -> Self {
        PdfLimits {
            // The longest statute book at hand has some 3,000 pages.
            pages: 20_000,
            // The densest ordinary page seen (a map) has 40,000; a flood of 300,000 took 1.2 s.
            glyphs_per_page: 300_000,
            // 10,000 dense pages of 5,000 bytes.
            text_bytes: 64 << 20,
            // A form bomb was stopped after 6 s; ordinary pages take 3 ms, the slowest seen 0.4 s.
            time_per_page: Duration::from_secs(8),
            // 10,000 ordinary pages take about 30 s.
            time: Duration::from_secs(120),
            // Ordinary page contents stay below 20 MB; memory of a worker is some 2 GB.
            content_bytes: 256 << 20,
            // Deeply nested objects overflow the usual 2 MB; untouched stack costs no memory.
            stack_bytes: 64 << 20,
        }
    }
}

/// Rules for joining glyphs into words, lines and columns. Lengths are in em of the text concerned.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LayoutOptions {
    /// A wider gap between two glyphs is a space.
    pub space: f32,
    /// A wider gap between two words parts cells.
    pub cell_gap: f32,
    /// Baselines nearer than this are one row.
    pub baseline: f32,
    /// Narrowest gutter between columns that all their rows must leave free.
    pub gutter: f32,
    /// Fewest rows on each side of a gutter.
    pub column_rows: usize,
    /// Mean letters of a row on each side of a gutter for the sides to be prose; less is a table.
    pub prose_letters: f32,
    /// Text in this size (points) or smaller counts as hidden.
    pub hidden_size: f32,
    /// Vertical stems of at least this width are bold.
    pub bold_stem: f32,
}

impl Default for LayoutOptions {
    fn default() -> Self {
        LayoutOptions {
            // Spaces of common fonts are 0.25 to 0.28 em and may be squeezed to 0.2; kerning stays
            // below 0.1.
            space: 0.18,
            // Justified lines stretch spaces to about 1 em at worst.
            cell_gap: 1.6,
            // Half of the usual rise of a superscript.
            baseline: 0.25,
            // Newspaper gutters are 1 to 2 em wide.
            gutter: 0.8,
            column_rows: 4,
            // Numbers and short names stay below, a narrow newspaper column has 25.
            prose_letters: 16.0,
            hidden_size: 1.0,
            // Regular weights have stems of 0.07 to 0.1 em, bold ones of 0.115 to 0.16.
            bold_stem: 0.108,
        }
    }
}

/// When a page's text counts as text. Shares are 0 to 1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct QualityOptions {
    /// Largest share of replacement characters and of glyphs without Unicode.
    pub replaced: f32,
    /// Smallest share of letters and digits among the characters that are not spaces.
    pub letters: f32,
    /// Smallest share of Latin words that look like words of a language.
    pub wordlike: f32,
    /// Fewest words from which the share of wordlike ones is judged.
    pub words: usize,
    /// Share of the page that pictures must cover before a page with little text counts as a scan.
    pub scan_cover: f32,
    /// Letters and digits below which a page covered by pictures counts as a scan.
    pub scan_letters: usize,
}

impl Default for QualityOptions {
    fn default() -> Self {
        QualityOptions {
            // Above a fifth nothing on the page can be quoted with confidence.
            replaced: 0.2,
            // Dot leaders and rules of underscores push forms down to 0.3.
            letters: 0.2,
            // Ordinary pages, tables of names too, stay above 0.6; wrong encodings below 0.3.
            wordlike: 0.4,
            words: 12,
            scan_cover: 0.5,
            // A page number, a stamp or a fax head over a scan.
            scan_letters: 40,
        }
    }
}

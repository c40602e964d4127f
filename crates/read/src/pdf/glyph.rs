//! Glyphs as they were drawn.

use super::geometry::Rect;

/// Where a glyph's text comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TextSource {
    /// The file states it (ToUnicode, glyph names, `ActualText`).
    Stated,
    /// The font's own table or a predefined character collection.
    Derived,
    /// The character code was taken for the character.
    Assumed,
    /// No text is known.
    Missing,
}

/// A drawn glyph. Places are in points of the visible page, y down.
#[derive(Debug, Clone)]
pub(super) struct Glyph {
    /// Bytes of [`PageContent::text`].
    pub text: std::ops::Range<usize>,
    pub x: f32,
    pub y: f32,
    /// Unit vector along which the text runs.
    pub direction: (f32, f32),
    /// Advance of the pen, in points.
    pub advance: f32,
    /// Font size in points as displayed.
    pub size: f32,
    /// Width of vertical stems in em; `None` when the glyph has none or can't say.
    pub stem: Option<f32>,
    /// Can't be seen by a reader of the page.
    pub hidden: bool,
    /// Drawn with render mode 3: an OCR layer when it lies on a picture, else hidden.
    pub invisible: bool,
    /// Samples of its body that were painted over, one bit each.
    pub cover: u32,
    /// Painted over after it was drawn.
    pub covered: bool,
    /// A thin line runs through its middle.
    pub struck: bool,
    /// A thin line runs right below it.
    pub underlined: bool,
    pub source: TextSource,
}

impl Glyph {
    /// Places in the letter's body at which it is looked at.
    pub const SAMPLES: u32 = 24;

    /// Places in the letter's body, from the baseline to the height of a small letter.
    pub fn samples(&self) -> impl Iterator<Item = (f32, f32)> + use<> {
        let ((dx, dy), (x, y), advance, size) = (self.direction, (self.x, self.y), self.advance, self.size);
        (0..24u8).map(move |index| {
            let along = advance * (f32::from(index % 6) + 0.5) / 6.0;
            let up = 0.5 * size * (f32::from(index / 6) + 0.5) / 4.0;
            (x + dx * along + dy * up, y + dy * along - dx * up)
        })
    }
}

/// Content that a page draws.
#[derive(Debug, Clone, Default)]
pub(super) struct PageContent {
    /// Width and height of the visible page, upright, in points.
    pub size: (f32, f32),
    pub glyphs: Vec<Glyph>,
    /// Text of all glyphs.
    pub text: String,
    /// Boxes of the pictures drawn.
    pub pictures: Vec<Rect>,
    /// Upright lines and edges: the borders of cells.
    pub rules: Vec<Rule>,
    /// Number of shapes drawn, apart from text and pictures.
    pub drawings: usize,
    /// A limit ended the page early; which one.
    pub cut: Option<Cut>,
}

/// An upright line on the page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Rule {
    pub x: f32,
    pub y0: f32,
    pub y1: f32,
}

/// Why a page was not read to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cut {
    Glyphs,
    Time,
    Stopped,
}

impl PageContent {
    pub fn text_of(&self, glyph: &Glyph) -> &str {
        self.text.get(glyph.text.clone()).unwrap_or("")
    }

    /// Share of the page under pictures, 0 to 1; overlapping pictures count once by the largest.
    pub fn picture_cover(&self) -> f32 {
        let page = Rect { x0: 0.0, y0: 0.0, x1: self.size.0, y1: self.size.1 };
        let area = page.area();
        if area <= 0.0 {
            return 0.0;
        }
        // A grid of cells: scans come as strips and tiles, often overlapping.
        const CELLS: u16 = 24;
        let mut covered = 0u16;
        let (width, height) = (self.size.0 / f32::from(CELLS), self.size.1 / f32::from(CELLS));
        for row in 0..CELLS {
            for column in 0..CELLS {
                let (x, y) = ((f32::from(column) + 0.5) * width, (f32::from(row) + 0.5) * height);
                if self.pictures.iter().any(|p| p.contains(x, y)) {
                    covered += 1;
                }
            }
        }
        f32::from(covered) / f32::from(CELLS * CELLS)
    }
}

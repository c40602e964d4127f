//! From glyphs to words, in the order they were drawn.
//!
//! Words are made before anything is sorted: sorting glyphs by place would mix strings that
//! overlap, such as cells padded with spaces.

use std::collections::HashMap;

use super::geometry::{Frame, whole};
use super::glyph::{Glyph, PageContent};
use super::options::LayoutOptions;
use super::script::{OFF_BASELINE, SMALLER, Script};

/// Glyphs drawn together without a space, in the frame of their direction.
#[derive(Debug, Clone)]
pub(super) struct Word {
    pub text: String,
    pub x0: f32,
    pub x1: f32,
    /// Position of the baseline.
    pub y: f32,
    pub size: f32,
    /// Number of the string of words drawn one after the other, and the place in it.
    pub sequence: (u32, u32),
    /// A space was drawn before it.
    pub space_before: bool,
    /// Set in a heavy font.
    pub bold: bool,
    /// Letters that were drawn twice.
    pub doubled: usize,
    /// Drawn invisibly over a picture, as OCR layers are.
    pub ocr: bool,
    /// Raised or lowered against its neighbour; found when rows are made.
    pub script: Script,
    /// True if the word is struck through.
    pub struck: bool,
}

impl Word {
    pub fn letters(&self) -> usize {
        self.text.chars().filter(|c| c.is_alphabetic()).count()
    }

    /// Looks bold, by its font or by being drawn twice.
    pub fn is_bold(&self) -> bool {
        self.bold || self.doubled * 2 > self.text.chars().count()
    }

    pub fn top(&self) -> f32 {
        self.y - 0.8 * self.size
    }

    pub fn bottom(&self) -> f32 {
        self.y + 0.2 * self.size
    }
}

/// Makes words of glyphs that run in one direction.
pub(super) fn words(
    content: &PageContent,
    glyphs: &[&Glyph],
    frame: Frame,
    ocr: bool,
    options: &LayoutOptions,
) -> Vec<Word> {
    let mut builder = Builder { words: Vec::new(), open: None, number: 0, after_space: false };
    let mut doubles = Doubles::default();
    for glyph in glyphs {
        let text = content.text_of(glyph);
        let (x, y) = frame.enter(glyph.x, glyph.y);
        if text.is_empty() {
            continue;
        }
        if text.chars().all(char::is_whitespace) {
            builder.space(x, y, glyph);
            continue;
        }
        if doubles.seen(text, x, y, glyph.size) {
            builder.embolden(x, y);
            continue;
        }
        builder.add(text, x, y, glyph, ocr, options);
    }
    builder.close();
    builder.words
}

/// The combining form of an accent that is a character of its own.
fn combining(text: &str) -> Option<char> {
    Some(match text {
        "\u{60}" => '\u{300}',
        "\u{B4}" => '\u{301}',
        "\u{2C6}" => '\u{302}',
        "\u{2DC}" => '\u{303}',
        "\u{A8}" => '\u{308}',
        "\u{2DA}" => '\u{30A}',
        "\u{2C7}" => '\u{30C}',
        "\u{B8}" => '\u{327}',
        _ => return None,
    })
}

struct Builder {
    words: Vec<Word>,
    open: Option<Open>,
    /// Number of the current string of neighbouring words.
    number: u32,
    after_space: bool,
}

struct Open {
    word: Word,
    stems: u32,
    bold_stems: u32,
}

impl Builder {
    fn space(&mut self, _x: f32, y: f32, glyph: &Glyph) {
        // A space elsewhere says nothing of the words around it in the stream.
        let near = self
            .open
            .as_ref()
            .map(|open| &open.word)
            .or(self.words.last())
            .is_some_and(|word| (word.y - y).abs() < 0.5 * glyph.size.max(word.size));
        self.close();
        self.after_space = near;
    }

    /// A letter drawn twice makes its word look bold.
    fn embolden(&mut self, x: f32, y: f32) {
        let here = |word: &Word| {
            (word.y - y).abs() < 0.3 * word.size && x >= word.x0 - 0.2 * word.size && x <= word.x1
        };
        if let Some(open) = self.open.as_mut().filter(|open| here(&open.word)) {
            open.word.doubled += 1;
        } else if let Some(word) = self.words.iter_mut().rev().take(100).find(|word| here(word)) {
            word.doubled += 1;
        }
    }

    fn add(&mut self, text: &str, x: f32, y: f32, glyph: &Glyph, ocr: bool, options: &LayoutOptions) {
        let end = x + glyph.advance;
        if let Some(open) = &mut self.open {
            let word = &mut open.word;
            let em = word.size.min(glyph.size);
            let gap = x - word.x1;
            let level = (y - word.y).abs() <= options.baseline * em;
            let alike = glyph.size < word.size * 1.3 && word.size < glyph.size * 1.3;
            // A mark of nearly the size of its word stands off the baseline.
            let script = em < SMALLER * word.size.max(glyph.size)
                && (y - word.y).abs() > OFF_BASELINE * word.size.max(glyph.size);
            if level
                && !script
                && word.struck == glyph.struck
                && alike
                && gap <= options.space * em
                && gap >= -0.5 * em
                && x >= word.x0
            {
                // An accent drawn over the letter before it; one set after a letter begins where it ends.
                match combining(text).filter(|_| x + 0.5 * glyph.advance < word.x1 - 0.05 * em) {
                    Some(accent) => word.text.push(accent),
                    None => word.text.push_str(text),
                }
                word.x1 = word.x1.max(end);
                open.count(glyph, options);
                return;
            }
        }
        self.close();
        let neighbour = self.words.last().is_some_and(|last| {
            (last.y - y).abs() <= options.baseline * last.size.max(glyph.size)
                && x >= last.x1 - 0.5 * last.size.max(glyph.size)
        });
        let place = match self.words.last() {
            Some(last) if neighbour => last.sequence.1 + 1,
            _ => {
                self.number += 1;
                0
            }
        };
        let mut open = Open {
            word: Word {
                text: text.to_owned(),
                x0: x.min(end),
                x1: x.max(end),
                y,
                size: glyph.size,
                sequence: (self.number, place),
                space_before: self.after_space && neighbour,
                bold: false,
                doubled: 0,
                ocr: ocr && glyph.invisible,
                script: Script::Level,
                struck: glyph.struck,
            },
            stems: 0,
            bold_stems: 0,
        };
        open.count(glyph, options);
        self.open = Some(open);
        self.after_space = false;
    }

    fn close(&mut self) {
        if let Some(mut open) = self.open.take() {
            open.word.bold = open.bold_stems * 2 > open.stems;
            self.words.push(open.word);
        }
    }
}

impl Open {
    fn count(&mut self, glyph: &Glyph, options: &LayoutOptions) {
        if let Some(stem) = glyph.stem {
            self.stems += 1;
            self.bold_stems += u32::from(stem >= options.bold_stem);
        }
    }
}

/// Glyphs met so far by place. A second one on the same spot makes a letter look bold, or is the
/// outline of one that is filled and stroked.
#[derive(Default)]
struct Doubles {
    seen: HashMap<(i32, i32, char), (f32, f32)>,
}

impl Doubles {
    fn seen(&mut self, text: &str, x: f32, y: f32, size: f32) -> bool {
        let Some(first) = text.chars().next() else { return false };
        let near = 0.15 * size;
        // Cells of half an em: a double lies in the same or a neighbouring one.
        let cell = (0.5 * size).max(0.5);
        let (column, row) = (whole(x / cell), whole(y / cell));
        for dx in -1..=1 {
            for dy in -1..=1 {
                let key = (column.saturating_add(dx), row.saturating_add(dy), first);
                if let Some((px, py)) = self.seen.get(&key)
                    && (px - x).abs() <= near
                    && (py - y).abs() <= near
                {
                    return true;
                }
            }
        }
        self.seen.insert((column, row, first), (x, y));
        false
    }
}

//! Thin lines through text and under it.

use super::area::{Area, Thin};
use super::geometry::Rect;
use super::glyph::Glyph;

/// A line is thinner than this, in points, and longer.
const THICKEST: f32 = 2.5;

/// Lines and areas that are kept of a page.
const MOST: usize = 4000;

/// Heights over the baseline, in em, at which a line strikes letters.
const STRUCK: std::ops::RangeInclusive<f32> = 0.12..=0.46;

/// Heights at which a line underlines letters.
const UNDERLINED: std::ops::RangeInclusive<f32> = -0.25..=0.0;

/// The thin lines of a page.
#[derive(Default)]
pub(super) struct Strikes {
    /// Lines, each with its place in the order of drawing.
    lines: Vec<(usize, Thin)>,
    /// Opaque areas, each with the number of lines that were drawn before it.
    lids: Vec<(usize, Area)>,
}

impl Strikes {
    /// Adds the thin ones of some lines, cut to a clip.
    pub fn add(&mut self, lines: impl FnOnce() -> Vec<Thin>, clip: &Rect) {
        let count = self.lines.len();
        if count < MOST {
            let lines = lines().into_iter().filter(|line| line.is_thin(THICKEST));
            self.lines.extend((count..MOST).zip(lines.filter_map(|line| line.within(clip))));
        }
    }

    /// Lays an opaque area over the lines so far.
    pub fn bury(&mut self, area: impl FnOnce() -> Option<Area>) {
        if !self.lines.is_empty() && self.lids.len() < MOST {
            self.lids.extend(area().map(|area| (self.lines.len(), area)));
        }
    }

    /// Marks the glyphs that a line runs through or under.
    pub fn mark(mut self, glyphs: &mut [Glyph]) {
        self.lines.sort_by(|a, b| a.1.top().total_cmp(&b.1.top()));
        let level: Vec<_> = self.lines.iter().copied().filter(|(_, line)| line.is_level()).collect();
        for glyph in glyphs {
            let (size, middle) = (glyph.size, 0.5 * glyph.advance);
            let (dx, dy) = glyph.direction;
            let lines = if dy.abs() <= 0.02 && dx > 0.0 {
                let first = level.partition_point(|(_, line)| line.top() < glyph.y - size);
                let last = level.partition_point(|(_, line)| line.top() < glyph.y + size);
                level.get(first..last).unwrap_or(&[])
            } else {
                &self.lines
            };
            for (order, line) in lines {
                let Some(height) = line.over((glyph.x, glyph.y), (dx, dy), middle) else { continue };
                let share = height / size.max(0.01);
                let (is_struck, is_underlined) = (STRUCK.contains(&share), UNDERLINED.contains(&share));
                let place = (glyph.x + dx * middle + dy * height, glyph.y + dy * middle - dx * height);
                if (is_struck || is_underlined) && !self.is_buried(*order, place) {
                    glyph.struck |= is_struck;
                    glyph.underlined |= is_underlined;
                }
            }
        }
    }

    /// True when a line does not show at a place, though text may that was drawn on the area over it.
    fn is_buried(&self, order: usize, (x, y): (f32, f32)) -> bool {
        let first = self.lids.partition_point(|(before, _)| *before <= order);
        self.lids.iter().skip(first).any(|(_, lid)| lid.contains(x, y))
    }
}

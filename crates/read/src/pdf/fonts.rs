//! Weight of glyphs, measured from their outlines.
//!
//! Font names and descriptors state a weight only sometimes, and not for every kind of font; the
//! width of a letter's vertical stem says it for all of them.

use std::collections::HashMap;

use hayro_interpret::font::OutlineGlyph;
use hayro_interpret::kurbo::{BezPath, PathEl, Point, flatten};

use super::geometry::single;

/// Letters with a plain vertical stem at half the height of a lower-case letter.
const STEMMED: &str = "bdfhiklmnpqrtuBDEFHIKLNPRTU1";

/// Stem widths of the glyphs met so far, by glyph.
#[derive(Default)]
pub(super) struct Stems {
    known: HashMap<u128, Option<f32>>,
}

impl Stems {
    /// Width of the glyph's vertical stem in em, when the character has one.
    pub fn of(&mut self, glyph: &OutlineGlyph, text: &str) -> Option<f32> {
        let mut characters = text.chars();
        let first = characters.next()?;
        if characters.next().is_some() || !STEMMED.contains(first) {
            return None;
        }
        *self
            .known
            .entry(glyph.identifier().cache_key())
            .or_insert_with(|| stem_width(&glyph.outline(), 250.0).map(|w| w / 1000.0))
    }
}

/// Width of the narrowest stretch of ink on a horizontal line, in the outline's units.
fn stem_width(outline: &BezPath, y: f64) -> Option<f32> {
    let mut crossings: Vec<(f64, i32)> = Vec::new();
    let mut start = Point::ZERO;
    let mut last = Point::ZERO;
    let mut cross = |a: Point, b: Point| {
        if (a.y <= y) != (b.y <= y) {
            let x = a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x);
            crossings.push((x, if a.y < b.y { 1 } else { -1 }));
        }
    };
    flatten(outline, 4.0, |element| match element {
        PathEl::MoveTo(p) => {
            cross(last, start);
            start = p;
            last = p;
        }
        PathEl::LineTo(p) => {
            cross(last, p);
            last = p;
        }
        PathEl::ClosePath => {
            cross(last, start);
            last = start;
        }
        PathEl::QuadTo(..) | PathEl::CurveTo(..) => {}
    });
    cross(last, start);
    crossings.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut winding, mut from, mut narrowest) = (0, 0.0, None::<f64>);
    for (x, turn) in crossings {
        if winding == 0 {
            from = x;
        }
        winding += turn;
        let width = x - from;
        // Slivers come from overlapping contours.
        if winding == 0 && width > 15.0 {
            narrowest = Some(narrowest.map_or(width, |n| n.min(width)));
        }
    }
    narrowest.map(single)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hayro_interpret::kurbo::{Rect, Shape};

    #[test]
    fn measures_the_narrower_stem() {
        let mut outline = Rect::new(50.0, 0.0, 150.0, 700.0).to_path(0.1);
        outline.extend(Rect::new(300.0, 0.0, 380.0, 700.0).path_elements(0.1));
        assert_eq!(stem_width(&outline, 250.0), Some(80.0));
        assert_eq!(stem_width(&outline, 900.0), None);
        assert_eq!(stem_width(&BezPath::new(), 250.0), None);
    }
}

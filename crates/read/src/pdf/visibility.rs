//! Visibility of a glyph to a reader of the page.

use hayro_interpret::Paint;
use hayro_interpret::pattern::Pattern;

use super::area::Area;
use super::geometry::Rect;

/// Red, green, blue, each 0 to 1.
pub(super) type Colour = [f32; 3];

/// Largest distance of two colours at which text in one can't be seen on the other. Grey text that
/// is meant to be read keeps more distance.
const SAME: f32 = 0.04;

/// Areas painted last are looked at first; what lies further back than this is no backdrop of text
/// that is drawn now.
const REMEMBERED: usize = 512;

/// Areas painted so far that are large enough to carry text.
#[derive(Default)]
pub(super) struct Backdrop {
    /// `None` stands for something of many colours.
    areas: Vec<(Area, Option<Colour>)>,
}

impl Backdrop {
    /// False for rules and dots, which carry no text.
    pub fn counts(bounds: &Rect) -> bool {
        bounds.y1 - bounds.y0 >= 3.0 && bounds.x1 - bounds.x0 >= 3.0
    }

    pub fn paint(&mut self, area: Area, colour: Option<Colour>) {
        if !Self::counts(&area.bounds) {
            return;
        }
        if self.areas.len() >= 2 * REMEMBERED {
            self.areas.drain(..REMEMBERED);
        }
        self.areas.push((area, colour));
    }

    /// True when text of this colour at this place has the colour of what is behind it.
    pub fn swallows(&self, colour: Colour, (x, y): (f32, f32)) -> bool {
        let behind = self.areas.iter().rev().find(|(area, _)| area.contains(x, y));
        match behind {
            None => alike(colour, [1.0; 3]),
            Some((_, Some(behind))) => alike(colour, *behind),
            Some((_, None)) => false,
        }
    }
}

fn alike(a: Colour, b: Colour) -> bool {
    a.iter().zip(b).all(|(a, b)| (a - b).abs() <= SAME)
}

/// True when a paint is at least this opaque all over.
pub(super) fn is_opaque(paint: &Paint<'_>, least: f32) -> bool {
    match paint {
        Paint::Color(color) => color.to_rgba().components().last().is_some_and(|alpha| *alpha >= least),
        Paint::Pattern(pattern) => {
            matches!(&**pattern, Pattern::Shading(shading) if shading.opacity >= least)
        }
    }
}

/// Colour and opacity of a paint; `None` for a pattern.
pub(super) fn colour(paint: &Paint<'_>) -> Option<(Colour, f32)> {
    match paint {
        Paint::Color(color) => {
            let [red, green, blue, alpha] = color.to_rgba().components();
            Some(([red, green, blue], alpha))
        }
        Paint::Pattern(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_is_seen_on_dark_only() {
        let mut backdrop = Backdrop::default();
        let white = [1.0; 3];
        assert!(backdrop.swallows(white, (50.0, 50.0)));
        backdrop.paint(Area::of(Rect { x0: 0.0, y0: 0.0, x1: 100.0, y1: 100.0 }), Some([0.1, 0.1, 0.4]));
        assert!(!backdrop.swallows(white, (50.0, 50.0)));
        assert!(backdrop.swallows(white, (150.0, 50.0)));
        assert!(!backdrop.swallows([0.0; 3], (50.0, 50.0)));
        backdrop.paint(Area::of(Rect { x0: 0.0, y0: 0.0, x1: 100.0, y1: 100.0 }), None);
        assert!(!backdrop.swallows(white, (50.0, 50.0)));
    }
}

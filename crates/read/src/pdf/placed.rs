//! Places of the glyphs of a run.

use hayro_interpret::kurbo::{Affine, Point, Vec2};

/// Places of a run's glyphs before their advances are known.
pub(super) struct Placed {
    pub origin: Point,
    pub along: Vec2,
    /// Length of an em across the line and along it, in points.
    pub em: (f64, f64),
    pub advance: f64,
}

/// Finds the place of a glyph; `None` when it has none on a page.
pub(super) fn place(transform: Affine, advance: Option<f32>, vertical: bool) -> Option<Placed> {
    let [a, b, c, d, e, f] = transform.as_coeffs();
    let x = Vec2::new(a, b) * 1000.0;
    let y = Vec2::new(c, d) * 1000.0;
    let (along, across) = if vertical { (-y, x) } else { (x, y) };
    let em = (across.hypot(), along.hypot());
    if !(em.0 + em.1 + e + f).is_finite() || em.0 > 1e6 || e.abs() > 1e7 || f.abs() > 1e7 {
        return None;
    }
    if em.1 <= 1e-9 {
        return None;
    }
    let advance = if vertical { 1.0 } else { f64::from(advance.unwrap_or(500.0)) / 1000.0 };
    Some(Placed { origin: Point::new(e, f), along: along / em.1, em, advance })
}

/// Decides whether advances scale with the em along the line or across it: for a substituted font
/// the matrix holds a stretch that the stated advance does not know of. The scale that fits the
/// steps of the pen is right.
pub(super) fn scales_across(placed: &[Option<Placed>]) -> bool {
    let (mut along, mut across) = (0.0, 0.0);
    for pair in placed.windows(2) {
        if let [Some(a), Some(b)] = pair {
            let step = (b.origin - a.origin).dot(a.along);
            along += (step - a.advance * a.em.1).abs();
            across += (step - a.advance * a.em.0).abs();
        }
    }
    across < along * 0.8
}

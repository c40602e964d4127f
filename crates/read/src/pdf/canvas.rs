//! A grey canvas: shapes filled by scan lines, pictures sampled.

use hayro_interpret::FillRule;
use hayro_interpret::kurbo::{Affine, BezPath, PathEl, Point, Rect, flatten};

use super::geometry::single;

/// Scan lines per pixel row.
const SUBROWS: u8 = 3;

/// Grey pixels, 255 white, row by row from the top.
pub(super) struct Canvas {
    pub width: u32,
    pub height: u32,
    pub pixels: Vec<u8>,
    /// Boxes that drawing is confined to; the last one counts.
    clips: Vec<Rect>,
}

impl Canvas {
    pub fn white(width: u32, height: u32) -> Self {
        let count = usize::try_from(u64::from(width) * u64::from(height)).unwrap_or(0);
        Canvas { width, height, pixels: vec![255; count], clips: Vec::new() }
    }

    pub fn push_clip(&mut self, clip: Rect) {
        let clip = self.clip().intersect(clip);
        self.clips.push(clip);
    }

    pub fn pop_clip(&mut self) {
        self.clips.pop();
    }

    pub fn clip(&self) -> Rect {
        let whole = Rect::new(0.0, 0.0, f64::from(self.width), f64::from(self.height));
        self.clips.last().copied().unwrap_or(whole)
    }

    fn row(&mut self, y: u32) -> Option<&mut [u8]> {
        let start = usize::try_from(u64::from(y) * u64::from(self.width)).ok()?;
        let width = usize::try_from(self.width).ok()?;
        self.pixels.get_mut(start..start.checked_add(width)?)
    }

    /// Fills a path with a grey of some opacity (0 to 1).
    pub fn fill(&mut self, path: &BezPath, rule: FillRule, grey: u8, opacity: f32) {
        let edges = edges(path);
        let clip = self.clip();
        let top = edges.iter().map(|e| e.0.y.min(e.1.y)).fold(f64::MAX, f64::min).max(clip.y0);
        let bottom = edges.iter().map(|e| e.0.y.max(e.1.y)).fold(f64::MIN, f64::max).min(clip.y1);
        if edges.is_empty() || top >= bottom {
            return;
        }
        let (first, last) = (pixel(top, self.height), pixel(bottom, self.height));
        let mut coverage: Vec<f32> = Vec::new();
        for y in first..=last {
            coverage.clear();
            coverage.resize(usize::try_from(self.width).unwrap_or(0), 0.0);
            for sub in 0..SUBROWS {
                let at = f64::from(y) + (f64::from(sub) + 0.5) / f64::from(SUBROWS);
                if at < clip.y0 || at > clip.y1 {
                    continue;
                }
                for (from, to) in spans(&edges, at, rule) {
                    cover(&mut coverage, from.max(clip.x0), to.min(clip.x1), 1.0 / f32::from(SUBROWS));
                }
            }
            if let Some(row) = self.row(y) {
                for (pixel, covered) in row.iter_mut().zip(&coverage) {
                    blend(pixel, grey, covered.min(1.0) * opacity);
                }
            }
        }
    }

    /// Draws a picture whose pixels `at` gives (grey and opacity) and whose pixel grid `transform`
    /// takes to the canvas. Each canvas pixel takes the mean of a few samples.
    pub fn picture(
        &mut self,
        transform: Affine,
        size: (u32, u32),
        opacity: f32,
        at: impl Fn(u32, u32) -> Option<(u8, f32)>,
    ) {
        let bounds = transform.transform_rect_bbox(Rect::new(0.0, 0.0, f64::from(size.0), f64::from(size.1)));
        let area = bounds.intersect(self.clip());
        if area.width() <= 0.0 || area.height() <= 0.0 || transform.determinant().abs() < 1e-12 {
            return;
        }
        let inverse = transform.inverse();
        let scale = inverse.determinant().abs().sqrt();
        // As many samples along a side as picture pixels fall on a canvas pixel.
        let samples: u8 = if scale > 3.0 {
            4
        } else if scale > 1.5 {
            2
        } else {
            1
        };
        let (x0, x1) = (pixel(area.x0, self.width), pixel(area.x1, self.width));
        for y in pixel(area.y0, self.height)..=pixel(area.y1, self.height) {
            let Some(row) = self.row(y) else { continue };
            for x in x0..=x1 {
                let (mut grey, mut weight) = (0.0, 0.0);
                for sy in 0..samples {
                    for sx in 0..samples {
                        let offset = |s: u8| (f64::from(s) + 0.5) / f64::from(samples);
                        let p = inverse * Point::new(f64::from(x) + offset(sx), f64::from(y) + offset(sy));
                        if p.x >= 0.0
                            && p.y >= 0.0
                            && p.x < f64::from(size.0)
                            && p.y < f64::from(size.1)
                            && let Some((value, alpha)) = at(pixel(p.x, size.0), pixel(p.y, size.1))
                        {
                            grey += f32::from(value) * alpha;
                            weight += alpha;
                        }
                    }
                }
                let all = f32::from(samples) * f32::from(samples);
                let target = usize::try_from(x).ok().and_then(|x| row.get_mut(x));
                if let (Some(target), true) = (target, weight > 0.0) {
                    blend(target, level(grey / weight), weight / all * opacity);
                }
            }
        }
    }
}

/// The pixel that a place falls into, within `0..limit`.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // saturates within the canvas
fn pixel(place: f64, limit: u32) -> u32 {
    (place.max(0.0) as u32).min(limit.saturating_sub(1))
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // clamped to a byte
pub(super) fn level(grey: f32) -> u8 {
    grey.round().clamp(0.0, 255.0) as u8
}

fn blend(pixel: &mut u8, grey: u8, share: f32) {
    if share > 0.0 {
        *pixel = level(f32::from(*pixel) * (1.0 - share) + f32::from(grey) * share);
    }
}

/// Adds coverage to the pixels between two places, in part at the ends.
fn cover(coverage: &mut [f32], from: f64, to: f64, amount: f32) {
    if to <= from {
        return;
    }
    let limit = u32::try_from(coverage.len()).unwrap_or(u32::MAX);
    for x in pixel(from, limit)..=pixel(to, limit) {
        let share = (to.min(f64::from(x) + 1.0) - from.max(f64::from(x))).clamp(0.0, 1.0);
        if let Some(value) = usize::try_from(x).ok().and_then(|x| coverage.get_mut(x)) {
            *value += single(share) * amount;
        }
    }
}

fn edges(path: &BezPath) -> Vec<(Point, Point)> {
    let mut edges = Vec::new();
    let (mut start, mut last) = (Point::ZERO, Point::ZERO);
    let mut add = |a: Point, b: Point| {
        if a.y != b.y && a.is_finite() && b.is_finite() {
            edges.push((a, b));
        }
    };
    flatten(path, 0.2, |element| match element {
        PathEl::MoveTo(p) => {
            add(last, start);
            (start, last) = (p, p);
        }
        PathEl::LineTo(p) => {
            add(last, p);
            last = p;
        }
        PathEl::ClosePath => {
            add(last, start);
            last = start;
        }
        PathEl::QuadTo(..) | PathEl::CurveTo(..) => {}
    });
    add(last, start);
    edges
}

/// Stretches of a horizontal line that lie inside the shape.
fn spans(edges: &[(Point, Point)], y: f64, rule: FillRule) -> Vec<(f64, f64)> {
    let mut crossings: Vec<(f64, i32)> = edges
        .iter()
        .filter(|(a, b)| (a.y <= y) != (b.y <= y))
        .map(|(a, b)| (a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x), if a.y < b.y { 1 } else { -1 }))
        .collect();
    crossings.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut out, mut winding, mut from) = (Vec::new(), 0, 0.0);
    let inside = |winding: i32| match rule {
        FillRule::NonZero => winding != 0,
        FillRule::EvenOdd => winding % 2 != 0,
    };
    for (x, turn) in crossings {
        let before = inside(winding);
        winding += turn;
        match (before, inside(winding)) {
            (false, true) => from = x,
            (true, false) => out.push((from, x)),
            _ => {}
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use hayro_interpret::kurbo::Shape;

    #[test]
    fn fills_and_clips() {
        let mut canvas = Canvas::white(10, 10);
        canvas.push_clip(Rect::new(0.0, 0.0, 5.0, 10.0));
        canvas.fill(&Rect::new(2.0, 2.0, 8.0, 8.0).to_path(0.1), FillRule::NonZero, 0, 1.0);
        let at = |x: usize, y: usize| canvas.pixels[y * 10 + x];
        assert_eq!((at(3, 4), at(6, 4), at(1, 4), at(3, 9)), (0, 255, 255, 255));
    }

    #[test]
    fn samples_turned_pictures() {
        let mut canvas = Canvas::white(4, 4);
        // A picture of two pixels, black and white, turned by 90 degrees over the whole canvas.
        let turn = Affine::new([0.0, 2.0, -4.0, 0.0, 4.0, 0.0]);
        canvas.picture(turn, (2, 1), 1.0, |x, _| Some((if x == 0 { 0 } else { 255 }, 1.0)));
        assert_eq!(canvas.pixels, [[0u8; 8], [255; 8]].concat());
    }
}

//! Filled areas of a page and thin lines across it.

use hayro_interpret::FillRule;
use hayro_interpret::kurbo::{Affine, BezPath, PathEl, Point, Shape, Vec2, flatten};

use super::geometry::{Rect, single};

/// Edges of an area; one of more is a drawing that neither hides text nor backs it.
const MOST_EDGES: usize = 500;

/// A place in points of the visible page.
type Place = (f32, f32);

/// An area of the page: a box, or a shape within its box.
#[derive(Debug, Clone)]
pub(super) struct Area {
    pub bounds: Rect,
    /// Edges of the shape; empty when it fills its box.
    edges: Vec<(Place, Place)>,
    rule: FillRule,
}

impl Area {
    pub fn of(bounds: Rect) -> Self {
        Area { bounds, edges: Vec::new(), rule: FillRule::NonZero }
    }

    /// The area that a path fills on the page; `None` when it has too many edges.
    pub fn filled(path: &BezPath, rule: FillRule) -> Option<Self> {
        if path.elements().len() > MOST_EDGES {
            return None;
        }
        let bounds = path.bounding_box();
        let parts = subpaths(path);
        if let [part] = parts.as_slice()
            && extent(part) >= 0.999 * bounds.area()
        {
            return Some(Area::of(Rect::of(bounds)));
        }
        let mut edges = Vec::new();
        for corners in parts {
            edges.extend(sides(&corners).map(|(a, b)| (place(a), place(b))));
            if edges.len() > MOST_EDGES {
                return None;
            }
        }
        Some(Area { bounds: Rect::of(bounds), edges, rule })
    }

    /// The area that the straight parts of a stroked path fill.
    pub fn stroked(path: &BezPath, transform: Affine, width: f64, reach: f64) -> Option<Self> {
        let mut outline = BezPath::new();
        for (a, b) in segments(path) {
            let along = b - a;
            if along.hypot() <= 0.0 {
                continue;
            }
            let along = along / along.hypot();
            let side = Vec2::new(-along.y, along.x) * (width / 2.0);
            let (a, b) = (a - along * reach, b + along * reach);
            outline.move_to(a + side);
            outline.line_to(b + side);
            outline.line_to(b - side);
            outline.line_to(a - side);
            outline.close_path();
        }
        Area::filled(&(transform * outline), FillRule::NonZero)
    }

    /// The part of the area in a box.
    pub fn within(self, bounds: Rect) -> Self {
        Area { bounds, ..self }
    }

    /// True when the area fills its box.
    pub fn is_box(&self) -> bool {
        self.edges.is_empty()
    }

    pub fn contains(&self, x: f32, y: f32) -> bool {
        if !self.bounds.contains(x, y) || self.edges.is_empty() {
            return self.bounds.contains(x, y);
        }
        let mut winding = 0;
        for &((ax, ay), (bx, by)) in &self.edges {
            if (ay <= y) != (by <= y) && ax + (y - ay) / (by - ay) * (bx - ax) > x {
                winding += if ay < by { 1 } else { -1 };
            }
        }
        match self.rule {
            FillRule::NonZero => winding != 0,
            FillRule::EvenOdd => winding % 2 != 0,
        }
    }
}

/// A thin straight line on the page.
#[derive(Debug, Clone, Copy)]
pub(super) struct Thin {
    from: Place,
    to: Place,
    width: f32,
}

impl Thin {
    /// Thin lines that the straight parts of a stroked path draw.
    pub fn stroked(path: &BezPath, transform: Affine, width: f64) -> Vec<Thin> {
        let width = single(width * transform.determinant().abs().sqrt());
        let lines = segments(path).into_iter().take(MOST_EDGES);
        lines.map(|(a, b)| Thin { from: place(transform * a), to: place(transform * b), width }).collect()
    }

    /// The boxes of a filled path that are thin enough to be lines.
    pub fn filled(path: &BezPath) -> Vec<Thin> {
        if path.elements().len() > MOST_EDGES {
            return Vec::new();
        }
        subpaths(path).iter().filter_map(|corners| thin_box(corners)).collect()
    }

    /// Returns the part of the line within a box of the page; `None` when it lies outside the box.
    pub fn within(self, clip: &Rect) -> Option<Thin> {
        let (mut line, bounds) = (self, self.bounds());
        let open = Rect { x0: clip.x0 - 0.1, y0: clip.y0 - 0.1, x1: clip.x1 + 0.1, y1: clip.y1 + 0.1 };
        if bounds.x1 < open.x0 || bounds.x0 > open.x1 || bounds.y1 < open.y0 || bounds.y0 > open.y1 {
            return None;
        }
        if self.is_level() {
            (line.from.0, line.to.0) =
                (self.from.0.clamp(clip.x0, clip.x1), self.to.0.clamp(clip.x0, clip.x1));
        }
        Some(line)
    }

    fn bounds(&self) -> Rect {
        let ((ax, ay), (bx, by)) = (self.from, self.to);
        Rect { x0: ax.min(bx), y0: ay.min(by), x1: ax.max(bx), y1: ay.max(by) }
    }

    pub fn is_level(&self) -> bool {
        (self.to.1 - self.from.1).abs() <= 0.01 * (self.to.0 - self.from.0).abs()
    }

    pub fn is_thin(&self, thickest: f32) -> bool {
        let length = (self.to.0 - self.from.0).hypot(self.to.1 - self.from.1);
        self.width < thickest && length > thickest
    }

    /// Height of the line's top on the page.
    pub fn top(&self) -> f32 {
        self.from.1.min(self.to.1)
    }

    /// Height of the line's middle over a place, seen by text that runs along a unit vector from
    /// `(x, y)`; `None` when the line does not run along the text there.
    pub fn over(&self, (x, y): Place, (dx, dy): Place, at: f32) -> Option<f32> {
        let enter = |(px, py): Place| ((px - x) * dx + (py - y) * dy, (px - x) * dy - (py - y) * dx);
        let (mut a, mut b) = (enter(self.from), enter(self.to));
        if a.0 > b.0 {
            std::mem::swap(&mut a, &mut b);
        }
        let (run, rise) = (b.0 - a.0, b.1 - a.1);
        if run <= 0.0 || rise.abs() > 0.1 * run || at < a.0 || at > b.0 {
            return None;
        }
        Some(a.1 + rise * (at - a.0) / run)
    }
}

/// The middle line of a box, when these are the corners of one.
fn thin_box(corners: &[Point]) -> Option<Thin> {
    let longest = sides(corners).map(|(a, b)| (a, b - a)).max_by(|a, b| a.1.hypot().total_cmp(&b.1.hypot()));
    let (origin, longest) = longest.filter(|side| side.1.hypot() > 0.0)?;
    let along = longest / longest.hypot();
    let across = Vec2::new(-along.y, along.x);
    let (mut u, mut v) = ((f64::MAX, f64::MIN), (f64::MAX, f64::MIN));
    for corner in corners {
        let (run, rise) = ((*corner - origin).dot(along), (*corner - origin).dot(across));
        u = (u.0.min(run), u.1.max(run));
        v = (v.0.min(rise), v.1.max(rise));
    }
    let middle = origin + across * ((v.0 + v.1) / 2.0);
    (extent(corners) >= 0.8 * (u.1 - u.0) * (v.1 - v.0)).then(|| Thin {
        from: place(middle + along * u.0),
        to: place(middle + along * u.1),
        width: single(v.1 - v.0),
    })
}

/// Sides of a closed shape, from corner to corner.
fn sides(corners: &[Point]) -> impl Iterator<Item = (Point, Point)> + use<'_> {
    let ends = corners.iter().skip(1).chain(corners.first());
    corners.iter().copied().zip(ends.copied())
}

/// The area within the sides of a closed shape.
fn extent(corners: &[Point]) -> f64 {
    let Some(origin) = corners.first() else { return 0.0 };
    sides(corners).map(|(a, b)| (a - *origin).cross(b - *origin)).sum::<f64>().abs() / 2.0
}

fn place(point: Point) -> Place {
    (single(point.x), single(point.y))
}

/// Corners of each part of a path, curves as chains of short edges.
fn subpaths(path: &BezPath) -> Vec<Vec<Point>> {
    let mut parts: Vec<Vec<Point>> = Vec::new();
    flatten(path, 0.2, |element| match element {
        PathEl::MoveTo(point) => parts.push(vec![point]),
        PathEl::LineTo(point) => {
            if let Some(part) = parts.last_mut().filter(|_| point.is_finite()) {
                part.push(point);
            }
        }
        _ => {}
    });
    parts.retain(|part| part.iter().all(|point| point.is_finite()));
    parts
}

/// Straight parts of a path.
fn segments(path: &BezPath) -> Vec<(Point, Point)> {
    let (mut start, mut last) = (Point::ZERO, Point::ZERO);
    let mut out = Vec::new();
    for element in path.elements().iter().take(MOST_EDGES) {
        let to = match *element {
            PathEl::MoveTo(point) => {
                (start, last) = (point, point);
                continue;
            }
            PathEl::LineTo(point) => {
                out.push((last, point));
                point
            }
            PathEl::ClosePath => {
                out.push((last, start));
                start
            }
            PathEl::QuadTo(_, point) | PathEl::CurveTo(_, _, point) => point,
        };
        last = to;
    }
    out.retain(|(a, b)| a.is_finite() && b.is_finite() && a != b);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A path of SVG.
    fn path(svg: &str) -> BezPath {
        BezPath::from_svg(svg).unwrap()
    }

    #[test]
    fn frames_are_hollow() {
        let frame = path("M0 0H100V100H0Z M10 10H90V90H10Z");
        let area = Area::filled(&frame, FillRule::EvenOdd).unwrap();
        assert!(area.contains(5.0, 50.0) && !area.contains(50.0, 50.0) && !area.contains(101.0, 50.0));
        let solid = Area::filled(&frame, FillRule::NonZero).unwrap();
        assert!(solid.contains(50.0, 50.0));
    }

    #[test]
    fn strokes_fill_what_they_cross() {
        let area = Area::stroked(&path("M10 10L50 10L50 40"), Affine::IDENTITY, 6.0, 0.0).unwrap();
        assert!(area.contains(30.0, 12.0) && area.contains(48.0, 30.0));
        assert!(!area.contains(30.0, 20.0) && !area.contains(9.0, 10.0));
    }

    #[test]
    fn thin_boxes_are_lines() {
        let lines = Thin::filled(&path("M0 10H80V11H0Z M0 20H80V60H0Z"));
        let thin: Vec<&Thin> = lines.iter().filter(|line| line.is_thin(2.5)).collect();
        assert_eq!(thin.len(), 1);
        assert_eq!(thin[0].over((0.0, 13.0), (1.0, 0.0), 40.0), Some(2.5));
        assert_eq!(thin[0].over((0.0, 13.0), (1.0, 0.0), 90.0), None);
        assert_eq!(thin[0].over((0.0, 13.0), (0.0, -1.0), 2.0), None);
    }
}

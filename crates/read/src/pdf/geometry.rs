//! Small geometry: page places in points, y down.

/// An upright rectangle, `x0 <= x1` and `y0 <= y1`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Rect {
    pub x0: f32,
    pub y0: f32,
    pub x1: f32,
    pub y1: f32,
}

impl Rect {
    pub fn of(rect: hayro_interpret::kurbo::Rect) -> Self {
        Rect {
            x0: single(rect.x0.min(rect.x1)),
            y0: single(rect.y0.min(rect.y1)),
            x1: single(rect.x0.max(rect.x1)),
            y1: single(rect.y0.max(rect.y1)),
        }
    }

    pub fn contains(&self, x: f32, y: f32) -> bool {
        x >= self.x0 && x <= self.x1 && y >= self.y0 && y <= self.y1
    }

    pub fn intersect(&self, other: &Rect) -> Rect {
        let (x0, y0) = (self.x0.max(other.x0), self.y0.max(other.y0));
        Rect { x0, y0, x1: self.x1.min(other.x1).max(x0), y1: self.y1.min(other.y1).max(y0) }
    }

    pub fn area(&self) -> f32 {
        (self.x1 - self.x0).max(0.0) * (self.y1 - self.y0).max(0.0)
    }
}

/// A frame in which text of one direction runs along +u, its lines stacked along +v.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Frame {
    cos: f32,
    sin: f32,
}

impl Frame {
    /// The frame of text that runs along `(dx, dy)`, a unit vector.
    pub fn along(dx: f32, dy: f32) -> Self {
        Frame { cos: dx, sin: dy }
    }

    pub fn enter(&self, x: f32, y: f32) -> (f32, f32) {
        (x * self.cos + y * self.sin, y * self.cos - x * self.sin)
    }

    pub fn leave(&self, u: f32, v: f32) -> (f32, f32) {
        (u * self.cos - v * self.sin, u * self.sin + v * self.cos)
    }

    /// The upright box around a box of this frame.
    pub fn leave_box(&self, inner: Rect) -> Rect {
        let corners = [
            self.leave(inner.x0, inner.y0),
            self.leave(inner.x1, inner.y0),
            self.leave(inner.x0, inner.y1),
            self.leave(inner.x1, inner.y1),
        ];
        let mut outer = Rect { x0: f32::MAX, y0: f32::MAX, x1: f32::MIN, y1: f32::MIN };
        for (x, y) in corners {
            outer.x0 = outer.x0.min(x);
            outer.y0 = outer.y0.min(y);
            outer.x1 = outer.x1.max(x);
            outer.y1 = outer.y1.max(y);
        }
        outer
    }
}

/// To single precision; a page's places need no more.
#[allow(clippy::cast_possible_truncation)] // saturates, and places past 1e38 are refused later
pub(super) fn single(value: f64) -> f32 {
    value as f32
}

/// To a whole number; `NaN` gives 0, what is out of range the nearest.
#[allow(clippy::cast_possible_truncation)] // saturating is what is wanted
pub(super) fn whole(value: f32) -> i32 {
    value.round() as i32
}

/// The median; 0 of nothing.
pub(super) fn median(mut values: Vec<f32>) -> f32 {
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

/// The lower quartile; 0 of nothing.
pub(super) fn lower_quartile(mut values: Vec<f32>) -> f32 {
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 4).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_turn_there_and_back() {
        for (dx, dy) in [(1.0, 0.0), (0.0, 1.0), (0.0, -1.0), (-1.0, 0.0), (0.6, 0.8)] {
            let frame = Frame::along(dx, dy);
            let (u, v) = frame.enter(30.0, 40.0);
            let (x, y) = frame.leave(u, v);
            assert!((x - 30.0).abs() < 1e-4 && (y - 40.0).abs() < 1e-4);
        }
    }

    #[test]
    fn text_upwards_stacks_to_the_right() {
        let frame = Frame::along(0.0, -1.0);
        let (first, second) = (frame.enter(10.0, 500.0), frame.enter(22.0, 500.0));
        assert!(second.1 > first.1);
        assert!(frame.enter(10.0, 400.0).0 > first.0);
    }
}

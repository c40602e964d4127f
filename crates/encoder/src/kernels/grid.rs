//! Matrix of f32 rows.

use std::ops::Range;

use super::line::{Line, WORDS};

/// Rows of f32, each padded to a multiple of 32 so that a product can write whole panels.
#[derive(Debug, Default)]
pub(crate) struct Grid {
    lines: Vec<Line>,
    stride: usize,
    rows: usize,
}

impl Grid {
    /// Sets the shape; the contents are unspecified afterwards. Memory grows and never shrinks.
    pub(crate) fn shape(&mut self, rows: usize, width: usize) {
        self.stride = width.max(1).next_multiple_of(2 * WORDS);
        self.rows = rows;
        let lines = rows.saturating_mul(self.stride / WORDS);
        if self.lines.len() < lines {
            self.lines.resize(lines, Line::default());
        }
    }

    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the distance between the starts of two rows, in numbers.
    pub(super) fn stride(&self) -> usize {
        self.stride
    }

    /// Returns all rows, padding included.
    pub(super) fn values(&self) -> &[f32] {
        let lines = self.lines.get(..self.rows.saturating_mul(self.stride / WORDS)).unwrap_or_default();
        bytemuck::cast_slice(lines)
    }

    /// Returns all rows mutably, padding included.
    pub(super) fn values_mut(&mut self) -> &mut [f32] {
        let lines = self.lines.get_mut(..self.rows.saturating_mul(self.stride / WORDS)).unwrap_or_default();
        bytemuck::cast_slice_mut(lines)
    }

    /// Returns a row with its padding; empty if it does not exist.
    pub(crate) fn row(&self, row: usize) -> &[f32] {
        let start = row.saturating_mul(self.stride);
        self.values().get(start..start.saturating_add(self.stride)).unwrap_or_default()
    }

    /// Returns a row mutably, with its padding; empty if it does not exist.
    pub(crate) fn row_mut(&mut self, row: usize) -> &mut [f32] {
        let (start, stride) = (row.saturating_mul(self.stride), self.stride);
        self.values_mut().get_mut(start..start.saturating_add(stride)).unwrap_or_default()
    }

    /// Returns a column range of some rows; skips rows that do not exist.
    pub(super) fn parts(
        &self,
        rows: Range<usize>,
        columns: Range<usize>,
    ) -> impl ExactSizeIterator<Item = &[f32]> {
        let end = rows.end.min(self.rows);
        let all = self.values();
        (rows.start.min(end)..end).map(move |row| {
            let start = row.saturating_mul(self.stride);
            let columns = columns.start.min(self.stride)..columns.end.min(self.stride);
            all.get(start.saturating_add(columns.start)..start.saturating_add(columns.end))
                .unwrap_or_default()
        })
    }
}

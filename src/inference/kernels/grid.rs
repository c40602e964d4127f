//! Rows of f32.

use std::ops::Range;

use super::line::{Line, WORDS};

/// Rows of numbers, each padded to a multiple of 32 so that a product can write whole panels.
#[derive(Debug, Default)]
pub(crate) struct Grid {
    lines: Vec<Line>,
    stride: usize,
    rows: usize,
}

impl Grid {
    /// Gives it this shape; what it holds afterwards is not said. Grows, and never shrinks.
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

    /// Numbers between the beginnings of two rows.
    pub(super) fn stride(&self) -> usize {
        self.stride
    }

    /// All rows, padding included.
    pub(super) fn values(&self) -> &[f32] {
        let lines = self.lines.get(..self.rows.saturating_mul(self.stride / WORDS)).unwrap_or_default();
        bytemuck::cast_slice(lines)
    }

    /// The same, to write to.
    pub(super) fn values_mut(&mut self) -> &mut [f32] {
        let lines = self.lines.get_mut(..self.rows.saturating_mul(self.stride / WORDS)).unwrap_or_default();
        bytemuck::cast_slice_mut(lines)
    }

    /// A row with its padding; empty where there is none.
    pub(crate) fn row(&self, row: usize) -> &[f32] {
        let start = row.saturating_mul(self.stride);
        self.values().get(start..start.saturating_add(self.stride)).unwrap_or_default()
    }

    /// The same, to write to.
    pub(crate) fn row_mut(&mut self, row: usize) -> &mut [f32] {
        let (start, stride) = (row.saturating_mul(self.stride), self.stride);
        self.values_mut().get_mut(start..start.saturating_add(stride)).unwrap_or_default()
    }

    /// Parts of some rows; those that do not exist are left out.
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

//! Left operands, stored as rows of words.

use std::ops::Range;

use super::fill;
use super::grid::Grid;
use super::kernel::{Format, Kernel};
use super::line::{Line, WORDS};

/// Rows of an operand in a kernel's format.
#[derive(Debug, Default)]
pub(crate) struct Left {
    lines: Vec<Line>,
    /// Number of lines per row.
    stride: usize,
    rows: usize,
    /// Scale of each row's integers; 1 in other formats.
    scales: Vec<f32>,
}

/// Number of rows that a kernel may read at once, beyond the operand's own end.
pub(super) const ROWS_AT_ONCE: usize = 32;

impl Left {
    /// Allocates rows of this many numbers.
    pub(super) fn shape(&mut self, format: Format, rows: usize, width: usize) {
        self.stride = lines_of(format, width);
        self.rows = rows;
        let lines = rows.next_multiple_of(ROWS_AT_ONCE).saturating_mul(self.stride);
        if self.lines.len() < lines {
            self.lines.resize(lines, Line::default());
        }
        if self.scales.len() < rows {
            self.scales.resize(rows, 0.0);
        }
    }

    /// Converts a column range of a grid's rows to the kernel's format.
    pub(crate) fn fill(&mut self, kernel: Kernel, grid: &Grid, rows: Range<usize>, columns: Range<usize>) {
        self.shape(kernel.format, rows.len(), columns.len());
        fill::fill(kernel, grid, rows, columns, &mut self.lines, self.stride, &mut self.scales);
    }

    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of lines per row.
    pub(super) fn stride(&self) -> usize {
        self.stride
    }

    /// Returns the rows, followed by the padding that [`ROWS_AT_ONCE`] may read.
    pub(super) fn lines(&self) -> &[Line] {
        &self.lines
    }

    pub(super) fn scales(&self) -> &[f32] {
        &self.scales
    }

    /// Returns each row mutably with its scale.
    pub(super) fn rows_mut(&mut self) -> impl Iterator<Item = (&mut [Line], &mut f32)> {
        self.lines.chunks_exact_mut(self.stride.max(1)).zip(&mut self.scales).take(self.rows)
    }
}

/// Returns the number of lines for a row of `width` numbers.
pub(super) fn lines_of(format: Format, width: usize) -> usize {
    width.div_ceil(format.per_word().saturating_mul(WORDS)).max(1)
}

//! Right operands, stored as panels of 32 columns.

use std::ops::Range;

use super::columns::{Columns, PANEL};
use super::fill;
use super::grid::Grid;
use super::kernel::{Format, Kernel, limit_of_values};
use super::left::lines_of;
use super::line::{Line, WORDS};

/// A matrix with `rows of the left` x columns, packed for a kernel. Panels follow each other; each has the
/// first words of its 32 columns, then the second ones, and so on.
#[derive(Debug, Default)]
pub(crate) struct Right {
    lines: Vec<Line>,
    /// Number of words per column.
    steps: usize,
    columns: Vec<Columns>,
    panels: usize,
    width: usize,
    /// One column, before it is distributed over its panel.
    column: Vec<Line>,
}

impl Right {
    /// Packs weights in a model's file layout: a row of `into` numbers for each output, and a bias.
    pub(crate) fn of_weights(kernel: Kernel, weights: &[f32], into: usize, bias: &[f32]) -> Self {
        let mut right = Self::default();
        right.fill_columns(kernel, weights.chunks_exact(into.max(1)), into);
        let places = right.columns.iter_mut().flat_map(|columns| &mut columns.bias);
        places.zip(bias).for_each(|(place, bias)| *place = *bias);
        right
    }

    /// Packs a part of each grid row as a column: keys, for products with queries.
    pub(crate) fn fill_keys(
        &mut self,
        kernel: Kernel,
        grid: &Grid,
        rows: Range<usize>,
        columns: Range<usize>,
    ) {
        self.fill_columns(kernel, grid.parts(rows, columns.clone()), columns.len());
    }

    /// Packs a part of a grid without transposing: values, which a softmax weights.
    pub(crate) fn fill_values(
        &mut self,
        kernel: Kernel,
        grid: &Grid,
        rows: Range<usize>,
        columns: Range<usize>,
    ) {
        let kernel = Kernel { limit: limit_of_values(rows.len()), ..kernel };
        self.shape(kernel.format, columns.len(), rows.len());
        let stride = self.steps.saturating_mul(2);
        let panels = self.columns.get_mut(..self.panels).unwrap_or_default();
        fill::fill_values(kernel, grid, rows, columns, &mut self.lines, stride, panels);
    }

    fn fill_columns<'a>(
        &mut self,
        kernel: Kernel,
        rows: impl ExactSizeIterator<Item = &'a [f32]>,
        into: usize,
    ) {
        self.shape(kernel.format, rows.len(), into);
        let mut column = std::mem::take(&mut self.column);
        let panel_words = self.steps.saturating_mul(PANEL).max(1);
        let lines_of_panel = panel_words / WORDS;
        for (n, row) in rows.enumerate() {
            let (scale, sum) = fill::fill_column(kernel, row, &mut column);
            let (panel, place) = (n / PANEL, n % PANEL);
            if let Some(columns) = self.columns.get_mut(panel) {
                if let Some(slot) = columns.scale.get_mut(place) {
                    *slot = scale;
                }
                if let Some(slot) = columns.begin.get_mut(place) {
                    // Zero is stored as 128 on the left.
                    *slot = if kernel.format == Format::Bytes { sum.wrapping_mul(-128) } else { 0 };
                }
            }
            let start = panel.saturating_mul(lines_of_panel);
            let lines = self.lines.get_mut(start..start.saturating_add(lines_of_panel)).unwrap_or_default();
            let words: &[u32] = bytemuck::cast_slice(&column);
            let places = bytemuck::cast_slice_mut::<Line, u32>(lines).iter_mut().skip(place).step_by(PANEL);
            places.zip(words).for_each(|(place, word)| *place = *word);
        }
        self.column = column;
    }

    /// Allocates `width` columns of `into` numbers.
    fn shape(&mut self, format: Format, width: usize, into: usize) {
        let lines = lines_of(format, into);
        self.steps = lines.saturating_mul(WORDS);
        self.width = width;
        self.panels = width.div_ceil(PANEL);
        let all = self.panels.saturating_mul(self.steps).saturating_mul(2);
        if self.lines.len() < all {
            self.lines.resize(all, Line::default());
        }
        if self.columns.len() < self.panels {
            self.columns.resize(self.panels, Columns::default());
        }
        if self.column.len() != lines {
            self.column.resize(lines, Line::default());
        }
    }

    /// Returns the number of columns.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// Returns the number of words per column, a multiple of 16.
    pub(super) fn steps(&self) -> usize {
        self.steps
    }

    /// Returns each panel's lines, two per step, with its columns.
    pub(super) fn panels(&self) -> impl Iterator<Item = (&[Line], &Columns)> {
        self.lines.chunks_exact(self.steps.saturating_mul(2).max(1)).zip(&self.columns).take(self.panels)
    }
}

//! Conversion of numbers to the words of an operand. Safe code, compiled once for each register width.

use std::ops::Range;

use super::at_level::at_level;
use super::columns::{Columns, PANEL};
use super::grid::Grid;
use super::kernel::{Format, Kernel};
use super::line::Line;
use super::math::{bf16, magnitude, whole};

at_level! {
    /// Converts a column range of a grid's rows to the kernel's format: `stride` lines and a scale for each row.
    pub(super) fn fill(kernel.level; kernel: Kernel, grid: &Grid, rows: Range<usize>, columns: Range<usize>, lines: &mut [Line], stride: usize, scales: &mut [f32]) = fill_rows
}

at_level! {
    /// Fills one column of a right operand; returns its scale and the sum of its integers.
    pub(super) fn fill_column(kernel.level; kernel: Kernel, numbers: &[f32], words: &mut [Line]) -> (f32, i32) = fill_one_column
}

at_level! {
    /// Copies a part of a grid to the panels of a right operand, each of `stride` lines.
    pub(super) fn fill_values(kernel.level; kernel: Kernel, grid: &Grid, rows: Range<usize>, columns: Range<usize>, lines: &mut [Line], stride: usize, panels: &mut [Columns]) = fill_panels
}

#[inline(always)]
fn fill_rows<const FMA: bool>(
    kernel: Kernel,
    grid: &Grid,
    rows: Range<usize>,
    columns: Range<usize>,
    lines: &mut [Line],
    stride: usize,
    scales: &mut [f32],
) {
    let places = lines.chunks_exact_mut(stride.max(1)).zip(scales);
    for (row, (words, scale)) in grid.parts(rows, columns).zip(places) {
        // Zero is stored as 128 in the bytes of the left operand.
        *scale = fill_words(kernel, row, 128, words);
    }
}

#[inline(always)]
fn fill_one_column<const FMA: bool>(kernel: Kernel, numbers: &[f32], words: &mut [Line]) -> (f32, i32) {
    let scale = fill_words(kernel, numbers, 0, words);
    let sum = match kernel.format {
        Format::Bytes => bytemuck::cast_slice::<Line, i8>(words).iter().map(|x| i32::from(*x)).sum(),
        _ => 0,
    };
    (scale, sum)
}

/// Writes the numbers in the kernel's format, followed by zeros; returns their scale.
#[inline(always)]
fn fill_words(kernel: Kernel, numbers: &[f32], zero: u8, words: &mut [Line]) -> f32 {
    match kernel.format {
        Format::F32 => {
            let out: &mut [u32] = bytemuck::cast_slice_mut(words);
            let (used, rest) = out.split_at_mut(numbers.len().min(out.len()));
            used.iter_mut().zip(numbers).for_each(|(out, x)| *out = x.to_bits());
            rest.fill(0);
            1.0
        }
        Format::Bf16 => {
            let out: &mut [u16] = bytemuck::cast_slice_mut(words);
            let (used, rest) = out.split_at_mut(numbers.len().min(out.len()));
            used.iter_mut().zip(numbers).for_each(|(out, x)| *out = bf16(*x));
            rest.fill(0);
            1.0
        }
        Format::Shorts => {
            let (factor, scale) = factor_and_scale(magnitude(numbers), kernel.limit);
            let out: &mut [u16] = bytemuck::cast_slice_mut(words);
            let (used, rest) = out.split_at_mut(numbers.len().min(out.len()));
            for (out, x) in used.iter_mut().zip(numbers) {
                *out = low_half(whole(x * factor));
            }
            rest.fill(0);
            scale
        }
        Format::Bytes => {
            let (factor, scale) = factor_and_scale(magnitude(numbers), kernel.limit);
            let out: &mut [u8] = bytemuck::cast_slice_mut(words);
            let (used, rest) = out.split_at_mut(numbers.len().min(out.len()));
            for (out, x) in used.iter_mut().zip(numbers) {
                let [low, ..] = whole(x * factor).to_le_bytes();
                *out = low.wrapping_add(zero);
            }
            rest.fill(0);
            scale
        }
    }
}

/// Returns the factor that turns a number into an integer, and the scale that an integer represents. The
/// scale is NaN if the magnitude is NaN, so that its products are NaN too.
#[inline(always)]
fn factor_and_scale(magnitude: f32, limit: f32) -> (f32, f32) {
    let factor = if magnitude > 1e-30 { limit / magnitude } else { 0.0 };
    (factor, magnitude / limit)
}

#[inline(always)]
pub(super) fn low_half(word: u32) -> u16 {
    let [low, high, ..] = word.to_le_bytes();
    u16::from_le_bytes([low, high])
}

#[inline(always)]
fn fill_panels<const FMA: bool>(
    kernel: Kernel,
    grid: &Grid,
    rows: Range<usize>,
    columns: Range<usize>,
    lines: &mut [Line],
    stride: usize,
    panels: &mut [Columns],
) {
    let mut start = columns.start;
    for (lines, panel) in lines.chunks_exact_mut(stride.max(1)).zip(panels) {
        let part = start..start.saturating_add(PANEL).min(columns.end);
        start = part.end;
        fill_panel(kernel, grid, rows.clone(), part, lines, panel);
    }
}

#[inline(always)]
fn fill_panel(
    kernel: Kernel,
    grid: &Grid,
    rows: Range<usize>,
    columns: Range<usize>,
    lines: &mut [Line],
    panel: &mut Columns,
) {
    let mut factors = [1.0; PANEL];
    *panel = Columns::default();
    if kernel.format == Format::Shorts {
        let mut magnitudes = [0; PANEL];
        for row in grid.parts(rows.clone(), columns.clone()) {
            for (magnitude, x) in magnitudes.iter_mut().zip(row) {
                *magnitude = (x.to_bits() & 0x7fff_ffff).max(*magnitude);
            }
        }
        for ((magnitude, factor), scale) in magnitudes.iter().zip(&mut factors).zip(&mut panel.scale) {
            (*factor, *scale) = factor_and_scale(f32::from_bits(*magnitude), kernel.limit);
        }
    }
    let mut rows = grid.parts(rows, columns);
    let mut next = || {
        let mut row = [0.0; PANEL];
        if let Some(part) = rows.next() {
            row.iter_mut().zip(part).for_each(|(place, x)| *place = *x);
        }
        row
    };
    for step in bytemuck::cast_slice_mut::<Line, u32>(lines).chunks_exact_mut(PANEL) {
        match kernel.format {
            Format::F32 => step.iter_mut().zip(next()).for_each(|(word, x)| *word = x.to_bits()),
            Format::Bf16 => {
                let pair = next().into_iter().zip(next());
                for (word, (a, b)) in step.iter_mut().zip(pair) {
                    *word = u32::from(bf16(a)) | (u32::from(bf16(b)) << 16);
                }
            }
            // Values are never bytes, see `Kernel::of_attention`.
            Format::Shorts | Format::Bytes => {
                let pair = next().into_iter().zip(next());
                for ((word, (a, b)), factor) in step.iter_mut().zip(pair).zip(&factors) {
                    *word = (whole(a * factor) & 0xffff) | (whole(b * factor) << 16);
                }
            }
        }
    }
}

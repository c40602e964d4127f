//! Products in safe code, for processors without a kernel of their own and as the reference for all others.

use super::columns::{Columns, PANEL};
use super::kernel::{Format, Kernel};
use super::line::{Line, WORDS};
use super::operands::Product;

/// Number of rows multiplied together, so that each word of a panel is loaded once for all of them.
const ROWS: usize = 4;

pub(super) fn run(kernel: Kernel, product: Product<'_>) {
    let Product { left, stride, scales, right, out, out_stride, .. } = product;
    for (panel, (words, columns)) in right.panels().enumerate() {
        let groups = left.chunks(stride.saturating_mul(ROWS).max(1)).zip(scales.chunks(ROWS));
        for ((left, scales), out) in groups.zip(out.chunks_mut(out_stride.saturating_mul(ROWS).max(1))) {
            let sums = sums(kernel.format, left, stride, words, columns);
            for ((row, scale), out) in sums.iter().zip(scales).zip(out.chunks_exact_mut(out_stride.max(1))) {
                let out = out.iter_mut().skip(panel.saturating_mul(PANEL));
                let columns = columns.scale.iter().zip(&columns.bias);
                for ((out, sum), (factor, bias)) in out.zip(row).zip(columns) {
                    *out = sum * scale * factor + bias;
                }
            }
        }
    }
}

/// Sums up to four rows over a panel.
#[inline(always)]
fn sums(
    format: Format,
    left: &[Line],
    stride: usize,
    panel: &[Line],
    columns: &Columns,
) -> [[f32; PANEL]; ROWS] {
    match format {
        Format::F32 => floats(left, stride, panel, |sum, a, b| sum + f32::from_bits(a) * f32::from_bits(b)),
        Format::Bf16 => floats(left, stride, panel, |sum, a, b| {
            let low = f32::from_bits(a << 16) * f32::from_bits(b << 16);
            sum + (low + f32::from_bits(a & 0xffff_0000) * f32::from_bits(b & 0xffff_0000))
        }),
        Format::Shorts => wholes(left, stride, panel, columns, |sum, a, b| {
            let pairs = shorts(a).into_iter().zip(shorts(b));
            pairs.fold(sum, |sum, (a, b)| sum.wrapping_add(i32::from(a) * i32::from(b)))
        }),
        Format::Bytes => wholes(left, stride, panel, columns, |sum, a, b| {
            let pairs = a.to_le_bytes().into_iter().zip(b.to_le_bytes());
            pairs.fold(sum, |sum, (a, b)| sum.wrapping_add(i32::from(a) * i32::from(i8::from_le_bytes([b]))))
        }),
    }
}

fn shorts(word: u32) -> [i16; 2] {
    let [a, b, c, d] = word.to_le_bytes();
    [i16::from_le_bytes([a, b]), i16::from_le_bytes([c, d])]
}

#[inline(always)]
fn floats(
    left: &[Line],
    stride: usize,
    panel: &[Line],
    step: impl Fn(f32, u32, u32) -> f32,
) -> [[f32; PANEL]; ROWS] {
    let mut sums = [[0.0; PANEL]; ROWS];
    products(left, stride, panel, &mut sums, step);
    sums
}

#[inline(always)]
#[allow(clippy::cast_precision_loss)] // A sum of whole numbers is rounded to f32 once, here.
fn wholes(
    left: &[Line],
    stride: usize,
    panel: &[Line],
    columns: &Columns,
    step: impl Fn(i32, u32, u32) -> i32,
) -> [[f32; PANEL]; ROWS] {
    let mut sums = [columns.begin; ROWS];
    products(left, stride, panel, &mut sums, step);
    sums.map(|row| row.map(|sum| sum as f32))
}

#[inline(always)]
fn products<S: Copy>(
    left: &[Line],
    stride: usize,
    panel: &[Line],
    sums: &mut [[S; PANEL]; ROWS],
    step: impl Fn(S, u32, u32) -> S,
) {
    let words: &[u32] = bytemuck::cast_slice(left);
    let (steps, _) = bytemuck::cast_slice::<Line, u32>(panel).as_chunks::<PANEL>();
    let mut rows = words.chunks_exact(stride.saturating_mul(WORDS).max(1));
    let none: &[u32] = &[];
    let rows: [&[u32]; ROWS] = std::array::from_fn(|_| rows.next().unwrap_or(none));
    for (n, panel) in steps.iter().enumerate() {
        for (row, sums) in rows.iter().zip(sums.iter_mut()) {
            let Some(word) = row.get(n) else { continue };
            for (sum, other) in sums.iter_mut().zip(panel) {
                *sum = step(*sum, *word, *other);
            }
        }
    }
}

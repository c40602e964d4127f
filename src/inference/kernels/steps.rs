//! Steps between two products: filling of operands, layer norm, softmax and the activation function. Safe
//! code, compiled once for each register width.

use std::ops::Range;

use super::grid::Grid;
use super::kernel::{Format, Kernel, SHARE};
use super::left::Left;
#[cfg(target_arch = "x86_64")]
use super::level::Kind;
use super::level::Level;
use super::line::{Line, WORDS};
use super::math::{
    bf16, exp, exp_coarse, fma, gelu, gelu_coarse, gelu_tanh, magnitude, max, rounded, sum, total, whole,
};
use super::right::{Columns, PANEL, Right};

/// Defines a function whose body is compiled for AVX-512, for AVX2 and for any processor.
macro_rules! at_level {
    ($(#[$doc:meta])* $visible:vis fn $name:ident($level:expr; $($argument:ident: $type:ty),*) $(-> $result:ty)? = $body:ident) => {
        $(#[$doc])*
        $visible fn $name($($argument: $type),*) $(-> $result)? {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
                fn wide($($argument: $type),*) $(-> $result)? {
                    $body::<true>($($argument),*)
                }
                #[target_feature(enable = "avx2,fma")]
                fn narrow($($argument: $type),*) $(-> $result)? {
                    $body::<true>($($argument),*)
                }
                let level: Level = $level;
                match level.kind() {
                    Kind::Tiles | Kind::Avx512Dot | Kind::Avx512 => {
                        // SAFETY: a level exists only on a processor with its instructions.
                        #[allow(unsafe_code)]
                        return unsafe { wide($($argument),*) };
                    }
                    Kind::Avx2 => {
                        // SAFETY: as above.
                        #[allow(unsafe_code)]
                        return unsafe { narrow($($argument),*) };
                    }
                    Kind::Portable => {}
                }
            }
            $body::<false>($($argument),*)
        }
    };
}

/// Weights of a layer normalisation.
#[derive(Debug, Clone)]
pub(crate) struct Norm {
    pub(crate) weight: Vec<f32>,
    pub(crate) bias: Vec<f32>,
    pub(crate) epsilon: f32,
}

impl Norm {
    #[inline(always)]
    fn apply<const FMA: bool>(&self, row: &mut [f32]) {
        // Rows are far shorter than 65,536 numbers, which u16 and f32 hold exactly.
        let count = f32::from(u16::try_from(row.len()).unwrap_or(u16::MAX));
        let mean = sum(row, |x| x) / count;
        let variance = sum(row, |x| (x - mean) * (x - mean)) / count;
        let scale = 1.0 / (variance + self.epsilon).sqrt();
        for ((x, weight), bias) in row.iter_mut().zip(&self.weight).zip(&self.bias) {
            *x = fma::<FMA>((*x - mean) * scale, *weight, *bias);
        }
    }
}

/// Activation function of the feed-forward network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Activation {
    /// GELU in its exact form.
    Gelu,
    /// GELU in its tanh approximation.
    GeluTanh,
    /// ReLU, max(x, 0).
    Relu,
}

at_level! {
    /// Converts a column range of a grid's rows to the kernel's format. `left` has their shape.
    pub(super) fn fill(kernel.level; kernel: Kernel, grid: &Grid, rows: Range<usize>, columns: Range<usize>, left: &mut Left) = fill_rows
}

at_level! {
    /// Fills one column of a right operand; returns its scale and the sum of its integers.
    pub(super) fn fill_column(kernel.level; kernel: Kernel, numbers: &[f32], words: &mut [Line]) -> (f32, i32) = fill_one_column
}

at_level! {
    /// Copies a part of a grid to a right operand that has its shape.
    pub(super) fn fill_values(kernel.level; kernel: Kernel, grid: &Grid, rows: Range<usize>, columns: Range<usize>, right: &mut Right) = fill_panels
}

at_level! {
    /// Computes x = norm(x + added) for the rows of `added`, which correspond to those of x after `first`.
    pub(crate) fn add_norm(level; level: Level, x: &mut Grid, first: usize, added: &Grid, norm: &Norm) = add_norm_rows
}

at_level! {
    /// Applies layer norm to every row.
    pub(crate) fn norm_rows(level; level: Level, x: &mut Grid, norm: &Norm) = norm_all_rows
}

at_level! {
    /// Applies the activation function to a grid.
    pub(crate) fn activate(kernel.level; kernel: Kernel, grid: &mut Grid, width: usize, activation: Activation) = activate_rows
}

at_level! {
    /// Computes the softmax of the first `tokens` numbers of each row, as a left operand for values.
    pub(crate) fn softmax(kernel.level; kernel: Kernel, scores: &Grid, tokens: usize, left: &mut Left) = softmax_rows
}

#[inline(always)]
fn fill_rows<const FMA: bool>(
    kernel: Kernel,
    grid: &Grid,
    rows: Range<usize>,
    columns: Range<usize>,
    left: &mut Left,
) {
    for (row, (words, scale)) in grid.parts(rows, columns).zip(left.rows_mut()) {
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
fn low_half(word: u32) -> u16 {
    let [low, high, ..] = word.to_le_bytes();
    u16::from_le_bytes([low, high])
}

#[inline(always)]
fn fill_panels<const FMA: bool>(
    kernel: Kernel,
    grid: &Grid,
    rows: Range<usize>,
    columns: Range<usize>,
    right: &mut Right,
) {
    let mut start = columns.start;
    for (lines, panel) in right.panels_mut() {
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

#[inline(always)]
fn add_norm_rows<const FMA: bool>(_: Level, x: &mut Grid, first: usize, added: &Grid, norm: &Norm) {
    let width = norm.bias.len();
    let stride = x.stride();
    let rows = x.values_mut().chunks_exact_mut(stride.max(1)).skip(first);
    for (row, added) in rows.zip(added.parts(0..added.rows(), 0..width)) {
        let row = row.get_mut(..width).unwrap_or_default();
        row.iter_mut().zip(added).for_each(|(x, added)| *x += added);
        norm.apply::<FMA>(row);
    }
}

#[inline(always)]
fn norm_all_rows<const FMA: bool>(_: Level, x: &mut Grid, norm: &Norm) {
    let stride = x.stride();
    for row in x.values_mut().chunks_exact_mut(stride.max(1)) {
        norm.apply::<FMA>(row.get_mut(..norm.bias.len()).unwrap_or_default());
    }
}

#[inline(always)]
fn activate_rows<const FMA: bool>(kernel: Kernel, grid: &mut Grid, width: usize, activation: Activation) {
    let stride = grid.stride();
    for row in grid.values_mut().chunks_exact_mut(stride.max(1)) {
        let row = row.get_mut(..width).unwrap_or_default();
        match (activation, kernel.is_coarse()) {
            (Activation::Gelu, true) => row.iter_mut().for_each(|x| *x = gelu_coarse::<FMA>(*x)),
            (Activation::Gelu, false) => row.iter_mut().for_each(|x| *x = gelu::<FMA>(*x)),
            (Activation::GeluTanh, _) => row.iter_mut().for_each(|x| *x = gelu_tanh::<FMA>(*x)),
            // Not f32::max, which would hide a NaN.
            (Activation::Relu, _) => row.iter_mut().for_each(|x| *x = if *x < 0.0 { 0.0 } else { *x }),
        }
    }
}

#[inline(always)]
fn softmax_rows<const FMA: bool>(kernel: Kernel, scores: &Grid, tokens: usize, left: &mut Left) {
    left.shape(kernel.format, scores.rows(), tokens);
    for (row, (words, scale)) in scores.parts(0..scores.rows(), 0..tokens).zip(left.rows_mut()) {
        let top = max(row);
        let (blocks, rest) = row.as_chunks::<WORDS>();
        // The padding has a share of zero.
        let mut last = [f32::NEG_INFINITY; WORDS];
        last.iter_mut().zip(rest).for_each(|(place, x)| *place = *x);
        let blocks = blocks.iter().chain((!rest.is_empty()).then_some(&last));
        let mut sums = [0.0; WORDS];
        match kernel.format {
            Format::F32 => {
                let (places, _) = bytemuck::cast_slice_mut::<Line, u32>(words).as_chunks_mut::<WORDS>();
                let mut places = places.iter_mut();
                for (block, place) in blocks.zip(places.by_ref()) {
                    for ((x, word), sum) in block.iter().zip(place).zip(&mut sums) {
                        let share = exp::<FMA>(x - top);
                        *sum += share;
                        *word = share.to_bits();
                    }
                }
                places.for_each(|place| place.fill(0));
            }
            Format::Bf16 => {
                let (places, _) = bytemuck::cast_slice_mut::<Line, u16>(words).as_chunks_mut::<WORDS>();
                let mut places = places.iter_mut();
                for (block, place) in blocks.zip(places.by_ref()) {
                    for ((x, word), sum) in block.iter().zip(place).zip(&mut sums) {
                        let share = exp_coarse::<FMA>(x - top);
                        *sum += share;
                        *word = bf16(share);
                    }
                }
                places.for_each(|place| place.fill(0));
            }
            // Shares are never bytes, see `Kernel::of_attention`.
            Format::Shorts | Format::Bytes => {
                let (places, _) = bytemuck::cast_slice_mut::<Line, u16>(words).as_chunks_mut::<WORDS>();
                let mut places = places.iter_mut();
                for (block, place) in blocks.zip(places.by_ref()) {
                    for ((x, word), sum) in block.iter().zip(place).zip(&mut sums) {
                        let share = SHARE * exp_coarse::<FMA>(x - top);
                        *sum += rounded(share);
                        *word = low_half(whole(share));
                    }
                }
                places.for_each(|place| place.fill(0));
            }
        }
        *scale = 1.0 / total(sums);
    }
}

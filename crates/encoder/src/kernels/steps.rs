//! Steps between two products: layer norm, softmax and the activation function. Safe
//! code, compiled once for each register width.

use super::at_level::at_level;
use super::fill::low_half;
use super::grid::Grid;
use super::kernel::{Format, Kernel, SHARE};
use super::left::Left;
use super::level::Level;
use super::line::{Line, WORDS};
use super::math::{
    bf16, exp, exp_coarse, fma, gelu, gelu_coarse, gelu_tanh, max, rounded, sum, total, whole,
};

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

//! Compares every kernel with the safe reference, and the reference with double precision.

use super::grid::Grid;
use super::kernel::{ElementType, Format, Kernel};
use super::left::Left;
use super::level::{Kind, Level};
use super::product::multiply;
use super::right::Right;
use super::steps::{Activation, Norm, activate, add_norm, softmax};

struct Numbers(u32);

impl Numbers {
    fn next(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        (f64::from(self.0) / f64::from(u32::MAX) * 2.0 - 1.0) as f32
    }

    fn many(&mut self, count: usize) -> Vec<f32> {
        (0..count).map(|_| self.next()).collect()
    }

    fn grid(&mut self, rows: usize, width: usize) -> Grid {
        let mut grid = Grid::default();
        grid.shape(rows, width);
        for row in 0..rows {
            // The contents after a row's end must not matter.
            grid.row_mut(row).fill(f32::NAN);
            grid.row_mut(row)[..width].copy_from_slice(&self.many(width));
        }
        grid
    }
}

/// Returns all kernels that this processor can run, with a limit used for each.
fn kernels() -> Vec<Kernel> {
    let mut kernels = Vec::new();
    for level in Level::available() {
        for (format, limit) in [
            (Format::F32, 1.0),
            (Format::Bf16, 1.0),
            (Format::Shorts, 127.0),
            (Format::Shorts, 2047.0),
            (Format::Bytes, 127.0),
        ] {
            let dot = matches!(level.kind(), Kind::Portable | Kind::Avx512Dot | Kind::Tiles);
            if dot || matches!(format, Format::F32 | Format::Shorts) {
                kernels.push(Kernel::new(level, format, limit));
            }
        }
    }
    kernels
}

fn tolerance(kernel: Kernel, depth: usize) -> f64 {
    let one = match kernel.format {
        Format::F32 => 1e-6,
        Format::Bf16 => 1.0 / 128.0,
        Format::Shorts | Format::Bytes => 1.5 / f64::from(kernel.limit),
    };
    // Errors of individual products are independent of each other.
    one * 2.0 * (depth as f64).sqrt().max(1.0)
}

#[test]
fn every_kernel_at_odd_shapes() {
    let mut numbers = Numbers(1);
    let mut left = Left::default();
    let mut out = Grid::default();
    let mut expected = Grid::default();
    let shapes = [
        (1, 1, 1),
        (2, 3, 31),
        (5, 17, 33),
        (7, 64, 32),
        (13, 65, 64),
        (14, 32, 96),
        (15, 31, 5),
        (16, 63, 40),
        (17, 127, 32),
        (27, 129, 70),
        (28, 384, 32),
        (29, 8, 8),
        (31, 12, 12),
        (32, 100, 33),
        (33, 256, 100),
        (47, 312, 60),
        (48, 40, 31),
        (49, 41, 1),
        (65, 33, 65),
    ];
    for kernel in kernels() {
        for (rows, depth, width) in shapes {
            let grid = numbers.grid(rows, depth);
            let (weights, bias) = (numbers.many(depth * width), numbers.many(width));
            left.fill(kernel, &grid, 0..rows, 0..depth);
            let right = Right::of_weights(kernel, &weights, depth, &bias);
            multiply(kernel, &left, &right, &mut out);
            let reference = Kernel { level: Level::PORTABLE, ..kernel };
            left.fill(reference, &grid, 0..rows, 0..depth);
            multiply(reference, &left, &right, &mut expected);
            for row in 0..rows {
                for column in 0..width {
                    let (a, b) = (out.row(row)[column], expected.row(row)[column]);
                    let exact: f64 = (0..depth)
                        .map(|n| f64::from(grid.row(row)[n]) * f64::from(weights[column * depth + n]))
                        .sum::<f64>()
                        + f64::from(bias[column]);
                    let what = format!("{kernel:?} {rows} {depth} {width}: {a} {b} {exact}");
                    // Integers give the same sum in any order.
                    let near = match kernel.format {
                        Format::Shorts | Format::Bytes => 1e-5,
                        _ => 1e-5 * (depth as f32).sqrt(),
                    };
                    assert!((a - b).abs() <= near, "{what}");
                    assert!((f64::from(a) - exact).abs() <= tolerance(kernel, depth), "{what}");
                }
            }
        }
    }
}

/// Computes softmax(q k / sqrt n) v of one head, in double precision.
fn attention(grid: &Grid, tokens: usize, size: usize) -> Vec<Vec<f64>> {
    let part = |row: usize, n: usize| -> Vec<f64> {
        grid.row(row)[n * size..(n + 1) * size].iter().map(|x| f64::from(*x)).collect()
    };
    (0..tokens)
        .map(|q| {
            let query = part(q, 0);
            let scores: Vec<f64> =
                (0..tokens).map(|k| part(k, 1).iter().zip(&query).map(|(a, b)| a * b).sum::<f64>()).collect();
            let top = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let shares: Vec<f64> = scores.iter().map(|s| (s - top).exp()).collect();
            let total: f64 = shares.iter().sum();
            let mut mean = vec![0.0; size];
            for (k, share) in shares.iter().enumerate() {
                mean.iter_mut().zip(part(k, 2)).for_each(|(mean, v)| *mean += share / total * v);
            }
            mean
        })
        .collect()
}

#[test]
fn attention_at_every_length() {
    let mut numbers = Numbers(2);
    let (mut query, mut weights) = (Left::default(), Left::default());
    let (mut keys, mut values) = (Right::default(), Right::default());
    let (mut scores, mut mean) = (Grid::default(), Grid::default());
    let kernels: Vec<Kernel> =
        kernels().into_iter().filter(|k| k.format != Format::Bytes && k.limit != 127.0).collect();
    let every = if cfg!(debug_assertions) { 7 } else { 1 };
    for tokens in (1..=288usize).filter(|n| *n < 40 || n % every == 0) {
        let size = [32, 64, 4, 24, 33][tokens % 5];
        let mut grid = numbers.grid(tokens, 3 * size);
        // Sharper than random values would be.
        for row in 0..tokens {
            grid.row_mut(row).iter_mut().take(2 * size).for_each(|x| *x *= 1.5);
        }
        let exact = attention(&grid, tokens, size);
        for kernel in &kernels {
            let kernel = *kernel;
            keys.fill_keys(kernel, &grid, 0..tokens, size..2 * size);
            values.fill_values(kernel, &grid, 0..tokens, 2 * size..3 * size);
            let block = 28;
            for first in (0..tokens).step_by(block) {
                let rows = first..(first + block).min(tokens);
                query.fill(kernel, &grid, rows.clone(), 0..size);
                multiply(kernel, &query, &keys, &mut scores);
                softmax(kernel, &scores, tokens, &mut weights);
                multiply(kernel, &weights, &values, &mut mean);
                for row in rows.clone() {
                    for (ours, exact) in mean.row(row - first).iter().zip(&exact[row]) {
                        let bound = match kernel.format {
                            Format::F32 => 1e-5,
                            Format::Bf16 => 0.03,
                            _ => 0.005,
                        };
                        let off = (f64::from(*ours) - exact).abs();
                        assert!(off < bound, "{kernel:?} {tokens} {size}: {ours} {exact}");
                    }
                }
            }
        }
    }
}

#[test]
fn steps_of_every_level() {
    let mut numbers = Numbers(3);
    for level in Level::available() {
        for element in [ElementType::F32, ElementType::Bf16, ElementType::Int8] {
            let kernel = Kernel::of_weights(element, level);
            for width in [1usize, 7, 16, 31, 32, 33, 384] {
                let bound = if kernel.format == Format::F32 { 2e-6 } else { 5e-4 };
                for activation in [Activation::Gelu, Activation::GeluTanh, Activation::Relu] {
                    let mut grid = numbers.grid(5, width);
                    let mut other = Grid::default();
                    other.shape(5, width);
                    (0..5).for_each(|row| other.row_mut(row).copy_from_slice(grid.row(row)));
                    activate(kernel, &mut grid, width, activation);
                    activate(
                        Kernel::of_weights(ElementType::F32, Level::PORTABLE),
                        &mut other,
                        width,
                        activation,
                    );
                    for (a, b) in grid.parts(0..5, 0..width).zip(other.parts(0..5, 0..width)) {
                        assert!(
                            a.iter().zip(b).all(|(a, b)| (a - b).abs() < bound),
                            "{kernel:?} {a:?} {b:?}"
                        );
                    }
                }
                let mut x = numbers.grid(6, width);
                let added = numbers.grid(3, width);
                let before: Vec<Vec<f32>> = (0..6).map(|row| x.row(row)[..width].to_vec()).collect();
                let norm = Norm { weight: numbers.many(width), bias: numbers.many(width), epsilon: 1e-6 };
                add_norm(level, &mut x, 2, &added, &norm);
                for (row, before) in before.iter().enumerate() {
                    let mut sum: Vec<f64> = before.iter().map(|x| f64::from(*x)).collect();
                    if (2..5).contains(&row) {
                        sum.iter_mut().zip(added.row(row - 2)).for_each(|(x, y)| *x += f64::from(*y));
                        let count = width as f64;
                        let mean = sum.iter().sum::<f64>() / count;
                        let variance = sum.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / count;
                        for ((x, weight), bias) in sum.iter_mut().zip(&norm.weight).zip(&norm.bias) {
                            *x = (*x - mean) / (variance + 1e-6).sqrt() * f64::from(*weight)
                                + f64::from(*bias);
                        }
                    }
                    for (ours, exact) in x.row(row).iter().zip(&sum) {
                        assert!((f64::from(*ours) - exact).abs() < 1e-4, "{level:?} {width}: {ours} {exact}");
                    }
                }
            }
        }
    }
}

/// NaN stays NaN in every step: damaged weights must not produce an answer.
#[test]
fn what_is_not_a_number_stays_none() {
    let mut numbers = Numbers(4);
    let (mut left, mut out, mut keys, mut values) =
        (Left::default(), Grid::default(), Right::default(), Right::default());
    for kernel in kernels() {
        for bits in [0x7fc0_0000, 0x7fff_ffff, 0xffff_ffff, 0x7f80_0001] {
            let mut weights = numbers.many(40 * 33);
            weights[7] = f32::from_bits(bits);
            let right = Right::of_weights(kernel, &weights, 40, &[0.0; 33]);
            left.fill(kernel, &numbers.grid(3, 40), 0..3, 0..40);
            multiply(kernel, &left, &right, &mut out);
            let odd = out.row(1)[..33].iter().filter(|x| !x.is_finite()).count();
            assert!(odd >= 1, "{kernel:?} {bits:x}");
        }
        for odd in [f32::NAN, f32::INFINITY, f32::from_bits(0xffff_ffff)] {
            let mut grid = numbers.grid(3, 40);
            grid.row_mut(1)[5] = odd;
            let right = Right::of_weights(kernel, &numbers.many(40 * 33), 40, &[0.0; 33]);
            left.fill(kernel, &grid, 0..3, 0..40);
            multiply(kernel, &left, &right, &mut out);
            assert!(out.row(1)[..33].iter().all(|x| !x.is_finite()), "{kernel:?}");
            assert!(out.row(0)[..33].iter().chain(&out.row(2)[..33]).all(|x| x.is_finite()), "{kernel:?}");
            if kernel.format == Format::Bytes || kernel.limit == 127.0 {
                continue;
            }
            // A NaN in a key spoils every row, in a value only its own column.
            let good = numbers.grid(3, 40);
            left.fill(kernel, &good, 0..3, 0..40);
            keys.fill_keys(kernel, &grid, 0..3, 0..40);
            multiply(kernel, &left, &keys, &mut out);
            assert!((0..3).all(|row| !out.row(row)[1].is_finite()), "{kernel:?}");
            softmax(kernel, &out, 3, &mut left);
            values.fill_values(kernel, &grid, 0..3, 0..40);
            multiply(kernel, &left, &values, &mut out);
            if odd.is_nan() {
                assert!((0..3).all(|row| out.row(row)[..40].iter().all(|x| x.is_nan())), "{kernel:?}");
            } else {
                assert!((0..3).all(|row| !out.row(row)[5].is_finite()), "{kernel:?}");
            }
        }
    }
}

#[test]
fn operands_that_do_not_fit_give_no_number() {
    let mut numbers = Numbers(5);
    for kernel in kernels() {
        let mut left = Left::default();
        left.fill(kernel, &numbers.grid(3, 400), 0..3, 0..400);
        let right = Right::of_weights(kernel, &numbers.many(20 * 7), 20, &[0.0; 7]);
        let mut out = Grid::default();
        multiply(kernel, &left, &right, &mut out);
        assert!((0..3).all(|row| out.row(row).iter().all(|x| x.is_nan())));
    }
}

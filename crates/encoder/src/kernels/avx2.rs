//! Products in AVX2 with FMA: 6 rows by 16 columns, half a panel, in 12 registers.

use std::arch::x86_64::{
    __m256, __m256i, _mm256_add_epi32, _mm256_castsi256_ps, _mm256_cvtepi32_ps, _mm256_fmadd_ps,
    _mm256_load_ps, _mm256_load_si256, _mm256_madd_epi16, _mm256_mul_ps, _mm256_set1_epi32, _mm256_set1_ps,
    _mm256_setzero_ps, _mm256_storeu_ps,
};

use super::columns::{Columns, PANEL};
use super::kernel::{Format, Kernel};
use super::line::{Line, WORDS};
use super::operands::{Product, runs};

/// Number of rows per tile.
pub(super) const ROWS: usize = 6;

/// Number of values per register.
const EIGHT: usize = 8;

pub(super) fn run(kernel: Kernel, product: Product<'_>) {
    // SAFETY: a level exists only on a processor with its instructions.
    #[allow(unsafe_code)]
    unsafe {
        match kernel.format {
            Format::F32 => floats(product),
            _ => shorts(product),
        }
    }
}

#[target_feature(enable = "avx2")]
#[inline]
fn load(line: &Line) -> [__m256i; 2] {
    let start = std::ptr::from_ref(line).cast::<__m256i>();
    // SAFETY: a line is 64 bytes at a multiple of 64.
    #[allow(unsafe_code)]
    unsafe {
        [_mm256_load_si256(start), _mm256_load_si256(start.add(1))]
    }
}

/// Loads half of a panel's column values.
#[target_feature(enable = "avx2")]
#[inline]
fn numbers_of(numbers: &[f32; PANEL], half: usize) -> [__m256; 2] {
    // SAFETY: 32 numbers in a struct whose alignment is 64, behind a multiple of 128 bytes; half is
    // 0 or 1.
    #[allow(unsafe_code)]
    unsafe {
        let start = numbers.as_ptr().add((half & 1) * WORDS);
        [_mm256_load_ps(start), _mm256_load_ps(start.add(EIGHT))]
    }
}

#[target_feature(enable = "avx2")]
#[inline]
fn begin_of(columns: &Columns, half: usize) -> [__m256i; 2] {
    // SAFETY: as above.
    #[allow(unsafe_code)]
    unsafe {
        let start = columns.begin.as_ptr().add((half & 1) * WORDS);
        [_mm256_load_si256(start.cast()), _mm256_load_si256(start.add(EIGHT).cast())]
    }
}

/// Generates a product over all panels, and its tile of `R` rows. `$begin` loads the start of half a panel,
/// `$step` handles a word of the left and half a line of the right, `$number` converts a sum.
macro_rules! product {
    ($all:ident, $tile:ident, $begin:expr, $step:expr, $number:expr) => {
        #[target_feature(enable = "avx2,fma")]
        fn $all(product: Product<'_>) {
            let Product { left, stride, rows, scales, right, out, out_stride } = product;
            let stride = stride * WORDS;
            for (n, (panel, columns)) in right.panels().enumerate() {
                for (first, count) in runs(rows, ROWS) {
                    for half in 0..2 {
                        // SAFETY: `Product` has rows of `stride` words on the left, as many as a
                        // column of the panel has words, one scale a row, and rows of `out_stride`
                        // numbers, 32 for each panel; first + count <= rows.
                        #[allow(unsafe_code)]
                        unsafe {
                            let left = left.as_ptr().cast::<u32>().add(first * stride);
                            let scales = scales.as_ptr().add(first);
                            let out = out.as_mut_ptr().add(first * out_stride + n * PANEL + half * WORDS);
                            macro_rules! call {
                                ($count:literal) => {
                                    $tile::<$count>(
                                        left, stride, scales, panel, columns, half, out, out_stride,
                                    )
                                };
                            }
                            match count {
                                1 => call!(1),
                                2 => call!(2),
                                3 => call!(3),
                                4 => call!(4),
                                5 => call!(5),
                                _ => call!(6),
                            }
                        }
                    }
                }
            }
        }

        /// # Safety
        /// `left`: R rows of `stride` words, at least as many as the panel has pairs of lines;
        /// `scales`: R numbers; `out`: R rows of `out_stride` numbers, of which 16 are written.
        #[target_feature(enable = "avx2,fma")]
        #[allow(unsafe_code)]
        #[allow(clippy::too_many_arguments)]
        unsafe fn $tile<const R: usize>(
            left: *const u32,
            stride: usize,
            scales: *const f32,
            panel: &[Line],
            columns: &Columns,
            half: usize,
            out: *mut f32,
            out_stride: usize,
        ) {
            let mut sums = [$begin(columns, half); R];
            for (word, [low, high]) in panel.as_chunks::<2>().0.iter().enumerate() {
                let [low, high] = load(if half == 0 { low } else { high });
                for (row, sums) in sums.iter_mut().enumerate() {
                    // SAFETY: row < R and word < stride.
                    let one = unsafe { *left.add(row * stride + word) };
                    let one = _mm256_set1_epi32(one.cast_signed());
                    let [a, b] = sums;
                    *a = $step(*a, one, low);
                    *b = $step(*b, one, high);
                }
            }
            let (factors, biases) = (numbers_of(&columns.scale, half), numbers_of(&columns.bias, half));
            for (row, sums) in sums.into_iter().enumerate() {
                // SAFETY: row < R.
                let scale = unsafe { _mm256_set1_ps(*scales.add(row)) };
                let ends = sums.into_iter().zip(factors).zip(biases);
                for (eight, ((sum, factor), bias)) in ends.enumerate() {
                    let sum = _mm256_fmadd_ps(_mm256_mul_ps($number(sum), scale), factor, bias);
                    // SAFETY: row < R, and 16 numbers of a row are to be written.
                    unsafe { _mm256_storeu_ps(out.add(row * out_stride + eight * EIGHT), sum) };
                }
            }
        }
    };
}

product!(
    floats,
    tile_of_floats,
    |_: &Columns, _| [_mm256_setzero_ps(); 2],
    |sum, one, line| _mm256_fmadd_ps(_mm256_castsi256_ps(one), _mm256_castsi256_ps(line), sum),
    |sum| sum
);
product!(
    shorts,
    tile_of_shorts,
    begin_of,
    |sum, one, line| _mm256_add_epi32(sum, _mm256_madd_epi16(one, line)),
    |sum| _mm256_cvtepi32_ps(sum)
);

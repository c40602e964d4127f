//! Products in AVX-512: 14 rows by 32 columns in 28 registers.

use std::arch::x86_64::{
    __m512, __m512bh, __m512i, _mm512_add_epi32, _mm512_castsi512_ps, _mm512_cvtepi32_ps, _mm512_dpbf16_ps,
    _mm512_dpbusd_epi32, _mm512_dpwssd_epi32, _mm512_fmadd_ps, _mm512_load_ps, _mm512_load_si512,
    _mm512_madd_epi16, _mm512_mul_ps, _mm512_set1_epi32, _mm512_set1_ps, _mm512_setzero_ps, _mm512_storeu_ps,
};

use super::columns::{Columns, PANEL};
use super::kernel::{Format, Kernel};
use super::level::Kind;
use super::line::{Line, WORDS};
use super::operands::{Product, runs};

/// Number of rows per tile.
pub(super) const ROWS: usize = 14;

pub(super) fn run(kernel: Kernel, product: Product<'_>) {
    // SAFETY: a level exists only on a processor with its instructions: F and BW since AVX-512, BF16 and VNNI
    // since the next two levels.
    #[allow(unsafe_code)]
    unsafe {
        match (kernel.format, kernel.level.kind()) {
            (Format::F32, _) => floats(product),
            (Format::Bf16, _) => halves(product),
            (Format::Bytes, _) => bytes(product),
            (Format::Shorts, Kind::Avx512Dot | Kind::Tiles) => shorts(product),
            (Format::Shorts, _) => shorts_in_two_steps(product),
        }
    }
}

/// Reinterprets a line as the operand type of bf16 products.
#[target_feature(enable = "avx512f")]
#[inline]
fn pairs(line: __m512i) -> __m512bh {
    // SAFETY: both are 512 bits, and every bit pattern is valid.
    #[allow(unsafe_code)]
    unsafe {
        std::mem::transmute(line)
    }
}

#[target_feature(enable = "avx512f")]
#[inline]
fn load(line: &Line) -> __m512i {
    // SAFETY: a line is 64 bytes at a multiple of 64.
    #[allow(unsafe_code)]
    unsafe {
        _mm512_load_si512(std::ptr::from_ref(line).cast())
    }
}

/// Loads both halves of a panel's column values.
#[target_feature(enable = "avx512f")]
#[inline]
fn halves_of(numbers: &[f32; PANEL]) -> [__m512; 2] {
    // SAFETY: 32 numbers in a struct whose alignment is 64, behind a multiple of 128 bytes.
    #[allow(unsafe_code)]
    unsafe {
        [_mm512_load_ps(numbers.as_ptr()), _mm512_load_ps(numbers.as_ptr().add(WORDS))]
    }
}

#[target_feature(enable = "avx512f")]
#[inline]
fn begin_of(columns: &Columns) -> [__m512i; 2] {
    let numbers = &columns.begin;
    // SAFETY: as above.
    #[allow(unsafe_code)]
    unsafe {
        [_mm512_load_si512(numbers.as_ptr().cast()), _mm512_load_si512(numbers.as_ptr().add(WORDS).cast())]
    }
}

/// Generates a product over all panels, and its tile of `R` rows. `$begin` loads the start of a panel,
/// `$step` handles a word of the left and a line of the right, `$number` converts a sum.
macro_rules! product {
    ($all:ident, $tile:ident, $features:literal, $begin:expr, $step:expr, $number:expr) => {
        #[target_feature(enable = $features)]
        fn $all(product: Product<'_>) {
            let Product { left, stride, rows, scales, right, out, out_stride } = product;
            let stride = stride * WORDS;
            for (n, (panel, columns)) in right.panels().enumerate() {
                for (first, count) in runs(rows, ROWS) {
                    // SAFETY: `Product` has rows of `stride` words on the left, as many as a column
                    // of the panel has words, one scale a row, and rows of `out_stride` numbers, 32
                    // for each panel; first + count <= rows.
                    #[allow(unsafe_code)]
                    unsafe {
                        let left = left.as_ptr().cast::<u32>().add(first * stride);
                        let scales = scales.as_ptr().add(first);
                        let out = out.as_mut_ptr().add(first * out_stride + n * PANEL);
                        macro_rules! call {
                            ($count:literal) => {
                                $tile::<$count>(left, stride, scales, panel, columns, out, out_stride)
                            };
                        }
                        match count {
                            1 => call!(1),
                            2 => call!(2),
                            3 => call!(3),
                            4 => call!(4),
                            5 => call!(5),
                            6 => call!(6),
                            7 => call!(7),
                            8 => call!(8),
                            9 => call!(9),
                            10 => call!(10),
                            11 => call!(11),
                            12 => call!(12),
                            13 => call!(13),
                            _ => call!(14),
                        }
                    }
                }
            }
        }

        /// # Safety
        /// `left`: R rows of `stride` words, at least as many as the panel has pairs of lines;
        /// `scales`: R numbers; `out`: R rows of `out_stride` numbers, of which 32 are written.
        #[target_feature(enable = $features)]
        #[allow(unsafe_code)]
        unsafe fn $tile<const R: usize>(
            left: *const u32,
            stride: usize,
            scales: *const f32,
            panel: &[Line],
            columns: &Columns,
            out: *mut f32,
            out_stride: usize,
        ) {
            let mut sums = [$begin(columns); R];
            for (word, [low, high]) in panel.as_chunks::<2>().0.iter().enumerate() {
                let (low, high) = (load(low), load(high));
                for (row, sums) in sums.iter_mut().enumerate() {
                    // SAFETY: row < R and word < stride.
                    let one = unsafe { *left.add(row * stride + word) };
                    let one = _mm512_set1_epi32(one.cast_signed());
                    let [a, b] = sums;
                    *a = $step(*a, one, low);
                    *b = $step(*b, one, high);
                }
            }
            let (factors, biases) = (halves_of(&columns.scale), halves_of(&columns.bias));
            for (row, sums) in sums.into_iter().enumerate() {
                // SAFETY: row < R.
                let scale = unsafe { _mm512_set1_ps(*scales.add(row)) };
                // SAFETY: as above, and 32 numbers of a row are to be written.
                let out = unsafe { out.add(row * out_stride) };
                for (half, ((sum, factor), bias)) in sums.into_iter().zip(factors).zip(biases).enumerate() {
                    let sum = _mm512_mul_ps($number(sum), scale);
                    // SAFETY: as above.
                    unsafe { _mm512_storeu_ps(out.add(half * WORDS), _mm512_fmadd_ps(sum, factor, bias)) };
                }
            }
        }
    };
}

product!(
    floats,
    tile_of_floats,
    "avx512f",
    |_: &Columns| [_mm512_setzero_ps(); 2],
    |sum, one, line| _mm512_fmadd_ps(_mm512_castsi512_ps(one), _mm512_castsi512_ps(line), sum),
    |sum| sum
);
product!(
    halves,
    tile_of_halves,
    "avx512f,avx512bf16",
    |_: &Columns| [_mm512_setzero_ps(); 2],
    |sum, one, line| _mm512_dpbf16_ps(sum, pairs(one), pairs(line)),
    |sum| sum
);
product!(
    bytes,
    tile_of_bytes,
    "avx512f,avx512vnni",
    begin_of,
    |sum, one, line| _mm512_dpbusd_epi32(sum, one, line),
    |sum| _mm512_cvtepi32_ps(sum)
);
product!(
    shorts,
    tile_of_shorts,
    "avx512f,avx512vnni",
    begin_of,
    |sum, one, line| _mm512_dpwssd_epi32(sum, one, line),
    |sum| _mm512_cvtepi32_ps(sum)
);
product!(
    shorts_in_two_steps,
    tile_of_shorts_in_two_steps,
    "avx512f,avx512bw",
    begin_of,
    |sum, one, line| _mm512_add_epi32(sum, _mm512_madd_epi16(one, line)),
    |sum| _mm512_cvtepi32_ps(sum)
);

//! Products in AMX tiles: 32 rows by 32 columns in four tiles of sums, with two of each operand.
//!
//! Stable Rust has no functions for tiles, so the instructions are inline assembly. The compiler never emits
//! tile instructions itself, so a tile and its shape are unchanged between two of these blocks.

use std::arch::asm;
use std::arch::x86_64::{
    _mm512_add_epi32, _mm512_castsi512_ps, _mm512_cvtepi32_ps, _mm512_fmadd_ps, _mm512_load_ps,
    _mm512_load_si512, _mm512_mul_ps, _mm512_set1_ps, _mm512_storeu_ps,
};

use super::columns::{Columns, PANEL};
use super::kernel::{Format, Kernel};
use super::left::ROWS_AT_ONCE;
use super::line::{Line, WORDS};
use super::operands::Product;

/// Number of bytes in a tile's row, and in a line.
const ROW: usize = 64;
/// Number of lines for 16 steps of a panel.
const DEPTH: usize = 2 * WORDS;

/// Tile shapes in the layout of `ldtilecfg`.
#[repr(C, align(64))]
struct Shapes {
    palette: u8,
    start_row: u8,
    unused: [u8; 14],
    row_bytes: [u16; 16],
    rows: [u8; 16],
}

/// Eight tiles of 16 rows of 64 bytes.
const SHAPES: Shapes = Shapes {
    palette: 1,
    start_row: 0,
    unused: [0; 14],
    row_bytes: [64, 64, 64, 64, 64, 64, 64, 64, 0, 0, 0, 0, 0, 0, 0, 0],
    rows: [16, 16, 16, 16, 16, 16, 16, 16, 0, 0, 0, 0, 0, 0, 0, 0],
};

/// Sums of 32 rows by 32 columns, in tile order.
struct Sums([Line; 2 * ROWS_AT_ONCE]);

/// Generates a product of 32 (or 16) rows and a panel: the loop over the depth, and the stores of the sums.
macro_rules! tiles {
    ($of_32:ident, $of_16:ident, $instruction:literal) => {
        /// # Safety
        /// AMX is available and the tiles have [`SHAPES`]. `left` has 32 rows, `stride` bytes apart, of
        /// `depth` lines. `panel` has 32 lines for each of these; `depth` is at least 1.
        #[allow(unsafe_code)]
        unsafe fn $of_32(left: *const Line, stride: usize, depth: usize, panel: *const Line, sums: &mut Sums) {
            // SAFETY: the loads stay within the bounds that the caller guarantees: 16 rows of 64 bytes at
            // `left` and 16 rows further, 16 rows of 64 bytes at every other line of the panel. The stores
            // fill four times 16 rows of 64 bytes, 128 apart: the 64 lines of `sums`.
            unsafe {
                asm!(
                    "tilezero tmm0",
                    "tilezero tmm1",
                    "tilezero tmm2",
                    "tilezero tmm3",
                    "2:",
                    "tileloadd tmm4, [{a} + {stride}]",
                    "tileloadd tmm6, [{b} + {pair}]",
                    "tileloadd tmm7, [{b} + {pair} + 64]",
                    concat!($instruction, " tmm0, tmm4, tmm6"),
                    "tileloadd tmm5, [{below} + {stride}]",
                    concat!($instruction, " tmm1, tmm4, tmm7"),
                    concat!($instruction, " tmm2, tmm5, tmm6"),
                    concat!($instruction, " tmm3, tmm5, tmm7"),
                    "add {a}, 64",
                    "add {below}, 64",
                    "add {b}, 2048",
                    "dec {depth}",
                    "jnz 2b",
                    "tilestored [{out} + {pair}], tmm0",
                    "tilestored [{out} + {pair} + 64], tmm1",
                    "tilestored [{out} + {pair} + 2048], tmm2",
                    "tilestored [{out} + {pair} + 2112], tmm3",
                    a = inout(reg) left => _,
                    below = inout(reg) left.cast::<u8>().add(stride * WORDS) => _,
                    b = inout(reg) panel => _,
                    depth = inout(reg) depth => _,
                    stride = in(reg) stride,
                    pair = in(reg) 2 * ROW,
                    out = in(reg) sums.0.as_mut_ptr(),
                    out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _,
                    out("tmm4") _, out("tmm5") _, out("tmm6") _, out("tmm7") _,
                    options(nostack),
                );
            }
        }

        /// # Safety
        /// As above, with 16 rows.
        #[allow(unsafe_code)]
        unsafe fn $of_16(left: *const Line, stride: usize, depth: usize, panel: *const Line, sums: &mut Sums) {
            // SAFETY: as above; the stores fill the first 32 lines of `sums`.
            unsafe {
                asm!(
                    "tilezero tmm0",
                    "tilezero tmm1",
                    "2:",
                    "tileloadd tmm4, [{a} + {stride}]",
                    "tileloadd tmm6, [{b} + {pair}]",
                    "tileloadd tmm7, [{b} + {pair} + 64]",
                    concat!($instruction, " tmm0, tmm4, tmm6"),
                    concat!($instruction, " tmm1, tmm4, tmm7"),
                    "add {a}, 64",
                    "add {b}, 2048",
                    "dec {depth}",
                    "jnz 2b",
                    "tilestored [{out} + {pair}], tmm0",
                    "tilestored [{out} + {pair} + 64], tmm1",
                    a = inout(reg) left => _,
                    b = inout(reg) panel => _,
                    depth = inout(reg) depth => _,
                    stride = in(reg) stride,
                    pair = in(reg) 2 * ROW,
                    out = in(reg) sums.0.as_mut_ptr(),
                    out("tmm0") _, out("tmm1") _, out("tmm4") _, out("tmm6") _, out("tmm7") _,
                    options(nostack),
                );
            }
        }
    };
}

tiles!(bytes_32, bytes_16, "tdpbusd");
tiles!(halves_32, halves_16, "tdpbf16ps");

pub(super) fn run(kernel: Kernel, product: Product<'_>) {
    // SAFETY: this level exists only if the processor has the instructions and the system has permitted them.
    #[allow(unsafe_code)]
    unsafe {
        match kernel.format {
            Format::Bytes => all::<true>(product),
            _ => all::<false>(product),
        }
    }
}

/// # Safety
/// AMX is available and permitted.
#[target_feature(enable = "avx512f")]
#[allow(unsafe_code)]
unsafe fn all<const BYTES: bool>(product: Product<'_>) {
    let Product { left, stride, scales, right, out, out_stride, .. } = product;
    let mut sums = [const { Sums([Line([0; WORDS]); 2 * ROWS_AT_ONCE]) }; 2];
    let [mut now, mut before] = sums.each_mut();
    // The sums of the previous tile are finished while the tiles of this one are computed.
    let mut waiting: Option<(&Columns, &[f32], usize)> = None;
    // SAFETY: 64 bytes with a shape that the first palette allows.
    unsafe { asm!("ldtilecfg [{}]", in(reg) &SHAPES, options(nostack, readonly, preserves_flags)) };
    for (n, (panel, columns)) in right.panels().enumerate() {
        // A panel has two lines for each of a row's 16 `stride` words.
        debug_assert_eq!(panel.len(), stride * DEPTH);
        let lefts = left.chunks_exact(stride * ROWS_AT_ONCE).zip(scales.chunks(ROWS_AT_ONCE));
        for (block, (left, scales)) in lefts.enumerate() {
            let (left, panel) = (left.as_ptr(), panel.as_ptr());
            // SAFETY: `left` has 32 rows of `stride` lines, and the panel has 32 lines for each of them.
            // `Product` guarantees both, and neither is empty.
            unsafe {
                match (BYTES, scales.len() > WORDS) {
                    (true, true) => bytes_32(left, stride * ROW, stride, panel, now),
                    (true, false) => bytes_16(left, stride * ROW, stride, panel, now),
                    (false, true) => halves_32(left, stride * ROW, stride, panel, now),
                    (false, false) => halves_16(left, stride * ROW, stride, panel, now),
                }
            }
            let place = block * ROWS_AT_ONCE * out_stride + n * PANEL;
            std::mem::swap(&mut now, &mut before);
            // `now` holds the sums of the previous tile, `before` those of this one.
            if let Some((columns, scales, place)) = waiting.replace((columns, scales, place)) {
                finish::<BYTES>(now, columns, scales, out.get_mut(place..).unwrap_or_default(), out_stride);
            }
        }
    }
    if let Some((columns, scales, place)) = waiting {
        finish::<BYTES>(before, columns, scales, out.get_mut(place..).unwrap_or_default(), out_stride);
    }
    // SAFETY: releases the tiles, so that the system need not save them for this thread.
    unsafe { asm!("tilerelease", options(nostack, nomem, preserves_flags)) };
}

/// Applies scales and biases, for one row of `out` per scale.
#[target_feature(enable = "avx512f")]
#[inline]
fn finish<const BYTES: bool>(
    sums: &Sums,
    columns: &Columns,
    scales: &[f32],
    out: &mut [f32],
    out_stride: usize,
) {
    let pairs = sums.0.as_chunks::<2>().0;
    for ((pair, scale), out) in pairs.iter().zip(scales).zip(out.chunks_mut(out_stride)) {
        let Some(out) = out.first_chunk_mut::<PANEL>() else { continue };
        let scale = _mm512_set1_ps(*scale);
        for (half, line) in pair.iter().enumerate() {
            let at = (half & 1) * WORDS;
            // SAFETY: a line is 64 bytes at a multiple of 64; the arrays of `columns` hold 32 numbers at a
            // multiple of 64 bytes. Those of `out` hold 32, of which 16 starting at 0 or at 16 are accessed.
            #[allow(unsafe_code)]
            unsafe {
                let sum = _mm512_load_si512(std::ptr::from_ref(line).cast());
                let sum = if BYTES {
                    let begin = _mm512_load_si512(columns.begin.as_ptr().add(at).cast());
                    _mm512_cvtepi32_ps(_mm512_add_epi32(sum, begin))
                } else {
                    _mm512_castsi512_ps(sum)
                };
                let factor = _mm512_load_ps(columns.scale.as_ptr().add(at));
                let bias = _mm512_load_ps(columns.bias.as_ptr().add(at));
                let number = _mm512_fmadd_ps(_mm512_mul_ps(sum, scale), factor, bias);
                _mm512_storeu_ps(out.as_mut_ptr().add(at), number);
            }
        }
    }
}

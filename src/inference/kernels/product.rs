//! Products of a left and a right operand.

use super::grid::Grid;
#[cfg(target_arch = "x86_64")]
use super::kernel::Format;
use super::kernel::Kernel;
use super::left::{Left, ROWS_AT_ONCE};
#[cfg(target_arch = "x86_64")]
use super::level::Kind;
use super::line::{Line, WORDS};
use super::portable;
use super::right::{PANEL, Right};

/// Operands with matching shapes.
pub(super) struct Product<'a> {
    /// Rows of `stride` lines each, up to a multiple of [`ROWS_AT_ONCE`].
    pub(super) left: &'a [Line],
    pub(super) stride: usize,
    pub(super) rows: usize,
    /// One scale per row.
    pub(super) scales: &'a [f32],
    /// Panels of `2 * WORDS * stride` lines each.
    pub(super) right: &'a Right,
    /// Rows of `out_stride` numbers each, at least 32 for each panel.
    pub(super) out: &'a mut [f32],
    pub(super) out_stride: usize,
}

impl<'a> Product<'a> {
    fn of(left: &'a Left, right: &'a Right, out: &'a mut Grid) -> Option<Self> {
        let (rows, stride, out_stride) = (left.rows(), left.stride(), out.stride());
        let lines = rows.next_multiple_of(ROWS_AT_ONCE).checked_mul(stride)?;
        let out = out.values_mut();
        let fits = stride.checked_mul(WORDS)? == right.steps()
            && out_stride >= right.width().checked_next_multiple_of(PANEL)?
            && out.len() >= rows.checked_mul(out_stride)?;
        let (left, scales) = (left.lines().get(..lines)?, left.scales().get(..rows)?);
        fits.then_some(Self { left, stride, rows, scales, right, out, out_stride })
    }
}

/// Computes out = left right + bias. Operands with mismatched shapes give NaN.
pub(crate) fn multiply(kernel: Kernel, left: &Left, right: &Right, out: &mut Grid) {
    out.shape(left.rows(), right.width());
    match Product::of(left, right, out) {
        Some(product) => run(kernel, product),
        None => out.values_mut().fill(f32::NAN),
    }
}

fn run(kernel: Kernel, product: Product<'_>) {
    match (kernel.level.kind(), kernel.format) {
        #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
        (Kind::Tiles, Format::Bytes | Format::Bf16) => super::tiles::run(kernel, product),
        #[cfg(target_arch = "x86_64")]
        (Kind::Tiles | Kind::Avx512Dot, _) | (Kind::Avx512, Format::F32 | Format::Shorts) => {
            super::avx512::run(kernel, product);
        }
        #[cfg(target_arch = "x86_64")]
        (Kind::Avx2, Format::F32 | Format::Shorts) => super::avx2::run(kernel, product),
        _ => portable::run(kernel, product),
    }
}

/// Splits rows into runs of nearly equal length, at most `most`; returns each start and length.
#[cfg(target_arch = "x86_64")]
pub(super) fn runs(rows: usize, most: usize) -> impl Iterator<Item = (usize, usize)> {
    let count = rows.div_ceil(most.max(1));
    (0..count).map(move |n| {
        let at = |n: usize| n.saturating_mul(rows).checked_div(count).unwrap_or_default();
        (at(n), at(n.saturating_add(1)).saturating_sub(at(n)))
    })
}

//! Operands of a product with matching shapes.

use super::columns::PANEL;
use super::grid::Grid;
use super::left::{Left, ROWS_AT_ONCE};
use super::line::{Line, WORDS};
use super::right::Right;

/// Operands with matching shapes.
pub(super) struct Product<'a> {
    /// Rows of `stride` lines each, up to a multiple of [`ROWS_AT_ONCE`].
    pub(super) left: &'a [Line],
    pub(super) stride: usize,
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "safe code counts the scales"))]
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
    /// Checks the shapes of these operands.
    pub(super) fn of(left: &'a Left, right: &'a Right, out: &'a mut Grid) -> Option<Self> {
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

/// Splits rows into runs of nearly equal length, at most `most`; returns each start and length.
#[cfg(target_arch = "x86_64")]
pub(super) fn runs(rows: usize, most: usize) -> impl Iterator<Item = (usize, usize)> {
    let count = rows.div_ceil(most.max(1));
    (0..count).map(move |n| {
        let at = |n: usize| n.saturating_mul(rows).checked_div(count).unwrap_or_default();
        (at(n), at(n.saturating_add(1)).saturating_sub(at(n)))
    })
}

//! A panel's width, and its sums' initial values, scale and bias.

use super::line::WORDS;

/// Number of columns per panel.
pub(crate) const PANEL: usize = 2 * WORDS;

/// Initial values of a panel's sums, and their scale and bias.
#[derive(Debug, Clone)]
#[repr(C, align(64))]
pub(super) struct Columns {
    /// Integers that the integer sums start with.
    pub(super) begin: [i32; PANEL],
    /// Factor of a sum, in addition to that of its row.
    pub(super) scale: [f32; PANEL],
    /// Bias added at the end.
    pub(super) bias: [f32; PANEL],
}

impl Default for Columns {
    fn default() -> Self {
        Self { begin: [0; PANEL], scale: [1.0; PANEL], bias: [0.0; PANEL] }
    }
}

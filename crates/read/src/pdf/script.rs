//! Place of a word against the baseline of its neighbour, and the thresholds that decide it.

/// Largest size of a raised or lowered word, as a share of the size of the word that it belongs to.
pub(super) const SMALLER: f32 = 0.87;

/// Least distance from the baseline, in em of the larger word.
pub(super) const OFF_BASELINE: f32 = 0.12;

/// Place of a word against the baseline of its neighbour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Script {
    /// On the baseline, or text that is no mark.
    #[default]
    Level,
    /// Text as a superscript.
    Raised,
    /// Text as a subscript.
    Lowered,
}

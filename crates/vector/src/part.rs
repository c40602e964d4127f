//! A segment of an index with its deletions.

use std::sync::Arc;

use super::segment::Segment;

/// A segment with its deletions.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) segment: Arc<Segment>,
    /// Bit per row, set when the row is deleted; empty when none is.
    pub(super) deleted: Vec<u64>,
}

impl Part {
    pub(super) fn is_deleted(&self, row: usize) -> bool {
        self.deleted.get(row / 64).is_some_and(|word| word >> (row % 64) & 1 == 1)
    }
}

//! How much of the true nearest neighbours a search by vectors finds.

use super::archive::Archive;
use super::error::ArchiveError;
use crate::vector::{Keep, Nearest, TopK};

impl Archive {
    /// Recall at `k` of [`Archive::nearest`] against a plain scan in double precision, over at
    /// most `samples` of the stored vectors as queries, evenly spread; `None` without vectors.
    /// Neighbours whose cosines differ by less than single precision resolves count as equal.
    pub fn recall(&self, k: usize, samples: usize) -> Result<Option<f64>, ArchiveError> {
        /// Largest error of a dot product of unit vectors in f32, some 1e-7 an addition in
        /// sixteen running sums.
        const RESOLUTION: f64 = 1e-6;
        let snapshot = self.snapshot();
        let index = snapshot.vectors()?;
        if index.is_empty() || k == 0 || samples == 0 {
            return Ok(None);
        }
        index.load().map_err(ArchiveError::vectors)?;
        let step = index.len().div_ceil(samples).max(1);
        let (mut found, mut wanted) = (0usize, 0usize);
        for (_, query) in index.rows().step_by(step) {
            let exact = |row: &[f32]| -> f64 {
                row.iter().zip(query).map(|(x, y)| f64::from(*x) * f64::from(*y)).sum()
            };
            let mut top = TopK::new(k);
            for (id, row) in index.rows() {
                top.push(Exact { score: exact(row), id });
            }
            let top = top.into_sorted();
            let Some(last) = top.last() else { continue };
            let answer =
                index.nearest(query, k, Keep::All, self.graph_options()).map_err(ArchiveError::vectors)?;
            let right =
                |n: &&Nearest| index.row(n.id).is_some_and(|row| exact(row) >= last.score - RESOLUTION);
            found += answer.iter().filter(right).count();
            wanted += top.len();
        }
        Ok(Some(found as f64 / wanted.max(1) as f64))
    }
}

/// A row with its score in double precision.
#[derive(Debug, PartialEq)]
struct Exact {
    score: f64,
    id: u64,
}

impl Eq for Exact {}

impl Ord for Exact {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.score.total_cmp(&other.score).then(other.id.cmp(&self.id))
    }
}

impl PartialOrd for Exact {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

//! Recall of a vector search: the share of the true nearest neighbours that it finds.

use super::error::ArchiveError;
use super::folder::FolderArchive;
use twolane_vector::{Keep, Nearest, TopK};

impl FolderArchive {
    /// See [`Archive::recall`](super::Archive::recall).
    pub(super) fn measured_recall(&self, k: usize, samples: usize) -> Result<Option<f64>, ArchiveError> {
        /// Largest error of a dot product of unit vectors in f32, some 1e-7 an addition in
        /// sixteen running sums.
        const RESOLUTION: f64 = 1e-6;
        let snapshot = self.snapshot();
        let index = snapshot.vectors()?;
        if index.len() < 2 || k == 0 || samples == 0 {
            return Ok(None);
        }
        index.load().map_err(ArchiveError::vectors)?;
        let step = index.len().div_ceil(samples).max(1);
        let (mut found, mut wanted) = (0usize, 0usize);
        for (asking, query) in index.rows().step_by(step) {
            let exact = |row: &[f32]| -> f64 {
                row.iter().zip(query).map(|(x, y)| f64::from(*x) * f64::from(*y)).sum()
            };
            let mut top = TopK::new(k);
            for (id, row) in index.rows().filter(|(id, _)| *id != asking) {
                top.push(Exact { score: exact(row), id });
            }
            let top = top.into_sorted();
            let Some(last) = top.last() else { continue };
            let answer = index.nearest(query, k.saturating_add(1), Keep::All, self.graph_options());
            let answer = answer.map_err(ArchiveError::vectors)?;
            let others = answer.iter().filter(|n| n.id != asking).take(k);
            let right =
                |n: &&Nearest| index.row(n.id).is_some_and(|row| exact(row) >= last.score - RESOLUTION);
            found += others.filter(right).count();
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

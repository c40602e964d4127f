//! The k best of a stream of scores.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// An id with its score; greater is better, and of equal scores the smaller id is better, so
/// that the order of a result never depends on how a scan was split.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Nearest {
    /// Id of the row.
    pub id: u64,
    /// Dot product with the query: the cosine for unit vectors, -1 to 1.
    pub score: f32,
}

impl Eq for Nearest {}

impl Ord for Nearest {
    fn cmp(&self, other: &Self) -> Ordering {
        self.score.total_cmp(&other.score).then(other.id.cmp(&self.id))
    }
}

impl PartialOrd for Nearest {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Keeps the `k` greatest of what is pushed.
#[derive(Debug, Clone)]
pub struct TopK<T: Ord> {
    k: usize,
    heap: BinaryHeap<std::cmp::Reverse<T>>,
}

impl<T: Ord> TopK<T> {
    /// Room for `k`; nothing is allocated up front, since `k` may be as large as the caller likes.
    pub fn new(k: usize) -> Self {
        TopK { k, heap: BinaryHeap::new() }
    }

    /// Offers an item.
    pub fn push(&mut self, item: T) {
        if self.heap.len() < self.k {
            self.heap.push(std::cmp::Reverse(item));
        } else if let Some(mut worst) = self.heap.peek_mut()
            && item > worst.0
        {
            worst.0 = item;
        }
    }

    /// Takes over what another one kept.
    pub fn merge(mut self, other: Self) -> Self {
        for item in other.heap {
            self.push(item.0);
        }
        self
    }

    /// Returns the kept items, best first.
    pub fn into_sorted(self) -> Vec<T> {
        self.heap.into_sorted_vec().into_iter().map(|r| r.0).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_best_and_breaks_ties_by_id() {
        let mut top = TopK::new(3);
        for (id, score) in [(9, 0.5), (1, 0.5), (4, 0.9), (2, 0.5), (7, -1.0)] {
            top.push(Nearest { id, score });
        }
        let ids: Vec<u64> = top.into_sorted().iter().map(|n| n.id).collect();
        assert_eq!(ids, [4, 1, 2]);
    }

    #[test]
    fn zero_keeps_nothing() {
        let mut top = TopK::new(0);
        top.push(1);
        assert!(top.into_sorted().is_empty());
    }
}

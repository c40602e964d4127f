//! Buffers that a graph search needs, reused by the next one.

use std::collections::BinaryHeap;

use super::pool::Pool;

/// Working memory of one walk at a time.
#[derive(Debug, Default)]
pub struct Scratch {
    /// Places that were scored.
    pub visited: Visited,
    /// The best of them.
    pub pool: Pool,
    /// Places that wait to be expanded, where those of the pool are not the ones.
    pub queue: BinaryHeap<u64>,
    /// Places that are scored together.
    pub places: Vec<u32>,
    /// Nodes of the batch.
    pub nodes: Vec<u32>,
    /// Scores of the nodes.
    pub scores: Vec<i32>,
    /// A code as a query.
    pub signed: Vec<i8>,
}

/// A set of places.
#[derive(Debug, Default)]
pub struct Visited {
    words: Vec<u64>,
    /// Words that are not zero.
    touched: Vec<u32>,
}

impl Visited {
    /// Empties it and makes room for this many.
    pub fn reset(&mut self, places: usize) {
        for word in self.touched.drain(..) {
            if let Some(word) = self.words.get_mut(word as usize) {
                *word = 0;
            }
        }
        let words = places.div_ceil(64);
        if self.words.len() < words {
            self.words.resize(words, 0);
        }
    }

    /// True for a place that is in it.
    pub fn contains(&self, place: u32) -> bool {
        self.words.get(place as usize / 64).is_some_and(|word| word >> (place & 63) & 1 == 1)
    }

    /// Adds a place; `false` when it was there, or there is no such place.
    #[inline]
    pub fn insert(&mut self, place: u32) -> bool {
        let (at, bit) = (place >> 6, 1_u64 << (place & 63));
        let Some(word) = self.words.get_mut(at as usize) else { return false };
        if *word == 0 {
            self.touched.push(at);
        }
        let new = *word & bit == 0;
        *word |= bit;
        new
    }
}

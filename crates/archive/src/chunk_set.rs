//! The set of chunks that a search may return.

use std::sync::Arc;

use super::record::ChunkId;
use twolane_vector::{IdBits, Keep};

/// A set of chunk ids, tested inside both sides of a search. Cheap to clone. `all()` stands for
/// every chunk that the archive has and stores nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChunkSet(Repr);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Repr {
    All,
    Bits(Arc<Bits>),
}

/// Bit `i` stands for id `base + i`; `base` is a multiple of 64.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Bits {
    base: u64,
    words: Vec<u64>,
    len: usize,
}

impl ChunkSet {
    /// Returns the set of every chunk.
    pub fn all() -> Self {
        ChunkSet(Repr::All)
    }

    /// Returns the set without any chunk.
    pub fn none() -> Self {
        ChunkSet(Repr::Bits(Arc::default()))
    }

    /// Returns the set of these ids.
    pub fn of(ids: impl IntoIterator<Item = ChunkId>) -> Self {
        ChunkSet::of_ranges(ids.into_iter().map(|ChunkId(id)| (id, id.saturating_add(1))))
    }

    /// Ranges of ids (start, end exclusive).
    pub(super) fn of_ranges(ranges: impl IntoIterator<Item = (u64, u64)>) -> Self {
        let ranges: Vec<(u64, u64)> = ranges.into_iter().filter(|(start, end)| start < end).collect();
        let base = ranges.iter().map(|r| r.0).min().unwrap_or(0) / 64 * 64;
        let end = ranges.iter().map(|r| r.1).max().unwrap_or(0);
        let mut words = vec![0u64; usize::try_from(end.saturating_sub(base).div_ceil(64)).unwrap_or(0)];
        for (start, end) in ranges {
            for id in start..end {
                if let Some((word, bit)) = place(base, id)
                    && let Some(word) = words.get_mut(word)
                {
                    *word |= bit;
                }
            }
        }
        ChunkSet(Repr::Bits(Arc::new(Bits::new(base, words))))
    }

    /// True for the set of every chunk.
    pub fn is_all(&self) -> bool {
        matches!(self.0, Repr::All)
    }

    /// Number of ids; `None` for the set of every chunk.
    pub fn len(&self) -> Option<usize> {
        match &self.0 {
            Repr::All => None,
            Repr::Bits(bits) => Some(bits.len),
        }
    }

    /// True when no chunk can be found in it.
    pub fn is_empty(&self) -> bool {
        self.len() == Some(0)
    }

    /// True when the id is in it.
    pub fn contains(&self, id: ChunkId) -> bool {
        match &self.0 {
            Repr::All => true,
            Repr::Bits(bits) => bits.contains(id.0),
        }
    }

    /// Its bits, the lowest of the first byte for the id given with them; `None` for every chunk.
    #[cfg(feature = "postgres")]
    pub(super) fn bits(&self) -> Option<(u64, Vec<u8>)> {
        match &self.0 {
            Repr::All => None,
            Repr::Bits(bits) => {
                Some((bits.base, bits.words.iter().flat_map(|word| word.to_le_bytes()).collect()))
            }
        }
    }

    /// The set as a search by vectors takes it.
    pub(super) fn keep(&self) -> Keep<'_> {
        match &self.0 {
            Repr::All => Keep::All,
            Repr::Bits(bits) => Keep::These(IdBits::new(bits.base, &bits.words)),
        }
    }

    /// Ids that are in both.
    pub fn intersect(&self, other: &Self) -> Self {
        match (&self.0, &other.0) {
            (Repr::All, _) => other.clone(),
            (_, Repr::All) => self.clone(),
            (Repr::Bits(a), Repr::Bits(b)) => {
                let words = a.ids_of_words().map(|(start, word)| word & b.word_at(start)).collect();
                ChunkSet(Repr::Bits(Arc::new(Bits::new(a.base, words))))
            }
        }
    }

    /// Returns the set without these ids; `None` for the set of every chunk, which lists no ids to
    /// remove.
    pub fn without(&self, ids: &[ChunkId]) -> Option<Self> {
        let Repr::Bits(bits) = &self.0 else { return None };
        let mut words = bits.words.clone();
        for id in ids {
            if let Some((word, bit)) = place(bits.base, id.0)
                && let Some(word) = words.get_mut(word)
            {
                *word &= !bit;
            }
        }
        Some(ChunkSet(Repr::Bits(Arc::new(Bits::new(bits.base, words)))))
    }

    /// Ids in ascending order; `None` for the set of every chunk.
    pub fn iter(&self) -> Option<impl Iterator<Item = ChunkId> + '_> {
        match &self.0 {
            Repr::All => None,
            Repr::Bits(bits) => Some(bits.ids_of_words().flat_map(|(start, word)| {
                (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| ChunkId(start + bit))
            })),
        }
    }
}

fn place(base: u64, id: u64) -> Option<(usize, u64)> {
    let offset = id.checked_sub(base)?;
    Some((usize::try_from(offset / 64).ok()?, 1 << (offset % 64)))
}

impl Bits {
    fn new(base: u64, words: Vec<u64>) -> Self {
        let len = words.iter().map(|w| w.count_ones() as usize).sum();
        Bits { base, words, len }
    }

    fn contains(&self, id: u64) -> bool {
        place(self.base, id).is_some_and(|(word, bit)| self.words.get(word).is_some_and(|w| w & bit != 0))
    }

    fn word_at(&self, start: u64) -> u64 {
        place(self.base, start).and_then(|(word, _)| self.words.get(word)).copied().unwrap_or(0)
    }

    fn ids_of_words(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        (self.base..).step_by(64).zip(self.words.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn is_the_set_it_was_made_of(a in proptest::collection::btree_set(0u64..500, 0..60),
                                     b in proptest::collection::btree_set(0u64..500, 0..60)) {
            let make = |ids: &BTreeSet<u64>| ChunkSet::of(ids.iter().map(|id| ChunkId(*id)));
            let list = |set: &ChunkSet| -> Vec<u64> { set.iter().unwrap().map(|c| c.0).collect() };
            let (sa, sb) = (make(&a), make(&b));
            prop_assert_eq!(sa.len(), Some(a.len()));
            prop_assert_eq!(list(&sa), a.iter().copied().collect::<Vec<_>>());
            for id in 0..520 {
                prop_assert_eq!(sa.contains(ChunkId(id)), a.contains(&id));
            }
            prop_assert_eq!(list(&sa.intersect(&sb)), a.intersection(&b).copied().collect::<Vec<_>>());
            prop_assert_eq!(&sa.intersect(&ChunkSet::all()), &sa);
            let gone: Vec<ChunkId> = b.iter().map(|id| ChunkId(*id)).collect();
            prop_assert_eq!(
                list(&sa.without(&gone).unwrap()), a.difference(&b).copied().collect::<Vec<_>>()
            );
            prop_assert_eq!(ChunkSet::all().without(&gone), None);
            prop_assert_eq!(&ChunkSet::all().intersect(&sa), &sa);
        }
    }

    #[test]
    fn ranges_may_touch_and_start_anywhere() {
        let set = ChunkSet::of_ranges([(1_000_130, 1_000_135), (1_000_000, 1_000_002), (5, 5)]);
        assert_eq!(set.len(), Some(7));
        assert!(set.contains(ChunkId(1_000_134)) && !set.contains(ChunkId(1_000_135)));
        assert!(!set.contains(ChunkId(5)));
        assert!(ChunkSet::none().is_empty() && !ChunkSet::all().is_empty());
    }
}

//! Ids that a search may return.

/// The ids that a search may return.
#[derive(Debug, Clone, Copy)]
pub enum Keep<'a> {
    /// Keeps every id.
    All,
    /// Those of a set.
    These(IdBits<'a>),
}

impl Keep<'_> {
    /// True when the id may be returned.
    #[inline]
    pub fn contains(&self, id: u64) -> bool {
        match self {
            Keep::All => true,
            Keep::These(bits) => bits.contains(id),
        }
    }
}

/// A set of ids: bit `i` of the words stands for id `base + i`.
#[derive(Debug, Clone, Copy)]
pub struct IdBits<'a> {
    base: u64,
    words: &'a [u64],
}

impl<'a> IdBits<'a> {
    /// The set of these bits.
    pub fn new(base: u64, words: &'a [u64]) -> Self {
        IdBits { base, words }
    }

    /// True when the id is in it.
    #[inline]
    pub fn contains(&self, id: u64) -> bool {
        let word = |offset: u64| usize::try_from(offset / 64).ok().and_then(|at| self.words.get(at));
        id.checked_sub(self.base)
            .is_some_and(|offset| word(offset).is_some_and(|word| word >> (offset % 64) & 1 == 1))
    }

    /// Number of ids.
    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Calls `row` with the position of each of its ids in a list of ascending ids, ascending.
    pub fn rows_in(&self, ids: &[u64], mut row: impl FnMut(usize)) {
        let (Some(first), Some(last)) = (ids.first(), ids.last()) else { return };
        // Most often no number between the first and the last is missing.
        let whole = last.checked_sub(*first) == Some(ids.len() as u64 - 1);
        let skipped = usize::try_from(first.saturating_sub(self.base) / 64).unwrap_or(usize::MAX);
        let mut at = 0;
        for (place, word) in self.words.iter().enumerate().skip(skipped) {
            let Some(start) = (place as u64).checked_mul(64).and_then(|n| n.checked_add(self.base)) else {
                return;
            };
            if start > *last {
                return;
            }
            let mut rest = *word;
            while rest != 0 {
                let id = start.saturating_add(u64::from(rest.trailing_zeros()));
                rest &= rest - 1;
                if id < *first || id > *last {
                    continue;
                }
                if whole {
                    usize::try_from(id - first).into_iter().for_each(&mut row);
                } else {
                    at = seek(ids, at, id);
                    if ids.get(at) == Some(&id) {
                        row(at);
                    }
                }
            }
        }
    }
}

/// The first position from `from` on whose id is not below this one.
fn seek(ids: &[u64], from: usize, id: u64) -> usize {
    let (mut low, mut step) = (from, 1);
    while ids.get(low + step).is_some_and(|found| *found < id) {
        low += step;
        step *= 2;
    }
    let end = ids.len().min(low + step + 1);
    low + ids.get(low..end).unwrap_or(&[]).partition_point(|found| *found < id)
}

/// The position of an id among ascending ones.
pub(super) fn position(ids: &[u64], id: u64) -> Option<usize> {
    // No id stands further from the first than its distance, and most often exactly there.
    let most = usize::try_from(id.checked_sub(*ids.first()?)?).unwrap_or(usize::MAX).min(ids.len() - 1);
    if ids.get(most) == Some(&id) {
        return Some(most);
    }
    ids.get(..most)?.binary_search(&id).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn finds_the_rows_of_a_set(
            ids in proptest::collection::btree_set(0_u64..400, 0..80),
            wanted in proptest::collection::btree_set(0_u64..400, 0..80),
            base in 0_u64..3, whole in any::<bool>()
        ) {
            let ids: Vec<u64> = if whole { (100..250).collect() } else { ids.into_iter().collect() };
            let base = base * 64;
            let mut words = vec![0_u64; 7];
            for id in wanted.iter().filter(|id| **id >= base) {
                words[((id - base) / 64) as usize] |= 1 << ((id - base) % 64);
            }
            let bits = IdBits::new(base, &words);
            let in_set = |id: u64| id >= base && wanted.contains(&id);
            let mut rows = Vec::new();
            bits.rows_in(&ids, |row| rows.push(row));
            let want: Vec<usize> = (0..ids.len()).filter(|row| in_set(ids[*row])).collect();
            prop_assert_eq!(rows, want);
            prop_assert_eq!(bits.count(), (0..500).filter(|id| in_set(*id)).count());
            for id in 0..500 {
                prop_assert_eq!(bits.contains(id), in_set(id));
                prop_assert_eq!(position(&ids, id), ids.binary_search(&id).ok());
            }
        }
    }
}

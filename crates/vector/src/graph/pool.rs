//! The best candidates of a walk, in order.

/// Largest number of a node: keys have 31 bits for it.
pub const NODE_MAX: u32 = (1 << 31) - 2;

/// Set in a key once its node was expanded.
const EXPANDED: u64 = 1;

/// A place with its score; greater is better, of equal scores the smaller place. The lowest bit is
/// free for a mark.
#[inline]
pub fn key(score: i32, place: u32) -> u64 {
    let score = u64::from(score.cast_unsigned() ^ 0x8000_0000);
    score << 32 | u64::from(!(place << 1) & !1)
}

/// The place of a key.
#[inline]
#[allow(clippy::cast_possible_truncation)] // The lower half is what is wanted.
pub fn place_of(key: u64) -> u32 {
    !(key as u32) >> 1
}

/// The score of a key.
#[inline]
#[allow(clippy::cast_possible_truncation)] // The upper half has 32 bits.
pub fn score_of(key: u64) -> i32 {
    ((key >> 32) as u32 ^ 0x8000_0000).cast_signed()
}

/// At most `room` keys, best first, each marked once it was expanded.
#[derive(Debug, Default)]
pub struct Pool {
    keys: Vec<u64>,
    room: usize,
    next: usize,
    worst: u64,
}

impl Pool {
    /// Empties the pool and sets its capacity.
    pub fn reset(&mut self, room: usize) {
        self.keys.clear();
        self.room = room;
        self.next = 0;
        self.worst = if room == 0 { u64::MAX } else { 0 };
    }

    /// Offers a key that is not in it.
    #[inline]
    pub fn offer(&mut self, key: u64) {
        if key <= self.worst {
            return;
        }
        if self.keys.len() == self.room {
            self.keys.pop();
        }
        let at = self.keys.partition_point(|other| *other > key);
        self.keys.insert(at, key);
        self.next = self.next.min(at);
        if self.keys.len() == self.room {
            self.worst = self.keys.last().copied().unwrap_or(0);
        }
    }

    /// The worst key of a full pool; 0 before: a key that is not greater stays out.
    #[inline]
    pub fn worst(&self) -> u64 {
        self.worst
    }

    /// Marks the best unmarked key and gives its place.
    #[inline]
    pub fn expand(&mut self) -> Option<u32> {
        let key = self.keys.get_mut(self.next)?;
        *key |= EXPANDED;
        let place = place_of(*key);
        self.next += 1;
        while self.keys.get(self.next).is_some_and(|key| key & EXPANDED != 0) {
            self.next += 1;
        }
        Some(place)
    }

    /// The place that [`Pool::expand`] would give.
    #[inline]
    pub fn peek(&self) -> Option<u32> {
        self.keys.get(self.next).map(|key| place_of(*key))
    }

    /// Its keys, best first.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn keys_hold_both_and_order_by_score_then_place(
            a in (any::<i32>(), 0..=NODE_MAX), b in (any::<i32>(), 0..=NODE_MAX)
        ) {
            let of = |(score, place): (i32, u32)| key(score, place);
            prop_assert_eq!((score_of(of(a)), place_of(of(a))), a);
            prop_assert_eq!(place_of(of(a) | EXPANDED), a.1);
            prop_assert_eq!(of(a) > of(b), (a.0, !a.1) > (b.0, !b.1));
        }

        #[test]
        fn keeps_the_best_and_expands_each_once(
            offers in proptest::collection::btree_set((-50_i32..50, 0_u32..1000), 0..60), room in 0_usize..20
        ) {
            let mut pool = Pool::default();
            pool.reset(room);
            let mut expanded = BTreeSet::new();
            for (i, (score, place)) in offers.iter().enumerate() {
                pool.offer(key(*score, *place));
                if i % 3 == 0 && let Some(place) = pool.expand() {
                    expanded.insert(place);
                }
            }
            while let Some(place) = pool.expand() {
                expanded.insert(place);
            }
            let mut want: Vec<u64> = offers.iter().map(|(score, place)| key(*score, *place)).collect();
            want.sort_unstable_by(|a, b| b.cmp(a));
            want.truncate(room);
            let kept: Vec<u64> = pool.keys().iter().map(|key| key & !EXPANDED).collect();
            prop_assert_eq!(&kept, &want);
            prop_assert!(want.iter().all(|key| expanded.contains(&place_of(*key))));
        }
    }
}

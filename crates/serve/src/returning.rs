//! The requests that were asked to come back, with the start of their wait. A request that comes again takes
//! the place that it would have if it had never left.

use std::collections::{BTreeMap, HashMap};
use std::time::{Duration, Instant};

/// The largest number of remembered requests of one client, and of all.
const MOST_OF_ONE: usize = 256;
const MOST: usize = 4096;
/// The time after its due time in which a request is still recognised.
const GRACE: Duration = Duration::from_secs(30);
const SWEEP: Duration = Duration::from_secs(1);

/// Requests that were turned away, by client and the number of their first arrival.
#[derive(Debug, Default)]
pub struct Returning {
    clients: HashMap<String, BTreeMap<u64, Told>>,
    count: usize,
    /// The time of the last sweep for requests that are no longer expected.
    swept: Option<Instant>,
}

#[derive(Debug)]
struct Told {
    /// The request's hash, as in [`Caller::asks`](super::access::caller::Caller).
    asks: u64,
    /// The time after which it is no longer expected.
    until: Instant,
}

impl Returning {
    /// Notes a request that was turned away and must come again in this many seconds. Beyond the bounds no
    /// request is noted, and it then counts as new.
    pub fn note(&mut self, client: &str, first: u64, asks: u64, seconds: u64) {
        let now = Instant::now();
        // Not for each of many that are turned away.
        let lately = self.swept.is_some_and(|swept| now.saturating_duration_since(swept) < SWEEP);
        if self.count >= MOST && !lately {
            self.forget_before(now);
            self.swept = Some(now);
        }
        let Some(until) = now.checked_add(Duration::from_secs(seconds).saturating_add(GRACE)) else { return };
        if self.count >= MOST {
            return;
        }
        let of_one = self.clients.entry(client.to_owned()).or_default();
        if of_one.len() < MOST_OF_ONE && of_one.insert(first, Told { asks, until }).is_none() {
            self.count = self.count.saturating_add(1);
        }
    }

    /// Returns the number of its first arrival, if this request comes again. Of several equal ones it returns
    /// the first.
    pub fn again(&mut self, client: &str, asks: u64) -> Option<u64> {
        let now = Instant::now();
        let of_one = self.clients.get_mut(client)?;
        let before = of_one.len();
        of_one.retain(|_, told| told.until >= now);
        let first = of_one.iter().find(|(_, told)| told.asks == asks).map(|(first, _)| *first);
        if let Some(first) = first {
            of_one.remove(&first);
        }
        self.count = self.count.saturating_sub(before.saturating_sub(of_one.len()));
        if of_one.is_empty() {
            self.clients.remove(client);
        }
        first
    }

    /// Counts the earlier requests that are still expected: all of its own client, and one of each other.
    pub fn before(&self, client: &str, first: u64) -> usize {
        let now = Instant::now();
        let of = |(name, of_one): (&String, &BTreeMap<u64, Told>)| {
            let expected = of_one.range(..first).filter(|(_, told)| told.until >= now).count();
            if name == client { expected } else { expected.min(1) }
        };
        self.clients.iter().map(of).sum()
    }

    fn forget_before(&mut self, now: Instant) {
        for of_one in self.clients.values_mut() {
            of_one.retain(|_, told| told.until >= now);
        }
        self.clients.retain(|_, of_one| !of_one.is_empty());
        self.count = self.clients.values().map(BTreeMap::len).sum();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_request_is_known_once_for_each_time_it_was_turned_away() {
        let mut returning = Returning::default();
        returning.note("a", 3, 7, 1);
        returning.note("a", 5, 7, 1);
        returning.note("a", 4, 8, 1);
        assert_eq!(returning.again("b", 7), None, "another's");
        assert_eq!((returning.before("a", 5), returning.before("a", 9), returning.before("b", 9)), (2, 3, 1));
        assert_eq!([7, 7, 7, 8].map(|asks| returning.again("a", asks)), [Some(3), Some(5), None, Some(4)]);
        assert!(returning.clients.is_empty() && returning.count == 0);
    }

    #[test]
    fn so_many_are_known_and_no_more() {
        let mut returning = Returning::default();
        for n in 0..10_000 {
            returning.note("one", n, n, 1);
        }
        assert_eq!(returning.count, MOST_OF_ONE);
        for n in 0..10_000 {
            returning.note(&n.to_string(), n, n, 1);
        }
        assert_eq!((returning.count, returning.clients.len()), (MOST, 1 + MOST - MOST_OF_ONE));
        for told in returning.clients.values_mut().flat_map(BTreeMap::values_mut) {
            told.until = Instant::now() - Duration::from_millis(1);
        }
        assert_eq!((returning.before("one", 9), returning.again("9", 9)), (0, None), "their time is over");
        returning.swept = None;
        returning.note("late", 1, 1, 1);
        returning.note("later", 2, 1, 1);
        assert_eq!(returning.count, 2, "room was made");
    }
}

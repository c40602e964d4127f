//! Counts the questions and searches of each address of the public.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The time over which requests are counted.
const WINDOW: Duration = Duration::from_secs(60);
/// The most addresses that are remembered. Beyond them, those without a recent request are dropped; then new ones wait.
const ADDRESSES: usize = 10_000;
/// The shortest time between two searches for addresses to drop.
const PAUSE: Duration = Duration::from_secs(1);

/// The times of recent requests, by address.
#[derive(Debug)]
pub struct Rate {
    most: usize,
    recent: Mutex<Recent>,
}

#[derive(Debug, Default)]
struct Recent {
    times: HashMap<String, VecDeque<Instant>>,
    pruned: Option<Instant>,
}

impl Recent {
    /// Drops the addresses without a recent request, at most once a [`PAUSE`].
    fn prune(&mut self, now: Instant) {
        if self.pruned.is_some_and(|last| now.duration_since(last) < PAUSE) {
            return;
        }
        self.pruned = Some(now);
        self.times.retain(|_, times| times.back().is_some_and(|last| now.duration_since(*last) < WINDOW));
    }
}

impl Rate {
    /// Creates a counter that lets this many requests of an address pass in a minute.
    pub fn new(most: usize) -> Self {
        Rate { most, recent: Mutex::default() }
    }

    /// Counts a request of an address.
    ///
    /// # Errors
    /// Returns the time to wait when there were too many; the request then does not count.
    pub fn take(&self, address: &str, now: Instant) -> Result<(), Duration> {
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        if recent.times.len() >= ADDRESSES && !recent.times.contains_key(address) {
            recent.prune(now);
            if recent.times.len() >= ADDRESSES {
                return Err(PAUSE);
            }
        }
        let times = recent.times.entry(address.to_owned()).or_default();
        while times.front().is_some_and(|first| now.duration_since(*first) >= WINDOW) {
            times.pop_front();
        }
        if times.len() < self.most {
            times.push_back(now);
            return Ok(());
        }
        let oldest = times.front().map_or(Duration::ZERO, |first| now.duration_since(*first));
        Err(WINDOW.saturating_sub(oldest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_address_has_so_many_a_minute() {
        let rate = Rate::new(2);
        let start = Instant::now();
        let at = |seconds: u64| start + Duration::from_secs(seconds);
        assert_eq!(rate.take("a", at(0)), Ok(()));
        assert_eq!(rate.take("a", at(10)), Ok(()));
        assert_eq!(rate.take("a", at(20)), Err(Duration::from_secs(40)));
        assert_eq!(rate.take("b", at(20)), Ok(()));
        assert_eq!(rate.take("a", at(60)), Ok(()), "what was refused does not count");
        assert_eq!(rate.take("a", at(61)), Err(Duration::from_secs(9)));
        assert_eq!(Rate::new(0).take("a", at(0)), Err(WINDOW));
    }

    #[test]
    fn new_address_waits_when_too_many_are_remembered() {
        let rate = Rate::new(2);
        let start = Instant::now();
        for n in 0..ADDRESSES {
            assert_eq!(rate.take(&n.to_string(), start), Ok(()));
        }
        assert_eq!(rate.take("new", start), Err(PAUSE));
        assert_eq!(rate.take("0", start), Ok(()), "a remembered address goes on");
        assert_eq!(rate.take("new", start + WINDOW), Ok(()));
    }
}

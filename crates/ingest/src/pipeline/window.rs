//! Passes results of several threads on in order, and limits those threads to what fits in memory.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The window of jobs in progress, numbered from 0. Threads [`take`](Window::take) the next one and
/// [`deliver`](Window::deliver) its result; one thread [`receive`](Window::receive)s the results in order.
///
/// No thread gets more than `width` jobs ahead of the receiver. Results in progress stay below `memory`
/// bytes, except for the one that the receiver waits for: it may always grow, so that there is no deadlock.
pub(super) struct Window<T> {
    jobs: usize,
    width: usize,
    memory: usize,
    state: Mutex<State<T>>,
    changed: Condvar,
}

struct State<T> {
    /// The next job that no thread has taken.
    untaken: usize,
    /// The next result that the receiver gets.
    awaited: usize,
    results: BTreeMap<usize, T>,
    reserved: usize,
    stopped: bool,
}

/// The outcome of waiting for a result.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Received<T> {
    /// The next result in order.
    Result(T),
    /// No result arrived in the given time.
    Nothing,
    /// All results were received, or the window is stopped and no result is next.
    End,
}

impl<T> Window<T> {
    pub(super) fn new(jobs: usize, width: usize, memory: usize) -> Self {
        let state = State { untaken: 0, awaited: 0, results: BTreeMap::new(), reserved: 0, stopped: false };
        Window { jobs, width: width.max(1), memory, state: Mutex::new(state), changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State<T>>) -> MutexGuard<'a, State<T>> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the next job, when it is near enough to the awaited one; returns `None` when there is none left
    /// or the window is stopped.
    pub(super) fn take(&self) -> Option<usize> {
        let mut state = self.lock();
        loop {
            if state.stopped || state.untaken >= self.jobs {
                return None;
            }
            if state.untaken < state.awaited.saturating_add(self.width) {
                let job = state.untaken;
                state.untaken = job.saturating_add(1);
                return Some(job);
            }
            state = self.wait(state);
        }
    }

    /// Waits until `bytes` more for this job fit.
    pub(super) fn reserve(&self, job: usize, bytes: usize) {
        let mut state = self.lock();
        while !state.stopped
            && state.awaited != job
            && state.reserved > 0
            && state.reserved.saturating_add(bytes) > self.memory
        {
            state = self.wait(state);
        }
        state.reserved = state.reserved.saturating_add(bytes);
    }

    /// Releases reserved bytes.
    pub(super) fn release(&self, bytes: usize) {
        let mut state = self.lock();
        state.reserved = state.reserved.saturating_sub(bytes);
        self.changed.notify_all();
    }

    /// Delivers the result of a job that was taken.
    pub(super) fn deliver(&self, job: usize, result: T) {
        self.lock().results.insert(job, result);
        self.changed.notify_all();
    }

    /// Returns the next result in order; waits for it up to `patience`.
    pub(super) fn receive(&self, patience: Duration) -> Received<T> {
        let end = Instant::now() + patience;
        let mut state = self.lock();
        loop {
            let awaited = state.awaited;
            if let Some(result) = state.results.remove(&awaited) {
                state.awaited = awaited.saturating_add(1);
                self.changed.notify_all();
                return Received::Result(result);
            }
            if awaited >= self.jobs || state.stopped {
                return Received::End;
            }
            let now = Instant::now();
            if now >= end {
                return Received::Nothing;
            }
            state = self.changed.wait_timeout(state, end - now).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Returns the bytes that may be in progress.
    pub(super) fn memory(&self) -> usize {
        self.memory
    }

    /// Returns true after [`Window::stop`].
    pub(super) fn is_stopped(&self) -> bool {
        self.lock().stopped
    }

    /// Stops the window: it assigns no more jobs, and no thread waits any more.
    pub(super) fn stop(&self) {
        self.lock().stopped = true;
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_and_memory_is_held() {
        let window = Window::new(200, 8, 1000);
        let highest = Mutex::new((0_usize, 0_usize));
        let mut got = Vec::new();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    while let Some(job) = window.take() {
                        let bytes = 100 + (job * 37) % 600;
                        window.reserve(job, bytes);
                        {
                            let mut now = highest.lock().unwrap();
                            now.0 += bytes;
                            now.1 = now.1.max(now.0);
                        }
                        window.deliver(job, (job, bytes));
                    }
                });
            }
            loop {
                match window.receive(Duration::from_secs(60)) {
                    Received::Result((job, bytes)) => {
                        got.push(job);
                        highest.lock().unwrap().0 -= bytes;
                        window.release(bytes);
                    }
                    Received::End => break,
                    Received::Nothing => panic!("locked up"),
                }
            }
        });
        assert_eq!(got, (0..200).collect::<Vec<_>>());
        // The awaited result exceeds the limit. So may the one before it, which is passed on but not yet
        // released.
        assert!(highest.lock().unwrap().1 <= 1000 + 2 * 700, "{:?}", highest.lock().unwrap());
    }

    #[test]
    fn a_stop_frees_everybody() {
        let window = Window::<()>::new(10, 1, 10);
        std::thread::scope(|scope| {
            let taker = scope.spawn(|| (window.take(), window.take()));
            let reserver = scope.spawn(|| {
                window.reserve(5, 10);
                window.reserve(5, 10);
            });
            window.stop();
            let _ = taker.join().unwrap();
            reserver.join().unwrap();
        });
        assert_eq!(window.receive(Duration::ZERO), Received::End);
    }
}

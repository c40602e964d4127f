//! Cancellation: tracks whether a client still waits for an answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::problem::Problem;

/// A cancel token that work checks between two steps.
#[derive(Debug, Clone)]
pub struct Cancel {
    gone: Arc<AtomicBool>,
    until: Instant,
}

impl Cancel {
    /// Creates a token for work that may take this long.
    pub fn within(time: Duration) -> Self {
        let now = Instant::now();
        // If the instant is out of range, a day takes its place.
        let until =
            now.checked_add(time).or_else(|| now.checked_add(Duration::from_secs(86_400))).unwrap_or(now);
        Cancel { gone: Arc::new(AtomicBool::new(false)), until }
    }

    /// Returns false once the client is gone or the time is spent.
    pub fn goes_on(&self) -> bool {
        !self.is_gone() && Instant::now() < self.until
    }

    /// Checks that the work should continue.
    ///
    /// # Errors
    /// Returns 503 once the client is gone or the time is spent.
    pub fn still(&self) -> Result<(), Problem> {
        if self.goes_on() { Ok(()) } else { Err(Problem::ended()) }
    }

    /// Returns true once the client is gone.
    pub fn is_gone(&self) -> bool {
        self.gone.load(Ordering::Relaxed)
    }

    /// Returns a guard that cancels when it is dropped; the waiting side holds it.
    pub fn guard(&self) -> CancelOnDrop {
        CancelOnDrop(Arc::clone(&self.gone))
    }
}

/// A guard held by the side that waits for the work; dropping it ends the work.
#[derive(Debug)]
pub struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

//! Whether anybody still waits for an answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::problem::Problem;

/// Work looks at this between two steps.
#[derive(Debug, Clone)]
pub struct Cancel {
    gone: Arc<AtomicBool>,
    until: Instant,
}

impl Cancel {
    /// Work that may take so long.
    pub fn within(time: Duration) -> Self {
        let now = Instant::now();
        // An instant that can't be is one that is never reached; a day stands for it.
        let until =
            now.checked_add(time).or_else(|| now.checked_add(Duration::from_secs(86_400))).unwrap_or(now);
        Cancel { gone: Arc::new(AtomicBool::new(false)), until }
    }

    /// False once nobody waits any more, or the time is spent.
    pub fn goes_on(&self) -> bool {
        !self.is_gone() && Instant::now() < self.until
    }

    /// An error once nobody waits any more, or the time is spent.
    ///
    /// # Errors
    /// 503.
    pub fn still(&self) -> Result<(), Problem> {
        if self.goes_on() { Ok(()) } else { Err(Problem::ended()) }
    }

    /// True once nobody waits any more.
    pub fn is_gone(&self) -> bool {
        self.gone.load(Ordering::Relaxed)
    }

    /// Cancels when it is dropped: held by whoever waits.
    pub fn guard(&self) -> CancelOnDrop {
        CancelOnDrop(Arc::clone(&self.gone))
    }
}

/// Held by whoever waits for the work; its end is the end of the work.
#[derive(Debug)]
pub struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

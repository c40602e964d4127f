//! How blocking work gets its turn: so much runs at a time, so much waits, and each client has its share.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::options::Limits;
use super::problem::Problem;

/// A bounded number of turns.
#[derive(Debug)]
pub struct Pool {
    running: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    clients: Arc<Clients>,
    queue: usize,
    patience: Duration,
    workers: usize,
}

#[derive(Debug, Default)]
struct Clients(Mutex<HashMap<String, usize>>);

/// A turn: held by the work until it is done, also when nobody waits for it any more.
#[derive(Debug)]
pub struct Turn {
    _running: OwnedSemaphorePermit,
    _share: Share,
}

/// One of the requests that a client has at a time.
#[derive(Debug)]
struct Share {
    clients: Arc<Clients>,
    client: String,
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut held = self.clients.0.lock().unwrap_or_else(PoisonError::into_inner);
        let left = held.get(&self.client).map_or(0, |n| n.saturating_sub(1));
        if left == 0 {
            held.remove(&self.client);
        } else {
            held.insert(self.client.clone(), left);
        }
    }
}

/// Counts a waiting one as long as it waits.
struct Waiting(Arc<AtomicUsize>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// More turns at once than any machine has use for; a semaphore has an end as well.
const MOST_WORKERS: usize = 4096;

impl Pool {
    /// With these limits.
    pub fn new(limits: &Limits) -> Self {
        let workers = limits.workers.clamp(1, MOST_WORKERS);
        Pool {
            running: Arc::new(Semaphore::new(workers)),
            waiting: Arc::default(),
            clients: Arc::default(),
            queue: limits.queue,
            patience: limits.patience,
            workers,
        }
    }

    /// A turn for this client.
    ///
    /// # Errors
    /// 429 when the client has its share already, 503 when too many wait or it took too long.
    pub async fn turn(&self, client: &str, per_client: usize) -> Result<Turn, Problem> {
        let share = self.share(client, per_client)?;
        let queued = self.waiting.fetch_add(1, Ordering::Relaxed);
        let waiting = Waiting(Arc::clone(&self.waiting));
        if let Ok(running) = Arc::clone(&self.running).try_acquire_owned() {
            return Ok(Turn { _running: running, _share: share });
        }
        if queued >= self.queue {
            return Err(Problem::busy());
        }
        let running = tokio::time::timeout(self.patience, Arc::clone(&self.running).acquire_owned()).await;
        drop(waiting);
        match running {
            Ok(Ok(running)) => Ok(Turn { _running: running, _share: share }),
            _ => Err(Problem::busy()),
        }
    }

    /// Runs blocking work in its turn.
    ///
    /// # Errors
    /// As [`Pool::turn`]; 500 when the work panicked.
    pub async fn run<T: Send + 'static>(
        &self,
        client: &str,
        per_client: usize,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let turn = self.turn(client, per_client).await?;
        let done = tokio::task::spawn_blocking(move || {
            let result = work();
            drop(turn);
            result
        });
        done.await.map_err(|error| Problem::internal(&error))
    }

    /// How many wait, and how many run.
    pub fn load(&self) -> (usize, usize) {
        let running = self.workers.saturating_sub(self.running.available_permits());
        (self.waiting.load(Ordering::Relaxed), running)
    }

    fn share(&self, client: &str, per_client: usize) -> Result<Share, Problem> {
        let mut held = self.clients.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = held.entry(client.to_owned()).or_insert(0);
        if *now >= per_client {
            return Err(Problem::too_many());
        }
        *now = now.saturating_add(1);
        Ok(Share { clients: Arc::clone(&self.clients), client: client.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(workers: usize, queue: usize) -> Limits {
        Limits { workers, queue, patience: Duration::from_millis(50), ..Limits::default() }
    }

    fn run<T>(work: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(work)
    }

    #[test]
    fn a_full_pool_is_busy_and_a_greedy_client_waits() {
        run(async {
            let pool = Pool::new(&limits(1, 1));
            let first = pool.turn("a", 1).await.unwrap();
            assert_eq!(pool.turn("a", 1).await.unwrap_err().status, 429);
            // Waits for its turn, in vain.
            assert_eq!(pool.turn("b", 1).await.unwrap_err().status, 503);
            assert_eq!(pool.load(), (0, 1));
            drop(first);
            drop(pool.turn("a", 1).await.unwrap());
            assert_eq!(pool.load(), (0, 0));
            assert!(pool.clients.0.lock().unwrap().is_empty());
        });
    }

    #[test]
    fn too_many_that_wait_are_turned_away_at_once() {
        run(async {
            let pool = Pool::new(&limits(1, 0));
            let held = pool.turn("a", 9).await.unwrap();
            assert_eq!(pool.turn("b", 9).await.unwrap_err().status, 503);
            drop(held);
        });
    }
}

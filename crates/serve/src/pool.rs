//! The pool of turns for blocking work. The number of running and of waiting tasks is bounded, and clients
//! take turns, however much each sends. A request that is turned away and comes again keeps its place.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use super::line::{self, Waiting};
use super::options::Limits;
use super::problem::Problem;

/// A bounded number of turns, and a bounded line before them.
#[derive(Debug, Clone)]
pub struct Pool {
    line: Arc<Mutex<Line>>,
    workers: usize,
    /// The most turns that one client holds while there are others.
    share: usize,
    queue: usize,
    patience: Duration,
}

/// The outcome for a waiting request: its turn, or that it gave way.
pub type Given = Result<Turn, Problem>;

/// The line of requests for a turn.
type Line = line::Line<Given>;

/// A turn: held by the work until it is done, even when no client waits for it any more.
#[derive(Debug)]
pub struct Turn {
    pool: Pool,
    client: String,
    since: Instant,
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.pool.ended(&self.client, self.since.elapsed());
    }
}

/// A place in the line; given up when the waiting side stops waiting.
struct Place<'p> {
    pool: &'p Pool,
    client: &'p str,
    first: u64,
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.pool.line().leave(self.client, self.first);
    }
}

/// The reason why a request is turned away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Why {
    /// Its client has too many requests at a time.
    Share,
    /// The server has too many requests.
    Busy,
}

impl Pool {
    /// Creates a pool with a server's limits. Where clients are distinct, none holds all turns while there
    /// are others.
    pub fn new(limits: &Limits, apart: bool) -> Self {
        let workers = limits.workers.max(1);
        Pool {
            line: Arc::default(),
            workers,
            share: if apart { workers.saturating_sub(1).max(1) } else { workers },
            queue: limits.queue,
            patience: limits.patience,
        }
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a turn. `asks` identifies a request that was turned away and comes again.
    ///
    /// # Errors
    /// Returns 429 when the client has too many requests at a time, and 503 when too many wait or the wait
    /// is, or would be, too long.
    pub async fn turn(&self, client: &str, asks: u64, per_client: usize) -> Result<Turn, Problem> {
        let (first, given) = match self.join(client, asks, per_client)? {
            Joined::Turn(turn) => return Ok(turn),
            Joined::Line(first, given) => (first, given),
        };
        let place = Place { pool: self, client, first };
        let given = tokio::time::timeout(self.patience, given).await;
        drop(place);
        match given {
            Ok(Ok(given)) => given,
            _ => Err(self.turned_away(&mut self.line(), client, first, asks, Why::Busy)),
        }
    }

    fn join(&self, client: &str, asks: u64, per_client: usize) -> Result<Joined, Problem> {
        let mut line = self.line();
        let first = line.number(client, asks);
        let (running, own) = line.held(client);
        let mut gives_way = None;
        if running.saturating_add(own) >= per_client {
            let Some(newer) = line.newer(client, first) else {
                return Err(self.turned_away(&mut line, client, first, asks, Why::Share));
            };
            gives_way = Some((client.to_owned(), newer, Why::Share));
        } else if line.running < self.workers && running < self.share && own == 0 {
            line.running = line.running.saturating_add(1);
            let held = line.clients.entry(client.to_owned()).or_default();
            held.running = held.running.saturating_add(1);
            return Ok(Joined::Turn(self.given(client)));
        }
        if self.seconds(line.ahead(client, first), &line) > self.patience.as_secs_f64() {
            return Err(self.turned_away(&mut line, client, first, asks, Why::Busy));
        }
        if gives_way.is_none() && line.waiting >= self.queue {
            let Some((name, last)) = line.hindmost(client, first) else {
                return Err(self.turned_away(&mut line, client, first, asks, Why::Busy));
            };
            gives_way = Some((name, last, Why::Busy));
        }
        if let Some((name, last, why)) = gives_way
            && let Some(other) = line.leave(&name, last)
        {
            // A client that is gone needs no message.
            let _ = other.tell.send(Err(self.turned_away(&mut line, &name, last, other.asks, why)));
        }
        let (tell, given) = oneshot::channel();
        line.enter(client, Waiting { first, asks, tell });
        Ok(Joined::Line(first, given))
    }

    /// Builds the reply to a request that is turned away, and notes the request so that it is recognised
    /// later. The client should come back when half of the longest wait (`patience`) is still before it, so
    /// that there is work until then.
    fn turned_away(&self, line: &mut Line, client: &str, first: u64, asks: u64, why: Why) -> Problem {
        let ahead = self.seconds(line.ahead_of_all(client, first), line);
        let seconds = ahead - self.patience.as_secs_f64() / 2.0;
        let problem = match why {
            Why::Share => Problem::too_many(seconds),
            Why::Busy => Problem::busy(seconds),
        };
        line.returning.note(client, first, asks, problem.retry_after.unwrap_or(0));
        problem
    }

    fn given(&self, client: &str) -> Turn {
        Turn { pool: self.clone(), client: client.to_owned(), since: Instant::now() }
    }

    /// Estimates the seconds until a turn with this many ahead.
    fn seconds(&self, ahead: usize, line: &Line) -> f64 {
        // A count of requests is far below what a float holds exactly.
        let of = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
        line.seconds * of(ahead.saturating_add(1)) / of(self.workers)
    }

    fn ended(&self, client: &str, took: Duration) {
        let next = {
            let mut line = self.line();
            line.ended(client, took.as_secs_f64());
            self.called(&mut line)
        };
        for (client, tell) in next {
            // A turn that is no longer wanted ends here, which calls the next.
            let _ = tell.send(Ok(self.given(&client)));
        }
    }

    /// Returns the requests whose turn it is now.
    fn called(&self, line: &mut Line) -> Vec<(String, oneshot::Sender<Given>)> {
        let mut called = Vec::new();
        let mut full = VecDeque::new();
        while line.running < self.workers {
            let Some(name) = line.order.pop_front() else { break };
            let Some(held) = line.clients.get_mut(&name) else { continue };
            if held.running >= self.share {
                full.push_back(name);
                continue;
            }
            let Some(next) = held.waiting.pop_front() else { continue };
            held.running = held.running.saturating_add(1);
            line.running = line.running.saturating_add(1);
            line.waiting = line.waiting.saturating_sub(1);
            if !held.waiting.is_empty() {
                // Behind all others.
                line.order.push_back(name.clone());
            }
            called.push((name, next.tell));
        }
        // A client that already has its share keeps its place.
        full.append(&mut line.order);
        line.order = full;
        called
    }

    /// Runs blocking work in its turn.
    ///
    /// # Errors
    /// Returns those of [`Pool::turn`], and 500 when the work panicked.
    pub async fn run<T: Send + 'static>(
        &self,
        client: &str,
        asks: u64,
        per_client: usize,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let turn = self.turn(client, asks, per_client).await?;
        let done = tokio::task::spawn_blocking(move || {
            let result = work();
            drop(turn);
            result
        });
        done.await.map_err(|error| Problem::internal(&error))
    }

    /// Returns the number of waiting and of running requests.
    pub fn load(&self) -> (usize, usize) {
        let line = self.line();
        (line.waiting, line.running)
    }
}

enum Joined {
    Turn(Turn),
    Line(u64, oneshot::Receiver<Given>),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(workers: usize, queue: usize) -> Limits {
        Limits { workers, queue, patience: Duration::from_millis(200), ..Limits::default() }
    }

    fn run<T>(work: impl Future<Output = T>) -> T {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let local = tokio::task::LocalSet::new();
        local.block_on(&runtime, work)
    }

    /// Begins to wait, and returns the outcome later.
    async fn waits(pool: &Pool, client: &'static str) -> tokio::task::JoinHandle<Result<Turn, Problem>> {
        comes(pool, client, 0).await
    }

    /// Begins to wait with this request hash.
    async fn comes(
        pool: &Pool,
        client: &'static str,
        asks: u64,
    ) -> tokio::task::JoinHandle<Result<Turn, Problem>> {
        let pool = pool.clone();
        let handle = tokio::task::spawn_local(async move { pool.turn(client, asks, 99).await });
        tokio::task::yield_now().await;
        handle
    }

    #[test]
    fn a_full_pool_is_busy_and_a_greedy_client_waits() {
        run(async {
            let pool = Pool::new(&limits(1, 1), false);
            let first = pool.turn("a", 0, 1).await.unwrap();
            assert_eq!(pool.turn("a", 0, 1).await.unwrap_err().status, 429);
            // Waits for its turn, in vain.
            assert_eq!(pool.turn("b", 0, 1).await.unwrap_err().status, 503);
            assert_eq!(pool.load(), (0, 1));
            drop(first);
            drop(pool.turn("a", 0, 1).await.unwrap());
            assert_eq!(pool.load(), (0, 0));
            assert!(pool.line().clients.is_empty() && pool.line().order.is_empty());
        });
    }

    #[test]
    fn too_many_that_wait_are_turned_away_at_once() {
        run(async {
            let pool = Pool::new(&limits(1, 0), false);
            let held = pool.turn("b", 0, 9).await.unwrap();
            let busy = pool.turn("b", 0, 9).await.unwrap_err();
            assert_eq!((busy.status, busy.retry_after), (503, Some(1)));
            drop(held);
        });
    }

    /// Of five questions of one client and one of another, the other's is second, not sixth.
    #[test]
    fn clients_take_turns() {
        run(async {
            let pool = Pool::new(&limits(1, 9), false);
            let held = pool.turn("many", 0, 9).await.unwrap();
            let mut many = Vec::new();
            for _ in 0..4 {
                many.push(waits(&pool, "many").await);
            }
            let one = waits(&pool, "one").await;
            assert_eq!(pool.load(), (5, 1));
            drop(held);
            let first = many.remove(0).await.unwrap().unwrap();
            assert!(!one.is_finished());
            drop(first);
            let second = one.await.unwrap().unwrap();
            assert!(many.iter().all(|waiting| !waiting.is_finished()));
            drop(second);
            for waiting in many {
                drop(waiting.await.unwrap().unwrap());
            }
            assert_eq!(pool.load(), (0, 0));
        });
    }

    #[test]
    fn a_full_line_makes_room_for_who_has_least_in_it() {
        run(async {
            let pool = Pool::new(&limits(1, 3), false);
            let held = pool.turn("many", 0, 9).await.unwrap();
            let mut many = Vec::new();
            for _ in 0..3 {
                many.push(waits(&pool, "many").await);
            }
            let one = waits(&pool, "one").await;
            let last = many.pop().unwrap().await.unwrap().unwrap_err();
            assert_eq!(last.status, 503);
            // Two of each is no reason to give way.
            let second = waits(&pool, "one").await;
            assert_eq!(second.await.unwrap().unwrap_err().status, 503);
            drop(held);
            drop(many.remove(0).await.unwrap().unwrap());
            drop(one.await.unwrap().unwrap());
            drop(many.remove(0).await.unwrap().unwrap());
        });
    }

    #[test]
    fn one_holds_all_turns_only_where_there_is_one() {
        run(async {
            let alone = Pool::new(&limits(2, 9), false);
            let both = (alone.turn("a", 0, 9).await.unwrap(), alone.turn("a", 0, 9).await.unwrap());
            assert_eq!(alone.load(), (0, 2));
            drop(both);
            let apart = Pool::new(&limits(2, 9), true);
            let first = apart.turn("a", 0, 9).await.unwrap();
            let second = waits(&apart, "a").await;
            assert_eq!(apart.load(), (1, 1));
            let other = apart.turn("b", 0, 9).await.unwrap();
            assert!(!second.is_finished());
            drop(other);
            tokio::task::yield_now().await;
            assert!(!second.is_finished(), "the place of others stays free");
            drop(first);
            drop(second.await.unwrap().unwrap());
        });
    }

    #[test]
    fn who_stops_waiting_leaves_the_line() {
        run(async {
            let pool = Pool::new(&limits(1, 9), false);
            let held = pool.turn("a", 0, 9).await.unwrap();
            let (gone, stays) = (waits(&pool, "b").await, waits(&pool, "b").await);
            gone.abort();
            tokio::task::yield_now().await;
            assert_eq!(pool.load(), (1, 1));
            drop(held);
            drop(stays.await.unwrap().unwrap());
            assert!(pool.line().clients.is_empty() && pool.line().order.is_empty());
        });
    }

    #[test]
    fn a_wait_that_would_be_too_long_is_said_at_once() {
        run(async {
            let pool = Pool::new(&limits(1, 99), false);
            pool.line().seconds = 3.0;
            let held = pool.turn("a", 0, 9).await.unwrap();
            let before = Instant::now();
            let busy = pool.turn("b", 0, 9).await.unwrap_err();
            assert!(before.elapsed() < Duration::from_millis(100));
            // One turn of 3 s, less the 0.2 s that it would wait.
            assert_eq!((busy.status, busy.retry_after), (503, Some(3)));
            drop(held);
        });
    }

    /// A request that was turned away and comes again goes before those that came after its first attempt.
    #[test]
    fn a_place_is_kept_by_who_is_turned_away() {
        run(async {
            let pool = Pool::new(&limits(1, 2), false);
            let held = pool.turn("a", 0, 9).await.unwrap();
            let (one, two) = (comes(&pool, "a", 1).await, comes(&pool, "a", 2).await);
            assert_eq!(pool.turn("a", 3, 9).await.unwrap_err().status, 503);
            assert_eq!(pool.turn("a", 3, 9).await.unwrap_err().status, 503, "newer than all that wait");
            drop(held);
            let held = one.await.unwrap().unwrap();
            let four = comes(&pool, "a", 4).await;
            let three = comes(&pool, "a", 3).await;
            let away = four.await.unwrap().unwrap_err();
            assert_eq!((away.status, away.retry_after), (503, Some(1)), "the newest gives way");
            let four = pool.turn("a", 4, 9).await.unwrap_err();
            assert_eq!(four.status, 503, "and has its own place, behind both");
            drop(held);
            drop(two.await.unwrap().unwrap());
            drop(three.await.unwrap().unwrap());
            drop(pool.turn("a", 4, 9).await.unwrap());
            assert_eq!(pool.line().returning.before("a", 99), 0);
        });
    }

    #[test]
    fn a_place_is_kept_between_clients_and_within_a_share() {
        run(async {
            let pool = Pool::new(&limits(1, 2), false);
            let held = pool.turn("x", 0, 9).await.unwrap();
            let (a, b) = (comes(&pool, "a", 1).await, comes(&pool, "b", 1).await);
            assert_eq!(pool.turn("c", 1, 9).await.unwrap_err().status, 503);
            drop(held);
            let held = a.await.unwrap().unwrap();
            let d = comes(&pool, "d", 1).await;
            let c = comes(&pool, "c", 1).await;
            assert_eq!(d.await.unwrap().unwrap_err().status, 503, "one each, and came later");
            assert_eq!(pool.turn("e", 1, 9).await.unwrap_err().status, 503);
            drop(held);
            drop(b.await.unwrap().unwrap());
            drop(c.await.unwrap().unwrap());

            let held = pool.turn("a", 0, 2).await.unwrap();
            let first = comes(&pool, "a", 1).await;
            assert_eq!(pool.turn("a", 2, 2).await.unwrap_err().status, 429);
            first.abort();
            tokio::task::yield_now().await;
            let third = comes(&pool, "a", 3).await;
            let again = pool.clone();
            let second = tokio::task::spawn_local(async move { again.turn("a", 2, 2).await });
            assert_eq!(third.await.unwrap().unwrap_err().status, 429, "of its own the newest gives way");
            drop(held);
            drop(second.await.unwrap().unwrap());
        });
    }

    /// Twice as many as the line admits: a request that comes back on time is admitted, however many have
    /// come since.
    #[test]
    fn nobody_comes_again_for_ever() {
        run(async {
            let pool = Pool::new(&limits(1, 99), false);
            pool.line().seconds = 0.06;
            let held = pool.turn("a", 0, 99).await.unwrap();
            // Three of 60 ms fit into 200 ms.
            let mut waiting =
                vec![comes(&pool, "a", 1).await, comes(&pool, "a", 2).await, comes(&pool, "a", 3).await];
            assert_eq!(pool.turn("a", 4, 99).await.unwrap_err().status, 503);
            drop(held);
            pool.line().seconds = 0.06;
            let held = waiting.remove(0).await.unwrap().unwrap();
            waiting.push(comes(&pool, "a", 5).await);
            let fourth = comes(&pool, "a", 4).await;
            assert!(!fourth.is_finished(), "before the fifth");
            drop(held);
            drop(waiting.remove(0).await.unwrap().unwrap());
            drop(waiting.remove(0).await.unwrap().unwrap());
            drop(fourth.await.unwrap().unwrap());
            drop(waiting.remove(0).await.unwrap().unwrap());
        });
    }
}

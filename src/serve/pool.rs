//! How blocking work gets its turn: so much runs at a time, so much waits, and clients take turns with each
//! other, whoever sent more.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use super::options::Limits;
use super::problem::Problem;

/// Part of the newest turn in the mean of how long turns take.
const NEWEST: f64 = 0.2;

/// A bounded number of turns, and a bounded line before them.
#[derive(Debug, Clone)]
pub struct Pool {
    line: Arc<Mutex<Line>>,
    workers: usize,
    /// Turns that one client holds at most while there are others.
    share: usize,
    queue: usize,
    patience: Duration,
}

#[derive(Debug, Default)]
struct Line {
    running: usize,
    waiting: usize,
    clients: HashMap<String, Client>,
    /// Clients of which something waits, the next one first.
    order: VecDeque<String>,
    /// Mean time of a turn, in seconds; 0 until one has ended.
    seconds: f64,
    next: u64,
}

#[derive(Debug, Default)]
struct Client {
    running: usize,
    waiting: VecDeque<(u64, oneshot::Sender<Given>)>,
}

/// What one who waits is told: his turn, or that he gave way.
type Given = Result<Turn, Problem>;

/// A turn: held by the work until it is done, also when nobody waits for it any more.
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

/// A place in the line: given up by whoever stops waiting.
struct Place<'p> {
    pool: &'p Pool,
    client: &'p str,
    id: u64,
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.pool.line().leave(self.client, self.id);
    }
}

impl Line {
    /// Takes one out of the line, if he still stands there.
    fn leave(&mut self, client: &str, id: u64) -> Option<oneshot::Sender<Given>> {
        let held = self.clients.get_mut(client)?;
        let at = held.waiting.iter().position(|(other, _)| *other == id)?;
        let (_, taken) = held.waiting.remove(at)?;
        self.waiting = self.waiting.saturating_sub(1);
        self.forget_idle(client);
        Some(taken)
    }

    fn forget_idle(&mut self, client: &str) {
        let Some(held) = self.clients.get(client) else { return };
        if held.waiting.is_empty() {
            self.order.retain(|other| other != client);
            if held.running == 0 {
                self.clients.remove(client);
            }
        }
    }

    /// How many turns come before the next one of this client: one round for each that it has waiting, and in
    /// each round one of every other client that has so many.
    fn ahead(&self, client: &str) -> usize {
        let own = self.clients.get(client).map_or(0, |held| held.waiting.len());
        let others = self.clients.iter().filter(|(name, _)| *name != client);
        others
            .map(|(_, held)| held.waiting.len().min(own.saturating_add(1)))
            .sum::<usize>()
            .saturating_add(own)
    }

    /// Who waits last of the client that has most waiting, if that is more than `own`.
    fn hindmost(&self, own: usize) -> Option<(String, u64)> {
        let (name, held) = self.clients.iter().max_by_key(|(_, held)| held.waiting.len())?;
        let (id, _) = held.waiting.back()?;
        (held.waiting.len() > own).then(|| (name.clone(), *id))
    }
}

impl Pool {
    /// By a server's limits. Where each client is somebody else, none holds all turns while there are others.
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

    /// Waits for a turn.
    ///
    /// # Errors
    /// 429 when the client has too much at a time, 503 when too much waits or the wait is, or would be, too
    /// long.
    pub async fn turn(&self, client: &str, per_client: usize) -> Result<Turn, Problem> {
        let (id, given) = match self.join(client, per_client)? {
            Joined::Turn(turn) => return Ok(turn),
            Joined::Line(id, given) => (id, given),
        };
        let place = Place { pool: self, client, id };
        let given = tokio::time::timeout(self.patience, given).await;
        drop(place);
        match given {
            Ok(Ok(given)) => given,
            _ => Err(Problem::busy(self.seconds_for(client))),
        }
    }

    fn join(&self, client: &str, per_client: usize) -> Result<Joined, Problem> {
        let (joined, gave_way) = {
            let mut line = self.line();
            let held = line.clients.get(client);
            let (running, own) = held.map_or((0, 0), |held| (held.running, held.waiting.len()));
            if running.saturating_add(own) >= per_client {
                return Err(Problem::too_many());
            }
            if line.running < self.workers && running < self.share && own == 0 {
                line.running = line.running.saturating_add(1);
                let held = line.clients.entry(client.to_owned()).or_default();
                held.running = held.running.saturating_add(1);
                return Ok(Joined::Turn(self.given(client)));
            }
            let seconds = self.wait(&line, client);
            if seconds > self.patience.as_secs_f64() {
                return Err(Problem::busy(seconds - self.patience.as_secs_f64()));
            }
            let mut gave_way = None;
            if line.waiting >= self.queue {
                // Who has more waiting than this one would have gives way.
                let Some((name, last)) = line.hindmost(own.saturating_add(1)) else {
                    return Err(Problem::busy(seconds));
                };
                gave_way = line.leave(&name, last);
            }
            let (tell, given) = oneshot::channel();
            let id = line.next;
            line.next = line.next.wrapping_add(1);
            line.waiting = line.waiting.saturating_add(1);
            let held = line.clients.entry(client.to_owned()).or_default();
            if held.waiting.is_empty() {
                line.order.push_back(client.to_owned());
            }
            let held = line.clients.entry(client.to_owned()).or_default();
            held.waiting.push_back((id, tell));
            (Joined::Line(id, given), gave_way)
        };
        if let Some(other) = gave_way {
            // One who has gone needs no word.
            let _ = other.send(Err(Problem::busy(self.patience.as_secs_f64())));
        }
        Ok(joined)
    }

    fn given(&self, client: &str) -> Turn {
        Turn { pool: self.clone(), client: client.to_owned(), since: Instant::now() }
    }

    /// About how long the next turn of this client is away, in seconds.
    fn wait(&self, line: &Line, client: &str) -> f64 {
        // A count of requests is far below what a float holds exactly.
        let of = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
        line.seconds * of(line.ahead(client).saturating_add(1)) / of(self.workers)
    }

    fn seconds_for(&self, client: &str) -> f64 {
        self.wait(&self.line(), client)
    }

    fn ended(&self, client: &str, took: Duration) {
        let next = {
            let mut line = self.line();
            let took = took.as_secs_f64();
            line.seconds =
                if line.seconds > 0.0 { line.seconds + NEWEST * (took - line.seconds) } else { took };
            line.running = line.running.saturating_sub(1);
            if let Some(held) = line.clients.get_mut(client) {
                held.running = held.running.saturating_sub(1);
            }
            line.forget_idle(client);
            self.called(&mut line)
        };
        for (client, tell) in next {
            // A turn that nobody takes any more ends here, which calls the next.
            let _ = tell.send(Ok(self.given(&client)));
        }
    }

    /// Those whose turn it is now.
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
            let Some((_, tell)) = held.waiting.pop_front() else { continue };
            held.running = held.running.saturating_add(1);
            line.running = line.running.saturating_add(1);
            line.waiting = line.waiting.saturating_sub(1);
            if !held.waiting.is_empty() {
                // Behind all others.
                line.order.push_back(name.clone());
            }
            called.push((name, tell));
        }
        // Who has his share already keeps his place.
        full.append(&mut line.order);
        line.order = full;
        called
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

    /// Begins to wait, and gives what comes of it later.
    async fn waits(pool: &Pool, client: &'static str) -> tokio::task::JoinHandle<Result<Turn, Problem>> {
        let pool = pool.clone();
        let handle = tokio::task::spawn_local(async move { pool.turn(client, 99).await });
        tokio::task::yield_now().await;
        handle
    }

    #[test]
    fn a_full_pool_is_busy_and_a_greedy_client_waits() {
        run(async {
            let pool = Pool::new(&limits(1, 1), false);
            let first = pool.turn("a", 1).await.unwrap();
            assert_eq!(pool.turn("a", 1).await.unwrap_err().status, 429);
            // Waits for its turn, in vain.
            assert_eq!(pool.turn("b", 1).await.unwrap_err().status, 503);
            assert_eq!(pool.load(), (0, 1));
            drop(first);
            drop(pool.turn("a", 1).await.unwrap());
            assert_eq!(pool.load(), (0, 0));
            assert!(pool.line().clients.is_empty() && pool.line().order.is_empty());
        });
    }

    #[test]
    fn too_many_that_wait_are_turned_away_at_once() {
        run(async {
            let pool = Pool::new(&limits(1, 0), false);
            let held = pool.turn("b", 9).await.unwrap();
            let busy = pool.turn("b", 9).await.unwrap_err();
            assert_eq!((busy.status, busy.retry_after), (503, Some(1)));
            drop(held);
        });
    }

    /// Of five questions of one and one of another, the other's is second, not sixth.
    #[test]
    fn clients_take_turns() {
        run(async {
            let pool = Pool::new(&limits(1, 9), false);
            let held = pool.turn("many", 9).await.unwrap();
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
            let held = pool.turn("many", 9).await.unwrap();
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
            let both = (alone.turn("a", 9).await.unwrap(), alone.turn("a", 9).await.unwrap());
            assert_eq!(alone.load(), (0, 2));
            drop(both);
            let apart = Pool::new(&limits(2, 9), true);
            let first = apart.turn("a", 9).await.unwrap();
            let second = waits(&apart, "a").await;
            assert_eq!(apart.load(), (1, 1));
            let other = apart.turn("b", 9).await.unwrap();
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
            let held = pool.turn("a", 9).await.unwrap();
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
            let held = pool.turn("a", 9).await.unwrap();
            let before = Instant::now();
            let busy = pool.turn("b", 9).await.unwrap_err();
            assert!(before.elapsed() < Duration::from_millis(100));
            // One turn of 3 s, less the 0.2 s that it would wait.
            assert_eq!((busy.status, busy.retry_after), (503, Some(3)));
            drop(held);
        });
    }
}

//! The queue for a pool's turns: clients take turns, and each client's requests run in order of arrival.

use std::collections::{HashMap, VecDeque};

use tokio::sync::oneshot;

use super::returning::Returning;

/// The weight of the newest turn in the mean duration of turns.
const NEWEST: f64 = 0.2;

/// The requests that run, that wait, and that were asked to come back.
/// A waiting request is handed a `T` when its turn comes.
#[derive(Debug)]
pub struct Line<T> {
    /// The number of turns in use.
    pub running: usize,
    /// The number of waiting requests.
    pub waiting: usize,
    pub clients: HashMap<String, Client<T>>,
    /// The clients with waiting requests, the next one first.
    pub order: VecDeque<String>,
    /// The mean duration of a turn, in seconds; 0 until one has ended.
    pub seconds: f64,
    pub returning: Returning,
    next: u64,
}

/// The requests of one client.
#[derive(Debug)]
pub struct Client<T> {
    pub running: usize,
    /// The waiting requests, the oldest first.
    pub waiting: VecDeque<Waiting<T>>,
}

/// One waiting request.
#[derive(Debug)]
pub struct Waiting<T> {
    /// The number of its first arrival.
    pub first: u64,
    /// The hash that identifies the request.
    pub asks: u64,
    pub tell: oneshot::Sender<T>,
}

impl<T> Default for Line<T> {
    fn default() -> Self {
        Line {
            running: 0,
            waiting: 0,
            clients: HashMap::new(),
            order: VecDeque::new(),
            seconds: 0.0,
            returning: Returning::default(),
            next: 0,
        }
    }
}

impl<T> Default for Client<T> {
    fn default() -> Self {
        Client { running: 0, waiting: VecDeque::new() }
    }
}

impl<T> Line<T> {
    /// Returns a number for an arriving request: its first number where it comes again.
    pub fn number(&mut self, client: &str, asks: u64) -> u64 {
        if let Some(first) = self.returning.again(client, asks) {
            return first;
        }
        let first = self.next;
        self.next = self.next.wrapping_add(1);
        first
    }

    /// Returns the numbers of this client's running turns and waiting requests.
    pub fn held(&self, client: &str) -> (usize, usize) {
        self.clients.get(client).map_or((0, 0), |held| (held.running, held.waiting.len()))
    }

    /// Adds a request: after the earlier requests of its client. A client without a waiting request goes
    /// before those whose request came later than this one.
    pub fn enter(&mut self, client: &str, one: Waiting<T>) {
        let place = self.place(client, one.first);
        let held = self.clients.entry(client.to_owned()).or_default();
        if held.waiting.is_empty() {
            self.order.insert(place, client.to_owned());
        }
        let at = held.waiting.partition_point(|other| other.first < one.first);
        held.waiting.insert(at, one);
        self.waiting = self.waiting.saturating_add(1);
    }

    /// Removes a request from the line, if it is still there.
    pub fn leave(&mut self, client: &str, first: u64) -> Option<Waiting<T>> {
        let held = self.clients.get_mut(client)?;
        let at = held.waiting.iter().position(|other| other.first == first)?;
        let taken = held.waiting.remove(at)?;
        self.waiting = self.waiting.saturating_sub(1);
        self.forget_idle(client);
        Some(taken)
    }

    /// Records that a turn of this client has ended.
    pub fn ended(&mut self, client: &str, took: f64) {
        self.seconds = if self.seconds > 0.0 { self.seconds + NEWEST * (took - self.seconds) } else { took };
        self.running = self.running.saturating_sub(1);
        if let Some(held) = self.clients.get_mut(client) {
            held.running = held.running.saturating_sub(1);
        }
        self.forget_idle(client);
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

    /// Returns a client's place in the order, or its place with a request of this number.
    fn place(&self, client: &str, first: u64) -> usize {
        if let Some(place) = self.order.iter().position(|name| name == client) {
            return place;
        }
        let came_later = |name: &&String| {
            let held = self.clients.get(*name).and_then(|held| held.waiting.front());
            held.is_some_and(|other| other.first > first)
        };
        self.order.len().saturating_sub(self.order.iter().rev().take_while(came_later).count())
    }

    /// Counts the turns before a client's request with this number. These are the earlier ones of its own,
    /// and in each round one of every other client that has that many.
    pub fn ahead(&self, client: &str, first: u64) -> usize {
        let (own, place) = (self.own_ahead(client, first), self.place(client, first));
        let of = |(at, name): (usize, &String)| {
            let rounds = own.saturating_add(usize::from(at < place));
            if name == client { own } else { self.held(name).1.min(rounds) }
        };
        let own = if self.order.iter().any(|name| name == client) { 0 } else { own };
        self.order.iter().enumerate().map(of).sum::<usize>().saturating_add(own)
    }

    /// Counts the same turns, as if all earlier requests that were asked to come back did so.
    pub fn ahead_of_all(&self, client: &str, first: u64) -> usize {
        self.ahead(client, first).saturating_add(self.returning.before(client, first))
    }

    fn own_ahead(&self, client: &str, first: u64) -> usize {
        self.clients.get(client).map_or(0, |held| held.waiting.partition_point(|other| other.first < first))
    }

    /// Returns the request that gives way in a full line to a client's request of this number: the newest of
    /// the client with the most. That client must have more than this client would, or as many and have come
    /// later.
    pub fn hindmost(&self, client: &str, first: u64) -> Option<(String, u64)> {
        let own = self.held(client).1.saturating_add(1);
        let most = self.clients.iter().filter_map(|(name, held)| {
            let has = held.waiting.len().saturating_add(usize::from(name == client));
            Some((has, held.waiting.back()?.first, name))
        });
        let (has, last, name) = most.max()?;
        (has > own || last > first).then(|| (name.clone(), last))
    }

    /// Returns the newest waiting request of this client, if it came after this number.
    pub fn newer(&self, client: &str, first: u64) -> Option<u64> {
        let last = self.clients.get(client)?.waiting.back()?.first;
        (last > first).then_some(last)
    }
}

//! The line before a pool's turns: clients one after the other, and of each the request first that came first.

use std::collections::{HashMap, VecDeque};

use tokio::sync::oneshot;

use super::pool::Given;
use super::returning::Returning;

/// Part of the newest turn in the mean of how long turns take.
const NEWEST: f64 = 0.2;

/// Who runs, who waits, and who was told to come back.
#[derive(Debug, Default)]
pub struct Line {
    /// Turns that are held.
    pub running: usize,
    /// Requests that wait.
    pub waiting: usize,
    pub clients: HashMap<String, Client>,
    /// Clients of which something waits, the next one first.
    pub order: VecDeque<String>,
    /// Mean time of a turn, in seconds; 0 until one has ended.
    pub seconds: f64,
    pub returning: Returning,
    next: u64,
}

/// What one client has here.
#[derive(Debug, Default)]
pub struct Client {
    pub running: usize,
    /// The one that came first in front.
    pub waiting: VecDeque<Waiting>,
}

/// One request that waits.
#[derive(Debug)]
pub struct Waiting {
    /// The number of its first coming.
    pub first: u64,
    /// What it asks.
    pub asks: u64,
    pub tell: oneshot::Sender<Given>,
}

impl Line {
    /// A number for whoever comes: that of the first time where it comes again.
    pub fn number(&mut self, client: &str, asks: u64) -> u64 {
        if let Some(first) = self.returning.again(client, asks) {
            return first;
        }
        let first = self.next;
        self.next = self.next.wrapping_add(1);
        first
    }

    /// Turns of this client that run, and requests of it that wait.
    pub fn held(&self, client: &str) -> (usize, usize) {
        self.clients.get(client).map_or((0, 0), |held| (held.running, held.waiting.len()))
    }

    /// Puts one in: behind those of its client that came before it, and a client that had none waiting before
    /// those that came later than this one.
    pub fn enter(&mut self, client: &str, one: Waiting) {
        let place = self.place(client, one.first);
        let held = self.clients.entry(client.to_owned()).or_default();
        if held.waiting.is_empty() {
            self.order.insert(place, client.to_owned());
        }
        let at = held.waiting.partition_point(|other| other.first < one.first);
        held.waiting.insert(at, one);
        self.waiting = self.waiting.saturating_add(1);
    }

    /// Takes one out of the line, if it still stands there.
    pub fn leave(&mut self, client: &str, first: u64) -> Option<Waiting> {
        let held = self.clients.get_mut(client)?;
        let at = held.waiting.iter().position(|other| other.first == first)?;
        let taken = held.waiting.remove(at)?;
        self.waiting = self.waiting.saturating_sub(1);
        self.forget_idle(client);
        Some(taken)
    }

    /// A turn of this client has ended.
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

    /// Where in the order a client stands, or would with a request of this number.
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

    /// How many turns come before that of a client's request with this number: those of its own that came
    /// before it, and in each round one of every other client that has so many.
    pub fn ahead(&self, client: &str, first: u64) -> usize {
        let (own, place) = (self.own_ahead(client, first), self.place(client, first));
        let of = |(at, name): (usize, &String)| {
            let rounds = own.saturating_add(usize::from(at < place));
            if name == client { own } else { self.held(name).1.min(rounds) }
        };
        let own = if self.order.iter().any(|name| name == client) { 0 } else { own };
        self.order.iter().enumerate().map(of).sum::<usize>().saturating_add(own)
    }

    /// The same if all come back that came before it and were told to.
    pub fn ahead_of_all(&self, client: &str, first: u64) -> usize {
        self.ahead(client, first).saturating_add(self.returning.before(client, first))
    }

    fn own_ahead(&self, client: &str, first: u64) -> usize {
        self.clients.get(client).map_or(0, |held| held.waiting.partition_point(|other| other.first < first))
    }

    /// Who gives way in a full line to a client's request of this number: the newest of whoever has most, if he
    /// has more than this client would, or as many and came later.
    pub fn hindmost(&self, client: &str, first: u64) -> Option<(String, u64)> {
        let own = self.held(client).1.saturating_add(1);
        let most = self.clients.iter().filter_map(|(name, held)| {
            let has = held.waiting.len().saturating_add(usize::from(name == client));
            Some((has, held.waiting.back()?.first, name))
        });
        let (has, last, name) = most.max()?;
        (has > own || last > first).then(|| (name.clone(), last))
    }

    /// The newest that waits of this client, if it came after this number.
    pub fn newer(&self, client: &str, first: u64) -> Option<u64> {
        let last = self.clients.get(client)?.waiting.back()?.first;
        (last > first).then_some(last)
    }
}

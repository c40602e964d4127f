//! Walking over the layers.

use super::layers::{Layer, Layers};
use super::pool::{key, place_of};
use super::scratch::Scratch;
use crate::kernels::{CodeLevel, CodeTable, prefetch, score_codes};

/// A query as walks need it.
#[derive(Debug, Clone, Copy)]
pub struct Query<'a> {
    /// Kernel that compares codes.
    pub level: CodeLevel,
    /// Components of the query.
    pub signed: &'a [i8],
    /// Term that the offset of codes adds to its scores.
    pub bias: i32,
}

impl Query<'_> {
    /// Scores of these nodes.
    #[inline]
    pub fn scores(&self, table: CodeTable<'_>, nodes: &[u32], scores: &mut Vec<i32>) {
        scores.clear();
        scores.resize(nodes.len(), i32::MIN);
        score_codes(self.level, self.signed, self.bias, table, nodes, scores);
    }

    fn score(&self, table: CodeTable<'_>, node: u32) -> i32 {
        let mut score = [i32::MIN];
        score_codes(self.level, self.signed, self.bias, table, &[node], &mut score);
        let [score] = score;
        score
    }
}

/// From the entry down to a layer, at each step to the nearest neighbour; gives the place in it.
pub fn descend(layers: &Layers, query: Query<'_>, to: usize, s: &mut Scratch) -> Option<u32> {
    let entry = layers.entry?;
    let table = layers.nodes.table();
    let mut place = entry.place;
    let mut best = query.score(table, layers.layer(entry.layer).node(place));
    for at in (to + 1..=entry.layer).rev() {
        let layer = layers.layer(at);
        loop {
            s.places.clear();
            s.places.extend(layer.links(place));
            s.nodes.clear();
            s.nodes.extend(s.places.iter().map(|link| layer.node(*link)));
            query.scores(table, &s.nodes, &mut s.scores);
            let before = place;
            for (link, score) in s.places.iter().zip(&s.scores) {
                if *score > best {
                    (best, place) = (*score, *link);
                }
            }
            if place == before {
                break;
            }
        }
        place = layers.below(at, place);
    }
    Some(place)
}

/// The `ef` nearest places of a layer that a walk from `start` finds, into the pool.
pub fn walk(
    table: CodeTable<'_>,
    layer: Layer<'_>,
    query: Query<'_>,
    start: u32,
    ef: usize,
    s: &mut Scratch,
) {
    s.visited.reset(layer.len());
    s.pool.reset(ef);
    if s.visited.insert(start) {
        s.pool.offer(key(query.score(table, layer.node(start)), start));
    }
    while let Some(place) = s.pool.expand() {
        s.places.clear();
        s.nodes.clear();
        for link in layer.links(place) {
            if s.visited.insert(link) {
                s.places.push(link);
                s.nodes.push(layer.node(link));
            }
        }
        // Which place will be the next is most often known before these are scored.
        if let Some(next) = s.pool.peek() {
            prefetch(bytemuck::cast_slice(layer.slots(next)));
        }
        query.scores(table, &s.nodes, &mut s.scores);
        for (place, score) in s.places.iter().zip(&s.scores) {
            s.pool.offer(key(*score, *place));
        }
    }
}

/// The `ef` nearest nodes that `keep` lets through, into the pool, by a walk over all of them from
/// `start`. Ends with `false` once more than `most` were scored: whatever is in the pool then may
/// be far from the nearest.
pub fn walk_within(
    layers: &Layers,
    query: Query<'_>,
    start: u32,
    ef: usize,
    most: usize,
    keep: impl Fn(u32) -> bool,
    s: &mut Scratch,
) -> bool {
    let (table, layer) = (layers.nodes.table(), layers.layer(0));
    s.visited.reset(layer.len());
    s.pool.reset(ef);
    s.queue.clear();
    let mut scored = 1_usize;
    if s.visited.insert(start) {
        let first = key(query.score(table, start), start);
        s.queue.push(first);
        if keep(start) {
            s.pool.offer(first);
        }
    }
    while let Some(nearest) = s.queue.pop() {
        if nearest < s.pool.worst() {
            break;
        }
        s.nodes.clear();
        s.nodes.extend(layer.links(place_of(nearest)).filter(|link| s.visited.insert(*link)));
        if let Some(next) = s.queue.peek() {
            prefetch(bytemuck::cast_slice(layer.slots(place_of(*next))));
        }
        query.scores(table, &s.nodes, &mut s.scores);
        scored += s.nodes.len();
        for (node, score) in s.nodes.iter().zip(&s.scores) {
            let key = key(*score, *node);
            if key > s.pool.worst() {
                s.queue.push(key);
                if keep(*node) {
                    s.pool.offer(key);
                }
            }
        }
        if scored > most {
            return false;
        }
    }
    true
}

//! Building: the same graph whatever the number of threads.
//!
//! Nodes are put in by batches (as ParlayANN does: Manohar and others 2024). Those of a batch look
//! for neighbours in the graph as it was before the batch, and among each other, each by itself;
//! then links are written in a fixed order. The order of nodes is a permutation that follows from
//! their ids, so that sources which came one after another are mixed: in the order of their coming
//! a small one would meet a graph of strangers, and its few links be pruned by theirs.

use rayon::prelude::*;

use super::layers::{Entry, Layers, mix};
use super::pool::{key, place_of};
use super::quantizer::signed_code;
use super::scratch::{Scratch, Visited};
use super::select::{Room, select};
use super::walk::{Query, descend, walk};
use crate::kernels::CodeLevel;

/// A batch is at most this share of the nodes that are in (one in so many): ParlayANN's.
const BATCH_PART: usize = 50;
/// Largest batch: its nodes are compared with each other, all with all.
const BATCH_MAX: usize = 1000;

/// Links that a place has chosen.
struct Chosen {
    layer: usize,
    place: u32,
    links: Vec<u32>,
}

/// Puts nodes into the graph, whose codes are there and which are not linked. `progress` hears
/// (done, of) and stops it by `false`; the graph is then of no use.
pub fn insert(
    level: CodeLevel,
    layers: &mut Layers,
    mut fresh: Vec<u32>,
    ef_construction: usize,
    progress: &mut dyn FnMut(usize, usize) -> bool,
) -> bool {
    fresh.sort_unstable_by_key(|node| {
        let id = layers.ids.get(*node as usize).copied().unwrap_or(0);
        (mix(id, 2), id)
    });
    let mut inside = layers.nodes.len().saturating_sub(fresh.len());
    let mut rest = fresh.as_slice();
    while !rest.is_empty() {
        let (batch, later) = rest.split_at(rest.len().min((inside / BATCH_PART).clamp(1, BATCH_MAX)));
        insert_batch(level, layers, batch, ef_construction.max(1));
        inside += batch.len();
        rest = later;
        if !progress(fresh.len() - rest.len(), fresh.len()) {
            return false;
        }
    }
    mend(layers);
    true
}

fn insert_batch(level: CodeLevel, layers: &mut Layers, batch: &[u32], ef: usize) {
    let chosen: Vec<Chosen> = {
        let frozen = &*layers;
        // Places of the batch's nodes in each layer.
        let places = |at| batch.iter().filter_map(|node| frozen.place_of(at, *node)).collect();
        let mates: Vec<Vec<u32>> = (0..=frozen.upper.len()).map(places).collect();
        let find = |s: &mut Scratch, node: &u32| neighbours(level, frozen, *node, &mates, ef, s);
        batch.par_iter().map_init(Scratch::default, find).flatten_iter().collect()
    };
    let mut back: Vec<(usize, u32, u32)> = Vec::new();
    for Chosen { layer, place, links } in chosen {
        back.extend(links.iter().map(|link| (layer, *link, place)));
        layers.link(layer, place, &links);
    }
    back.sort_unstable();
    let joined: Vec<Chosen> = {
        let frozen = &*layers;
        let groups: Vec<_> = back.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)).collect();
        let join = |s: &mut Scratch, group: &&[(usize, u32, u32)]| join(level, frozen, group, s);
        groups.par_iter().map_init(Scratch::default, join).flatten_iter().collect()
    };
    for Chosen { layer, place, links } in joined {
        layers.link(layer, place, &links);
    }
    for node in batch {
        let height = layers.height_of(*node);
        if layers.entry.is_none_or(|entry| height > entry.layer) {
            layers.entry = layers.place_of(height, *node).map(|place| Entry { layer: height, place });
        }
    }
}

/// Returns the nodes that a node is to be linked to, in each of its layers.
fn neighbours(
    level: CodeLevel,
    layers: &Layers,
    node: u32,
    mates: &[Vec<u32>],
    ef: usize,
    s: &mut Scratch,
) -> Vec<Chosen> {
    let mut out = Vec::new();
    let table = layers.nodes.table();
    let mut signed = Vec::new();
    let bias = signed_code(table.code(node, layers.nodes.shape().code_bytes()), &mut signed);
    let query = Query { level, signed: &signed, bias };
    let height = layers.height_of(node);
    let top = layers.entry.map(|entry| entry.layer);
    let mut start = descend(layers, query, height.min(top.unwrap_or(0)), s);
    for at in (0..=height).rev() {
        let layer = layers.layer(at);
        match start {
            Some(start) if top.is_some_and(|top| at <= top) => walk(table, layer, query, start, ef, s),
            _ => s.pool.reset(ef),
        }
        if let Some(nearest) = s.pool.keys().first() {
            start = Some(layers.below(at, place_of(*nearest)));
        }
        let Some(place) = layers.place_of(at, node) else { continue };
        s.places.clear();
        s.places.extend(mates.get(at).into_iter().flatten().filter(|mate| **mate != place));
        s.nodes.clear();
        s.nodes.extend(s.places.iter().map(|mate| layer.node(*mate)));
        query.scores(table, &s.nodes, &mut s.scores);
        for (mate, score) in s.places.iter().zip(&s.scores) {
            s.pool.offer(key(*score, *mate));
        }
        let width = layer.slots(place).len();
        let room = Room { limit: width, fill: width / 4 };
        let links = choose(level, layers, at, s.pool.keys(), room, &mut s.signed);
        out.push(Chosen { layer: at, place, links });
    }
    out
}

/// [`select`] among places of a layer.
fn choose(
    level: CodeLevel,
    layers: &Layers,
    at: usize,
    candidates: &[u64],
    room: Room,
    signed: &mut Vec<i8>,
) -> Vec<u32> {
    let layer = layers.layer(at);
    let length = layers.nodes.shape().code_bytes();
    select(level, layers.nodes.table(), length, |place| layer.node(place), candidates, room, signed)
}

/// The links of a place, and those that have chosen it: (layer, place, who).
fn join(level: CodeLevel, layers: &Layers, group: &[(usize, u32, u32)], s: &mut Scratch) -> Option<Chosen> {
    let (at, place, _) = *group.first()?;
    let layer = layers.layer(at);
    let width = layer.slots(place).len();
    s.places.clear();
    s.places.extend(layer.links(place));
    for (_, _, other) in group {
        if !s.places.contains(other) {
            s.places.push(*other);
        }
    }
    if s.places.len() <= width {
        return Some(Chosen { layer: at, place, links: s.places.clone() });
    }
    let (table, length) = (layers.nodes.table(), layers.nodes.shape().code_bytes());
    let mut signed = std::mem::take(&mut s.signed);
    let bias = signed_code(table.code(layer.node(place), length), &mut signed);
    s.nodes.clear();
    s.nodes.extend(s.places.iter().map(|other| layer.node(*other)));
    Query { level, signed: &signed, bias }.scores(table, &s.nodes, &mut s.scores);
    let mut keys: Vec<u64> =
        s.places.iter().zip(&s.scores).map(|(other, score)| key(*score, *other)).collect();
    keys.sort_unstable_by(|a, b| b.cmp(a));
    let room = Room { limit: width, fill: width / 2 };
    let links = choose(level, layers, at, &keys, room, &mut signed);
    s.signed = signed;
    Some(Chosen { layer: at, place, links })
}

/// Nodes of the lowest layer to which links lead from the entry.
fn reached(layers: &Layers) -> Visited {
    let mut seen = Visited::default();
    seen.reset(layers.nodes.len());
    if let Some(ground) = layers.ground() {
        flood(layers, ground, &mut seen);
    }
    seen
}

/// Adds a node of the lowest layer and all to which links lead from it.
fn flood(layers: &Layers, node: u32, seen: &mut Visited) {
    let layer = layers.layer(0);
    let mut open: Vec<u32> = Some(node).filter(|node| seen.insert(*node)).into_iter().collect();
    while let Some(place) = open.pop() {
        open.extend(layer.links(place).filter(|link| seen.insert(*link)));
    }
}

/// The other nodes.
fn unreached(layers: &Layers, reached: &Visited) -> Vec<u32> {
    (0..).take(layers.nodes.len()).filter(|node| !reached.contains(*node)).collect()
}

/// Adds links so that every node can be reached from the entry over the lowest layer. Pruning looks
/// at each node alone and may cut the last path to another one. A cut-off node is inserted into the
/// path from a node that it links to itself to that node's last neighbour, so that the last
/// neighbour can still be reached. Of many copies of one vector most are cut off; they end up in a
/// chain.
///
/// A search does not begin at the entry but where the descent from the entry ends. Links usually
/// lead from there to all nodes as well, but nothing here guarantees it.
pub(super) fn mend(layers: &mut Layers) {
    let width = layers.nodes.shape().width;
    let mut reached = reached(layers);
    for node in unreached(layers, &reached) {
        if reached.contains(node) {
            continue;
        }
        let layer = layers.layer(0);
        let near = layer.links(node).find(|near| reached.contains(*near));
        let Some(near) = near.or_else(|| layers.ground()) else { return };
        let mut links: Vec<u32> = layer.links(near).collect();
        if links.len() >= width
            && let Some(last) = links.pop()
        {
            let mut own: Vec<u32> = layer.links(node).filter(|link| *link != last).collect();
            own.truncate(width.saturating_sub(1));
            own.push(last);
            layers.link(0, node, &own);
        }
        links.push(node);
        layers.link(0, near, &links);
        flood(layers, node, &mut reached);
    }
}

#[cfg(test)]
pub(super) fn unreached_nodes(layers: &Layers) -> Vec<u32> {
    unreached(layers, &reached(layers))
}

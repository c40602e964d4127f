//! Rows that a graph covers, and those beside it.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use super::error::VectorError;
use super::graph::{
    EF_MAX, Graph, GraphOptions, Layers, Quantizer, Query, Scratch, bias, descend, place_of, walk,
    walk_within,
};
use super::keep::{IdBits, Keep, position};
use super::kernels::{CodeLevel, KernelLevel, dot_with, dot4_with};
use super::part::Part;
use super::top::{Nearest, TopK};

/// Searches that read single rows from the files; then all rows are loaded. A program that asks one
/// question reads few of them, and one that asks many has them in memory.
const ASKED_BEFORE_LOADING: usize = 32;
/// Rows that one search reads one by one; for more, their segments are loaded.
const READ_SINGLY: usize = 1000;
/// Codes that are scored together in a scan: their scores stay in the nearest cache.
const PIECE: usize = 256;

/// A graph over rows of an index.
#[derive(Debug)]
pub struct Covered {
    graph: Arc<Graph>,
    cover: OnceLock<Cover>,
    asked: AtomicUsize,
}

/// Nodes of the graph that represent rows, and the rows without a node.
#[derive(Debug)]
struct Cover {
    /// Bit per node, set when its row is there and not deleted.
    alive: Vec<u64>,
    /// Number of those.
    live: usize,
    /// Rows without a node: segment, rows.
    beside: Vec<(usize, Range<usize>)>,
    /// Number of those.
    rows_beside: usize,
}

impl Cover {
    fn of(layers: &Layers, parts: &[Part]) -> Self {
        let alive = vec![0; layers.ids.len().div_ceil(64)];
        let mut cover = Cover { alive, live: 0, beside: Vec::new(), rows_beside: 0 };
        for (which, part) in parts.iter().enumerate() {
            let ids = part.segment.ids();
            let mut node = ids.first().map_or(0, |first| layers.ids.partition_point(|id| id < first));
            for (row, id) in ids.iter().enumerate() {
                while layers.ids.get(node).is_some_and(|other| other < id) {
                    node += 1;
                }
                if part.is_deleted(row) {
                    continue;
                }
                if layers.ids.get(node) == Some(id) {
                    let bit = 1 << (node % 64);
                    if let Some(word) = cover.alive.get_mut(node / 64).filter(|word| **word & bit == 0) {
                        *word |= bit;
                        cover.live += 1;
                    }
                    continue;
                }
                cover.rows_beside += 1;
                match cover.beside.last_mut().filter(|(w, rows)| *w == which && rows.end == row) {
                    Some((_, rows)) => rows.end += 1,
                    None => cover.beside.push((which, row..row + 1)),
                }
            }
        }
        cover
    }

    fn is_alive(&self, node: u32) -> bool {
        self.alive.get(node as usize / 64).is_some_and(|word| word >> (node % 64) & 1 == 1)
    }
}

/// A row: segment, row, id.
type Place = (usize, usize, u64);

impl Covered {
    pub(super) fn new(graph: Arc<Graph>) -> Self {
        Covered { graph, cover: OnceLock::new(), asked: AtomicUsize::new(0) }
    }

    pub(super) fn graph(&self) -> &Arc<Graph> {
        &self.graph
    }

    /// As [`super::VectorIndex::nearest`], by codes; `None` when looking at the rows themselves is
    /// as cheap, and when the graph can't be read.
    pub(super) fn nearest(
        &self,
        parts: &[Part],
        query: &[f32],
        k: usize,
        keep: Keep<'_>,
        options: &GraphOptions,
    ) -> Result<Option<Vec<Nearest>>, VectorError> {
        let rescored = rescored(k);
        let passing = match keep {
            Keep::All => self.graph.len(),
            Keep::These(bits) => bits.count(),
        };
        if passing <= rescored || rescored > EF_MAX {
            return Ok(None);
        }
        let Some(layers) = self.graph.usable() else { return Ok(None) };
        let cover = self.cover.get_or_init(|| Cover::of(layers, parts));
        if cover.rows_beside > layers.ids.len() {
            return Ok(None);
        }
        let ef = options.searched_by(self.graph.len()).max(rescored);
        if self.asked.fetch_add(1, Ordering::Relaxed) >= ASKED_BEFORE_LOADING {
            parts.iter().try_for_each(|part| part.segment.load())?;
        }
        let mut places: Vec<Place> = self.graph.with_scratch(|s| {
            let room = Room { ef, rescored, passing };
            candidates(layers, cover, query, room, keep, options, s);
            let found = s.pool.keys().iter().take(rescored).map(|key| place_of(*key));
            let ids = found.filter_map(|node| layers.ids.get(node as usize));
            ids.filter_map(|id| locate(parts, *id)).collect()
        });
        for (which, rows) in &cover.beside {
            let Some(part) = parts.get(*which) else { continue };
            let ids = part.segment.ids().get(rows.clone()).unwrap_or(&[]);
            let rows = rows.clone().zip(ids).filter(|(_, id)| keep.contains(**id));
            places.extend(rows.map(|(row, id)| (*which, row, *id)));
        }
        score(parts, query, &places, k).map(Some)
    }
}

/// Returns the number of candidates to score by their own components for `k` results: codes put
/// some neighbours a few places too far back.
pub(super) fn rescored(k: usize) -> usize {
    k.saturating_mul(2).saturating_add(10)
}

/// The `k` nearest of these ids, by reading their rows alone.
pub(super) fn nearest_of(
    parts: &[Part],
    query: &[f32],
    k: usize,
    ids: IdBits<'_>,
) -> Result<Vec<Nearest>, VectorError> {
    let mut places: Vec<Place> = Vec::new();
    for (which, part) in parts.iter().enumerate() {
        let of_segment = part.segment.ids();
        ids.rows_in(of_segment, |row| {
            let id = of_segment.get(row).filter(|_| !part.is_deleted(row));
            places.extend(id.map(|id| (which, row, *id)));
        });
    }
    score(parts, query, &places, k)
}

/// Limits on the work of one search.
struct Room {
    /// Candidates of a walk.
    ef: usize,
    /// Nodes whose rows are scored.
    rescored: usize,
    /// Nodes that may be returned, at most.
    passing: usize,
}

/// The nearest nodes by their codes, into the pool: by a walk, or by a scan of those that may be
/// returned where that is cheaper.
fn candidates(
    layers: &Layers,
    cover: &Cover,
    query: &[f32],
    Room { ef, rescored, passing }: Room,
    keep: Keep<'_>,
    options: &GraphOptions,
    s: &mut Scratch,
) {
    let mut signed = std::mem::take(&mut s.signed);
    Quantizer::query(query, layers.nodes.shape().code_bytes(), &mut signed);
    let asked = Query { level: CodeLevel::best(), signed: &signed, bias: bias(&signed) };
    let nodes = layers.ids.len();
    // A walk of `ef` candidates, of which a share of passing / nodes is let through, takes as long as
    // the scan of this many codes, and may take any time where those lie elsewhere than the query.
    let walk_costs =
        ef.saturating_mul(options.scan_per_candidate) as f64 * nodes as f64 / passing.max(1) as f64;
    // Where links lead to few nodes, or a filter keeps few of those, a walk ends before it has found
    // its candidates; what it has is then no measure of what there is.
    let enough = ef.min(cover.live);
    let walked = (passing as f64) > walk_costs
        && descend(layers, asked, 0, s).is_some_and(|start| {
            if matches!(keep, Keep::All) && cover.live == nodes {
                walk(layers.nodes.table(), layers.layer(0), asked, start, ef, s);
                return true;
            }
            let kept = |node: u32| {
                let id = layers.ids.get(node as usize);
                cover.is_alive(node) && id.is_some_and(|id| keep.contains(*id))
            };
            walk_within(layers, asked, start, ef, passing, kept, s)
        })
        && s.pool.keys().len() >= enough;
    if !walked {
        scan(layers, cover, asked, rescored, keep, s);
    }
    s.signed = signed;
}

/// The nearest nodes of all that may be returned, into the pool.
fn scan(layers: &Layers, cover: &Cover, query: Query<'_>, room: usize, keep: Keep<'_>, s: &mut Scratch) {
    s.pool.reset(room);
    s.places.clear();
    let nodes = 0..u32::try_from(layers.ids.len()).unwrap_or(u32::MAX);
    match keep {
        Keep::All => s.places.extend(nodes.filter(|node| cover.is_alive(*node))),
        Keep::These(bits) => bits.rows_in(&layers.ids, |row| {
            s.places.extend(u32::try_from(row).ok().filter(|node| cover.is_alive(*node)));
        }),
    }
    for nodes in s.places.chunks(PIECE) {
        query.scores(layers.nodes.table(), nodes, &mut s.scores);
        for (node, score) in nodes.iter().zip(&s.scores) {
            s.pool.offer(super::graph::key(*score, *node));
        }
    }
}

pub(super) fn locate(parts: &[Part], id: u64) -> Option<Place> {
    parts.iter().enumerate().find_map(|(which, part)| {
        let row = position(part.segment.ids(), id)?;
        (!part.is_deleted(row)).then_some((which, row, id))
    })
}

/// The `k` best of these rows by their own components, on many threads where they are many.
fn score(parts: &[Part], query: &[f32], places: &[Place], k: usize) -> Result<Vec<Nearest>, VectorError> {
    let level = KernelLevel::best();
    if places.len() <= READ_SINGLY {
        return Ok(score_piece(level, parts, query, places, k)?.into_sorted());
    }
    for (which, part) in parts.iter().enumerate() {
        if places.iter().any(|(of, ..)| *of == which) {
            part.segment.load()?;
        }
    }
    let pieces = places.par_chunks(READ_SINGLY);
    let scored = pieces.map(|places| score_piece(level, parts, query, places, k));
    Ok(scored.try_reduce(|| TopK::new(k), |a, b| Ok(a.merge(b)))?.into_sorted())
}

fn score_piece(
    level: KernelLevel,
    parts: &[Part],
    query: &[f32],
    places: &[Place],
    k: usize,
) -> Result<TopK<Nearest>, VectorError> {
    let mut top = TopK::new(k);
    let row = |(which, row, _): &Place| parts.get(*which).map_or(&[][..], |part| part.segment.row(*row));
    let mut read = Vec::new();
    for four in places.chunks(4) {
        if let [a, b, c, d] = four {
            let rows = [row(a), row(b), row(c), row(d)];
            if rows.iter().all(|row| row.len() == query.len()) {
                let scores = dot4_with(level, query, rows);
                four.iter().zip(scores).for_each(|((.., id), score)| top.push(Nearest { id: *id, score }));
                continue;
            }
        }
        for (which, at, id) in four {
            let Some(part) = parts.get(*which) else { continue };
            read.resize(query.len(), 0.0);
            part.segment.read_row(*at, &mut read)?;
            top.push(Nearest { id: *id, score: dot_with(level, query, &read) });
        }
    }
    Ok(top)
}

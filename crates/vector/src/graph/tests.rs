//! Invariants of a whole graph, over synthetic vectors.

use std::path::Path;
use std::sync::Arc;

use proptest::prelude::*;

use super::build::{insert, mend, unreached_nodes};
use super::file::{Graph, encode, read, write};
use super::layers::{Entry, Layers};
use super::layout::GraphLayout;
use super::make::{Made, make_graph};
use super::options::GraphOptions;
use super::pool::place_of;
use super::quantizer::{Quantizer, bias};
use super::scratch::Scratch;
use super::walk::{Query, descend, walk, walk_within};
use crate::delete_set::DeleteSet;
use crate::error::VectorError;
use crate::index::VectorIndex;
use crate::keep::{IdBits, Keep};
use crate::kernels::{CodeLevel, KernelLevel};
use crate::segment::Segment;
use crate::write::write_segment;

const DIMS: usize = 24;

/// Vectors around as many centres as there are sources, one source after another: (source, vector).
pub fn sources(sizes: &[usize]) -> Vec<(usize, Vec<f32>)> {
    let mut state = 88_172_645_463_325_252_u64;
    let mut number = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 40) as f32 / (1_u64 << 24) as f32 - 0.5
    };
    let mut out = Vec::new();
    for (source, size) in sizes.iter().enumerate() {
        let centre: Vec<f32> = (0..DIMS).map(|_| number()).collect();
        for _ in 0..*size {
            let mut row: Vec<f32> = centre.iter().map(|x| x + 0.5 * number()).collect();
            let norm = row.iter().map(|x| x * x).sum::<f32>().sqrt();
            row.iter_mut().for_each(|x| *x /= norm);
            out.push((source, row));
        }
    }
    out
}

fn unlinked(rows: &[Vec<f32>]) -> Layers {
    let quantizer = Quantizer::fit(rows.iter().map(Vec::as_slice));
    let ids = (0..rows.len() as u64).map(|i| 3 * i + 7).collect();
    let mut layers = Layers::unlinked(ids, DIMS, 8, quantizer).unwrap();
    for (node, row) in (0..).zip(rows) {
        quantizer.encode(row, layers.nodes.code_mut(node));
    }
    layers
}

fn built(level: CodeLevel, rows: &[Vec<f32>]) -> Layers {
    let mut layers = unlinked(rows);
    assert!(insert(level, &mut layers, (0..rows.len() as u32).collect(), 40, &mut |_, _| true));
    layers
}

fn nearest(layers: &Layers, query: &[f32], ef: usize) -> Vec<u32> {
    let (mut s, mut signed) = (Scratch::default(), Vec::new());
    Quantizer::query(query, layers.nodes.shape().code_bytes(), &mut signed);
    let query = Query { level: CodeLevel::best(), signed: &signed, bias: bias(&signed) };
    if let Some(start) = descend(layers, query, 0, &mut s) {
        walk(layers.nodes.table(), layers.layer(0), query, start, ef, &mut s);
    }
    s.pool.keys().iter().map(|key| place_of(*key)).collect()
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

#[test]
fn the_bytes_do_not_depend_on_threads_or_processor() {
    let rows: Vec<Vec<f32>> = sources(&[1500, 300, 700]).into_iter().map(|(_, row)| row).collect();
    let of = |threads: usize, level: CodeLevel| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| encode("m@1", DIMS, &built(level, &rows)))
    };
    let one = of(1, CodeLevel::Portable);
    for level in [CodeLevel::Portable, CodeLevel::Avx2, CodeLevel::Vnni] {
        if level.is_available() {
            assert!(of(3, level) == one, "{level:?}");
        }
    }
}

#[test]
fn sources_that_came_one_after_another_are_all_found_the_smallest_too() {
    let sizes = [3000, 40, 5, 1200, 12, 300, 3, 60];
    let rows = sources(&sizes);
    let plain: Vec<Vec<f32>> = rows.iter().map(|(_, row)| row.clone()).collect();
    let layers = built(CodeLevel::best(), &plain);
    assert_eq!(layers.fault(), None);
    assert_eq!(unreached_nodes(&layers), Vec::<u32>::new());
    // Of the small ones together, and of the others.
    let mut found = [(0, 0); 2];
    for (source, query) in rows.iter().step_by(3) {
        let mut want: Vec<(f32, usize)> = plain.iter().enumerate().map(|(i, r)| (dot(query, r), i)).collect();
        want.sort_by(|a, b| b.0.total_cmp(&a.0));
        let got = nearest(&layers, query, 80);
        let right = want.iter().take(10).filter(|(_, i)| got.contains(&(*i as u32))).count();
        let of = &mut found[usize::from(sizes[*source] > 100)];
        *of = (of.0 + right, of.1 + 10);
    }
    for (right, all) in found {
        assert!(right * 100 >= all * 97, "{found:?}");
    }
}

#[test]
fn many_copies_of_one_vector_close_nothing_off() {
    let mut rows: Vec<Vec<f32>> = sources(&[400, 200]).into_iter().map(|(_, row)| row).collect();
    let copy = rows[7].clone();
    rows.extend((0..600).map(|_| copy.clone()));
    let layers = built(CodeLevel::best(), &rows);
    assert_eq!(unreached_nodes(&layers), Vec::<u32>::new());
    for (node, row) in rows.iter().enumerate().take(600).filter(|(node, _)| *node != 7) {
        assert!(nearest(&layers, row, 40).contains(&(node as u32)), "{node}");
    }
    assert!(nearest(&layers, &copy, 40).iter().all(|node| *node == 7 || *node >= 600));
}

#[test]
fn none_and_one_and_two_are_graphs_too() {
    for count in 0..3 {
        let rows: Vec<Vec<f32>> = sources(&[count]).into_iter().map(|(_, row)| row).collect();
        let layers = built(CodeLevel::best(), &rows);
        let bytes = encode("m@1", DIMS, &layers);
        let path = std::path::Path::new("x");
        let layout = GraphLayout::parse_head(&bytes, bytes.len(), path).unwrap();
        let back = read(&bytes, &layout, path).unwrap();
        assert_eq!(nearest(&back, &[0.1; DIMS], 10).len(), count);
    }
}

/// Rows of made-up sources, with their ids.
fn rows_of(sizes: &[usize]) -> Vec<(u64, Vec<f32>)> {
    sources(sizes).into_iter().enumerate().map(|(i, (_, row))| (3 * i as u64 + 7, row)).collect()
}

fn segment(path: &Path, rows: &[(u64, Vec<f32>)]) -> Arc<Segment> {
    write_segment(path, "m@1", DIMS, rows.len(), rows.iter().map(|(id, row)| (*id, row.as_slice()))).unwrap();
    Arc::new(Segment::open(path).unwrap())
}

/// An index over some rows, of which the first have a node in this graph.
fn indexed(dir: &Path, rows: &[(u64, Vec<f32>)], layers: &Layers) -> VectorIndex {
    let (path, of_graph) = (dir.join("rows.vec"), dir.join("of.hnsw"));
    write(&of_graph, "m@1", DIMS, 40, layers).unwrap();
    let index = VectorIndex::new(vec![segment(&path, rows)], &DeleteSet::default()).unwrap();
    index.with_graph(Arc::new(Graph::open(&of_graph).unwrap())).unwrap()
}

/// Settings with which every search walks.
fn walking() -> GraphOptions {
    GraphOptions { from_vectors: 0, ef_search: 40, scan_per_candidate: 0, ..GraphOptions::default() }
}

fn assert_exact(index: &VectorIndex, query: &[f32], k: usize, keep: Keep<'_>, options: &GraphOptions) {
    let want = index.scan(KernelLevel::best(), query, k, keep).unwrap();
    assert_eq!(index.nearest(query, k, keep, options).unwrap(), want);
}

fn bits(ids: impl Iterator<Item = u64>) -> Vec<u64> {
    let mut words = Vec::new();
    for id in ids {
        let at = id as usize / 64;
        words.resize(words.len().max(at + 1), 0);
        words[at] |= 1 << (id % 64);
    }
    words
}

/// With all hashes right: a file that was made to be believed.
#[test]
fn a_graph_without_links_hides_no_vector() {
    let dir = tempfile::tempdir().unwrap();
    let rows = rows_of(&[3000]);
    let plain: Vec<Vec<f32>> = rows.iter().map(|(_, row)| row.clone()).collect();
    let mut layers = unlinked(&plain);
    layers.entry = Some(Entry { layer: 0, place: 5 });
    let index = indexed(dir.path(), &rows, &layers);
    let half = bits((0..9000).filter(|id| id % 2 == 0));
    for keep in [Keep::All, Keep::These(IdBits::new(0, &half))] {
        assert_exact(&index, &plain[1700], 10, keep, &walking());
    }
}

#[test]
fn a_walk_that_a_filter_leads_astray_gives_up_and_all_that_pass_are_compared() {
    let dir = tempfile::tempdir().unwrap();
    // The filter keeps the second source, the questions are of the first.
    let rows = rows_of(&[2000, 400]);
    let plain: Vec<Vec<f32>> = rows.iter().map(|(_, row)| row.clone()).collect();
    let layers = built(CodeLevel::best(), &plain);
    let words = bits(rows.iter().skip(2000).map(|(id, _)| *id));
    let (mut s, mut signed) = (Scratch::default(), Vec::new());
    Quantizer::query(&plain[3], layers.nodes.shape().code_bytes(), &mut signed);
    let query = Query { level: CodeLevel::best(), signed: &signed, bias: bias(&signed) };
    let start = descend(&layers, query, 0, &mut s).unwrap();
    assert!(!walk_within(&layers, query, start, 40, 400, |node| node >= 2000, &mut s), "it gives up");
    assert!(s.pool.keys().len() < 40);
    let index = indexed(dir.path(), &rows, &layers);
    for question in [3, 700, 1999] {
        assert_exact(&index, &plain[question], 10, Keep::These(IdBits::new(0, &words)), &walking());
    }
}

#[test]
fn a_few_rows_are_scored_without_loading_all() {
    let dir = tempfile::tempdir().unwrap();
    let rows = rows_of(&[500, 100]);
    let plain: Vec<Vec<f32>> = rows.iter().map(|(_, row)| row.clone()).collect();
    let words = bits(rows.iter().step_by(25).map(|(id, _)| *id).chain([8, 100_000]));
    let keep = Keep::These(IdBits::new(0, &words));
    let with = indexed(dir.path(), &rows, &built(CodeLevel::best(), &plain));
    let mut deleted = DeleteSet::default();
    deleted.insert(rows[50].0);
    let without = VectorIndex::new(vec![segment(&dir.path().join("a.vec"), &rows)], &deleted).unwrap();
    for (index, found) in [(&with, 24), (&without, 23)] {
        let near = index.nearest(&plain[3], 24, keep, &walking()).unwrap();
        assert_eq!(near.len(), found);
        assert!(!index.segments().any(|segment| segment.is_loaded()));
        assert!(near == index.scan(KernelLevel::best(), &plain[3], 24, keep).unwrap());
    }
}

#[test]
fn many_results_and_many_rows_beside_are_looked_for_in_all() {
    let dir = tempfile::tempdir().unwrap();
    let rows = rows_of(&[4000, 2000]);
    let plain: Vec<Vec<f32>> = rows.iter().map(|(_, row)| row.clone()).collect();
    let layers = built(CodeLevel::best(), &plain);
    let whole = indexed(dir.path(), &rows, &layers);
    // Of so many, some hundred would be missing from a walk's.
    assert_exact(&whole, &plain[9], 2500, Keep::All, &walking());
    // 1,500 rows beside 4,500 nodes: they are loaded, and scored on all threads.
    let beside = tempfile::tempdir().unwrap();
    let index = indexed(beside.path(), &rows, &built(CodeLevel::best(), &plain[..4500]));
    let near = index.nearest(&plain[5800], 10, Keep::All, &walking()).unwrap();
    assert_eq!((near.len(), near[0].id), (10, rows[5800].0));
    assert!(index.segments().all(|segment| segment.is_loaded()));
    // More rows beside than nodes.
    let most = tempfile::tempdir().unwrap();
    let index = indexed(most.path(), &rows, &built(CodeLevel::best(), &plain[..2900]));
    for question in [3, 3000, 5999] {
        assert_exact(&index, &plain[question], 10, Keep::All, &walking());
    }
    // Fewer than a graph is for.
    let few = GraphOptions { from_vectors: 6001, ..walking() };
    for question in (0..6000).step_by(100) {
        assert_exact(&whole, &plain[question], 10, Keep::All, &few);
    }
}

#[test]
fn ids_that_stand_twice_are_damage_and_a_build_can_be_stopped_before_it_begins() {
    let dir = tempfile::tempdir().unwrap();
    let rows = rows_of(&[40]);
    let (a, b) = (dir.path().join("a.vec"), dir.path().join("b.vec"));
    let segments = vec![segment(&a, &rows), segment(&b, &rows[30..])];
    let index = VectorIndex::new(segments.clone(), &DeleteSet::default()).unwrap();
    let path = dir.path().join("x.hnsw");
    let made = make_graph(&path, &index, None, &walking(), &mut |_, _| true);
    assert!(matches!(made, Err(VectorError::Damaged { path, .. }) if path == b));
    let index = VectorIndex::new(segments[..1].to_vec(), &DeleteSet::default()).unwrap();
    let mut told = Vec::new();
    let made = make_graph(&path, &index, None, &walking(), &mut |done, of| {
        told.push((done, of));
        false
    });
    assert_eq!((made.unwrap(), told), (Made::Stopped, vec![(0, 40)]));
    assert!(!path.exists());
}

fn small() -> Vec<u8> {
    let rows: Vec<Vec<f32>> = sources(&[30, 9]).into_iter().map(|(_, row)| row).collect();
    encode("model@1", DIMS, &built(CodeLevel::best(), &rows))
}

fn parse(bytes: &Vec<u8>) -> Option<Layers> {
    let path = std::path::Path::new("x");
    let layout = GraphLayout::parse_head(bytes, bytes.len(), path).ok()?;
    read(bytes, &layout, path).ok()
}

#[test]
fn what_is_written_comes_back_and_every_flipped_byte_is_found() {
    let good = small();
    let back = parse(&good).unwrap();
    assert_eq!(encode("model@1", DIMS, &back), good);
    for at in 0..good.len() {
        let mut bad = good.clone();
        bad[at] ^= 1 << (at % 8);
        assert!(parse(&bad).is_none(), "byte {at} of {}", good.len());
    }
}

/// The bytes with every hash put right, as somebody would who means harm.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let length = |bytes: &[u8], at: usize| {
        bytes.get(at..at + 4).map_or(0, |b| u32::from_le_bytes(b.try_into().unwrap()) as usize)
    };
    let header = 96 + length(&bytes, 44).min(100);
    if bytes.len() < header + 32 {
        return bytes;
    }
    let hash = *blake3::hash(&bytes[..header]).as_bytes();
    bytes[header..header + 32].copy_from_slice(&hash);
    let path = std::path::Path::new("x");
    if let Ok(layout) = GraphLayout::parse_head(&bytes, bytes.len(), path) {
        let blocks: Vec<u8> = bytes[layout.body.clone()]
            .chunks(crate::BLOCK_BYTES)
            .flat_map(|block| *blake3::hash(block).as_bytes())
            .collect();
        let hash = *blake3::hash(&blocks).as_bytes();
        bytes[layout.checksums.clone()].copy_from_slice(&blocks);
        bytes[layout.checksums.end..].copy_from_slice(&hash);
    }
    bytes
}

proptest! {
    #[test]
    fn mending_makes_links_lead_to_all_nodes_and_cuts_none_off(
        count in 1_usize..60, links in proptest::collection::vec((0_u32..60, 0_u32..60), 0..700)
    ) {
        let rows: Vec<Vec<f32>> = sources(&[count]).into_iter().map(|(_, row)| row).collect();
        let mut layers = unlinked(&rows);
        layers.entry = Some(Entry { layer: 0, place: 0 });
        let mut of: Vec<Vec<u32>> = vec![Vec::new(); count];
        for (from, to) in links {
            let (from, to) = (from as usize % count, to % count as u32);
            // Sixteen slots; many nodes have none free.
            if from != to as usize && of[from].len() < 16 && !of[from].contains(&to) {
                of[from].push(to);
            }
        }
        (0..).zip(&of).for_each(|(node, links)| layers.link(0, node, links));
        mend(&mut layers);
        prop_assert_eq!(unreached_nodes(&layers), Vec::<u32>::new());
        prop_assert_eq!(layers.fault(), None);
    }

    #[test]
    fn parsing_never_panics(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = parse(&bytes);
    }

    #[test]
    fn forged_bytes_never_panic_and_what_is_let_in_can_be_walked(
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
        headed in proptest::collection::vec((0_usize..96, any::<u8>()), 0..3),
        cut in proptest::option::of(any::<prop::sample::Index>())
    ) {
        let mut bytes = small();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        for (at, byte) in headed {
            bytes[at] = byte;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        if let Some(layers) = parse(&sealed(bytes)) {
            let _ = nearest(&layers, &[0.3; DIMS], 12);
        }
    }
}

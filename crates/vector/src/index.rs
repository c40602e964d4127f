//! Segments and deletions searched as one.

use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;

use super::covered::{Covered, locate, nearest_of, rescored};
use super::delete_set::DeleteSet;
use super::error::VectorError;
use super::graph::{Graph, GraphOptions};
use super::keep::Keep;
use super::kernels::{KernelLevel, dot_with, dot4_with};
use super::part::Part;
use super::segment::Segment;
use super::top::{Nearest, TopK};

/// Rows of one piece of a scan: large enough that handing it to another thread costs nothing
/// beside it (1,024 rows of 384 floats are 1.5 MB, some 100 microseconds).
const PIECE: usize = 1024;

/// An index over segments of one model: exact, unless it was given a graph.
#[derive(Debug, Default)]
pub struct VectorIndex {
    segments: Vec<Part>,
    live: usize,
    covered: Option<Covered>,
}

impl VectorIndex {
    /// Brings segments together; they must be of one model and size.
    pub fn new(segments: Vec<Arc<Segment>>, deleted: &DeleteSet) -> Result<Self, VectorError> {
        if let Some((first, rest)) = segments.split_first() {
            for other in rest {
                check("model", first.model(), other.model())?;
                check("dimensions", &first.dims().to_string(), &other.dims().to_string())?;
            }
        }
        let mut live = 0;
        let segments = segments
            .into_iter()
            .map(|segment| {
                let mut bits = Vec::new();
                let mut gone = 0;
                for id in deleted.iter() {
                    if let Ok(row) = segment.ids().binary_search(&id) {
                        bits.resize(segment.len().div_ceil(64), 0u64);
                        if let Some(word) = bits.get_mut(row / 64) {
                            *word |= 1 << (row % 64);
                        }
                        gone += 1;
                    }
                }
                live += segment.len() - gone;
                Part { segment, deleted: bits }
            })
            .collect();
        Ok(VectorIndex { segments, live, covered: None })
    }

    /// Searches by this graph where that is faster. Its ids stand for the rows that have them, which
    /// must be those that it was made of; rows without a node are scanned beside it, nodes without a
    /// row skipped.
    ///
    /// # Errors
    /// [`VectorError::Mismatch`] for a graph of another model or size.
    pub fn with_graph(mut self, graph: Arc<Graph>) -> Result<Self, VectorError> {
        if let Some(first) = self.segments.first() {
            check("model", first.segment.model(), graph.model())?;
            check("dimensions", &first.segment.dims().to_string(), &graph.dims().to_string())?;
        }
        self.covered = Some(Covered::new(graph));
        Ok(self)
    }

    /// Its graph, if it was given one.
    pub fn graph(&self) -> Option<&Arc<Graph>> {
        self.covered.as_ref().map(Covered::graph)
    }

    /// Rows that are not deleted.
    pub fn len(&self) -> usize {
        self.live
    }

    /// True when no row is left.
    pub fn is_empty(&self) -> bool {
        self.live == 0
    }

    /// Its segments, oldest first.
    pub fn segments(&self) -> impl Iterator<Item = &Arc<Segment>> {
        self.segments.iter().map(|p| &p.segment)
    }

    /// Components of a vector; `None` without segments.
    pub fn dims(&self) -> Option<usize> {
        self.segments.first().map(|p| p.segment.dims())
    }

    /// Reads the rows of all segments into memory, unless that is done.
    ///
    /// # Errors
    /// As [`Segment::load`].
    pub fn load(&self) -> Result<(), VectorError> {
        self.segments.iter().try_for_each(|part| part.segment.load())
    }

    /// Ids that are not deleted, oldest segment first.
    pub fn ids(&self) -> impl Iterator<Item = u64> {
        self.segments.iter().flat_map(|part| {
            let ids = part.segment.ids().iter().enumerate();
            ids.filter(|(i, _)| !part.is_deleted(*i)).map(|(_, id)| *id)
        })
    }

    /// Ids and rows that are not deleted, oldest segment first; [`VectorIndex::load`] first.
    pub fn rows(&self) -> impl Iterator<Item = (u64, &[f32])> + Clone {
        self.segments.iter().flat_map(|part| {
            let rows = part.segment.ids().iter().enumerate();
            rows.filter(|(i, _)| !part.is_deleted(*i)).map(|(i, id)| (*id, part.segment.row(i)))
        })
    }

    /// The row of an id that is not deleted; [`VectorIndex::load`] first.
    pub fn row(&self, id: u64) -> Option<&[f32]> {
        let (which, row, _) = locate(&self.segments, id)?;
        self.segments.get(which).map(|part| part.segment.row(row))
    }

    /// Copies the row of an id, from memory or from the file; `false` when there is no such row.
    ///
    /// # Errors
    /// As [`Segment::read_row`].
    pub fn read_row(&self, id: u64, row: &mut [f32]) -> Result<bool, VectorError> {
        let Some((which, at, _)) = locate(&self.segments, id) else { return Ok(false) };
        let part = self.segments.get(which);
        part.map_or(Ok(false), |part| part.segment.read_row(at, row).map(|()| true))
    }

    /// The `k` rows of greatest dot product with the query among those that `keep` lets through,
    /// best first; of equal scores the smaller id comes first. Rows that are kept out are never
    /// returned, and never make a result shorter. Exact without a graph and for narrow filters; with
    /// a graph, and at least as many rows as `options` say, most of the true ones are found (scores are
    /// exact). Of a filter that keeps little more than `k`, single rows are read and nothing is loaded.
    /// A graph that can't be read is left out: [`Graph::fault`] then tells why.
    pub fn nearest(
        &self,
        query: &[f32],
        k: usize,
        keep: Keep<'_>,
        options: &GraphOptions,
    ) -> Result<Vec<Nearest>, VectorError> {
        self.fits(query)?;
        if k == 0 {
            return Ok(Vec::new());
        }
        if let Keep::These(bits) = keep
            && bits.count() <= rescored(k)
        {
            return nearest_of(&self.segments, query, k, bits);
        }
        if let Some(covered) = &self.covered
            && self.live >= options.from_vectors
            && let Some(found) = covered.nearest(&self.segments, query, k, keep, options)?
        {
            return Ok(found);
        }
        self.scan(KernelLevel::best(), query, k, keep)
    }

    /// The `k` nearest rows as [`VectorIndex::nearest`] gives them, by looking at every one that
    /// `keep` lets through, with a given kernel.
    pub fn scan(
        &self,
        level: KernelLevel,
        query: &[f32],
        k: usize,
        keep: Keep<'_>,
    ) -> Result<Vec<Nearest>, VectorError> {
        self.fits(query)?;
        if k == 0 {
            return Ok(Vec::new());
        }
        self.load()?;
        let mut pieces: Vec<(&Part, Rows)> = Vec::new();
        for part in &self.segments {
            let all = part.segment.len();
            match keep {
                Keep::All => {
                    let pieces_of =
                        (0..all).step_by(PIECE).map(|at| (part, Rows::All(at..all.min(at + PIECE))));
                    pieces.extend(pieces_of);
                }
                Keep::These(bits) => {
                    let mut rows = Vec::new();
                    bits.rows_in(part.segment.ids(), |row| rows.push(row));
                    pieces.extend(rows.chunks(PIECE).map(|rows| (part, Rows::These(rows.to_vec()))));
                }
            }
        }
        let scan = |(part, rows): &(&Part, Rows)| match rows {
            Rows::All(rows) => scan_piece(level, part, rows.clone(), query, k),
            Rows::These(rows) => scan_piece(level, part, rows.iter().copied(), query, k),
        };
        let top = if pieces.len() > 4 {
            pieces.par_iter().map(scan).reduce(|| TopK::new(k), TopK::merge)
        } else {
            pieces.iter().map(scan).fold(TopK::new(k), TopK::merge)
        };
        Ok(top.into_sorted())
    }

    fn fits(&self, query: &[f32]) -> Result<(), VectorError> {
        match self.dims() {
            Some(dims) => check("dimensions", &dims.to_string(), &query.len().to_string()),
            None => Ok(()),
        }
    }
}

fn check(what: &'static str, expected: &str, found: &str) -> Result<(), VectorError> {
    if expected == found {
        return Ok(());
    }
    Err(VectorError::Mismatch { what, expected: expected.to_owned(), found: found.to_owned() })
}

/// Rows of one piece of a scan.
enum Rows {
    All(Range<usize>),
    These(Vec<usize>),
}

fn scan_piece(
    level: KernelLevel,
    part: &Part,
    rows: impl Iterator<Item = usize>,
    query: &[f32],
    k: usize,
) -> TopK<Nearest> {
    let mut top = TopK::new(k);
    let ids = part.segment.ids();
    let live = rows.filter(|row| !part.is_deleted(*row));
    let mut kept = live.filter_map(|row| Some((row, *ids.get(row)?)));
    loop {
        let four = [kept.next(), kept.next(), kept.next(), kept.next()];
        if let [Some(a), Some(b), Some(c), Some(d)] = four {
            let rows = [a, b, c, d].map(|(row, _)| part.segment.row(row));
            for ((_, id), score) in [a, b, c, d].into_iter().zip(dot4_with(level, query, rows)) {
                top.push(Nearest { id, score });
            }
        } else {
            for (row, id) in four.into_iter().flatten() {
                top.push(Nearest { id, score: dot_with(level, query, part.segment.row(row)) });
            }
            return top;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::keep::IdBits;
    use super::super::write::write_segment;
    use super::*;

    fn unit(seed: u64, dims: usize) -> Vec<f32> {
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut v: Vec<f32> = (0..dims)
            .map(|_| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                (state >> 40) as f32 / (1u64 << 24) as f32 - 0.5
            })
            .collect();
        let norm = v.iter().map(|x| x * x).sum::<f32>().sqrt();
        v.iter_mut().for_each(|x| *x /= norm);
        v
    }

    #[test]
    fn finds_what_a_plain_sort_finds_with_deletes_and_filters() {
        let dir = tempfile::tempdir().unwrap();
        let dims = 50;
        let mut segments = Vec::new();
        let mut all: Vec<(u64, Vec<f32>)> = Vec::new();
        for (s, range) in [(0, 0u64..6000), (1, 6000..6001), (2, 6001..9000)] {
            let rows: Vec<(u64, Vec<f32>)> = range.map(|id| (id, unit(id / 2 + 5, dims))).collect();
            let path = dir.path().join(format!("{s}.vec"));
            write_segment(&path, "m", dims, rows.len(), rows.iter().map(|(i, r)| (*i, r.as_slice())))
                .unwrap();
            segments.push(Arc::new(Segment::open(&path).unwrap()));
            all.extend(rows);
        }
        let mut deleted = DeleteSet::default();
        (0..9000).filter(|id| id % 7 == 0).for_each(|id| deleted.insert(id));
        let index = VectorIndex::new(segments, &deleted).unwrap();
        index.load().unwrap();
        assert_eq!(index.ids().count(), index.len());
        assert_eq!(index.len(), (0..9000).filter(|id| id % 7 != 0).count());
        assert_eq!(index.rows().count(), index.len());
        let options = GraphOptions::default();
        for (seed, every) in [(1, 1), (2, 3), (3, 1000)] {
            let mut words = vec![0_u64; 200];
            (0..9000).filter(|id| id % every == 0).for_each(|id| words[id as usize / 64] |= 1 << (id % 64));
            let keep = Keep::These(IdBits::new(0, &words));
            let query = unit(1_000_000 + seed, dims);
            let mut want: Vec<Nearest> = all
                .iter()
                .filter(|(id, _)| id % 7 != 0 && id % every == 0)
                .map(|(id, row)| Nearest { id: *id, score: super::super::kernels::dot(&query, row) })
                .collect();
            want.sort_by(|a, b| b.cmp(a));
            want.truncate(20);
            assert_eq!(index.nearest(&query, 20, keep, &options).unwrap(), want);
        }
        assert!(index.nearest(&unit(1, 49), 5, Keep::All, &options).is_err());
        assert!(index.nearest(&unit(1, 50), 0, Keep::All, &options).unwrap().is_empty());
        assert_eq!(index.row(7), None);
        assert_eq!(index.row(8), Some(all[8].1.as_slice()));
    }
}

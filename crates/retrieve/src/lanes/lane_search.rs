//! One lane of one question: its set of chunks, its queries and their results.

use std::collections::HashMap;

use crate::options::lane::LaneOptions;
use crate::rank::fused::Fused;
use crate::rank::ranked::Ranked;
use crate::search::signals::Signals;
use twolane_archive::{ChunkId, ChunkSet};

use super::lane_trace::{LaneTrace, QueryTrace};
use super::queries::LaneQuery;

/// State of a lane during one search.
#[derive(Debug)]
pub(crate) struct LaneSearch {
    pub(crate) name: String,
    pub(crate) options: LaneOptions,
    /// Chunks that the search may return.
    pub(crate) within: ChunkSet,
    /// True if metadata narrowed the lane to the question's place.
    pub(crate) filtered: bool,
    /// Queries that have not run yet.
    pub(crate) waiting: Vec<LaneQuery>,
    /// Results of the question itself, by chunk.
    primary: HashMap<ChunkId, Fused>,
    /// Best result of a further query for each chunk, and the origin of that query.
    expanded: HashMap<ChunkId, (Fused, &'static str)>,
    pub(crate) trace: LaneTrace,
    /// Signals of the question's own search.
    pub(crate) signals: Option<Signals>,
}

impl LaneSearch {
    /// Creates a lane whose queries have not run yet.
    pub(crate) fn new(
        name: &str,
        options: LaneOptions,
        within: ChunkSet,
        filtered: bool,
        queries: Vec<LaneQuery>,
    ) -> Self {
        let trace =
            LaneTrace { name: name.to_owned(), searched: within.len(), filtered, ..LaneTrace::default() };
        LaneSearch {
            name: name.to_owned(),
            options,
            within,
            filtered,
            waiting: queries,
            primary: HashMap::new(),
            expanded: HashMap::new(),
            trace,
            signals: None,
        }
    }

    /// Returns the number of chunks that the lane passes to the merge.
    pub(crate) fn k(&self, second_pass: bool) -> usize {
        let first = self.options.lane_k;
        if second_pass { self.options.second_pass_lane_k.max(first) } else { first }
    }

    /// Adds a query's results; the first query is the question itself.
    pub(crate) fn add(&mut self, query: &LaneQuery, found: Vec<Fused>, signals: Signals) {
        let known =
            |lane: &Self, id: &ChunkId| lane.primary.contains_key(id) || lane.expanded.contains_key(id);
        let new = found.iter().filter(|f| !known(self, &f.chunk)).count();
        self.trace.queries.push(QueryTrace {
            text: query.text.clone(),
            made_of: query.made_of.to_owned(),
            bm25: signals.bm25_candidates,
            vector: signals.vector_candidates,
            new,
        });
        if self.signals.is_none() {
            self.signals = Some(signals);
            self.primary = found.into_iter().map(|f| (f.chunk, f)).collect();
        } else {
            for f in found {
                let better = self.expanded.get(&f.chunk).is_none_or(|(old, _)| old.score < f.score);
                if better {
                    self.expanded.insert(f.chunk, (f, query.made_of));
                }
            }
        }
        self.trace.candidates =
            self.primary.len() + self.expanded.keys().filter(|c| !self.primary.contains_key(c)).count();
    }

    /// Counts the candidates of the question itself that pass `test`, such as a score clearly above chance.
    pub(crate) fn good(&self, test: impl Fn(&Fused) -> bool) -> usize {
        self.primary.values().filter(|f| test(f)).count()
    }

    /// Returns all candidates, best first. `lift` weights the gain of further queries over the question
    /// itself.
    pub(crate) fn ranked(&self, lift: f32) -> Vec<Ranked> {
        // A chunk that only further queries found ranks below all that the question found.
        let floor = self.primary.values().map(|f| f.score).fold(f32::INFINITY, f32::min);
        let floor = if floor.is_finite() { floor } else { 0.0 };
        let mut ranked: Vec<Ranked> = self
            .primary
            .values()
            .cloned()
            .map(Ranked::new)
            .chain(
                self.expanded
                    .iter()
                    .filter(|(id, _)| !self.primary.contains_key(*id))
                    .map(|(_, (f, _))| Ranked::new(Fused { score: floor, ..f.clone() })),
            )
            .collect();
        for r in &mut ranked {
            if let Some((f, made_of)) = self.expanded.get(&r.fused.chunk) {
                let added = lift * (f.score - r.fused.score);
                if added > 0.0 {
                    r.boost(format!("found by {made_of}"), added);
                }
            }
        }
        // Chunk numbers break ties, so that the same question gives the same list.
        ranked.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.fused.chunk.cmp(&b.fused.chunk)));
        ranked
    }
}

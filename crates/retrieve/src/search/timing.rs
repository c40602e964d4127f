//! Wall-clock time of the stages of a search.

use std::time::Instant;

use serde::Serialize;

/// Wall-clock time of each stage in milliseconds. `bm25` runs in parallel with `embed` and `vector`, so the
/// parts add up to more than `total`.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Timing {
    /// Analysis of the question: its places and distinctive words.
    pub plan: f64,
    /// Selection of the chunks that pass the filter.
    pub filter: f64,
    /// Embedding of the query.
    pub embed: f64,
    /// Keyword search with BM25.
    pub bm25: f64,
    /// Vector search over the embeddings.
    pub vector: f64,
    /// Fusion and boosts.
    pub fuse: f64,
    /// Second stage; 0 if it did not run.
    pub rerank: f64,
    /// Merge of the lanes.
    pub merge: f64,
    /// Loading of the hits' texts and locators.
    pub fetch: f64,
    /// Total time of the search.
    pub total: f64,
}

/// Runs a stage and measures its time in milliseconds.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let value = work();
    (value, milliseconds(start))
}

/// Returns the milliseconds since `start`.
pub(crate) fn milliseconds(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1e3
}

//! Signals of one search.

use serde::Serialize;

use crate::question::query::Mode;

/// Signals of the search as a whole.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Signals {
    /// Search mode that was used.
    pub mode: Mode,
    /// Name of the fusion policy; empty for keyword or vector search alone.
    pub fusion: String,
    /// Embedding model, if vectors took part.
    pub model: Option<String>,
    /// Number of chunks that pass the filter; `None` without a filter.
    pub searched: Option<usize>,
    /// Number of candidates from keyword search.
    pub bm25_candidates: usize,
    /// Number of candidates from vector search.
    pub vector_candidates: usize,
    /// Number of chunks that the first ten of keyword and of vector search share.
    pub agreement_at_10: usize,
    /// Cosine of the best vector candidate.
    pub best_cosine: Option<f32>,
    /// Best BM25 score as a share of the highest score that the query could reach.
    pub best_coverage: Option<f32>,
    /// Notes for the user, such as a missing model.
    pub notes: Vec<String>,
}

impl Signals {
    /// Creates the signals of a search with nothing to search in.
    pub(crate) fn nothing(mode: Mode, notes: Vec<String>) -> Signals {
        Signals {
            mode,
            fusion: String::new(),
            model: None,
            searched: Some(0),
            bm25_candidates: 0,
            vector_candidates: 0,
            agreement_at_10: 0,
            best_cosine: None,
            best_coverage: None,
            notes,
        }
    }

    /// Combines the signals of two lanes.
    pub(crate) fn and(self, other: Signals) -> Signals {
        let best = |a: Option<f32>, b: Option<f32>| match (a, b) {
            (Some(a), Some(b)) => Some(a.max(b)),
            (a, b) => a.or(b),
        };
        Signals {
            bm25_candidates: self.bm25_candidates + other.bm25_candidates,
            vector_candidates: self.vector_candidates + other.vector_candidates,
            agreement_at_10: self.agreement_at_10.max(other.agreement_at_10),
            best_cosine: best(self.best_cosine, other.best_cosine),
            best_coverage: best(self.best_coverage, other.best_coverage),
            ..self
        }
    }
}

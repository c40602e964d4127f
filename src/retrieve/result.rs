//! Results of a search.

use serde::Serialize;

use crate::archive::{ChunkId, SourceSummary};
use crate::text::{Locator, Marked, Quote, SourceId};

use super::explain::Explanation;
use super::query::Mode;
use super::reading::ReadChunk;

/// One search hit: a chunk as a quote, with its source, its rank and the reasons for it.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    /// Rank, counted from 1.
    pub rank: usize,
    /// Fused score with boosts; comparable within one search only.
    pub score: f32,
    /// Id of the chunk.
    pub chunk: ChunkId,
    /// Summary of its source.
    pub source: SourceSummary,
    /// Text with its lines, cut from the source.
    pub quote: Quote,
    /// Lines that are invisible to readers of the page or that address a language model.
    pub marked: Vec<Marked>,
    /// Page from 1; 0 in a source without pages.
    pub page: u32,
    /// Label printed on the page, if it differs from the page number.
    pub label: Option<String>,
    /// Named locator of the section it belongs to.
    pub section: Option<String>,
    /// Pack and edition of the text (`nh-rsa 2026-02`); `None` for text from no pack.
    pub edition: Option<String>,
    /// Context header: `title › heading path › date`; never quoted.
    pub header: String,
    /// True if the chunk holds rows of a table.
    pub table: bool,
    /// Mean over the question's tokens of the best cosine with a token of the chunk, in tens of standard
    /// deviations above that of unrelated texts. `None` if no bi-encoder computed it.
    pub closeness: Option<f32>,
    /// Reader's result for the chunk, if it was read.
    pub read: Option<ReadChunk>,
    /// Copies in other sources that were merged into this hit, such as the draft of approved minutes.
    pub also: Vec<Also>,
    /// Reason for the rank, for people.
    pub why: String,
    /// Complete explanation, if the query asked for it.
    pub explanation: Option<Explanation>,
}

/// A copy of a hit in another source.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Also {
    /// Id of the source.
    pub source_id: SourceId,
    /// Title of the source.
    pub title: String,
    /// Lines of the copy.
    pub locator: Locator,
}

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

/// A ranking without texts.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranking {
    /// Chunks with their scores, best first.
    pub chunks: Vec<(ChunkId, f32)>,
    /// Signals of the search as a whole.
    pub signals: Signals,
    /// Time of each stage.
    pub timing: Timing,
}

/// Hits, signals and times of one search.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchResult {
    /// Hits, best first.
    pub hits: Vec<Hit>,
    /// Signals of the search as a whole.
    pub signals: Signals,
    /// Time of each stage.
    pub timing: Timing,
}

impl Signals {
    /// Creates the signals of a search with nothing to search in.
    pub(super) fn nothing(mode: Mode, notes: Vec<String>) -> Signals {
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
    pub(super) fn and(self, other: Signals) -> Signals {
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

//! What a search gives back.

use serde::Serialize;

use crate::archive::{ChunkId, SourceSummary};
use crate::text::{Locator, Marked, Quote, SourceId};

use super::explain::Explanation;
use super::query::Mode;
use super::reading::ReadChunk;

/// One hit.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    /// From 1.
    pub rank: usize,
    /// Fused score with boosts; comparable within one search only.
    pub score: f32,
    /// The chunk.
    pub chunk: ChunkId,
    /// The source it stands in.
    pub source: SourceSummary,
    /// Its text with its lines, cut from the source.
    pub quote: Quote,
    /// Lines of it that no reader of the page sees, or that speak to a language model.
    pub marked: Vec<Marked>,
    /// Page from 1; 0 in a source without pages.
    pub page: u32,
    /// Label that the page prints for itself, when it differs from the number.
    pub label: Option<String>,
    /// Named locator of the section it belongs to.
    pub section: Option<String>,
    /// Pack and edition that it counts in (`nh-rsa 2026-02`); `None` for what no pack brought.
    pub edition: Option<String>,
    /// Context header: `title › heading path › date`; never quoted.
    pub header: String,
    /// True for rows of a table.
    pub table: bool,
    /// Mean over the question's tokens of the best cosine with a token of the chunk, in tens of
    /// standard deviations above that of unrelated texts; `None` where no bi-encoder looked at it.
    pub closeness: Option<f32>,
    /// What the reader said of it, where it was read.
    pub read: Option<ReadChunk>,
    /// Copies of it elsewhere that were folded into this hit, such as the draft of approved minutes.
    pub also: Vec<Also>,
    /// Why it stands here, for people.
    pub why: String,
    /// The whole account, when the query asked for it.
    pub explanation: Option<Explanation>,
}

/// A copy of a hit in another source.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Also {
    /// The source.
    pub source_id: SourceId,
    /// Its title.
    pub title: String,
    /// Lines of the copy.
    pub locator: Locator,
}

/// What is known of the search as a whole.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Signals {
    /// Sides that took part.
    pub mode: Mode,
    /// Policy of fusion; empty for one side alone.
    pub fusion: String,
    /// Embedding model, when vectors took part.
    pub model: Option<String>,
    /// Chunks that the filter left; `None` without a filter.
    pub searched: Option<usize>,
    /// Candidates of BM25.
    pub bm25_candidates: usize,
    /// Candidates of the vectors.
    pub vector_candidates: usize,
    /// How many of the first ten of either side are the same.
    pub agreement_at_10: usize,
    /// Cosine of the best vector candidate.
    pub best_cosine: Option<f32>,
    /// Best BM25 score as a share of what the query could reach.
    pub best_coverage: Option<f32>,
    /// Things a person should know, such as a missing model.
    pub notes: Vec<String>,
}

/// Wall-clock time of each stage in milliseconds. `bm25` runs beside `embed` and `vector`, so
/// the parts add up to more than `total`.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Timing {
    /// What the question is about: its places, its telling words.
    pub plan: f64,
    /// Set of chunks that the filter leaves.
    pub filter: f64,
    /// Embedding of the query.
    pub embed: f64,
    /// BM25.
    pub bm25: f64,
    /// Vector scan.
    pub vector: f64,
    /// Fusion and boosts.
    pub fuse: f64,
    /// Second stage; 0 when there is none.
    pub rerank: f64,
    /// Merge of the lanes.
    pub merge: f64,
    /// Texts and locators of the hits.
    pub fetch: f64,
    /// The whole.
    pub total: f64,
}

/// A ranking without texts.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranking {
    /// Chunks with their scores, best first.
    pub chunks: Vec<(ChunkId, f32)>,
    /// What is known of the search as a whole.
    pub signals: Signals,
    /// Time of each stage.
    pub timing: Timing,
}

/// Hits, signals and times of one search.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchResult {
    /// Best first.
    pub hits: Vec<Hit>,
    /// What is known of the search as a whole.
    pub signals: Signals,
    /// Time of each stage.
    pub timing: Timing,
}

impl Signals {
    /// Of a search that had nothing to search.
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

    /// Of two lanes together.
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

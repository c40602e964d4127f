//! Results of a search.

use serde::Serialize;

use crate::rank::explain::Explanation;
use crate::rank::read_chunk::ReadChunk;
use twolane_archive::{ChunkId, SourceSummary};
use twolane_text::{Locator, Marked, Quote, SourceId};

use super::signals::Signals;
use super::timing::Timing;

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

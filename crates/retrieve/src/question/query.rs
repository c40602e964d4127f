//! A query with its conditions.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::error::SearchError;
use twolane_archive::Filter;

/// Search mode: keyword search, vector search or both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Keyword and vector search, fused; BM25 alone without a model.
    #[default]
    Hybrid,
    /// Keyword search alone.
    Bm25,
    /// Vector search alone.
    Vector,
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Mode::Hybrid => "hybrid",
            Mode::Bm25 => "bm25",
            Mode::Vector => "vector",
        })
    }
}

impl FromStr for Mode {
    type Err = SearchError;

    fn from_str(text: &str) -> Result<Self, SearchError> {
        match text {
            "hybrid" => Ok(Mode::Hybrid),
            "bm25" => Ok(Mode::Bm25),
            "vector" => Ok(Mode::Vector),
            _ => Err(SearchError::Mode { given: text.to_owned() }),
        }
    }
}

/// One query to the archive: words, conditions, number of hits and mode.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// Words of the query.
    pub text: String,
    /// Conditions that every hit meets, applied inside keyword and vector search.
    pub filter: Filter,
    /// Number of hits wanted.
    pub k: usize,
    /// Search mode of the query.
    pub mode: Mode,
    /// Boosts newer papers, see [`Recency`](crate::Recency).
    pub prefer_recent: bool,
    /// Normal forms of sections that the question means in addition to those that its text names. Chunks that
    /// belong to a named section or cite it are boosted.
    pub citations: Vec<String>,
    /// Runs the second stage, if there is one.
    pub rerank: bool,
    /// Uses the reader in the second stage, if there is one.
    pub read: bool,
    /// Fills [`Hit::explanation`](crate::Hit::explanation).
    pub explain: bool,
}

impl Query {
    /// Creates a query without conditions, for ten hits of keyword and vector search.
    pub fn new(text: impl Into<String>) -> Self {
        Query {
            text: text.into(),
            filter: Filter::default(),
            k: 10,
            mode: Mode::default(),
            prefer_recent: false,
            citations: Vec::new(),
            rerank: true,
            read: true,
            explain: false,
        }
    }
}

//! What is asked of a search.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::archive::Filter;

use super::error::SearchError;

/// Which sides take part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Both sides, fused; BM25 alone when there is no model.
    #[default]
    Hybrid,
    /// Words alone.
    Bm25,
    /// Vectors alone.
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

/// One question to the archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// The words.
    pub text: String,
    /// Conditions that every hit meets; applied inside both sides.
    pub filter: Filter,
    /// Number of hits wanted.
    pub k: usize,
    /// Which sides take part.
    pub mode: Mode,
    /// Lift newer papers, see [`Recency`](super::Recency).
    pub prefer_recent: bool,
    /// Normal forms of sections that the question means besides those that its text names; chunks
    /// that belong to a named section or cite it are lifted.
    pub citations: Vec<String>,
    /// Run the second stage, where there is one.
    pub rerank: bool,
    /// Let the reader take part in the second stage, where there is one.
    pub read: bool,
    /// Fill [`Hit::explanation`](super::Hit::explanation).
    pub explain: bool,
}

impl Query {
    /// A query without conditions: ten hits of both sides.
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

//! The lexical index: postings by tantivy, with this project's own terms and BM25.

mod analyzer;
mod directory;
mod fields;
mod options;
mod query;
mod reader;
mod score;
mod words;
mod writer;

pub use analyzer::{Analyzed, analyze, terms};
pub use options::{LexicalHit, LexicalOptions};
pub use query::query_terms;
pub use reader::LexicalReader;
pub use writer::LexicalWriter;
#[cfg(feature = "postgres")]
pub use {
    query::QueryTerm,
    score::{Saturation, idf},
};

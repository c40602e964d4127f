//! Catalogue, lexical index and vectors behind one commit point.

mod filter;
mod record;

pub use filter::Filter;
pub use record::{Chunk, ChunkId, ChunkRecord, Metadata, PageRecord, SourceRecord, SourceSummary};

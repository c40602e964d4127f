//! Catalogue, lexical index and vectors behind one commit point.

#[allow(clippy::module_inception)]
mod archive;
mod catalogue;
mod chunk_set;
mod descriptor;
mod error;
mod filter;
mod find;
mod lexical;
mod lock;
mod paths;
mod record;
mod seal;
mod snapshot;
mod vectors;
mod writer;

pub use archive::Archive;
pub use chunk_set::ChunkSet;
pub use error::ArchiveError;
pub use filter::Filter;
pub use lexical::{LexicalHit, LexicalOptions};
pub use record::{Chunk, ChunkId, ChunkRecord, Metadata, PageRecord, SourceRecord, SourceSummary};
pub use writer::Writer;

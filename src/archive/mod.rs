//! Catalogue, lexical index and vectors behind one commit point.

#[allow(clippy::module_inception)]
mod archive;
mod catalogue;
mod check;
mod chunk_set;
mod descriptor;
mod error;
mod facet;
mod filter;
mod find;
mod graph;
mod law;
mod lexical;
mod lock;
mod paths;
mod problem;
mod rebuild;
mod recall;
mod record;
mod reembed;
mod seal;
mod sections;
mod sessions;
mod snapshot;
mod stats;
mod vectors;
mod write_packs;
mod writer;

pub use archive::Archive;
pub use chunk_set::ChunkSet;
pub use error::ArchiveError;
pub use facet::Facet;
pub use filter::{Filter, FilterField};
pub use graph::without_graph;
pub use law::{Edge, EdgeRecord, Editions, InstalledPack, Membership, NewSection, SectionEntry};
pub use lexical::{Analyzed, LexicalHit, LexicalOptions, analyze, terms};
pub use problem::Problem;
pub use rebuild::RebuildReport;
pub use record::{Chunk, ChunkId, ChunkRecord, Metadata, PageRecord, SourceRecord, SourceSummary};
pub use reembed::MissingEmbedding;
pub use sessions::{Forgotten, SessionStore, StoredMemory, StoredSession, StoredTrace};
pub use stats::{CacheStats, PartBytes, Stats};
pub use writer::Writer;

//! An archive: catalogue, lexical index and vectors with one common commit, in a folder or in a database
//! on a server.

#[allow(clippy::module_inception)]
mod archive;
mod catalogue;
mod check;
mod chunk_set;
mod copy;
mod descriptor;
mod error;
mod facet;
mod filter;
mod find;
mod folder;
mod folder_sections;
mod folder_stats;
mod folder_writer;
mod graph;
mod law;
mod lexical;
mod lock;
mod paths;
mod place;
#[cfg(feature = "postgres")]
mod postgres;
mod problem;
mod rebuild;
mod recall;
mod record;
mod reembed;
mod removed;
mod same_model;
mod seal;
mod sections;
mod sessions;
mod snapshot;
mod stats;
mod store;
mod vector_check;
mod vectors;
mod visibility;
mod visible;
mod write_packs;
mod writer;

pub use archive::Archive;
pub use chunk_set::ChunkSet;
pub use copy::{CopyReport, copy, set_meta, whole_record};
pub use error::ArchiveError;
pub use facet::Facet;
pub use filter::{Filter, FilterField};
pub use graph::without_graph;
pub use law::{Edge, EdgeRecord, Editions, InstalledPack, Membership, NewSection, SectionEntry};
pub use lexical::{Analyzed, LexicalHit, LexicalOptions, analyze, terms};
pub use place::{Place, Server};
pub use problem::Problem;
pub use rebuild::RebuildReport;
pub use record::{
    Chunk, ChunkId, ChunkRecord, FoundValue, Metadata, PageRecord, SourceRecord, SourceSummary,
};
pub use reembed::MissingEmbedding;
pub use removed::RemovedPaper;
pub use sessions::{Forgotten, SessionStore, StoredAnswer, StoredMemory, StoredSession, StoredTrace};
pub use stats::{CacheStats, PartBytes, Stats};
pub use visibility::{UnknownVisibility, Visibility};
pub use writer::Writer;

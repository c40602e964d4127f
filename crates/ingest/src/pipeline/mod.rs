//! The ingest pipeline: walk and scan, plan, then read on several threads. Chunks and metadata follow, then
//! embeddings and commits on one thread.

mod beside;
mod cutter;
mod draft;
mod error;
mod files;
mod known;
mod law;
mod left_out;
#[cfg(test)]
mod level_tests;
mod observer;
mod options;
mod passages;
mod path_text;
mod plan;
mod rechunk;
mod recipe;
mod run;
mod scan;
mod screen;
mod sink;
mod slug;
mod window;

pub(crate) use cutter::Cutter;
pub use error::IngestError;
pub use files::files_of;
pub use observer::{Event, NoObserver, Observer};
pub use options::{IngestOptions, Reading};
pub use passages::{Reembedded, embed_passages, reembed};
pub(crate) use path_text::file_of;
pub(crate) use rechunk::rechunk;
pub use recipe::is_of_older_version;
pub use run::Ingest;
pub(crate) use scan::{Scanned, What, scan};

//! Chunks: the units of search, cut along the document's own structure.

mod header;

mod options;
mod outline;
mod pack;
mod plan;
mod sections;
mod units;

pub use options::ChunkOptions;
pub use plan::{ChunkPlan, ChunkSource, chunks};
pub use twolane_read::heading_level;

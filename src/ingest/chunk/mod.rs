//! Chunks: what is searched, cut by the document's own structure.

mod header;
mod heading;
mod options;
mod outline;
mod pack;
mod plan;
mod sections;
mod units;

pub use heading::heading_level;
pub use options::ChunkOptions;
pub use plan::{ChunkPlan, ChunkSource, chunks};

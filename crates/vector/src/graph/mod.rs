//! A graph over vectors, which finds most of the nearest by comparing few.
//!
//! Hierarchical navigable small world (Malkov and Yashunin, "Efficient and robust approximate
//! nearest neighbor search using Hierarchical Navigable Small World graphs", 2016). The search
//! compares one-byte codes and scores its results again by the vectors themselves. A [`Graph`] knows
//! ids and codes, not segments: it stays valid when segments are merged or rows deleted. Later rows
//! are scanned separately until the graph is extended.

mod build;
mod file;
mod layers;
mod layout;
mod make;
mod nodes;
mod options;
mod pool;
mod quantizer;
mod scratch;
mod select;
#[cfg(test)]
mod tests;
mod walk;

pub use file::Graph;
pub use layout::GRAPH_VERSION;
pub use make::{Made, make_graph};
pub use options::GraphOptions;

pub(super) use layers::Layers;
pub(super) use options::EF_MAX;
pub(super) use pool::{key, place_of};
pub(super) use quantizer::{Quantizer, bias};
pub(super) use scratch::Scratch;
pub(super) use walk::{Query, descend, walk, walk_within};

//! A graph over vectors: finds most of the nearest by looking at few.
//!
//! Hierarchical navigable small world (Malkov and Yashunin, "Efficient and robust approximate
//! nearest neighbor search using Hierarchical Navigable Small World graphs", 2016). Walks compare
//! one-byte codes; what they find is scored again by the vectors themselves. A [`Graph`] knows ids
//! and codes, not segments: it stays of use when segments are merged or rows deleted, and rows that
//! came later are scanned beside it until it is extended.

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

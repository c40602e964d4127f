//! Exact scan, graph, and their files: knows ids and floats only.
//!
//! A [`Segment`] is an immutable, checksummed file of unit vectors; a
//! [`VectorIndex`] is some segments and a [`DeleteSet`], and finds the nearest rows by looking at
//! every one that a filter lets through. Where there are many, a [`Graph`] over them finds nearly all
//! of the nearest by looking at few.

mod covered;
mod delete_set;
mod error;
mod graph;
mod index;
mod keep;
mod kernels;
mod layout;
mod positioned;
mod segment;
mod top;
mod write;

pub use delete_set::DeleteSet;
pub use error::VectorError;
pub use graph::{GRAPH_VERSION, Graph, GraphOptions, Made, make_graph};
pub use index::VectorIndex;
pub use keep::{IdBits, Keep};
pub use kernels::{KernelLevel, dot, dot_with, dot4_with};
pub use layout::{BLOCK_BYTES, Layout, SEGMENT_VERSION};
pub use positioned::PositionedFile;
pub use segment::Segment;
pub use top::{Nearest, TopK};
pub use write::write_segment;

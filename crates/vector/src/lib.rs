//! Vector index: exact scan, graph, and their files. Knows only ids and floats.
//!
//! A [`Segment`] is an immutable, checksummed file of unit vectors. A [`VectorIndex`] has one or more
//! segments and a [`DeleteSet`], and finds the nearest rows by a scan of every row that passes the
//! filter. For many rows, a [`Graph`] finds nearly all of the nearest by comparing few.

mod covered;
mod delete_set;
mod error;
mod graph;
mod index;
mod keep;
mod kernels;
mod layout;
mod part;
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

/// The README's Rust code, which the doc tests compile.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

//! Exact scan and segment files: knows ids and floats only.
//!
//! A [`Segment`] is an immutable, checksummed file of unit vectors; a
//! [`VectorIndex`] is some segments and a [`DeleteSet`], and finds the nearest rows by looking at
//! every one that a filter lets through.

mod delete_set;
mod error;
mod index;
mod kernels;
mod layout;
mod positioned;
mod segment;
mod top;
mod write;

pub use delete_set::DeleteSet;
pub use error::VectorError;
pub use index::VectorIndex;
pub use kernels::{KernelLevel, dot, dot_with, dot4_with};
pub use layout::{BLOCK_BYTES, Layout, SEGMENT_VERSION};
pub use positioned::PositionedFile;
pub use segment::Segment;
pub use top::{Nearest, TopK};
pub use write::write_segment;

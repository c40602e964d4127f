//! Readers: from a file's bytes to pages of lines.

pub mod pdf;

mod error;

pub use error::ReadError;

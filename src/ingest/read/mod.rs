//! Readers: from a file's bytes to pages of lines.

pub mod pdf;

mod error;
mod watch;

pub use error::ReadError;
pub use watch::{NoWatch, SkippedPages, Watch};

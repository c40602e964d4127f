//! From files to lines, chunks and locators.

pub mod chunk;
mod document;
pub mod metadata;
pub mod read;

pub use document::{Document, DocumentKind, Page, PageStatus};

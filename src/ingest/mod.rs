//! From files to lines, chunks and locators.

pub mod read;

mod document;

pub use document::{Document, DocumentKind, Page, PageStatus};

//! From files to lines, chunks and locators.

mod document;

pub use document::{Document, DocumentKind, Page, PageStatus};

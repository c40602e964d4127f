//! From files to lines, chunks and locators.

pub mod read;

mod document;
pub mod read;
pub mod sniff;
pub mod walk;
pub mod worker;

pub use document::{Document, DocumentKind, Page, PageStatus};

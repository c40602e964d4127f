//! From files to lines, chunks and locators.

pub mod chunk;
mod document;
mod edges;
#[cfg(fuzzing)]
pub mod fuzzing;
pub mod metadata;
pub mod pack;
mod pipeline;
pub mod read;
mod report;
pub mod sniff;
pub mod statute;
pub mod walk;
pub mod watch;
pub mod worker;

pub use document::{Document, DocumentKind, LawMarks, MarkedParagraph, MarkedPart, Page, PageStatus};
pub use pipeline::{
    Event, Ingest, IngestError, IngestOptions, NoObserver, Observer, Reading, embed_passages,
};
pub use report::{Failure, IngestReport, SourceOutcome, StageSeconds, Status, UnreadPages};

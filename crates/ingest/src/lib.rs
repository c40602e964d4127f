//! Ingest: turns files into lines, chunks and locators.

mod address;
pub mod by_hand;
pub mod chunk;

mod edges;
mod editor;
#[cfg(fuzzing)]
pub mod fuzzing;
pub mod metadata;
pub mod pack;
mod pipeline;
mod places;
pub use twolane_read as read;
mod report;
pub use twolane_read::first_look as sniff;
pub mod statute;
pub mod sync;
mod waiting;
pub mod walk;
pub mod watch;
pub mod worker;

pub use address::BaseUrl;
pub use editor::{Edited, Editor, Removed};
pub use pipeline::{
    Event, Ingest, IngestError, IngestOptions, NoObserver, Observer, Reading, Reembedded, embed_passages,
    files_of, is_of_older_version, reembed,
};
pub use places::PlaceRow;
pub use report::{Failure, IngestReport, SourceOutcome, StageSeconds, Status, UnreadPages};
pub use twolane_read::{Document, DocumentKind, LawMarks, MarkedParagraph, MarkedPart, Page, PageStatus};
pub use waiting::{Waiting, only_waits};

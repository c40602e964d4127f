//! The caller's view of a running ingest.

use twolane_text::SourceId;

use super::super::report::SourceOutcome;

/// An observer of a run: receives events from several threads and decides about cancellation.
pub trait Observer: Sync {
    /// Receives an event. Must return quickly.
    fn event(&self, event: &Event<'_>);

    /// Returns true when the run must end: finished sources are committed, the rest is left.
    fn cancelled(&self) -> bool {
        false
    }
}

/// An observer that ignores all events.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoObserver;

impl Observer for NoObserver {
    fn event(&self, _: &Event<'_>) {}
}

/// An event of a running ingest.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Event<'a> {
    /// The files are known, and also which must be read.
    Planned {
        /// The number of files of a known format.
        files: usize,
        /// The number of files that must be read.
        to_read: usize,
        /// The size of those files, in bytes.
        bytes: u64,
    },
    /// A file is about to be read.
    Started {
        /// The file's path.
        path: &'a str,
    },
    /// A page of a file is about to be read.
    Page {
        /// The file's path.
        path: &'a str,
        /// The page number, from 1.
        page: u32,
        /// The number of the file's pages.
        pages: u32,
    },
    /// A file was read, or could not be.
    Read {
        /// The file's path.
        path: &'a str,
        /// The file's size in bytes.
        bytes: u64,
        /// The number of pages that it gave.
        pages: u32,
    },
    /// Texts were embedded.
    Embedded {
        /// The number of texts embedded so far in this run.
        texts: usize,
        /// The number of texts known to be waiting.
        waiting: usize,
    },
    /// The outcome for a source, whose state is now committed.
    Source(&'a SourceOutcome),
    /// A source was removed from the archive.
    Removed {
        /// The source's id.
        id: &'a SourceId,
        /// The paths that it had.
        paths: &'a [String],
    },
    /// A commit is done.
    Committed {
        /// The archive's generation.
        generation: u64,
    },
    /// A remark for a person; no data was lost.
    Remark {
        /// The path that it concerns.
        path: &'a str,
        /// The text of the remark.
        what: &'a str,
    },
}

//! What a caller sees of a run while it goes on.

use crate::text::SourceId;

use super::super::report::SourceOutcome;

/// Told of what happens, from several threads; asked whether to stop.
pub trait Observer: Sync {
    /// Something happened. Must return quickly.
    fn event(&self, event: &Event<'_>);

    /// True when the run is to end: what is finished is committed, the rest is left.
    fn cancelled(&self) -> bool {
        false
    }
}

/// Takes no notice.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoObserver;

impl Observer for NoObserver {
    fn event(&self, _: &Event<'_>) {}
}

/// What happens in a run.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Event<'a> {
    /// The files are known, and which of them have to be read.
    Planned {
        /// Files of a format that is read.
        files: usize,
        /// Files that have to be read.
        to_read: usize,
        /// Bytes of those.
        bytes: u64,
    },
    /// A file is about to be read.
    Started {
        /// Its path.
        path: &'a str,
    },
    /// A page of a file is about to be read.
    Page {
        /// The file's path.
        path: &'a str,
        /// The page, from 1.
        page: u32,
        /// Pages that the file has.
        pages: u32,
    },
    /// A file was read, or could not be.
    Read {
        /// Its path.
        path: &'a str,
        /// Its size in bytes.
        bytes: u64,
        /// Pages that came out of it.
        pages: u32,
    },
    /// Texts were embedded.
    Embedded {
        /// Texts embedded so far in this run.
        texts: usize,
        /// Texts that wait for it, as far as they are known.
        waiting: usize,
    },
    /// The outcome for a source, which is in the archive for good by now.
    Source(&'a SourceOutcome),
    /// A source was taken out of the archive.
    Removed {
        /// Its id.
        id: &'a SourceId,
        /// Paths that it had.
        paths: &'a [String],
    },
    /// A commit is done.
    Committed {
        /// The archive's generation.
        generation: u64,
    },
    /// Something that a person should know, and that lost nothing.
    Remark {
        /// Where.
        path: &'a str,
        /// What.
        what: &'a str,
    },
}

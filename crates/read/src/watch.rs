//! Progress of a reader.

use serde::{Deserialize, Serialize};

/// Observer of a reader. It receives the number of each page before the page is read, so that a
/// reader that hangs on a page can be run again without that page.
pub trait Watch {
    /// The file is open and has this many pages.
    fn opened(&mut self, pages: u32);

    /// This page, from 1, is about to be read. A page may come twice (text first, then OCR).
    fn page(&mut self, page: u32);
}

/// Takes no notice.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoWatch;

impl Watch for NoWatch {
    fn opened(&mut self, _: u32) {}
    fn page(&mut self, _: u32) {}
}

/// Pages that are given as unread without being touched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SkippedPages {
    /// First page, from 1.
    pub first: u32,
    /// Last page, inclusive.
    pub last: u32,
    /// Reason for leaving them out.
    pub reason: String,
}

//! The reader's face: a document out of bytes, within the limits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use crate::{Document, DocumentKind, Page, PageStatus};
use crate::{NoWatch, ReadError, Watch};

use super::attachments::Embedded;
use super::job::{Message, Opened, damaged, run};
use super::options::PdfOptions;
use super::{furniture, headings, table_kinds};

/// Time after the time limit that the reading thread has to end by itself.
const GRACE: Duration = Duration::from_millis(500);

/// Reads a PDF file. Every page of the file is in the document under its own number; a page that
/// could not be read has the reason in its status.
///
/// # Errors
/// [`ReadError::Empty`], [`ReadError::Encrypted`] when neither the empty password nor the given one
/// opens the file, [`ReadError::TooLarge`] when a limit refuses it, [`ReadError::Damaged`] when no
/// page could be found.
pub fn read(bytes: &[u8], options: &PdfOptions) -> Result<Document, ReadError> {
    read_watched(bytes, options, &mut NoWatch)
}

/// As [`read`], telling which page is about to be read.
pub fn read_watched(
    bytes: &[u8],
    options: &PdfOptions,
    watch: &mut dyn Watch,
) -> Result<Document, ReadError> {
    read_with_embedded(bytes, options, watch).map(|(document, _)| document)
}

/// As [`read_watched`], with the files embedded in the file.
pub(crate) fn read_with_embedded(
    bytes: &[u8],
    options: &PdfOptions,
    watch: &mut dyn Watch,
) -> Result<(Document, Vec<Embedded>), ReadError> {
    if bytes.is_empty() {
        return Err(ReadError::Empty);
    }
    let deadline = Instant::now() + options.limits.time;
    let stop = Arc::new(AtomicBool::new(false));
    let (to, from) = channel();
    let job = {
        let (bytes, options, stop) = (Arc::new(bytes.to_vec()), options.clone(), Arc::clone(&stop));
        std::thread::Builder::new()
            .name("pdf".to_owned())
            .stack_size(options.limits.stack_bytes)
            .spawn(move || run(&bytes, &options, deadline, &stop, &to))
    };
    if job.is_err() {
        return Err(ReadError::TooLarge {
            what: "the stack of the reading thread".to_owned(),
            limit: "the memory of the process".to_owned(),
            key: Some("limits.address_space"),
        });
    }
    let mut opened: Option<Opened> = None;
    let mut pages: Vec<Page> = Vec::new();
    let mut notes = Vec::new();
    let mut embedded = Vec::new();
    let mut marks_changes = false;
    let mut covered: Vec<String> = Vec::new();
    let ended = loop {
        let left = (deadline + GRACE).saturating_duration_since(Instant::now());
        match from.recv_timeout(left) {
            Ok(Message::Opened(what)) => {
                watch.opened(u32::try_from(what.pages).unwrap_or(u32::MAX));
                watch.page(1);
                opened = Some(what);
            }
            Ok(Message::Page(page)) => {
                if opened.as_ref().is_some_and(|o| pages.len() + 1 < o.pages) {
                    watch.page(page.number.saturating_add(1));
                }
                pages.push(*page);
            }
            Ok(Message::Embedded(files)) => embedded = files,
            Ok(Message::Covered(page)) => covered.push(page.to_string()),
            Ok(Message::Marked) => marks_changes = true,
            Ok(Message::Note(note)) => notes.push(note),
            Ok(Message::Failed(error)) => return Err(error),
            Err(RecvTimeoutError::Timeout) => break Ended::Time,
            Err(RecvTimeoutError::Disconnected) => break Ended::Whole,
        }
    };
    stop.store(true, Ordering::Relaxed);
    let late = ended == Ended::Time || Instant::now() >= deadline;
    let seconds = options.limits.time.as_secs();
    let Some(opened) = opened else {
        return Err(if late {
            ReadError::TooLarge {
                what: "the time to open this PDF".to_owned(),
                limit: format!("{seconds} s"),
                key: Some("pdf.limits.time"),
            }
        } else {
            damaged("reading it broke off")
        });
    };
    if pages.len() < opened.pages {
        let reason = if late {
            format!("the time limit of {seconds} s for the document was reached; split the file")
        } else {
            "reading broke off; save the file again from a PDF viewer".to_owned()
        };
        notes.push(format!("pages {} to {}: {reason}", pages.len() + 1, opened.pages));
        let from = u32::try_from(pages.len()).unwrap_or(u32::MAX);
        pages.extend((from..).take(opened.pages - pages.len()).map(|before| missing(before + 1, &reason)));
    }
    if marks_changes {
        notes.push("additions are underlined and deletions struck through in this paper".to_owned());
    }
    if !covered.is_empty() {
        notes.push(format!("text covered by a box or a picture on p. {}", covered.join(", ")));
    }
    table_kinds::take_heads(&mut pages);
    furniture::mark(&mut pages);
    table_kinds::mark(&mut pages);
    headings::mark(&mut pages);
    let document =
        Document { kind: DocumentKind::Pdf, title: opened.title, pages, meta: opened.meta, notes, law: None };
    Ok((document, embedded))
}

#[derive(PartialEq, Eq)]
enum Ended {
    Whole,
    Time,
}

fn missing(number: u32, reason: &str) -> Page {
    Page {
        number,
        label: None,
        size: None,
        lines: Vec::new(),
        status: PageStatus::Unread { reason: reason.to_owned() },
        engine: "hayro".to_owned(),
    }
}

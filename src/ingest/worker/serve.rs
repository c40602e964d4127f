//! The worker's side: takes requests from its standard input, answers on its standard output.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::mpsc;

use crate::ingest::read::{Watch, read_watched};
use crate::ingest::walk::{io_reason, open_file};
use crate::text::ContentHash;

use super::frame::{self, FrameError};
use super::message::{Reply, Request};

/// Stack of the thread that reads. Page trees and objects of real files nest some hundred deep;
/// 64 MiB is what the prototype held through all of its odd files with.
pub(super) const STACK: usize = 64 << 20;

/// Serves requests until the input ends, which is how the parent, or its death, ends a worker:
/// the function returns at once then, even while a file is being read, and the caller is
/// expected to leave the process.
pub fn serve<I, O>(mut input: I, mut output: O) -> Result<(), FrameError>
where
    I: Read,
    O: Write + Send + 'static,
{
    let (requests, queue) = mpsc::channel::<Request>();
    std::thread::Builder::new()
        .name("reader".to_owned())
        .stack_size(STACK)
        .spawn(move || {
            while let Ok(request) = queue.recv() {
                request.limits.apply();
                let sent = answer(&request, &mut |reply| match frame::write(&mut output, &reply) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(FrameError::TooLong { bytes }) => {
                        let reason = format!("a page of it gives {} MB of text", bytes >> 20);
                        let _ = frame::write(&mut output, &Reply::Refused { reason });
                        ControlFlow::Break(Stop::Answered)
                    }
                    // A parent that is gone can't be told; the end of the input ends this process.
                    Err(_) => ControlFlow::Break(Stop::Gone),
                });
                if sent == ControlFlow::Break(Stop::Gone) {
                    return;
                }
            }
        })
        .map_err(FrameError::Broken)?;
    while let Some((request, _)) = frame::read::<Request>(&mut input)? {
        if requests.send(request).is_err() {
            break;
        }
    }
    Ok(())
}

/// Why no more replies are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    /// The request has had its last reply.
    Answered,
    /// Nobody takes replies any more.
    Gone,
}

/// Takes a reply.
pub(super) type Sender<'a> = &'a mut dyn FnMut(Reply) -> ControlFlow<Stop>;

/// Reads one file and sends what it gives. A panic of a parser is an answer like others.
pub(super) fn answer(request: &Request, send: Sender<'_>) -> ControlFlow<Stop> {
    match catch_unwind(AssertUnwindSafe(|| read(request, send))) {
        Ok(sent) => sent,
        Err(panic) => {
            let what = panic
                .downcast_ref::<String>()
                .map(String::as_str)
                .or_else(|| panic.downcast_ref::<&str>().copied())
                .unwrap_or("no message");
            send(Reply::Refused { reason: format!("the reader failed on it (panic: {what})") })
        }
    }
}

fn read(request: &Request, send: Sender<'_>) -> ControlFlow<Stop> {
    let path = request.path.path();
    let bytes = match bytes_of(&path, request.limits.file) {
        Ok(bytes) => bytes,
        Err(error) => return send(Reply::Refused { reason: io_reason(&error) }),
    };
    let hash = ContentHash::of(&bytes);
    let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let mut watch = Told { send, stop: None };
    let read = read_watched(&bytes, &name, &request.options, &request.skip, &mut watch);
    if let Some(stop) = watch.stop {
        return ControlFlow::Break(stop);
    }
    let documents = match read {
        Ok(documents) => documents,
        Err(error) => return send(Reply::Refused { reason: error.to_string() }),
    };
    drop(bytes);
    let count = u32::try_from(documents.len()).unwrap_or(u32::MAX);
    for (number, document) in (0_u32..).zip(documents) {
        for page in document.pages {
            send(Reply::Page { document: number, page })?;
        }
        send(Reply::Document {
            document: number,
            kind: document.kind,
            title: document.title,
            meta: document.meta,
            notes: document.notes,
            law: document.law,
        })?;
    }
    send(Reply::Done { documents: count, hash })
}

/// Passes on which page a reader is at.
struct Told<'a> {
    send: Sender<'a>,
    stop: Option<Stop>,
}

impl Told<'_> {
    fn tell(&mut self, reply: Reply) {
        if self.stop.is_none()
            && let ControlFlow::Break(stop) = (self.send)(reply)
        {
            self.stop = Some(stop);
        }
    }
}

impl Watch for Told<'_> {
    fn opened(&mut self, pages: u32) {
        self.tell(Reply::Opened { pages });
    }

    fn page(&mut self, page: u32) {
        self.tell(Reply::Reading { page });
    }
}

fn bytes_of(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = open_file(path)?;
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > limit {
        return Err(io::Error::other(format!("it is larger than {} MB", limit >> 20)));
    }
    Ok(bytes)
}

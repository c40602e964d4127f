//! The worker's side: takes requests from its standard input, answers on its standard output.

use std::io::{Read, Write};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError, mpsc};

use crate::read::{OcrError, OcrOptions, Recognise, Recogniser, Watch, read_watched};
use twolane_text::ContentHash;

use super::frame::{self, FrameError};
use super::limits::MAX_PICTURE;
use super::message::{Order, Reply, Request};

/// The stack size of the reading thread. Page trees and objects of real files nest some hundred deep; with 64
/// MiB the prototype read all of its odd files.
pub(super) const STACK: usize = 64 << 20;

/// Serves requests until the input ends, which is how the parent, or its death, ends a worker. The function
/// then returns at once, even while a file is being read, and the caller must leave the process.
pub fn serve<I, O>(mut input: I, output: O) -> Result<(), FrameError>
where
    I: Read,
    O: Write + Send + 'static,
{
    let (requests, queue) = mpsc::channel::<(Request, Vec<u8>)>();
    let (recognised, tables) = mpsc::channel();
    let output = Arc::new(Mutex::new(output));
    let parent = Arc::new(Parent { output: Arc::clone(&output), tables: Mutex::new(tables) });
    std::thread::Builder::new()
        .name("reader".to_owned())
        .stack_size(STACK)
        .spawn(move || {
            while let Ok((mut request, bytes)) = queue.recv() {
                request.limits.apply();
                request.options.ocr.recogniser = Recogniser::Other(Arc::clone(&parent) as _);
                let sent = answer(&request, bytes, &mut |reply| match write(&output, &reply) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(FrameError::TooLong { bytes }) => {
                        let reason = format!("a page of it gives {} MB of text", bytes >> 20);
                        let _ = write(&output, &Reply::Refused { reason });
                        ControlFlow::Break(Stop::Answered)
                    }
                    // A parent that is gone receives no message; the end of the input ends this process.
                    Err(_) => ControlFlow::Break(Stop::Gone),
                });
                if sent == ControlFlow::Break(Stop::Gone) {
                    return;
                }
            }
        })
        .map_err(FrameError::Broken)?;
    while let Some((order, _)) = frame::read::<Order>(&mut input)? {
        let passed = match order {
            Order::Read(request) => {
                let bytes = frame::read_body(&mut input, request.limits.file)?;
                requests.send((*request, bytes)).is_ok()
            }
            Order::Recognised(table) => recognised.send(table).is_ok(),
        };
        if !passed {
            break;
        }
    }
    Ok(())
}

fn write<O: Write>(output: &Mutex<O>, reply: &Reply) -> Result<(), FrameError> {
    frame::write(&mut *output.lock().unwrap_or_else(PoisonError::into_inner), reply)
}

/// The parent, which runs the programs that a worker may not.
struct Parent<O> {
    output: Arc<Mutex<O>>,
    tables: Mutex<mpsc::Receiver<Result<String, OcrError>>>,
}

impl<O: Write + Send> Recognise for Parent<O> {
    fn table(&self, picture: &[u8], dpi: u32, _: &OcrOptions) -> Result<String, OcrError> {
        let failed = |what: String| OcrError::Failed { what };
        if u64::try_from(picture.len()).unwrap_or(u64::MAX) > MAX_PICTURE {
            return Err(failed(format!("the picture is larger than {} MB", MAX_PICTURE >> 20)));
        }
        {
            let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
            frame::write(&mut *output, &Reply::Recognise { dpi, picture: Vec::new() })
                .map_err(|e| failed(e.to_string()))?;
            frame::write_body(&mut *output, &mut { picture }, MAX_PICTURE)
                .map_err(|e| failed(e.to_string()))?;
        }
        let tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        tables.recv().unwrap_or_else(|_| Err(failed("the parent process is gone".to_owned())))
    }
}

/// The reason why no more replies are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    /// The request has had its last reply.
    Answered,
    /// Nothing receives replies any more.
    Gone,
}

/// A function that takes a reply.
pub(super) type Sender<'a> = &'a mut dyn FnMut(Reply) -> ControlFlow<Stop>;

/// Reads one file and sends its documents. A parser's panic is a reply like any other.
pub(super) fn answer(request: &Request, bytes: Vec<u8>, send: Sender<'_>) -> ControlFlow<Stop> {
    match catch_unwind(AssertUnwindSafe(|| read(request, bytes, send))) {
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

fn read(request: &Request, bytes: Vec<u8>, send: Sender<'_>) -> ControlFlow<Stop> {
    let hash = ContentHash::of(&bytes);
    let mut watch = Told { send, stop: None };
    let read = read_watched(&bytes, &request.name, &request.options, &request.skip, &mut watch);
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

/// A watch that reports the page a reader is at.
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

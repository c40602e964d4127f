//! The parent's side of one worker process.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::read::{Launch, OcrMode, OcrOptions, run_tesseract};
use crate::walk::io_reason;

use super::assembly::Assembly;
use super::confine::bare;
use super::failure::{ReadFailure, death};
use super::feed::{Feed, FeedError};
use super::frame::{self, BodyError, FrameError};
use super::limits::MAX_PICTURE;
use super::message::{Order, Reply, Request};

/// The number of bytes of a worker's standard error that are kept, from its end.
const STDERR_TAIL: usize = 4096;
/// The interval at which a waiting parent checks whether it must stop.
const LOOK_UP: Duration = Duration::from_millis(200);
/// The longest wait for the last error output of a dead worker.
const LAST_WORDS: Duration = Duration::from_millis(500);

type Incoming = Result<(Reply, usize), FrameError>;

/// A running worker. Dropping it ends the process and the processes that it started.
#[derive(Debug)]
pub(super) struct Process {
    program: PathBuf,
    child: Child,
    feed: Feed,
    replies: Receiver<Incoming>,
    stderr: Arc<Mutex<Vec<u8>>>,
    stderr_end: Receiver<()>,
    /// The number of files that it was given.
    pub(super) files: u32,
}

/// The caller's side of a long read: cancellation, memory and progress.
pub trait Patience {
    /// Returns true when the caller wants to stop.
    fn cancelled(&self) -> bool;
    /// Reserves memory before `bytes` more are kept; may block.
    fn reserve(&self, bytes: usize);
    /// Reports that a page is about to be read.
    fn page(&self, page: u32, pages: u32);
    /// Reports that the reserved memory is dropped for another attempt.
    fn restart(&self);
}

impl Process {
    pub(super) fn start(program: &Path) -> Result<Self, ReadFailure> {
        let failed = |source| ReadFailure::Start { program: program.to_owned(), source };
        let mut command = bare(Command::new(program));
        command.arg("worker").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // The worker gets its own process group. An interrupt from the terminal reaches only the parent, and
        // everything that the worker starts can be ended with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(failed)?;
        let (Some(stdin), Some(mut stdout), Some(mut stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(failed(std::io::ErrorKind::BrokenPipe.into()));
        };
        let (sender, replies) = sync_channel(2);
        let tail = Arc::new(Mutex::new(Vec::new()));
        let (ended, stderr_end) = sync_channel(1);
        let kept = Arc::clone(&tail);
        let threads = [
            spawn("worker replies", move || forward_replies(&mut stdout, &sender)),
            spawn("worker stderr", move || {
                keep_tail(&mut stderr, &kept);
                let _ = ended.send(());
            }),
        ];
        let program = program.to_owned();
        let feed = Feed::Free(stdin);
        let process = Process { program, child, feed, replies, stderr: tail, stderr_end, files: 0 };
        for thread in threads {
            thread.map_err(failed)?;
        }
        Ok(process)
    }

    /// Sends a request with its file and takes replies until the last one.
    pub(super) fn read(
        &mut self,
        request: &Request,
        file: File,
        assembly: &mut Assembly,
        patience: &dyn Patience,
    ) -> Result<(), ReadFailure> {
        self.files = self.files.saturating_add(1);
        let limits = &request.limits;
        let ocr = request.options.ocr.mode != OcrMode::Never;
        let sent = self.feed.send(Order::Read(Box::new(request.clone())), Some((file, limits.file)));
        sent.or_else(|error| self.fed(error, request, assembly))?;
        let start = Instant::now();
        // Time in which the parent made the worker wait does not count.
        let mut waited = Duration::ZERO;
        let mut last_word = start;
        loop {
            let silence = limits.silence(ocr);
            let whole = limits.whole_file(assembly.announced().unwrap_or(0), ocr);
            let spent = Instant::now().saturating_duration_since(last_word);
            let all = start.elapsed().saturating_sub(waited);
            let left = silence.saturating_sub(spent).min(whole.saturating_sub(all));
            if left.is_zero() {
                let seconds = if spent >= silence { silence } else { whole }.as_secs().max(1);
                return Err(ReadFailure::TooSlow { seconds, page: assembly.current_page() });
            }
            match self.replies.recv_timeout(left.min(LOOK_UP)) {
                Ok(Ok((Reply::Recognise { dpi, picture }, _))) if ocr => {
                    self.recognise(picture, dpi, request, assembly, patience)?;
                    last_word = Instant::now();
                }
                Ok(Ok((reply, bytes))) => {
                    let before = Instant::now();
                    patience.reserve(bytes);
                    last_word = Instant::now();
                    waited += last_word - before;
                    if let Reply::Reading { page } = &reply {
                        patience.page(*page, assembly.announced().unwrap_or(0));
                    }
                    if assembly.take(reply, bytes)? {
                        return self.feed.settle(LAST_WORDS).map(|_| ()).or(Ok(()));
                    }
                }
                Ok(Err(FrameError::Broken(_))) | Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.died(request, assembly));
                }
                Ok(Err(error)) => return Err(error.into()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            self.feed
                .settle(Duration::ZERO)
                .map(|_| ())
                .or_else(|error| self.fed(error, request, assembly))?;
            if patience.cancelled() {
                return Err(ReadFailure::Cancelled);
            }
        }
    }

    /// Returns true when it can be given another file.
    pub(super) fn is_usable(&self) -> bool {
        self.feed.is_free()
    }

    /// Decides what an incomplete transfer to the worker means.
    fn fed(&mut self, error: FeedError, request: &Request, assembly: &Assembly) -> Result<(), ReadFailure> {
        match error {
            FeedError::Body(BodyError::Source(error)) => {
                Err(ReadFailure::Refused { reason: io_reason(&error) })
            }
            FeedError::Body(error @ BodyError::TooLong { .. }) => {
                Err(ReadFailure::Refused { reason: format!("{error}; {}", larger()) })
            }
            // It reads no more. Its earlier replies still arrive, and then the way it ended.
            FeedError::Body(BodyError::Broken(_)) | FeedError::Frame(FrameError::Broken(_)) => Ok(()),
            FeedError::Frame(error) => Err(error.into()),
            FeedError::Thread(_) => Err(self.died(request, assembly)),
        }
    }

    /// Has a picture recognised in a process that this one starts: the worker may not.
    fn recognise(
        &mut self,
        picture: Vec<u8>,
        dpi: u32,
        request: &Request,
        assembly: &Assembly,
        patience: &dyn Patience,
    ) -> Result<(), ReadFailure> {
        let options: &OcrOptions = &request.options.ocr;
        let launch = Launch::Confined { program: &self.program, memory: request.limits.address_space };
        let table = run_tesseract(options, picture, dpi, launch, &|| patience.cancelled());
        if patience.cancelled() {
            return Err(ReadFailure::Cancelled);
        }
        let settled = self.feed.settle(LAST_WORDS);
        settled.map(|_| ()).or_else(|error| self.fed(error, request, assembly))?;
        let sent = self.feed.send(Order::Recognised(table), None);
        sent.or_else(|error| self.fed(error, request, assembly))
    }

    fn died(&mut self, request: &Request, assembly: &Assembly) -> ReadFailure {
        // Its pipe has closed, so it is gone or going; the signal then reaches the processes that it started.
        let status = self.end();
        let _ = self.stderr_end.recv_timeout(LAST_WORDS);
        let stderr = self.stderr.lock().unwrap_or_else(PoisonError::into_inner);
        let how = death(status, &String::from_utf8_lossy(&stderr), request.limits.address_space);
        ReadFailure::Died { how, page: assembly.current_page() }
    }

    fn end(&mut self) -> Option<ExitStatus> {
        #[cfg(unix)]
        if let Some(pid) = i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw) {
            let _ = rustix::process::kill_process_group(pid, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        self.child.wait().ok()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

/// Returns the remedy for a file that is too large.
pub(super) fn larger() -> &'static str {
    "split it, or raise limits.file in twolane.toml"
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    std::thread::Builder::new().name(name.to_owned()).stack_size(256 << 10).spawn(work).map(|_| ())
}

fn forward_replies(stdout: &mut impl Read, sender: &SyncSender<Incoming>) {
    loop {
        let incoming = match frame::read::<Reply>(stdout) {
            Ok(Some((Reply::Recognise { dpi, .. }, bytes))) => frame::read_body(stdout, MAX_PICTURE)
                .map(|picture| (Reply::Recognise { dpi, picture }, bytes)),
            Ok(Some(reply)) => Ok(reply),
            Ok(None) => return,
            Err(error) => Err(error),
        };
        let last = incoming.is_err();
        if sender.send(incoming).is_err() || last {
            return;
        }
    }
}

fn keep_tail(stderr: &mut impl Read, kept: &Mutex<Vec<u8>>) {
    let mut buffer = [0_u8; 1024];
    while let Ok(n) = stderr.read(&mut buffer) {
        let Some(new) = buffer.get(..n).filter(|b| !b.is_empty()) else { return };
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend_from_slice(new);
        let excess = kept.len().saturating_sub(STDERR_TAIL);
        kept.drain(..excess);
    }
}

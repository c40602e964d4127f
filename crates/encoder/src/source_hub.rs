//! A model from the Hugging Face hub.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use ureq::Agent;

use super::address::Address;
use super::manifest::{FileEntry, ModelEntry};
use super::transfer::{GetProgress, OnGet, SourceFailure, Staging, local};

/// Address of the hub.
const ENDPOINT: &str = "https://huggingface.co";

/// Access settings of the hub.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HubAccess {
    /// Address of a mirror that replaces the hub's own.
    pub endpoint: Option<String>,
    /// Token of an account, for repositories that require one.
    pub token: Option<String>,
}

impl HubAccess {
    /// Returns true for https or this machine, where the token is not readable in transit.
    fn hides_the_token(&self) -> bool {
        let is_private = |given: &str| Address::parse(given).is_ok_and(|address| address.hides_a_key());
        self.endpoint.as_deref().is_none_or(is_private)
    }
}

/// Time without data after which the hub counts as unreachable and the next source is tried.
const PATIENCE: Duration = Duration::from_secs(30);
/// Number of times that a broken download goes on, and the pause before each.
const RETRIES: usize = 2;
const PAUSE: Duration = Duration::from_millis(500);
/// Interval at which the caller receives progress and can cancel.
const TICK: Duration = Duration::from_millis(200);

enum Event {
    /// This many bytes of the file are present.
    Present(u64),
    Complete,
    Failed(String),
}

/// Fetches the files that are not staged yet. An interrupted file resumes where it stopped.
pub(crate) fn fetch(
    entry: &ModelEntry,
    repository: &str,
    revision: &str,
    access: &HubAccess,
    staging: &Staging,
    progress: OnGet<'_>,
) -> Result<(), SourceFailure> {
    let source = format!("hub {repository}");
    if access.token.is_some() && !access.hides_the_token() {
        return Err(SourceFailure::Failed(format!(
            "{source}: HF_ENDPOINT is no https address, and the token (HF_TOKEN) is not sent where it can be read on the way; unset one of them"
        )));
    }
    let endpoint = access.endpoint.as_deref().unwrap_or(ENDPOINT).trim_end_matches('/');
    let address = format!("{endpoint}/{repository}/resolve/{}", revision.replace('/', "%2F"));
    let downloads = staging.downloads()?;
    let total = entry.total_bytes();
    let mut done: u64 = 0;
    for file in &entry.files {
        if !staging.has(file) {
            let path = downloads.join(format!("{}.part", file.sha256));
            let events = start(Download::new(&address, file, path.clone(), access));
            let report = |read: u64| {
                let done = done.saturating_add(read.min(file.bytes));
                progress(&GetProgress { model: &entry.name, source: &source, done, total })
            };
            wait(&events, &report).map_err(|failure| match failure {
                SourceFailure::Failed(why) => {
                    SourceFailure::Failed(format!("{source}: {}: {why}", file.name))
                }
                other => other,
            })?;
            let taken = File::open(&path)
                .map_err(|e| local(&path, &e))
                .and_then(|opened| staging.put(file, opened, &source));
            if matches!(taken, Err(SourceFailure::Failed(_))) {
                // A rejected file must not be resumed as a download.
                let _ = std::fs::remove_file(&path);
            }
            taken?;
        }
        done = done.saturating_add(file.bytes);
    }
    Ok(())
}

/// One file of the hub and where it goes.
struct Download {
    url: String,
    token: Option<String>,
    path: PathBuf,
    bytes: u64,
}

/// Reason that a download ended early.
enum Broken {
    /// The connection broke off: the rest may come at another try.
    Off(String),
    /// Another try would end the same way.
    Finally(String),
}

/// Starts a download in its own thread, because the HTTP client cannot be interrupted. After a cancel, that
/// thread ends at the next bytes or with the process, and the partial file is kept.
fn start(download: Download) -> Receiver<Event> {
    let (events, received) = channel();
    std::thread::spawn(move || {
        let event = match download.run(&events) {
            Ok(()) => Event::Complete,
            Err(why) => Event::Failed(why),
        };
        let _ = events.send(event);
    });
    received
}

impl Download {
    fn new(address: &str, file: &FileEntry, path: PathBuf, access: &HubAccess) -> Self {
        let url = format!("{address}/{}", file.name);
        Self { url, token: access.token.clone(), path, bytes: file.bytes }
    }

    fn run(&self, events: &Sender<Event>) -> Result<(), String> {
        let agent: Agent = Agent::config_builder().timeout_connect(Some(PATIENCE)).build().into();
        let mut retries = RETRIES;
        loop {
            match self.attempt(&agent, events) {
                Err(Broken::Off(_)) if retries > 0 => {
                    retries = retries.saturating_sub(1);
                    std::thread::sleep(PAUSE);
                }
                Err(Broken::Off(why) | Broken::Finally(why)) => return Err(why),
                Ok(()) => return Ok(()),
            }
        }
    }

    /// Appends the missing bytes to the file, at most one more than expected: it reveals a longer file.
    fn attempt(&self, agent: &Agent, events: &Sender<Event>) -> Result<(), Broken> {
        let on_disk = |e: std::io::Error| Broken::Finally(format!("{}: {e}", self.path.display()));
        let mut file = OpenOptions::new().create(true).append(true).open(&self.path).map_err(on_disk)?;
        let mut present = file.metadata().map_err(on_disk)?.len();
        if present >= self.bytes {
            return Ok(());
        }
        let mut request = agent.get(&self.url).header("range", format!("bytes={present}-"));
        if let Some(token) = &self.token {
            // The client drops it where the hub redirects to.
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let response = request.call().map_err(|e| Broken::Finally(e.to_string()))?;
        if response.status() != 206 {
            file.set_len(0).map_err(on_disk)?;
            present = 0;
        }
        let room = self.bytes.saturating_add(1).saturating_sub(present);
        let mut body = response.into_body().into_reader().take(room);
        let mut buffer = vec![0; 1 << 16];
        loop {
            if events.send(Event::Present(present)).is_err() {
                return Err(Broken::Finally("cancelled".to_owned()));
            }
            let read = body.read(&mut buffer).map_err(|e| Broken::Off(e.to_string()))?;
            let Some(bytes) = buffer.get(..read).filter(|bytes| !bytes.is_empty()) else { break };
            file.write_all(bytes).map_err(on_disk)?;
            present = present.saturating_add(u64::try_from(read).unwrap_or(u64::MAX));
        }
        match present < self.bytes {
            true => Err(Broken::Off(format!("it ended after {present} of {} bytes", self.bytes))),
            false => Ok(()),
        }
    }
}

fn wait(events: &Receiver<Event>, report: &dyn Fn(u64) -> bool) -> Result<(), SourceFailure> {
    let mut read: u64 = 0;
    let mut heard = Instant::now();
    let mut reported: Option<Instant> = None;
    loop {
        match events.recv_timeout(TICK) {
            Ok(Event::Present(bytes)) => {
                read = bytes;
                heard = Instant::now();
            }
            Ok(Event::Complete) => return Ok(()),
            Ok(Event::Failed(why)) => return Err(SourceFailure::Failed(why)),
            Err(RecvTimeoutError::Timeout) if heard.elapsed() > PATIENCE => {
                return Err(SourceFailure::Failed(format!("no answer for {} s", PATIENCE.as_secs())));
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(SourceFailure::Failed("the download's thread ended".to_owned()));
            }
        }
        if reported.is_none_or(|at| at.elapsed() >= TICK) {
            reported = Some(Instant::now());
            if !report(read) {
                return Err(SourceFailure::Cancelled);
            }
        }
    }
}

//! A model from the Hugging Face hub.

use std::fs::File;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use hf_hub::api::sync::{ApiBuilder, ApiRepo};
use hf_hub::{Cache, Repo, RepoType};

use super::address::Address;
use super::manifest::ModelEntry;
use super::transfer::{GetProgress, OnGet, SourceFailure, Staging, local};

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
/// Interval at which the caller receives progress and can cancel.
const TICK: Duration = Duration::from_millis(200);

enum Event {
    Read(u64),
    File(PathBuf),
    Failed(String),
}

struct Reporter(Sender<Event>);

impl hf_hub::api::Progress for Reporter {
    fn init(&mut self, _size: usize, _file: &str) {}

    fn update(&mut self, bytes: usize) {
        // After a cancel, the receiver is gone.
        let _ = self.0.send(Event::Read(u64::try_from(bytes).unwrap_or(u64::MAX)));
    }

    fn finish(&mut self) {}
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
    let mut builder = ApiBuilder::from_cache(Cache::new(staging.downloads()?.join("hub")))
        .with_progress(false)
        .with_token(access.token.clone())
        .with_retries(2);
    if let Some(endpoint) = &access.endpoint {
        builder = builder.with_endpoint(endpoint.trim_end_matches('/').to_owned());
    }
    let api = builder.build().map_err(|e| SourceFailure::Failed(format!("{source}: {e}")))?;
    let total = entry.total_bytes();
    let mut done: u64 = 0;
    for file in &entry.files {
        if !staging.has(file) {
            let repo = Repo::with_revision(repository.to_owned(), RepoType::Model, revision.to_owned());
            let events = start(api.repo(repo), file.name.clone());
            let report = |read: u64| {
                let done = done.saturating_add(read.min(file.bytes));
                progress(&GetProgress { model: &entry.name, source: &source, done, total })
            };
            let path = wait(&events, &report).map_err(|failure| match failure {
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
                let _ = std::fs::remove_dir_all(staging.downloads()?.join("hub"));
            }
            taken?;
        }
        done = done.saturating_add(file.bytes);
    }
    Ok(())
}

/// Starts a download in its own thread, because the hub's client cannot be interrupted. After a cancel, that
/// thread ends with its file or with the process, and the partial file is kept.
fn start(repo: ApiRepo, file: String) -> Receiver<Event> {
    let (events, received) = channel();
    std::thread::spawn(move || {
        let event = match repo.download_with_progress(&file, Reporter(events.clone())) {
            Ok(path) => Event::File(path),
            Err(e) => Event::Failed(e.to_string()),
        };
        let _ = events.send(event);
    });
    received
}

fn wait(events: &Receiver<Event>, report: &dyn Fn(u64) -> bool) -> Result<PathBuf, SourceFailure> {
    let mut read: u64 = 0;
    let mut heard = Instant::now();
    let mut reported: Option<Instant> = None;
    loop {
        match events.recv_timeout(TICK) {
            Ok(Event::Read(bytes)) => {
                read = read.saturating_add(bytes);
                heard = Instant::now();
            }
            Ok(Event::File(path)) => return Ok(path),
            Ok(Event::Failed(why)) => return Err(SourceFailure::Failed(why)),
            Err(RecvTimeoutError::Timeout) if heard.elapsed() > PATIENCE => {
                return Err(SourceFailure::Failed(format!("no answer for {} s", PATIENCE.as_secs())));
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(SourceFailure::Failed("the hub's client gave up".to_owned()));
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

//! The folder watch: waits for a change, then runs ingest again, so that the archive matches the folders.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use notify::{Config, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use super::pipeline::{Event, Ingest, IngestError, Observer};
use super::report::IngestReport;
use super::walk::absolute;
use twolane_archive::ArchiveError;

/// The times that decide when a change is complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WatchOptions {
    /// The quiet time required after the last event: copying a folder causes many. A file still being written
    /// is read again at its next event.
    pub quiet: Duration,
    /// The longest time that events may postpone a run.
    pub at_most: Duration,
}

impl Default for WatchOptions {
    fn default() -> Self {
        WatchOptions { quiet: Duration::from_millis(700), at_most: Duration::from_secs(10) }
    }
}

/// The interval at which a waiting watch checks whether it must stop.
const LOOK_UP: Duration = Duration::from_millis(200);

/// Runs ingest once, and again after every change in the paths, until the observer cancels. Passes each run's
/// report to `reported`. Changes within the archive itself do not count.
///
/// After the first run, an active second writer, or the loss of all named paths, postpones a run and does not
/// end the watch.
///
/// # Errors
/// Returns [`IngestError::Watch`] when the system can't watch, and any error that ends a run.
pub fn watch(
    ingest: &Ingest<'_>,
    paths: &[PathBuf],
    options: &WatchOptions,
    observer: &dyn Observer,
    reported: &mut dyn FnMut(&IngestReport),
) -> Result<(), IngestError> {
    let (sender, changes) = channel();
    // Started before the first run, so that no change between the two is lost.
    let _watcher = start(paths, ingest, sender)?;
    let mut first = true;
    loop {
        let again = match ingest.run(paths, observer) {
            Ok(report) => {
                reported(&report);
                !report.cancelled && wait(&changes, None, options, observer)?
            }
            Err(error @ IngestError::Archive(ArchiveError::Locked { .. })) if !first => {
                put_off(ingest, &error, observer);
                wait(&changes, Some(LOCKED), options, observer)?
            }
            Err(error @ IngestError::NothingThere { .. }) if !first => {
                put_off(ingest, &error, observer);
                wait(&changes, None, options, observer)?
            }
            Err(error) => return Err(error),
        };
        if !again {
            return Ok(());
        }
        first = false;
    }
}

/// The longest time that a run waits for another writer.
const LOCKED: Duration = Duration::from_secs(2);

fn put_off(ingest: &Ingest<'_>, why: &IngestError, observer: &dyn Observer) {
    let what = format!("the watch goes on, and reads again later: {why}");
    observer.event(&Event::Remark { path: ingest.archive().place(), what: &what });
}

fn start(
    paths: &[PathBuf],
    ingest: &Ingest<'_>,
    changes: Sender<()>,
) -> Result<RecommendedWatcher, IngestError> {
    let failed = |e: notify::Error| IngestError::Watch { what: e.to_string() };
    // The archive's own changes are not changes of papers.
    let archive = ingest.archive().folder().map(|dir| absolute(dir).unwrap_or_else(|_| dir.to_owned()));
    let roots: Vec<PathBuf> = paths.iter().filter_map(|p| absolute(p).ok()).collect();
    let wanted = roots.clone();
    let heard = move |event: notify::Result<notify::Event>| {
        let counts = match event {
            Ok(event) => {
                !matches!(event.kind, EventKind::Access(_))
                    && event.paths.iter().any(|p| {
                        !archive.as_ref().is_some_and(|dir| p.starts_with(dir))
                            && wanted.iter().any(|root| p.starts_with(root))
                    })
            }
            // Events were lost: check everything.
            Err(_) => true,
        };
        if counts {
            // Without a receiver the watch is over.
            let _ = changes.send(());
        }
    };
    let config = Config::default().with_follow_symlinks(ingest.follows_links());
    let mut watcher = RecommendedWatcher::new(heard, config).map_err(failed)?;
    let mut watched = HashSet::new();
    for root in &roots {
        // A single file is watched through its folder: editors replace files.
        let (folder, mode) = match root.parent() {
            Some(parent) if !root.is_dir() => (parent, RecursiveMode::NonRecursive),
            _ => (root.as_path(), RecursiveMode::Recursive),
        };
        if watched.insert(folder.to_owned()) {
            watcher.watch(folder, mode).map_err(failed)?;
        }
    }
    Ok(watcher)
}

/// Waits for a change and the quiet after it, or for `at_most`; returns false when cancelled.
fn wait(
    changes: &Receiver<()>,
    at_most: Option<Duration>,
    options: &WatchOptions,
    observer: &dyn Observer,
) -> Result<bool, IngestError> {
    let start = Instant::now();
    let ended = || IngestError::Watch { what: "the watch ended".to_owned() };
    loop {
        match changes.recv_timeout(LOOK_UP) {
            Ok(()) => break,
            Err(RecvTimeoutError::Disconnected) => return Err(ended()),
            Err(RecvTimeoutError::Timeout) if observer.cancelled() => return Ok(false),
            Err(RecvTimeoutError::Timeout) if at_most.is_some_and(|most| start.elapsed() >= most) => {
                return Ok(true);
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
    let end = Instant::now() + options.at_most;
    loop {
        let left = end.saturating_duration_since(Instant::now()).min(options.quiet);
        match changes.recv_timeout(left) {
            Ok(()) if left > Duration::ZERO => {}
            Ok(()) | Err(RecvTimeoutError::Timeout) => return Ok(!observer.cancelled()),
            Err(RecvTimeoutError::Disconnected) => return Err(ended()),
        }
    }
}

//! The folder watch: waits for a change, then runs ingest again, so that the archive matches the folders.
//!
//! The system tells of changes on its own drives. It tells nothing of changes that another machine makes on a network drive
//! (SMB, NFS), so the watch also looks at the folders from time to time. It compares names, sizes and times, and reads no
//! file. `notify` has such a watch too, but only newer times of whole seconds count there.

use std::collections::HashSet;
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use notify::{Config, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use super::pipeline::{Event, Ingest, IngestError, Observer};
use super::report::IngestReport;
use super::walk::{absolute, walk};
use twolane_archive::ArchiveError;

/// The times that decide when a change is complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WatchOptions {
    /// The quiet time required after the last event: copying a folder causes many. A file still being written
    /// is read again at its next event.
    pub quiet: Duration,
    /// The longest time that events may postpone a run.
    pub at_most: Duration,
    /// True to take the system's events.
    pub events: bool,
    /// The interval at which the folders are looked at, whether or not there are events.
    pub poll: Duration,
}

impl Default for WatchOptions {
    fn default() -> Self {
        WatchOptions {
            quiet: Duration::from_millis(700),
            at_most: Duration::from_secs(10),
            events: true,
            poll: Duration::from_secs(600),
        }
    }
}

/// The interval at which a waiting watch checks whether it must stop.
const LOOK_UP: Duration = Duration::from_millis(200);

/// Runs ingest once, and again after every change in the paths, until the observer cancels. Passes each run's
/// report to `reported`. Changes within the archive itself do not count.
///
/// After the first run, an active second writer, or the loss of all named paths, postpones a run and does not
/// end the watch. Where the system can't watch a folder, as with too many folders, looking from time to time remains.
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
    let mut watcher = events(paths, ingest, &sender, options, observer)?;
    let wait =
        |seen: &Seen, at_most| wait(&changes, at_most, &Waiting { ingest, paths, options, observer, seen });
    let mut first = true;
    loop {
        let seen = Seen::of(ingest, paths);
        let next = match ingest.run(paths, observer) {
            Ok(report) => {
                reported(&report);
                if report.cancelled { Next::End } else { wait(&seen, None)? }
            }
            Err(error @ IngestError::Archive(ArchiveError::Locked { .. })) if !first => {
                put_off(ingest, &error, observer);
                wait(&seen, Some(LOCKED))?
            }
            Err(error @ IngestError::NothingThere { .. }) if !first => {
                put_off(ingest, &error, observer);
                wait(&seen, None)?
            }
            Err(error) => return Err(error),
        };
        match next {
            Next::End => return Ok(()),
            Next::Heard => {}
            // No event came for this change: the folder may be another one now, as after a drive was mounted.
            Next::Saw => {
                let there: Vec<PathBuf> = paths.iter().filter(|path| path.exists()).cloned().collect();
                // The older one ends first.
                drop(watcher.take());
                watcher = events(&there, ingest, &sender, options, observer)?;
            }
        }
        first = false;
    }
}

/// The reason to run again, or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    /// An event came.
    Heard,
    /// A look at the folders showed a change.
    Saw,
    /// The observer cancelled.
    End,
}

/// A look at the folders: the names, sizes and times of everything that shapes an ingest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Seen(blake3::Hash);

impl Seen {
    fn of(ingest: &Ingest<'_>, paths: &[PathBuf]) -> Self {
        let walk = walk(paths, ingest.archive().folder(), ingest.follows_links());
        let mut hasher = blake3::Hasher::new();
        let mut add = |path: &Path| {
            let meta = std::fs::metadata(path).ok();
            let time = meta.as_ref().and_then(|meta| meta.modified().ok());
            let text = format!("{:?}", (path, meta.as_ref().map(Metadata::len), time));
            hasher.update(text.as_bytes());
        };
        walk.files.iter().for_each(|found| add(&found.path));
        walk.settings.iter().for_each(|path| add(path));
        for obstacle in &walk.obstacles {
            add(&obstacle.path);
        }
        Seen(hasher.finalize())
    }
}

/// The longest time that a run waits for another writer.
const LOCKED: Duration = Duration::from_secs(2);

fn put_off(ingest: &Ingest<'_>, why: &IngestError, observer: &dyn Observer) {
    let what = format!("the watch goes on, and reads again later: {why}");
    observer.event(&Event::Remark { path: ingest.archive().place(), what: &what });
}

/// Starts the system's watch, if events are wanted.
fn events(
    paths: &[PathBuf],
    ingest: &Ingest<'_>,
    changes: &Sender<()>,
    options: &WatchOptions,
    observer: &dyn Observer,
) -> Result<Option<RecommendedWatcher>, IngestError> {
    if !options.events {
        return Ok(None);
    }
    match start(paths, ingest, changes.clone()) {
        Ok(watcher) => Ok(Some(watcher)),
        // A folder that is missing, or a mistake in its name, is no matter of the system's watch.
        Err(error) if !paths.iter().all(|path| path.exists()) => Err(error),
        Err(error) => {
            let every = options.poll.as_secs().div_ceil(60);
            let what = format!("{error}; the folders are looked at every {every} minutes instead");
            observer.event(&Event::Remark { path: ingest.archive().place(), what: &what });
            Ok(None)
        }
    }
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

/// The circumstances of a wait.
struct Waiting<'w> {
    ingest: &'w Ingest<'w>,
    paths: &'w [PathBuf],
    options: &'w WatchOptions,
    observer: &'w dyn Observer,
    /// The folders before the run that the wait follows.
    seen: &'w Seen,
}

/// Waits for a change and the quiet after it, or for `at_most`.
fn wait(
    changes: &Receiver<()>,
    at_most: Option<Duration>,
    waiting: &Waiting<'_>,
) -> Result<Next, IngestError> {
    let Waiting { ingest, paths, options, observer, seen } = waiting;
    let start = Instant::now();
    let mut looked = start;
    let ended = || IngestError::Watch { what: "the watch ended".to_owned() };
    loop {
        match changes.recv_timeout(LOOK_UP.min(options.poll)) {
            Ok(()) => break,
            Err(RecvTimeoutError::Disconnected) => return Err(ended()),
            Err(RecvTimeoutError::Timeout) if observer.cancelled() => return Ok(Next::End),
            Err(RecvTimeoutError::Timeout) if at_most.is_some_and(|most| start.elapsed() >= most) => {
                return Ok(Next::Heard);
            }
            Err(RecvTimeoutError::Timeout) if looked.elapsed() >= options.poll => {
                if Seen::of(ingest, paths) != **seen {
                    return Ok(Next::Saw);
                }
                looked = Instant::now();
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
    let end = Instant::now() + options.at_most;
    loop {
        let left = end.saturating_duration_since(Instant::now()).min(options.quiet);
        match changes.recv_timeout(left) {
            Ok(()) if left > Duration::ZERO => {}
            Ok(()) | Err(RecvTimeoutError::Timeout) => {
                return Ok(if observer.cancelled() { Next::End } else { Next::Heard });
            }
            Err(RecvTimeoutError::Disconnected) => return Err(ended()),
        }
    }
}

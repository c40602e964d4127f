//! Runs ingest: from files and folders to committed sources.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::address::{Addresses, settle as settle_addresses};
use crate::by_hand::{Level, RemovedPapers};
use crate::places::settle;
use crate::report::{Failure, IngestReport, SourceOutcome};
use crate::walk::{Found, Walk, walk};
use crate::worker::{FileRead, Patience, Pool, ReadFailure, read_in_process};
use twolane_archive::{Archive, ArchiveError};
use twolane_encoder::Embedder;
use twolane_text::SourceId;

use super::draft::{Draft, Drafter};
use super::error::IngestError;
use super::known::Known;
use super::left_out::take_out;
use super::observer::{Event, Observer};
use super::options::{IngestOptions, Reading};
use super::path_text::{file_text, path_of, path_text};
use super::plan::{Job, Plan, plan};
use super::scan::{Scanned, What, scan};
use super::sink::Sink;
use super::window::{Received, Window};

/// The interval at which the receiving thread checks whether it must stop or commit.
const LOOK_UP: Duration = Duration::from_millis(200);
/// The number of files per reader that reading may be ahead of the archive.
const AHEAD: usize = 16;

/// The ingest of files and folders into an archive: finds files, reads the new and changed ones, finds their metadata,
/// cuts and embeds chunks, and commits.
///
/// A second run over the same folders reads only what changed. After a run, call
/// [`Archive::refresh`](twolane_archive::Archive::refresh) to see the result.
pub struct Ingest<'a> {
    archive: &'a Archive,
    embedder: Option<&'a dyn Embedder>,
    options: IngestOptions,
}

/// The result that a reading thread delivers.
struct Delivery {
    outcome: Result<Vec<Draft>, ReadFailure>,
    reserved: usize,
}

impl<'a> Ingest<'a> {
    /// Creates an ingest. Without an embedder only keyword search finds the sources, until a run with one. An archive
    /// has the vectors of one model: give searches and questions the same embedder.
    pub fn new(archive: &'a Archive, embedder: Option<&'a dyn Embedder>, options: IngestOptions) -> Self {
        Ingest { archive, embedder, options }
    }

    /// Returns the archive.
    pub(crate) fn archive(&self) -> &Archive {
        self.archive
    }

    /// Returns true when links out of the folders are followed.
    pub(crate) fn follows_links(&self) -> bool {
        self.options.follow_links
    }

    /// Reads new and changed files in these files and folders and commits them in groups. A file that can't
    /// be read is listed in the report and stops nothing. When the observer cancels, finished sources are
    /// committed and the report says so; the next run continues from there.
    ///
    /// # Errors
    /// Returns [`IngestError`] for the archive, the model or the caller, never for a single file. Everything
    /// committed before remains.
    pub fn run(&self, paths: &[PathBuf], observer: &dyn Observer) -> Result<IngestReport, IngestError> {
        let start = Instant::now();
        if paths.is_empty() {
            return Err(IngestError::NoPaths);
        }
        // From now on this run is the only writer, and the archive shows the newest generation.
        let writer = self.archive.writer()?;
        self.check_model()?;
        let walk = walk(paths, self.archive.folder(), self.options.follow_links);
        let known = Known::new(self.archive.sources()?);
        self.check_paths(&walk, &known)?;
        let mut scanned: Vec<Scanned> = walk
            .files
            .par_iter()
            .filter(|_| !observer.cancelled())
            .map(|found| scan(found, self.options.limits.file))
            .collect();
        let named = walk.files.iter().filter(|found| found.named).map(|found| path_text(&found.path));
        let removed = RemovedPapers::new(self.archive.removed_papers()?, named);
        let left_out = take_out(&mut scanned, &removed);
        let addresses = Addresses::new(&walk.roots, self.options.base_url.as_ref());
        let drafter = Drafter::new(&self.options, self.embedder, &scanned, addresses.clone(), &known)?;
        let plan =
            plan(&scanned, &known, &|path| drafter.recipe(path), &|path| path_of(file_text(path)).exists());
        observer.event(&Event::Planned {
            files: scanned.iter().filter(|s| matches!(s.what, What::Document { .. })).count(),
            to_read: plan.jobs.len(),
            bytes: plan.jobs.iter().map(|j| j.bytes).sum(),
        });

        let mut sink =
            Sink::new(&self.options, observer, self.embedder, self.archive, writer, &known, &removed);
        sink.report().left_out = left_out;
        tell_obstacles(&walk, observer, &mut sink);
        tell_scan(&walk.files, &scanned, &mut sink);
        settle_known(&plan, &drafter, &mut sink)?;
        sink.report().stages.spent(start, |stages| &mut stages.scan);
        let finished = self.read_all(&plan.jobs, &drafter, observer, &mut sink)?;
        let cancelled = !finished || observer.cancelled();
        if cancelled {
            // Without a model, or with all embeddings cached, this costs almost nothing; otherwise it ends at
            // once.
            sink.flush()?;
        } else {
            self.vanished(&walk, &scanned, &mut sink)?;
        }
        sink.commit()?;
        let mut report = std::mem::take(sink.report());
        drop(sink);
        self.archive.refresh()?;
        if !cancelled {
            settle_addresses(self.archive, &addresses, &|| !observer.cancelled())?;
            report.places = settle(self.archive, &|| !observer.cancelled())?;
        }
        report.cancelled = cancelled;
        report.seconds = start.elapsed().as_secs_f64();
        Ok(report)
    }

    fn check_model(&self) -> Result<(), IngestError> {
        match (self.archive.model(), self.embedder) {
            (Some(archive), Some(embedder)) if archive != *embedder.model() => {
                Err(ArchiveError::OtherModel { archive, given: embedder.model().clone() }.into())
            }
            _ => Ok(()),
        }
    }

    /// Checks that not every named path is wrong, unless the run prunes what was there.
    fn check_paths(&self, walk: &Walk, known: &Known) -> Result<(), IngestError> {
        let Some(first) = walk.obstacles.iter().find(|o| !o.harmless) else { return Ok(()) };
        let all_named = walk.roots.iter().all(|r| walk.obstacles.iter().any(|o| o.path == *r));
        let was_there = |root: &PathBuf| {
            known.sources().iter().flat_map(|s| &s.paths).any(|p| path_of(file_text(p)).starts_with(root))
        };
        if walk.files.is_empty() && all_named && !walk.roots.iter().any(was_there) {
            return Err(IngestError::NothingThere { path: first.path.clone(), reason: first.reason.clone() });
        }
        Ok(())
    }

    /// Reads the jobs on several threads and puts the results into the sink, in order. Returns false when it
    /// was cancelled.
    fn read_all(
        &self,
        jobs: &[Job],
        drafter: &Drafter<'_>,
        observer: &dyn Observer,
        sink: &mut Sink<'_>,
    ) -> Result<bool, IngestError> {
        let threads = match self.options.threads {
            0 => std::thread::available_parallelism().map_or(1, |n| n.get()),
            n => n,
        };
        let threads = threads.min(jobs.len());
        let window = Window::new(jobs.len(), threads.saturating_mul(AHEAD), self.options.memory);
        let pool = match &self.options.reading {
            Reading::Workers { program } => Some(Pool::new(program, self.options.limits)),
            Reading::InProcess => None,
        };
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    while let Some(number) = window.take() {
                        let Some(job) = jobs.get(number) else { return };
                        let task =
                            Task { window: &window, number, job, observer, reserved: AtomicUsize::new(0) };
                        let outcome = self.read_one(&task, pool.as_ref(), drafter);
                        let reserved = task.reserved.load(Ordering::Relaxed);
                        window.deliver(number, Delivery { outcome, reserved });
                    }
                });
            }
            let result = receive(jobs, &window, observer, sink);
            // Threads must not wait for a receiver that has left.
            window.stop();
            result
        })
    }

    fn read_one(
        &self,
        task: &Task<'_>,
        pool: Option<&Pool>,
        drafter: &Drafter<'_>,
    ) -> Result<Vec<Draft>, ReadFailure> {
        let job = task.job;
        task.observer.event(&Event::Started { path: job.name() });
        let read = match pool {
            Some(pool) => pool.read(&job.file, &self.options.read, task),
            None => read_in_process(&job.file, &self.options.read, self.options.limits, task),
        };
        let pages = read.as_ref().map_or(0, |r| r.documents.iter().map(|d| d.pages.len()).sum());
        task.observer.event(&Event::Read {
            path: job.name(),
            bytes: job.bytes,
            pages: u32::try_from(pages).unwrap_or(u32::MAX),
        });
        let FileRead { documents, hash, .. } = read?;
        if hash.is_some_and(|h| h != job.hash) {
            return Err(ReadFailure::Changed);
        }
        // A panic of the text rules on strange input must not end the run either.
        catch_unwind(AssertUnwindSafe(|| drafter.drafts(job, documents))).map_err(|_| ReadFailure::Refused {
            reason:
                "its text could not be worked up (a fault of this program); please report it with the file"
                    .to_owned(),
        })
    }

    /// Prunes or counts the sources that are gone from the named folders.
    fn vanished(&self, walk: &Walk, scanned: &[Scanned], sink: &mut Sink<'_>) -> Result<(), IngestError> {
        let there: HashSet<String> = scanned.iter().map(|s| path_text(&s.path)).collect();
        // The contents of a folder that could not be entered are unknown.
        let hidden = |path: &Path| {
            walk.obstacles.iter().any(|o| !o.harmless && !is_gone(&o.path) && path.starts_with(&o.path))
        };
        let asked = |path: &Path| {
            walk.roots
                .iter()
                .any(|r| path.starts_with(r) && (r.exists() || r.parent().is_some_and(Path::exists)))
        };
        // A person who prunes takes out what only links brought in; a folder in step keeps what is still there.
        let behind_link = |path: &Path| {
            self.options.prune_whole_folders && walk.passed_over.iter().any(|o| path.starts_with(&o.path))
        };
        let gone: Vec<String> = sink
            .held()
            .flat_map(|(_, paths)| paths)
            .filter(|p| {
                let file = file_text(p);
                let path = path_of(file);
                let gone = is_gone(&path) || behind_link(&path);
                asked(&path) && !there.contains(file) && !hidden(&path) && gone
            })
            .cloned()
            .collect();
        let kept = if self.options.prune { self.kept_whole(walk, scanned) } else { Vec::new() };
        let (kept_back, removed): (Vec<String>, Vec<String>) = gone.into_iter().partition(|text| {
            let path = path_of(file_text(text));
            !self.options.prune || kept.iter().any(|root| path.starts_with(root))
        });
        let report = sink.report();
        report.vanished = u64::try_from(kept_back.len()).unwrap_or(u64::MAX);
        let is_needed = |root: &Path| kept_back.iter().any(|text| path_of(file_text(text)).starts_with(root));
        report.kept_whole = kept.iter().filter(|root| is_needed(root)).map(|root| path_text(root)).collect();
        for path in removed {
            sink.forget(&path)?;
        }
        Ok(())
    }

    /// Returns the named folders that have no paper now and whose sources stay for that reason.
    fn kept_whole<'w>(&self, walk: &'w Walk, scanned: &[Scanned]) -> Vec<&'w PathBuf> {
        let has_paper = |root: &&PathBuf| {
            let is_paper = |file: &&Scanned| matches!(file.what, What::Document { .. });
            // Looked at once more: the drive may have gone since the walk.
            scanned.iter().filter(is_paper).any(|file| file.path.starts_with(root) && file.path.exists())
        };
        let roots = walk.roots.iter().filter(|_| !self.options.prune_whole_folders);
        roots.filter(|root| !has_paper(root)).collect()
    }
}

/// Returns true for a path that the system knows not to be there. A drive that fails proves nothing.
fn is_gone(path: &Path) -> bool {
    match path.try_exists() {
        Ok(is_there) => !is_there,
        Err(error) => error.kind() == std::io::ErrorKind::NotADirectory,
    }
}

fn tell_obstacles(walk: &Walk, observer: &dyn Observer, sink: &mut Sink<'_>) {
    sink.report().passed_over.extend(
        walk.passed_over.iter().map(|o| Failure { path: path_text(&o.path), reason: o.reason.clone() }),
    );
    for obstacle in &walk.obstacles {
        let path = path_text(&obstacle.path);
        if obstacle.harmless {
            observer.event(&Event::Remark { path: &path, what: &obstacle.reason });
        } else {
            sink.tell(SourceOutcome::failed(path, obstacle.reason.clone()));
        }
    }
}

fn tell_scan(files: &[Found], scanned: &[Scanned], sink: &mut Sink<'_>) {
    debug_assert!(scanned.len() <= files.len());
    for file in scanned {
        match &file.what {
            What::Document { .. } => {}
            What::Failed { reason } => {
                sink.tell(SourceOutcome::failed(path_text(&file.path), reason.clone()))
            }
            What::Skipped => {
                let extension = file.path.extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
                let extension = extension.unwrap_or_else(|| "(none)".to_owned());
                let count = sink.report().skipped.entry(extension).or_default();
                *count = count.saturating_add(1);
            }
        }
    }
}

/// Settles the paths that need no reading.
fn settle_known(plan: &Plan, drafter: &Drafter<'_>, sink: &mut Sink<'_>) -> Result<(), IngestError> {
    sink.reserve_ids(plan.jobs.iter());
    // Sources are put with the paths that they had, so this comes before any path moves.
    let known = || plan.unchanged.iter().chain(&plan.adopted);
    let mut files: HashMap<&str, Option<Level>> = HashMap::new();
    let mut levels: BTreeMap<&SourceId, Vec<Level>> = BTreeMap::new();
    for (path, id) in known() {
        let level = files.entry(file_text(path)).or_insert_with(|| drafter.stated_level(path));
        levels.entry(id).or_default().extend(level.clone());
    }
    for (id, levels) in levels {
        sink.raise(id, levels)?;
    }
    let mut counted = HashSet::new();
    for (path, id) in &plan.unchanged {
        sink.keep(path.clone(), id, &mut counted)?;
    }
    for (path, id) in &plan.adopted {
        sink.adopt(path.clone(), id, &mut counted)?;
    }
    Ok(())
}

/// Takes deliveries in order until the end; returns false when it was cancelled.
fn receive(
    jobs: &[Job],
    window: &Window<Delivery>,
    observer: &dyn Observer,
    sink: &mut Sink<'_>,
) -> Result<bool, IngestError> {
    let mut jobs = jobs.iter();
    let mut held = 0_usize;
    loop {
        let waiting = Instant::now();
        let received = window.receive(LOOK_UP);
        sink.report().stages.spent(waiting, |stages| &mut stages.wait);
        let end = matches!(received, Received::End);
        if let Received::Result(delivery) = received {
            let Some(job) = jobs.next() else { return Ok(true) };
            held = held.saturating_add(delivery.reserved);
            match delivery.outcome {
                Ok(drafts) => sink.take(job, drafts)?,
                Err(ReadFailure::Cancelled) => return Ok(false),
                Err(failure @ ReadFailure::Start { .. }) => return Err(IngestError::Worker(failure)),
                Err(failure) => sink.fail(job, &failure.to_string()),
            }
        }
        if end || sink.is_full() || sink.is_due() || held >= window.memory() / 2 {
            if !sink.flush()? {
                return Ok(false);
            }
            window.release(std::mem::take(&mut held));
        }
        if end || sink.is_due() {
            sink.commit()?;
        }
        if end {
            return Ok(true);
        }
        if observer.cancelled() {
            return Ok(false);
        }
    }
}

/// One file in progress, as the reading thread sees it.
struct Task<'a> {
    window: &'a Window<Delivery>,
    number: usize,
    job: &'a Job,
    observer: &'a dyn Observer,
    reserved: AtomicUsize,
}

impl Patience for Task<'_> {
    fn cancelled(&self) -> bool {
        self.observer.cancelled() || self.window.is_stopped()
    }

    fn reserve(&self, bytes: usize) {
        self.window.reserve(self.number, bytes);
        self.reserved.fetch_add(bytes, Ordering::Relaxed);
    }

    fn page(&self, page: u32, pages: u32) {
        self.observer.event(&Event::Page { path: self.job.name(), page, pages });
    }

    fn restart(&self) {
        self.window.release(self.reserved.swap(0, Ordering::Relaxed));
    }
}

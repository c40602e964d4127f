//! Keeps the archive in step with a folder while the server runs.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::folders::Folders;
use crate::problem::Problem;
use twolane_ingest::sync::Folder;
use twolane_ingest::watch::{WatchOptions, watch};
use twolane_ingest::{Event, Ingest, IngestOptions, IngestReport, Observer};

use super::Engine;

/// The wait before a watch that failed begins again.
const AGAIN: Duration = Duration::from_secs(3);

impl Engine {
    /// Keeps the archive in step with a folder in a thread, until the folder is taken out or the server ends. Where
    /// another writer is at work, the folder is not there or the search model has just come, this begins again a little
    /// later. Questions are answered meanwhile, from what was committed last.
    ///
    /// # Errors
    /// Fails for a value that a field of the folder can't have.
    pub fn keep_in_step(
        &self,
        folder: Folder,
        folders: &Arc<Folders>,
        options: &WatchOptions,
    ) -> Result<(), Problem> {
        let reading = folder.options(&self.shared.settings.ingest)?;
        let (engine, folders, options) = (self.clone(), Arc::clone(folders), *options);
        std::thread::spawn(move || {
            let mut said = String::new();
            while folders.has(&folder.path) {
                let Err(reason) = keep(&engine, &folder, &reading, &folders, &options) else { continue };
                // A folder may be missing for days.
                if reason != said {
                    tracing::warn!(reason, "a folder is not kept in step now");
                    said = reason;
                }
                std::thread::sleep(AGAIN);
            }
        });
        Ok(())
    }
}

/// Watches a folder until the observer ends that.
fn keep(
    engine: &Engine,
    folder: &Folder,
    reading: &IngestOptions,
    folders: &Folders,
    options: &WatchOptions,
) -> Result<(), String> {
    folder.check().map_err(|error| error.to_string())?;
    let archive = engine.archive();
    let embedder = engine.embedder();
    let observer = Keeping { by_meaning: embedder.is_some(), engine, folders, folder: &folder.path };
    let ingest = Ingest::new(&archive, embedder, reading.clone());
    let paths = std::slice::from_ref(&folder.path);
    watch(&ingest, paths, options, &observer, &mut |report| log(report, &folder.path))
        .map_err(|error| error.to_string())
}

/// Logs a run over a folder.
fn log(report: &IngestReport, folder: &Path) {
    let (added, changed, removed) = (report.added, report.changed, report.removed);
    if added + changed + removed > 0 {
        tracing::info!(folder = %folder.display(), added, changed, removed, "in step with a folder");
    }
    for failure in &report.failed {
        tracing::warn!(path = failure.path, reason = failure.reason, "a paper was not read");
    }
    for whole in &report.kept_whole {
        tracing::warn!(folder = whole, "a folder has no paper left, so its papers stay in the archive");
    }
}

/// Ends the watch when the folder is taken out, and when there is a search model that it began without.
struct Keeping<'k> {
    by_meaning: bool,
    engine: &'k Engine,
    folders: &'k Folders,
    folder: &'k Path,
}

impl Observer for Keeping<'_> {
    fn event(&self, event: &Event<'_>) {
        if let Event::Remark { path, what } = event {
            tracing::info!(path, remark = what, "in step with a folder");
        }
    }

    fn cancelled(&self) -> bool {
        !self.folders.has(self.folder) || self.by_meaning != self.engine.embedder().is_some()
    }
}

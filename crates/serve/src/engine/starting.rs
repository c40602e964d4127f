//! The engine's part of a first run: folders, the search model, pages that wait for text recognition.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use crate::problem::Problem;
use crate::setup::{Setup, WatchedFolder};
use crate::uploads::Told;
use twolane_archive::{Archive, SourceSummary};
use twolane_encoder::Embedder;
use twolane_ingest::metadata::Given;
use twolane_ingest::read::{OcrMode, Tesseract, waits_for_ocr};
use twolane_ingest::watch::{WatchOptions, watch};
use twolane_ingest::{Event, Ingest, IngestOptions, IngestReport, Observer, files_of, reembed};

use super::{Engine, without_folders};

/// A receiver of events: name and data. It must return quickly.
pub type Tell<'t> = &'t (dyn Fn(&str, Value) + Sync);

impl Engine {
    /// Returns what is there and what is missing on this machine.
    ///
    /// # Errors
    /// Returns those of the archive.
    pub fn setup_state(&self, setup: &Setup) -> Result<Value, Problem> {
        let archive = self.archive();
        let sources = archive.sources()?;
        let papers: Vec<&SourceSummary> =
            sources.iter().filter(|source| source.meta.lane != "state").collect();
        let sample = setup.host.sample();
        // Attachments and members have the path of their file, with a number. A paper of one's own may have the same text.
        let is_sample =
            |source: &SourceSummary| source.paths.iter().all(|path| Path::new(path).starts_with(&sample));
        let (name, is_here) = setup.host.search_model();
        let ocr = setup.host.text_recognition();
        let waiting: u32 = sources
            .iter()
            .filter(|source| source.pages_unread > 0)
            .map(|source| waiting_pages(&archive, source))
            .sum();
        let watched: Vec<Value> = setup
            .watched()
            .iter()
            .map(|folder| json!({ "path": folder.path.display().to_string(), "town": folder.town, "is_here": folder.path.is_dir() }))
            .collect();
        Ok(json!({
            "papers": papers.len(),
            "sample_papers": sources.iter().filter(|source| is_sample(source)).count(),
            "model": { "name": name, "is_here": is_here, "in_use": self.embedder().is_some() },
            "recognition": {
                "is_here": ocr.mode != OcrMode::Never && Tesseract::new(&ocr).version().is_ok(),
                "is_off": ocr.mode == OcrMode::Never,
                "pages_waiting": waiting,
            },
            "watched": watched,
        }))
    }

    /// Reads a folder of this machine into the archive, where its papers lie.
    ///
    /// # Errors
    /// Fails for an invalid place, another writer, and a folder without papers.
    pub fn take_folder(&self, folder: &WatchedFolder, tell: Tell<'_>) -> Result<Value, Problem> {
        let archive = self.archive();
        let told = Told::new(tell);
        let options = self.options_of(folder)?;
        let report =
            Ingest::new(&archive, self.embedder(), options).run(std::slice::from_ref(&folder.path), &told)?;
        Ok(said(&report))
    }

    fn options_of(&self, folder: &WatchedFolder) -> Result<IngestOptions, Problem> {
        let mut given = Given::default();
        if let Some(town) = folder.town.as_deref().filter(|town| !town.trim().is_empty()) {
            given.set("town", town.trim())?;
        }
        Ok(IngestOptions { metadata: given.flags, ..self.shared.settings.ingest.clone() })
    }

    /// Reads the pages again that waited for text recognition.
    ///
    /// # Errors
    /// Fails beside another writer.
    pub fn read_waiting(&self, tell: Tell<'_>) -> Result<Value, Problem> {
        let archive = self.archive();
        let sources = archive.sources()?;
        let waiting =
            sources.iter().filter(|source| source.pages_unread > 0 && waiting_pages(&archive, source) > 0);
        let mut files: Vec<PathBuf> =
            waiting.flat_map(files_of).map(|(file, _)| file).filter(|file| file.is_file()).collect();
        files.sort();
        files.dedup();
        if files.is_empty() {
            return Err(Problem::unusable(
                "the files of these pages are no longer where they were",
                "add the papers again",
            ));
        }
        let told = Told::new(tell);
        let options = self.shared.settings.ingest.clone();
        Ok(said(&Ingest::new(&archive, self.embedder(), options).run(&files, &told)?))
    }

    /// Takes a search model that this machine did not have when the program started, and embeds what is in the
    /// archive. Until then, only keyword search works.
    ///
    /// # Errors
    /// Fails beside another writer, and for an archive that was made with another model.
    pub fn take_model(&self, model: Box<dyn Embedder>, tell: Tell<'_>) -> Result<Value, Problem> {
        let archive = self.archive();
        if archive.model().is_some_and(|made| &made != model.model()) {
            return Err(Problem::unusable(
                "the archive was made with another model",
                "ask the person who runs the program to embed it again",
            ));
        }
        let progress = |done: usize, total: usize| {
            tell("embedded", json!({ "texts": done, "waiting": total }));
            true
        };
        let report = reembed(&archive, model.as_ref(), self.shared.settings.ingest.token_vectors, &progress)?;
        // A second one that came meanwhile is the same.
        let _ = self.shared.fetched.set(model);
        Ok(json!({ "embedded": report.embedded }))
    }

    /// Watches a folder in a thread, until the person ends that or the program ends. Where another writer is at work, the
    /// folder is not there or the search model has just come, the watch begins again a little later.
    ///
    /// # Errors
    /// Fails for an invalid place.
    pub fn watch_folder(&self, folder: WatchedFolder, setup: Arc<Setup>) -> Result<(), Problem> {
        let options = self.options_of(&folder)?;
        let engine = self.clone();
        std::thread::spawn(move || {
            let paths = [folder.path.clone()];
            while setup.is_watched(&folder.path) {
                let archive = engine.archive();
                let observer = WatchObserver {
                    by_meaning: engine.embedder().is_some(),
                    engine: &engine,
                    setup: &setup,
                    folder: &folder.path,
                };
                let ingest = Ingest::new(&archive, engine.embedder(), options.clone());
                if let Err(error) = watch(&ingest, &paths, &WatchOptions::default(), &observer, &mut |_| {}) {
                    tracing::warn!(%error, folder = %folder.path.display(), "a folder can't be watched now");
                    std::thread::sleep(WATCH_AGAIN);
                }
            }
        });
        Ok(())
    }
}

/// The wait before a watch that failed begins again.
const WATCH_AGAIN: Duration = Duration::from_secs(3);

/// Ends a watch when the person does, and when there is a search model that it began without.
struct WatchObserver<'w> {
    by_meaning: bool,
    engine: &'w Engine,
    setup: &'w Setup,
    folder: &'w Path,
}

impl Observer for WatchObserver<'_> {
    fn event(&self, _: &Event<'_>) {}

    fn cancelled(&self) -> bool {
        !self.setup.is_watched(self.folder) || self.by_meaning != self.engine.embedder().is_some()
    }
}

/// Returns the number of a source's pages that are pictures of text and were not recognized.
fn waiting_pages(archive: &Archive, source: &SourceSummary) -> u32 {
    let pages = archive.pages(&source.id).unwrap_or_default();
    let waiting = pages.iter().filter(|page| page.status == "unread" && waits_for_ocr(&page.reason));
    u32::try_from(waiting.count()).unwrap_or(u32::MAX)
}

/// Returns a report for people: what was added, and the reasons why files were not.
fn said(report: &IngestReport) -> Value {
    let name = |path: &str| {
        Path::new(path).file_name().map_or(path.to_owned(), |name| name.to_string_lossy().into_owned())
    };
    let failed: Vec<Value> =
        report.failed.iter().map(|f| json!({ "name": name(&f.path), "reason": f.reason })).collect();
    let places: Vec<Value> = report
        .places
        .iter()
        .map(|row| json!({ "place": row.place, "state": row.state, "papers": row.papers, "found_by": row.found_by }))
        .collect();
    without_folders(json!({
        "papers": report.sources, "added": report.added, "changed": report.changed, "unchanged": report.unchanged,
        "pages": report.pages, "pages_unread": report.pages_unread, "pages_waiting": report.waiting,
        "failed": failed, "skipped": report.skipped, "places": places,
    }))
}

//! The engine's part of a first run: folders, the search model, pages that wait for text recognition.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::folders::{Folders, KeptFolder};
use crate::problem::Problem;
use crate::setup::Setup;
use crate::uploads::Told;
use twolane_archive::{Archive, SourceSummary};
use twolane_encoder::Embedder;
use twolane_ingest::read::{OcrMode, Tesseract, waits_for_ocr};
use twolane_ingest::sync::{Folder, sync};
use twolane_ingest::{Ingest, IngestReport, files_of, reembed};

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
        let row = |kept: &KeptFolder| {
            let folder = &kept.folder;
            let path = folder.path.display().to_string();
            json!({ "path": path, "town": folder.town, "is_here": folder.path.is_dir(), "can_end": kept.is_of_page })
        };
        let watched: Vec<Value> = setup.folders.all().iter().map(row).collect();
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
    pub fn take_folder(&self, folder: &Folder, tell: Tell<'_>) -> Result<Value, Problem> {
        let archive = self.archive();
        let told = Told::new(tell);
        let report = sync(&archive, self.embedder(), &self.shared.settings.ingest, folder, &told)?;
        Ok(said(&report))
    }

    /// Reads the pages again that waited for text recognition. Those of a folder that is kept in step are read with its
    /// settings.
    ///
    /// # Errors
    /// Fails beside another writer.
    pub fn read_waiting(&self, folders: &Folders, tell: Tell<'_>) -> Result<Value, Problem> {
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
        let options = &self.shared.settings.ingest;
        let mut whole = IngestReport::default();
        for KeptFolder { folder, .. } in folders.all() {
            let before = files.len();
            // Papers have paths without links.
            let path = std::fs::canonicalize(&folder.path).unwrap_or_else(|_| folder.path.clone());
            files.retain(|file| !file.starts_with(&path));
            if files.len() < before {
                join(&mut whole, sync(&archive, self.embedder(), options, &folder, &told)?);
            }
        }
        if !files.is_empty() {
            let ingest = Ingest::new(&archive, self.embedder(), options.clone());
            join(&mut whole, ingest.run(&files, &told)?);
        }
        Ok(said(&whole))
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
}

/// Returns the number of a source's pages that are pictures of text and were not recognized.
fn waiting_pages(archive: &Archive, source: &SourceSummary) -> u32 {
    let pages = archive.pages(&source.id).unwrap_or_default();
    let waiting = pages.iter().filter(|page| page.status == "unread" && waits_for_ocr(&page.reason));
    u32::try_from(waiting.count()).unwrap_or(u32::MAX)
}

/// Adds a later run to a report, where people see it.
fn join(whole: &mut IngestReport, run: IngestReport) {
    whole.sources += run.sources;
    whole.added += run.added;
    whole.changed += run.changed;
    whole.unchanged += run.unchanged;
    whole.pages += run.pages;
    whole.pages_unread += run.pages_unread;
    whole.waiting += run.waiting;
    whole.failed.extend(run.failed);
    for (extension, files) in run.skipped {
        *whole.skipped.entry(extension).or_default() += files;
    }
    // The places are those of the whole archive.
    whole.places = run.places;
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

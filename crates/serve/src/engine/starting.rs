//! The engine's part of a first run: folders, the search model, pages that wait for text recognition.

use std::path::Path;

use serde_json::{Value, json};

use crate::folders::{Folders, KeptFolder};
use crate::problem::Problem;
use crate::setup::Setup;
use crate::uploads::Told;
use twolane_archive::SourceSummary;
use twolane_encoder::Embedder;
use twolane_ingest::read::{OcrMode, Tesseract};
use twolane_ingest::sync::{Folder, sync};
use twolane_ingest::{IngestReport, Waiting, reembed};

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
                "pages_waiting": Waiting::find(&archive)?.pages,
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
        let waiting = Waiting::find(&archive)?;
        if waiting.is_gone() {
            return Err(Problem::unusable(
                "the files of these pages are no longer where they were",
                "add the papers again",
            ));
        }
        let folders: Vec<Folder> = folders.all().into_iter().map(|kept| kept.folder).collect();
        let report = waiting.read(
            &archive,
            self.embedder(),
            &self.shared.settings.ingest,
            &folders,
            &Told::new(tell),
        )?;
        Ok(said(&report))
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

//! The machine and user of a server whose page sets up an archive (`twolane serve --open`).

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use serde::{Deserialize, Serialize};

use twolane_encoder::{Embedder, GetProgress};
use twolane_ingest::pack::About;
use twolane_ingest::read::OcrOptions;
use twolane_ingest::{Ingest, NoObserver};
use twolane_serve::{Host, OnPart, WatchedFolder};

use super::context::Context;
use super::exit::Exit;
use super::{demo, pack, places};

/// The file of the user's data folder with the folders that are watched for each archive.
const WATCHED: &str = "watched.json";

/// The folders that are watched for an archive.
#[derive(Debug, Default, Serialize, Deserialize)]
struct OfArchive {
    archive: String,
    folders: Vec<WatchedFolder>,
}

/// This machine and its user, for the page.
pub struct ThisMachine {
    context: Context,
    /// The name of the archive in the file of watched folders.
    archive: String,
    file: PathBuf,
    /// One reader and writer of the file at a time.
    alone: Mutex<()>,
}

impl ThisMachine {
    /// Creates the host of a server for this archive. What it does prints nothing.
    pub fn new(context: &Context) -> Self {
        let archive = match context.archive_place.folder() {
            Some(folder) => {
                std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned()).display().to_string()
            }
            None => context.archive_place.to_string(),
        };
        ThisMachine {
            context: Context { quiet: true, json: false, ..context.clone() },
            archive,
            file: places::data_dir().join(WATCHED),
            alone: Mutex::default(),
        }
    }

    /// Reads the folders of all archives. Without the file there are no folders; a file that can't be read is an error, so that it is not
    /// written over.
    fn all_watched(&self) -> std::io::Result<Vec<OfArchive>> {
        match std::fs::read_to_string(&self.file) {
            Ok(text) => Ok(serde_json::from_str(&text)?),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(error),
        }
    }
}

impl Host for ThisMachine {
    fn search_model(&self) -> (String, bool) {
        let name = self.context.config.models.embedding.clone();
        let is_here = self.context.hub().is_ok_and(|hub| hub.locate(&name).is_ok());
        (name, is_here)
    }

    fn get_search_model(&self, progress: OnPart<'_>) -> Result<Box<dyn Embedder>, String> {
        let hub = self.context.hub().map_err(|error| format!("{error:#}"))?;
        let step = |step: &GetProgress<'_>| progress(step.done, step.total);
        hub.get(&self.context.config.models.embedding, &step, self.context.offline)
            .map_err(|error| error.to_string())?;
        match self.context.embedder() {
            Ok(Some(embedder)) => Ok(Box::new(embedder)),
            Ok(None) => Err("the model was fetched but is not found; try again".to_owned()),
            Err(error) => Err(format!("{error:#}")),
        }
    }

    fn text_recognition(&self) -> OcrOptions {
        self.context.config.ocr.clone()
    }

    fn folder(&self, typed: &str) -> Result<PathBuf, String> {
        folder(typed.trim(), std::env::home_dir().as_deref())
    }

    fn sample(&self) -> PathBuf {
        demo::sample_folder()
    }

    fn add_sample(&self) -> Result<(), String> {
        match add_sample(&self.context) {
            Ok(Exit::Done) => Ok(()),
            Ok(_) => Err("the sample papers could not be read; try again".to_owned()),
            Err(error) => Err(format!("{error:#}")),
        }
    }

    fn remove_sample(&self) -> Result<(), String> {
        remove_sample(&self.context).map_err(|error| format!("{error:#}"))
    }

    fn watched(&self) -> Vec<WatchedFolder> {
        let all = self.all_watched().unwrap_or_default();
        all.into_iter().find(|one| one.archive == self.archive).map(|one| one.folders).unwrap_or_default()
    }

    fn keep_watched(&self, folders: &[WatchedFolder]) -> Result<(), String> {
        let _alone = self.alone.lock();
        let failed = |error: std::io::Error| {
            format!(
                "the folder is watched until the program ends, since {} can't be read or written ({error}); check the file and its permissions",
                self.file.display()
            )
        };
        let mut all = self.all_watched().map_err(failed)?;
        all.retain(|one| one.archive != self.archive);
        if !folders.is_empty() {
            all.push(OfArchive { archive: self.archive.clone(), folders: folders.to_vec() });
        }
        let below = self.file.parent().unwrap_or(&self.file);
        std::fs::create_dir_all(below).map_err(failed)?;
        let file = tempfile::NamedTempFile::new_in(below).map_err(failed)?;
        serde_json::to_writer_pretty(&file, &all).map_err(|error| failed(error.into()))?;
        file.persist(&self.file).map_err(|error| failed(error.error))?;
        Ok(())
    }
}

/// Adds the sample's papers and law to the archive, which is created if it does not exist, and prints nothing.
///
/// # Errors
/// Returns those of reading and installing.
fn add_sample(context: &Context) -> anyhow::Result<Exit> {
    let folder = demo::corpus_within(&demo::sample_folder())?;
    let archive = context.create_archive()?;
    let embedder = context.embedder_for(&archive)?;
    let embedder = embedder.as_ref().map(|e| e as &dyn Embedder);
    let ingest = Ingest::new(&archive, embedder, context.ingest_options()?);
    ingest.run(&[folder.join("papers")], &NoObserver)?;
    for edition in demo::editions(&folder.join("pack")) {
        if demo::pack_of(&edition, context)? == Exit::Interrupted {
            return Ok(Exit::Interrupted);
        }
    }
    Ok(Exit::Done)
}

/// Removes the sample's papers and law from the archive.
///
/// # Errors
/// Returns those of the archive.
fn remove_sample(context: &Context) -> anyhow::Result<()> {
    let archive = context.open_archive()?;
    let folder = demo::sample_folder();
    let mut writer = archive.writer()?;
    for source in archive.sources()? {
        // Attachments and members have the path of their file, with a number. A paper of one's own may have the same text.
        if source.paths.iter().all(|path| Path::new(path).starts_with(&folder)) {
            writer.remove(&source.id)?;
        }
    }
    writer.commit()?;
    drop(writer);
    let mut names: Vec<String> = Vec::new();
    for edition in demo::editions(&demo::corpus_within(&folder)?.join("pack")) {
        names.push(About::read(&edition)?.manifest().name);
    }
    names.dedup();
    for name in names {
        pack::take_out(&name, context)?;
    }
    Ok(())
}

/// Returns the folder that a person means by a path.
fn folder(typed: &str, home: Option<&Path>) -> Result<PathBuf, String> {
    let typed = typed.trim_matches(['"', '\'']);
    let path = match (typed.strip_prefix("~"), home) {
        (Some(""), Some(home)) => home.to_owned(),
        (Some(rest), Some(home)) if rest.starts_with('/') => home.join(rest.trim_start_matches('/')),
        _ => PathBuf::from(typed),
    };
    if !path.is_absolute() {
        return Err(format!(
            "{typed:?} is not a whole path; write it from its beginning, such as /home/clerk/Minutes or ~/Minutes"
        ));
    }
    if path.is_file() {
        return Err(format!("{} is a file; name the folder that it is in", path.display()));
    }
    if !path.is_dir() {
        return Err(format!("there is no folder {}; check how it is written", path.display()));
    }
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_named_whole() {
        let home = tempfile::tempdir().unwrap();
        let minutes = home.path().join("Minutes");
        std::fs::create_dir(&minutes).unwrap();
        std::fs::write(home.path().join("a.txt"), "x").unwrap();
        let found = |typed: &str| folder(typed, Some(home.path()));
        assert_eq!(found("~/Minutes").unwrap(), minutes);
        assert_eq!(found("~").unwrap(), home.path());
        assert_eq!(found(&format!("\"{}\"", minutes.display())).unwrap(), minutes);
        for (typed, expected) in [
            ("Minutes", "not a whole path"),
            ("~/a.txt", "is a file"),
            ("~/Minuets", "there is no folder"),
            ("", "not a whole path"),
        ] {
            assert!(found(typed).unwrap_err().contains(expected), "{typed}");
        }
    }
}

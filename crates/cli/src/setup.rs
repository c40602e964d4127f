//! The machine and user of a server whose page sets up an archive (`twolane serve --open`).

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use twolane_encoder::{Embedder, GetProgress};
use twolane_ingest::pack::About;
use twolane_ingest::read::OcrOptions;
use twolane_ingest::sync::Folder;
use twolane_ingest::{Ingest, NoObserver};
use twolane_serve::{Host, OnPart};

use super::context::Context;
use super::exit::Exit;
use super::folders::OfPage;
use super::{demo, pack};

/// This machine and its user, for the page.
pub struct ThisMachine {
    context: Context,
    /// One reader and writer of the page's folders at a time.
    folders: Mutex<OfPage>,
}

impl ThisMachine {
    /// Creates the host of a server for this archive. What it does prints nothing.
    pub fn new(context: &Context) -> Self {
        ThisMachine {
            context: Context { quiet: true, json: false, ..context.clone() },
            folders: Mutex::new(OfPage::new(context)),
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

    fn keep_watched(&self, folders: &[Folder]) -> Result<(), String> {
        let of_page = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        of_page.write(folders).map_err(|error| {
            format!(
                "the folder is watched until the program ends, since {} can't be read or written ({error}); check the file and its permissions",
                of_page.file().display()
            )
        })
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
            "{typed:?} is not a whole path; write the absolute path, such as /home/clerk/Minutes or ~/Minutes"
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

//! A first run: the page sets up what is missing on this machine, for the person who started the program.
//!
//! Requests of a setup may name folders of this machine. So they need a key that only the browser has which the program
//! opened: it comes in the address once, and is exchanged for another that stays in the page's tab. Other users of this
//! machine, who can connect to the server too, have neither.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use axum::http::StatusCode;

use twolane_encoder::Embedder;
use twolane_ingest::read::OcrOptions;
use twolane_ingest::sync::Folder;

use super::folders::{Folders, KeptFolder};
use super::problem::Problem;

/// The progress of work: the parts that are done, and their number. Returns false when the work must stop.
pub type OnPart<'p> = &'p (dyn Fn(u64, u64) -> bool + Sync);

/// The program around the server, which knows this machine and its user.
pub trait Host: Send + Sync {
    /// Returns the name of the search model, and true when it is on this machine.
    fn search_model(&self) -> (String, bool);
    /// Fetches the search model and loads it.
    ///
    /// # Errors
    /// Returns the reason for a person when it can't be had.
    fn get_search_model(&self, progress: OnPart<'_>) -> Result<Box<dyn Embedder>, String>;
    /// Returns the options of text recognition, whose program may be missing.
    fn text_recognition(&self) -> OcrOptions;
    /// Returns the folder that a person means by this path, such as `~/Minutes`.
    ///
    /// # Errors
    /// Returns the reason for a person when there is no such folder.
    fn folder(&self, typed: &str) -> Result<PathBuf, String>;
    /// Returns the folder of the sample papers, which need not be there yet.
    fn sample(&self) -> PathBuf;
    /// Adds the papers and the law of the sample town to the archive.
    ///
    /// # Errors
    /// Returns the reason for a person.
    fn add_sample(&self) -> Result<(), String>;
    /// Removes the papers and the law of the sample town from the archive.
    ///
    /// # Errors
    /// Returns the reason for a person.
    fn remove_sample(&self) -> Result<(), String>;
    /// Keeps the folders that the page added for this archive.
    ///
    /// # Errors
    /// Returns the reason for a person when they can't be written down.
    fn keep_watched(&self, folders: &[Folder]) -> Result<(), String>;
}

/// The host of a setup, in the options of a server.
#[derive(Clone)]
pub struct SetupHost(pub Arc<dyn Host>);

impl std::fmt::Debug for SetupHost {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SetupHost")
    }
}

/// The setup of a running server.
pub struct Setup {
    /// The program around the server.
    pub host: Arc<dyn Host>,
    /// The hash of the key in the address, until it is exchanged.
    first: Mutex<Option<blake3::Hash>>,
    /// The hash of the key that stays in the tab.
    tab: Mutex<Option<blake3::Hash>>,
    /// The folders that are watched.
    pub folders: Arc<Folders>,
    /// Held from a change of these folders until the change is written down.
    writing: Mutex<()>,
}

impl Setup {
    /// Creates a setup, with the key for the address that the browser opens.
    ///
    /// # Errors
    /// Fails when the system has no random numbers.
    pub fn new(host: Arc<dyn Host>, folders: Arc<Folders>) -> std::io::Result<(Self, String)> {
        let key = random()?;
        let first = Mutex::new(Some(blake3::hash(key.as_bytes())));
        Ok((Setup { host, first, tab: Mutex::default(), folders, writing: Mutex::default() }, key))
    }

    /// Exchanges the key in the address for the one of the tab.
    ///
    /// # Errors
    /// Returns 403 for another key, and for one that was used before.
    pub fn begin(&self, key: &str) -> Result<String, Problem> {
        let mut first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        // Hashes are compared in constant time.
        if first.is_none_or(|hash| hash != blake3::hash(key.as_bytes())) {
            return Err(refused());
        }
        let tab = random().map_err(|error| Problem::internal(&error))?;
        *first = None;
        *self.tab.lock().unwrap_or_else(PoisonError::into_inner) = Some(blake3::hash(tab.as_bytes()));
        Ok(tab)
    }

    /// Returns true for the key of the tab.
    pub fn is_for(&self, key: &str) -> bool {
        let tab = self.tab.lock().unwrap_or_else(PoisonError::into_inner);
        tab.is_some_and(|hash| hash == blake3::hash(key.as_bytes()))
    }

    /// Adds a folder that is now watched, and keeps it for the next start; returns false for one that is watched
    /// already.
    ///
    /// # Errors
    /// Returns the reason for a person when it can't be written down; it is watched until the program ends. A folder that
    /// overlaps with a watched one is an error too, and is not watched.
    pub fn watch(&self, folder: Folder) -> Result<bool, String> {
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        if self.folders.has(&folder.path) {
            return Ok(false);
        }
        self.folders.add(KeptFolder { folder, is_of_page: true }).map_err(|other| {
            format!(
                "the folder is not watched, since it overlaps with {}, which is watched already; name one of them",
                other.display()
            )
        })?;
        self.host.keep_watched(&self.folders.of_page())?;
        Ok(true)
    }

    /// Removes a folder that is no longer watched, and keeps that for the next start.
    ///
    /// # Errors
    /// Returns the reason for a person for a folder of the configuration, and when the rest can't be written down.
    pub fn stop_watching(&self, path: &Path) -> Result<(), String> {
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.folders.end(path) {
            return Err(format!(
                "{} is in `[[folders]]` of your twolane.toml; take it out there and start the program again",
                path.display()
            ));
        }
        self.host.keep_watched(&self.folders.of_page())
    }
}

/// Returns the problem of a request without the key.
pub fn refused() -> Problem {
    Problem::new(
        StatusCode::FORBIDDEN,
        "only the page that the program opened can set it up, and its address works once",
        "end the program with Ctrl-C and start it again",
    )
}

fn random() -> std::io::Result<String> {
    let mut bytes = [0_u8; 32];
    getrandom::fill(&mut bytes).map_err(|error| std::io::Error::other(error.to_string()))?;
    Ok(blake3::Hash::from_bytes(bytes).to_hex().to_string())
}

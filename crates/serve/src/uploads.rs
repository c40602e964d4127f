//! Papers uploaded over HTTP: kept in one folder under their own names, and read as `ingest` reads files.

use std::fs::{File, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use axum::http::StatusCode;
use serde_json::{Value, json};
use tempfile::NamedTempFile;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use twolane_ingest::walk::SOURCES_FILE;
use twolane_ingest::{Event, Observer, SourceOutcome};

use super::problem::Problem;

/// The longest name of a paper in bytes. File systems take 255, and a name needs room for a prefix while it
/// is written.
const LONGEST_NAME: usize = 200;

/// The folder for uploads, and the number of uploads in progress.
#[derive(Debug)]
pub struct Uploads {
    folder: PathBuf,
    /// The bodies that may be in memory at a time.
    coming: Arc<Semaphore>,
}

/// An upload in progress, until it is written to disk.
#[derive(Debug, Clone)]
pub struct Coming(#[allow(dead_code, reason = "held, not read")] Arc<OwnedSemaphorePermit>);

/// A paper in its folder.
#[derive(Debug)]
pub struct Kept {
    /// The path of its file.
    pub path: PathBuf,
    /// The previous file, kept beside it, to be restored when this one can't be read.
    before: Before,
    /// A lock: no other writer uses the folder until this paper is in the archive or withdrawn.
    _alone: Option<File>,
}

#[derive(Debug)]
enum Before {
    Nothing,
    Same,
    Other(Vec<u8>),
}

impl Uploads {
    /// Creates uploads into this existing folder, with room for bodies that other folders may share.
    pub fn new(folder: PathBuf, coming: Arc<Semaphore>) -> Self {
        Uploads { folder, coming }
    }

    /// Returns room for this many bodies at a time.
    pub fn room(most: usize) -> Arc<Semaphore> {
        Arc::new(Semaphore::new(most))
    }

    /// Reserves room for one more body.
    ///
    /// # Errors
    /// Returns 503 when there is no room.
    pub fn coming(&self) -> Result<Coming, Problem> {
        let room = Arc::clone(&self.coming).try_acquire_owned();
        room.map(|permit| Coming(Arc::new(permit))).map_err(|_| Problem::busy(2.0))
    }

    /// Writes a paper to disk. A file of the same name with other content stays, unless it is to be replaced.
    ///
    /// # Errors
    /// Returns 422 for an invalid name, 409 for one that is taken, and 503 while another server writes here.
    pub fn keep(&self, name: &str, bytes: &[u8], replace: bool) -> Result<Kept, Problem> {
        let name = usable(name)?;
        if bytes.is_empty() {
            return Err(Problem::unusable("the paper is empty", "send the file's bytes as the body"));
        }
        let alone = self.alone()?;
        let path = self.folder.join(name);
        let before = match std::fs::read(&path) {
            Ok(held) if held == bytes => Before::Same,
            Ok(held) if replace => Before::Other(held),
            Ok(_) => return Err(taken(name)),
            Err(_) => Before::Nothing,
        };
        let written = match &before {
            Before::Same => Ok(()),
            Before::Nothing => write_new(&self.folder, &path, bytes),
            Before::Other(_) => write(&self.folder, &path, bytes),
        };
        match written {
            Ok(()) => Ok(Kept { path, before, _alone: alone }),
            // Another program created it meanwhile, without the lock.
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Err(taken(name)),
            Err(error) => Err(Problem::internal(&error)),
        }
    }

    /// Locks the folder for this paper. Where a system can't lock a folder, only one server at a time may use
    /// it.
    fn alone(&self) -> Result<Option<File>, Problem> {
        let Ok(folder) = File::open(&self.folder) else { return Ok(None) };
        match folder.try_lock() {
            Ok(()) => Ok(Some(folder)),
            Err(TryLockError::WouldBlock) => Err(Problem::busy(2.0)),
            Err(TryLockError::Error(_)) => Ok(None),
        }
    }
}

impl Kept {
    /// Restores the previous file: the paper could not be read.
    pub fn take_back(self) {
        let undone = match self.before {
            Before::Same => Ok(()),
            Before::Nothing => std::fs::remove_file(&self.path),
            Before::Other(held) => write(self.path.parent().unwrap_or(&self.path), &self.path, &held),
        };
        if let Err(error) = undone {
            tracing::warn!(%error, "a paper that could not be read stays in the folder of uploads");
        }
    }
}

fn taken(name: &str) -> Problem {
    Problem::new(
        StatusCode::CONFLICT,
        format!("there is another paper called {name:?}"),
        "give it another name, or send it with replace=true to take the other's place",
    )
}

/// Writes a file so that no partial file ever has this name, nor any other name that a reader of the folder
/// would accept.
fn write(folder: &Path, path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    NamedTempFile::persist(written(folder, bytes)?, path)?;
    Ok(())
}

/// Writes a file in the same way, unless a file of that name exists.
fn write_new(folder: &Path, path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    NamedTempFile::persist_noclobber(written(folder, bytes)?, path)?;
    Ok(())
}

fn written(folder: &Path, bytes: &[u8]) -> std::io::Result<NamedTempFile> {
    let mut file = tempfile::Builder::new().prefix(".upload-").tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    Ok(file)
}

/// The configuration file of a working folder.
const CONFIG_FILE: &str = "twolane.toml";

/// Returns the name, if a file in a folder may have it: it contains no path and is not hidden.
fn usable(name: &str) -> Result<&str, Problem> {
    let odd = |c: char| {
        c.is_control() || matches!(c, '/' | '\\' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let fits = !name.is_empty() && name.len() <= LONGEST_NAME && name.trim() == name;
    // These files describe other papers, or set up the program for whoever works in the folder.
    let reserved = [SOURCES_FILE, CONFIG_FILE].iter().any(|file| name.eq_ignore_ascii_case(file));
    let plain = !name.starts_with('.') && !name.chars().any(odd) && !reserved;
    let leads_away = cfg!(windows) && is_special_on_windows(name);
    if fits && plain && !leads_away && Path::new(name).extension().is_some() {
        return Ok(name);
    }
    let name: String = name.chars().take(60).collect();
    Err(Problem::unusable(
        format!("{name:?} can't be the name of a paper"),
        format!("give a file's name with its ending, such as minutes.pdf, at most {LONGEST_NAME} bytes long"),
    ))
}

/// Returns true for a name that Windows gives another meaning: a drive, a stream of another file, a device; and for
/// one that it can't have or would change.
fn is_special_on_windows(name: &str) -> bool {
    const DEVICES: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];
    let stem = name.split('.').next().unwrap_or(name).trim_end();
    let numbered = |kind: &str| {
        let start = stem.get(..kind.len()).is_some_and(|start| start.eq_ignore_ascii_case(kind));
        let is_number = |c: char| c.is_ascii_digit() || matches!(c, '¹' | '²' | '³');
        start && stem.chars().count() == kind.len() + 1 && stem.ends_with(is_number)
    };
    name.contains([':', '<', '>', '"', '|', '?', '*'])
        || name.ends_with('.')
        || DEVICES.iter().any(|device| stem.eq_ignore_ascii_case(device))
        || ["COM", "LPT"].into_iter().any(numbered)
}

/// An observer of an ingest that reports to the uploading client.
pub struct Told<'t> {
    tell: &'t (dyn Fn(&str, Value) + Sync),
    outcomes: Mutex<Vec<SourceOutcome>>,
}

impl<'t> Told<'t> {
    /// Creates an observer; `tell` receives name and data of an event and must return quickly.
    pub fn new(tell: &'t (dyn Fn(&str, Value) + Sync)) -> Self {
        Told { tell, outcomes: Mutex::default() }
    }

    /// Returns the outcomes of the paper, or of the papers in it.
    pub fn outcomes(self) -> Vec<SourceOutcome> {
        self.outcomes.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Observer for Told<'_> {
    fn event(&self, event: &Event<'_>) {
        match event {
            Event::Page { page, pages, .. } => (self.tell)("page", json!({ "page": page, "pages": pages })),
            Event::Embedded { texts, waiting } => {
                (self.tell)("embedded", json!({ "texts": texts, "waiting": waiting }));
            }
            Event::Source(outcome) => {
                self.outcomes.lock().unwrap_or_else(PoisonError::into_inner).push((*outcome).clone());
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_leads_nowhere() {
        for name in ["minutes.pdf", "Town Plan (2024).docx", "réunion.txt", "a..b.txt"] {
            assert_eq!(usable(name).ok(), Some(name));
        }
        let long = format!("{}.pdf", "x".repeat(LONGEST_NAME));
        for name in [
            "",
            "x",
            "..",
            "../x.pdf",
            "a/b.pdf",
            "a\\b.pdf",
            ".hidden.pdf",
            "sources.toml",
            "Sources.TOML",
            "twolane.toml",
            "Twolane.Toml",
            " x.pdf",
            "x.pdf ",
            "x\0.pdf",
            "x\n.pdf",
            "fdp.\u{202e}txt",
            &long,
        ] {
            assert_eq!(usable(name).unwrap_err().status, 422, "{name:?}");
        }
    }

    #[test]
    fn names_that_windows_reads_otherwise() {
        for name in
            ["C:x.pdf", "a.txt:b.pdf", "nul.pdf", "Com1.pdf", "lpt9.a.pdf", "CON .txt", "what?.pdf", "x.pdf."]
        {
            assert!(is_special_on_windows(name), "{name:?}");
        }
        for name in
            ["minutes.pdf", "Town Plan (2024).docx", "company.pdf", "com.pdf", "com10.pdf", "null.txt"]
        {
            assert!(!is_special_on_windows(name), "{name:?}");
        }
    }

    #[test]
    fn another_paper_of_the_name_stays() {
        let dir = tempfile::tempdir().unwrap();
        let uploads = Uploads::new(dir.path().to_owned(), Uploads::room(1));
        let path = dir.path().join("a.txt");
        uploads.keep("a.txt", b"one", false).unwrap();
        uploads.keep("a.txt", b"one", false).unwrap().take_back();
        assert_eq!(std::fs::read(&path).unwrap(), b"one", "it was there before");
        assert_eq!(uploads.keep("a.txt", b"two", false).unwrap_err().status, 409);
        uploads.keep("a.txt", b"two", true).unwrap().take_back();
        assert_eq!(std::fs::read(&path).unwrap(), b"one");
        uploads.keep("b.txt", b"x", false).unwrap().take_back();
        assert_eq!(uploads.keep("c.txt", b"", false).unwrap_err().status, 422);
        let names: Vec<_> = std::fs::read_dir(dir.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
        assert_eq!(names, ["a.txt"]);
    }

    /// Two servers over one folder: the work of the first ends before the second begins. Windows can't lock a folder.
    #[cfg(unix)]
    #[test]
    fn one_writes_at_a_time() {
        let dir = tempfile::tempdir().unwrap();
        let [ours, theirs] = [1, 2].map(|_| Uploads::new(dir.path().to_owned(), Uploads::room(1)));
        let kept = ours.keep("a.txt", b"one", false).unwrap();
        let refused = theirs.keep("a.txt", b"two", true).unwrap_err();
        assert_eq!((refused.status, refused.retry_after), (503, Some(2)));
        kept.take_back();
        drop(theirs.keep("a.txt", b"two", false).unwrap());
        // A program that ignores the lock is not overwritten.
        let path = dir.path().join("b.txt");
        std::fs::write(&path, b"theirs").unwrap();
        let error = write_new(dir.path(), &path, b"ours").unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::AlreadyExists);
        assert_eq!(std::fs::read(&path).unwrap(), b"theirs");
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 2);
    }

    #[test]
    fn so_many_bodies_are_held() {
        let uploads = Uploads::new(PathBuf::from("."), Uploads::room(1));
        let held = uploads.coming().unwrap();
        assert_eq!(uploads.coming().unwrap_err().status, 503);
        drop(held);
        assert!(uploads.coming().is_ok());
    }
}

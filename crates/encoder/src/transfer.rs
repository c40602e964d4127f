//! Shared parts of all model sources: progress, staging, verified copies.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use super::checksum::{copy_hashed, sha256_of_file};
use super::error::InferenceError;
use super::manifest::{FileEntry, ModelEntry};

/// Progress of a download.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GetProgress<'a> {
    /// Name of the model.
    pub model: &'a str,
    /// Source of the model: `hub OWNER/NAME` or `package NAME VERSION`.
    pub source: &'a str,
    /// Number of bytes present.
    pub done: u64,
    /// Total number of bytes.
    pub total: u64,
}

/// Callback that runs a few times a second while a model is fetched; returning `false` cancels.
pub type OnGet<'a> = &'a dyn Fn(&GetProgress<'_>) -> bool;

/// Reason that a source did not provide the model.
#[derive(Debug)]
pub(crate) enum SourceFailure {
    /// The caller cancelled: no other source is tried.
    Cancelled,
    /// The source failed for this reason; the next one is tried.
    Failed(String),
    /// This machine's disk or folder is the problem, so no other source would help.
    Local(InferenceError),
}

/// A folder that collects a model's files until all are present and verified.
pub(crate) struct Staging {
    dir: PathBuf,
}

impl Staging {
    pub(crate) fn new(dir: PathBuf) -> Result<Self, SourceFailure> {
        fs::create_dir_all(&dir).map_err(|e| local(&dir, &e))?;
        Ok(Self { dir })
    }

    /// Returns a folder for downloads; it survives an interruption, so that they can resume.
    pub(crate) fn downloads(&self) -> Result<PathBuf, SourceFailure> {
        let dir = self.dir.join("downloads");
        fs::create_dir_all(&dir).map_err(|e| local(&dir, &e))?;
        Ok(dir)
    }

    fn files(&self) -> PathBuf {
        self.dir.join("files")
    }

    /// Returns true if this file is present and has its hash.
    pub(crate) fn has(&self, file: &FileEntry) -> bool {
        let path = self.files().join(&file.name);
        fs::metadata(&path).is_ok_and(|found| found.len() == file.bytes)
            && sha256_of_file(&path).is_ok_and(|hash| hash == file.sha256)
    }

    /// Adds one file; rejects one that does not match the manifest.
    pub(crate) fn put(&self, file: &FileEntry, from: impl Read, whence: &str) -> Result<(), SourceFailure> {
        let target = self.files().join(&file.name);
        let folder = target.parent().unwrap_or(&self.dir);
        fs::create_dir_all(folder).map_err(|e| local(folder, &e))?;
        let partial = target.with_extension("partial");
        let mut out = File::create(&partial).map_err(|e| local(&partial, &e))?;
        // One byte more than pinned reveals a longer file, regardless of its length.
        let hash = copy_hashed(&mut from.take(file.bytes.saturating_add(1)), &mut out, |_| {})
            .map_err(|e| local(&partial, &e))?;
        if hash != file.sha256 {
            let _ = fs::remove_file(&partial);
            return Err(SourceFailure::Failed(format!(
                "{} from {whence} has sha256 {hash}, the manifest pins {}; refused",
                file.name, file.sha256
            )));
        }
        out.sync_all().map_err(|e| local(&partial, &e))?;
        fs::rename(&partial, &target).map_err(|e| local(&target, &e))
    }

    /// Moves the complete model to its place, replacing any old one, and removes the rest.
    pub(crate) fn finish(self, entry: &ModelEntry, target: &Path) -> Result<(), SourceFailure> {
        if let Some(missing) = entry.files.iter().find(|file| !self.files().join(&file.name).is_file()) {
            return Err(SourceFailure::Failed(format!("it gave no {}", missing.name)));
        }
        if target.exists() {
            fs::remove_dir_all(target).map_err(|e| local(target, &e))?;
        }
        if let Some(parent) = target.parent() {
            fs::create_dir_all(parent).map_err(|e| local(parent, &e))?;
        }
        fs::rename(self.files(), target).map_err(|e| local(target, &e))?;
        fs::remove_dir_all(&self.dir).map_err(|e| local(&self.dir, &e))
    }
}

/// Creates an error of this machine's disk.
pub(crate) fn local(path: &Path, error: &std::io::Error) -> SourceFailure {
    SourceFailure::Local(InferenceError::Read { path: path.to_owned(), what: error.to_string() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(bytes: u64, sha256: &str) -> FileEntry {
        FileEntry { name: "1_Pooling/config.json".into(), bytes, sha256: sha256.into() }
    }

    const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    #[test]
    fn only_what_is_pinned_is_taken() {
        let folder = tempfile::tempdir().unwrap();
        let staging = Staging::new(folder.path().join("stage")).unwrap();
        let file = file(3, ABC);
        for wrong in [&b"abd"[..], b"abcd", b"ab", b""] {
            let refused = staging.put(&file, wrong, "here");
            assert!(matches!(refused, Err(SourceFailure::Failed(why)) if why.contains("refused")));
            assert!(!staging.has(&file));
        }
        staging.put(&file, &b"abc"[..], "here").unwrap();
        assert!(staging.has(&file));
    }
}

//! Reads the files of a folder for a pack, each in a worker.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use rayon::prelude::*;

use crate::pipeline::{Scanned, What, scan};
use crate::read::ReadOptions;
use crate::walk::walk;
use crate::worker::{Limits, Patience, Pool};
use crate::{Document, Failure};

/// The documents of a folder's files.
#[derive(Debug, Clone, Default)]
pub struct FolderRead {
    /// The documents by file, in the order of the paths.
    pub files: Vec<(PathBuf, Vec<Document>)>,
    /// The files that were not read.
    pub failed: Vec<Failure>,
}

/// Reads all documents under a folder except the named ones (`pack.toml`).
pub fn read_folder(
    folder: &Path,
    program: &Path,
    limits: Limits,
    options: &ReadOptions,
    cancelled: &(dyn Fn() -> bool + Sync),
) -> FolderRead {
    struct Wait<'a>(&'a (dyn Fn() -> bool + Sync));
    impl Patience for Wait<'_> {
        fn cancelled(&self) -> bool {
            (self.0)()
        }
        fn reserve(&self, _: usize) {}
        fn page(&self, _: u32, _: u32) {}
        fn restart(&self) {}
    }
    let mut found = walk(&[folder.to_owned()], None, false);
    found.files.sort_by(|a, b| a.path.cmp(&b.path));
    let failed = Mutex::new(Vec::new());
    let fail = |path: &Path, reason: String| {
        let failure = Failure { path: path.display().to_string(), reason };
        failed.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(failure);
    };
    for obstacle in found.obstacles.iter().filter(|o| !o.harmless).chain(&found.passed_over) {
        fail(&obstacle.path, obstacle.reason.clone());
    }
    let pool = Pool::new(program, limits);
    let files = found
        .files
        .par_iter()
        .filter(|_| !cancelled())
        .filter_map(|file| {
            let Scanned { path, what } = scan(file, limits.file);
            match what {
                What::Document { .. } => {}
                What::Skipped => return None,
                What::Failed { reason } => {
                    fail(&path, reason);
                    return None;
                }
            }
            match pool.read(&path, options, &Wait(cancelled)) {
                Ok(read) => {
                    let mut documents = read.documents;
                    // In some codes a section's number is only that within the title that the file is named after.
                    let name = path.file_stem().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
                    for document in &mut documents {
                        document.meta.insert("file".to_owned(), name.clone());
                    }
                    Some((path, documents))
                }
                Err(error) => {
                    fail(&path, error.to_string());
                    None
                }
            }
        })
        .collect();
    let mut failed = failed.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    failed.sort_by(|a, b| a.path.cmp(&b.path));
    FolderRead { files, failed }
}

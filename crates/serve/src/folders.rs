//! The folders that a running server keeps its archive in step with.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use twolane_ingest::sync::Folder;

/// A folder that a server keeps its archive in step with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptFolder {
    /// The folder itself.
    pub folder: Folder,
    /// True for a folder that a person added on the page, and may end there. Others are in the configuration.
    pub is_of_page: bool,
}

/// The folders of a running server. A folder that is taken out is no longer watched.
#[derive(Debug, Default)]
pub struct Folders(Mutex<Vec<KeptFolder>>);

impl Folders {
    fn list(&self) -> MutexGuard<'_, Vec<KeptFolder>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the folders, in the order in which they came.
    pub fn all(&self) -> Vec<KeptFolder> {
        self.list().clone()
    }

    /// Adds a folder; returns false for one that is there already.
    pub fn add(&self, kept: KeptFolder) -> bool {
        let mut list = self.list();
        let is_new = list.iter().all(|other| other.folder.path != kept.folder.path);
        if is_new {
            list.push(kept);
        }
        is_new
    }

    /// Takes out a folder that the page added; returns false for one of the configuration.
    pub fn end(&self, path: &Path) -> bool {
        let mut list = self.list();
        list.retain(|kept| kept.folder.path != path || !kept.is_of_page);
        list.iter().all(|kept| kept.folder.path != path)
    }

    /// Takes out all folders, at the end of the server.
    pub fn end_all(&self) {
        self.list().clear();
    }

    /// Returns true for a folder that is kept in step.
    pub fn has(&self, path: &Path) -> bool {
        self.list().iter().any(|kept| kept.folder.path == path)
    }

    /// Returns the folders that the page added.
    pub fn of_page(&self) -> Vec<Folder> {
        self.list().iter().filter(|kept| kept.is_of_page).map(|kept| kept.folder.clone()).collect()
    }
}

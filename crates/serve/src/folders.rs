//! The folders that a running server keeps its archive in step with.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use twolane_ingest::sync::{Folder, overlap};

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

    /// Adds a folder.
    ///
    /// # Errors
    /// Returns the path of a folder that is the same, or that holds this one or lies in it. The settings of two such
    /// folders would apply to their papers in turn.
    pub fn add(&self, kept: KeptFolder) -> Result<(), PathBuf> {
        let mut list = self.list();
        if let Some(other) = overlap(&kept.folder.path, list.iter().map(|one| one.folder.path.as_path())) {
            return Err(other.to_owned());
        }
        list.push(kept);
        Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlapping_folders_are_refused() {
        let folders = Folders::default();
        let add = |path: &str| folders.add(KeptFolder { folder: Folder::new(path.into()), is_of_page: true });
        let papers = PathBuf::from("/no-such/papers");
        assert_eq!(add("/no-such/papers"), Ok(()));
        for path in ["/no-such/papers", "/no-such/papers/minutes", "/no-such"] {
            assert_eq!(add(path), Err(papers.clone()), "{path}");
        }
        assert_eq!(add("/no-such/papers-2"), Ok(()));
        assert_eq!(folders.all().len(), 2);
    }
}

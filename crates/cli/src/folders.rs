//! The folders that an archive is kept in step with: `[[folders]]` of the user's configuration, and those that the
//! page added. `sync` and `serve` read this one list.
//!
//! The page's folders stay in a file of the program (`watched.json` in the user's data folder), by archive. The program
//! never writes a person's configuration: its comments and order are theirs, and a service may not be able to.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use twolane_ingest::sync::Folder;

use super::context::Context;
use super::places;

/// The file of the user's data folder with the folders that the page added, for each archive.
const OF_PAGE: &str = "watched.json";

/// A folder with the place that names it.
#[derive(Debug, Clone)]
pub struct Kept {
    /// The folder itself.
    pub folder: Folder,
    /// True for a folder that the page added.
    pub is_of_page: bool,
}

/// Returns the folders of an archive: those of the configuration, then those that the page added.
///
/// # Errors
/// Fails when the page's file can't be read.
pub fn all(context: &Context) -> std::io::Result<Vec<Kept>> {
    let kept = |folder: Folder, is_of_page| Kept { folder, is_of_page };
    let home = std::env::home_dir();
    let own = context.config.folders.iter().map(|folder| {
        let path = in_home(&folder.path, home.as_deref());
        kept(Folder { path, ..folder.clone() }, false)
    });
    let own: Vec<Kept> = if context.is_foreign_archive { Vec::new() } else { own.collect() };
    let named = |folder: &Folder| own.iter().any(|kept| kept.folder.path == folder.path);
    let of_page = OfPage::new(context);
    let wrong = |error: std::io::Error| {
        let what = format!("{}: {error}; correct this file, or take it away", of_page.file.display());
        std::io::Error::new(error.kind(), what)
    };
    let of_page = of_page.read().map_err(wrong)?.into_iter().filter(|folder| !named(folder));
    let of_page: Vec<Kept> = of_page.map(|folder| kept(folder, true)).collect();
    Ok(own.into_iter().chain(of_page).collect())
}

fn in_home(path: &Path, home: Option<&Path>) -> PathBuf {
    match (path.strip_prefix("~"), home) {
        (Ok(rest), Some(home)) => home.join(rest),
        _ => path.to_owned(),
    }
}

/// The folders that the page added for an archive.
#[derive(Debug)]
pub struct OfPage {
    /// The name of the archive in the file.
    archive: String,
    file: PathBuf,
}

/// The folders of one archive in the file.
#[derive(Debug, Default, Serialize, Deserialize)]
struct OfArchive {
    archive: String,
    folders: Vec<Folder>,
}

impl OfPage {
    /// Returns the folders for the archive of this run.
    pub fn new(context: &Context) -> Self {
        let archive = match context.archive_place.folder() {
            Some(folder) => {
                std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned()).display().to_string()
            }
            None => context.archive_place.to_string(),
        };
        OfPage { archive, file: places::data_dir().join(OF_PAGE) }
    }

    /// Returns the file that holds them.
    #[cfg(feature = "serve")]
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Reads them.
    ///
    /// # Errors
    /// Fails when there is a file that can't be read.
    pub fn read(&self) -> std::io::Result<Vec<Folder>> {
        let own = self.read_all()?.into_iter().find(|one| one.archive == self.archive);
        Ok(own.map(|one| one.folders).unwrap_or_default())
    }

    /// Writes them, and leaves those of other archives.
    ///
    /// # Errors
    /// Fails when the file can't be read or written.
    #[cfg(feature = "serve")]
    pub fn write(&self, folders: &[Folder]) -> std::io::Result<()> {
        let mut all = self.read_all()?;
        all.retain(|one| one.archive != self.archive);
        if !folders.is_empty() {
            all.push(OfArchive { archive: self.archive.clone(), folders: folders.to_vec() });
        }
        let below = self.file.parent().unwrap_or(&self.file);
        std::fs::create_dir_all(below)?;
        let file = tempfile::NamedTempFile::new_in(below)?;
        serde_json::to_writer_pretty(&file, &all)?;
        file.persist(&self.file).map_err(|error| error.error)?;
        Ok(())
    }

    /// Reads the folders of all archives. Without the file there are no folders; a file that can't be read is an
    /// error, so that it is not written over.
    fn read_all(&self) -> std::io::Result<Vec<OfArchive>> {
        match std::fs::read_to_string(&self.file) {
            Ok(text) => Ok(serde_json::from_str(&text)?),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tilde_is_the_home() {
        let home = Some(Path::new("/home/clerk"));
        assert_eq!(in_home(Path::new("~/Minutes"), home), Path::new("/home/clerk/Minutes"));
        assert_eq!(in_home(Path::new("/srv/~"), home), Path::new("/srv/~"));
    }

    /// The file as earlier versions wrote it.
    #[test]
    fn older_file_of_page_is_read() {
        let text = r#"[{"archive":"/a","folders":[{"path":"/m","town":"Alder"},{"path":"/n","town":null}]}]"#;
        let all: Vec<OfArchive> = serde_json::from_str(text).unwrap();
        let [one] = all.as_slice() else { panic!() };
        assert_eq!(one.folders[0].town.as_deref(), Some("Alder"));
        assert_eq!(one.folders[1], Folder::new("/n".into()));
    }
}

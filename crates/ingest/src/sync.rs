//! Folders that an archive is kept in step with: what a person says of each, and one run over one of them.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use twolane_archive::Archive;
use twolane_encoder::Embedder;

use super::address::BaseUrl;
use super::metadata::{Given, MetadataError};
use super::pipeline::{Ingest, IngestError, IngestOptions, Observer};
use super::report::IngestReport;

/// A folder that an archive is kept in step with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Folder {
    /// The path of the folder.
    pub path: PathBuf,
    /// The town, district or association of its papers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub town: Option<String>,
    /// The state of its papers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// The level of its papers: `public`, `staff` or `sealed`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub visibility: Option<String>,
    /// The public address of the folder, where it mirrors a website.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base_url: Option<String>,
    /// The fate of papers whose files are gone.
    #[serde(default)]
    pub deletions: Deletions,
}

/// The fate of papers whose files are gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Deletions {
    /// They stay in the archive, and the report counts them.
    #[default]
    Keep,
    /// They are removed from the archive.
    Remove,
}

impl Folder {
    /// Creates a folder whose papers say everything themselves.
    pub fn new(path: PathBuf) -> Self {
        Folder {
            path,
            town: None,
            state: None,
            visibility: None,
            base_url: None,
            deletions: Deletions::default(),
        }
    }

    /// Returns the options of a run over this folder.
    ///
    /// # Errors
    /// Fails for a value that its field can't have.
    pub fn options(&self, base: &IngestOptions) -> Result<IngestOptions, MetadataError> {
        let mut given = Given::default();
        for (field, value) in [("town", &self.town), ("state", &self.state), ("visibility", &self.visibility)]
        {
            if let Some(value) = value.as_deref().map(str::trim).filter(|value| !value.is_empty()) {
                given.set(field, value)?;
            }
        }
        Ok(IngestOptions {
            metadata: given.flags,
            base_url: self.base_url.as_deref().map(BaseUrl::parse).transpose()?,
            prune: self.deletions == Deletions::Remove,
            prune_whole_folders: false,
            ..base.clone()
        })
    }

    /// Checks that the folder is there. A drive that is not mounted must not look like a folder without papers.
    ///
    /// # Errors
    /// Returns [`IngestError::NothingThere`] for a folder that is missing, and for a file.
    pub fn check(&self) -> Result<(), IngestError> {
        let reason = if self.path.is_dir() {
            return Ok(());
        } else if self.path.exists() {
            "it is a file; name the folder that it is in"
        } else {
            "it is not there; mount its drive, or correct the path. Its papers stay in the archive"
        };
        Err(IngestError::NothingThere { path: self.path.clone(), reason: reason.to_owned() })
    }
}

/// Brings the archive in step with a folder, once.
///
/// Papers whose files are gone are removed if the folder says so, but never all of them: a missing folder is an error,
/// and the papers of a folder that has none any more are kept and reported
/// ([`IngestReport::kept_whole`]).
///
/// # Errors
/// Returns an [`IngestError`] as [`Ingest::run`] does, for a missing folder too.
pub fn sync(
    archive: &Archive,
    embedder: Option<&dyn Embedder>,
    base: &IngestOptions,
    folder: &Folder,
    observer: &dyn Observer,
) -> Result<IngestReport, IngestError> {
    let options = folder.options(base)?;
    folder.check()?;
    Ingest::new(archive, embedder, options).run(std::slice::from_ref(&folder.path), observer)
}

/// Returns the first folder of a list that is the same as this one or holds it, or lies in it. Papers in two folders
/// would get the settings of one and then of the other, and be read again each time.
pub fn overlap<'f>(folder: &Path, earlier: impl IntoIterator<Item = &'f Path>) -> Option<&'f Path> {
    let whole = |path: &Path| std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = whole(folder);
    earlier.into_iter().find(|other| {
        let other = whole(other);
        folder.starts_with(&other) || other.starts_with(&folder)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::Reading;

    #[test]
    fn values_of_a_folder_are_checked() {
        let base = IngestOptions::new(Reading::InProcess);
        let folder = |text: &str| toml::from_str::<Folder>(&format!("path = '/papers'\n{text}"));
        let options = folder("town = ' Alder '\nstate = 'NH'\nvisibility = 'staff'").unwrap().options(&base);
        let options = options.unwrap();
        let got: Vec<_> = options.metadata.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
        assert_eq!(got, [("jurisdiction", "NH"), ("town", "Alder"), ("visibility", "staff")]);
        assert!(!options.prune && !options.prune_whole_folders);
        assert!(folder("deletions = 'remove'").unwrap().options(&base).unwrap().prune);
        assert!(
            folder("base_url = 'https://town.example/'").unwrap().options(&base).unwrap().base_url.is_some()
        );
        assert!(folder("base_url = 'file:///etc'").unwrap().options(&base).is_err());
        assert!(folder("visibility = 'secret'").unwrap().options(&base).is_err());
        assert!(folder("deletions = 'all'").is_err());
        assert!(folder("twon = 'Alder'").is_err());
    }

    #[test]
    fn folders_in_each_other_are_found() {
        let home = tempfile::tempdir().unwrap();
        let (papers, other) = (home.path().join("papers"), home.path().join("papers-2"));
        let inner = papers.join("minutes");
        std::fs::create_dir_all(&inner).unwrap();
        let found = |folder: &Path, earlier: &[&Path]| overlap(folder, earlier.iter().copied()).is_some();
        assert!(found(&inner, &[&papers]) && found(&papers, &[&inner]) && found(&papers, &[&papers]));
        assert!(found(&papers.join("minutes/.."), &[&papers]));
        assert!(!found(&papers, &[&other]) && !found(&papers, &[]));
    }
}

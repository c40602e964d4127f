//! `pack.toml`: the pack description that its author writes.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use twolane_law::pack::{Manifest, PackError};

/// The name of the file.
pub const ABOUT: &str = "pack.toml";

/// The fields of the file.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct About {
    name: String,
    title: String,
    jurisdiction: String,
    edition: String,
    as_of: String,
    grammar: String,
    licence: String,
    coverage: String,
    #[serde(default)]
    limits: Vec<String>,
    #[serde(default)]
    every_section: bool,
    /// True to keep texts that are only proposed, marked as such.
    #[serde(default)]
    pub proposed: bool,
}

impl About {
    /// Reads the file of a folder.
    ///
    /// # Errors
    /// Returns [`PackError::Read`], or [`PackError::Manifest`] that names the missing field.
    pub fn read(folder: &Path) -> Result<About, PackError> {
        let path: PathBuf = folder.join(ABOUT);
        let text = std::fs::read_to_string(&path)
            .map_err(|source| PackError::Read { path: path.clone(), source })?;
        toml::from_str(&text).map_err(|error| PackError::Manifest {
            path,
            what: format!("can't be read: {}; docs/making-a-pack.md shows one", error.message()),
        })
    }

    /// Builds the initial manifest from the file.
    pub fn manifest(&self) -> Manifest {
        Manifest {
            format: 1,
            name: self.name.clone(),
            title: self.title.clone(),
            jurisdiction: self.jurisdiction.clone(),
            edition: self.edition.clone(),
            as_of: self.as_of.clone(),
            grammar: self.grammar.clone(),
            licence: self.licence.clone(),
            coverage: self.coverage.clone(),
            limits: self.limits.clone(),
            every_section: self.every_section,
            sections: 0,
            embeddings: None,
            files: Vec::new(),
        }
    }
}

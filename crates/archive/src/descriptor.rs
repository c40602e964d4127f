//! `archive.toml`: what the folder is, for people and for `index check`.

use std::io::Write;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::error::ArchiveError;
use super::paths::{DESCRIPTOR, FORMAT, shared_temporary, sync_folder};

/// Content of `archive.toml`. It is written after a commit, so its generation may lag behind the
/// catalogue's. It is ahead of the catalogue's only when a committed generation was lost.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Descriptor {
    /// Format of the archive.
    pub format: u32,
    /// When it was made, RFC 3339 UTC.
    pub created: String,
    /// Last generation known to be committed.
    pub generation: u64,
    /// Model of the vectors.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub model: Option<String>,
    /// Seal of the catalogue's file at that generation, with an empty log.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub catalogue: Option<Seal>,
}

/// Size and hash of the catalogue's file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seal {
    /// Size in bytes.
    pub bytes: u64,
    /// BLAKE3 hash, in hexadecimal.
    pub blake3: String,
}

/// State in which `archive.toml` was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DescriptorState {
    /// As it was written.
    Good(Descriptor),
    /// There, but altered.
    Damaged(String),
    /// The file does not exist.
    Missing,
}

/// Start of the name under which it is written before it is renamed.
pub const TEMPORARY: &str = ".archive-";

const CHECKSUM: &str = "checksum = ";

impl Descriptor {
    fn render(&self) -> String {
        let body = format!(
            "# An archive of twolane: `twolane --help`. Written by the program; edits are reported as damage.\n{}",
            toml::to_string(self).unwrap_or_default()
        );
        // The checksum stands first in the table order that TOML needs: before any sub-table.
        let hash = blake3::hash(body.as_bytes()).to_hex();
        format!("{CHECKSUM}\"{hash}\"\n{body}")
    }

    fn parse(text: &str) -> Result<Self, String> {
        let (first, body) = text.split_once('\n').ok_or("it has no second line")?;
        let stated = first.strip_prefix(CHECKSUM).ok_or("its first line is not a checksum")?;
        if stated.trim_matches('"') != blake3::hash(body.as_bytes()).to_hex().as_str() || stated.len() != 66 {
            return Err("its content does not match its checksum".to_owned());
        }
        let format: Format = toml::from_str(body).map_err(|e| e.message().to_owned())?;
        if format.format > FORMAT {
            return Ok(Descriptor {
                format: format.format,
                created: String::new(),
                generation: 0,
                model: None,
                catalogue: None,
            });
        }
        toml::from_str(body).map_err(|e| e.message().to_owned())
    }

    /// Reads it; never fails, since the catalogue can do without.
    pub fn read(dir: &Path) -> DescriptorState {
        match std::fs::read(dir.join(DESCRIPTOR)) {
            Ok(bytes) => match std::str::from_utf8(&bytes).map_err(|e| e.to_string()).and_then(Self::parse) {
                Ok(descriptor) => DescriptorState::Good(descriptor),
                Err(what) => DescriptorState::Damaged(what),
            },
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => DescriptorState::Missing,
            Err(e) => DescriptorState::Damaged(e.to_string()),
        }
    }

    /// Replaces it in one step.
    pub fn write(&self, dir: &Path) -> Result<(), ArchiveError> {
        let path = dir.join(DESCRIPTOR);
        let write = || -> std::io::Result<()> {
            let mut file = shared_temporary(dir, TEMPORARY)?;
            file.write_all(self.render().as_bytes())?;
            file.as_file().sync_all()?;
            file.persist(&path).map_err(|e| e.error)?;
            sync_folder(dir)
        };
        write().map_err(ArchiveError::write(&path))
    }
}

#[derive(Deserialize)]
struct Format {
    format: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Descriptor {
        Descriptor {
            format: FORMAT,
            created: "2026-01-01T00:00:00Z".into(),
            generation: 12,
            model: Some("m@1".into()),
            catalogue: Some(Seal { bytes: 4096, blake3: "ab".into() }),
        }
    }

    #[test]
    fn round_trip_and_every_flipped_byte() {
        let dir = tempfile::tempdir().unwrap();
        sample().write(dir.path()).unwrap();
        assert_eq!(Descriptor::read(dir.path()), DescriptorState::Good(sample()));
        let good = std::fs::read(dir.path().join(DESCRIPTOR)).unwrap();
        for i in 0..good.len() {
            let mut bad = good.clone();
            bad[i] ^= 1 << (i % 8);
            std::fs::write(dir.path().join(DESCRIPTOR), &bad).unwrap();
            assert!(matches!(Descriptor::read(dir.path()), DescriptorState::Damaged(_)), "byte {i}");
        }
    }

    #[test]
    fn a_newer_format_is_read_as_such() {
        let body = "format = 9\nsomething = \"else\"\n";
        let text = format!("{CHECKSUM}\"{}\"\n{body}", blake3::hash(body.as_bytes()).to_hex());
        assert_eq!(Descriptor::parse(&text).unwrap().format, 9);
    }
}

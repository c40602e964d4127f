//! What `archive.toml` says after a commit.

use std::path::Path;

use super::catalogue::State;
use super::descriptor::{Descriptor, Seal};
use super::error::ArchiveError;
use super::paths::{CATALOGUE, FORMAT};

/// Writes the description of this state, with a seal over the catalogue's bytes if its log is
/// empty. The caller holds the writer lock.
pub fn describe(dir: &Path, state: &State) -> Result<(), ArchiveError> {
    let descriptor = Descriptor {
        format: FORMAT,
        created: state.created.clone(),
        generation: state.generation,
        model: state.model.as_ref().map(|m| m.0.clone()),
        catalogue: seal(dir),
    };
    descriptor.write(dir)
}

/// Size and hash of the catalogue's file; `None` while its log holds something.
pub fn seal(dir: &Path) -> Option<Seal> {
    let log = dir.join(format!("{CATALOGUE}-wal"));
    if log.metadata().is_ok_and(|m| m.len() > 0) {
        return None;
    }
    let mut hasher = blake3::Hasher::new();
    let mut file = std::fs::File::open(dir.join(CATALOGUE)).ok()?;
    let bytes = std::io::copy(&mut file, &mut hasher).ok()?;
    Some(Seal { bytes, blake3: hasher.finalize().to_hex().to_string() })
}

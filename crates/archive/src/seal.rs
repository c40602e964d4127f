//! State of `archive.toml` after a commit.
//!
//! The digests in the catalogue cover the meaning of its rows. The seal, a hash over the whole
//! file, covers the rest: unused space, free pages, the file's own header. It can only be taken
//! while the catalogue's log is empty, so a commit next to a reader leaves it to the process that
//! closes last.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use super::catalogue::{Database, State};
use super::descriptor::{Descriptor, DescriptorState, Seal};
use super::error::ArchiveError;
use super::lock::WriterLock;
use super::paths::{CATALOGUE, FORMAT};

/// Catalogues up to this many bytes are sealed at every commit (some 20 ms), larger ones when a
/// writer or the last reader closes.
const SEAL_AT_COMMIT: u64 = 32 << 20;

/// Writes the description of this state after a commit. The caller holds the writer lock.
pub fn describe_commit(dir: &Path, state: &State) -> Result<(), ArchiveError> {
    let small = dir.join(CATALOGUE).metadata().is_ok_and(|m| m.len() <= SEAL_AT_COMMIT);
    write(dir, state, if small { seal(dir) } else { None })
}

/// Seals the catalogue unless that is done already or its log is not empty. The caller holds the
/// writer lock, and nobody in this process is changing the catalogue.
pub fn describe_closed(dir: &Path, state: &State) -> Result<(), ArchiveError> {
    if let DescriptorState::Good(now) = Descriptor::read(dir)
        && now.generation == state.generation
        && now.catalogue.is_some()
    {
        return Ok(());
    }
    match seal(dir) {
        Some(seal) => write(dir, state, Some(seal)),
        None => Ok(()),
    }
}

fn write(dir: &Path, state: &State, catalogue: Option<Seal>) -> Result<(), ArchiveError> {
    let descriptor = Descriptor {
        format: FORMAT,
        created: state.created.clone(),
        generation: state.generation,
        model: state.model.as_ref().map(|m| m.0.clone()),
        catalogue,
    };
    descriptor.write(dir)
}

fn seal(dir: &Path) -> Option<Seal> {
    let log = dir.join(format!("{CATALOGUE}-wal"));
    if log.metadata().is_ok_and(|m| m.len() > 0) {
        return None;
    }
    hash_catalogue(dir)
}

/// Size and hash of the catalogue's file as it is now; `None` when it can't be read.
pub fn hash_catalogue(dir: &Path) -> Option<Seal> {
    let mut hasher = blake3::Hasher::new();
    let mut file = std::fs::File::open(dir.join(CATALOGUE)).ok()?;
    let bytes = std::io::copy(&mut file, &mut hasher).ok()?;
    Some(Seal { bytes, blake3: hasher.finalize().to_hex().to_string() })
}

/// Seals the catalogue when the last clone of an archive that has written goes away. It must be
/// dropped after the snapshot, whose read transaction keeps the log from being emptied.
#[derive(Debug)]
pub struct Sealer {
    dir: PathBuf,
    wrote: AtomicBool,
}

impl Sealer {
    /// For the archive in this folder.
    pub fn new(dir: &Path) -> Self {
        Sealer { dir: dir.to_owned(), wrote: AtomicBool::new(false) }
    }

    /// There will be something to seal.
    pub fn note_writer(&self) {
        self.wrote.store(true, Ordering::Relaxed);
    }

    fn finish(&self) -> Result<(), ArchiveError> {
        let lock = WriterLock::acquire(&self.dir)?;
        if let Ok(database) = Database::open_writer(&self.dir)? {
            database.checkpoint();
            let state = State::read(&database.conn).map_err(database.error())?;
            drop(database);
            describe_closed(&self.dir, &state)?;
        }
        drop(lock);
        Ok(())
    }
}

impl Drop for Sealer {
    fn drop(&mut self) {
        if self.wrote.load(Ordering::Relaxed) {
            // An unsealed catalogue is checked by its digests alone; nothing is lost.
            let _ = self.finish();
        }
    }
}

//! The comparison of vector files with their checksums, on a thread beside other work.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::error::{ArchiveError, REBUILD};
use twolane_vector::{Segment, VectorIndex};

/// The files that were compared. A file never changes, so that each is compared once.
#[derive(Debug, Default)]
pub struct VectorCheck {
    /// The bytes that one comparison may read; none until a check was asked for.
    most_bytes: OnceLock<u64>,
    files: Mutex<HashMap<PathBuf, Compared>>,
}

#[derive(Debug)]
enum Compared {
    Begun,
    Sound,
    Damaged(String),
}

impl VectorCheck {
    /// Allows checks, each of so many bytes at most.
    pub fn allow(&self, most_bytes: u64) {
        // The first caller decides.
        let _ = self.most_bytes.set(most_bytes);
    }

    /// Compares the files of an index that were not compared yet, if checks are allowed.
    pub fn start(self: &Arc<Self>, index: &VectorIndex) {
        let Some(most_bytes) = self.most_bytes.get() else { return };
        let mut left = *most_bytes;
        let new: Vec<Arc<Segment>> = index
            .segments()
            .filter(|segment| {
                let rest = left.checked_sub(segment.file_bytes());
                left = rest.unwrap_or(left);
                rest.is_some() && self.begin(segment)
            })
            .cloned()
            .collect();
        if new.is_empty() {
            return;
        }
        let check = Arc::clone(self);
        let compare = move || new.iter().for_each(|segment| check.compare(segment));
        // Without a thread nothing is compared, as before.
        let _ = std::thread::Builder::new().name("vector check".to_owned()).spawn(compare);
    }

    /// Returns the first damage in a file of this index.
    pub fn damage(&self, index: &VectorIndex) -> Option<ArchiveError> {
        let files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        index.segments().find_map(|segment| match files.get(segment.path())? {
            Compared::Damaged(what) => Some(ArchiveError::Damaged {
                part: segment.path().display().to_string(),
                what: what.clone(),
                next: REBUILD.to_owned(),
            }),
            Compared::Begun | Compared::Sound => None,
        })
    }

    fn begin(&self, segment: &Segment) -> bool {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        let is_new = !files.contains_key(segment.path());
        if is_new {
            files.insert(segment.path().to_owned(), Compared::Begun);
        }
        is_new
    }

    fn compare(&self, segment: &Segment) {
        let compared = match segment.verify().map_err(ArchiveError::vectors) {
            Ok(()) => Compared::Sound,
            Err(ArchiveError::Damaged { what, .. }) => Compared::Damaged(what),
            Err(other) => Compared::Damaged(other.to_string()),
        };
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        files.insert(segment.path().to_owned(), compared);
    }
}

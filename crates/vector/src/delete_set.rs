//! Ids of rows that are still in segments but that a search no longer returns.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Write;
use std::path::Path;

use super::error::VectorError;

const MAGIC: [u8; 8] = *b"2LNEDELS";
const HASH: usize = 32;

/// A set of deleted ids. File: magic, count (u64), ids in ascending order (u64 each), BLAKE3 of all
/// preceding bytes; little-endian.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DeleteSet {
    ids: BTreeSet<u64>,
}

impl DeleteSet {
    /// True when the id was deleted.
    pub fn contains(&self, id: u64) -> bool {
        self.ids.contains(&id)
    }

    /// Adds an id.
    pub fn insert(&mut self, id: u64) {
        self.ids.insert(id);
    }

    /// Forgets an id: its row has been dropped from every segment.
    pub fn remove(&mut self, id: u64) {
        self.ids.remove(&id);
    }

    /// Number of ids.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// True when nothing is deleted.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// Ids in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        self.ids.iter().copied()
    }

    /// Reads a delete set, every byte checked.
    pub fn read(path: &Path) -> Result<Self, VectorError> {
        let bytes =
            std::fs::read(path).map_err(|source| VectorError::Io { path: path.to_owned(), source })?;
        DeleteSet::parse(&bytes)
            .ok_or_else(|| VectorError::Damaged { path: path.to_owned(), what: "was altered".to_owned() })
    }

    /// Writes a new file and flushes it to the medium; an existing one is not overwritten.
    pub fn write(&self, path: &Path) -> Result<(), VectorError> {
        let io = |source| VectorError::Io { path: path.to_owned(), source };
        let mut file = File::create_new(path).map_err(io)?;
        file.write_all(&self.encode()).map_err(io)?;
        file.sync_all().map_err(io)
    }

    fn encode(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(16 + 8 * self.ids.len() + HASH);
        out.extend_from_slice(&MAGIC);
        out.extend_from_slice(&(self.ids.len() as u64).to_le_bytes());
        for id in &self.ids {
            out.extend_from_slice(&id.to_le_bytes());
        }
        let hash = blake3::hash(&out);
        out.extend_from_slice(hash.as_bytes());
        out
    }

    fn parse(bytes: &[u8]) -> Option<Self> {
        let content = bytes.get(..bytes.len().checked_sub(HASH)?)?;
        if blake3::hash(content).as_bytes().as_slice() != bytes.get(content.len()..)? {
            return None;
        }
        let (magic, rest) = content.split_at_checked(8)?;
        let (count, ids) = rest.split_at_checked(8)?;
        let count = usize::try_from(u64::from_le_bytes(count.try_into().ok()?)).ok()?;
        if magic != MAGIC || Some(ids.len()) != count.checked_mul(8) {
            return None;
        }
        let read = |b: &[u8]| b.try_into().ok().map(u64::from_le_bytes);
        Some(DeleteSet { ids: ids.chunks(8).map(read).collect::<Option<_>>()? })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn round_trip_and_every_flip_found(ids in proptest::collection::btree_set(any::<u64>(), 0..40), bit in any::<usize>()) {
            let set = DeleteSet { ids };
            let mut bytes = set.encode();
            prop_assert_eq!(DeleteSet::parse(&bytes), Some(set));
            let at = bit % (bytes.len() * 8);
            bytes[at / 8] ^= 1 << (at % 8);
            prop_assert_eq!(DeleteSet::parse(&bytes), None);
        }

        #[test]
        fn parsing_never_panics(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = DeleteSet::parse(&bytes);
        }
    }
}

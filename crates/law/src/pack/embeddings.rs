//! Precomputed embeddings, by the hash of the embedded text.

use std::collections::BTreeMap;

use twolane_text::ContentHash;

const MAGIC: &[u8; 8] = b"2LNEEMBD";
const VERSION: u32 = 1;
const HEADER: usize = 24;
/// Maximum deviation of a vector's length from 1 by rounding; single precision stays below 1e-5.
const UNIT_TOLERANCE: f64 = 1e-3;

/// Vectors of texts, keyed by the BLAKE3 hash of the text. A chunk with other boundaries therefore has no
/// vector.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PackEmbeddings {
    /// Number of components per vector.
    pub dims: u32,
    /// Vectors by hash of the embedded text.
    pub vectors: BTreeMap<ContentHash, Vec<f32>>,
}

impl PackEmbeddings {
    /// Returns the bytes of `embeddings.bin`, little-endian: `2LNEEMBD`, version (u32), dims (u32), count
    /// (u64). For each text, its hash (32 bytes) and its vector (f32) follow, sorted by hash.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        out.extend(MAGIC);
        out.extend(VERSION.to_le_bytes());
        out.extend(self.dims.to_le_bytes());
        out.extend((self.vectors.len() as u64).to_le_bytes());
        for (hash, vector) in &self.vectors {
            let Ok(raw) = blake3::Hash::from_hex(&hash.0) else { continue };
            out.extend(raw.as_bytes());
            out.extend(vector.iter().flat_map(|x| x.to_le_bytes()));
        }
        out
    }

    /// Checks that every vector has unit length, as from an encoder, since only then a dot product is a
    /// cosine. A longer vector would rank above all other passages.
    pub fn are_unit(&self) -> bool {
        let length =
            |values: &[f32]| values.iter().map(|x| f64::from(*x) * f64::from(*x)).sum::<f64>().sqrt();
        self.vectors.values().all(|values| (length(values) - 1.0).abs() <= UNIT_TOLERANCE)
    }

    /// Parses the output of [`to_bytes`](Self::to_bytes); `None` for anything else.
    pub fn of_bytes(bytes: &[u8]) -> Option<Self> {
        let (header, body) = bytes.split_at_checked(HEADER)?;
        let number = |from: usize| header.get(from..from + 4)?.try_into().ok().map(u32::from_le_bytes);
        let count = u64::from_le_bytes(header.get(16..24)?.try_into().ok()?);
        if header.get(..8)? != MAGIC || number(8)? != VERSION {
            return None;
        }
        let dims = number(12)?;
        let row = usize::try_from(dims).ok()?.checked_mul(4)?.checked_add(32)?;
        if dims == 0 || Some(body.len()) != usize::try_from(count).ok().and_then(|n| n.checked_mul(row)) {
            return None;
        }
        let mut vectors = BTreeMap::new();
        for row in body.chunks_exact(row) {
            let (hash, values) = row.split_at_checked(32)?;
            let hash = blake3::Hash::from_slice(hash).ok()?;
            let values: Vec<f32> =
                values.chunks_exact(4).filter_map(|b| b.try_into().ok().map(f32::from_le_bytes)).collect();
            if values.iter().any(|x| !x.is_finite()) {
                return None;
            }
            let key = ContentHash(hash.to_hex().to_string());
            // Hashes must be ascending and unique.
            if vectors.last_key_value().is_some_and(|(last, _)| *last >= key) {
                return None;
            }
            vectors.insert(key, values);
        }
        Some(PackEmbeddings { dims, vectors })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn both_ways() {
        let mut e = PackEmbeddings { dims: 3, ..PackEmbeddings::default() };
        e.vectors.insert(ContentHash::of(b"a"), vec![0.1, -2.0, 3.5]);
        e.vectors.insert(ContentHash::of(b"b"), vec![1.0, 0.0, -0.5]);
        assert_eq!(PackEmbeddings::of_bytes(&e.to_bytes()), Some(e.clone()));
        let mut cut = e.to_bytes();
        cut.pop();
        assert_eq!(PackEmbeddings::of_bytes(&cut), None);
    }

    proptest! {
        #[test]
        fn never_panics(mut bytes in prop::collection::vec(any::<u8>(), 0..100), marked in any::<bool>()) {
            if marked {
                bytes.splice(0..0, MAGIC.iter().copied().chain(VERSION.to_le_bytes()));
            }
            let _ = PackEmbeddings::of_bytes(&bytes);
        }
    }
}

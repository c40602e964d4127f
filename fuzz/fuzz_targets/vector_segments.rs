//! Vector segments and delete sets as they lie on disk. With the right checksum put in, so that what
//! lies behind it is reached too.
#![no_main]

use std::io::Write;
use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use twolane::vector::{DeleteSet, GraphOptions, Keep, Segment, VectorIndex};

/// Bytes of the fixed part of a header, and where the length of the model's id stands in it.
const FIXED: usize = 64;
const MODEL_LENGTH: std::ops::Range<usize> = 44..48;

/// The header's own hash put right, so that what lies behind it is reached.
fn with_header_hash(data: &[u8]) -> Vec<u8> {
    let mut bytes = data.to_vec();
    let length = data.get(MODEL_LENGTH).and_then(|b| b.try_into().ok()).map(u32::from_le_bytes);
    let end = FIXED.saturating_add(usize::try_from(length.unwrap_or(0)).unwrap_or(0));
    if let Some(header) = data.get(..end) {
        let hash = blake3::hash(header);
        if let Some(place) = bytes.get_mut(end..end + 32) {
            place.copy_from_slice(hash.as_bytes());
        }
    }
    bytes
}

fuzz_target!(|data: &[u8]| {
    let data = &with_header_hash(data)[..];
    let mut file = tempfile::NamedTempFile::new_in("/dev/shm").unwrap();
    file.write_all(data).unwrap();
    let _ = DeleteSet::read(file.path());
    if let Ok(segment) = Segment::open(file.path()) {
        let sound = segment.verify().is_ok();
        for i in 0..segment.len().min(64) {
            let row = segment.row(i);
            assert!(row.is_empty() || row.len() == segment.dims());
        }
        let dims = segment.dims();
        if let Ok(index) = VectorIndex::new(vec![Arc::new(segment)], &DeleteSet::default())
            && dims <= 4096
        {
            let query = vec![0.5_f32; dims];
            let found = index.nearest(&query, 5, Keep::All, &GraphOptions::default());
            if sound && let Ok(found) = found {
                assert!(found.iter().all(|n| n.score.is_finite()));
            }
        }
    }
});

//! Graphs over vectors as they lie on disk. With the right checksums put in, so that what lies behind
//! them is reached too; what is let in is walked.
#![no_main]

use std::io::Write;
use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use twolane::vector::{BLOCK_BYTES, DeleteSet, Graph, GraphOptions, Keep, VectorIndex};

/// Bytes of the fixed part of a header, where the length of the model's id stands in it, and where the
/// offset of the checksum table.
const FIXED: usize = 96;
const MODEL_LENGTH: usize = 44;
const TABLE: usize = 80;
const HASH: usize = 32;

fn number(data: &[u8], at: usize, bytes: usize) -> usize {
    let bytes = data.get(at..at + bytes).unwrap_or(&[]);
    let number = bytes.iter().rev().fold(0_u64, |n, b| n << 8 | u64::from(*b));
    usize::try_from(number).unwrap_or(usize::MAX)
}

fn put(bytes: &mut [u8], at: usize, what: &[u8]) {
    if let Some(place) = at.checked_add(what.len()).and_then(|end| bytes.get_mut(at..end)) {
        place.copy_from_slice(what);
    }
}

/// All hashes put right, as far as the header says where they stand.
fn with_hashes(data: &[u8]) -> Vec<u8> {
    let mut bytes = data.to_vec();
    let header = FIXED.saturating_add(number(data, MODEL_LENGTH, 4));
    if let Some(hashed) = data.get(..header) {
        put(&mut bytes, header, blake3::hash(hashed).as_bytes());
    }
    let (body, table) = (header.saturating_add(HASH), number(data, TABLE, 8));
    if let Some(body) = bytes.get(body..table) {
        let hashes: Vec<u8> =
            body.chunks(BLOCK_BYTES).flat_map(|block| *blake3::hash(block).as_bytes()).collect();
        put(&mut bytes, table, &hashes);
        let of_table = blake3::hash(&hashes);
        put(&mut bytes, table.saturating_add(hashes.len()), of_table.as_bytes());
    }
    bytes
}

fuzz_target!(|data: &[u8]| {
    for bytes in [data.to_vec(), with_hashes(data)] {
        let mut file = tempfile::NamedTempFile::new_in("/dev/shm").unwrap();
        file.write_all(&bytes).unwrap();
        let Ok(graph) = Graph::open(file.path()) else { continue };
        let sound = graph.verify().is_ok();
        let dims = graph.dims();
        let index = VectorIndex::new(Vec::new(), &DeleteSet::default()).unwrap();
        let index = index.with_graph(Arc::new(graph)).unwrap();
        // Nodes without a row: every walk goes on until it gives up.
        let options = GraphOptions { scan_per_candidate: 0, ef_search: 4, ..GraphOptions::default() };
        let found = index.nearest(&vec![0.5; dims], 1, Keep::All, &options);
        assert!(!sound || found.is_ok_and(|found| found.is_empty()));
    }
});

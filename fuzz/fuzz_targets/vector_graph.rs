//! Graphs over vectors as they lie on disk. With the right checksums put in, so that what lies behind
//! them is reached too; what is let in is walked, beside vectors that are sound: whatever the bytes of a
//! graph are, a search gives as many of those as it is asked for.
#![no_main]

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use twolane::vector::{
    BLOCK_BYTES, DeleteSet, Graph, GraphOptions, IdBits, Keep, Segment, VectorIndex, write_segment,
};

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

/// Vectors, of which the seeds' graphs have some ids and not others.
const ROWS: u64 = 192;
/// Longest vector that is made: a graph may say any length.
const DIMS: usize = 512;

/// An index of made-up vectors of this model and length, every eleventh deleted.
fn index_of(path: &Path, model: &str, dims: usize) -> VectorIndex {
    let row = |id: u64| (0..dims as u64).map(move |at| ((id * 37 + at * 101) % 97) as f32 / 97.0 - 0.5);
    let rows: Vec<(u64, Vec<f32>)> = (0..ROWS).map(|id| (id, row(id).collect())).collect();
    let rows = rows.iter().map(|(id, row)| (*id, row.as_slice()));
    write_segment(path, model, dims, ROWS as usize, rows).unwrap();
    let mut deleted = DeleteSet::default();
    (0..ROWS).step_by(11).for_each(|id| deleted.insert(id));
    VectorIndex::new(vec![Arc::new(Segment::open(path).unwrap())], &deleted).unwrap()
}

fuzz_target!(|data: &[u8]| {
    for bytes in [data.to_vec(), with_hashes(data)] {
        let mut file = tempfile::NamedTempFile::new_in("/dev/shm").unwrap();
        file.write_all(&bytes).unwrap();
        let Ok(graph) = Graph::open(file.path()) else { continue };
        let _ = graph.verify();
        let dims = graph.dims();
        if dims > DIMS {
            continue;
        }
        let folder = tempfile::tempdir_in("/dev/shm").unwrap();
        let index = index_of(&folder.path().join("rows.vec"), graph.model(), dims);
        let index = index.with_graph(Arc::new(graph)).unwrap();
        // Every other id, and among them those of no row.
        let some = [0x5555_5555_5555_5555; 8];
        for scan_per_candidate in [0, 1] {
            let options =
                GraphOptions { from_vectors: 0, ef_search: 4, scan_per_candidate, ..GraphOptions::default() };
            for (k, keep) in
                [(1, Keep::All), (3, Keep::All), (1, Keep::These(IdBits::new(0, &some))), (70, Keep::All)]
            {
                let found = index.nearest(&vec![0.5; dims], k, keep, &options).unwrap();
                let ids: BTreeSet<u64> = found.iter().map(|near| near.id).collect();
                assert_eq!((found.len(), ids.len()), (k, k));
                assert!(ids.iter().all(|id| *id < ROWS && id % 11 != 0 && keep.contains(*id)));
                assert!(found.iter().all(|near| near.score.is_finite()));
            }
        }
    }
});

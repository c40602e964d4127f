//! Writing a segment.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use super::error::VectorError;
use super::layout::{BLOCK_BYTES, Layout};

/// Writes rows as a new segment and flushes it to the medium. `count` rows must come, with
/// ascending ids and `dims` finite components each; anything else is a [`VectorError::Mismatch`]
/// and leaves a file that will not open. An existing file is not overwritten.
pub fn write_segment<'a>(
    path: &Path,
    model: &str,
    dims: usize,
    count: usize,
    rows: impl Iterator<Item = (u64, &'a [f32])> + Clone,
) -> Result<(), VectorError> {
    let io = |source| VectorError::Io { path: path.to_owned(), source };
    let layout = Layout::plan(model, dims, count).ok_or_else(|| VectorError::Mismatch {
        what: "size of a segment",
        expected: "at most what fits into memory".to_owned(),
        found: format!("{count} rows of {dims}"),
    })?;
    let file = File::create_new(path).map_err(io)?;
    let mut out = BodyWriter::new(BufWriter::with_capacity(1 << 18, file));
    out.raw(&layout.header()).map_err(io)?;
    out.pad(layout.ids.start - layout.body.start).map_err(io)?;
    let mut seen = 0usize;
    let mut previous = None;
    for (id, _) in rows.clone() {
        if previous.is_some_and(|p| p >= id) {
            return Err(mismatch(
                "order of ids",
                "ascending",
                format!("{id} after {}", previous.unwrap_or(0)),
            ));
        }
        previous = Some(id);
        seen += 1;
        if seen <= count {
            out.body(&id.to_le_bytes()).map_err(io)?;
        }
    }
    if seen != count {
        return Err(mismatch("number of rows", &count.to_string(), seen.to_string()));
    }
    out.pad(layout.rows.start - layout.ids.end).map_err(io)?;
    for (id, row) in rows {
        if row.len() != dims {
            return Err(mismatch("dimensions", &dims.to_string(), format!("{} of id {id}", row.len())));
        }
        if row.iter().any(|x| !x.is_finite()) {
            return Err(mismatch("components", "finite numbers", format!("id {id} has others")));
        }
        out.body(bytemuck::cast_slice(row)).map_err(io)?;
        out.pad((layout.stride - dims) * size_of::<f32>()).map_err(io)?;
    }
    let file = out.finish().map_err(io)?;
    file.sync_all().map_err(io)
}

fn mismatch(what: &'static str, expected: &str, found: String) -> VectorError {
    VectorError::Mismatch { what, expected: expected.to_owned(), found }
}

/// Writes body bytes, and keeps the hash of each block.
pub(super) struct BodyWriter<W: Write> {
    out: W,
    hasher: blake3::Hasher,
    in_block: usize,
    table: Vec<u8>,
}

impl<W: Write> BodyWriter<W> {
    pub(super) fn new(out: W) -> Self {
        BodyWriter { out, hasher: blake3::Hasher::new(), in_block: 0, table: Vec::new() }
    }

    pub(super) fn raw(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.out.write_all(bytes)
    }

    pub(super) fn body(&mut self, mut bytes: &[u8]) -> std::io::Result<()> {
        self.out.write_all(bytes)?;
        while !bytes.is_empty() {
            let (now, later) = bytes.split_at(bytes.len().min(BLOCK_BYTES - self.in_block));
            self.hasher.update(now);
            self.in_block += now.len();
            if self.in_block == BLOCK_BYTES {
                self.end_block();
            }
            bytes = later;
        }
        Ok(())
    }

    pub(super) fn pad(&mut self, n: usize) -> std::io::Result<()> {
        const ZEROS: [u8; 64] = [0; 64];
        self.body(ZEROS.get(..n).unwrap_or(&ZEROS))
    }

    fn end(&mut self) -> std::io::Result<()> {
        if self.in_block > 0 {
            self.end_block();
        }
        self.out.write_all(&self.table)?;
        self.out.write_all(blake3::hash(&self.table).as_bytes())
    }

    fn end_block(&mut self) {
        self.table.extend_from_slice(self.hasher.finalize().as_bytes());
        self.hasher.reset();
        self.in_block = 0;
    }
}

impl BodyWriter<BufWriter<File>> {
    /// Writes the table of checksums and gives the file.
    pub(super) fn finish(mut self) -> std::io::Result<File> {
        self.end()?;
        self.out.into_inner().map_err(std::io::IntoInnerError::into_error)
    }
}

#[cfg(test)]
impl BodyWriter<Vec<u8>> {
    pub(super) fn finish_bytes(mut self) -> std::io::Result<Vec<u8>> {
        self.end()?;
        Ok(self.out)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::segment::{Segment, verify};
    use super::*;

    fn sample(dir: &Path, dims: usize, count: usize) -> std::path::PathBuf {
        let path = dir.join("a.vec");
        let rows: Vec<(u64, Vec<f32>)> = (0..count)
            .map(|i| (3 * i as u64 + 1, (0..dims).map(|d| (i * 31 + d) as f32 / 100.0).collect()))
            .collect();
        write_segment(&path, "model@1", dims, count, rows.iter().map(|(id, r)| (*id, r.as_slice()))).unwrap();
        path
    }

    #[test]
    fn what_is_written_comes_back() {
        for (dims, count) in [(384, 200), (3, 1), (16, 0), (17, 5), (1, 70_000)] {
            let dir = tempfile::tempdir().unwrap();
            let segment = Segment::open(&sample(dir.path(), dims, count)).unwrap();
            segment.verify().unwrap();
            segment.load().unwrap();
            assert_eq!((segment.dims(), segment.len(), segment.model()), (dims, count, "model@1"));
            for i in 0..count {
                assert_eq!(segment.ids()[i], 3 * i as u64 + 1);
                assert_eq!(segment.row(i)[dims - 1], (i * 31 + dims - 1) as f32 / 100.0);
            }
            assert!(segment.row(count).is_empty());
            assert!(segment.row(usize::MAX).is_empty());
        }
    }

    #[test]
    fn refuses_wrong_rows() {
        let dir = tempfile::tempdir().unwrap();
        let ok = [1.0f32, 2.0];
        let nan = [1.0f32, f32::NAN];
        let cases: [(&str, usize, Vec<(u64, &[f32])>); 5] = [
            ("order", 2, vec![(2, &ok), (1, &ok)]),
            ("twice", 2, vec![(2, &ok), (2, &ok)]),
            ("few", 2, vec![(2, &ok)]),
            ("many", 1, vec![(1, &ok), (2, &ok)]),
            ("nan", 1, vec![(1, &nan)]),
        ];
        for (name, count, rows) in cases {
            let result = write_segment(&dir.path().join(name), "m", 2, count, rows.into_iter());
            assert!(matches!(result, Err(VectorError::Mismatch { .. })), "{name}");
        }
    }

    #[test]
    fn every_flipped_byte_is_found() {
        let dir = tempfile::tempdir().unwrap();
        let path = sample(dir.path(), 5, 9);
        let good = std::fs::read(&path).unwrap();
        for i in 0..good.len() {
            let mut bad = good.clone();
            bad[i] ^= 1 << (i % 8);
            let found = Layout::parse(&bad, &path).and_then(|l| verify(&bad, &l, &path));
            assert!(found.is_err(), "byte {i} of {}", good.len());
        }
    }

    proptest! {
        #[test]
        fn parsing_never_panics(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
            let path = Path::new("x");
            let _ = Layout::parse(&bytes, path).and_then(|l| verify(&bytes, &l, path));
        }

        #[test]
        fn parsing_a_forged_header_never_panics(
            dims in any::<u32>(), count in any::<u64>(), at in 0usize..64, byte in any::<u8>(), extra in 0usize..300
        ) {
            let mut bytes = Layout::plan("m", 3, 2).unwrap().header();
            bytes[12..16].copy_from_slice(&dims.to_le_bytes());
            bytes[16..24].copy_from_slice(&count.to_le_bytes());
            bytes[at] = byte;
            let hashed = bytes.len() - 32;
            let hash = blake3::hash(&bytes[..hashed]);
            bytes[hashed..].copy_from_slice(hash.as_bytes());
            bytes.resize(bytes.len() + extra, 0);
            let path = Path::new("x");
            let _ = Layout::parse(&bytes, path).and_then(|l| verify(&bytes, &l, path));
        }
    }
}

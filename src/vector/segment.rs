//! An immutable file of vectors, mapped into memory.

use std::path::{Path, PathBuf};

use super::error::VectorError;
use super::layout::{BLOCK_BYTES, HASH, Layout};
use super::map::FileMap;

/// Rows of one model, with their ids in ascending order.
#[derive(Debug)]
pub struct Segment {
    path: PathBuf,
    map: FileMap,
    layout: Layout,
}

impl Segment {
    /// Maps a segment and checks its header (not its rows: see [`Segment::verify`]).
    pub fn open(path: &Path) -> Result<Self, VectorError> {
        let map = FileMap::open(path)?;
        let layout = Layout::parse(&map, path)?;
        Ok(Segment { path: path.to_owned(), map, layout })
    }

    /// Reads every byte and compares it with its checksum; also checks that ids ascend and every
    /// component is finite.
    pub fn verify(&self) -> Result<(), VectorError> {
        verify(&self.map, &self.layout, &self.path)
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Model id of its rows.
    pub fn model(&self) -> &str {
        &self.layout.model
    }

    /// Components of a row.
    pub fn dims(&self) -> usize {
        self.layout.dims
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.layout.count
    }

    /// True when it has no rows.
    pub fn is_empty(&self) -> bool {
        self.layout.count == 0
    }

    /// Size of the file in bytes.
    pub fn file_bytes(&self) -> u64 {
        self.layout.file_len as u64
    }

    /// Ids of the rows, ascending.
    pub fn ids(&self) -> &[u64] {
        ids(&self.map, &self.layout)
    }

    /// Components of row `i`, padding left out; empty outside.
    pub fn row(&self, i: usize) -> &[f32] {
        row(&self.map, &self.layout, i)
    }
}

fn ids<'a>(bytes: &'a [u8], layout: &Layout) -> &'a [u64] {
    // The map starts at a page and the offset is a multiple of 64, so the cast can't fail there;
    // bytes that stand elsewhere simply have no rows.
    bytes.get(layout.ids.clone()).and_then(|b| bytemuck::try_cast_slice(b).ok()).unwrap_or(&[])
}

fn row<'a>(bytes: &'a [u8], layout: &Layout, i: usize) -> &'a [f32] {
    let start =
        i.checked_mul(layout.stride * size_of::<f32>()).and_then(|at| at.checked_add(layout.rows.start));
    start
        .and_then(|start| bytes.get(start..start.checked_add(layout.dims * size_of::<f32>())?))
        .filter(|_| i < layout.count)
        .and_then(|b| bytemuck::try_cast_slice(b).ok())
        .unwrap_or(&[])
}

/// Compares all bytes after the header with their checksums.
pub(super) fn verify(bytes: &[u8], layout: &Layout, path: &Path) -> Result<(), VectorError> {
    let damaged = |what: String| VectorError::Damaged { path: path.to_owned(), what };
    let body = bytes.get(layout.body.clone()).unwrap_or(&[]);
    let table = bytes.get(layout.checksums.clone()).unwrap_or(&[]);
    if bytes.get(layout.checksums.end..) != Some(blake3::hash(table).as_bytes().as_slice()) {
        return Err(damaged(format!(
            "its checksum table was altered (from byte {})",
            layout.checksums.start
        )));
    }
    for (i, (block, hash)) in body.chunks(BLOCK_BYTES).zip(table.chunks(HASH)).enumerate() {
        if blake3::hash(block).as_bytes().as_slice() != hash {
            let start = layout.body.start + i * BLOCK_BYTES;
            return Err(damaged(format!("bytes {start} to {} were altered", start + block.len() - 1)));
        }
    }
    if !ids(bytes, layout).is_sorted_by(|a, b| a < b) {
        return Err(damaged("its ids do not ascend".to_owned()));
    }
    if let Some(i) = (0..layout.count).find(|&i| row(bytes, layout, i).iter().any(|x| !x.is_finite())) {
        return Err(damaged(format!("row {i} holds a component that is not a number")));
    }
    Ok(())
}

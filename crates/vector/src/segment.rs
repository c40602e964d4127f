//! An immutable file of vectors. Ids are read when it is opened, rows when they are first asked
//! for.

use std::ops::Range;
use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};

use super::error::VectorError;
use super::layout::{ALIGN, BLOCK_BYTES, FIXED, HASH, Layout, MODEL_MAX};
use super::positioned::PositionedFile;

/// Rows of fewer bytes are read by one thread: starting others takes longer than they save.
const READ_BYTES: usize = 8 << 20;

/// Rows of one model, with their ids in ascending order.
#[derive(Debug)]
pub struct Segment {
    file: PositionedFile,
    layout: Layout,
    ids: Vec<u64>,
    rows: OnceLock<Rows>,
    loading: Mutex<()>,
}

impl Segment {
    /// Opens a segment, checks its header and reads its ids. Rows are read by [`Segment::load`],
    /// and checked by [`Segment::verify`].
    pub fn open(path: &Path) -> Result<Self, VectorError> {
        let file =
            PositionedFile::open(path).map_err(|source| VectorError::Io { path: path.to_owned(), source })?;
        let mut head = vec![0; file.len().min(FIXED + MODEL_MAX + HASH)];
        fill(&file, &mut head, 0, path)?;
        let layout = Layout::parse_head(&head, file.len(), path)?;
        let mut ids = vec![0_u64; layout.count];
        fill(&file, bytemuck::cast_slice_mut(&mut ids), layout.ids.start, path)?;
        Ok(Segment { file, layout, ids, rows: OnceLock::new(), loading: Mutex::new(()) })
    }

    /// Reads all rows into memory, unless that is done. They stay there with the segment.
    ///
    /// # Errors
    /// [`VectorError`] with the file's name when it can't be read or was cut short; the rows then
    /// stay unloaded, and a later call tries again.
    pub fn load(&self) -> Result<(), VectorError> {
        let _one = self.loading.lock().unwrap_or_else(PoisonError::into_inner);
        if self.rows.get().is_none() {
            let rows = Rows::read(&self.file, &self.layout)?;
            // Only the holder of the lock sets it.
            let _ = self.rows.set(rows);
        }
        Ok(())
    }

    /// Reads every byte and compares it with its checksum; also checks that ids ascend and every
    /// component is finite. Loads nothing.
    pub fn verify(&self) -> Result<(), VectorError> {
        verify(&self.file, &self.layout, self.path())
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        self.file.path()
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
        &self.ids
    }

    /// True once [`Segment::load`] was done.
    pub fn is_loaded(&self) -> bool {
        self.rows.get().is_some()
    }

    /// Copies the components of row `i`, from memory where they are there, else from the file.
    ///
    /// # Errors
    /// As [`Segment::load`]; a row that is not there is none of them, and leaves `row` as it is.
    pub fn read_row(&self, i: usize, row: &mut [f32]) -> Result<(), VectorError> {
        if i >= self.layout.count || row.len() != self.layout.dims {
            return Ok(());
        }
        if self.is_loaded() {
            row.copy_from_slice(self.row(i));
            return Ok(());
        }
        let at = self.layout.rows.start + i * self.layout.stride * size_of::<f32>();
        fill(&self.file, bytemuck::cast_slice_mut(row), at, self.path())
    }

    /// Components of row `i`, padding left out; empty outside, and before [`Segment::load`].
    pub fn row(&self, i: usize) -> &[f32] {
        self.rows.get().and_then(|rows| rows.row(i)).unwrap_or(&[])
    }
}

/// Rows in memory, the first at a multiple of [`ALIGN`] bytes.
#[derive(Debug)]
struct Rows {
    values: Vec<f32>,
    first: usize,
    stride: usize,
    dims: usize,
    count: usize,
}

impl Rows {
    fn read(file: &PositionedFile, layout: &Layout) -> Result<Self, VectorError> {
        let lane = ALIGN / size_of::<f32>();
        let floats = layout.count * layout.stride;
        let mut values = vec![0_f32; floats + lane];
        // Unaligned rows are only slower.
        let first = values.as_ptr().align_offset(ALIGN).min(lane);
        let bytes: &mut [u8] =
            values.get_mut(first..first + floats).map(bytemuck::cast_slice_mut).unwrap_or_default();
        let start = layout.rows.start;
        let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
        let piece = bytes.len().div_ceil(threads).max(READ_BYTES);
        // Threads of its own: one of a pool that searches could be given another search while it
        // waits here, and that would wait for this.
        std::thread::scope(|scope| {
            let pieces = bytes.chunks_mut(piece).enumerate();
            let readers: Vec<_> = pieces
                .map(|(i, bytes)| scope.spawn(move || fill(file, bytes, start + i * piece, file.path())))
                .collect();
            readers.into_iter().try_for_each(|reader| {
                let ended = |_| broken(file.path(), std::io::Error::other("a reading thread failed"));
                reader.join().map_err(ended)?
            })
        })?;
        Ok(Rows { values, first, stride: layout.stride, dims: layout.dims, count: layout.count })
    }

    fn row(&self, i: usize) -> Option<&[f32]> {
        if i >= self.count {
            return None;
        }
        let start = i.checked_mul(self.stride)?.checked_add(self.first)?;
        self.values.get(start..start.checked_add(self.dims)?)
    }
}

/// Fills the buffer with the bytes that begin at `at`; the path is for messages.
pub(super) fn fill(bytes: &impl Bytes, buffer: &mut [u8], at: usize, path: &Path) -> Result<(), VectorError> {
    bytes.fill(buffer, at).map_err(|source| broken(path, source))
}

fn broken(path: &Path, source: std::io::Error) -> VectorError {
    if source.kind() == std::io::ErrorKind::UnexpectedEof {
        VectorError::Damaged { path: path.to_owned(), what: "the file was cut short".to_owned() }
    } else {
        VectorError::Io { path: path.to_owned(), source }
    }
}

/// Bytes that can be read at given places: a file's, or those in memory.
pub(super) trait Bytes {
    /// Fills the buffer with the bytes that begin at `at`; an error when there are fewer.
    fn fill(&self, buffer: &mut [u8], at: usize) -> std::io::Result<()>;
}

impl Bytes for PositionedFile {
    fn fill(&self, buffer: &mut [u8], at: usize) -> std::io::Result<()> {
        PositionedFile::fill(self, buffer, at)
    }
}

/// Compares the bytes of a body with the table of their checksums, one block in memory at a time
/// for each thread.
pub(super) fn verify_blocks(
    bytes: &(impl Bytes + Sync),
    body: &Range<usize>,
    checksums: &Range<usize>,
    path: &Path,
) -> Result<(), VectorError> {
    compare_blocks(bytes, body, checksums, path, |start, length, hasher| {
        let mut block = vec![0; length];
        fill(bytes, &mut block, start, path)?;
        hasher.update(&block);
        Ok(())
    })
}

/// As [`verify_blocks`], of the bytes that were read from a body into these parts, one after another:
/// what is kept is then what was compared, whatever has become of the file.
pub(super) fn verify_parts(
    bytes: &(impl Bytes + Sync),
    parts: &[&[u8]],
    body: &Range<usize>,
    checksums: &Range<usize>,
    path: &Path,
) -> Result<(), VectorError> {
    compare_blocks(bytes, body, checksums, path, |start, length, hasher| {
        let (mut skip, mut left) = (start - body.start, length);
        for part in parts {
            let of_block = part.get(skip..).unwrap_or(&[]);
            skip = skip.saturating_sub(part.len());
            let of_block = of_block.get(..left.min(of_block.len())).unwrap_or(&[]);
            left -= of_block.len();
            hasher.update(of_block);
        }
        Ok(())
    })
}

/// Compares each block of a body with the table of checksums: `hash` is given where a block starts
/// and its length.
fn compare_blocks(
    bytes: &(impl Bytes + Sync),
    body: &Range<usize>,
    checksums: &Range<usize>,
    path: &Path,
    hash: impl Fn(usize, usize, &mut blake3::Hasher) -> Result<(), VectorError> + Sync,
) -> Result<(), VectorError> {
    let damaged = |what: String| VectorError::Damaged { path: path.to_owned(), what };
    let mut table = vec![0; checksums.len()];
    fill(bytes, &mut table, checksums.start, path)?;
    let mut of_table = [0; HASH];
    fill(bytes, &mut of_table, checksums.end, path)?;
    if of_table != *blake3::hash(&table).as_bytes() {
        return Err(damaged(format!("its checksum table was altered (from byte {})", checksums.start)));
    }
    let blocks: Vec<(usize, &[u8])> = body.clone().step_by(BLOCK_BYTES).zip(table.chunks(HASH)).collect();
    let compare = |blocks: &[(usize, &[u8])]| -> Result<(), VectorError> {
        let mut hasher = blake3::Hasher::new();
        for (start, wanted) in blocks {
            let length = BLOCK_BYTES.min(body.end - start);
            hasher.reset();
            hash(*start, length, &mut hasher)?;
            if hasher.finalize().as_bytes().as_slice() != *wanted {
                return Err(damaged(format!("bytes {start} to {} were altered", start + length - 1)));
            }
        }
        Ok(())
    };
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    let share = blocks.len().div_ceil(threads).max(READ_BYTES / BLOCK_BYTES);
    if blocks.len() <= share {
        return compare(&blocks);
    }
    std::thread::scope(|scope| {
        let readers: Vec<_> = blocks.chunks(share).map(|part| scope.spawn(|| compare(part))).collect();
        readers.into_iter().try_for_each(|reader| {
            let ended = |_| broken(path, std::io::Error::other("a reading thread failed"));
            reader.join().map_err(ended)?
        })
    })
}

/// Compares all bytes after the header with their checksums, and looks at ids and rows.
pub(super) fn verify(bytes: &(impl Bytes + Sync), layout: &Layout, path: &Path) -> Result<(), VectorError> {
    let damaged = |what: String| VectorError::Damaged { path: path.to_owned(), what };
    verify_blocks(bytes, &layout.body, &layout.checksums, path)?;
    let mut previous = None;
    let mut ids = [0_u64; 1024];
    for start in (0..layout.count).step_by(ids.len()) {
        let ids = ids.get_mut(..(layout.count - start).min(1024)).unwrap_or_default();
        fill(bytes, bytemuck::cast_slice_mut(ids), layout.ids.start + start * size_of::<u64>(), path)?;
        if previous.is_some_and(|p| ids.first().is_some_and(|first| p >= *first))
            || !ids.is_sorted_by(|a, b| a < b)
        {
            return Err(damaged("its ids do not ascend".to_owned()));
        }
        previous = ids.last().copied();
    }
    let mut row = vec![0_f32; layout.stride];
    for i in 0..layout.count {
        let at = layout.rows.start + i * layout.stride * size_of::<f32>();
        fill(bytes, bytemuck::cast_slice_mut(&mut row), at, path)?;
        if row.iter().take(layout.dims).any(|x| !x.is_finite()) {
            return Err(damaged(format!("row {i} holds a component that is not a number")));
        }
    }
    Ok(())
}

#[cfg(test)]
impl Bytes for Vec<u8> {
    fn fill(&self, buffer: &mut [u8], at: usize) -> std::io::Result<()> {
        let end = at.checked_add(buffer.len());
        match end.and_then(|end| self.get(at..end)) {
            Some(bytes) => buffer.copy_from_slice(bytes),
            None => return Err(std::io::ErrorKind::UnexpectedEof.into()),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::write::write_segment;
    use super::*;

    fn segment(dir: &Path) -> std::path::PathBuf {
        let path = dir.join("a.vec");
        let row = [0.5_f32; 384];
        write_segment(&path, "m@1", 384, 2000, (0..2000).map(|id| (id, row.as_slice()))).unwrap();
        path
    }

    #[test]
    fn a_segment_cut_short_after_it_was_opened_is_an_error() {
        let dir = tempfile::tempdir().unwrap();
        let path = segment(dir.path());
        let (early, late) = (Segment::open(&path).unwrap(), Segment::open(&path).unwrap());
        early.load().unwrap();
        std::fs::File::options().write(true).open(&path).unwrap().set_len(5000).unwrap();
        assert_eq!(early.row(1999), [0.5; 384]);
        let error = late.load().unwrap_err();
        assert!(matches!(&error, VectorError::Damaged { path: p, .. } if *p == path), "{error}");
        assert!(late.row(0).is_empty());
        assert!(late.verify().is_err());
    }

    #[test]
    fn rows_stand_at_cache_lines_and_outlive_their_name() {
        let dir = tempfile::tempdir().unwrap();
        let path = segment(dir.path());
        let segment = Segment::open(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        segment.load().unwrap();
        assert_eq!(segment.row(7).as_ptr().align_offset(ALIGN), 0);
        segment.verify().unwrap();
    }
}

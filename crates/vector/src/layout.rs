//! Byte map of a segment file (docs/archive-format.md has it as a table).

use std::ops::Range;
use std::path::Path;

use super::error::VectorError;

/// First bytes of every segment.
pub const MAGIC: [u8; 8] = *b"2LNEVECS";
/// Version that is written, and the highest that is read.
pub const SEGMENT_VERSION: u32 = 1;
/// Bytes of the body under one checksum.
pub const BLOCK_BYTES: usize = 64 * 1024;
/// Alignment of the ids, of the rows, and of every row in bytes: a cache line, and an AVX-512 register.
pub const ALIGN: usize = 64;
/// Bytes of the fixed part of the header.
pub const FIXED: usize = 64;
/// Bytes of a BLAKE3 hash.
pub const HASH: usize = 32;
/// Longest model id in bytes; a longer one in a file is damage.
pub const MODEL_MAX: usize = 4096;

const _: () = assert!(cfg!(target_endian = "little"), "segments are little-endian and used as they are read");

/// Offsets of the parts of a segment file. All are in bytes from the start of the file and were
/// checked against its length.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// Id of the model.
    pub model: String,
    /// Components of a vector.
    pub dims: usize,
    /// Number of rows.
    pub count: usize,
    /// Floats from one row's start to the next one's.
    pub stride: usize,
    /// The ids, `count` little-endian u64.
    pub ids: Range<usize>,
    /// The rows, `count * stride` little-endian f32.
    pub rows: Range<usize>,
    /// Everything under block checksums: from the header's end to the checksum table.
    pub body: Range<usize>,
    /// The checksum table.
    pub checksums: Range<usize>,
    /// Length of the whole file.
    pub file_len: usize,
}

impl Layout {
    /// The layout of a segment of this shape; `None` when it would not fit into memory.
    pub fn plan(model: &str, dims: usize, count: usize) -> Option<Self> {
        if model.len() > MODEL_MAX {
            return None;
        }
        let header_end = FIXED + model.len() + HASH;
        let stride = dims.checked_next_multiple_of(ALIGN / size_of::<f32>())?;
        let ids_start = header_end.checked_next_multiple_of(ALIGN)?;
        let ids_end = count.checked_mul(size_of::<u64>())?.checked_add(ids_start)?;
        let rows_start = ids_end.checked_next_multiple_of(ALIGN)?;
        let rows_end = count.checked_mul(stride)?.checked_mul(size_of::<f32>())?.checked_add(rows_start)?;
        let blocks = rows_end.checked_sub(header_end)?.div_ceil(BLOCK_BYTES);
        let table_end = blocks.checked_mul(HASH)?.checked_add(rows_end)?;
        Some(Layout {
            model: model.to_owned(),
            dims,
            count,
            stride,
            ids: ids_start..ids_end,
            rows: rows_start..rows_end,
            body: header_end..rows_end,
            checksums: rows_end..table_end,
            file_len: table_end.checked_add(HASH)?,
        })
    }

    /// The header, its hash included.
    pub fn header(&self) -> Vec<u8> {
        let wide = |n: usize| (n as u64).to_le_bytes();
        let narrow = |n: usize| u32::try_from(n).unwrap_or(u32::MAX).to_le_bytes();
        let mut out = Vec::with_capacity(self.body.start);
        out.extend_from_slice(&MAGIC);
        out.extend_from_slice(&SEGMENT_VERSION.to_le_bytes());
        out.extend_from_slice(&narrow(self.dims));
        out.extend_from_slice(&wide(self.count));
        out.extend_from_slice(&wide(self.ids.start));
        out.extend_from_slice(&wide(self.rows.start));
        out.extend_from_slice(&narrow(BLOCK_BYTES));
        out.extend_from_slice(&narrow(self.model.len()));
        out.extend_from_slice(&wide(self.checksums.start));
        out.extend_from_slice(&wide(self.file_len));
        out.extend_from_slice(self.model.as_bytes());
        let hash = blake3::hash(&out);
        out.extend_from_slice(hash.as_bytes());
        out
    }

    /// Reads and checks a header. Costs no more than the header's own bytes; `path` is for
    /// messages only.
    pub fn parse(bytes: &[u8], path: &Path) -> Result<Self, VectorError> {
        Self::parse_head(bytes, bytes.len(), path)
    }

    /// [`Layout::parse`] of the first bytes of a file of this length.
    pub fn parse_head(bytes: &[u8], file_len: usize, path: &Path) -> Result<Self, VectorError> {
        let damaged = |what: &str| VectorError::Damaged { path: path.to_owned(), what: what.to_owned() };
        let field4 = |at: usize| -> Option<u32> {
            Some(u32::from_le_bytes(bytes.get(at..at.checked_add(4)?)?.try_into().ok()?))
        };
        let field8 = |at: usize| -> Option<u64> {
            Some(u64::from_le_bytes(bytes.get(at..at.checked_add(8)?)?.try_into().ok()?))
        };
        if bytes.get(..8) != Some(MAGIC.as_slice()) {
            return Err(damaged("does not start like a vector segment"));
        }
        let version = field4(8).ok_or_else(|| damaged("ends within its header"))?;
        let size = |n: Option<u64>| n.and_then(|n| usize::try_from(n).ok());
        let model_len = size(field4(44).map(u64::from)).ok_or_else(|| damaged("ends within its header"))?;
        if version > SEGMENT_VERSION && model_len > MODEL_MAX {
            return Err(VectorError::NewerVersion {
                path: path.to_owned(),
                found: version,
                known: SEGMENT_VERSION,
            });
        }
        let hashed = FIXED.checked_add(model_len).ok_or_else(|| damaged("states an impossible length"))?;
        let header = bytes.get(..hashed).ok_or_else(|| damaged("ends within its header"))?;
        let hash = bytes.get(hashed..hashed + HASH).ok_or_else(|| damaged("ends within its header"))?;
        if blake3::hash(header).as_bytes() != hash {
            return Err(damaged("its header was altered (bytes 0 to the header's end)"));
        }
        if version != SEGMENT_VERSION {
            return Err(VectorError::NewerVersion {
                path: path.to_owned(),
                found: version,
                known: SEGMENT_VERSION,
            });
        }
        let model = header
            .get(FIXED..)
            .and_then(|b| std::str::from_utf8(b).ok())
            .ok_or_else(|| damaged("its model id is not text"))?;
        let dims = size(field4(12).map(u64::from)).unwrap_or(0);
        let count = size(field8(16)).ok_or_else(|| damaged("states an impossible number of rows"))?;
        let layout = Layout::plan(model, dims, count).ok_or_else(|| damaged("states an impossible size"))?;
        let stated = [
            (size(field8(24)), layout.ids.start),
            (size(field8(32)), layout.rows.start),
            (size(field4(40).map(u64::from)), BLOCK_BYTES),
            (size(field8(48)), layout.checksums.start),
            (size(field8(56)), layout.file_len),
        ];
        if stated.iter().any(|(stated, planned)| *stated != Some(*planned)) {
            return Err(damaged("its offsets contradict its size"));
        }
        if file_len != layout.file_len {
            return Err(damaged(&format!("has {file_len} bytes, its header says {}", layout.file_len)));
        }
        Ok(layout)
    }
}

//! Byte map of a graph file (docs/archive-format.md has it as a table).

use std::ops::Range;
use std::path::Path;

use super::layers::{Entry, HEIGHT_MAX};
use super::nodes::BlockShape;
use super::options::M_MAX;
use super::pool::NODE_MAX;
use super::quantizer::Quantizer;
use crate::error::VectorError;
use crate::kernels::CODE_MAX;
use crate::layout::{ALIGN, BLOCK_BYTES, HASH, MODEL_MAX};

/// First bytes of every graph.
pub const MAGIC: [u8; 8] = *b"2LNEHNSW";
/// Version that is written, and the highest that is read.
pub const GRAPH_VERSION: u32 = 1;
/// Bytes of the fixed part of the header.
pub const FIXED: usize = 96;
const WORD: usize = size_of::<u32>();

/// Header of a graph file.
#[derive(Debug, Clone, PartialEq)]
pub struct GraphHead {
    /// Model id of the vectors.
    pub model: String,
    /// Components of a vector.
    pub dims: usize,
    /// Number of nodes.
    pub count: usize,
    /// Slots for links in the upper layers.
    pub m: usize,
    /// Candidates by which it was built.
    pub ef_construction: usize,
    /// Quantizer that made the codes.
    pub quantizer: Quantizer,
    /// Where walks begin.
    pub entry: Option<Entry>,
    /// The highest id; 0 without nodes.
    pub last_id: u64,
    /// Slots for links of all upper layers together.
    pub upper: usize,
}

/// Offsets of the parts of a graph file. All are in bytes from the start of the file and were
/// checked against its length.
#[derive(Debug, Clone, PartialEq)]
pub struct GraphLayout {
    /// Header of the file.
    pub head: GraphHead,
    /// A node's block.
    pub shape: BlockShape,
    /// The ids, `count` little-endian u64, ascending.
    pub ids: Range<usize>,
    /// The blocks of the lowest layer: little-endian u32 links, then the code.
    pub blocks: Range<usize>,
    /// Links of the upper layers, from below: little-endian u32.
    pub upper: Range<usize>,
    /// Everything under block checksums: from the header's end to the checksum table.
    pub body: Range<usize>,
    /// The checksum table.
    pub checksums: Range<usize>,
    /// Length of the whole file.
    pub file_len: usize,
}

impl GraphLayout {
    /// Returns the layout of a graph of this shape; `None` when no graph can have it.
    pub fn plan(head: GraphHead) -> Option<Self> {
        let fits = head.model.len() <= MODEL_MAX
            && (2..=M_MAX).contains(&head.m)
            && head.dims <= CODE_MAX
            && head.count <= NODE_MAX as usize
            && head.entry.is_none_or(|entry| entry.layer <= HEIGHT_MAX);
        if !fits {
            return None;
        }
        let shape = BlockShape::new(2 * head.m, head.dims)?;
        let header_end = FIXED + head.model.len() + HASH;
        let ids_start = header_end.checked_next_multiple_of(ALIGN)?;
        let ids_end = head.count.checked_mul(size_of::<u64>())?.checked_add(ids_start)?;
        let blocks_start = ids_end.checked_next_multiple_of(ALIGN)?;
        let blocks = head.count.checked_mul(shape.stride)?.checked_mul(WORD)?;
        let blocks_end = blocks.checked_add(blocks_start)?;
        let upper_end = head.upper.checked_mul(WORD)?.checked_add(blocks_end)?;
        let table = upper_end.checked_sub(header_end)?.div_ceil(BLOCK_BYTES).checked_mul(HASH)?;
        let table_end = table.checked_add(upper_end)?;
        Some(GraphLayout {
            head,
            shape,
            ids: ids_start..ids_end,
            blocks: blocks_start..blocks_end,
            upper: blocks_end..upper_end,
            body: header_end..upper_end,
            checksums: upper_end..table_end,
            file_len: table_end.checked_add(HASH)?,
        })
    }

    /// The header, its hash included.
    pub fn header(&self) -> Vec<u8> {
        let head = &self.head;
        let wide = |n: usize| (n as u64).to_le_bytes();
        let narrow = |n: usize| u32::try_from(n).unwrap_or(u32::MAX).to_le_bytes();
        let mut out = Vec::with_capacity(self.body.start);
        out.extend_from_slice(&MAGIC);
        out.extend_from_slice(&GRAPH_VERSION.to_le_bytes());
        out.extend_from_slice(&narrow(head.dims));
        out.extend_from_slice(&wide(head.count));
        out.extend_from_slice(&narrow(head.m));
        out.extend_from_slice(&narrow(head.ef_construction));
        out.extend_from_slice(&head.quantizer.scale().to_le_bytes());
        out.extend_from_slice(&narrow(head.entry.map_or(usize::MAX, |entry| entry.layer)));
        out.extend_from_slice(&head.entry.map_or(0, |entry| entry.place).to_le_bytes());
        out.extend_from_slice(&narrow(head.model.len()));
        out.extend_from_slice(&head.last_id.to_le_bytes());
        out.extend_from_slice(&wide(head.upper));
        out.extend_from_slice(&wide(self.ids.start));
        out.extend_from_slice(&wide(self.blocks.start));
        out.extend_from_slice(&wide(self.checksums.start));
        out.extend_from_slice(&wide(self.file_len));
        out.extend_from_slice(head.model.as_bytes());
        let hash = blake3::hash(&out);
        out.extend_from_slice(hash.as_bytes());
        out
    }

    /// Reads and checks the first bytes of a file of this length; `path` is for messages only.
    pub fn parse_head(bytes: &[u8], file_len: usize, path: &Path) -> Result<Self, VectorError> {
        let damaged = |what: &str| VectorError::Damaged { path: path.to_owned(), what: what.to_owned() };
        let cut = || damaged("ends within its header");
        let field4 = |at: usize| -> Result<u32, VectorError> {
            let bytes = at.checked_add(4).and_then(|end| bytes.get(at..end));
            bytes.and_then(|b| b.try_into().ok()).map(u32::from_le_bytes).ok_or_else(cut)
        };
        let field8 = |at: usize| -> Result<u64, VectorError> {
            let bytes = at.checked_add(8).and_then(|end| bytes.get(at..end));
            bytes.and_then(|b| b.try_into().ok()).map(u64::from_le_bytes).ok_or_else(cut)
        };
        let large = |n: u64| usize::try_from(n).map_err(|_| damaged("states an impossible size"));
        let small = |n: u32| large(u64::from(n));
        if bytes.get(..8) != Some(MAGIC.as_slice()) {
            return Err(damaged("does not start like a graph"));
        }
        let version = field4(8)?;
        if version > GRAPH_VERSION {
            return Err(VectorError::NewerVersion {
                path: path.to_owned(),
                found: version,
                known: GRAPH_VERSION,
            });
        }
        let hashed = FIXED.checked_add(small(field4(44)?)?).ok_or_else(cut)?;
        let header = bytes.get(..hashed).ok_or_else(cut)?;
        let hash = hashed.checked_add(HASH).and_then(|end| bytes.get(hashed..end)).ok_or_else(cut)?;
        if blake3::hash(header).as_bytes() != hash || version != GRAPH_VERSION {
            return Err(damaged("its header was altered (bytes 0 to the header's end)"));
        }
        let model = header.get(FIXED..).and_then(|b| std::str::from_utf8(b).ok());
        let quantizer = Quantizer::of_scale(f32::from_bits(field4(32)?));
        let (layer, place) = (field4(36)?, field4(40)?);
        let head = GraphHead {
            model: model.ok_or_else(|| damaged("its model id is not text"))?.to_owned(),
            dims: small(field4(12)?)?,
            count: large(field8(16)?)?,
            m: small(field4(24)?)?,
            ef_construction: small(field4(28)?)?,
            quantizer: quantizer.ok_or_else(|| damaged("its scale is none"))?,
            entry: if layer == u32::MAX { None } else { Some(Entry { layer: small(layer)?, place }) },
            last_id: field8(48)?,
            upper: large(field8(56)?)?,
        };
        let layout = GraphLayout::plan(head).ok_or_else(|| damaged("states an impossible size"))?;
        let planned = [layout.ids.start, layout.blocks.start, layout.checksums.start, layout.file_len];
        for (at, planned) in [64, 72, 80, 88].into_iter().zip(planned) {
            if field8(at)? != planned as u64 {
                return Err(damaged("its offsets contradict its size"));
            }
        }
        if file_len != layout.file_len {
            return Err(damaged(&format!("has {file_len} bytes, its header says {}", layout.file_len)));
        }
        Ok(layout)
    }
}

//! The nodes of the lowest layer: links and code of each side by side.

use std::ops::Range;

use crate::kernels::{CODE_ALIGN, CodeTable};

/// In a slot without a link.
pub const NONE: u32 = u32::MAX;
const WORD: usize = size_of::<u32>();

/// Words of one node, which are whole cache lines: slots for links, then the code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockShape {
    /// Slots for links.
    pub width: usize,
    /// Words of the slots, padding included.
    pub links: usize,
    /// Words of a block.
    pub stride: usize,
}

impl BlockShape {
    /// The shape for so many slots and components; `None` when no memory holds such a block.
    pub fn new(width: usize, dims: usize) -> Option<Self> {
        let links = width.checked_next_multiple_of(CODE_ALIGN / WORD)?;
        let code = dims.checked_next_multiple_of(CODE_ALIGN)? / WORD;
        Some(BlockShape { width, links, stride: links.checked_add(code)? })
    }

    /// Bytes of a code.
    pub fn code_bytes(self) -> usize {
        (self.stride - self.links) * WORD
    }
}

/// A block for each node, the first at a multiple of [`CODE_ALIGN`] bytes.
#[derive(Debug)]
pub struct Nodes {
    words: Vec<u32>,
    first: usize,
    shape: BlockShape,
    count: usize,
}

impl Nodes {
    /// Nodes without links, all components zero.
    pub fn new(count: usize, shape: BlockShape) -> Self {
        /// Four components of zero.
        const ZEROS: u32 = 0x8080_8080;
        let line = CODE_ALIGN / WORD;
        let mut words = vec![NONE; count * shape.stride + line];
        // Unaligned blocks are only slower.
        let first = words.as_ptr().align_offset(CODE_ALIGN).min(line);
        for block in words.get_mut(first..).unwrap_or_default().chunks_exact_mut(shape.stride.max(1)) {
            block.get_mut(shape.links..).unwrap_or_default().fill(ZEROS);
        }
        Nodes { words, first, shape, count }
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns the shape of a block.
    pub fn shape(&self) -> BlockShape {
        self.shape
    }

    fn all(&self) -> Range<usize> {
        self.first..self.first + self.count * self.shape.stride
    }

    /// Returns the words of all blocks.
    pub fn words(&self) -> &[u32] {
        self.words.get(self.all()).unwrap_or(&[])
    }

    /// Returns the words of all blocks, to be changed.
    pub fn words_mut(&mut self) -> &mut [u32] {
        let all = self.all();
        self.words.get_mut(all).unwrap_or_default()
    }

    /// The codes of all nodes.
    #[inline]
    pub fn table(&self) -> CodeTable<'_> {
        CodeTable {
            bytes: bytemuck::cast_slice(self.words()),
            stride: self.shape.stride * WORD,
            offset: self.shape.links * WORD,
        }
    }

    fn block_mut(&mut self, node: u32) -> &mut [u32] {
        let stride = self.shape.stride;
        let start = (node as usize).wrapping_mul(stride);
        self.words_mut().get_mut(start..start.wrapping_add(stride)).unwrap_or_default()
    }

    /// Replaces a node's links.
    pub fn link(&mut self, node: u32, links: &[u32]) {
        let width = self.shape.width;
        put(self.block_mut(node).get_mut(..width).unwrap_or_default(), links);
    }

    /// Room for a node's code.
    pub fn code_mut(&mut self, node: u32) -> &mut [u8] {
        let links = self.shape.links;
        bytemuck::cast_slice_mut(self.block_mut(node).get_mut(links..).unwrap_or_default())
    }
}

/// Links into their slots, and [`NONE`] into the rest.
pub fn put(slots: &mut [u32], links: &[u32]) {
    let links = links.iter().copied().chain(std::iter::repeat(NONE));
    for (slot, link) in slots.iter_mut().zip(links) {
        *slot = link;
    }
}

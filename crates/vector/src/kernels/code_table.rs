//! Codes of many rows in one array of bytes.

/// Lengths of codes are multiples of this, and so are the bytes between two of them: a cache line,
/// and an AVX-512 register.
pub const CODE_ALIGN: usize = 64;

/// Number of rows that a kernel prefetches ahead of the one that it scores.
pub(super) const AHEAD: usize = 8;

/// Codes of many rows in one array of bytes.
#[derive(Debug, Clone, Copy)]
pub struct CodeTable<'a> {
    /// Bytes of the table.
    pub bytes: &'a [u8],
    /// Bytes from one row's start to the next one's.
    pub stride: usize,
    /// Bytes from a row's start to its code.
    pub offset: usize,
}

impl<'a> CodeTable<'a> {
    /// The code of a row, of this many bytes; empty outside.
    #[inline]
    pub fn code(&self, row: u32, length: usize) -> &'a [u8] {
        let start = (row as usize).wrapping_mul(self.stride).wrapping_add(self.offset);
        self.bytes.get(start..start.wrapping_add(length)).unwrap_or(&[])
    }
}

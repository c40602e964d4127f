//! Sixteen words: the size of a 512-bit register, a cache line and a row of an AMX tile.

/// Number of words per line.
pub(super) const WORDS: usize = 16;

/// 16 words of 32 bits, aligned to a cache line.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Line(pub(super) [u32; WORDS]);

// SAFETY: 64 bytes of `u32` with an alignment of 64 have no padding, and every bit pattern is valid.
#[allow(unsafe_code)]
unsafe impl bytemuck::Zeroable for Line {}
// SAFETY: as above; the type is `Copy` and has only numbers.
#[allow(unsafe_code)]
unsafe impl bytemuck::Pod for Line {}

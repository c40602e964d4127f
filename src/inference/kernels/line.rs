//! Sixteen words: what a register of 512 bits, a cache line and a row of an AMX tile hold.

/// Words of a line.
pub(super) const WORDS: usize = 16;

/// 16 words of 32 bits, aligned to a cache line.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Line(pub(super) [u32; WORDS]);

// SAFETY: 64 bytes of `u32` with an alignment of 64 have no padding, and any bits are a value.
#[allow(unsafe_code)]
unsafe impl bytemuck::Zeroable for Line {}
// SAFETY: as above; the type is `Copy` and holds nothing but numbers.
#[allow(unsafe_code)]
unsafe impl bytemuck::Pod for Line {}

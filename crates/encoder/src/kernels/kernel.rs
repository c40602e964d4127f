//! Instruction set and number format of a product.

use super::level::{Kind, Level};

/// Number type of an encoder's products.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ElementType {
    /// 32-bit floating point, the reference.
    #[default]
    F32,
    /// 16-bit floating point with the range of f32 and 8 significant bits.
    Bf16,
    /// 8-bit integers: weights have one scale per output, activations one per token. Attention keeps 16 bits.
    Int8,
}

/// Contents of an operand's 32-bit word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// One f32 number.
    F32,
    /// Two bf16 numbers.
    Bf16,
    /// Two i16 numbers.
    Shorts,
    /// Four bytes: on the left 0 to 255 with 128 as zero, on the right -127 to 127.
    Bytes,
}

/// Instruction set and format of a product.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Kernel {
    pub(super) level: Level,
    pub(super) format: Format,
    /// Range of integers: from -limit to limit.
    pub(super) limit: f32,
}

/// Limit of bytes, and of shorts that replace bytes.
const BYTE: f32 = 127.0;

impl Kernel {
    /// Chooses the kernel for products with weights; f32 if this processor has no product of this number
    /// type.
    pub(crate) fn of_weights(element: ElementType, level: Level) -> Self {
        let format = match (element, level.kind()) {
            (ElementType::F32, _) | (_, Kind::Portable) => Format::F32,
            (ElementType::Bf16, Kind::Avx512Dot | Kind::Tiles) => Format::Bf16,
            (ElementType::Bf16, Kind::Avx2 | Kind::Avx512) => Format::F32,
            (ElementType::Int8, Kind::Avx512Dot | Kind::Tiles) => Format::Bytes,
            // The same integers in twice the space: on these levels, the product of unsigned and signed bytes
            // saturates at 16 bits.
            (ElementType::Int8, Kind::Avx2 | Kind::Avx512) => Format::Shorts,
        };
        Self { level, format, limit: BYTE }
    }

    /// Chooses the kernel for attention. 8 bits are too few there, since they lose the long tails of a
    /// softmax.
    pub(crate) fn of_attention(element: ElementType, level: Level) -> Self {
        let format = match (Self::of_weights(element, level).format, level.kind()) {
            (Format::Bytes, Kind::Tiles) => Format::Bf16,
            (Format::Bytes, _) => Format::Shorts,
            (format, _) => format,
        };
        Self { level, format, limit: SHORT }
    }

    pub(crate) fn level(self) -> Level {
        self.level
    }

    /// Returns true if the steps between products may be as coarse as their operands.
    pub(super) fn is_coarse(self) -> bool {
        self.format != Format::F32
    }

    #[cfg(test)]
    pub(super) fn new(level: Level, format: Format, limit: f32) -> Self {
        Self { level, format, limit }
    }
}

/// Limit of queries and keys as shorts: the sum of 512 products stays below 2^31.
const SHORT: f32 = 2047.0;
/// Limit of a softmax's weights as shorts.
pub(super) const SHARE: f32 = 4095.0;

/// Returns the limit of values as shorts, so that their sum with `tokens` weights of up to [`SHARE`] stays
/// below 2^31.
pub(super) fn limit_of_values(tokens: usize) -> f32 {
    let tokens = f32::from(u16::try_from(tokens).unwrap_or(u16::MAX)).max(1.0);
    // Stays about 600 below 2^31, for the rounding of the quotient itself.
    (2_147_483_000.0 / (SHARE * tokens)).floor().clamp(1.0, 1023.0)
}

impl Format {
    /// Returns how many numbers fit in a word.
    pub(super) fn per_word(self) -> usize {
        match self {
            Format::F32 => 1,
            Format::Bf16 | Format::Shorts => 2,
            Format::Bytes => 4,
        }
    }
}

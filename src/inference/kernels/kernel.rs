//! What a product is made of.

use super::level::{Kind, Level};

/// Numbers that an encoder's products are made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ElementType {
    /// 32 bits: the reference.
    #[default]
    F32,
    /// 16 bits, with the range of f32 and 8 significant bits.
    Bf16,
    /// Whole numbers of 8 bits: weights with a scale for each output, activations with one for
    /// each token. Attention keeps 16 bits.
    Int8,
}

/// What a word of an operand holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// One f32.
    F32,
    /// Two bf16.
    Bf16,
    /// Two i16.
    Shorts,
    /// Four bytes: on the left of 0 to 255 with 128 for zero, on the right of -127 to 127.
    Bytes,
}

/// Instructions, and the numbers they multiply.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Kernel {
    pub(super) level: Level,
    pub(super) format: Format,
    /// Whole numbers go from -limit to limit.
    pub(super) limit: f32,
}

/// Of bytes, and of shorts that stand for bytes.
const BYTE: f32 = 127.0;

impl Kernel {
    /// For products with weights. Where this processor has no product of such numbers, f32.
    pub(crate) fn of_weights(element: ElementType, level: Level) -> Self {
        let format = match (element, level.kind()) {
            (ElementType::F32, _) | (_, Kind::Portable) => Format::F32,
            (ElementType::Bf16, Kind::Avx512Dot | Kind::Tiles) => Format::Bf16,
            (ElementType::Bf16, Kind::Avx2 | Kind::Avx512) => Format::F32,
            (ElementType::Int8, Kind::Avx512Dot | Kind::Tiles) => Format::Bytes,
            // The same whole numbers in twice the room: the product of unsigned and signed bytes
            // that these have saturates at 16 bits.
            (ElementType::Int8, Kind::Avx2 | Kind::Avx512) => Format::Shorts,
        };
        Self { level, format, limit: BYTE }
    }

    /// For attention. 8 bits are too few there: they lose the long tails of a softmax.
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

    /// Whether what stands between the products may be as coarse as their operands.
    pub(super) fn is_coarse(self) -> bool {
        self.format != Format::F32
    }

    #[cfg(test)]
    pub(super) fn new(level: Level, format: Format, limit: f32) -> Self {
        Self { level, format, limit }
    }
}

/// Of queries and keys as shorts: the sum of 512 products stays below 2^31.
const SHORT: f32 = 2047.0;
/// Of a softmax's weights as shorts.
pub(super) const SHARE: f32 = 4095.0;

/// Of values as shorts, beside `tokens` weights of up to [`SHARE`]: their sum stays below 2^31.
pub(super) fn limit_of_values(tokens: usize) -> f32 {
    let tokens = f32::from(u16::try_from(tokens).unwrap_or(u16::MAX)).max(1.0);
    // A hundred below 2^31, for the rounding of the quotient itself.
    (2_147_483_000.0 / (SHARE * tokens)).floor().clamp(1.0, 1023.0)
}

impl Format {
    /// Numbers in a word.
    pub(super) fn per_word(self) -> usize {
        match self {
            Format::F32 => 1,
            Format::Bf16 | Format::Shorts => 2,
            Format::Bytes => 4,
        }
    }
}

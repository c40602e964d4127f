//! Signs of a text's token vectors: one bit a component.

/// For each token of a text the signs of its vector's components, special tokens left out: what is kept
/// of token vectors for late interaction. 48 bytes a token of 384 components instead of 1,536, with
/// the nDCG@10 of the whole vectors within .001 (`benches/runs/2026-11-22-token-vectors.json`).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TokenSigns {
    dimensions: usize,
    /// Rows of `dimensions` bits, each filled up to whole bytes; component i is bit i % 8 of byte i / 8,
    /// set where the component is not below 0.
    bits: Vec<u8>,
}

impl TokenSigns {
    /// Of these vectors, each of `dimensions` components; shorter ones count as followed by zeros.
    pub fn of<'a>(dimensions: usize, rows: impl Iterator<Item = &'a [f32]>) -> Self {
        let width = dimensions.div_ceil(8);
        let mut bits = Vec::new();
        for row in rows {
            let signs = |eight: &[f32]| {
                eight.iter().rev().fold(0u8, |byte, x| byte << 1 | u8::from(!x.is_sign_negative()))
            };
            let row = row.get(..dimensions).unwrap_or(row);
            let end = bits.len().saturating_add(width);
            bits.extend(row.chunks(8).map(signs));
            bits.resize(end, 0);
        }
        TokenSigns { dimensions, bits }
    }

    /// From what [`TokenSigns::bytes`] gave; `None` where that is no whole number of rows.
    pub fn from_bytes(dimensions: usize, bits: Vec<u8>) -> Option<Self> {
        let width = dimensions.div_ceil(8);
        (width > 0 && bits.len().is_multiple_of(width)).then_some(TokenSigns { dimensions, bits })
    }

    /// Components of a vector.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// All rows, one after the other.
    pub fn bytes(&self) -> &[u8] {
        &self.bits
    }

    /// One token after the other.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        self.bits.chunks_exact(self.dimensions.div_ceil(8).max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_stand_in_their_bits() {
        let rows: [&[f32]; 2] = [&[1.0, -1.0, 0.0, -0.5, -2.0, 3.0, -1.0, -1.0, 7.0], &[-1.0; 9]];
        let signs = TokenSigns::of(9, rows.into_iter());
        assert_eq!(signs.bytes(), [0b0010_0101, 1, 0, 0]);
        assert_eq!(signs.rows().len(), 2);
        assert_eq!(TokenSigns::from_bytes(9, signs.bytes().to_vec()), Some(signs));
        assert_eq!(TokenSigns::from_bytes(9, vec![0; 3]), None);
        assert_eq!(TokenSigns::from_bytes(0, vec![]), None);
    }
}

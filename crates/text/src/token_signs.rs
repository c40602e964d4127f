//! Signs of a text's token vectors: one bit per component.

/// Signs of the components in each token's vector, without special tokens, as stored for late interaction.
/// They use 48 bytes per token of 384 components instead of 1,536, with an nDCG@10 within 0.001 of the whole
/// vectors (`benches/runs/2026-11-22-token-vectors.json`).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TokenSigns {
    dimensions: usize,
    /// Rows of `dimensions` bits, each padded to whole bytes; component i is bit i % 8 of byte i / 8, and is
    /// set if the component is not below 0.
    bits: Vec<u8>,
}

impl TokenSigns {
    /// Takes the signs of these vectors, each of `dimensions` components; shorter ones are padded with zeros.
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

    /// Restores signs from [`TokenSigns::bytes`]; returns `None` unless the bytes are a whole number of rows.
    pub fn from_bytes(dimensions: usize, bits: Vec<u8>) -> Option<Self> {
        let width = dimensions.div_ceil(8);
        (width > 0 && bits.len().is_multiple_of(width)).then_some(TokenSigns { dimensions, bits })
    }

    /// Returns the number of components per vector.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// Returns all rows, one after the other.
    pub fn bytes(&self) -> &[u8] {
        &self.bits
    }

    /// Returns the rows, token by token.
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

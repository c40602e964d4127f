//! A small dense layer, applied row by row.

use candle_core::Tensor;

/// A small dense layer, applied row by row.
pub(super) struct Dense {
    /// Number of inputs.
    pub(super) into: usize,
    weight: Vec<f32>,
    bias: Vec<f32>,
}

impl Dense {
    /// Creates a layer; `weight` has shape (out, in) and `bias` (out).
    pub(super) fn of(weight: &Tensor, bias: &Tensor) -> candle_core::Result<Self> {
        let (out, into) = weight.dims2()?;
        if bias.dims() != [out] {
            candle_core::bail!("a bias of shape {:?} for {out} outputs", bias.dims());
        }
        Ok(Dense { into, weight: weight.flatten_all()?.to_vec1()?, bias: bias.to_vec1()? })
    }

    /// Returns the outputs for one row.
    pub(super) fn apply(&self, row: &[f32]) -> Vec<f32> {
        let weights = self.weight.chunks_exact(self.into.max(1));
        weights
            .zip(&self.bias)
            .map(|(weights, bias)| {
                // Eight independent sums, so that the compiler can keep them in one register.
                let mut sums = [0.0f32; 8];
                let (a, b) = (weights.chunks_exact(8), row.chunks_exact(8));
                let rest: f32 = a.remainder().iter().zip(b.remainder()).map(|(x, y)| x * y).sum();
                for (a, b) in a.zip(b) {
                    for ((sum, x), y) in sums.iter_mut().zip(a).zip(b) {
                        *sum += x * y;
                    }
                }
                sums.iter().sum::<f32>() + rest + bias
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dense_layer_is_a_product_and_a_bias() {
        let dense =
            Dense { into: 9, weight: (0..18).map(|n: u8| f32::from(n)).collect(), bias: vec![0.5, -0.5] };
        let row = [1.0; 9];
        assert_eq!(dense.apply(&row), vec![36.5, 116.5]);
    }
}

//! Small dense layers on the processor, for heads of an encoder.

use super::error::InferenceError;
use super::weights::TensorFile;

/// A dense layer, applied row by row.
pub(crate) struct Dense {
    into: usize,
    weight: Vec<f32>,
    bias: Vec<f32>,
}

impl Dense {
    /// Reads `NAME.weight` of shape (out, in) and `NAME.bias` of shape (out).
    pub(crate) fn read(file: &TensorFile, name: &str) -> Result<Self, InferenceError> {
        let weight_name = format!("{name}.weight");
        let (shape, weight) = file.numbers(&weight_name)?;
        let [out, into] = *shape.as_slice() else {
            return Err(file.bad(format!("{weight_name} has shape {shape:?}, expected a matrix")));
        };
        let bias_name = format!("{name}.bias");
        let (shape, bias) = file.numbers(&bias_name)?;
        if shape != [out] {
            return Err(file.bad(format!("{bias_name} has shape {shape:?}, expected {:?}", [out])));
        }
        Ok(Dense { into, weight, bias })
    }

    /// Returns the length of an input row.
    pub(crate) fn inputs(&self) -> usize {
        self.into
    }

    /// Returns the number of outputs.
    pub(crate) fn outputs(&self) -> usize {
        self.bias.len()
    }

    pub(crate) fn apply(&self, row: &[f32]) -> Vec<f32> {
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

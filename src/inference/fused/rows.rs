//! Steps that work on one row of numbers at a time, in place.

use candle_core::{CpuStorage, InplaceOp1, InplaceOp2, Layout, Result, bail};

use super::math::{exp, gelu, gelu_tanh, max, sum};

/// The numbers of a contiguous f32 tensor.
pub(super) fn numbers<'a>(storage: &'a CpuStorage, layout: &Layout) -> Result<&'a [f32]> {
    match (storage, layout.contiguous_offsets()) {
        (CpuStorage::F32(all), Some((start, end))) => match all.get(start..end) {
            Some(numbers) => Ok(numbers),
            None => bail!("a tensor that ends before its layout does"),
        },
        _ => bail!("not a contiguous f32 tensor"),
    }
}

/// The same, to write to.
pub(super) fn numbers_mut<'a>(storage: &'a mut CpuStorage, layout: &Layout) -> Result<&'a mut [f32]> {
    match (storage, layout.contiguous_offsets()) {
        (CpuStorage::F32(all), Some((start, end))) => match all.get_mut(start..end) {
            Some(numbers) => Ok(numbers),
            None => bail!("a tensor that ends before its layout does"),
        },
        _ => bail!("not a contiguous f32 tensor"),
    }
}

/// Layer normalisation of a row.
#[derive(Debug, Clone)]
pub(super) struct Norm {
    pub(super) weight: Vec<f32>,
    pub(super) bias: Vec<f32>,
    pub(super) epsilon: f32,
}

impl Norm {
    pub(super) fn apply(&self, row: &mut [f32]) {
        // Rows are far shorter than 65,536 numbers, which u16 and f32 hold exactly.
        let count = f32::from(u16::try_from(row.len()).unwrap_or(u16::MAX));
        let mean = sum(row, |x| x) / count;
        let variance = sum(row, |x| (x - mean) * (x - mean)) / count;
        let scale = 1.0 / (variance + self.epsilon).sqrt();
        for ((x, weight), bias) in row.iter_mut().zip(&self.weight).zip(&self.bias) {
            *x = (*x - mean) * scale * weight + bias;
        }
    }
}

/// x = norm(x + bias + residual): what follows a linear layer.
#[derive(Debug, Clone)]
pub(super) struct AddNorm {
    pub(super) bias: Vec<f32>,
    pub(super) norm: Norm,
}

impl InplaceOp2 for AddNorm {
    fn name(&self) -> &'static str {
        "add-norm"
    }

    fn cpu_fwd(
        &self,
        x: &mut CpuStorage,
        x_layout: &Layout,
        residual: &CpuStorage,
        residual_layout: &Layout,
    ) -> Result<()> {
        let width = self.bias.len().max(1);
        let rows = numbers_mut(x, x_layout)?.chunks_exact_mut(width);
        for (row, residual) in rows.zip(numbers(residual, residual_layout)?.chunks_exact(width)) {
            for ((x, residual), bias) in row.iter_mut().zip(residual).zip(&self.bias) {
                *x += residual + bias;
            }
            self.norm.apply(row);
        }
        Ok(())
    }
}

/// The nonlinear step of the feed-forward part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Activation {
    /// The exact GELU.
    Gelu,
    /// GELU by its tanh approximation.
    GeluTanh,
    /// max(x, 0).
    Relu,
}

/// x = activation(x + bias).
#[derive(Debug, Clone)]
pub(super) struct BiasActivation {
    pub(super) bias: Vec<f32>,
    pub(super) activation: Activation,
}

impl BiasActivation {
    fn apply(&self, numbers: &mut [f32], function: impl Fn(f32) -> f32) {
        for row in numbers.chunks_exact_mut(self.bias.len().max(1)) {
            for (x, bias) in row.iter_mut().zip(&self.bias) {
                *x = function(*x + bias);
            }
        }
    }
}

impl InplaceOp1 for BiasActivation {
    fn name(&self) -> &'static str {
        "bias-activation"
    }

    fn cpu_fwd(&self, x: &mut CpuStorage, layout: &Layout) -> Result<()> {
        let numbers = numbers_mut(x, layout)?;
        match self.activation {
            Activation::Gelu => self.apply(numbers, gelu),
            Activation::GeluTanh => self.apply(numbers, gelu_tanh),
            // Not f32::max, which would hide a NaN.
            Activation::Relu => self.apply(numbers, |x| if x < 0.0 { 0.0 } else { x }),
        }
        Ok(())
    }
}

/// Softmax over rows of this width.
pub(super) struct Softmax {
    pub(super) width: usize,
}

impl InplaceOp1 for Softmax {
    fn name(&self) -> &'static str {
        "softmax"
    }

    fn cpu_fwd(&self, x: &mut CpuStorage, layout: &Layout) -> Result<()> {
        for row in numbers_mut(x, layout)?.chunks_exact_mut(self.width.max(1)) {
            let top = max(row);
            row.iter_mut().for_each(|x| *x = exp(*x - top));
            let scale = 1.0 / sum(row, |x| x);
            row.iter_mut().for_each(|x| *x *= scale);
        }
        Ok(())
    }
}

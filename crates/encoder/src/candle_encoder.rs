//! Forward pass of the encoder through candle: on a GPU, and the reference for our own kernels.

use candle_core::{Device, Result, Tensor};
use candle_nn::ops::softmax_last_dim;
use candle_nn::{LayerNorm, Linear, Module};

use super::fused::{Activation, Sizes};
use super::pooling::Pooling;
use super::weights::{EncoderTensors, RowTable};

/// A BERT or RoBERTa encoder whose weights are tensors on a device.
pub(crate) struct CandleEncoder {
    words: Tensor,
    /// Position embeddings, starting at the first token's position.
    positions: Tensor,
    types: Tensor,
    norm: LayerNorm,
    layers: Vec<Layer>,
    pad_token: u32,
    device: Device,
}

struct Layer {
    query: Linear,
    key: Linear,
    value: Linear,
    output: Linear,
    output_norm: LayerNorm,
    up: Linear,
    activation: Activation,
    down: Linear,
    down_norm: LayerNorm,
    heads: usize,
}

/// Reads tensors of a file onto a device.
struct Loader<'a> {
    weights: &'a EncoderTensors<'a>,
    sizes: &'a Sizes,
    device: &'a Device,
}

impl Loader<'_> {
    fn tensor(&self, name: &str, shape: &[usize]) -> Result<Tensor> {
        let numbers = self.weights.numbers(name, shape).map_err(candle_core::Error::msg)?;
        Tensor::from_vec(numbers, shape, self.device)
    }

    fn linear(&self, name: &str, into: usize, out: usize) -> Result<Linear> {
        let weight = self.tensor(&format!("{name}.weight"), &[out, into])?;
        Ok(Linear::new(weight, Some(self.tensor(&format!("{name}.bias"), &[out])?)))
    }

    fn norm(&self, name: &str) -> Result<LayerNorm> {
        let weight = self.tensor(&format!("{name}.weight"), &[self.sizes.hidden])?;
        let bias = self.tensor(&format!("{name}.bias"), &[self.sizes.hidden])?;
        Ok(LayerNorm::new(weight, bias, f64::from(self.sizes.epsilon)))
    }

    fn layer(&self, n: usize) -> Result<Layer> {
        let Sizes { hidden, intermediate, heads, activation, .. } = *self.sizes;
        let of = |part: &str| format!("encoder.layer.{n}.{part}");
        Ok(Layer {
            query: self.linear(&of("attention.self.query"), hidden, hidden)?,
            key: self.linear(&of("attention.self.key"), hidden, hidden)?,
            value: self.linear(&of("attention.self.value"), hidden, hidden)?,
            output: self.linear(&of("attention.output.dense"), hidden, hidden)?,
            output_norm: self.norm(&of("attention.output.LayerNorm"))?,
            up: self.linear(&of("intermediate.dense"), hidden, intermediate)?,
            activation,
            down: self.linear(&of("output.dense"), intermediate, hidden)?,
            down_norm: self.norm(&of("output.LayerNorm"))?,
            heads,
        })
    }
}

impl CandleEncoder {
    /// Loads an encoder; `pad_token` fills the rows of shorter texts.
    pub(crate) fn new(
        words: &RowTable,
        weights: &EncoderTensors<'_>,
        sizes: &Sizes,
        pad_token: u32,
        device: &Device,
    ) -> Result<Self> {
        let loader = Loader { weights, sizes, device };
        if words.shape() != (sizes.vocabulary, sizes.hidden) {
            candle_core::bail!("word embeddings of shape {:?}", words.shape());
        }
        let words = Tensor::from_vec(words.all(), (sizes.vocabulary, sizes.hidden), device)?;
        let positions =
            loader.tensor("embeddings.position_embeddings.weight", &[sizes.positions, sizes.hidden])?;
        let numbered = sizes.positions.saturating_sub(sizes.first_position);
        Ok(Self {
            words,
            positions: positions.narrow(0, sizes.first_position, numbered)?,
            types: loader.tensor("embeddings.token_type_embeddings.weight", &[sizes.types, sizes.hidden])?,
            norm: loader.norm("embeddings.LayerNorm")?,
            layers: (0..sizes.layers).map(|n| loader.layer(n)).collect::<Result<_>>()?,
            pad_token,
            device: device.clone(),
        })
    }

    /// Computes one vector per text, not yet normalized.
    pub(crate) fn pooled(&self, batch: &[&[u32]], pooling: Pooling) -> Result<Vec<Vec<f32>>> {
        let (hidden, mask) = self.hidden(batch, &[])?;
        let pooled = match pooling {
            Pooling::Cls => hidden.narrow(1, 0, 1)?.squeeze(1)?,
            Pooling::Mean => {
                let sums = hidden.broadcast_mul(&mask.unsqueeze(2)?)?.sum(1)?;
                sums.broadcast_div(&mask.sum_keepdim(1)?)?
            }
        };
        pooled.to_vec2()
    }

    /// Returns the last layer's vector of each text's first token.
    pub(crate) fn first_rows(&self, batch: &[&[u32]], types: &[&[u32]]) -> Result<Vec<Vec<f32>>> {
        self.hidden(batch, types)?.0.narrow(1, 0, 1)?.squeeze(1)?.to_vec2()
    }

    /// Returns the last layer's vectors of all tokens of each text, concatenated.
    pub(crate) fn token_rows(&self, batch: &[&[u32]]) -> Result<Vec<Vec<f32>>> {
        let padded = self.hidden(batch, &[])?.0.to_vec3::<f32>()?;
        let texts = padded.into_iter().zip(batch);
        Ok(texts.map(|(rows, ids)| rows.into_iter().take(ids.len()).flatten().collect()).collect())
    }

    /// Computes the last layer over a padded batch (texts, tokens, components), and its mask. Missing token
    /// types count as 0.
    fn hidden(&self, batch: &[&[u32]], types: &[&[u32]]) -> Result<(Tensor, Tensor)> {
        let longest = batch.iter().map(|ids| ids.len()).max().unwrap_or_default();
        let shape = (batch.len(), longest);
        let size = batch.len().saturating_mul(longest);
        let (mut ids, mut mask) = (Vec::with_capacity(size), Vec::with_capacity(size));
        let mut kinds = Vec::with_capacity(size);
        for (place, text) in batch.iter().enumerate() {
            let given = types.get(place).copied().unwrap_or_default();
            kinds.extend(given.iter().copied().chain(std::iter::repeat(0)).take(longest));
            let padding = longest.saturating_sub(text.len());
            ids.extend_from_slice(text);
            ids.extend(std::iter::repeat_n(self.pad_token, padding));
            mask.extend(std::iter::repeat_n(1f32, text.len()));
            mask.extend(std::iter::repeat_n(0f32, padding));
        }
        let mask = Tensor::from_vec(mask, shape, &self.device)?;
        let rows = |table: &Tensor, ids: Vec<u32>| {
            let ids = Tensor::from_vec(ids, size, &self.device)?;
            table.index_select(&ids, 0)?.reshape((batch.len(), longest, ()))
        };
        let embedded = (rows(&self.words, ids)? + rows(&self.types, kinds)?)?;
        let embedded = embedded.broadcast_add(&self.positions.narrow(0, 0, longest)?)?;
        let mut x = self.norm.forward(&embedded)?;
        // Added to the scores: 0 for a token, and what softmax makes 0 for padding.
        let bias = ((mask.unsqueeze(1)?.unsqueeze(1)? - 1.0)? * f64::from(f32::MAX))?;
        for layer in &self.layers {
            x = layer.forward(&x, &bias)?;
        }
        Ok((x, mask))
    }
}

impl Layer {
    fn forward(&self, x: &Tensor, bias: &Tensor) -> Result<Tensor> {
        let (texts, tokens, hidden) = x.dims3()?;
        let size = hidden / self.heads;
        let split = |linear: &Linear| {
            linear.forward(x)?.reshape((texts, tokens, self.heads, size))?.transpose(1, 2)?.contiguous()
        };
        let scores = (split(&self.query)?.matmul(&split(&self.key)?.t()?)? / f64::sqrt(size as f64))?;
        let shares = softmax_last_dim(&scores.broadcast_add(bias)?)?;
        let context =
            shares.matmul(&split(&self.value)?)?.transpose(1, 2)?.reshape((texts, tokens, hidden))?;
        let x = self.output_norm.forward(&(self.output.forward(&context)? + x)?)?;
        let up = self.up.forward(&x)?;
        let up = match self.activation {
            Activation::Gelu => up.gelu_erf()?,
            Activation::GeluTanh => up.gelu()?,
            Activation::Relu => up.relu()?,
        };
        self.down_norm.forward(&(self.down.forward(&up)? + x)?)
    }
}

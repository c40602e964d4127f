//! The layers of a BERT or RoBERTa encoder.

use std::collections::HashMap;
use std::sync::Arc;

use candle_core::{DType, Device, Result, Tensor, bail};

use super::attention::Attention;
use super::rows::{Activation, AddNorm, BiasActivation, Norm};
use crate::inference::Pooling;

/// Sizes that the weights must fit.
pub(crate) struct Sizes {
    pub(crate) vocabulary: usize,
    pub(crate) hidden: usize,
    pub(crate) layers: usize,
    pub(crate) heads: usize,
    pub(crate) intermediate: usize,
    pub(crate) positions: usize,
    pub(crate) types: usize,
    /// Row of the position embeddings that the first token gets.
    pub(crate) first_position: usize,
    pub(crate) epsilon: f32,
    pub(crate) activation: Activation,
}

/// An encoder for the processor.
pub(crate) struct FusedEncoder {
    /// Shared with a model that was trained on the same word embeddings.
    words: Arc<Vec<f32>>,
    /// From the first token's position on.
    positions: Vec<f32>,
    types: Vec<f32>,
    norm: Norm,
    layers: Vec<Layer>,
    hidden: usize,
}

struct Layer {
    qkv: Tensor,
    attention: Attention,
    output: Tensor,
    output_norm: AddNorm,
    intermediate: Tensor,
    activation: BiasActivation,
    down: Tensor,
    down_norm: AddNorm,
}

/// Takes tensors by name and checks their shapes.
struct Weights(HashMap<String, Tensor>);

impl Weights {
    fn take(&mut self, name: &str, shape: &[usize]) -> Result<Tensor> {
        match self.0.remove(name) {
            Some(tensor) if tensor.dims() == shape => Ok(tensor),
            Some(tensor) => bail!("{name} has shape {:?}, expected {shape:?}", tensor.dims()),
            None => bail!("there is no tensor {name}"),
        }
    }

    fn numbers(&mut self, name: &str, shape: &[usize]) -> Result<Vec<f32>> {
        self.take(name, shape)?.flatten_all()?.to_vec1()
    }

    fn norm(&mut self, name: &str, sizes: &Sizes) -> Result<Norm> {
        Ok(Norm {
            weight: self.numbers(&format!("{name}.weight"), &[sizes.hidden])?,
            bias: self.numbers(&format!("{name}.bias"), &[sizes.hidden])?,
            epsilon: sizes.epsilon,
        })
    }

    /// (in, out), as the products want it, and the bias.
    fn linear(&mut self, name: &str, into: usize, out: usize) -> Result<(Tensor, Vec<f32>)> {
        let weight = self.take(&format!("{name}.weight"), &[out, into])?;
        Ok((weight.t()?, self.numbers(&format!("{name}.bias"), &[out])?))
    }
}

impl FusedEncoder {
    pub(crate) fn new(tensors: HashMap<String, Tensor>, sizes: &Sizes) -> Result<Self> {
        let mut weights = Weights(tensors);
        let words =
            weights.numbers("embeddings.word_embeddings.weight", &[sizes.vocabulary, sizes.hidden])?;
        Self::with_words(Arc::new(words), weights, sizes)
    }

    /// An encoder of weights without word embeddings, over those of another one.
    pub(crate) fn over_words(
        words: Arc<Vec<f32>>,
        tensors: HashMap<String, Tensor>,
        sizes: &Sizes,
    ) -> Result<Self> {
        if words.len() != sizes.vocabulary.saturating_mul(sizes.hidden) {
            bail!("{} numbers of word embeddings for {} words", words.len(), sizes.vocabulary);
        }
        Self::with_words(words, Weights(tensors), sizes)
    }

    /// The table of word embeddings, row by row.
    pub(crate) fn words(&self) -> &Arc<Vec<f32>> {
        &self.words
    }

    fn with_words(words: Arc<Vec<f32>>, mut weights: Weights, sizes: &Sizes) -> Result<Self> {
        let hidden = sizes.hidden;
        let mut positions =
            weights.numbers("embeddings.position_embeddings.weight", &[sizes.positions, hidden])?;
        positions.drain(..sizes.first_position.saturating_mul(hidden).min(positions.len()));
        let types = weights.numbers("embeddings.token_type_embeddings.weight", &[sizes.types, hidden])?;
        let norm = weights.norm("embeddings.LayerNorm", sizes)?;
        let layers = (0..sizes.layers).map(|n| Layer::new(&mut weights, sizes, n)).collect::<Result<_>>()?;
        Ok(Self { words, positions, types, norm, layers, hidden })
    }

    /// One vector a text. `texts`: token ids, none empty.
    pub(crate) fn forward(&self, texts: &[&[u32]], pooling: Pooling) -> Result<Vec<Vec<f32>>> {
        let x = self.hidden(texts, &[])?;
        let mut rows = x.chunks_exact(self.hidden);
        Ok(texts.iter().map(|ids| self.pool(rows.by_ref().take(ids.len()), pooling)).collect())
    }

    /// The last layer's vector of every token, text by text, one after the other.
    /// `types`: token types of each text; those that are not given are 0.
    pub(crate) fn token_rows(&self, texts: &[&[u32]], types: &[&[u32]]) -> Result<Vec<Vec<f32>>> {
        let x = self.hidden(texts, types)?;
        let mut rest = x.as_slice();
        let mut rows = Vec::with_capacity(texts.len());
        for ids in texts {
            let (text, after) = rest.split_at(ids.len().saturating_mul(self.hidden).min(rest.len()));
            rows.push(text.to_vec());
            rest = after;
        }
        Ok(rows)
    }

    /// The last layer's vector of each text's first token. `types`: token types of each text.
    pub(crate) fn first_rows(&self, texts: &[&[u32]], types: &[&[u32]]) -> Result<Vec<Vec<f32>>> {
        let x = self.hidden(texts, types)?;
        let mut rows = x.chunks_exact(self.hidden);
        Ok(texts.iter().map(|ids| self.pool(rows.by_ref().take(ids.len()), Pooling::Cls)).collect())
    }

    fn hidden(&self, texts: &[&[u32]], types: &[&[u32]]) -> Result<Vec<f32>> {
        let mut x = self.embed(texts, types)?;
        for layer in &self.layers {
            x = layer.forward(&x, texts)?;
        }
        x.flatten_all()?.to_vec1::<f32>()
    }

    /// Tokens whose type is not given are of type 0.
    fn embed(&self, texts: &[&[u32]], types: &[&[u32]]) -> Result<Tensor> {
        let tokens: usize = texts.iter().map(|ids| ids.len()).sum();
        let mut x = Vec::with_capacity(tokens.saturating_mul(self.hidden));
        for (n, ids) in texts.iter().enumerate() {
            let given = types.get(n).copied().unwrap_or_default();
            let types = given.iter().copied().chain(std::iter::repeat(0));
            for ((id, kind), position) in ids.iter().zip(types).zip(self.positions.chunks_exact(self.hidden))
            {
                let (Some(word), Some(kind)) = (self.row(&self.words, *id), self.row(&self.types, kind))
                else {
                    bail!("there is no token {id} or no token type {kind}");
                };
                let begin = x.len();
                let sums = word.iter().zip(position.iter().zip(kind));
                x.extend(sums.map(|(word, (position, kind))| word + (position + kind)));
                if let Some(row) = x.get_mut(begin..) {
                    self.norm.apply(row);
                }
            }
        }
        Tensor::from_vec(x, (tokens, self.hidden), &Device::Cpu)
    }

    fn row<'a>(&self, rows: &'a [f32], n: u32) -> Option<&'a [f32]> {
        let start = usize::try_from(n).ok()?.checked_mul(self.hidden)?;
        rows.get(start..start.checked_add(self.hidden)?)
    }

    fn pool<'a>(&self, mut rows: impl ExactSizeIterator<Item = &'a [f32]>, pooling: Pooling) -> Vec<f32> {
        match pooling {
            Pooling::Cls => {
                let first = rows.next().map(<[f32]>::to_vec).unwrap_or_default();
                rows.for_each(drop);
                first
            }
            Pooling::Mean => {
                // Token counts of a text are far below 65,536.
                let count = f32::from(u16::try_from(rows.len()).unwrap_or(u16::MAX)).max(1.0);
                let mut mean = vec![0.0; self.hidden];
                for row in rows {
                    mean.iter_mut().zip(row).for_each(|(sum, x)| *sum += x);
                }
                mean.iter_mut().for_each(|x| *x /= count);
                mean
            }
        }
    }
}

impl Layer {
    fn new(weights: &mut Weights, sizes: &Sizes, n: usize) -> Result<Self> {
        let Sizes { hidden, heads, intermediate, .. } = *sizes;
        let prefix = format!("encoder.layer.{n}");
        let mut qkv = Vec::new();
        let mut bias = Vec::new();
        for part in ["query", "key", "value"] {
            let (weight, part_bias) =
                weights.linear(&format!("{prefix}.attention.self.{part}"), hidden, hidden)?;
            qkv.push(weight);
            bias.extend(part_bias);
        }
        let (output, output_bias) =
            weights.linear(&format!("{prefix}.attention.output.dense"), hidden, hidden)?;
        let (up, up_bias) = weights.linear(&format!("{prefix}.intermediate.dense"), hidden, intermediate)?;
        let (down, down_bias) = weights.linear(&format!("{prefix}.output.dense"), intermediate, hidden)?;
        Ok(Self {
            qkv: Tensor::cat(&qkv, 1)?.contiguous()?,
            attention: Attention { heads, size: hidden.checked_div(heads).unwrap_or_default(), bias },
            output: output.contiguous()?,
            output_norm: AddNorm {
                bias: output_bias,
                norm: weights.norm(&format!("{prefix}.attention.output.LayerNorm"), sizes)?,
            },
            intermediate: up.contiguous()?,
            activation: BiasActivation { bias: up_bias, activation: sizes.activation },
            down: down.contiguous()?,
            down_norm: AddNorm {
                bias: down_bias,
                norm: weights.norm(&format!("{prefix}.output.LayerNorm"), sizes)?,
            },
        })
    }

    fn forward(&self, x: &Tensor, texts: &[&[u32]]) -> Result<Tensor> {
        let qkv = x.matmul(&self.qkv)?;
        let context = Tensor::zeros(x.shape(), DType::F32, &Device::Cpu)?;
        let mut first: usize = 0;
        for ids in texts {
            self.attention.run(&qkv.narrow(0, first, ids.len())?, &context, first)?;
            first = first.saturating_add(ids.len());
        }
        let attended = context.matmul(&self.output)?;
        attended.inplace_op2(x, &self.output_norm)?;
        let up = attended.matmul(&self.intermediate)?;
        up.inplace_op1(&self.activation)?;
        let down = up.matmul(&self.down)?;
        down.inplace_op2(&attended, &self.down_norm)?;
        Ok(down)
    }
}

//! Transformer decoder of the llama, qwen2, qwen3 and gemma3 families, with quantised weights.
//!
//! One decoder serves all four, since they differ in few places (see [`super::decoder_config::Family`]). The
//! engine has a model for each, but none with a cache that can be truncated and shared. One stops at 4,096
//! positions, and its gemma3 uses another activation than the family's. The tests compare this decoder with
//! the engine's llama, qwen2 and qwen3.

use std::sync::Arc;

use candle_core::quantized::{GgmlDType, QMatMul, QTensor};
use candle_core::{Device, Result, Tensor};
use candle_nn::attention::{AttnMask, flash_attn};
use candle_nn::rotary_emb::{rope_i, rope_thd};

use super::decoder_config::{DecoderConfig, Family};
use super::gguf::{Gguf, bad_file};
use super::kv_cache::KvCache;
use super::rewrite::has_even_blocks;
use crate::error::LanguageModelError;
use twolane_encoder::first_line;

/// Decoder weights, shared by all requests.
pub(crate) struct Decoder {
    config: DecoderConfig,
    device: Device,
    embeddings: QMatMul,
    layers: Vec<Layer>,
    norm: Tensor,
    output: QMatMul,
    /// Rotation frequencies, half a head each, for layers with full attention and for windowed ones.
    frequencies: (Vec<f32>, Vec<f32>),
}

struct Layer {
    attention_norm: Tensor,
    query: Projection,
    key: Projection,
    value: Projection,
    head_norms: Option<(Tensor, Tensor)>,
    output: QMatMul,
    post_attention_norm: Option<Tensor>,
    feed_forward_norm: Tensor,
    gate: QMatMul,
    up: QMatMul,
    down: QMatMul,
    post_feed_forward_norm: Option<Tensor>,
    /// Number of positions that a token attends to; `None` means all.
    window: Option<usize>,
}

struct Projection {
    weight: QMatMul,
    bias: Option<Tensor>,
}

impl Projection {
    fn forward(&self, x: &Tensor) -> Result<Tensor> {
        let y = self.weight.forward_2d(x)?;
        match &self.bias {
            Some(bias) => y.broadcast_add(bias),
            None => Ok(y),
        }
    }
}

trait Forward2d {
    fn forward_2d(&self, x: &Tensor) -> Result<Tensor>;
}

impl Forward2d for QMatMul {
    fn forward_2d(&self, x: &Tensor) -> Result<Tensor> {
        candle_nn::Module::forward(self, x)
    }
}

/// Cosines and sines for the positions of one step: positions × half a head.
struct Rotation {
    cos: Tensor,
    sin: Tensor,
}

/// Maximum number of positions for the fused kernel, which copies and masks nothing.
const FEW: usize = 8;

/// Positions whose logits are needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rows {
    /// Logits of the last position, as a vector.
    Last,
    /// No logits: the positions only go into the cache.
    None,
}

impl Decoder {
    /// Reads all weights. Checks that every tensor exists and has the shape that the header's sizes require.
    pub(crate) fn load(gguf: &Gguf, device: &Device) -> std::result::Result<Self, LanguageModelError> {
        let config = DecoderConfig::read(gguf)?;
        Self::load_as(gguf, config, device)
    }

    fn load_as(
        gguf: &Gguf,
        config: DecoderConfig,
        device: &Device,
    ) -> std::result::Result<Self, LanguageModelError> {
        let engine = |e: candle_core::Error| bad_file(gguf.path(), &first_line(&e.to_string()));
        let matrix = |name: &str, rows: usize, columns: usize| {
            let takes_pairs = |kind| matches!(kind, GgmlDType::Q4_1 | GgmlDType::Q5_0 | GgmlDType::Q5_1);
            if gguf.place(name).is_some_and(|place| takes_pairs(place.kind) && !has_even_blocks(place)) {
                let what = format!("tensor {name} cannot be multiplied as it is; let it be rewritten");
                return Err(bad_file(gguf.path(), &what));
            }
            let tensor = gguf.tensor(name, &[rows, columns], device)?;
            QMatMul::from_qtensor(tensor).map_err(engine)
        };
        let vector = |name: &str, len: usize| {
            let dequantize = |tensor: QTensor| tensor.dequantize(device);
            gguf.tensor(name, &[len], device).and_then(|tensor| dequantize(tensor).map_err(engine))
        };
        let family = config.family;
        let optional = |wanted: bool, name: &str, len: usize| match wanted {
            true => vector(name, len).map(Some),
            false => Ok(None),
        };
        let (hidden, vocabulary) = (config.hidden, config.vocabulary);
        let table = Arc::new(gguf.tensor("token_embd.weight", &[vocabulary, hidden], device)?);
        let embeddings = QMatMul::from_arc(Arc::clone(&table)).map_err(engine)?;
        let output = match gguf.place("output.weight") {
            Some(_) => matrix("output.weight", vocabulary, hidden)?,
            // Many small models reuse the embedding table for the output.
            None => embeddings.clone(),
        };
        let mut layers = Vec::new();
        for index in 0..config.layers {
            let name = |part: &str| format!("blk.{index}.{part}");
            let projection = |part: &str, rows: usize| {
                Ok::<_, LanguageModelError>(Projection {
                    weight: matrix(&name(&format!("{part}.weight")), rows, hidden)?,
                    bias: optional(family.has_biases(), &name(&format!("{part}.bias")), rows)?,
                })
            };
            let head_norms = match family.has_head_norms() {
                true => Some((
                    vector(&name("attn_q_norm.weight"), config.head_size)?,
                    vector(&name("attn_k_norm.weight"), config.head_size)?,
                )),
                false => None,
            };
            let windowed = |every: usize| !index.saturating_add(1).is_multiple_of(every);
            layers.push(Layer {
                attention_norm: vector(&name("attn_norm.weight"), hidden)?,
                query: projection("attn_q", config.query_size())?,
                key: projection("attn_k", config.key_value_size())?,
                value: projection("attn_v", config.key_value_size())?,
                head_norms,
                output: matrix(&name("attn_output.weight"), hidden, config.query_size())?,
                post_attention_norm: optional(
                    family.has_post_norms(),
                    &name("post_attention_norm.weight"),
                    hidden,
                )?,
                feed_forward_norm: vector(&name("ffn_norm.weight"), hidden)?,
                gate: matrix(&name("ffn_gate.weight"), config.feed_forward, hidden)?,
                up: matrix(&name("ffn_up.weight"), config.feed_forward, hidden)?,
                down: matrix(&name("ffn_down.weight"), hidden, config.feed_forward)?,
                post_feed_forward_norm: optional(
                    family.has_post_norms(),
                    &name("post_ffw_norm.weight"),
                    hidden,
                )?,
                window: config
                    .sliding
                    .filter(|sliding| windowed(sliding.every))
                    .map(|sliding| sliding.window),
            });
        }
        let factors = match gguf.place("rope_freqs.weight") {
            Some(_) => vector("rope_freqs.weight", config.head_size / 2)?.to_vec1().map_err(engine)?,
            None => vec![1.0; config.head_size / 2],
        };
        let full = frequencies(config.rope_base, config.head_size)
            .zip(&factors)
            .map(|(frequency, factor)| frequency / factor / config.rope_scale)
            .collect();
        let sliding_base = config.sliding.map_or(config.rope_base, |sliding| sliding.rope_base);
        let windowed = frequencies(sliding_base, config.head_size).collect();
        let norm = vector("output_norm.weight", hidden)?;
        let device = device.clone();
        Ok(Self { config, device, embeddings, layers, norm, output, frequencies: (full, windowed) })
    }

    pub(crate) fn config(&self) -> &DecoderConfig {
        &self.config
    }

    /// Creates an empty cache.
    pub(crate) fn cache(&self, room: usize) -> Result<KvCache> {
        KvCache::new(&self.config, room, &self.device)
    }

    /// Processes tokens after those in the cache. Tokens must be ids of the vocabulary and fit into the
    /// cache.
    pub(crate) fn step(&self, tokens: &[u32], cache: &mut KvCache, rows: Rows) -> Result<Option<Tensor>> {
        let count = tokens.len();
        if count == 0 || count > cache.left() {
            candle_core::bail!("{count} tokens for {} free positions", cache.left())
        }
        let begin = cache.len();
        let (full, windowed) = &self.frequencies;
        let rotations = match self.config.sliding {
            None => (self.rotation(full, begin, count)?, None),
            Some(_) => (self.rotation(full, begin, count)?, Some(self.rotation(windowed, begin, count)?)),
        };
        let ids = Tensor::new(tokens, &self.device)?;
        let mut x = self.embeddings.embedding(&ids)?;
        if self.config.family == Family::Gemma3 {
            x = (x * root(self.config.hidden))?;
        }
        for (index, layer) in self.layers.iter().enumerate() {
            let rotation = match (&rotations, layer.window) {
                ((_, Some(windowed)), Some(_)) => windowed,
                ((full, _), _) => full,
            };
            x = self.layer(index, layer, &x, rotation, cache)?;
        }
        cache.advance(count);
        match rows {
            Rows::None => Ok(None),
            Rows::Last => {
                let last = x.narrow(0, count.saturating_sub(1), 1)?.contiguous()?;
                let logits = self.output.forward_2d(&self.normed(&last, &self.norm)?)?;
                Ok(Some(logits.flatten_all()?))
            }
        }
    }

    fn layer(
        &self,
        index: usize,
        layer: &Layer,
        x: &Tensor,
        rotation: &Rotation,
        cache: &KvCache,
    ) -> Result<Tensor> {
        let config = &self.config;
        let count = x.dim(0)?;
        let h = self.normed(x, &layer.attention_norm)?;
        let heads = |y: Tensor, heads: usize| y.reshape((1, count, heads, config.head_size));
        let mut query = heads(layer.query.forward(&h)?, config.heads)?;
        let mut key = heads(layer.key.forward(&h)?, config.key_value_heads)?;
        let value = heads(layer.value.forward(&h)?, config.key_value_heads)?;
        if let Some((query_norm, key_norm)) = &layer.head_norms {
            query = self.normed(&query, query_norm)?;
            key = self.normed(&key, key_norm)?;
        }
        let query = self.rotated(&query, rotation)?;
        let key = self.rotated(&key, rotation)?;
        let (keys, values) = cache.append(index, &key, &value)?;
        let attended = self.attention(&query, &keys, &values, layer.window)?;
        let mut y = layer.output.forward_2d(&attended)?;
        if let Some(norm) = &layer.post_attention_norm {
            y = self.normed(&y, norm)?;
        }
        let x = (x + y)?;
        let h = self.normed(&x, &layer.feed_forward_norm)?;
        let gate = layer.gate.forward_2d(&h)?;
        let gate = if config.family.uses_gelu() { gate.gelu()? } else { candle_nn::ops::silu(&gate)? };
        let mut y = layer.down.forward_2d(&(gate * layer.up.forward_2d(&h)?)?)?;
        if let Some(norm) = &layer.post_feed_forward_norm {
            y = self.normed(&y, norm)?;
        }
        x + y
    }

    #[allow(clippy::cast_possible_truncation)]
    fn normed(&self, x: &Tensor, weight: &Tensor) -> Result<Tensor> {
        candle_nn::ops::rms_norm(&x.contiguous()?, weight, self.config.norm_epsilon as f32)
    }

    /// Rotates queries or keys, 1 × positions × heads × head size, by their positions.
    fn rotated(&self, x: &Tensor, rotation: &Rotation) -> Result<Tensor> {
        let x = x.contiguous()?;
        if !self.config.family.pairs_neighbours() {
            return rope_thd(&x, &rotation.cos, &rotation.sin);
        }
        let by_head = x.transpose(1, 2)?.contiguous()?;
        rope_i(&by_head, &rotation.cos, &rotation.sin)?.transpose(1, 2)?.contiguous()
    }

    /// Computes attention of the last positions, whose queries are given, to all positions. The result is
    /// positions × (heads · head size).
    fn attention(
        &self,
        query: &Tensor,
        keys: &Tensor,
        values: &Tensor,
        window: Option<usize>,
    ) -> Result<Tensor> {
        let (_, count, heads, head_size) = query.dims4()?;
        let all = keys.dim(1)?;
        let before = all.saturating_sub(count);
        let scale = 1.0 / root(head_size);
        let window = window.filter(|window| all > *window);
        let out = match window {
            None if self.device.is_cpu() && count < FEW => {
                self.fused_attention(query, keys, values, before, scale)?
            }
            Some(window) if self.device.is_cpu() && count == 1 => {
                let from = all.saturating_sub(window);
                let (keys, values) = (keys.narrow(1, from, window)?, values.narrow(1, from, window)?);
                self.fused_attention(query, &keys, &values, window.saturating_sub(1), scale)?
            }
            _ => {
                let mask = mask(count, before, window, &self.device)?;
                masked_attention(query, keys, values, scale, &mask)?
            }
        };
        out.transpose(1, 2)?.reshape((count, heads.saturating_mul(head_size)))
    }

    #[allow(clippy::cast_possible_truncation)]
    fn fused_attention(
        &self,
        query: &Tensor,
        keys: &Tensor,
        values: &Tensor,
        before: usize,
        scale: f64,
    ) -> Result<Tensor> {
        let mask = AttnMask::Causal { kv_offset: before };
        flash_attn::<f32>(query, keys, values, scale as f32, mask, None, None)
    }

    #[allow(clippy::cast_precision_loss)]
    fn rotation(&self, frequencies: &[f32], begin: usize, count: usize) -> Result<Rotation> {
        let angles: Vec<f32> = (begin..begin.saturating_add(count))
            .flat_map(|position| frequencies.iter().map(move |frequency| position as f32 * frequency))
            .collect();
        let angles = Tensor::from_vec(angles, (count, frequencies.len()), &self.device)?;
        Ok(Rotation { cos: angles.cos()?, sin: angles.sin()? })
    }
}

/// Returns the angle per position of each pair of components (Su et al., "RoFormer", 2021).
#[allow(clippy::cast_precision_loss)]
fn frequencies(base: f32, head_size: usize) -> impl Iterator<Item = f32> {
    (0..head_size).step_by(2).map(move |i| 1.0 / base.powf(i as f32 / head_size as f32))
}

#[allow(clippy::cast_precision_loss)]
fn root(number: usize) -> f64 {
    (number as f64).sqrt()
}

/// Returns 0 where a query sees a key and minus infinity elsewhere: positions × all positions.
fn mask(count: usize, before: usize, window: Option<usize>, device: &Device) -> Result<Tensor> {
    let all = before.saturating_add(count);
    let seen = |query: usize, key: usize| {
        let query = before.saturating_add(query);
        key <= query && window.is_none_or(|window| query.saturating_sub(key) < window)
    };
    let values: Vec<f32> = (0..count)
        .flat_map(|query| (0..all).map(move |key| if seen(query, key) { 0.0 } else { f32::NEG_INFINITY }))
        .collect();
    Tensor::from_vec(values, (count, all), device)
}

/// Computes attention with matrix products. This is faster than the fused kernel for many positions, and
/// supports all masks and devices. Heads that share keys form one matrix. The shape is 1 × heads × positions
/// × head size.
fn masked_attention(
    query: &Tensor,
    keys: &Tensor,
    values: &Tensor,
    scale: f64,
    mask: &Tensor,
) -> Result<Tensor> {
    let (_, count, heads, size) = query.dims4()?;
    let (_, all, own, _) = keys.dims4()?;
    let sharing = heads / own.max(1);
    let query = query.reshape((count, own, sharing, size))?.permute((1, 2, 0, 3))?.contiguous()?;
    let query = (query.reshape((own, sharing.saturating_mul(count), size))? * scale)?;
    let keys = keys.squeeze(0)?.permute((1, 2, 0))?;
    let values = values.squeeze(0)?.permute((1, 0, 2))?;
    let weights = query.matmul(&keys)?.reshape((own, sharing, count, all))?.broadcast_add(mask)?;
    let weights = candle_nn::ops::softmax_last_dim(&weights)?;
    let out = weights.reshape((own, sharing.saturating_mul(count), all))?.matmul(&values)?;
    out.reshape((1, heads, count, size))
}

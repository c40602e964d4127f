//! Keys and values of the positions that a decoder has processed.

use candle_core::{DType, Device, Result, Tensor};

use super::decoder_config::DecoderConfig;

/// Cache for a fixed number of positions: one pair of tensors of 1 × room × heads × head size per layer.
/// Appending writes in place.
#[derive(Debug)]
pub(crate) struct KvCache {
    layers: Vec<(Tensor, Tensor)>,
    len: usize,
    room: usize,
}

impl KvCache {
    pub(crate) fn new(config: &DecoderConfig, room: usize, device: &Device) -> Result<Self> {
        let shape = (1, room.max(1), config.key_value_heads, config.head_size);
        let layers = (0..config.layers)
            .map(|_| {
                Ok((Tensor::zeros(shape, DType::F32, device)?, Tensor::zeros(shape, DType::F32, device)?))
            })
            .collect::<Result<_>>()?;
        Ok(Self { layers, len: 0, room })
    }

    /// Returns the number of positions in the cache.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Returns the number of positions that still fit.
    pub(crate) fn left(&self) -> usize {
        self.room.saturating_sub(self.len)
    }

    /// Appends the keys and values of new positions and returns those of all positions. The length grows only
    /// with [`KvCache::advance`], after every layer has written.
    pub(crate) fn append(&self, layer: usize, keys: &Tensor, values: &Tensor) -> Result<(Tensor, Tensor)> {
        let Some((all_keys, all_values)) = self.layers.get(layer) else {
            candle_core::bail!("the cache has no layer {layer}")
        };
        let new = keys.dim(1)?;
        all_keys.slice_set(keys, 1, self.len)?;
        all_values.slice_set(values, 1, self.len)?;
        let len = self.len.saturating_add(new);
        Ok((all_keys.narrow(1, 0, len)?, all_values.narrow(1, 0, len)?))
    }

    pub(crate) fn advance(&mut self, positions: usize) {
        self.len = self.len.saturating_add(positions);
    }

    /// Replaces the contents with the first positions of another cache.
    pub(crate) fn take_prefix(&mut self, other: &Self, positions: usize) -> Result<()> {
        for ((keys, values), (from_keys, from_values)) in self.layers.iter().zip(&other.layers) {
            keys.slice_set(&from_keys.narrow(1, 0, positions)?.contiguous()?, 1, 0)?;
            values.slice_set(&from_values.narrow(1, 0, positions)?.contiguous()?, 1, 0)?;
        }
        self.len = positions;
        Ok(())
    }
}

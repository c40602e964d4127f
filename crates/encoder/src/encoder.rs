//! An encoder with its engine.

use std::path::Path;
use std::sync::Arc;

#[cfg(feature = "candle")]
use super::candle_encoder::CandleEncoder;
use super::device::{Device, first_line};
use super::encoder_config::EncoderConfig;
use super::error::InferenceError;
use super::fused::{Arithmetic, FusedEncoder};
use super::pooling::Pooling;
use super::weights::{RowTable, TensorFile};
use twolane_text::TokenSigns;

/// An encoder with its weights on a device.
pub(crate) struct Encoder {
    network: Network,
    pub(crate) dimensions: usize,
}

/// Engine of the forward pass. In f32, the results of both differ only by rounding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Engine {
    /// Our own kernels on the processor, candle on a GPU.
    #[default]
    Fused,
    /// candle on every device, the reference in tests and benches.
    #[cfg(feature = "candle")]
    Candle,
}

impl Engine {
    #[cfg(feature = "candle")]
    fn uses_candle(self, device: &Device) -> bool {
        self == Engine::Candle || !device.is_cpu()
    }
}

enum Network {
    Fused(FusedEncoder),
    #[cfg(feature = "candle")]
    Candle(CandleEncoder),
}

/// Error message of an engine.
type Result<T> = std::result::Result<T, String>;

#[cfg(feature = "candle")]
fn message(error: candle_core::Error) -> String {
    error.to_string()
}

impl Encoder {
    /// Loads an encoder; `weights` is the safetensors file.
    #[cfg_attr(not(feature = "candle"), expect(unused_variables, reason = "one device and one engine"))]
    pub(crate) fn load(
        weights: &Path,
        config: &EncoderConfig,
        device: &Device,
        engine: Engine,
        arithmetic: Arithmetic,
    ) -> std::result::Result<Self, InferenceError> {
        let file = TensorFile::open(weights)?;
        let tensors = file.under(&file.encoder_prefix()?);
        let (words, sizes) = (file.words()?, config.sizes());
        let fused =
            |words| FusedEncoder::new(Arc::new(words), &tensors, &sizes, arithmetic).map(Network::Fused);
        #[cfg(feature = "candle")]
        let network = if engine.uses_candle(device) {
            CandleEncoder::new(&words, &tensors, &sizes, config.pad_token_id, device)
                .map(Network::Candle)
                .map_err(message)
        } else {
            fused(words)
        };
        #[cfg(not(feature = "candle"))]
        let network = fused(words);
        let network = network.map_err(|e| InferenceError::BadFile {
            path: weights.to_owned(),
            what: format!("does not fit its config.json ({})", first_line(&e)),
        })?;
        Ok(Self { network, dimensions: config.hidden_size })
    }

    /// Returns the table of word embeddings, if our own kernels run.
    pub(crate) fn words(&self) -> Option<&Arc<RowTable>> {
        match &self.network {
            Network::Fused(model) => Some(model.words()),
            #[cfg(feature = "candle")]
            Network::Candle(_) => None,
        }
    }

    /// Computes one vector per text, not yet normalized. `batch` has the token ids of each text, none empty.
    pub(crate) fn forward(&self, batch: &[&[u32]], pooling: Pooling) -> Result<Vec<Vec<f32>>> {
        match &self.network {
            Network::Fused(model) => model.forward(batch, pooling),
            #[cfg(feature = "candle")]
            Network::Candle(model) => model.pooled(batch, pooling).map_err(message),
        }
    }

    /// Runs [`Encoder::forward`] and also returns the signs of all token vectors except the first and the
    /// last, which are special tokens.
    pub(crate) fn forward_with_signs(
        &self,
        batch: &[&[u32]],
        pooling: Pooling,
    ) -> Result<Vec<(Vec<f32>, TokenSigns)>> {
        match &self.network {
            Network::Fused(model) => model.forward_with_signs(batch, pooling),
            #[cfg(feature = "candle")]
            Network::Candle(model) => {
                let rows = model.token_rows(batch).map_err(message)?;
                let signs = |flat: &Vec<f32>| {
                    let rows = flat.chunks_exact(self.dimensions.max(1));
                    let inner = rows.len().saturating_sub(2);
                    TokenSigns::of(self.dimensions, rows.skip(1).take(inner))
                };
                Ok(self.forward(batch, pooling)?.into_iter().zip(rows.iter().map(signs)).collect())
            }
        }
    }

    /// Returns the last layer's vector of each pair's first token, the input of a classifier head. `types`
    /// has the token types of each pair, as many as its ids; `batch` is as in [`Encoder::forward`].
    pub(crate) fn first_rows(&self, batch: &[&[u32]], types: &[&[u32]]) -> Result<Vec<Vec<f32>>> {
        match &self.network {
            Network::Fused(model) => model.first_rows(batch, types),
            #[cfg(feature = "candle")]
            Network::Candle(model) => model.first_rows(batch, types).map_err(message),
        }
    }

    /// Returns the last layer's vectors of all tokens of each text, concatenated. `batch` is as in
    /// [`Encoder::forward`].
    pub(crate) fn token_rows(&self, batch: &[&[u32]]) -> Result<Vec<Vec<f32>>> {
        match &self.network {
            Network::Fused(model) => model.token_rows(batch, &[]),
            #[cfg(feature = "candle")]
            Network::Candle(model) => model.token_rows(batch).map_err(message),
        }
    }
}

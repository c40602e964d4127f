//! Forward pass of the encoder through candle.

use std::path::Path;
use std::sync::Arc;

use candle_core::{DType, Device, Tensor};
use candle_nn::VarBuilder;
use candle_transformers::models::bert::BertModel;
use candle_transformers::models::xlm_roberta::XLMRobertaModel;

use super::device::first_line;
use super::encoder_config::{Architecture, EncoderConfig};
use super::error::InferenceError;
use super::fused::{Arithmetic, FusedEncoder};
use super::pooling::Pooling;
use super::weights::{RowTable, TensorFile};
use twolane_text::TokenSigns;

/// An encoder with its weights on a device.
pub(crate) struct Encoder {
    network: Network,
    pad_token: u32,
    pub(crate) dimensions: usize,
    device: Device,
}

/// Engine of the forward pass. In f32, the results of both differ only by rounding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Engine {
    /// Our own kernels on the processor, candle's models on a GPU.
    #[default]
    Fused,
    /// candle's models on every device; the reference in tests and benches.
    Candle,
}

enum Network {
    Fused(FusedEncoder),
    Bert(BertModel),
    Roberta(XLMRobertaModel),
}

impl Encoder {
    /// Loads an encoder; `weights` is the safetensors file.
    pub(crate) fn load(
        weights: &Path,
        config: &EncoderConfig,
        device: &Device,
        engine: Engine,
        arithmetic: Arithmetic,
    ) -> Result<Self, InferenceError> {
        let file = TensorFile::open(weights)?;
        let network = if device.is_cpu() && engine == Engine::Fused {
            let tensors = file.under(&file.encoder_prefix()?);
            let words = Arc::new(file.words()?);
            FusedEncoder::new(words, &tensors, &config.sizes(), arithmetic).map(Network::Fused)
        } else {
            let builder = VarBuilder::from_tensors(file.encoder(device)?, DType::F32, device);
            match config.architecture() {
                Architecture::Bert => BertModel::load(builder, &config.bert()).map(Network::Bert),
                Architecture::Roberta => {
                    XLMRobertaModel::new(&config.xlm_roberta(), builder).map(Network::Roberta)
                }
            }
            .map_err(|e| e.to_string())
        }
        .map_err(|e| InferenceError::BadFile {
            path: weights.to_owned(),
            what: format!("does not fit its config.json ({})", first_line(&e)),
        })?;
        Ok(Self {
            network,
            pad_token: config.pad_token_id,
            dimensions: config.hidden_size,
            device: device.clone(),
        })
    }

    /// Returns the table of word embeddings, if our own kernels run.
    pub(crate) fn words(&self) -> Option<&Arc<RowTable>> {
        match &self.network {
            Network::Fused(model) => Some(model.words()),
            _ => None,
        }
    }

    /// Computes one vector per text, not yet normalised. `batch` has the token ids of each text, none empty.
    pub(crate) fn forward(&self, batch: &[&[u32]], pooling: Pooling) -> candle_core::Result<Vec<Vec<f32>>> {
        match &self.network {
            Network::Fused(model) => model.forward(batch, pooling).map_err(candle_core::Error::msg),
            Network::Bert(model) => {
                self.padded(batch, pooling, |ids, types, mask| model.forward(ids, types, Some(mask)))
            }
            Network::Roberta(model) => self
                .padded(batch, pooling, |ids, types, mask| model.forward(ids, mask, types, None, None, None)),
        }
    }

    /// Runs [`Encoder::forward`] and also returns the signs of all token vectors except the first and the
    /// last, which are special tokens.
    pub(crate) fn forward_with_signs(
        &self,
        batch: &[&[u32]],
        pooling: Pooling,
    ) -> candle_core::Result<Vec<(Vec<f32>, TokenSigns)>> {
        if let Network::Fused(model) = &self.network {
            return model.forward_with_signs(batch, pooling).map_err(candle_core::Error::msg);
        }
        let rows = self.token_rows(batch)?;
        let signs = |flat: &Vec<f32>| {
            let rows = flat.chunks_exact(self.dimensions.max(1));
            let inner = rows.len().saturating_sub(2);
            TokenSigns::of(self.dimensions, rows.skip(1).take(inner))
        };
        Ok(self.forward(batch, pooling)?.into_iter().zip(rows.iter().map(signs)).collect())
    }

    /// Returns the last layer's vector of each pair's first token, the input of a classifier head. `types`
    /// has the token types of each pair, as many as its ids; `batch` is as in [`Encoder::forward`].
    pub(crate) fn first_rows(
        &self,
        batch: &[&[u32]],
        types: &[&[u32]],
    ) -> candle_core::Result<Vec<Vec<f32>>> {
        let (hidden, _) = match &self.network {
            Network::Fused(model) => return model.first_rows(batch, types).map_err(candle_core::Error::msg),
            Network::Bert(model) => {
                self.hidden(batch, types, |ids, types, mask| model.forward(ids, types, Some(mask)))?
            }
            Network::Roberta(model) => self
                .hidden(batch, types, |ids, types, mask| model.forward(ids, mask, types, None, None, None))?,
        };
        hidden.narrow(1, 0, 1)?.squeeze(1)?.to_vec2()
    }

    /// Returns the last layer's vectors of all tokens of each text, concatenated. `batch` is as in
    /// [`Encoder::forward`].
    pub(crate) fn token_rows(&self, batch: &[&[u32]]) -> candle_core::Result<Vec<Vec<f32>>> {
        let padded = match &self.network {
            Network::Fused(model) => return model.token_rows(batch, &[]).map_err(candle_core::Error::msg),
            Network::Bert(model) => {
                self.hidden(batch, &[], |ids, types, mask| model.forward(ids, types, Some(mask)))?
            }
            Network::Roberta(model) => {
                self.hidden(batch, &[], |ids, types, mask| model.forward(ids, mask, types, None, None, None))?
            }
        };
        let rows = padded.0.to_vec3::<f32>()?;
        Ok(rows
            .into_iter()
            .zip(batch)
            .map(|(rows, ids)| rows.into_iter().take(ids.len()).flatten().collect())
            .collect())
    }

    fn padded(
        &self,
        batch: &[&[u32]],
        pooling: Pooling,
        run: impl Fn(&Tensor, &Tensor, &Tensor) -> candle_core::Result<Tensor>,
    ) -> candle_core::Result<Vec<Vec<f32>>> {
        let (hidden, mask) = self.hidden(batch, &[], run)?;
        let pooled = match pooling {
            Pooling::Cls => hidden.narrow(1, 0, 1)?.squeeze(1)?,
            Pooling::Mean => {
                let sums = hidden.broadcast_mul(&mask.unsqueeze(2)?)?.sum(1)?;
                sums.broadcast_div(&mask.sum_keepdim(1)?)?
            }
        };
        pooled.to_vec2()
    }

    /// Computes the last layer over a padded batch (texts, tokens, components), and its mask. Missing token
    /// types count as 0.
    fn hidden(
        &self,
        batch: &[&[u32]],
        types: &[&[u32]],
        run: impl Fn(&Tensor, &Tensor, &Tensor) -> candle_core::Result<Tensor>,
    ) -> candle_core::Result<(Tensor, Tensor)> {
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
        let ids = Tensor::from_vec(ids, shape, &self.device)?;
        let mask = Tensor::from_vec(mask, shape, &self.device)?;
        let types = Tensor::from_vec(kinds, shape, &self.device)?;
        Ok((run(&ids, &types, &mask)?, mask))
    }
}

//! Classifier head that turns the encoder's first token into one score.

use std::path::Path;

use candle_core::{Device, Result as CandleResult, Tensor};
use candle_nn::{Linear, Module};

use super::encoder_config::Architecture;
use super::error::InferenceError;
use super::weights::TensorFile;

/// Dense layer, tanh, dense layer: BERT's pooler and classifier, or RoBERTa's classification head. It is
/// small compared with the encoder, so it always runs on the processor.
pub(crate) struct ClassifierHead {
    dense: Linear,
    out: Linear,
    labels: usize,
}

impl ClassifierHead {
    /// Reads the head's tensors. `hidden` is the dimension of the encoder's vectors. `labels` is the number
    /// of classes in `config.json`, if present.
    pub(crate) fn read(
        weights: &Path,
        architecture: Architecture,
        hidden: usize,
        labels: Option<usize>,
    ) -> Result<Self, InferenceError> {
        let file = TensorFile::open(weights)?;
        let (dense, out) = match architecture {
            Architecture::Bert => {
                (format!("{}pooler.dense", file.encoder_prefix()?), "classifier".to_owned())
            }
            Architecture::Roberta => ("classifier.dense".to_owned(), "classifier.out_proj".to_owned()),
        };
        let bad = |what: String| InferenceError::BadFile { path: weights.to_owned(), what };
        let out_weight = file.tensor(&format!("{out}.weight"), &Device::Cpu)?;
        let labels = match (out_weight.dims(), labels) {
            ([found, _], Some(said)) if *found != said => {
                return Err(bad(format!("{out} has {found} classes, its config.json says {said}")));
            }
            ([found @ (1 | 2), _], _) => *found,
            (shape, _) => return Err(bad(format!("{out}.weight has shape {shape:?}, expected 1 or 2 rows"))),
        };
        let fitting = |name: String, shape: &[usize]| {
            let tensor = file.tensor(&name, &Device::Cpu)?;
            match tensor.dims() == shape {
                true => Ok(tensor),
                false => Err(bad(format!("{name} has shape {:?}, expected {shape:?}", tensor.dims()))),
            }
        };
        let linear = |name: &str, rows: usize| {
            let weight = fitting(format!("{name}.weight"), &[rows, hidden])?;
            let bias = fitting(format!("{name}.bias"), &[rows])?;
            Ok(Linear::new(weight, Some(bias)))
        };
        Ok(Self { dense: linear(&dense, hidden)?, out: linear(&out, labels)?, labels })
    }

    /// Returns one score per row: the only logit, or the second minus the first (not relevant, relevant). The
    /// difference orders passages as the softmax of the two does.
    pub(crate) fn scores(&self, rows: Vec<Vec<f32>>) -> CandleResult<Vec<f32>> {
        let logits = self.out.forward(&self.dense.forward(&Tensor::new(rows, &Device::Cpu)?)?.tanh()?)?;
        match self.labels {
            1 => logits.flatten_all()?.to_vec1(),
            _ => (logits.narrow(1, 1, 1)? - logits.narrow(1, 0, 1)?)?.flatten_all()?.to_vec1(),
        }
    }
}

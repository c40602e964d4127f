//! Classifier head that turns the encoder's first token into one score.

use std::path::Path;

use super::dense::Dense;
use super::encoder_config::Architecture;
use super::error::InferenceError;
use super::weights::TensorFile;

/// Dense layer, tanh, dense layer: BERT's pooler and classifier, or RoBERTa's classification head. It is
/// small compared with the encoder, so it always runs on the processor.
pub(crate) struct ClassifierHead {
    dense: Dense,
    out: Dense,
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
        let out_layer = Dense::read(&file, &out)?;
        match (out_layer.outputs(), labels) {
            (found, Some(said)) if found != said => {
                return Err(bad(format!("{out} has {found} classes, its config.json says {said}")));
            }
            (1 | 2, _) => {}
            (found, _) => return Err(bad(format!("{out}.weight has {found} rows, expected 1 or 2"))),
        }
        let dense_layer = Dense::read(&file, &dense)?;
        for (name, layer, rows) in [(&dense, &dense_layer, hidden), (&out, &out_layer, out_layer.outputs())] {
            let (found, expected) = ([layer.outputs(), layer.inputs()], [rows, hidden]);
            if found != expected {
                return Err(bad(format!("{name}.weight has shape {found:?}, expected {expected:?}")));
            }
        }
        Ok(Self { dense: dense_layer, out: out_layer })
    }

    /// Returns one score per row: the only logit, or the second minus the first (not relevant, relevant). The
    /// difference orders passages as the softmax of the two does.
    pub(crate) fn scores(&self, rows: &[Vec<f32>]) -> Vec<f32> {
        let score = |row: &Vec<f32>| {
            let mut pooled = self.dense.apply(row);
            pooled.iter_mut().for_each(|x| *x = x.tanh());
            match self.out.apply(&pooled).as_slice() {
                [one] => *one,
                [no, yes] => yes - no,
                _ => f32::NAN,
            }
        };
        rows.iter().map(score).collect()
    }
}

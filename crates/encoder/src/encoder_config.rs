//! `config.json` of a BERT or RoBERTa encoder, with checks that reject invalid sizes before they reach the
//! engine.

use std::path::Path;

use serde::Deserialize;

use super::error::InferenceError;
use super::fused::{Activation, Sizes};
use super::small_files::{CONFIG, read_json};

/// Numbering of an encoder's token positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Architecture {
    /// Positions count from 0.
    Bert,
    /// Positions count from the padding token's id + 1.
    Roberta,
}

/// Sizes of an encoder.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct EncoderConfig {
    model_type: Option<String>,
    pub vocab_size: usize,
    pub hidden_size: usize,
    pub num_hidden_layers: usize,
    pub num_attention_heads: usize,
    pub intermediate_size: usize,
    #[serde(default = "gelu")]
    hidden_act: String,
    pub max_position_embeddings: usize,
    #[serde(default = "two")]
    pub type_vocab_size: usize,
    #[serde(default = "small")]
    layer_norm_eps: f32,
    #[serde(default)]
    pub pad_token_id: u32,
    position_embedding_type: Option<String>,
}

fn gelu() -> String {
    "gelu".to_owned()
}

fn two() -> usize {
    2
}

fn small() -> f32 {
    1e-12
}

/// Limit far above any encoder of this kind; keeps products of two sizes within `usize`.
const MAX_SIZE: usize = 1 << 24;

/// Integer sums stay below 2^31 in an attention head of this size (products of up to 2047²), ...
const MOST_OF_A_HEAD: usize = 512;
/// ... over this many products of up to 127², ...
const MOST_SUMMED: usize = 131_072;
/// ... and over this many tokens. All three are far above any encoder of this kind.
const MOST_POSITIONS: usize = 65_535;

impl EncoderConfig {
    /// Reads and checks a folder's `config.json`.
    pub(crate) fn read(dir: &Path) -> Result<Self, InferenceError> {
        let path = dir.join(CONFIG);
        let config: Self = read_json(&path)?;
        match config.problem() {
            None => Ok(config),
            Some(what) => Err(InferenceError::BadFile { path, what }),
        }
    }

    fn problem(&self) -> Option<String> {
        let sizes = [
            ("vocab_size", self.vocab_size),
            ("hidden_size", self.hidden_size),
            ("num_hidden_layers", self.num_hidden_layers),
            ("num_attention_heads", self.num_attention_heads),
            ("intermediate_size", self.intermediate_size),
            ("max_position_embeddings", self.max_position_embeddings),
            ("type_vocab_size", self.type_vocab_size),
        ];
        if let Some((name, size)) = sizes.iter().find(|(_, size)| *size == 0 || *size > MAX_SIZE) {
            return Some(format!("{name} is {size}"));
        }
        if !self.hidden_size.is_multiple_of(self.num_attention_heads) {
            return Some(format!(
                "hidden_size {} is not a multiple of num_attention_heads {}",
                self.hidden_size, self.num_attention_heads
            ));
        }
        for (name, size, most) in [
            (
                "hidden_size over num_attention_heads",
                self.hidden_size / self.num_attention_heads,
                MOST_OF_A_HEAD,
            ),
            ("intermediate_size", self.intermediate_size, MOST_SUMMED),
            ("max_position_embeddings", self.max_position_embeddings, MOST_POSITIONS),
        ] {
            if size > most {
                return Some(format!("{name} is {size}, more than {most}"));
            }
        }
        if self.positions_offset() >= self.max_position_embeddings {
            return Some(format!("pad_token_id {} leaves no positions", self.pad_token_id));
        }
        if !(self.layer_norm_eps.is_finite() && self.layer_norm_eps > 0.0) {
            return Some(format!("layer_norm_eps is {}", self.layer_norm_eps));
        }
        if self.position_embedding_type.as_deref().is_some_and(|kind| kind != "absolute") {
            return Some("position_embedding_type other than absolute is not supported".to_owned());
        }
        if self.activation().is_none() {
            return Some(format!("hidden_act {} is not supported", self.hidden_act));
        }
        match self.model_type.as_deref() {
            None | Some("bert" | "roberta" | "xlm-roberta" | "camembert") => None,
            Some(other) => Some(format!(
                "model_type {other} is not supported (bert, roberta, xlm-roberta, camembert are)"
            )),
        }
    }

    pub(crate) fn architecture(&self) -> Architecture {
        match self.model_type.as_deref() {
            Some("roberta" | "xlm-roberta" | "camembert") => Architecture::Roberta,
            _ => Architecture::Bert,
        }
    }

    fn positions_offset(&self) -> usize {
        match self.architecture() {
            Architecture::Bert => 0,
            Architecture::Roberta => {
                usize::try_from(self.pad_token_id).unwrap_or(usize::MAX).saturating_add(1)
            }
        }
    }

    /// Returns the number of tokens that have a position.
    pub(crate) fn positions(&self) -> usize {
        self.max_position_embeddings.saturating_sub(self.positions_offset())
    }

    fn activation(&self) -> Option<Activation> {
        match self.hidden_act.as_str() {
            "gelu" => Some(Activation::Gelu),
            "gelu_new" | "gelu_pytorch_tanh" => Some(Activation::GeluTanh),
            "relu" => Some(Activation::Relu),
            _ => None,
        }
    }

    pub(crate) fn sizes(&self) -> Sizes {
        Sizes {
            vocabulary: self.vocab_size,
            hidden: self.hidden_size,
            layers: self.num_hidden_layers,
            heads: self.num_attention_heads,
            intermediate: self.intermediate_size,
            positions: self.max_position_embeddings,
            types: self.type_vocab_size,
            first_position: self.positions_offset(),
            epsilon: self.layer_norm_eps,
            activation: self.activation().unwrap_or(Activation::Gelu),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"{"vocab_size":10,"hidden_size":8,"num_hidden_layers":1,"num_attention_heads":2,
        "intermediate_size":16,"max_position_embeddings":16"#;

    fn config(more: &str) -> EncoderConfig {
        serde_json::from_str(&format!("{GOOD}{more}}}")).unwrap()
    }

    #[test]
    fn odd_sizes_are_named() {
        assert_eq!(config("").problem(), None);
        for (more, part) in [
            (r#","hidden_act":"swish""#, "hidden_act"),
            (r#","layer_norm_eps":0"#, "layer_norm_eps"),
            (r#","model_type":"deberta-v2""#, "model_type"),
            (r#","model_type":"roberta","pad_token_id":15"#, "positions"),
            (r#","position_embedding_type":"relative_key""#, "position_embedding_type"),
            (r#","type_vocab_size":0"#, "type_vocab_size"),
        ] {
            let problem = config(more).problem().unwrap_or_default();
            assert!(problem.contains(part), "{more}: {problem}");
        }
        let three = EncoderConfig { num_attention_heads: 3, ..config("") };
        assert!(three.problem().unwrap().contains("multiple"));
    }

    #[test]
    fn positions_by_architecture() {
        assert_eq!(config("").positions(), 16);
        assert_eq!(config(r#","model_type":"xlm-roberta","pad_token_id":1"#).positions(), 14);
    }
}

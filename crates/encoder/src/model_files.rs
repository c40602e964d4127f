//! Folder of a bi-encoder, with the properties needed to use it.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use twolane_text::ModelId;

use super::checksum::sha256_of_file;
use super::error::InferenceError;
use super::pooling::Pooling;
use super::small_files::read_json;

/// Text inserted before an input, by its role in a search. Empty for models without prefixes.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Prefixes {
    /// Prefix of a question.
    pub query: String,
    /// Prefix of a passage.
    pub passage: String,
}

/// A model on this machine, ready to load: a folder in the layout of sentence-transformers (`config.json`,
/// `tokenizer.json`, `model.safetensors`), and the settings for its vectors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelFiles {
    /// Name in the manifest, or the folder's name.
    pub name: String,
    /// Path of the folder.
    pub dir: PathBuf,
    /// SHA-256 of `model.safetensors` in hex.
    pub weights_sha256: String,
    /// Pooling of token vectors to one vector.
    pub pooling: Pooling,
    /// Text inserted before inputs.
    pub prefixes: Prefixes,
    /// Longest input in tokens, special tokens and prefix included.
    pub max_tokens: usize,
}

impl ModelFiles {
    /// Describes a model from its folder alone. Pooling is from `1_Pooling/config.json` (default: mean). The
    /// longest input is from `sentence_bert_config.json` (default: the positions of `config.json`). Prefixes
    /// are the prompts in `config_sentence_transformers.json`. The weights are hashed.
    pub fn from_folder(dir: &Path) -> Result<Self, InferenceError> {
        let weights = dir.join(WEIGHTS);
        if !weights.is_file() {
            return Err(InferenceError::Manifest {
                what: format!("{} is not a model's folder: it has no {WEIGHTS}", dir.display()),
            });
        }
        reject_unknown_modules(dir)?;
        Ok(Self {
            name: name_of_folder(dir),
            dir: dir.to_owned(),
            weights_sha256: sha256_of_file(&weights)?,
            pooling: pooling_of_folder(dir)?,
            prefixes: prefixes_of_folder(dir)?,
            max_tokens: max_tokens_of_folder(dir)?,
        })
    }

    /// Returns the path of a file in the folder.
    pub fn path(&self, file: &str) -> PathBuf {
        self.dir.join(file)
    }

    /// Returns the identity of the embeddings: the name and the first 8 hex digits of a hash over the weights
    /// and everything else that changes a vector.
    pub fn model_id(&self) -> ModelId {
        let mut hash = Sha256::new();
        for part in [
            self.weights_sha256.as_str(),
            self.pooling.as_str(),
            self.prefixes.query.as_str(),
            self.prefixes.passage.as_str(),
            self.max_tokens.to_string().as_str(),
        ] {
            hash.update(part.as_bytes());
            hash.update([0]);
        }
        let hex: String = hash.finalize().iter().take(4).map(|byte| format!("{byte:02x}")).collect();
        ModelId(format!("{}@{hex}", self.name))
    }
}

/// File name of the weights.
pub const WEIGHTS: &str = "model.safetensors";
/// File name extension of a language model.
pub(crate) const GGUF: &str = ".gguf";
/// File name ending of a language model rewritten from another file.
pub const REWRITTEN: &str = ".rewritten.gguf";

/// Derives a model's name from its folder. `sentence-transformers--all-MiniLM-L6-v2` gives
/// `all-minilm-l6-v2`, and so does a hub cache's
/// `models--sentence-transformers--all-MiniLM-L6-v2/snapshots/REVISION`.
pub(crate) fn name_of_folder(dir: &Path) -> String {
    let cached = dir
        .parent()
        .filter(|parent| parent.file_name().is_some_and(|name| name == "snapshots"))
        .and_then(Path::parent);
    let absolute = std::path::absolute(cached.unwrap_or(dir)).unwrap_or_default();
    let name = absolute.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    match name.rsplit("--").next() {
        Some(last) if !last.is_empty() => last.to_owned(),
        _ => "model".to_owned(),
    }
}

#[derive(Deserialize)]
struct PoolingConfig {
    #[serde(default)]
    pooling_mode_cls_token: bool,
    #[serde(default)]
    pooling_mode_mean_tokens: bool,
    #[serde(default)]
    pooling_mode_max_tokens: bool,
    #[serde(default)]
    pooling_mode_mean_sqrt_len_tokens: bool,
    #[serde(default)]
    pooling_mode_weightedmean_tokens: bool,
    #[serde(default)]
    pooling_mode_lasttoken: bool,
}

fn pooling_of_folder(dir: &Path) -> Result<Pooling, InferenceError> {
    let path = dir.join("1_Pooling/config.json");
    if !path.is_file() {
        return Ok(Pooling::Mean);
    }
    let config: PoolingConfig = read_json(&path)?;
    let unsupported = config.pooling_mode_max_tokens
        || config.pooling_mode_mean_sqrt_len_tokens
        || config.pooling_mode_weightedmean_tokens
        || config.pooling_mode_lasttoken;
    match (config.pooling_mode_mean_tokens, config.pooling_mode_cls_token, unsupported) {
        (true, false, false) => Ok(Pooling::Mean),
        (false, true, false) => Ok(Pooling::Cls),
        _ => Err(InferenceError::Manifest {
            what: format!("{} asks for a pooling other than mean or cls alone", path.display()),
        }),
    }
}

#[derive(Deserialize)]
struct Module {
    #[serde(rename = "type")]
    kind: String,
}

/// Rejects unknown modules, such as a dense layer. They change vectors, so silently skipping one would give
/// wrong results.
fn reject_unknown_modules(dir: &Path) -> Result<(), InferenceError> {
    let path = dir.join("modules.json");
    if !path.is_file() {
        return Ok(());
    }
    let modules: Vec<Module> = read_json(&path)?;
    let known = |kind: &str| {
        ["Transformer", "Pooling", "Normalize"].iter().any(|name| kind.rsplit('.').next() == Some(*name))
    };
    match modules.iter().find(|module| !known(&module.kind)) {
        None => Ok(()),
        Some(module) => Err(InferenceError::Manifest {
            what: format!("{} has a module that is not supported: {}", path.display(), module.kind),
        }),
    }
}

#[derive(Deserialize, Default)]
struct Prompts {
    #[serde(default)]
    prompts: std::collections::BTreeMap<String, String>,
}

fn prefixes_of_folder(dir: &Path) -> Result<Prefixes, InferenceError> {
    let path = dir.join("config_sentence_transformers.json");
    if !path.is_file() {
        return Ok(Prefixes::default());
    }
    let prompts = read_json::<Prompts>(&path)?.prompts;
    let first =
        |names: &[&str]| names.iter().find_map(|name| prompts.get(*name).cloned()).unwrap_or_default();
    Ok(Prefixes { query: first(&["query", "s2p_query"]), passage: first(&["passage", "document", "corpus"]) })
}

#[derive(Deserialize)]
struct SentenceBertConfig {
    max_seq_length: Option<usize>,
}

fn max_tokens_of_folder(dir: &Path) -> Result<usize, InferenceError> {
    let positions = super::encoder_config::EncoderConfig::read(dir)?.positions();
    let path = dir.join("sentence_bert_config.json");
    let wanted = match path.is_file() {
        true => read_json::<SentenceBertConfig>(&path)?.max_seq_length,
        false => None,
    };
    Ok(wanted.unwrap_or(positions).min(positions))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folder_names() {
        for (folder, name) in [
            ("/m/sentence-transformers--all-MiniLM-L6-v2", "all-minilm-l6-v2"),
            ("/m/my-model", "my-model"),
            ("/c/models--intfloat--E5/snapshots/abc", "e5"),
            ("/", "model"),
        ] {
            assert_eq!(name_of_folder(Path::new(folder)), name, "{folder}");
        }
    }

    #[test]
    fn identity_changes_with_all_that_changes_a_vector() {
        let base = ModelFiles {
            name: "m".into(),
            dir: PathBuf::new(),
            weights_sha256: "00".into(),
            pooling: Pooling::Mean,
            prefixes: Prefixes::default(),
            max_tokens: 256,
        };
        let others = [
            ModelFiles { weights_sha256: "01".into(), ..base.clone() },
            ModelFiles { pooling: Pooling::Cls, ..base.clone() },
            ModelFiles { prefixes: Prefixes { query: "q".into(), passage: String::new() }, ..base.clone() },
            ModelFiles { prefixes: Prefixes { query: String::new(), passage: "q".into() }, ..base.clone() },
            ModelFiles { max_tokens: 128, ..base.clone() },
        ];
        let mut ids: Vec<_> = others.iter().map(ModelFiles::model_id).collect();
        ids.push(base.model_id());
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), 6);
        let moved = ModelFiles { dir: "/elsewhere".into(), ..base.clone() };
        assert_eq!(moved.model_id(), base.model_id());
        assert!(base.model_id().0.starts_with("m@") && base.model_id().0.len() == 10);
    }
}

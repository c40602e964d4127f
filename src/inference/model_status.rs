//! What `models list` and `models check` say of a model.

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::bert_cross_encoder::BertCrossEncoder;
use super::checksum::sha256_of_file;
use super::encoder_config::EncoderConfig;
use super::error::InferenceError;
use super::manifest::{ModelEntry, ModelRole};
use super::model_files::{ModelFiles, WEIGHTS};

/// Whether a model can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ModelState {
    /// It is here.
    Ready,
    /// It is not on this machine.
    Missing,
    /// It is here, but a file is missing or is not what it should be.
    Damaged,
}

/// One model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ModelStatus {
    /// Name of the manifest, or of the folder.
    pub name: String,
    /// What it is for.
    pub role: ModelRole,
    /// Whether it can be used.
    pub status: ModelState,
    /// Components of a vector.
    pub dim: usize,
    /// Longest input in tokens.
    pub max_tokens: usize,
    /// Its folder, when it is here.
    pub path: Option<PathBuf>,
    /// sha256 of its weights.
    pub sha256: Option<String>,
    /// Whether the manifest says which bytes its files must have.
    pub pinned: bool,
    /// What is wrong with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

impl ModelStatus {
    pub(crate) fn missing(entry: &ModelEntry) -> Self {
        Self {
            name: entry.name.clone(),
            role: entry.role,
            status: ModelState::Missing,
            dim: entry.dimensions,
            max_tokens: entry.max_tokens,
            path: None,
            sha256: entry.weights().map(|file| file.sha256.clone()),
            pinned: true,
            problem: None,
        }
    }

    pub(crate) fn of_folder(files: &ModelFiles) -> Self {
        let (dim, problem) = match EncoderConfig::read(&files.dir) {
            Ok(config) => (config.hidden_size, None),
            Err(error) => (0, Some(error.to_string())),
        };
        Self {
            name: files.name.clone(),
            role: ModelRole::BiEncoder,
            status: if problem.is_none() { ModelState::Ready } else { ModelState::Damaged },
            dim,
            max_tokens: files.max_tokens,
            path: Some(files.dir.clone()),
            sha256: Some(files.weights_sha256.clone()),
            pinned: false,
            problem,
        }
    }

    /// A cross-encoder that is known by name and not on this machine.
    pub(crate) fn missing_cross_encoder(repository: &str) -> Self {
        Self {
            name: repository.to_owned(),
            role: ModelRole::CrossEncoder,
            status: ModelState::Missing,
            dim: 0,
            max_tokens: 0,
            path: None,
            sha256: None,
            pinned: false,
            problem: None,
        }
    }

    /// A cross-encoder in this folder. `hash`: whether to hash its weights.
    pub(crate) fn of_cross_encoder(name: &str, dir: &Path, hash: bool) -> Self {
        let found = BertCrossEncoder::inspect(dir);
        let sha256 = match hash {
            true => sha256_of_file(&dir.join(WEIGHTS)).ok(),
            false => None,
        };
        let (dim, max_tokens) = found.as_ref().copied().unwrap_or_default();
        Self {
            status: if found.is_ok() { ModelState::Ready } else { ModelState::Damaged },
            dim,
            max_tokens,
            path: Some(dir.to_owned()),
            sha256,
            problem: found.err().map(|error| error.to_string()),
            ..Self::missing_cross_encoder(name)
        }
    }

    pub(crate) fn unusable(name: &str, dir: &Path, error: &InferenceError) -> Self {
        Self {
            name: name.to_owned(),
            role: ModelRole::BiEncoder,
            status: ModelState::Damaged,
            dim: 0,
            max_tokens: 0,
            path: Some(dir.to_owned()),
            sha256: None,
            pinned: false,
            problem: Some(error.to_string()),
        }
    }
}

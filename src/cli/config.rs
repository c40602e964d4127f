//! `twolane.toml`: one typed struct with defaults; an unknown key is an error that names the
//! nearest known one.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::ask::gate::GateOptions;
use crate::ask::plan::PlanOptions;
use crate::ask::screen::ScreenOptions;
use crate::ask::session::SessionOptions;
use crate::ask::write::WriterOptions;
use crate::ask::{AnswerOptions, MemoryOptions, ResearchOptions, TraceOptions};
use crate::ingest::chunk::ChunkOptions;
use crate::ingest::metadata::{MetadataError, MetadataRules};
use crate::ingest::read::pdf::{LayoutOptions, PdfLimits, QualityOptions};
use crate::ingest::read::{OcrOptions, ReadLimits};
use crate::ingest::worker::Limits;
use crate::ingest::{IngestOptions, Reading};
use crate::law::pack::PackOptions;
use crate::retrieve::{CrossEncoderRerankOptions, RetrievalOptions, SearchOptions};
use crate::vector::GraphOptions;

/// Everything that a configuration file can set.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// Models.
    pub models: ModelsConfig,
    /// The language model that answers are written with when no flag names one.
    pub model: LanguageConfig,
    /// How files are taken in.
    pub ingest: IngestConfig,
    /// Optical character recognition.
    pub ocr: OcrOptions,
    /// Bounds of the formats that are not PDF.
    pub read: ReadLimits,
    /// PDF files: bounds, layout, when text counts as text.
    pub pdf: PdfConfig,
    /// How chunks are cut.
    pub chunk: ChunkOptions,
    /// What a worker process may use.
    pub limits: Limits,
    /// Search: fusion, BM25, depth.
    pub search: SearchOptions,
    /// The graph over many vectors: from how many on, how it is built and walked.
    pub graph: GraphOptions,
    /// Lanes: queries, passes, merge.
    pub retrieval: RetrievalOptions,
    /// Second stage with a cross-encoder, where `models.reranker` names one: pool, weight.
    pub cross_encoder: CrossEncoderRerankOptions,
    /// Packs: limits and trust.
    pub packs: PackOptions,
    /// Answers: which sentences are facts, when to abstain.
    pub answer: AnswerOptions,
    /// Screening of questions.
    pub screen: ScreenOptions,
    /// Planning.
    pub plan: PlanOptions,
    /// Research: questions of several steps.
    pub research: ResearchOptions,
    /// Writing with a language model.
    pub writer: WriterOptions,
    /// When a question is asked back.
    pub gate: GateOptions,
    /// Sessions and texts of the user.
    pub session: SessionOptions,
    /// Traces.
    pub trace: TraceOptions,
    /// Memory of answers.
    pub memory: MemoryOptions,
    /// Working folders whose configuration counts like the user's own.
    pub trust: TrustConfig,
}

/// `[trust]`
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TrustConfig {
    /// Absolute paths; what stands below one is trusted too.
    pub folders: Vec<PathBuf>,
}

/// `[models]`
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ModelsConfig {
    /// Name of the bi-encoder, as in `models/models.toml`.
    pub embedding: String,
    /// Folder or name of a cross-encoder for the second stage of search; none: late interaction.
    pub reranker: Option<String>,
    /// `auto`, `cpu`, `cuda` or `metal`.
    pub device: String,
    /// What models are computed in on the processor: `auto`, `f32`, `bf16` or `int8`.
    pub numbers: String,
}

/// `[model]`
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LanguageConfig {
    /// As `--model`: a GGUF file, its folder, or a name that `twolane models list` has; with a
    /// server, the model's name there.
    pub name: Option<String>,
    /// As `--server`: address of an OpenAI-compatible server.
    pub server: Option<String>,
}

/// `[ingest]`
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct IngestConfig {
    /// Files that are read at a time; 0 for one a core.
    pub threads: usize,
    /// Sources after which a commit is made.
    pub commit_sources: usize,
    /// Seconds after which a commit is made.
    pub commit_seconds: u32,
    /// Texts that are embedded together.
    pub embed_group: usize,
    /// Keep the signs of token vectors for the second stage: 48 bytes a token, some 5 kB a page.
    pub token_vectors: bool,
    /// Bytes of documents that are held at a time.
    pub memory: usize,
    /// Longest line, in characters, of formats whose paragraphs have no lines of their own.
    pub wrap: usize,
    /// Take in what a JSONL record only proposes, marked as proposed.
    pub proposed: bool,
    /// Rules that read metadata from names and first pages, in place of those that are built in.
    pub metadata_rules: Option<PathBuf>,
}

impl Default for IngestConfig {
    fn default() -> Self {
        let options = IngestOptions::new(Reading::InProcess);
        IngestConfig {
            threads: options.threads,
            commit_sources: options.commit_sources,
            commit_seconds: u32::try_from(options.commit_after.as_secs()).unwrap_or(u32::MAX),
            embed_group: options.embed_group,
            token_vectors: options.token_vectors,
            memory: options.memory,
            wrap: options.read.wrap,
            proposed: options.read.proposed,
            metadata_rules: None,
        }
    }
}

/// `[pdf]`
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PdfConfig {
    /// Bounds on what one file may cost.
    pub limits: PdfLimits,
    /// How glyphs become words, lines and columns.
    pub layout: LayoutOptions,
    /// When a page's text counts as text.
    pub quality: QualityOptions,
}

impl Default for ModelsConfig {
    fn default() -> Self {
        ModelsConfig {
            embedding: "all-minilm-l6-v2".into(),
            reranker: None,
            device: "auto".into(),
            numbers: "auto".into(),
        }
    }
}

/// A configuration file that can't be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file can't be read.
    #[error("cannot read the configuration {}: {source}; check the path given with --config", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file does not parse, or has a key or value that is not known.
    #[error("{}: {what}{hint}", path.display())]
    Parse {
        /// The file.
        path: PathBuf,
        /// What is wrong, with line and column.
        what: String,
        /// The nearest known key, as a question.
        hint: String,
    },
    /// A file of the working folder sets what only the user may set.
    #[error(
        "{}: a folder's own configuration may not set {keys} unasked; if this folder is yours, say so with --trust-folder, with --config {}, or by its path in `folders` of [trust] in {}", path.display(), path.display(), user.display()
    )]
    NotTrusted {
        /// The file.
        path: PathBuf,
        /// The keys, each with the reason.
        keys: String,
        /// The user's configuration file.
        user: PathBuf,
    },
    /// A value that can't be meant.
    #[error("{}: `{key}` {what}", path.display())]
    Value {
        /// The file.
        path: PathBuf,
        /// The key.
        key: String,
        /// What is wrong with its value.
        what: String,
    },
    /// A rule file that the program was built with does not parse.
    #[error(
        "this build can't be used: its assets/{file} is broken: {what}; correct the file and build again"
    )]
    BuiltIn {
        /// The file.
        file: &'static str,
        /// What is wrong with it.
        what: String,
    },
}

impl Config {
    /// Reads a configuration file.
    pub fn read(path: &Path) -> Result<Config, ConfigError> {
        let text = std::fs::read_to_string(path)
            .map_err(|source| ConfigError::Read { path: path.to_owned(), source })?;
        Self::parse(&text, path)
    }

    /// Parses a configuration; `path` is for messages.
    pub fn parse(text: &str, path: &Path) -> Result<Config, ConfigError> {
        let config: Config = toml::from_str(text).map_err(|e| {
            let what = e.to_string().trim_end().to_owned();
            let hint =
                nearest_known(e.message()).map(|k| format!("\ndid you mean `{k}`?")).unwrap_or_default();
            ConfigError::Parse { path: path.to_owned(), what, hint }
        })?;
        super::config_values::check(&config).map_err(|(key, what)| ConfigError::Value {
            path: path.to_owned(),
            key,
            what,
        })?;
        Ok(config)
    }
}

impl Config {
    /// Keys that have no value unless one is given.
    pub const OPTIONAL_KEYS: [&'static str; 5] =
        ["ingest.metadata_rules", "model.name", "model.server", "models.reranker", "retrieval.vocabulary"];

    /// Settings of taking files in, which are read in workers of this program.
    ///
    /// # Errors
    /// A file of metadata rules that can't be used.
    pub fn ingest_options(&self, program: &Path) -> Result<IngestOptions, MetadataError> {
        let mut options = IngestOptions::new(Reading::Workers { program: program.to_owned() });
        options.read.ocr.clone_from(&self.ocr);
        options.read.limits = self.read;
        options.read.pdf.limits.clone_from(&self.pdf.limits);
        options.read.pdf.layout.clone_from(&self.pdf.layout);
        options.read.pdf.quality.clone_from(&self.pdf.quality);
        options.read.wrap = self.ingest.wrap;
        options.read.proposed = self.ingest.proposed;
        options.chunk = self.chunk;
        options.limits = self.limits;
        options.threads = self.ingest.threads;
        options.commit_sources = self.ingest.commit_sources;
        options.commit_after = Duration::from_secs(self.ingest.commit_seconds.into());
        options.embed_group = self.ingest.embed_group;
        options.token_vectors = self.ingest.token_vectors;
        options.memory = self.ingest.memory;
        options.metadata_rules = self.metadata_rules()?;
        Ok(options)
    }

    /// The user's own rules on metadata, if a file of them is named.
    ///
    /// # Errors
    /// A file that can't be used.
    pub fn metadata_rules(&self) -> Result<Option<MetadataRules>, MetadataError> {
        self.ingest.metadata_rules.as_deref().map(MetadataRules::read).transpose()
    }

    /// Every key that has a value, with its dots and its value as TOML writes it, in order.
    pub fn keys(&self) -> Vec<(String, String)> {
        let keys = super::config_values::keys(self).unwrap_or_default();
        keys.into_iter().map(|(key, value)| (key, value.to_string())).collect()
    }
}

/// From serde's "unknown field `x`, expected one of `a`, `b`": the known name nearest to `x`.
fn nearest_known(message: &str) -> Option<String> {
    let mut names = message.split('`').skip(1).step_by(2);
    let unknown = message.starts_with("unknown field").then(|| names.next()).flatten()?;
    names
        .map(|known| (crate::text::letters_apart(unknown, known), known))
        .min()
        .map(|(_, known)| known.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_key_names_the_nearest() {
        let error = Config::parse("[models]\nembeding = \"x\"\n", Path::new("twolane.toml")).unwrap_err();
        let text = error.to_string();
        assert!(text.contains("twolane.toml") && text.contains("did you mean `embedding`?"), "{text}");
    }

    #[test]
    fn defaults_round_trip() {
        let text = toml::to_string(&Config::default()).unwrap();
        assert_eq!(Config::parse(&text, Path::new("x")).unwrap(), Config::default());
    }
}

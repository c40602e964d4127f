//! The values of a run: defaults, with a tuning file and `twolane.toml` laid over them. `twolane.toml` may set
//! the keys of [`super::settings`]; any other is an error that names the nearest one.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use toml::Table;

use twolane_answer::gate::GateOptions;
use twolane_answer::plan::PlanOptions;
use twolane_answer::screen::ScreenOptions;
use twolane_answer::session::SessionOptions;
use twolane_answer::write::WriterOptions;
use twolane_answer::{AnswerOptions, MemoryOptions, ResearchOptions, TraceOptions};
use twolane_ingest::chunk::ChunkOptions;
use twolane_ingest::metadata::{MetadataError, MetadataRules};
use twolane_ingest::read::pdf::{LayoutOptions, PdfLimits, QualityOptions};
use twolane_ingest::read::{OcrOptions, ReadLimits};
use twolane_ingest::sync::Folder;
use twolane_ingest::worker::Limits;
use twolane_ingest::{IngestOptions, Reading};
use twolane_law::pack::PackOptions;
use twolane_retrieve::{CrossEncoderRerankOptions, RetrievalOptions, SearchOptions};
use twolane_vector::GraphOptions;

/// The values of a run. `twolane.toml` sets some, a tuning file may set all.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The models for search.
    pub models: ModelsConfig,
    /// The language model that writes answers when no flag names one.
    pub model: LanguageConfig,
    /// The settings of ingest.
    pub ingest: IngestConfig,
    /// The settings of optical character recognition.
    pub ocr: OcrOptions,
    /// The limits of the formats that are not PDF.
    pub read: ReadLimits,
    /// The settings of PDF files: limits, layout, text quality.
    pub pdf: PdfConfig,
    /// The settings for cutting chunks.
    pub chunk: ChunkOptions,
    /// The resource limits of a worker process.
    pub limits: Limits,
    /// The settings of search: fusion, BM25, depth.
    pub search: SearchOptions,
    /// The settings of the vector graph: the number of vectors from which it is used, its construction, its
    /// search.
    pub graph: GraphOptions,
    /// The settings of lanes: queries, passes, merge.
    pub retrieval: RetrievalOptions,
    /// The settings for reranking with a cross-encoder, where `models.reranker` names one: candidates,
    /// weight.
    pub cross_encoder: CrossEncoderRerankOptions,
    /// The settings of packs: limits and trust.
    pub packs: PackOptions,
    /// The settings of answers: which sentences are facts, when to abstain.
    pub answer: AnswerOptions,
    /// The settings for screening questions.
    pub screen: ScreenOptions,
    /// The settings of planning.
    pub plan: PlanOptions,
    /// The settings of research: questions of several steps.
    pub research: ResearchOptions,
    /// The settings for writing with a language model.
    pub writer: WriterOptions,
    /// The settings for asking back.
    pub gate: GateOptions,
    /// The settings of sessions and texts of the user.
    pub session: SessionOptions,
    /// The settings of traces.
    pub trace: TraceOptions,
    /// The settings of the answer memory.
    pub memory: MemoryOptions,
    /// The settings of `serve` for the public.
    pub public: PublicConfig,
    /// The working folders whose configuration counts like the user's own.
    pub trust: TrustConfig,
    /// The folders that the archive is kept in step with.
    pub folders: Vec<Folder>,
}

/// The `[public]` table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PublicConfig {
    /// The most questions and searches of one address in a minute.
    pub per_minute: usize,
    /// The office to ask where the papers have no answer.
    pub contact: Option<String>,
}

impl Default for PublicConfig {
    fn default() -> Self {
        PublicConfig { per_minute: 20, contact: None }
    }
}

/// The `[trust]` table.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TrustConfig {
    /// Absolute paths of trusted folders; everything below one is trusted too.
    pub folders: Vec<PathBuf>,
}

/// The `[models]` table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ModelsConfig {
    /// The name of the bi-encoder, as in `models/models.toml`.
    pub embedding: String,
    /// The folder or name of a cross-encoder for reranking; late interaction without one.
    pub reranker: Option<String>,
    /// The device: `auto`, `cpu`, `cuda` or `metal`.
    pub device: String,
    /// The precision of models on the processor: `auto`, `f32`, `bf16` or `int8`.
    pub precision: String,
}

/// The `[model]` table.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LanguageConfig {
    /// The model, as in `--model`: a GGUF file, its folder, or a name in `twolane models list`; with a
    /// server, the model's name there.
    pub name: Option<String>,
    /// The address of an OpenAI-compatible server, as in `--server`.
    pub server: Option<String>,
    /// Setting for sentences in the model's own words; by default a server's model may write them.
    pub prose: Option<ProseSetting>,
}

/// Sentences that a language model may write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ProseSetting {
    /// Sentences in its own words, each checked against the quotes that it cites.
    Checked,
    /// Whole quoted sentences alone.
    Quotes,
}

/// The `[ingest]` table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct IngestConfig {
    /// The number of files that are read at a time; 0 for one per core.
    pub threads: usize,
    /// The number of sources after which a commit follows.
    pub commit_sources: usize,
    /// The number of seconds after which a commit follows.
    pub commit_seconds: u32,
    /// The number of texts that are embedded together.
    pub embed_group: usize,
    /// True to keep the signs of token vectors for reranking: 48 bytes a token, about 5 kB a page.
    pub token_vectors: bool,
    /// The bytes of documents that are held at a time.
    pub memory: usize,
    /// The longest line, in characters, of formats whose paragraphs have no lines of their own.
    pub wrap: usize,
    /// True to ingest texts that a JSONL record only proposes, marked as proposed.
    pub proposed: bool,
    /// The rules that read metadata from names and first pages, in place of the built-in ones.
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

/// The `[pdf]` table.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PdfConfig {
    /// The limits on the cost of one file.
    pub limits: PdfLimits,
    /// The layout options: from glyphs to words, lines and columns.
    pub layout: LayoutOptions,
    /// The quality that a page's text must have.
    pub quality: QualityOptions,
}

impl Default for ModelsConfig {
    fn default() -> Self {
        ModelsConfig {
            embedding: "all-minilm-l6-v2".into(),
            reranker: None,
            device: "auto".into(),
            precision: "auto".into(),
        }
    }
}

/// An unusable configuration file.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file can't be read.
    #[error("cannot read the configuration {}: {source}; check the path given with --config", path.display())]
    Read {
        /// The path of the file.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// The file does not parse, or has an unknown key or value.
    #[error("{}: {what}{hint}", path.display())]
    Parse {
        /// The path of the file.
        path: PathBuf,
        /// The defect, with line and column.
        what: String,
        /// The nearest known key, as a question.
        hint: String,
    },
    /// A file sets a key that is no setting.
    #[error("{}: `{key}` is not a setting; did you mean `{nearest}`? docs/configuration.md lists all", path.display())]
    NoSetting {
        /// The path of the file.
        path: PathBuf,
        /// The unknown key.
        key: String,
        /// The nearest setting.
        nearest: String,
    },
    /// A file of the working folder sets a key reserved for the user.
    #[error(
        "{}: a folder's own configuration may not set {keys}\nhint: if this folder is yours, use --trust-folder or --config {}, or add its path to `folders` of [trust] in {}", path.display(), path.display(), user.display()
    )]
    NotTrusted {
        /// The path of the file.
        path: PathBuf,
        /// The keys, each with the reason.
        keys: String,
        /// The user's configuration file.
        user: PathBuf,
    },
    /// A value is out of range.
    #[error("{}: `{key}` {what}", path.display())]
    Value {
        /// The path of the file.
        path: PathBuf,
        /// The key of the value.
        key: String,
        /// The defect of its value.
        what: String,
    },
    /// A rule file that the program was built with does not parse.
    #[error(
        "this build can't be used: its assets/{file} is broken: {what}; correct the file and build again"
    )]
    BuiltIn {
        /// The name of the file.
        file: &'static str,
        /// The defect of the file.
        what: String,
    },
}

impl Config {
    /// Parses a `twolane.toml`; `path` is for messages.
    ///
    /// # Errors
    /// Returns a [`ConfigError`]: broken TOML, a key that is no setting, or a value out of range.
    pub fn parse(text: &str, path: &Path) -> Result<Config, ConfigError> {
        Self::default().with(&Self::settings(text, path)?, path)
    }

    /// Parses a `twolane.toml` as the table of the settings that it gives.
    pub(super) fn settings(text: &str, path: &Path) -> Result<Table, ConfigError> {
        let values = table(text, path)?;
        match super::settings::unknown(&values) {
            Some((key, nearest)) => {
                Err(ConfigError::NoSetting { path: path.to_owned(), key, nearest: nearest.to_owned() })
            }
            None => Ok(values),
        }
    }

    /// Parses a tuning file, which may set every value; `path` is for messages.
    ///
    /// # Errors
    /// As [`parse`](Self::parse), with any value for a setting.
    pub fn parse_tuning(text: &str, path: &Path) -> Result<Config, ConfigError> {
        Self::default().with(&table(text, path)?, path)
    }

    /// Lays values over this configuration.
    pub(super) fn with(&self, values: &Table, path: &Path) -> Result<Config, ConfigError> {
        let broken = |what: String, hint: String| ConfigError::Parse { path: path.to_owned(), what, hint };
        let mut all = Table::try_from(self).map_err(|e| broken(e.to_string(), String::new()))?;
        lay_over(&mut all, values.clone());
        let config: Config = all.try_into().map_err(|e: toml::de::Error| {
            let hint =
                nearest_known(e.message()).map(|k| format!("\ndid you mean `{k}`?")).unwrap_or_default();
            broken(e.to_string().trim_end().to_owned(), hint)
        })?;
        super::config_values::check(&config, &Config::default())
            .map_err(|(key, what)| ConfigError::Value { path: path.to_owned(), key, what })?;
        super::folder_values::check(&config.folders).map_err(|what| ConfigError::Value {
            path: path.to_owned(),
            key: "folders".to_owned(),
            what,
        })?;
        Ok(config)
    }
}

/// Parses a file as a table of values.
pub(super) fn table(text: &str, path: &Path) -> Result<Table, ConfigError> {
    text.parse().map_err(|e: toml::de::Error| ConfigError::Parse {
        path: path.to_owned(),
        what: e.to_string().trim_end().to_owned(),
        hint: String::new(),
    })
}

/// Overlays one table on another: tables are merged, any other value is replaced.
pub(super) fn lay_over(below: &mut Table, above: Table) {
    for (key, value) in above {
        match (below.get_mut(&key), value) {
            (Some(toml::Value::Table(inner)), toml::Value::Table(over)) => lay_over(inner, over),
            (_, value) => drop(below.insert(key, value)),
        }
    }
}

impl Config {
    /// The keys without a default value.
    pub const OPTIONAL_KEYS: [&'static str; 7] = [
        "ingest.metadata_rules",
        "model.name",
        "model.prose",
        "model.server",
        "models.reranker",
        "public.contact",
        "retrieval.vocabulary",
    ];

    /// Returns the settings of ingest, which reads in workers of this program.
    ///
    /// # Errors
    /// Fails when a file of metadata rules can't be used.
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

    /// Applies the caution to the thresholds of refusal, once.
    pub(super) fn cautious(mut self) -> Config {
        self.answer.abstain = self.answer.abstain.with_caution(std::mem::take(&mut self.answer.caution));
        self
    }

    /// Returns the user's own metadata rules, if a file of them is named.
    ///
    /// # Errors
    /// Fails when the file can't be used.
    pub fn metadata_rules(&self) -> Result<Option<MetadataRules>, MetadataError> {
        self.ingest.metadata_rules.as_deref().map(MetadataRules::read).transpose()
    }

    /// Returns every key with a value, with its dots and its value as TOML writes it, in order.
    pub fn keys(&self) -> Vec<(String, String)> {
        let keys = super::config_values::keys(self).unwrap_or_default();
        keys.into_iter().map(|(key, value)| (key, value.to_string())).collect()
    }
}

/// Returns the known name nearest to `x` in serde's "unknown field `x`, expected one of `a`, `b`".
fn nearest_known(message: &str) -> Option<String> {
    let mut names = message.split('`').skip(1).step_by(2);
    let unknown = message.starts_with("unknown field").then(|| names.next()).flatten()?;
    names
        .map(|known| (twolane_text::letters_apart(unknown, known), known))
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
        assert!(text.contains("twolane.toml") && text.contains("did you mean `models.embedding`?"), "{text}");
        let text = "[answer.weights]\nnotes = 0.1\n";
        let error = Config::parse_tuning(text, Path::new("tuning.toml")).unwrap_err().to_string();
        assert!(error.contains("did you mean `note`?"), "{error}");
    }

    #[test]
    fn tables_are_joined() {
        let mut below: Table = "[a]\nx = 1\ny = 2\n[b]\nz = [1]\n".parse().unwrap();
        lay_over(&mut below, "[a]\ny = 3\n[b]\nz = [2]\n[c]\nw = 4\n".parse().unwrap());
        let expected: Table = "[a]\nx = 1\ny = 3\n[b]\nz = [2]\n[c]\nw = 4\n".parse().unwrap();
        assert_eq!(below, expected);
    }

    #[test]
    fn settings_exist() {
        let keys: Vec<String> = Config::default().keys().into_iter().map(|(key, _)| key).collect();
        for name in super::super::settings::names() {
            let name = name.replace("NAME", "local");
            assert!(keys.contains(&name) || Config::OPTIONAL_KEYS.contains(&name.as_str()), "{name}");
        }
    }

    #[test]
    fn defaults_round_trip() {
        let text = toml::to_string(&Config::default()).unwrap();
        assert_eq!(Config::parse_tuning(&text, Path::new("x")).unwrap(), Config::default());
    }
}

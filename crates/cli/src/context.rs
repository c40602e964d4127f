//! The context of every command: plain values from flags, environment and configuration.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;

use twolane_answer::plan::PlanOptions;
use twolane_answer::{AskOptions, ConversationOptions};
use twolane_api::Conditions;
use twolane_archive::{Archive, ArchiveError, Place};
use twolane_encoder::{
    BertCrossEncoder, BertEmbedder, CrossEncoderOptions, Embedder, EmbedderOptions, Hub, HubAccess,
    HubOptions, InferenceError, Manifest, Numbers,
};
use twolane_ingest::IngestOptions;
use twolane_ingest::metadata::{MetadataError, MetadataRules};

use super::config::Config;
use super::config_files::{self, Found};
use super::global_args::GlobalArgs;
use super::output::{self, Style};
use super::places;

/// The bytes of vectors that one command compares with their checksums: some 80,000 passages. Above, servers
/// and `twolane index check` do.
const CHECKED_VECTORS: u64 = 128 << 20;

/// A flag set when the user presses Ctrl-C; long work checks it between steps.
#[derive(Debug, Clone, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Returns true after Ctrl-C.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Sets the interrupt flag.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Messages that are kept for a program instead of being printed.
#[derive(Debug, Clone, Default)]
pub struct Messages(Arc<Mutex<Vec<String>>>);

impl Messages {
    /// Keeps a message.
    fn keep(&self, message: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(message.to_owned());
    }

    /// Takes out all messages, oldest first.
    pub fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The values that hold for the whole run.
#[derive(Debug, Clone)]
pub struct Context {
    /// The place of the archive.
    pub archive_place: Place,
    /// The places of all archives that were named, for `serve`; empty unless there are several.
    pub several_places: Vec<Place>,
    /// The folder given with `--model-dir` or `TWOLANE_MODELS`: a model's own folder, or one that holds
    /// models.
    pub model_dir: Option<PathBuf>,
    /// The folder in which fetched models are kept.
    pub model_store: PathBuf,
    /// The folder `./models` of a checkout: only files with the pinned hashes are used from there.
    pub models_beside: Option<PathBuf>,
    /// The folder of the user's caches (embeddings of `eval retrieval`).
    pub cache_dir: PathBuf,
    /// The folder of the hub's cache, read only.
    pub hub_cache: Option<PathBuf>,
    /// The path of this program, for worker processes.
    pub program: PathBuf,
    /// True when no network may be used.
    pub offline: bool,
    /// True for one JSON object on standard output instead of text for people.
    pub json: bool,
    /// True for only errors on standard error.
    pub quiet: bool,
    /// The place of messages that are not for standard error, in a program that uses this crate.
    pub messages: Option<Messages>,
    /// The degree of additional output on standard error.
    pub verbose: u8,
    /// The configuration file's values over defaults.
    pub config: Config,
    /// The interrupt flag of Ctrl-C.
    pub interrupt: Interrupt,
    /// True for an archive that was found in a working folder, which may come from somebody else. The user's folders are
    /// not read into it.
    pub is_foreign_archive: bool,
}

impl Context {
    /// Finds the context of a run in flags, environment, configuration files and folders, and reports whether the
    /// working folder is trusted. `program` is the path of the program, which workers are started from.
    ///
    /// # Errors
    /// Fails when a configuration file or variable can't be used.
    pub fn find(
        global: &GlobalArgs,
        program: PathBuf,
        interrupt: Interrupt,
    ) -> anyhow::Result<(Context, bool)> {
        let Found { mut config, trusted } = config_files::find(global)?;
        super::variables::apply(&mut config, &|name| std::env::var(name).ok())?;
        if let Some(device) = &global.device {
            config.models.device.clone_from(device);
        }
        if let Some(precision) = &global.precision {
            config.models.precision.clone_from(precision);
        }
        if let Some(reranker) = &global.reranker {
            config.models.reranker = Some(reranker.clone());
        }
        let mut several_places: Vec<Place> = global.archive.iter().cloned().map(places::archive).collect();
        let archive_place =
            several_places.first().cloned().unwrap_or_else(|| places::archive(places::default_archive()));
        if several_places.len() == 1 {
            several_places.clear();
        }
        let is_foreign_archive = global.archive.is_empty()
            && !trusted
            && archive_place.folder() == Some(Path::new(places::ARCHIVE_HERE));
        let context = Context {
            archive_place,
            several_places,
            model_dir: global.model_dir.clone(),
            model_store: places::model_store(),
            models_beside: places::models_beside(),
            cache_dir: places::cache_dir(),
            hub_cache: places::hub_cache(),
            program,
            offline: global.offline,
            json: global.json,
            quiet: global.quiet,
            messages: None,
            verbose: global.verbose,
            config,
            interrupt,
            is_foreign_archive,
        };
        Ok((context, trusted))
    }

    /// Checks that `--offline` allows the archives of a command.
    ///
    /// # Errors
    /// Fails for an archive on another machine.
    pub fn check_places(&self) -> anyhow::Result<()> {
        std::iter::once(&self.archive_place)
            .chain(&self.several_places)
            .try_for_each(|place| places::allowed(place, self.offline))
    }

    /// Returns the settings of search and answers.
    pub fn ask_options(&self) -> AskOptions {
        AskOptions {
            search: self.config.search.clone(),
            retrieval: self.config.retrieval.clone(),
            answer: self.config.answer.clone(),
        }
    }

    /// Returns the settings of ingest, which reads in workers of this program.
    ///
    /// # Errors
    /// Fails when a file of metadata rules can't be used.
    pub fn ingest_options(&self) -> Result<IngestOptions, MetadataError> {
        self.config.ingest_options(&self.program)
    }

    /// Returns the user's own metadata rules, if the configuration names a file of them.
    ///
    /// # Errors
    /// Fails when the file can't be used.
    pub fn metadata_rules(&self) -> Result<Option<MetadataRules>, MetadataError> {
        self.config.metadata_rules()
    }

    /// Returns the settings of the gate, of sessions and of traces.
    pub fn conversation_options(&self) -> ConversationOptions {
        ConversationOptions {
            screen: self.config.screen.clone(),
            gate: self.config.gate.clone(),
            session: self.config.session.clone(),
            trace: self.config.trace.clone(),
            answer: self.config.answer.clone(),
            plan: PlanOptions {
                calls_left_to_writer: self.config.writer.max_calls,
                ..self.config.plan.clone()
            },
            research: self.config.research.clone(),
            memory: self.config.memory.clone(),
        }
    }

    /// Prints a message for people on standard error, unless `--quiet` is given.
    pub fn say(&self, message: impl AsRef<str>) {
        if let Some(messages) = &self.messages {
            messages.keep(message.as_ref());
        } else if !self.quiet {
            output::write_message(message.as_ref());
        }
    }

    /// Returns true when bars and colours make sense on standard error.
    pub fn is_terminal(&self) -> bool {
        !self.quiet && !self.json && output::stderr_is_terminal()
    }

    /// Returns the colours for standard output, when it is a terminal that supports them.
    pub fn style(&self) -> Style {
        let is_set = |name: &str| std::env::var_os(name).is_some();
        // Windows Terminal names its session. The console before it prints escape sequences as characters.
        let knows_colours = cfg!(not(windows)) || is_set("WT_SESSION");
        Style::new(!self.json && output::stdout_is_terminal() && !is_set("NO_COLOR") && knows_colours)
    }

    /// Opens the archive, which must exist.
    pub fn open_archive(&self) -> Result<Archive, ArchiveError> {
        Ok(Archive::open_at(&self.archive_place)?.with_graph_options(self.config.graph))
    }

    /// Opens the archive; creates it if it does not exist.
    pub fn create_archive(&self) -> Result<Archive, ArchiveError> {
        Ok(Archive::create_at(&self.archive_place)?.with_graph_options(self.config.graph))
    }

    /// Builds the hub from flags, environment and folders of this run. A `models.toml` in the user's model store
    /// replaces the one of this build; one of the working folder does not.
    pub fn hub(&self) -> anyhow::Result<Hub> {
        let own = self.model_store.join("models.toml");
        let manifest = match std::fs::read_to_string(&own) {
            Ok(text) => Manifest::parse(&text)?,
            Err(_) => Manifest::builtin()?,
        };
        let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let defaults = HubOptions::new(self.model_store.clone());
        // In its own environment, as `pip install` creates one, the Python with pip lies beside the program and
        // need not be on the search path.
        let beside = self.program.parent().map(|folder| folder.join(&defaults.python));
        let beside = beside.map(|python| python.with_extension(std::env::consts::EXE_EXTENSION));
        let options = HubOptions {
            python: beside.filter(|python| python.is_file()).unwrap_or(defaults.python),
            model_dir: self.model_dir.clone(),
            hub_cache: self.hub_cache.clone(),
            access: HubAccess { endpoint: variable("HF_ENDPOINT"), token: variable("HF_TOKEN") },
            store: defaults.store,
            beside: self.models_beside.clone(),
        };
        Ok(Hub::new(manifest, options))
    }

    /// Loads the configured bi-encoder; returns `None` when it is not on this machine.
    pub fn embedder(&self) -> anyhow::Result<Option<BertEmbedder>> {
        let files = match self.hub()?.locate(&self.config.models.embedding) {
            Ok(files) => files,
            Err(InferenceError::NotFound { .. }) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let numbers: Numbers = self.config.models.precision.parse()?;
        let options = EmbedderOptions {
            device: self.config.models.device.parse()?,
            numbers: numbers.of_vectors(),
            reader_numbers: numbers,
            ..EmbedderOptions::default()
        };
        let embedder = BertEmbedder::load(&files, &options)?;
        if let Some(why) = embedder.without_gpu() {
            self.say(format!(
                "note: models run on the CPU because no GPU can be used ({why}); see docs/gpu.md"
            ));
        }
        Ok(Some(embedder))
    }

    /// Opens the archive and loads its search models in parallel; the reader only where conditions and
    /// settings allow it.
    ///
    /// # Errors
    /// Fails when the archive or a model can't be used.
    pub fn open_with_models(
        &self,
        conditions: &Conditions,
    ) -> anyhow::Result<(Archive, Option<BertEmbedder>)> {
        let (archive, embedder) = std::thread::scope(|scope| {
            let loading = scope.spawn(|| {
                let embedder = self.embedder();
                if let Ok(Some(embedder)) = &embedder
                    && self.config.search.reading.enabled
                    && !conditions.no_reader
                    && !conditions.no_rerank
                {
                    // Kept for the question, which also reports its error.
                    let _ = embedder.reader();
                }
                embedder
            });
            let archive = self.open_archive();
            if let Ok(archive) = &archive {
                // While models load, this costs a question no time.
                archive.check_vectors_beside(CHECKED_VECTORS);
            }
            (archive, loading.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        });
        let archive = archive?;
        let embedder = self.fitting(embedder?, &archive);
        Ok((archive, embedder))
    }

    /// Loads the bi-encoder that belongs to an archive's vectors. Without a model, or with one that the
    /// archive was not built with, only keyword search is used, and a message says so once.
    pub fn embedder_for(&self, archive: &Archive) -> anyhow::Result<Option<BertEmbedder>> {
        Ok(self.fitting(self.embedder()?, archive))
    }

    fn fitting(&self, embedder: Option<BertEmbedder>, archive: &Archive) -> Option<BertEmbedder> {
        if embedder.is_none() {
            self.say_model_is_missing();
        }
        embedder.filter(|embedder| self.fits(embedder, archive))
    }

    /// Says that the configured bi-encoder is not on this machine.
    pub fn say_model_is_missing(&self) {
        self.say(format!(
            "model {} is not on this machine, so only keyword search works; `twolane models get` downloads it",
            self.config.models.embedding
        ));
    }

    /// Returns true when the bi-encoder belongs to an archive's vectors; otherwise a message says so.
    pub fn fits(&self, embedder: &BertEmbedder, archive: &Archive) -> bool {
        let Some(model) = archive.model().filter(|model| model != embedder.model()) else { return true };
        let archive = match self.several_places.as_slice() {
            [] => "the archive".to_owned(),
            _ => format!("the archive {}", self.archive_place),
        };
        self.say(format!(
            "{archive}'s vectors were made by {model}, but this is {}; only keyword search works until you run `twolane index reembed {}`",
            embedder.model(),
            self.config.models.embedding
        ));
        false
    }

    /// Loads the cross-encoder that `--reranker` or the configuration names.
    pub fn cross_encoder(&self) -> anyhow::Result<Option<BertCrossEncoder>> {
        let Some(given) = &self.config.models.reranker else { return Ok(None) };
        let dir = self.hub()?.locate_cross_encoder(given)?;
        let options = CrossEncoderOptions {
            device: self.config.models.device.parse()?,
            numbers: self.config.models.precision.parse()?,
            ..CrossEncoderOptions::default()
        };
        Ok(Some(BertCrossEncoder::load(&dir, &options)?))
    }

    /// Prints one JSON object on standard output, and a line end.
    pub fn print_json(&self, value: &impl Serialize) -> anyhow::Result<()> {
        Ok(output::write_json(value)?)
    }

    /// Prints text for people on standard output.
    pub fn print(&self, text: impl AsRef<str>) -> anyhow::Result<()> {
        Ok(output::write_text(text.as_ref())?)
    }
}

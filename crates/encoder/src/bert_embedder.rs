//! Bi-encoders of the BERT family.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use twolane_text::{Embedding, ModelId, TokenSigns};

use super::base::Base;
use super::batches::batches;
use super::built_in_cross_encoder::BuiltInCrossEncoder;
use super::cross_encoder::CrossEncoder;
use super::device::{Device, DeviceChoice, Opened, device_name, first_line};
use super::embedder::{EmbeddedPassage, Embedder, OnProgress, Role, TokenVectors};
use super::encoder::{Encoder, Engine};
use super::encoder_config::EncoderConfig;
use super::error::InferenceError;
use super::kernels::Level;
use super::model_files::{ModelFiles, Prefixes, WEIGHTS};
use super::numbers::Numbers;
use super::pooling::Pooling;
use super::reader::{Reader, ReaderOptions};
use super::reading::ReadPassages;
use super::text_tokenizer::TextTokenizer;
use super::workers::Workers;

/// Settings of a bi-encoder. Apart from the number type, none of them changes a vector beyond rounding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmbedderOptions {
    /// Device for the model.
    pub device: DeviceChoice,
    /// Engine for the forward pass.
    pub engine: Engine,
    /// Number type of the products.
    pub numbers: Numbers,
    /// Number type of the products in the accompanying reader.
    pub reader_numbers: Numbers,
    /// Instruction set for our own kernels.
    pub level: Level,
    /// Number of batches that run in parallel on the processor; `None` means one per core.
    pub threads: Option<usize>,
    /// Maximum number of texts per batch on the processor.
    pub batch_texts: usize,
    /// Maximum number of tokens per batch on the processor, padding included.
    pub batch_tokens: usize,
    /// Maximum number of texts per batch on a GPU.
    pub gpu_batch_texts: usize,
    /// Maximum number of tokens per batch on a GPU, padding included.
    pub gpu_batch_tokens: usize,
}

impl Default for EmbedderOptions {
    fn default() -> Self {
        Self {
            device: DeviceChoice::Auto,
            engine: Engine::Fused,
            numbers: Numbers::Auto,
            reader_numbers: Numbers::Auto,
            level: Level::best(),
            threads: None,
            // Small batches stay in the cache: 4 passages of about 145 tokens were 1.5 times as fast as 16
            // (benches/embedding).
            batch_texts: 16,
            batch_tokens: 640,
            gpu_batch_texts: 256,
            gpu_batch_tokens: 32_768,
        }
    }
}

/// A loaded bi-encoder of the BERT family with its tokenizer: the built-in [`Embedder`].
pub struct BertEmbedder {
    id: ModelId,
    name: String,
    prefixes: Prefixes,
    pooling: Pooling,
    max_tokens: usize,
    tokenizer: Arc<TextTokenizer>,
    encoder: Encoder,
    config: EncoderConfig,
    weights: PathBuf,
    weights_sha256: String,
    threads: Option<usize>,
    reader_numbers: Numbers,
    level: Level,
    /// Loaded by the first question; ingest does not need it.
    reader: OnceLock<Option<Reader>>,
    cross_encoder: OnceLock<Option<BuiltInCrossEncoder>>,
    device: Device,
    without_gpu: Option<String>,
    workers: Workers,
    batch_texts: usize,
    batch_tokens: usize,
}

/// Number of texts whose tokens are in memory at the same time.
const WINDOW: usize = 8192;

impl BertEmbedder {
    /// Returns the settings of the models beside this one.
    fn options_beside(&self) -> ReaderOptions {
        ReaderOptions {
            threads: self.threads,
            numbers: self.reader_numbers,
            level: self.level,
            ..ReaderOptions::default()
        }
    }

    /// Loads the tokenizer and weights. Every malformed file is an error that names it.
    pub fn load(files: &ModelFiles, options: &EmbedderOptions) -> Result<Self, InferenceError> {
        let Opened { device, without_gpu } = options.device.open()?;
        let config = EncoderConfig::read(&files.dir)?;
        if files.max_tokens > config.positions() {
            return Err(InferenceError::Manifest {
                what: format!(
                    "the longest input of model {} is {} tokens, but it has {} positions",
                    files.name,
                    files.max_tokens,
                    config.positions()
                ),
            });
        }
        let tokenizer = TextTokenizer::load(&files.dir, &files.name, files.max_tokens, config.vocab_size)?;
        let arithmetic = options.numbers.with(options.level);
        let encoder = Encoder::load(&files.path(WEIGHTS), &config, &device, options.engine, arithmetic)?;
        let on_processor = device.is_cpu();
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let threads = if on_processor { options.threads.unwrap_or_else(cores) } else { 1 };
        Ok(Self {
            id: files.model_id(),
            name: files.name.clone(),
            prefixes: files.prefixes.clone(),
            pooling: files.pooling,
            max_tokens: files.max_tokens,
            tokenizer: Arc::new(tokenizer),
            encoder,
            config,
            weights: files.path(WEIGHTS),
            weights_sha256: files.weights_sha256.clone(),
            threads: options.threads,
            reader_numbers: options.reader_numbers,
            level: options.level,
            reader: OnceLock::new(),
            cross_encoder: OnceLock::new(),
            device,
            without_gpu,
            workers: Workers::new(threads)?,
            batch_texts: if on_processor { options.batch_texts } else { options.gpu_batch_texts },
            batch_tokens: if on_processor { options.batch_tokens } else { options.gpu_batch_tokens },
        })
    }

    /// Returns `cpu`, `cuda` or `metal`.
    pub fn device(&self) -> &'static str {
        device_name(&self.device)
    }

    /// Returns why it runs on the processor, if this build supports a GPU but found none that it can use.
    pub fn without_gpu(&self) -> Option<&str> {
        self.without_gpu.as_deref()
    }

    fn prefixed(&self, text: &str, role: Role) -> String {
        let prefix = match role {
            Role::Query => &self.prefixes.query,
            Role::Passage => &self.prefixes.passage,
        };
        format!("{prefix}{text}")
    }

    fn embed_windows(
        &self,
        texts: &[&str],
        role: Role,
        signs: bool,
        progress: OnProgress<'_>,
    ) -> Result<Vec<EmbeddedPassage>, InferenceError> {
        if !progress(0, texts.len()) {
            return Err(InferenceError::Cancelled);
        }
        let done = Mutex::new(0);
        let mut embedded = Vec::with_capacity(texts.len());
        for window in texts.chunks(WINDOW) {
            let progress = |done| progress(done, texts.len());
            embedded.extend(self.embed_window(window, role, signs, &done, &progress)?);
        }
        Ok(embedded)
    }

    fn embed_window(
        &self,
        texts: &[&str],
        role: Role,
        signs: bool,
        done: &Mutex<usize>,
        progress: &(dyn Fn(usize) -> bool + Sync),
    ) -> Result<Vec<EmbeddedPassage>, InferenceError> {
        let tokens = self.workers.map(texts.len(), |index| match texts.get(index) {
            Some(text) => self.tokenizer.ids(&self.prefixed(text, role)),
            None => Ok(Vec::new()),
        })?;
        let mut order: Vec<(usize, &[u32])> = tokens.iter().map(Vec::as_slice).enumerate().collect();
        order.retain(|(_, ids)| !ids.is_empty());
        order.sort_by_key(|(_, ids)| std::cmp::Reverse(ids.len()));
        let lengths: Vec<usize> = order.iter().map(|(_, ids)| ids.len()).collect();
        let batches = batches(&lengths, self.batch_texts, self.batch_tokens);
        let vectors = self.workers.map(batches.len(), |index| {
            let members = batches.get(index).and_then(|range| order.get(range.clone())).unwrap_or_default();
            let ids: Vec<&[u32]> = members.iter().map(|(_, ids)| *ids).collect();
            let failed = |e: String| self.failed(first_line(&e));
            let vectors: Vec<(Vec<f32>, Option<TokenSigns>)> = if signs {
                let both = self.encoder.forward_with_signs(&ids, self.pooling).map_err(failed)?;
                both.into_iter().map(|(vector, signs)| (vector, Some(signs))).collect()
            } else {
                let vectors = self.encoder.forward(&ids, self.pooling).map_err(failed)?;
                vectors.into_iter().map(|vector| (vector, None)).collect()
            };
            let vectors: Vec<(usize, Vec<f32>, Option<TokenSigns>)> = members
                .iter()
                .zip(vectors)
                .map(|((place, _), (vector, signs))| Ok((*place, self.unit(vector)?, signs)))
                .collect::<Result<_, InferenceError>>()?;
            let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
            *done = done.saturating_add(vectors.len());
            match progress(*done) {
                true => Ok(vectors),
                false => Err(InferenceError::Cancelled),
            }
        })?;
        let dimensions = self.encoder.dimensions;
        let empty = || EmbeddedPassage {
            embedding: Embedding { model: self.id.clone(), values: vec![0.0; dimensions] },
            signs: signs.then(|| TokenSigns::of(dimensions, std::iter::empty())),
        };
        let mut embedded: Vec<EmbeddedPassage> = texts.iter().map(|_| empty()).collect();
        for (place, values, signs) in vectors.into_iter().flatten() {
            if let Some(passage) = embedded.get_mut(place) {
                passage.embedding.values = values;
                passage.signs = signs;
            }
        }
        Ok(embedded)
    }

    fn unit(&self, mut vector: Vec<f32>) -> Result<Vec<f32>, InferenceError> {
        let norm = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
        if !norm.is_finite() {
            return Err(
                self.failed("it gives numbers that are not finite; its weights are damaged".to_owned())
            );
        }
        if norm > 0.0 {
            vector.iter_mut().for_each(|x| *x /= norm);
        }
        Ok(vector)
    }

    fn failed(&self, what: String) -> InferenceError {
        InferenceError::Compute { name: self.name.clone(), what }
    }
}

impl<'a> From<&'a BertEmbedder> for Base<'a> {
    fn from(embedder: &'a BertEmbedder) -> Self {
        Base {
            tokenizer: &embedder.tokenizer,
            words: embedder.encoder.words(),
            config: &embedder.config,
            weights: &embedder.weights,
            weights_sha256: &embedder.weights_sha256,
        }
    }
}

impl Embedder for BertEmbedder {
    fn model(&self) -> &ModelId {
        &self.id
    }

    fn dimensions(&self) -> usize {
        self.encoder.dimensions
    }

    fn max_tokens(&self) -> usize {
        self.max_tokens
    }

    fn count_tokens(&self, text: &str) -> usize {
        // A text that the tokenizer rejects is rejected again by `embed`, with the reason.
        self.tokenizer.count(&self.prefixed(text, Role::Passage)).unwrap_or_default()
    }

    fn embed(
        &self,
        texts: &[&str],
        role: Role,
        progress: OnProgress<'_>,
    ) -> Result<Vec<Embedding>, InferenceError> {
        let embedded = self.embed_windows(texts, role, false, progress)?;
        Ok(embedded.into_iter().map(|passage| passage.embedding).collect())
    }

    fn embed_passages(
        &self,
        texts: &[&str],
        progress: OnProgress<'_>,
    ) -> Result<Vec<EmbeddedPassage>, InferenceError> {
        self.embed_windows(texts, Role::Passage, true, progress)
    }

    fn reader(&self) -> Result<Option<&dyn ReadPassages>, InferenceError> {
        let reader = match self.reader.get() {
            Some(reader) => reader,
            None => {
                let loaded = Reader::beside(self, self.options_beside())?;
                self.reader.get_or_init(|| loaded)
            }
        };
        Ok(reader.as_ref().map(|reader| reader as &dyn ReadPassages))
    }

    fn cross_encoder(&self) -> Result<Option<&dyn CrossEncoder>, InferenceError> {
        let cross_encoder = match self.cross_encoder.get() {
            Some(cross_encoder) => cross_encoder,
            None => {
                let loaded = BuiltInCrossEncoder::beside(self, self.options_beside())?;
                self.cross_encoder.get_or_init(|| loaded)
            }
        };
        Ok(cross_encoder.as_ref().map(|model| model as &dyn CrossEncoder))
    }

    fn token_vectors(&self, texts: &[&str], role: Role) -> Result<Option<Vec<TokenVectors>>, InferenceError> {
        let tokens = self.workers.map(texts.len(), |index| match texts.get(index) {
            Some(text) => self.tokenizer.ids(&self.prefixed(text, role)),
            None => Ok(Vec::new()),
        })?;
        let mut order: Vec<(usize, &[u32])> = tokens.iter().map(Vec::as_slice).enumerate().collect();
        order.retain(|(_, ids)| !ids.is_empty());
        order.sort_by_key(|(_, ids)| std::cmp::Reverse(ids.len()));
        let lengths: Vec<usize> = order.iter().map(|(_, ids)| ids.len()).collect();
        let batches = batches(&lengths, self.batch_texts, self.batch_tokens);
        let dimensions = self.encoder.dimensions;
        let rows = self.workers.map(batches.len(), |index| {
            let members = batches.get(index).and_then(|range| order.get(range.clone())).unwrap_or_default();
            let ids: Vec<&[u32]> = members.iter().map(|(_, ids)| *ids).collect();
            let rows = self.encoder.token_rows(&ids).map_err(|e| self.failed(first_line(&e.to_string())))?;
            let rows = members.iter().zip(rows).map(|((place, _), flat)| {
                let count = (flat.len() / dimensions.max(1)).saturating_sub(2);
                let mut values = Vec::with_capacity(count.saturating_mul(dimensions));
                for row in flat.chunks_exact(dimensions.max(1)).skip(1).take(count) {
                    values.extend(self.unit(row.to_vec())?);
                }
                Ok((*place, TokenVectors { dimensions, values }))
            });
            rows.collect::<Result<Vec<_>, InferenceError>>()
        })?;
        let mut out = vec![TokenVectors { dimensions, values: Vec::new() }; texts.len()];
        for (place, vectors) in rows.into_iter().flatten() {
            if let Some(slot) = out.get_mut(place) {
                *slot = vectors;
            }
        }
        Ok(Some(out))
    }
}

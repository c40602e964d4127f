//! Cross-encoders of the BERT and RoBERTa families.

use std::path::Path;

use super::batches::batches;
use super::classifier_config::{ClassifierConfig, longest_input};
use super::classifier_head::ClassifierHead;
use super::cross_encoder::{CrossEncoder, GoOn};
use super::device::{Device, DeviceChoice, device_name, first_line};
use super::encoder::{Encoder, Engine};
use super::encoder_config::EncoderConfig;
use super::error::InferenceError;
use super::kernels::Level;
use super::model_files::{WEIGHTS, name_of_folder};
use super::numbers::Numbers;
use super::pair_tokenizer::{PairTokenizer, TokenPair};
use super::workers::Workers;

/// Settings of a cross-encoder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CrossEncoderOptions {
    /// Device for the model.
    pub device: DeviceChoice,
    /// Engine for the forward pass.
    pub engine: Engine,
    /// Number type of the products.
    pub numbers: Numbers,
    /// Instruction set for our own kernels.
    pub level: Level,
    /// Number of batches that run in parallel on the processor; `None` means one per core.
    pub threads: Option<usize>,
    /// Maximum number of inputs per batch on the processor.
    pub batch_inputs: usize,
    /// Maximum number of tokens per batch on the processor, padding included.
    pub batch_tokens: usize,
    /// Maximum number of inputs per batch on a GPU.
    pub gpu_batch_inputs: usize,
    /// Maximum number of tokens per batch on a GPU, padding included.
    pub gpu_batch_tokens: usize,
    /// Tokens shared by two neighbouring windows of a long passage, at most half a window. The default is
    /// about two sentences, so that one of the windows has the whole sentence at a border.
    pub overlap: usize,
    /// Minimum passage tokens that must fit after a question; a longer question is an error. With 64 of 512,
    /// a question may have about 330 words.
    pub least_passage: usize,
}

impl Default for CrossEncoderOptions {
    fn default() -> Self {
        Self {
            device: DeviceChoice::Auto,
            engine: Engine::Fused,
            numbers: Numbers::Auto,
            level: Level::best(),
            threads: None,
            // Small batches stay in the cache, as for the bi-encoder.
            batch_inputs: 16,
            batch_tokens: 640,
            gpu_batch_inputs: 256,
            gpu_batch_tokens: 32_768,
            overlap: 64,
            least_passage: 64,
        }
    }
}

/// A loaded cross-encoder with its tokenizer.
pub struct BertCrossEncoder {
    name: String,
    max_tokens: usize,
    tokenizer: PairTokenizer,
    encoder: Encoder,
    head: ClassifierHead,
    device: Device,
    workers: Workers,
    batch_inputs: usize,
    batch_tokens: usize,
}

impl BertCrossEncoder {
    /// Loads a folder in the layout of the Hugging Face hub: `config.json`, `tokenizer.json` and
    /// `model.safetensors`. The configuration must be that of a BERT, RoBERTa or XLM-RoBERTa sequence
    /// classifier of one class, or of two, of which the second is "relevant". Every malformed file is an
    /// error that names it.
    pub fn load(dir: &Path, options: &CrossEncoderOptions) -> Result<Self, InferenceError> {
        let weights = dir.join(WEIGHTS);
        if !weights.is_file() {
            return Err(InferenceError::NoCrossEncoder {
                path: dir.to_owned(),
                what: format!("it has no {WEIGHTS}"),
            });
        }
        let device = options.device.open()?.device;
        let name = name_of_folder(dir);
        let classifier = ClassifierConfig::read(dir)?;
        let config = EncoderConfig::read(dir)?;
        let max_tokens = longest_input(dir, config.positions())?;
        let tokenizer =
            PairTokenizer::load(dir, &name, &config, max_tokens, options.overlap, options.least_passage)?;
        let head =
            ClassifierHead::read(&weights, config.architecture(), config.hidden_size, classifier.labels())?;
        let arithmetic = options.numbers.with(options.level);
        let encoder = Encoder::load(&weights, &config, &device, options.engine, arithmetic)?;
        let on_processor = device.is_cpu();
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let threads = if on_processor { options.threads.unwrap_or_else(cores) } else { 1 };
        Ok(Self {
            name,
            max_tokens,
            tokenizer,
            encoder,
            head,
            device,
            workers: Workers::new(threads)?,
            batch_inputs: if on_processor { options.batch_inputs } else { options.gpu_batch_inputs },
            batch_tokens: if on_processor { options.batch_tokens } else { options.gpu_batch_tokens },
        })
    }

    /// Returns the vector dimensions and the longest input of a folder's model. Reads its configuration and
    /// the tensors of its head, not its encoder.
    pub(crate) fn inspect(dir: &Path) -> Result<(usize, usize), InferenceError> {
        let classifier = ClassifierConfig::read(dir)?;
        let config = EncoderConfig::read(dir)?;
        let (hidden, labels) = (config.hidden_size, classifier.labels());
        ClassifierHead::read(&dir.join(WEIGHTS), config.architecture(), hidden, labels)?;
        Ok((hidden, longest_input(dir, config.positions())?))
    }

    /// Returns `cpu`, `cuda` or `metal`.
    pub fn device(&self) -> &'static str {
        device_name(&self.device)
    }

    /// Returns the longest input in tokens: question, passage and special tokens.
    pub fn max_tokens(&self) -> usize {
        self.max_tokens
    }

    fn batch(&self, inputs: &[Input]) -> Result<Vec<f32>, InferenceError> {
        let ids: Vec<&[u32]> = inputs.iter().map(|input| input.pair.ids.as_slice()).collect();
        let types: Vec<&[u32]> = inputs.iter().map(|input| input.pair.types.as_slice()).collect();
        let scores = self
            .encoder
            .first_rows(&ids, &types)
            .map(|rows| self.head.scores(&rows))
            .map_err(|e| self.failed(first_line(&e)))?;
        match scores.iter().all(|score| score.is_finite()) {
            true => Ok(scores),
            false => {
                Err(self.failed("it gives numbers that are not finite; its weights are damaged".to_owned()))
            }
        }
    }

    fn failed(&self, what: String) -> InferenceError {
        InferenceError::Compute { name: self.name.clone(), what }
    }
}

/// A window of the passage at this index, with the question.
struct Input {
    passage: usize,
    pair: TokenPair,
}

impl CrossEncoder for BertCrossEncoder {
    fn name(&self) -> &str {
        &self.name
    }

    fn scores(
        &self,
        query: &str,
        passages: &[&str],
        go_on: GoOn<'_>,
    ) -> Result<Vec<Option<f32>>, InferenceError> {
        let query = self.tokenizer.query(query)?;
        let pairs = self.workers.map(passages.len(), |n| match passages.get(n) {
            Some(passage) => self.tokenizer.pairs(&query, passage),
            None => Ok(Vec::new()),
        })?;
        let mut unread: Vec<usize> = pairs.iter().map(Vec::len).collect();
        let mut inputs: Vec<Input> = (0..)
            .zip(pairs)
            .flat_map(|(passage, pairs)| pairs.into_iter().map(move |pair| Input { passage, pair }))
            .collect();
        inputs.sort_by_key(|input| std::cmp::Reverse(input.pair.ids.len()));
        let lengths: Vec<usize> = inputs.iter().map(|input| input.pair.ids.len()).collect();
        let mut members: Vec<&[Input]> = batches(&lengths, self.batch_inputs, self.batch_tokens)
            .into_iter()
            .filter_map(|range| inputs.get(range))
            .collect();
        members.sort_by_key(|batch| batch.iter().map(|input| input.passage).min());
        let scores = self.workers.map(members.len(), |n| match members.get(n) {
            Some(batch) if go_on() => self.batch(batch),
            _ => Ok(Vec::new()),
        })?;
        let mut best = vec![f32::NEG_INFINITY; passages.len()];
        for (input, score) in members.iter().zip(&scores).flat_map(|(batch, scores)| batch.iter().zip(scores))
        {
            if let (Some(best), Some(unread)) = (best.get_mut(input.passage), unread.get_mut(input.passage)) {
                *best = best.max(*score);
                *unread = unread.saturating_sub(1);
            }
        }
        Ok(best.into_iter().zip(unread).map(|(best, unread)| (unread == 0).then_some(best)).collect())
    }
}

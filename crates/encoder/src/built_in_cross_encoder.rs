//! The cross-encoder that is built into the program. It scores single statements against a question.

use std::path::Path;
use std::sync::Arc;

use super::base::Base;
use super::batches::batches;
use super::cross_encoder::{CrossEncoder, GoOn};
use super::dense::Dense;
use super::device::first_line;
use super::error::InferenceError;
use super::fused::{FusedEncoder, Sizes};
use super::reader::{BASE_SHA256, ReaderOptions};
use super::text_tokenizer::TextTokenizer;
use super::weights::TensorFile;
use super::workers::Workers;

/// Weights of ms-marco-MiniLM-L-12-v2, its upper layers fine-tuned on town papers. `models/cross-encoder/README.md` has
/// their origin and licence.
const WEIGHTS: &[u8] = include_bytes!("../../../models/cross-encoder/cross-encoder.safetensors");
const NAME: &str = "ms-marco-MiniLM-L-12-v2, fine-tuned";
const LAYERS: usize = 12;
/// Maximum tokens of a question. A longer one is cut at its start, because a situation has its question at the end.
const QUESTION: usize = 64;
/// Maximum tokens of question and text with three special tokens. What is longer is cut at its end.
const LONGEST: usize = 192;

/// The fine-tuned ms-marco-MiniLM-L-12-v2 with the tokenizer of a bi-encoder that has its vocabulary.
pub struct BuiltInCrossEncoder {
    tokenizer: Arc<TextTokenizer>,
    first: u32,
    separator: u32,
    encoder: FusedEncoder,
    pooler: Dense,
    classifier: Dense,
    workers: Workers,
    options: ReaderOptions,
}

/// One input: `[CLS] question [SEP] text [SEP]`.
struct Input {
    text: usize,
    ids: Vec<u32>,
    types: Vec<u32>,
}

impl BuiltInCrossEncoder {
    /// Creates the cross-encoder beside a bi-encoder; `None` if that is another than all-MiniLM-L6-v2, whose vocabulary
    /// it shares.
    ///
    /// # Errors
    /// [`InferenceError`] for weights that do not fit.
    pub fn beside<'a>(
        base: impl Into<Base<'a>>,
        options: ReaderOptions,
    ) -> Result<Option<Self>, InferenceError> {
        let base = base.into();
        if base.weights_sha256 != BASE_SHA256 {
            return Ok(None);
        }
        let name = Path::new(NAME);
        let bad = |what: String| InferenceError::BadFile { path: name.to_owned(), what };
        let file = TensorFile::of_bytes(name, WEIGHTS)?;
        let sizes = Sizes { layers: LAYERS, ..base.config.sizes() };
        let arithmetic = options.numbers.with(options.level);
        let encoder = FusedEncoder::new(Arc::new(file.words()?), &file.under("bert."), &sizes, arithmetic)
            .map_err(bad)?;
        let special = |token: &str| {
            base.tokenizer
                .id_of(token)
                .ok_or_else(|| bad(format!("the bi-encoder's tokenizer has no {token}")))
        };
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Ok(Some(Self {
            tokenizer: base.tokenizer.clone(),
            first: special("[CLS]")?,
            separator: special("[SEP]")?,
            encoder,
            pooler: Dense::read(&file, "bert.pooler.dense")?,
            classifier: Dense::read(&file, "classifier")?,
            workers: Workers::new(options.threads.unwrap_or_else(cores))?,
            options,
        }))
    }

    fn tokens(&self, text: &str) -> Result<Vec<u32>, InferenceError> {
        Ok(self.tokenizer.placed(text)?.into_iter().map(|(id, _)| id).collect())
    }

    fn input(&self, question: &[u32], text: usize, tokens: &[u32]) -> Input {
        let mut ids = vec![self.first];
        ids.extend_from_slice(question);
        ids.push(self.separator);
        let mut types = vec![0; ids.len()];
        ids.extend(tokens.iter().take(LONGEST.saturating_sub(3).saturating_sub(question.len())));
        ids.push(self.separator);
        types.resize(ids.len(), 1);
        Input { text, ids, types }
    }

    fn batch(&self, inputs: &[Input]) -> Result<Vec<f32>, InferenceError> {
        let ids: Vec<&[u32]> = inputs.iter().map(|input| input.ids.as_slice()).collect();
        let types: Vec<&[u32]> = inputs.iter().map(|input| input.types.as_slice()).collect();
        let failed = |what: String| InferenceError::Compute { name: NAME.to_owned(), what };
        let rows = self.encoder.first_rows(&ids, &types).map_err(|e| failed(first_line(&e)))?;
        let score = |row: &Vec<f32>| {
            let mut pooled = self.pooler.apply(row);
            pooled.iter_mut().for_each(|x| *x = x.tanh());
            self.classifier.apply(&pooled).first().copied().unwrap_or(f32::NAN)
        };
        let scores: Vec<f32> = rows.iter().map(score).collect();
        match scores.iter().all(|score| score.is_finite()) {
            true => Ok(scores),
            false => Err(failed("it gives numbers that are not finite".to_owned())),
        }
    }
}

impl CrossEncoder for BuiltInCrossEncoder {
    fn name(&self) -> &str {
        NAME
    }

    /// Does as the trait says, but cuts long questions and texts.
    fn scores(
        &self,
        query: &str,
        passages: &[&str],
        go_on: GoOn<'_>,
    ) -> Result<Vec<Option<f32>>, InferenceError> {
        let asked = self.tokens(query)?;
        let asked = asked.get(asked.len().saturating_sub(QUESTION)..).unwrap_or_default();
        let mut inputs = self.workers.map(passages.len(), |n| {
            Ok(self.input(asked, n, &self.tokens(passages.get(n).copied().unwrap_or_default())?))
        })?;
        inputs.sort_by_key(|input| std::cmp::Reverse(input.ids.len()));
        let lengths: Vec<usize> = inputs.iter().map(|input| input.ids.len()).collect();
        let members: Vec<&[Input]> = batches(&lengths, self.options.batch_inputs, self.options.batch_tokens)
            .into_iter()
            .filter_map(|range| inputs.get(range))
            .collect();
        let scored = self.workers.map(members.len(), |n| match members.get(n) {
            Some(batch) if go_on() => self.batch(batch),
            _ => Ok(Vec::new()),
        })?;
        let mut scores = vec![None; passages.len()];
        for (input, score) in members.iter().zip(scored).flat_map(|(batch, scored)| batch.iter().zip(scored))
        {
            if let Some(slot) = scores.get_mut(input.text) {
                *slot = Some(score);
            }
        }
        Ok(scores)
    }
}

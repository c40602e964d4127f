//! The reader: our own small model that reads a question and a passage together. It scores the passage's fit,
//! decides if the passage answers, and locates the answer.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use super::base::Base;
use super::batches::batches;
use super::cross_encoder::GoOn;
use super::dense::Dense;
use super::device::first_line;
use super::error::InferenceError;
use super::fused::{FusedEncoder, Sizes};
use super::kernels::Level;
use super::numbers::Numbers;
use super::reading::{ReadPassages, ReadToken, Reading};
use super::text_tokenizer::TextTokenizer;
use super::undone::{NearText, Undone};
use super::weights::TensorFile;
use super::workers::Workers;

/// Weights of the reader, built into the program. `models/reader/README.md` describes their training.
const READER: &[u8] = include_bytes!("../../../models/reader/reader.safetensors");
/// Name used in errors instead of a path.
const READER_NAME: &str = "the built-in reader";
/// Weights of its head for evidence, trained by `models/reader/evidence.py` on the reader as it is.
const EVIDENCE: &[u8] = include_bytes!("../../../models/reader/evidence.safetensors");
const EVIDENCE_NAME: &str = "the built-in reader's head for evidence";
/// Hash of the bi-encoder all-MiniLM-L6-v2, whose word embeddings the reader was trained on.
pub(super) const BASE_SHA256: &str = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db";
/// Maximum tokens of a question, and of question and passage with three special tokens, as in training. A
/// longer question is cut at its start, because a situation has its question at the end.
const QUESTION: usize = 128;
const LONGEST: usize = 288;

/// Settings of the reader and of the built-in cross-encoder. Apart from `numbers`, none of them changes the results beyond rounding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReaderOptions {
    /// Number of batches that run in parallel; `None` means one per core.
    pub threads: Option<usize>,
    /// Number type of the products.
    pub numbers: Numbers,
    /// Instruction set for our own kernels.
    pub level: Level,
    /// Maximum number of inputs per batch.
    pub batch_inputs: usize,
    /// Maximum number of tokens per batch.
    pub batch_tokens: usize,
}

impl Default for ReaderOptions {
    fn default() -> Self {
        // Small batches stay in the cache, as for the bi-encoder.
        ReaderOptions {
            threads: None,
            numbers: Numbers::Auto,
            level: Level::best(),
            batch_inputs: 16,
            batch_tokens: 640,
        }
    }
}

/// The reader with its weights and the word embeddings of its bi-encoder.
pub struct Reader {
    tokenizer: Arc<TextTokenizer>,
    first: u32,
    separator: u32,
    encoder: FusedEncoder,
    pooler: Dense,
    head: Dense,
    span: Dense,
    evidence: EvidenceHead,
    undone: Undone,
    workers: Workers,
    options: ReaderOptions,
}

/// One input: `[CLS] question [SEP] passage [SEP]`.
struct Input {
    passage: usize,
    ids: Vec<u32>,
    types: Vec<u32>,
    /// Byte ranges of the passage's tokens, which begin at `from` in the ids.
    bytes: Vec<Range<usize>>,
    from: usize,
}

impl Reader {
    /// Creates the reader of a bi-encoder; `None` if the reader was not trained on its word embeddings.
    ///
    /// # Errors
    /// [`InferenceError`] for a file that can't be read or does not fit.
    pub fn beside<'a>(
        base: impl Into<Base<'a>>,
        options: ReaderOptions,
    ) -> Result<Option<Self>, InferenceError> {
        let base = base.into();
        if base.weights_sha256 != BASE_SHA256 {
            return Ok(None);
        }
        let name = Path::new(READER_NAME);
        let bad = |what: String| InferenceError::BadFile { path: name.to_owned(), what };
        let file = TensorFile::of_bytes(name, READER)?;
        let sizes: Sizes = base.config.sizes();
        let words = match base.words {
            Some(words) => words.clone(),
            None => Arc::new(TensorFile::open(base.weights)?.words()?),
        };
        let arithmetic = options.numbers.with(options.level);
        let encoder = FusedEncoder::new(words, &file.under("bert."), &sizes, arithmetic).map_err(bad)?;
        let pooler = Dense::read(&file, "pooler")?;
        let (head, span) = (Dense::read(&file, "head")?, Dense::read(&file, "span")?);
        let (evidence, undone) = (EvidenceHead::built_in()?, Undone::above(&encoder, &sizes)?);
        let special = |token: &str| {
            base.tokenizer
                .id_of(token)
                .ok_or_else(|| bad(format!("the bi-encoder's tokenizer has no {token}")))
        };
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Ok(Some(Reader {
            tokenizer: base.tokenizer.clone(),
            first: special("[CLS]")?,
            separator: special("[SEP]")?,
            encoder,
            pooler,
            head,
            span,
            evidence,
            undone,
            workers: Workers::new(options.threads.unwrap_or_else(cores))?,
            options,
        }))
    }

    /// Returns the tokens of one passage, each as its byte range, and the last layer's vectors, one after the other. They
    /// train heads on the reader as it is.
    ///
    /// # Errors
    /// [`InferenceError`] for a text that can't be read.
    pub fn token_vectors(
        &self,
        question: &str,
        passage: &str,
    ) -> Result<(Vec<Range<usize>>, Vec<f32>), InferenceError> {
        let input = self.input(&self.asked(question)?, 0, passage)?;
        let rows = self
            .encoder
            .token_rows(&[&input.ids], &[&input.types])
            .map_err(|e| InferenceError::Compute { name: READER_NAME.to_owned(), what: first_line(&e) })?;
        let rows = rows.into_iter().next().unwrap_or_default();
        let before = input.from * self.pooler.inputs();
        let vectors =
            rows.iter().skip(before).take(input.bytes.len() * self.pooler.inputs()).copied().collect();
        Ok((input.bytes, vectors))
    }

    /// Returns the tokens of a question. A longer question is cut at its start.
    fn asked(&self, question: &str) -> Result<Vec<u32>, InferenceError> {
        let asked = self.tokenizer.placed(question)?;
        Ok(asked.iter().skip(asked.len().saturating_sub(QUESTION)).map(|(id, _)| *id).collect())
    }

    fn input(&self, question: &[u32], passage: usize, text: &str) -> Result<Input, InferenceError> {
        let room = LONGEST.saturating_sub(3).saturating_sub(question.len());
        let mut tokens = self.tokenizer.placed(text)?;
        tokens.truncate(room);
        let mut ids = vec![self.first];
        ids.extend_from_slice(question);
        ids.push(self.separator);
        let from = ids.len();
        let mut types = vec![0; from];
        ids.extend(tokens.iter().map(|(id, _)| *id));
        ids.push(self.separator);
        types.resize(ids.len(), 1);
        Ok(Input { passage, ids, types, bytes: tokens.into_iter().map(|(_, bytes)| bytes).collect(), from })
    }

    fn batch(&self, inputs: &[Input]) -> Result<Vec<Reading>, InferenceError> {
        let ids: Vec<&[u32]> = inputs.iter().map(|input| input.ids.as_slice()).collect();
        let types: Vec<&[u32]> = inputs.iter().map(|input| input.types.as_slice()).collect();
        let failed = |what: String| InferenceError::Compute { name: READER_NAME.to_owned(), what };
        let rows = self.encoder.token_rows(&ids, &types).map_err(|e| failed(first_line(&e)))?;
        let readings: Vec<Reading> =
            inputs.iter().zip(&rows).map(|(input, rows)| self.reading(input, rows)).collect();
        match readings.iter().all(|r| r.rank.is_finite() && r.answers.is_finite() && r.none.is_finite()) {
            true => Ok(readings),
            false => Err(failed("it gives numbers that are not finite".to_owned())),
        }
    }

    /// Computes the result. `rows` has the last layer's vectors of the input's tokens, one after the other.
    fn reading(&self, input: &Input, rows: &[f32]) -> Reading {
        let hidden = self.pooler.inputs();
        let mut rows = rows.chunks_exact(hidden.max(1));
        let first = rows.next().unwrap_or_default();
        let mut pooled = self.pooler.apply(first);
        pooled.iter_mut().for_each(|x| *x = x.tanh());
        let two = |dense: &Dense, row: &[f32]| match dense.apply(row).as_slice() {
            [a, b] => (*a, *b),
            _ => (0.0, 0.0),
        };
        let (rank, answers) = two(&self.head, &pooled);
        let (start, end) = two(&self.span, first);
        let tokens = rows
            .skip(input.from.saturating_sub(1))
            .zip(&input.bytes)
            .map(|(row, bytes)| {
                let (start, end) = two(&self.span, row);
                ReadToken { bytes: bytes.clone(), start, end, evidence: self.evidence.of(row) }
            })
            .collect();
        Reading { rank, answers, none: start + end, tokens }
    }
}

impl ReadPassages for Reader {
    fn read(
        &self,
        question: &str,
        passages: &[&str],
        go_on: GoOn<'_>,
    ) -> Result<Vec<Option<Reading>>, InferenceError> {
        let asked = self.asked(question)?;
        let mut inputs = self.workers.map(passages.len(), |n| match passages.get(n) {
            Some(passage) => self.input(&asked, n, passage),
            None => self.input(&asked, n, ""),
        })?;
        inputs.sort_by_key(|input| std::cmp::Reverse(input.ids.len()));
        let lengths: Vec<usize> = inputs.iter().map(|input| input.ids.len()).collect();
        let mut members: Vec<&[Input]> =
            batches(&lengths, self.options.batch_inputs, self.options.batch_tokens)
                .into_iter()
                .filter_map(|range| inputs.get(range))
                .collect();
        members.sort_by_key(|batch| batch.iter().map(|input| input.passage).min());
        let read = self.workers.map(members.len(), |n| match members.get(n) {
            Some(batch) if go_on() => self.batch(batch),
            _ => Ok(Vec::new()),
        })?;
        let mut readings = vec![None; passages.len()];
        for (input, reading) in members.iter().zip(read).flat_map(|(batch, read)| batch.iter().zip(read)) {
            if let Some(slot) = readings.get_mut(input.passage) {
                *slot = Some(reading);
            }
        }
        Ok(readings)
    }

    fn undone(&self, texts: &[NearText<'_>]) -> Result<Vec<f32>, InferenceError> {
        let inputs = self.workers.map(texts.len(), |n| match texts.get(n) {
            Some(near) => self.input(&self.asked(near.statement)?, n, near.text),
            None => self.input(&[], n, ""),
        })?;
        let failed = |what: String| InferenceError::Compute { name: READER_NAME.to_owned(), what };
        let found = self.workers.map(inputs.len(), |n| {
            let Some((input, near)) = inputs.get(n).zip(texts.get(n)) else { return Ok(0.0) };
            let rows = self.encoder.token_rows_through(&self.undone.layers, &[&input.ids], &[&input.types]);
            let rows = rows.map_err(|e| failed(first_line(&e)))?;
            let rows = rows.first().map_or(&[][..], Vec::as_slice);
            Ok(self.undone.of(rows, self.pooler.inputs(), input.from, near.place))
        })?;
        match found.iter().all(|p| p.is_finite()) {
            true => Ok(found),
            false => Err(failed("it gives numbers that are not finite".to_owned())),
        }
    }
}

/// The head for evidence: two dense layers with a rectifier between them, for each token.
struct EvidenceHead {
    hidden: Dense,
    out: Dense,
}

impl EvidenceHead {
    fn built_in() -> Result<Self, InferenceError> {
        let file = TensorFile::of_bytes(Path::new(EVIDENCE_NAME), EVIDENCE)?;
        Ok(Self { hidden: Dense::read(&file, "hidden")?, out: Dense::read(&file, "out")? })
    }

    /// Returns a token's evidence by its vector.
    fn of(&self, row: &[f32]) -> f32 {
        let mut hidden = self.hidden.apply(row);
        hidden.iter_mut().for_each(|x| *x = x.max(0.0));
        self.out.apply(&hidden).first().copied().unwrap_or(0.0)
    }
}

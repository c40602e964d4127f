//! A local model from a GGUF file.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use candle_core::Device;

use crate::completion::{Completed, Completion, ConstrainedBy, Constraint, Finish, Timing};
use crate::control::Control;
use crate::error::LanguageModelError;
use crate::model::{LanguageModel, Limits};
use twolane_encoder::{DeviceChoice, first_line};
use twolane_text::ModelId;

use super::chat_template::ChatTemplate;
use super::constrained::{Constrained, Constrainer, Next};
use super::decoder::{Decoder, Rows};
use super::gguf::{Gguf, bad_file};
use super::kv_cache::KvCache;
use super::rewrite::{Rewritten, ready_to_run};
use super::sampler::Sampler;
use super::text_stream::TextStream;
use super::vocabulary::Vocabulary;

/// Settings for loading and running a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocalOptions {
    /// Device for the model.
    pub device: DeviceChoice,
    /// Maximum number of tokens in prompt and text together, even if the model supports more. The cache of a
    /// token takes 4 bytes × 2 × layers × key heads × head size.
    pub max_context: usize,
    /// Maximum number of tokens in a text.
    pub max_output: usize,
    /// Number of cached prompt prefixes; each has the cache of a whole request.
    pub kept_prefixes: usize,
    /// Rewrites a file of a slow type once (see [`ready_to_run`]).
    pub rewrite_slow_types: bool,
    /// Folder for the rewritten file; `None` means next to the original.
    pub rewrite_folder: Option<PathBuf>,
}

impl Default for LocalOptions {
    fn default() -> Self {
        Self {
            device: DeviceChoice::Auto,
            // A prompt of ten passages has about 3,000 tokens, and small models degrade long before their
            // 8,192 or 32,768.
            max_context: 8192,
            max_output: 2048,
            // One for the plan's fixed prompt and one for the answer's.
            kept_prefixes: 2,
            rewrite_slow_types: true,
            rewrite_folder: None,
        }
    }
}

/// Number of prompt tokens per step, each of which begins at a multiple of this. Cached prefixes end at such
/// a multiple too, so that a request gives bit-identical results with and without one. The step also limits
/// how long an interrupt waits.
const STEP: usize = 64;

/// A causal language model of the llama, qwen2, qwen3 or gemma3 family.
pub struct LocalModel {
    id: ModelId,
    limits: Limits,
    note: Option<String>,
    decoder: Decoder,
    vocabulary: Arc<Vocabulary>,
    template: ChatTemplate,
    /// Created by the first constrained request: takes some seconds for a large vocabulary.
    constrainer: OnceLock<Result<Constrainer, String>>,
    kept: Mutex<VecDeque<Kept>>,
    kept_prefixes: usize,
}

/// The cache of an earlier request, read-only from now on.
struct Kept {
    key: String,
    tokens: Vec<u32>,
    cache: Arc<KvCache>,
}

impl LocalModel {
    /// Loads the file, rewritten first if its type is slow.
    pub fn load(path: &Path, options: &LocalOptions) -> Result<Self, LanguageModelError> {
        let device = options.device.open()?.device;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
        let wanted = options.rewrite_slow_types && matches!(device, Device::Cpu);
        let Rewritten { path, note } = match wanted {
            true => ready_to_run(path, options.rewrite_folder.as_deref())?,
            false => Rewritten { path: path.to_owned(), note: None },
        };
        let gguf = Gguf::open(&path)?;
        let decoder = Decoder::load(&gguf, &device)?;
        let vocabulary = Arc::new(Vocabulary::read(&gguf, decoder.config().vocabulary)?);
        let template = ChatTemplate::new(gguf.metadata.text("tokenizer.chat_template"))
            .map_err(|e| bad_file(&path, &format!("its chat template cannot be used: {e}")))?;
        let fingerprint: String = gguf.fingerprint()?.chars().take(8).collect();
        let context = decoder.config().context.min(options.max_context);
        Ok(Self {
            id: ModelId(format!("{name}@{fingerprint}")),
            limits: Limits { context: Some(context), max_output: options.max_output },
            note,
            decoder,
            vocabulary,
            template,
            constrainer: OnceLock::new(),
            kept: Mutex::default(),
            kept_prefixes: options.kept_prefixes,
        })
    }

    fn compute(&self, e: candle_core::Error) -> LanguageModelError {
        LanguageModelError::Compute { who: self.id.0.clone(), what: first_line(&e.to_string()) }
    }

    fn prompt(&self, request: &Completion) -> Result<Vec<u32>, LanguageModelError> {
        self.template.encode(&request.messages, &self.vocabulary).map_err(|e| LanguageModelError::Compute {
            who: self.id.0.clone(),
            what: format!("its chat template does not take the messages: {e}"),
        })
    }

    fn constrained(&self, constraint: &Constraint) -> Result<Option<Constrained>, LanguageModelError> {
        let failed = |what: String| LanguageModelError::Constraint { who: self.id.0.clone(), what };
        if *constraint == Constraint::None {
            return Ok(None);
        }
        let constrainer = self.constrainer.get_or_init(|| Constrainer::new(Arc::clone(&self.vocabulary)));
        constrainer.as_ref().map_err(|e| failed(e.clone()))?.compile(constraint).map_err(failed)
    }

    /// Creates a cache with the longest cached prefix of this prompt, in whole steps. The last token is
    /// always computed, since its logits predict the next one.
    fn begin(&self, key: Option<&str>, prompt: &[u32], room: usize) -> candle_core::Result<KvCache> {
        let mut cache = self.decoder.cache(room)?;
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.iter().find(|kept| Some(kept.key.as_str()) == key);
        let found = found.map(|kept| {
            let common = kept.tokens.iter().zip(prompt).take_while(|(one, other)| one == other).count();
            let common = common.min(prompt.len().saturating_sub(1));
            (Arc::clone(&kept.cache), common - common % STEP)
        });
        drop(kept);
        if let Some((from, common)) = found.filter(|(_, common)| *common > 0) {
            cache.take_prefix(&from, common)?;
        }
        Ok(cache)
    }

    fn keep(&self, key: Option<&str>, prompt: Vec<u32>, cache: KvCache) {
        let Some(key) = key.filter(|_| self.kept_prefixes > 0) else { return };
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|kept| kept.key != key);
        kept.push_front(Kept { key: key.to_owned(), tokens: prompt, cache: Arc::new(cache) });
        kept.truncate(self.kept_prefixes);
    }
}

impl LanguageModel for LocalModel {
    fn id(&self) -> &ModelId {
        &self.id
    }

    fn limits(&self) -> Limits {
        self.limits
    }

    fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }

    fn count_tokens(&self, request: &Completion) -> Option<usize> {
        self.prompt(request).ok().map(|prompt| prompt.len())
    }

    fn complete(&self, request: &Completion, control: &Control<'_>) -> Result<Completed, LanguageModelError> {
        let begun = Instant::now();
        let who = &self.id.0;
        let engine = |e| self.compute(e);
        let prompt = self.prompt(request)?;
        let output = request.max_tokens.min(self.limits.max_output).max(1);
        let most = self.limits.context.unwrap_or(usize::MAX).saturating_sub(output);
        if prompt.is_empty() || prompt.len() > most {
            return Err(LanguageModelError::ContextTooLong { who: who.clone(), tokens: prompt.len(), most });
        }
        let mut constrained = self.constrained(&request.constraint)?;
        let key = request.prefix_key.as_deref();
        let room = prompt.len().saturating_add(output);
        let mut cache = self.begin(key, &prompt, room).map_err(engine)?;
        let reused = cache.len();
        let read_from = Instant::now();
        let mut logits = None;
        while cache.len() < prompt.len() {
            control.check(who, begun)?;
            let from = cache.len();
            let to = from.saturating_add(STEP).min(prompt.len());
            let rows = if to == prompt.len() { Rows::Last } else { Rows::None };
            let tokens = prompt.get(from..to).unwrap_or_default();
            logits = self.decoder.step(tokens, &mut cache, rows).map_err(engine)?;
        }
        let prompt_time = read_from.elapsed();
        let decode_from = Instant::now();
        let made =
            self.decode(request, control, &mut cache, logits, constrained.as_mut(), (begun, output))?;
        let (mask, masks, compile) =
            constrained.map_or((Duration::ZERO, 0, Duration::ZERO), |c| (c.mask, c.masks, c.compile));
        let timing = Timing {
            prompt: prompt_time,
            decode: decode_from.elapsed(),
            mask,
            masks,
            compile,
            forced: made.forced,
            reused,
            retries: 0,
        };
        let tokens_in = prompt.len();
        self.keep(key, prompt, cache);
        Ok(Completed {
            text: made.text,
            finish: made.finish,
            tokens_in,
            tokens_out: made.tokens,
            timing,
            constrained_by: match request.constraint {
                Constraint::None => ConstrainedBy::Nothing,
                Constraint::Grammar(_) => ConstrainedBy::Grammar,
                Constraint::JsonSchema(_) => ConstrainedBy::JsonSchema,
            },
        })
    }
}

struct Made {
    text: String,
    tokens: usize,
    forced: usize,
    finish: Finish,
}

impl LocalModel {
    fn decode(
        &self,
        request: &Completion,
        control: &Control<'_>,
        cache: &mut KvCache,
        mut logits: Option<candle_core::Tensor>,
        mut constrained: Option<&mut Constrained>,
        (begun, output): (Instant, usize),
    ) -> Result<Made, LanguageModelError> {
        let engine = |e| self.compute(e);
        let unkept = |what: String| LanguageModelError::Constraint { who: self.id.0.clone(), what };
        let mut sampler = Sampler::new(request.temperature, request.seed);
        let mut stream = TextStream::new(&request.stop);
        let mut made = Made { text: String::new(), tokens: 0, forced: 0, finish: Finish::Stop };
        // Tokens that were chosen but not processed yet: several if a constraint forced them.
        let mut unread: Vec<u32> = Vec::new();
        loop {
            match control.interrupt() {
                None => {}
                Some(interrupt) if made.tokens == 0 => return Err(interrupt.before_text(&self.id.0, begun)),
                Some(interrupt) => {
                    made.finish = interrupt.into();
                    break;
                }
            }
            let next = match constrained.as_deref_mut() {
                Some(constrained) => Some(constrained.next().map_err(unkept)?),
                None => None,
            };
            let (tokens, forced) = match next {
                Some(Next::Nothing) => break,
                Some(Next::Forced(tokens)) => (tokens, true),
                Some(Next::OneOf(_)) | None => {
                    if !unread.is_empty() {
                        logits = self.decoder.step(&unread, cache, Rows::Last).map_err(engine)?;
                        unread.clear();
                    }
                    let tensor =
                        logits.take().ok_or_else(|| unkept("there is nothing to choose by".to_owned()))?;
                    let mut values: Vec<f32> = tensor.to_vec1().map_err(engine)?;
                    if let Some(Next::OneOf(mask)) = &next {
                        for (token, value) in values.iter_mut().enumerate() {
                            if token >= mask.len() || !mask.get(token) {
                                *value = f32::NEG_INFINITY;
                            }
                        }
                    }
                    let token = sampler.pick(&values).ok_or_else(|| LanguageModelError::Compute {
                        who: self.id.0.clone(),
                        what: "it gives no finite number for any token; its weights are damaged".to_owned(),
                    })?;
                    if let Some(constrained) = constrained.as_deref_mut() {
                        constrained.take(token).map_err(unkept)?;
                    }
                    (vec![token], false)
                }
            };
            let mut ended = false;
            for token in tokens {
                if self.vocabulary.stops().contains(&token) {
                    ended = true;
                    break;
                }
                if made.tokens == output {
                    made.finish = Finish::Length;
                    ended = true;
                    break;
                }
                made.tokens = made.tokens.saturating_add(1);
                made.forced = made.forced.saturating_add(usize::from(forced));
                let piece = stream.push(self.vocabulary.bytes(token));
                control.say(&piece);
                made.text.push_str(&piece);
                unread.push(token);
                if stream.stopped() {
                    ended = true;
                    break;
                }
            }
            if ended {
                break;
            }
        }
        let rest = stream.finish();
        control.say(&rest);
        made.text.push_str(&rest);
        Ok(made)
    }
}

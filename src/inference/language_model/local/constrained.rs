//! Which tokens a grammar or schema allows next, by llguidance.

use std::sync::Arc;
use std::time::{Duration, Instant};

use llguidance::api::TopLevelGrammar;
use llguidance::toktrie::{InferenceCapabilities, SimpleVob, TokEnv, TokRxInfo, TokTrie, TokenizerEnv};
use llguidance::{Matcher, ParserFactory};
use serde_json::{Value, json};

use super::vocabulary::Vocabulary;
use crate::inference::language_model::completion::Constraint;

/// Compiles constraints for one vocabulary; made once for a model.
pub(crate) struct Constrainer {
    factory: ParserFactory,
}

struct Environment {
    vocabulary: Arc<Vocabulary>,
    trie: TokTrie,
}

impl TokenizerEnv for Environment {
    fn tok_trie(&self) -> &TokTrie {
        &self.trie
    }

    fn tokenize_bytes(&self, bytes: &[u8]) -> Vec<u32> {
        self.trie.tokenize_with_greedy_fallback(bytes, |text| {
            self.vocabulary.encode_plain(text).unwrap_or_else(|_| self.trie.greedy_tokenize(text.as_bytes()))
        })
    }
}

impl Constrainer {
    pub(crate) fn new(vocabulary: Arc<Vocabulary>) -> Result<Self, String> {
        let mut words = vocabulary.all_bytes().to_vec();
        for (name, id) in vocabulary.silent() {
            if let Some(word) = usize::try_from(id).ok().and_then(|index| words.get_mut(index)) {
                *word = [&[TokTrie::SPECIAL_TOKEN_MARKER], name.as_bytes()].concat();
            }
        }
        // The trie keeps lengths in 16 bits; no real token comes near.
        if words.iter().any(|word| word.len() > usize::from(u16::MAX)) {
            return Err("a token of more than 65,535 bytes".to_owned());
        }
        let size = u32::try_from(words.len()).map_err(|e| e.to_string())?;
        let end = vocabulary.stops().first().copied().unwrap_or_default();
        let trie = TokTrie::from(&TokRxInfo::new(size, end), &words).with_eos_tokens(vocabulary.stops());
        let environment: TokEnv = Arc::new(Environment { vocabulary, trie });
        let capabilities = InferenceCapabilities { ff_tokens: true, ..InferenceCapabilities::default() };
        let slices = llguidance::earley::SlicedBiasComputer::general_slices();
        let mut factory =
            ParserFactory::new(&environment, capabilities, &slices).map_err(|e| e.to_string())?;
        factory.quiet();
        Ok(Self { factory })
    }

    /// `None` for no constraint; the error says what of the constraint makes no sense.
    pub(crate) fn compile(&self, constraint: &Constraint) -> Result<Option<Constrained>, String> {
        let begun = Instant::now();
        let grammar = match constraint {
            Constraint::None => return Ok(None),
            Constraint::Grammar(grammar) => TopLevelGrammar::from_lark(grammar.lark.clone()),
            Constraint::JsonSchema(schema) => TopLevelGrammar::from_json_schema(tight(schema)),
        };
        let matcher = Matcher::new(self.factory.create_parser(grammar));
        if let Some(error) = matcher.get_error() {
            return Err(first_words(&error));
        }
        let compile = begun.elapsed();
        Ok(Some(Constrained { matcher, compile, mask: Duration::ZERO, masks: 0 }))
    }
}

/// JSON without free whitespace: small models fill it until the limit of tokens.
fn tight(schema: &Value) -> Value {
    let mut schema = schema.clone();
    if let Some(fields) = schema.as_object_mut() {
        let options = fields.entry("x-guidance").or_insert_with(|| json!({}));
        if let Some(options) = options.as_object_mut() {
            options.insert("whitespace_flexible".to_owned(), json!(false));
        }
    }
    schema
}

/// The engine's errors go on with its state; the beginning says what happened.
fn first_words(error: &str) -> String {
    error.lines().next().unwrap_or_default().chars().take(400).collect()
}

/// A constraint on its way through a text.
pub(crate) struct Constrained {
    matcher: Matcher,
    pub(crate) compile: Duration,
    /// Time for masks and forced tokens.
    pub(crate) mask: Duration,
    pub(crate) masks: usize,
}

/// What may come next.
pub(crate) enum Next {
    /// These tokens and no others.
    Forced(Vec<u32>),
    /// One of these tokens.
    OneOf(SimpleVob),
    /// Nothing: the text is complete.
    Nothing,
}

impl Constrained {
    /// What may come next. Forced tokens count as taken.
    pub(crate) fn next(&mut self) -> Result<Next, String> {
        let begun = Instant::now();
        let next = self.find_next();
        self.mask = self.mask.saturating_add(begun.elapsed());
        next
    }

    fn find_next(&mut self) -> Result<Next, String> {
        if self.matcher.is_stopped() {
            return self.stopped();
        }
        let forced = self.matcher.consume_ff_tokens();
        if let Some(error) = self.matcher.get_error() {
            return Err(first_words(&error));
        }
        if !forced.is_empty() {
            return Ok(Next::Forced(forced));
        }
        if self.matcher.is_stopped() {
            return self.stopped();
        }
        self.masks = self.masks.saturating_add(1);
        match self.matcher.compute_mask() {
            Ok(mask) if mask.is_zero() => Ok(Next::Nothing),
            Ok(mask) => Ok(Next::OneOf(mask)),
            Err(_) if self.matcher.is_stopped() && self.matcher.stop_reason().is_ok() => Ok(Next::Nothing),
            Err(error) => Err(first_words(&error.to_string())),
        }
    }

    fn stopped(&self) -> Result<Next, String> {
        match self.matcher.stop_reason() {
            reason if reason.is_ok() => Ok(Next::Nothing),
            reason => Err(self.matcher.get_error().map_or(reason.to_string(), |error| first_words(&error))),
        }
    }

    /// Takes a token that the last mask allowed.
    pub(crate) fn take(&mut self, token: u32) -> Result<(), String> {
        self.matcher.consume_token(token).map_err(|e| first_words(&e.to_string()))
    }
}

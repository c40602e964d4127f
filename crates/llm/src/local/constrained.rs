//! Tokens that a grammar or schema allows next, computed by llguidance.

use std::sync::Arc;
use std::time::{Duration, Instant};

use llguidance::api::TopLevelGrammar;
use llguidance::toktrie::{InferenceCapabilities, SimpleVob, TokEnv, TokRxInfo, TokTrie, TokenizerEnv};
use llguidance::{Matcher, ParserFactory};
use serde_json::{Value, json};

use super::vocabulary::Vocabulary;
use crate::completion::Constraint;

/// Compiler of constraints for one vocabulary, created once per model.
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
        // The trie stores lengths in 16 bits; no real token is nearly that long.
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

    /// Compiles a constraint; [`Constraint::None`] compiles to `None`. The error describes the invalid part.
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

/// Forbids free whitespace in JSON, since small models emit it up to the token limit.
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

/// Returns the start of an engine error, which has the cause; the engine appends its state.
fn first_words(error: &str) -> String {
    error.lines().next().unwrap_or_default().chars().take(400).collect()
}

/// State of a constraint within a text.
pub(crate) struct Constrained {
    matcher: Matcher,
    pub(crate) compile: Duration,
    /// Time spent on masks and forced tokens.
    pub(crate) mask: Duration,
    pub(crate) masks: usize,
}

/// Tokens that may come next.
pub(crate) enum Next {
    /// Exactly these tokens.
    Forced(Vec<u32>),
    /// Any one of these tokens.
    OneOf(SimpleVob),
    /// No token: the text is complete.
    Nothing,
}

impl Constrained {
    /// Returns the tokens that may come next. Forced tokens count as taken.
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

    /// Accepts a token that the last mask allowed.
    pub(crate) fn take(&mut self, token: u32) -> Result<(), String> {
        self.matcher.consume_token(token).map_err(|e| first_words(&e.to_string()))
    }
}

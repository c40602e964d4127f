//! Encodes a question and a passage as one input, with windows for long passages.

use std::path::Path;

use tokenizers::{Encoding, PostProcessor, Tokenizer, TruncationDirection};

use super::encoder_config::{Architecture, EncoderConfig};
use super::error::InferenceError;
use super::text_tokenizer::{check_vocabulary, read_tokenizer, split, with_special_tokens};

/// Token ids and token types of one input: `[CLS] question [SEP] passage [SEP]`, or
/// `<s> question </s></s> passage </s>`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TokenPair {
    pub(crate) ids: Vec<u32>,
    pub(crate) types: Vec<u32>,
}

/// Tokenizer for pairs of texts, with the special tokens of the model's own tokenizer.
pub(crate) struct PairTokenizer {
    tokenizer: Tokenizer,
    name: String,
    vocabulary: usize,
    /// Number of token types in the embeddings; `None` for RoBERTa, whose tokens all have type 0.
    types: Option<usize>,
    special_tokens: usize,
    max_tokens: usize,
    overlap: usize,
    least_passage: usize,
}

impl PairTokenizer {
    /// Loads the tokenizer. `max_tokens` is the longest input, `overlap` the tokens shared by two windows,
    /// and `least_passage` the passage tokens that must fit after a question.
    pub(crate) fn load(
        dir: &Path,
        name: &str,
        config: &EncoderConfig,
        max_tokens: usize,
        overlap: usize,
        least_passage: usize,
    ) -> Result<Self, InferenceError> {
        let tokenizer = read_tokenizer(dir)?;
        let special_tokens = tokenizer.get_post_processor().map_or(0, |post| post.added_tokens(true));
        let no = |what: String| Err(InferenceError::NoCrossEncoder { path: dir.to_owned(), what });
        if special_tokens == 0 {
            return no("its tokenizer.json has no special tokens for two texts".to_owned());
        }
        let least_passage = least_passage.max(1);
        if max_tokens <= special_tokens.saturating_add(least_passage) {
            return no(format!("its longest input of {max_tokens} tokens has no room for two texts"));
        }
        let types = (config.architecture() == Architecture::Bert).then_some(config.type_vocab_size);
        Ok(Self {
            tokenizer,
            name: name.to_owned(),
            vocabulary: config.vocab_size,
            types,
            special_tokens,
            max_tokens,
            overlap,
            least_passage,
        })
    }

    /// Encodes a question for pairing with passages; an error if it leaves too little room.
    pub(crate) fn query(&self, text: &str) -> Result<Encoding, InferenceError> {
        let query = self.split(text)?;
        if self.room(&query) < self.least_passage {
            return Err(InferenceError::QueryTooLong {
                name: self.name.clone(),
                tokens: query.len(),
                most: self.max_tokens.saturating_sub(self.special_tokens).saturating_sub(self.least_passage),
            });
        }
        Ok(query)
    }

    /// Pairs the question with each window of a passage; a passage that fits has one window.
    pub(crate) fn pairs(&self, query: &Encoding, passage: &str) -> Result<Vec<TokenPair>, InferenceError> {
        let room = self.room(query);
        let mut first = self.split(passage)?;
        // truncate panics unless the overlap is below the width; half the width keeps windows from piling up.
        first.truncate(room, self.overlap.min(room / 2), TruncationDirection::Right);
        let rest = first.take_overflowing();
        std::iter::once(first).chain(rest).map(|window| self.pair(query, window)).collect()
    }

    fn pair(&self, query: &Encoding, window: Encoding) -> Result<TokenPair, InferenceError> {
        let expected = query.len().saturating_add(window.len()).saturating_add(self.special_tokens);
        let whole = with_special_tokens(&self.tokenizer, query.clone(), Some(window))
            .map_err(|what| self.failed(what))?;
        if whole.len() != expected {
            return Err(self.failed(format!(
                "its tokenizer.json makes {} tokens of two texts of {expected}",
                whole.len()
            )));
        }
        let ids = whole.get_ids().to_vec();
        check_vocabulary(&ids, self.vocabulary).map_err(|what| self.failed(what))?;
        let types = match self.types {
            None => vec![0; ids.len()],
            Some(known) => {
                let types = whole.get_type_ids().to_vec();
                if types.iter().any(|kind| usize::try_from(*kind).map_or(true, |kind| kind >= known)) {
                    return Err(self.failed(format!(
                        "its tokenizer tells two texts apart by token types, its weights know {known}"
                    )));
                }
                types
            }
        };
        Ok(TokenPair { ids, types })
    }

    /// Returns the number of passage tokens that fit after a question.
    fn room(&self, query: &Encoding) -> usize {
        self.max_tokens.saturating_sub(self.special_tokens).saturating_sub(query.len())
    }

    fn split(&self, text: &str) -> Result<Encoding, InferenceError> {
        split(&self.tokenizer, text).map_err(|what| self.failed(what))
    }

    fn failed(&self, what: String) -> InferenceError {
        InferenceError::Compute { name: self.name.clone(), what }
    }
}

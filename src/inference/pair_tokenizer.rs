//! A question and a passage as one input, with the passage in windows where it is long.

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

/// Makes inputs of two texts with the special tokens that the model's own tokenizer puts in.
pub(crate) struct PairTokenizer {
    tokenizer: Tokenizer,
    name: String,
    vocabulary: usize,
    /// Rows of the token type embeddings; none for RoBERTa, whose tokens are all of type 0.
    types: Option<usize>,
    special_tokens: usize,
    max_tokens: usize,
    overlap: usize,
    least_passage: usize,
}

impl PairTokenizer {
    /// `max_tokens`: longest input. `overlap`: tokens that two windows share. `least_passage`:
    /// tokens of a passage that must fit beside a question.
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

    /// A question that is to be paired with passages; an error when it leaves too little room.
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

    /// The question with each window of a passage; one of them for a passage that fits whole.
    pub(crate) fn pairs(&self, query: &Encoding, passage: &str) -> Result<Vec<TokenPair>, InferenceError> {
        let room = self.room(query);
        let mut first = self.split(passage)?;
        // truncate asserts an overlap below the width; half of it keeps windows from piling up.
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

    /// Tokens of a passage that fit beside a question.
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

//! A model's tokenizer, cut at the model's length and never padded.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tokenizers::{Encoding, PostProcessor, Tokenizer, TruncationDirection};

use super::error::InferenceError;
use super::model_files::{ModelFiles, TOKENIZER, read_bounded};

/// Turns text into token ids. Padding and truncation that a `tokenizer.json` asks for are ignored:
/// padding is a matter of a batch, and the longest input is the model's.
pub(crate) struct TextTokenizer {
    tokenizer: Tokenizer,
    name: String,
    vocabulary: usize,
    special_tokens: usize,
    max_tokens: usize,
}

impl TextTokenizer {
    /// `vocabulary`: rows of the model's word embeddings; a token beyond them is an error.
    pub(crate) fn load(files: &ModelFiles, vocabulary: usize) -> Result<Self, InferenceError> {
        let path = files.path(TOKENIZER);
        let bytes = read_bounded(&path)?;
        // The tokenizers crate has panicked on odd files; a model folder is outside input.
        let parsed = catch_unwind(AssertUnwindSafe(|| Tokenizer::from_bytes(&bytes)));
        let mut tokenizer = match parsed {
            Ok(Ok(tokenizer)) => tokenizer,
            Ok(Err(e)) => {
                return Err(InferenceError::BadFile { path, what: format!("not a tokenizer ({e})") });
            }
            Err(_) => {
                return Err(InferenceError::BadFile {
                    path,
                    what: "not a tokenizer that can be used".to_owned(),
                });
            }
        };
        tokenizer.with_padding(None);
        tokenizer
            .with_truncation(None)
            .map_err(|e| InferenceError::BadFile { path: path.clone(), what: e.to_string() })?;
        let special_tokens = tokenizer.get_post_processor().map_or(0, |post| post.added_tokens(false));
        if files.max_tokens <= special_tokens {
            return Err(InferenceError::Manifest {
                what: format!(
                    "the longest input of model {} is {} tokens, of which {special_tokens} are special ones",
                    files.name, files.max_tokens
                ),
            });
        }
        Ok(Self {
            tokenizer,
            name: files.name.clone(),
            vocabulary,
            special_tokens,
            max_tokens: files.max_tokens,
        })
    }

    /// Tokens of a text before any cut, special tokens included.
    pub(crate) fn count(&self, text: &str) -> Result<usize, InferenceError> {
        Ok(self.split(text)?.len().saturating_add(self.special_tokens))
    }

    /// Token ids, special tokens included, cut at the end to the model's longest input.
    pub(crate) fn ids(&self, text: &str) -> Result<Vec<u32>, InferenceError> {
        let mut encoding = self.split(text)?;
        let room = self.max_tokens.saturating_sub(self.special_tokens);
        if encoding.len() > room {
            encoding.truncate(room, 0, TruncationDirection::Right);
            encoding.take_overflowing();
        }
        let encoding =
            self.tokenizer.post_process(encoding, None, true).map_err(|e| self.failed(e.to_string()))?;
        let ids = encoding.get_ids().to_vec();
        match ids.iter().find(|id| usize::try_from(**id).map_or(true, |id| id >= self.vocabulary)) {
            Some(id) => {
                Err(self
                    .failed(format!("its tokenizer gives token {id}, its weights know {}", self.vocabulary)))
            }
            None => Ok(ids),
        }
    }

    fn split(&self, text: &str) -> Result<Encoding, InferenceError> {
        let split = catch_unwind(AssertUnwindSafe(|| self.tokenizer.encode_fast(text, false)));
        match split {
            Ok(Ok(encoding)) => Ok(encoding),
            Ok(Err(e)) => Err(self.failed(format!("tokenizer: {e}"))),
            Err(_) => Err(self.failed("the tokenizer gave up on a text".to_owned())),
        }
    }

    fn failed(&self, what: String) -> InferenceError {
        InferenceError::Compute { name: self.name.clone(), what }
    }
}

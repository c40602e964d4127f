//! Tokenizer of a model, truncating at the model's length and never padding.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use tokenizers::{Encoding, PostProcessor, Tokenizer, TruncationDirection};

use super::error::InferenceError;
use super::small_files::{TOKENIZER, read_bounded};
use super::word_counts::WordCounts;

/// Converts text to token ids. Padding and truncation settings in `tokenizer.json` are ignored: padding
/// depends on the batch, and the longest input on the model.
pub(crate) struct TextTokenizer {
    tokenizer: Tokenizer,
    name: String,
    vocabulary: usize,
    special_tokens: usize,
    max_tokens: usize,
    words: Option<WordCounts>,
}

impl TextTokenizer {
    /// Loads the tokenizer. `vocabulary` is the number of rows in the word embeddings; a token beyond them is
    /// an error.
    pub(crate) fn load(
        dir: &Path,
        name: &str,
        max_tokens: usize,
        vocabulary: usize,
    ) -> Result<Self, InferenceError> {
        let tokenizer = read_tokenizer(dir)?;
        let special_tokens = tokenizer.get_post_processor().map_or(0, |post| post.added_tokens(false));
        if max_tokens <= special_tokens {
            return Err(InferenceError::Manifest {
                what: format!(
                    "the longest input of model {name} is {max_tokens} tokens, of which {special_tokens} are special ones",
                ),
            });
        }
        let words = WordCounts::of(&tokenizer);
        Ok(Self { tokenizer, name: name.to_owned(), vocabulary, special_tokens, max_tokens, words })
    }

    /// Counts a text's tokens before truncation, special tokens included.
    pub(crate) fn count(&self, text: &str) -> Result<usize, InferenceError> {
        let tokens = |text: &str| Ok(self.split(text)?.len());
        let own = match &self.words {
            Some(words) => words.sum(text, tokens)?,
            None => tokens(text)?,
        };
        Ok(own.saturating_add(self.special_tokens))
    }

    /// Returns token ids, special tokens included, truncated to the model's longest input.
    pub(crate) fn ids(&self, text: &str) -> Result<Vec<u32>, InferenceError> {
        let mut encoding = self.split(text)?;
        let room = self.max_tokens.saturating_sub(self.special_tokens);
        if encoding.len() > room {
            encoding.truncate(room, 0, TruncationDirection::Right);
            encoding.take_overflowing();
        }
        let encoding =
            with_special_tokens(&self.tokenizer, encoding, None).map_err(|what| self.failed(what))?;
        let ids = encoding.get_ids().to_vec();
        check_vocabulary(&ids, self.vocabulary).map_err(|what| self.failed(what))?;
        Ok(ids)
    }

    /// Returns token ids without special tokens or truncation, each with its byte range in the text.
    pub(crate) fn placed(&self, text: &str) -> Result<Vec<(u32, std::ops::Range<usize>)>, InferenceError> {
        let encoded = match catch_unwind(AssertUnwindSafe(|| self.tokenizer.encode(text, false))) {
            Ok(Ok(encoding)) => encoding,
            Ok(Err(e)) => return Err(self.failed(format!("tokenizer: {e}"))),
            Err(_) => return Err(self.failed("the tokenizer gave up on a text".to_owned())),
        };
        check_vocabulary(encoded.get_ids(), self.vocabulary).map_err(|what| self.failed(what))?;
        let offsets = encoded.get_offsets().iter().map(|(start, end)| *start..*end);
        Ok(encoded.get_ids().iter().copied().zip(offsets).collect())
    }

    /// Returns the id of a token by its name.
    pub(crate) fn id_of(&self, token: &str) -> Option<u32> {
        self.tokenizer.token_to_id(token)
    }

    fn split(&self, text: &str) -> Result<Encoding, InferenceError> {
        split(&self.tokenizer, text).map_err(|what| self.failed(what))
    }

    fn failed(&self, what: String) -> InferenceError {
        InferenceError::Compute { name: self.name.clone(), what }
    }
}

/// Reads a folder's tokenizer, without padding and truncation.
pub(crate) fn read_tokenizer(dir: &Path) -> Result<Tokenizer, InferenceError> {
    let path = dir.join(TOKENIZER);
    let bytes = read_bounded(&path)?;
    // The tokenizers crate has panicked on malformed files, and a model folder is untrusted input.
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
    tokenizer.with_truncation(None).map_err(|e| InferenceError::BadFile { path, what: e.to_string() })?;
    Ok(tokenizer)
}

/// Tokenizes a text without special tokens; the error has the tokenizer's message.
pub(crate) fn split(tokenizer: &Tokenizer, text: &str) -> Result<Encoding, String> {
    match catch_unwind(AssertUnwindSafe(|| tokenizer.encode_fast(text, false))) {
        Ok(Ok(encoding)) => Ok(encoding),
        Ok(Err(e)) => Err(format!("tokenizer: {e}")),
        Err(_) => Err("the tokenizer gave up on a text".to_owned()),
    }
}

/// Adds the special tokens of the tokenizer's template to an encoding, or to two as a pair.
pub(crate) fn with_special_tokens(
    tokenizer: &Tokenizer,
    first: Encoding,
    second: Option<Encoding>,
) -> Result<Encoding, String> {
    // A template that names an undefined token causes a panic.
    match catch_unwind(AssertUnwindSafe(|| tokenizer.post_process(first, second, true))) {
        Ok(Ok(encoding)) => Ok(encoding),
        Ok(Err(e)) => Err(format!("tokenizer: {e}")),
        Err(_) => Err("the tokenizer's template can't be used".to_owned()),
    }
}

/// Checks that all ids are below `vocabulary`, the number of rows in the word embeddings.
pub(crate) fn check_vocabulary(ids: &[u32], vocabulary: usize) -> Result<(), String> {
    match ids.iter().find(|id| usize::try_from(**id).map_or(true, |id| id >= vocabulary)) {
        Some(id) => Err(format!("its tokenizer gives token {id}, its weights know {vocabulary}")),
        None => Ok(()),
    }
}

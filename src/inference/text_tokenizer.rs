//! A model's tokenizer, cut at the model's length and never padded.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use tokenizers::{Encoding, PostProcessor, Tokenizer, TruncationDirection};

use super::error::InferenceError;
use super::model_files::{TOKENIZER, read_bounded};
use super::word_counts::WordCounts;

/// Turns text into token ids. Padding and truncation that a `tokenizer.json` asks for are ignored:
/// padding is a matter of a batch, and the longest input is the model's.
pub(crate) struct TextTokenizer {
    tokenizer: Tokenizer,
    name: String,
    vocabulary: usize,
    special_tokens: usize,
    max_tokens: usize,
    words: Option<WordCounts>,
}

impl TextTokenizer {
    /// `vocabulary`: rows of the model's word embeddings; a token beyond them is an error.
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

    /// Tokens of a text before any cut, special tokens included.
    pub(crate) fn count(&self, text: &str) -> Result<usize, InferenceError> {
        let tokens = |text: &str| Ok(self.split(text)?.len());
        let own = match &self.words {
            Some(words) => words.sum(text, tokens)?,
            None => tokens(text)?,
        };
        Ok(own.saturating_add(self.special_tokens))
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
            with_special_tokens(&self.tokenizer, encoding, None).map_err(|what| self.failed(what))?;
        let ids = encoding.get_ids().to_vec();
        check_vocabulary(&ids, self.vocabulary).map_err(|what| self.failed(what))?;
        Ok(ids)
    }

    /// Token ids without special tokens or cut, each with its bytes in the text.
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

    /// The id of a token by its name.
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

/// A folder's tokenizer, with neither padding nor truncation.
pub(crate) fn read_tokenizer(dir: &Path) -> Result<Tokenizer, InferenceError> {
    let path = dir.join(TOKENIZER);
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
    tokenizer.with_truncation(None).map_err(|e| InferenceError::BadFile { path, what: e.to_string() })?;
    Ok(tokenizer)
}

/// Tokens of a text without special ones; the error says what the tokenizer said.
pub(crate) fn split(tokenizer: &Tokenizer, text: &str) -> Result<Encoding, String> {
    match catch_unwind(AssertUnwindSafe(|| tokenizer.encode_fast(text, false))) {
        Ok(Ok(encoding)) => Ok(encoding),
        Ok(Err(e)) => Err(format!("tokenizer: {e}")),
        Err(_) => Err("the tokenizer gave up on a text".to_owned()),
    }
}

/// An encoding, or two as a pair, with the special tokens of the tokenizer's template.
pub(crate) fn with_special_tokens(
    tokenizer: &Tokenizer,
    first: Encoding,
    second: Option<Encoding>,
) -> Result<Encoding, String> {
    // A template that names a token which it does not define ends in a panic.
    match catch_unwind(AssertUnwindSafe(|| tokenizer.post_process(first, second, true))) {
        Ok(Ok(encoding)) => Ok(encoding),
        Ok(Err(e)) => Err(format!("tokenizer: {e}")),
        Err(_) => Err("the tokenizer's template can't be used".to_owned()),
    }
}

/// `vocabulary`: rows of the model's word embeddings.
pub(crate) fn check_vocabulary(ids: &[u32], vocabulary: usize) -> Result<(), String> {
    match ids.iter().find(|id| usize::try_from(**id).map_or(true, |id| id >= vocabulary)) {
        Some(id) => Err(format!("its tokenizer gives token {id}, its weights know {vocabulary}")),
        None => Ok(()),
    }
}

//! Conversion between text and tokens with the vocabulary of a GGUF file.

use std::collections::HashMap;

use tokenizers::models::bpe::{BPE, Vocab};
use tokenizers::normalizers::unicode::NFC;
use tokenizers::pre_tokenizers::byte_level::ByteLevel;
use tokenizers::pre_tokenizers::digits::Digits;
use tokenizers::pre_tokenizers::sequence::Sequence;
use tokenizers::pre_tokenizers::split::{Split, SplitPattern};
use tokenizers::{PreTokenizerWrapper, SplitDelimiterBehavior, Tokenizer};

use super::gguf::{Gguf, bad_file};
use crate::error::LanguageModelError;

/// A vocabulary with its merges and special tokens.
pub(crate) struct Vocabulary {
    tokenizer: Tokenizer,
    /// Bytes of each token; empty for special tokens and unused entries.
    bytes: Vec<Vec<u8>>,
    /// Control tokens of the model, by name. No text is encoded as one of them.
    special: HashMap<String, u32>,
    /// Tokens after which the model is finished.
    stops: Vec<u32>,
    begin: Option<u32>,
    end: Option<u32>,
    /// True if a begin token precedes every prompt.
    begins: bool,
    /// True if words begin with a marker instead of the space before them (SentencePiece).
    marks_spaces: bool,
    /// True if a space is added before a text's first word.
    prefixes_space: bool,
}

/// Marker for a space in SentencePiece vocabularies.
const SPACE_MARK: char = '\u{2581}';
/// Names of tokens that end a message, in addition to those in the file.
const STOP_NAMES: [&str; 9] = [
    "<|im_end|>",
    "<|endoftext|>",
    "<|eot_id|>",
    "<|end_of_text|>",
    "<end_of_turn>",
    "<|end|>",
    "<eos>",
    "</s>",
    "<|eom_id|>",
];
/// Patterns that split words before the merges, as in the families' tokenizers.
const QWEN2_WORDS: &str = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+";
const LLAMA3_WORDS: &str = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+";

/// Token types, as numbered in the file.
const UNKNOWN: i64 = 2;
const CONTROL: i64 = 3;
const USER_DEFINED: i64 = 4;
const UNUSED: i64 = 5;
const BYTE: i64 = 6;

impl Vocabulary {
    /// Reads the vocabulary. `size` is the number of rows in the embedding table, possibly more than there
    /// are tokens.
    pub(crate) fn read(gguf: &Gguf, size: usize) -> Result<Self, LanguageModelError> {
        let bad = |what: String| bad_file(gguf.path(), &what);
        let metadata = &gguf.metadata;
        let names = metadata
            .texts("tokenizer.ggml.tokens")
            .filter(|names| !names.is_empty() && names.len() <= size)
            .ok_or_else(|| bad("its vocabulary is missing or larger than its embeddings".to_owned()))?;
        let kinds = metadata.integers("tokenizer.ggml.token_type").unwrap_or_default();
        let kind = |index: usize| kinds.get(index).copied().unwrap_or(1);
        let model = metadata.text("tokenizer.ggml.model").unwrap_or("none");
        let marks_spaces = match model {
            "gpt2" => false,
            "llama" => true,
            other => return Err(bad(format!("its tokenizer is {other}; gpt2 and llama can be read"))),
        };
        let mut special = HashMap::new();
        let mut bytes = Vec::with_capacity(size);
        let letters = if marks_spaces { HashMap::new() } else { byte_letters() };
        for (index, name) in names.iter().enumerate() {
            let id = u32::try_from(index).unwrap_or(u32::MAX);
            bytes.push(match kind(index) {
                CONTROL | UNKNOWN => {
                    special.insert(name.clone(), id);
                    Vec::new()
                }
                UNUSED => Vec::new(),
                USER_DEFINED => {
                    // Templates use only names such as `<think>` of these; the others are words.
                    if name.starts_with('<') {
                        special.insert(name.clone(), id);
                    }
                    name.clone().into_bytes()
                }
                BYTE => byte_of_name(name).map(|byte| vec![byte]).unwrap_or_default(),
                _ if marks_spaces => name.replace(SPACE_MARK, " ").into_bytes(),
                _ => name
                    .chars()
                    .map(|letter| letters.get(&letter).copied())
                    .collect::<Option<_>>()
                    .unwrap_or_default(),
            });
        }
        bytes.resize(size, Vec::new());
        let known =
            |key: &str| metadata.id(key).filter(|id| usize::try_from(*id).is_ok_and(|id| id < names.len()));
        let end = known("tokenizer.ggml.eos_token_id");
        let mut stops: Vec<u32> = STOP_NAMES.iter().filter_map(|name| special.get(*name).copied()).collect();
        stops.extend(end);
        stops.extend(known("tokenizer.ggml.eot_token_id"));
        stops.extend(known("tokenizer.ggml.eom_token_id"));
        stops.sort_unstable();
        stops.dedup();
        if stops.is_empty() {
            return Err(bad("it names no token that ends a text".to_owned()));
        }
        let tokenizer = match marks_spaces {
            false => byte_level(names, gguf)?,
            true => sentence_piece(names, kinds, gguf)?,
        };
        Ok(Self {
            tokenizer,
            bytes,
            special,
            stops,
            begin: known("tokenizer.ggml.bos_token_id"),
            end,
            begins: metadata.flag("tokenizer.ggml.add_bos_token").unwrap_or(marks_spaces),
            marks_spaces,
            prefixes_space: marks_spaces && metadata.flag("tokenizer.ggml.add_space_prefix").unwrap_or(true),
        })
    }

    /// Encodes plain text. Names of special tokens in it are treated as text.
    pub(crate) fn encode_plain(&self, text: &str) -> Result<Vec<u32>, String> {
        if text.is_empty() {
            return Ok(Vec::new());
        }
        let marked;
        let text = match self.marks_spaces {
            false => text,
            true => {
                marked = text.replace(' ', &SPACE_MARK.to_string());
                &marked
            }
        };
        self.tokenizer
            .encode_fast(text, false)
            .map(|encoding| encoding.get_ids().to_vec())
            .map_err(|e| e.to_string())
    }

    /// Encodes a rendered chat. Pieces with `true` may name special tokens; pieces of message content may
    /// not. Text between two special tokens is encoded as a whole.
    pub(crate) fn encode_chat(&self, pieces: &[(&str, bool)]) -> Result<Vec<u32>, String> {
        let mut ids = Vec::new();
        if let (true, Some(begin)) = (self.begins, self.begin) {
            ids.push(begin);
        }
        let mut plain = String::new();
        let mut first = true;
        let mut flush = |plain: &mut String, ids: &mut Vec<u32>| -> Result<(), String> {
            if !plain.is_empty() {
                if std::mem::take(&mut first) && self.prefixes_space {
                    plain.insert(0, ' ');
                }
                ids.extend(self.encode_plain(plain)?);
                plain.clear();
            }
            Ok(())
        };
        for (piece, may_name) in pieces {
            let mut rest = *piece;
            while let Some((place, name, id)) = self.next_special(rest).filter(|_| *may_name) {
                let (before, after) = rest.split_at(place);
                plain.push_str(before);
                flush(&mut plain, &mut ids)?;
                // Templates write the begin token, which is already there.
                if !(self.begin == Some(id) && ids.as_slice() == [id]) {
                    ids.push(id);
                }
                rest = after.strip_prefix(name).unwrap_or_default();
            }
            plain.push_str(rest);
        }
        flush(&mut plain, &mut ids)?;
        Ok(ids)
    }

    /// Finds the first name of a special token, the longest at its position.
    fn next_special<'n>(&'n self, text: &str) -> Option<(usize, &'n str, u32)> {
        let found = self
            .special
            .iter()
            .filter_map(|(name, id)| Some((text.find(name.as_str())?, name.as_str(), *id)));
        found.min_by_key(|(place, name, _)| (*place, usize::MAX.saturating_sub(name.len())))
    }

    /// Returns the bytes of a token; empty for special ones.
    pub(crate) fn bytes(&self, token: u32) -> &[u8] {
        usize::try_from(token).ok().and_then(|index| self.bytes.get(index)).map_or(&[], Vec::as_slice)
    }

    /// Returns the bytes of all tokens, by id.
    pub(crate) fn all_bytes(&self) -> &[Vec<u8>] {
        &self.bytes
    }

    /// Returns the special tokens without text, with their names.
    pub(crate) fn silent(&self) -> impl Iterator<Item = (&str, u32)> {
        self.special
            .iter()
            .map(|(name, id)| (name.as_str(), *id))
            .filter(|(_, id)| self.bytes(*id).is_empty())
    }

    /// Returns the tokens after which the model is finished; at least one.
    pub(crate) fn stops(&self) -> &[u32] {
        &self.stops
    }

    fn name_of(&self, id: Option<u32>) -> &str {
        let found = self.special.iter().find(|(_, special)| Some(**special) == id);
        found.map(|(name, _)| name.as_str()).unwrap_or_default()
    }

    /// Returns the name of the token that begins a text, for templates.
    pub(crate) fn begin_name(&self) -> &str {
        self.name_of(self.begin)
    }

    /// Returns the name of the token that ends a text, for templates.
    pub(crate) fn end_name(&self) -> &str {
        self.name_of(self.end)
    }
}

fn vocabulary_of(names: &[String]) -> Vocab {
    names.iter().zip(0..).map(|(name, id)| (name.clone(), id)).collect()
}

/// Builds byte-level BPE (Radford et al., 2019) with the file's merges.
fn byte_level(names: &[String], gguf: &Gguf) -> Result<Tokenizer, LanguageModelError> {
    let bad = |what: String| bad_file(gguf.path(), &what);
    let merges = gguf.metadata.texts("tokenizer.ggml.merges");
    let merges = merges.ok_or_else(|| bad("its vocabulary has no merges".to_owned()))?;
    let pair = |merge: &String| merge.split_once(' ').map(|(a, b)| (a.to_owned(), b.to_owned()));
    let merges = merges
        .iter()
        .map(|merge| pair(merge).ok_or_else(|| bad(format!("merge {merge:?} is none"))))
        .collect::<Result<Vec<_>, _>>()?;
    let pre = gguf.metadata.text("tokenizer.ggml.pre").unwrap_or("default");
    let (words, composes, whole_words) = match pre {
        "smollm" => (None, false, false),
        "qwen2" => (Some(QWEN2_WORDS), true, false),
        "llama-bpe" | "llama3" | "llama-v3" => (Some(LLAMA3_WORDS), false, true),
        "smaug-bpe" => (Some(LLAMA3_WORDS), false, false),
        "gpt-2" | "gpt2" | "default" => (None, false, false),
        other => {
            return Err(bad(format!(
                "its words are split as {other}; default, gpt-2, smollm, qwen2, llama-bpe and smaug-bpe are known"
            )));
        }
    };
    let bpe = BPE::builder()
        .vocab_and_merges(vocabulary_of(names), merges)
        .ignore_merges(whole_words)
        .build()
        .map_err(|e| bad(format!("its vocabulary does not fit its merges: {e}")))?;
    let mut tokenizer = Tokenizer::new(bpe);
    let mut steps: Vec<PreTokenizerWrapper> = Vec::new();
    if pre == "smollm" {
        steps.push(Digits::new(true).into());
    }
    if let Some(words) = words {
        let pattern = SplitPattern::Regex(words.to_owned());
        let split = Split::new(pattern, SplitDelimiterBehavior::Isolated, false);
        steps.push(split.map_err(|e| bad(e.to_string()))?.into());
    }
    steps.push(ByteLevel::new(false, false, words.is_none()).into());
    tokenizer.with_pre_tokenizer(Some(Sequence::new(steps)));
    if composes {
        tokenizer.with_normalizer(Some(NFC)).map_err(|e| bad(e.to_string()))?;
    }
    Ok(tokenizer)
}

/// Builds SentencePiece's BPE, which has no list of merges: it joins the pair whose result has the best
/// score. Every split of a piece into two pieces is such a pair, in the order of the pieces' scores.
fn sentence_piece(names: &[String], kinds: &[i64], gguf: &Gguf) -> Result<Tokenizer, LanguageModelError> {
    let bad = |what: String| bad_file(gguf.path(), &what);
    let scores = gguf.metadata.floats("tokenizer.ggml.scores").unwrap_or_default();
    if scores.len() != names.len() {
        return Err(bad("its vocabulary has no scores".to_owned()));
    }
    let vocabulary = vocabulary_of(names);
    let mut ranked = Vec::new();
    for ((name, score), index) in names.iter().zip(scores).zip(0usize..) {
        if matches!(kinds.get(index), Some(&(UNKNOWN | CONTROL | UNUSED | BYTE))) || name.len() > 256 {
            continue;
        }
        for (place, _) in name.char_indices().skip(1) {
            let (left, right) = name.split_at(place);
            if let (Some(one), Some(other)) = (vocabulary.get(left), vocabulary.get(right)) {
                ranked.push((*score, index, *one, *other, (left.to_owned(), right.to_owned())));
            }
        }
    }
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2, a.3).cmp(&(b.1, b.2, b.3))));
    let merges = ranked.into_iter().map(|(_, _, _, _, pair)| pair).collect::<Vec<_>>();
    let unknown = names.iter().zip(kinds).find(|(_, kind)| **kind == UNKNOWN).map(|(name, _)| name.clone());
    let mut builder = BPE::builder().vocab_and_merges(vocabulary, merges).byte_fallback(true).fuse_unk(true);
    if let Some(unknown) = unknown {
        builder = builder.unk_token(unknown);
    }
    let bpe = builder.build().map_err(|e| bad(format!("its vocabulary makes no sense: {e}")))?;
    Ok(Tokenizer::new(bpe))
}

/// Returns the letters that byte-level BPE uses for bytes. Printable bytes map to themselves, the others to
/// the letters that start at U+0100, in order.
fn byte_letters() -> HashMap<char, u8> {
    let prints = |byte: u8| matches!(byte, b'!'..=b'~' | 0xa1..=0xac | 0xae..=0xff);
    let mut next = 0x100u32;
    (0..=u8::MAX)
        .filter_map(|byte| {
            let letter = if prints(byte) {
                Some(char::from(byte))
            } else {
                next = next.saturating_add(1);
                char::from_u32(next.saturating_sub(1))
            };
            Some((letter?, byte))
        })
        .collect()
}

/// Parses a byte token's name: `<0x0A>` is the byte 10.
fn byte_of_name(name: &str) -> Option<u8> {
    u8::from_str_radix(name.strip_prefix("<0x")?.strip_suffix('>')?, 16).ok()
}

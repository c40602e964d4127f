//! Counts a text's tokens as the sum of its words' counts, each computed once. Ingest counts every line,
//! section and header several times, and most words of a paper repeat.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};

use tokenizers::{ModelWrapper, NormalizerWrapper, PreTokenizerWrapper, Tokenizer};

/// Maximum number of cached words; some megabytes.
const MOST_WORDS: usize = 100_000;
/// Maximum bytes of a cached word.
const LONGEST_WORD: usize = 64;

/// Token counts of the words so far.
#[derive(Debug, Default)]
pub(crate) struct WordCounts(RwLock<HashMap<Box<str>, usize>>);

impl WordCounts {
    /// Creates a cache; `None` for a tokenizer that does not split text at every blank, since a text's tokens
    /// may then differ from those of its words.
    pub(crate) fn of(tokenizer: &Tokenizer) -> Option<Self> {
        let parts_at_blanks =
            matches!(tokenizer.get_pre_tokenizer(), Some(PreTokenizerWrapper::BertPreTokenizer(_)))
                && matches!(tokenizer.get_normalizer(), None | Some(NormalizerWrapper::BertNormalizer(_)))
                && matches!(tokenizer.get_model(), ModelWrapper::WordPiece(_));
        // Special token names are extracted from a text before it is split.
        let within_words = tokenizer
            .get_added_tokens_decoder()
            .values()
            .all(|token| !token.content.contains(char::is_whitespace) && !token.lstrip && !token.rstrip);
        (parts_at_blanks && within_words).then(WordCounts::default)
    }

    /// Sums the tokens of all words; `count` returns those of one word.
    ///
    /// # Errors
    /// That of `count`.
    pub(crate) fn sum<E>(&self, text: &str, count: impl Fn(&str) -> Result<usize, E>) -> Result<usize, E> {
        let (mut sum, mut unknown) = (0_usize, Vec::new());
        {
            let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
            for word in words(text) {
                match known.get(word) {
                    Some(tokens) => sum = sum.saturating_add(*tokens),
                    None => unknown.push(word),
                }
            }
        }
        for word in unknown {
            let tokens = count(word)?;
            sum = sum.saturating_add(tokens);
            if word.len() <= LONGEST_WORD {
                let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
                if known.len() < MOST_WORDS {
                    known.insert(word.into(), tokens);
                }
            }
        }
        Ok(sum)
    }
}

/// Splits only at these characters: a normalizer may remove other white space, which joins the adjacent
/// words.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', '\n', '\t', '\r']).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text_tokenizer::split;
    use proptest::prelude::*;
    use std::sync::LazyLock;

    fn tokenizer(pre_tokenizer: &str, content: &str) -> Tokenizer {
        let vocabulary: Vec<String> = [
            "[UNK]", "[SEP]", "the", "board", "##s", "met", "a", "##b", "e", "1", "##2", "$", ".", "中", "-",
        ]
        .iter()
        .enumerate()
        .map(|(id, token)| format!("\"{token}\":{id}"))
        .collect();
        let prefix = "##";
        let json = format!(
            r#"{{"version":"1.0","truncation":null,"padding":null,
            "added_tokens":[{{"id":1,"special":true,"content":"{content}","single_word":false,"lstrip":false,"rstrip":false,"normalized":false}}],
            "normalizer":{{"type":"BertNormalizer","clean_text":true,"handle_chinese_chars":true,"strip_accents":null,"lowercase":true}},
            "pre_tokenizer":{pre_tokenizer},"post_processor":null,"decoder":null,
            "model":{{"type":"WordPiece","unk_token":"[UNK]","continuing_subword_prefix":"{prefix}","max_input_chars_per_word":9,"vocab":{{{}}}}}}}"#,
            vocabulary.join(",")
        );
        Tokenizer::from_bytes(json).expect("a tokenizer")
    }

    static BERT: LazyLock<Tokenizer> = LazyLock::new(|| tokenizer(r#"{"type":"BertPreTokenizer"}"#, "[SEP]"));

    #[test]
    fn only_where_words_stand_alone() {
        assert!(WordCounts::of(&BERT).is_some());
        let metaspace = r#"{"type":"Metaspace","replacement":"_","prepend_scheme":"always","split":true}"#;
        assert!(WordCounts::of(&tokenizer(metaspace, "[SEP]")).is_none());
        assert!(WordCounts::of(&tokenizer(r#"{"type":"BertPreTokenizer"}"#, "new line")).is_none());
    }

    proptest! {
        #[test]
        fn the_sum_is_the_whole(
            text in "(the|boards?|met|abb|[Éé]|\u{301}|\\[SEP\\]|12+|\\$|中|-|\\.|\u{b}|\u{c}|\u{a0}|\u{ad}|\0|[ \n\t\r]{1,2}|[a-zß]{1,14}){0,24}",
        ) {
            let counts = WordCounts::of(&BERT).expect("words stand alone");
            let whole = split(&BERT, &text).map(|e| e.len());
            for _ in 0..2 {
                let sum = counts.sum(&text, |word| split(&BERT, word).map(|e| e.len()));
                prop_assert_eq!(&sum, &whole, "{:?}", text);
            }
        }
    }
}

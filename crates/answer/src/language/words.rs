//! Splits a question into words, with the punctuation around each.

use std::ops::Range;

/// A word of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// Word as written, without punctuation at its ends.
    pub text: String,
    /// Word in lower case, with straight apostrophes.
    pub lower: String,
    /// Byte range in the question.
    pub range: Range<usize>,
    /// Number of its sentence, from 0.
    pub sentence: usize,
    /// True for the first word of its sentence.
    pub first: bool,
    /// True when a comma, colon, dash or the sentence's end follows it.
    pub breaks: bool,
}

impl Word {
    /// Returns true for a word that begins with a capital letter or has a digit.
    pub fn is_marked(&self) -> bool {
        self.text.chars().next().is_some_and(char::is_uppercase)
            || self.text.chars().any(|c| c.is_ascii_digit())
    }
}

/// Splits a text into words.
pub fn words(text: &str) -> Vec<Word> {
    let mut found: Vec<Word> = Vec::new();
    let mut sentence = 0;
    let mut first = true;
    for (start, piece) in pieces(text) {
        let inner = piece.trim_matches(|c: char| !c.is_alphanumeric());
        let tail = piece.trim_end_matches(|c: char| !c.is_alphanumeric());
        let behind = piece.get(tail.len()..).unwrap_or_default();
        let ends = behind.contains(['.', '?', '!', '\n']) && !is_short_form(inner);
        if inner.is_empty() {
            if let Some(last) = found.last_mut() {
                last.breaks = true;
            }
            if piece.contains(['.', '?', '!']) && !first {
                sentence += 1;
                first = true;
            }
            continue;
        }
        let lead = piece.len() - piece.trim_start_matches(|c: char| !c.is_alphanumeric()).len();
        let from = start + lead;
        let breaks = !behind.is_empty() && behind.contains(|c: char| c.is_ascii_punctuation() || c == '\n');
        let (head, is) = contraction(inner);
        let cut = from + head.len();
        let word = |text: &str, range: Range<usize>, first: bool, breaks: bool| {
            let lower = text.to_lowercase().replace('\u{2019}', "'");
            Word { text: text.to_owned(), lower, range, sentence, first, breaks }
        };
        found.push(word(head, from..cut, first, breaks && is.is_empty()));
        if !is.is_empty() {
            found.push(Word { lower: "is".to_owned(), ..word(is, cut..from + inner.len(), false, breaks) });
        }
        first = false;
        if ends {
            sentence += 1;
            first = true;
        }
    }
    found
}

/// Splits "what's" and "whats" into the question word and the rest, which stands for "is"; any other word has no rest.
fn contraction(word: &str) -> (&str, &str) {
    const ASKING: [&str; 6] = ["what", "who", "how", "where", "when", "why"];
    for short in ["'s", "\u{2019}s", "s"] {
        let head = word.len().checked_sub(short.len()).and_then(|cut| word.split_at_checked(cut));
        if let Some((head, is)) = head
            && is.eq_ignore_ascii_case(short)
            && ASKING.iter().any(|asking| head.eq_ignore_ascii_case(asking))
        {
            return (head, is);
        }
    }
    (word, "")
}

/// Splits a text at white space; returns the start of each run, and keeps the line breaks after it.
fn pieces(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split_inclusive([' ', '\t', '\n', '\u{a0}']).map(move |piece| {
        let start = at;
        at += piece.len();
        (start, piece.trim_end_matches([' ', '\t', '\u{a0}']))
    })
}

/// Returns true for "Rev.", "No.", "St.": a period that does not end a sentence.
fn is_short_form(word: &str) -> bool {
    let lower = word.to_lowercase();
    matches!(lower.as_str(), "no" | "rev" | "st" | "mr" | "mrs" | "ms" | "dr" | "sec" | "art" | "ch" | "vs")
        || (word.len() == 1 && word.chars().all(char::is_alphabetic))
        || (word.contains('.') && word.len() <= 5)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn words_with_their_sentences() {
        let got = words("I own Lot 4. What's its size, then?");
        let lower: Vec<&str> = got.iter().map(|w| w.lower.as_str()).collect();
        assert_eq!(lower, ["i", "own", "lot", "4", "what", "is", "its", "size", "then"]);
        assert_eq!(got.iter().map(|w| w.sentence).collect::<Vec<_>>(), [0, 0, 0, 0, 1, 1, 1, 1, 1]);
        assert!(got[4].first && got[7].breaks && !got[5].breaks);
    }

    proptest! {
        #[test]
        fn ranges_cut_the_words(text in "\\PC{0,60}") {
            for word in words(&text) {
                prop_assert_eq!(text.get(word.range.clone()), Some(word.text.as_str()));
            }
        }
    }
}

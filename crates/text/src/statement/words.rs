//! Splits a sentence into words, first at white space, then at the punctuation at both ends of a word.

use super::characters::{of_statement, of_text};

/// Side of a text in a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// The statement to be supported.
    Statement,
    /// The text that supports it.
    Text,
}

/// A word without surrounding punctuation, or one punctuation mark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Atom {
    /// Normalised characters, with the original case.
    pub text: String,
    /// True for a punctuation mark.
    pub mark: bool,
    /// True if it has characters that can't be judged; it then equals only itself.
    pub odd: bool,
    /// True if white space precedes it.
    pub spaced: bool,
}

const OPENING: &[char] = &['(', '[', '{', '"', '\''];
const CLOSING: &[char] = &['.', ',', ';', ':', '!', '?', ')', ']', '}', '"', '\''];

/// Splits a sentence into atoms, in order.
pub(super) fn atoms(sentence: &str, side: Side) -> Vec<Atom> {
    let mut out = Vec::new();
    for raw in sentence.split_whitespace() {
        let read = match side {
            Side::Statement => of_statement(raw),
            Side::Text => of_text(raw),
        };
        match read {
            None => out.push(Atom { text: raw.to_owned(), mark: false, odd: true, spaced: true }),
            Some(word) => take_apart(&word, &mut out),
        }
    }
    out
}

fn take_apart(word: &str, out: &mut Vec<Atom>) {
    let mut spaced = true;
    let mut push = |text: &str, mark: bool| {
        out.push(Atom { text: text.to_owned(), mark, odd: false, spaced });
        spaced = false;
    };
    let core_start = word.len() - word.trim_start_matches(OPENING).len();
    let (opening, rest) = word.split_at(core_start);
    let core = rest.trim_end_matches(CLOSING);
    let (core, closing) = rest.split_at(core.len());
    for mark in opening.chars() {
        push(mark.encode_utf8(&mut [0; 4]), true);
    }
    if !core.is_empty() {
        push(core, false);
    }
    for mark in closing.chars() {
        push(mark.encode_utf8(&mut [0; 4]), true);
    }
}

/// Counts the atoms of a list item's mark at the start of a sentence: `(a)`, `1.`, `II.`, `•`.
pub(super) fn label_length(atoms: &[Atom]) -> usize {
    let mut at = 0;
    for _ in 0..3 {
        match one_label(atoms.get(at..).unwrap_or(&[])) {
            0 => break,
            n => at += n,
        }
    }
    // A label alone is the content of the sentence.
    if at < atoms.len() { at } else { 0 }
}

fn one_label(atoms: &[Atom]) -> usize {
    let text = |i: usize| atoms.get(i).map_or("", |a| a.text.as_str());
    let short =
        |word: &str| !word.is_empty() && word.len() <= 4 && word.bytes().all(|b| b.is_ascii_alphanumeric());
    let digits = |word: &str| word.len() <= 3 && word.bytes().all(|b| b.is_ascii_digit());
    let roman = |word: &str| {
        word.len() >= 2 && word.bytes().all(|b| matches!(b, b'I' | b'V' | b'X' | b'L' | b'i' | b'v' | b'x'))
    };
    let tight = |i: usize| atoms.get(i).is_some_and(|a| !a.spaced);
    match (text(0), text(1), text(2)) {
        ("(", word, ")") if short(word) && tight(1) && tight(2) => 3,
        (word, ")", _) if short(word) && tight(1) => 2,
        (word, ".", _) if !word.is_empty() && (digits(word) || roman(word)) && tight(1) => 2,
        ("•" | "·" | "●" | "○" | "▪" | "■" | "□" | "◦" | "-" | "*" | "☐", next, _) if !next.is_empty() => {
            1
        }
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_marks() {
        for (text, expected) in [
            ("(a) The fee, i.e. $20.", "( a ) The fee , i.e . $20 ."),
            ("“No.” it's", "\" No . \" it's"),
            ("RSA 91-A:3, II(c)", "RSA 91-A:3 , II(c )"),
        ] {
            let got: Vec<String> = atoms(text, Side::Text).into_iter().map(|a| a.text).collect();
            assert_eq!(got.join(" "), expected);
        }
    }

    #[test]
    fn labels() {
        for (text, expected) in [
            ("(a) park a boat", 3),
            ("II. (c) park a boat", 5),
            ("1. Call to order", 2),
            ("• park", 1),
            ("I. Newton moved", 0),
            ("A. Hale moved", 0),
            ("(a)", 0),
            ("20 dogs", 0),
            ("No person", 0),
        ] {
            assert_eq!(label_length(&atoms(text, Side::Text)), expected, "{text}");
        }
    }
}

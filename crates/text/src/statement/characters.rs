//! Normalisation of characters before a comparison.

use unicode_normalization::UnicodeNormalization;

/// Maps typographic variants of a punctuation mark to one form; they have no meaning of their own.
fn typographic(c: char) -> char {
    match c {
        '\u{2018}' | '\u{2019}' | '\u{201b}' | '\u{2032}' | '\u{2bc}' => '\'',
        '\u{201c}' | '\u{201d}' | '\u{201f}' | '\u{2033}' => '"',
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        other => other,
    }
}

/// Returns normal form C, which is the same text by definition.
pub(super) fn composed(text: &str) -> String {
    text.nfc().collect()
}

/// Normalises a word of the statement; returns `None` if it has a character that can't be judged.
pub(super) fn of_statement(word: &str) -> Option<String> {
    let mut out = String::with_capacity(word.len());
    for c in word.chars() {
        if !is_judged(c) {
            return None;
        }
        push(&mut out, c);
    }
    Some(out)
}

/// Normalises a word of the supporting text. Removes effects of typesetting: soft hyphens and zero-width
/// marks, ligatures, full-width forms. A statement does not get that leniency.
pub(super) fn of_text(word: &str) -> Option<String> {
    let mut out = String::with_capacity(word.len());
    for c in word.chars() {
        match c {
            '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}' => {}
            '\u{fb00}'..='\u{fb06}' | '\u{ff01}'..='\u{ff5e}' => {
                std::iter::once(c).nfkc().for_each(|plain| push(&mut out, plain));
            }
            c if is_judged(c) => push(&mut out, c),
            _ => return None,
        }
    }
    Some(out)
}

/// Returns true if every character of a word can be judged: none is invisible, resembles another, or belongs
/// to an unsupported script.
pub fn is_plain(word: &str) -> bool {
    word.chars().all(is_judged)
}

fn push(out: &mut String, c: char) {
    match c {
        '\u{2026}' => out.push_str("..."),
        c => out.push(typographic(c)),
    }
}

/// Accepts Latin letters, digits, punctuation and symbols that are what they look like. Everything else may
/// be a look-alike of these (Greek, Cyrillic, mathematical letters), be invisible, or change the direction of
/// the surrounding text.
fn is_judged(c: char) -> bool {
    matches!(c,
        '\u{21}'..='\u{7e}'
        | '\u{a1}'..='\u{ac}' | '\u{ae}'..='\u{17f}'
        | '\u{1e00}'..='\u{1eff}'
        | '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205e}'
        | '\u{20a0}'..='\u{20bf}'
        | '\u{2116}' | '\u{2122}' | '\u{2153}'..='\u{215e}' | '\u{2190}'..='\u{21ff}'
        | '\u{2212}' | '\u{25a0}'..='\u{25ff}' | '\u{2610}'..='\u{2612}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_seen_is_what_is_compared() {
        for (word, of_a_statement, of_a_text) in [
            ("Fee", Some("Fee"), Some("Fee")),
            ("owner’s", Some("owner's"), Some("owner's")),
            ("3–2", Some("3-2"), Some("3-2")),
            ("re\u{ad}sident", None, Some("resident")),
            ("$2\u{200b}0", None, Some("$20")),
            ("ﬁre", None, Some("fire")),
            ("＄２０", None, Some("$20")),
            ("f\u{435}e", None, None),
            ("\u{202e}02$", None, None),
            ("𝟐𝟎", None, None),
            ("m²", Some("m²"), Some("m²")),
        ] {
            assert_eq!(of_statement(word).as_deref(), of_a_statement, "{word}");
            assert_eq!(of_text(word).as_deref(), of_a_text, "{word}");
        }
    }
}

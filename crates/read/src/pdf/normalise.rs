//! Text as it is stored: logical order, plain spaces, no ligatures, NFC.

use unicode_bidi::{BidiInfo, Level};
use unicode_normalization::{UnicodeNormalization, is_nfc};

/// Cleans the text of a line that was put together from left to right.
pub(super) fn normalised(text: &str) -> String {
    if text.bytes().all(|b| (b' '..0x7F).contains(&b)) {
        return text.trim_end().to_owned();
    }
    let text = logical(text);
    let mut out = String::with_capacity(text.len() + 8);
    let mut characters = text.trim_end().chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '\u{FB00}' => out.push_str("ff"),
            '\u{FB01}' => out.push_str("fi"),
            '\u{FB02}' => out.push_str("fl"),
            '\u{FB03}' => out.push_str("ffi"),
            '\u{FB04}' => out.push_str("ffl"),
            '\u{FB05}' | '\u{FB06}' => out.push_str("st"),
            // A soft hyphen is drawn at the end of a line only.
            '\u{AD}' if characters.peek().is_none_or(|next| next.is_whitespace()) => out.push('-'),
            '\u{AD}' | '\u{200B}' | '\u{FEFF}' | '\u{2060}' => {}
            // Bullets of symbol fonts.
            '\u{F0B7}' => out.push('\u{2022}'),
            '\u{F0A7}' => out.push('\u{25AA}'),
            '\u{F0D8}' => out.push('\u{27A2}'),
            '\u{F0FC}' => out.push('\u{2713}'),
            '\u{A0}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}' => out.push(' '),
            c if c.is_control() => {
                if c.is_whitespace() {
                    out.push(' ');
                }
            }
            c => out.push(c),
        }
    }
    if is_nfc(&out) { out } else { out.nfc().collect() }
}

/// Turns runs of right-to-left text from the order on the page into reading order.
fn logical(text: &str) -> String {
    if !text.chars().any(is_right_to_left) {
        return text.to_owned();
    }
    let right = text.chars().filter(|c| is_right_to_left(*c)).count();
    let left = text.chars().filter(|c| c.is_alphabetic()).count().saturating_sub(right);
    let base = if right > left { Level::rtl() } else { Level::ltr() };
    // The algorithm that lays logical text out also takes laid out text back, but for brackets,
    // which are drawn mirrored.
    let info = BidiInfo::new(text, Some(base));
    let mut out = String::with_capacity(text.len());
    for paragraph in &info.paragraphs {
        let (levels, runs) = info.visual_runs(paragraph, paragraph.range.clone());
        for run in runs {
            let odd = levels.get(run.start).is_some_and(Level::is_rtl);
            let piece = text.get(run).unwrap_or("");
            if odd {
                out.extend(piece.chars().rev().map(mirrored));
            } else {
                out.push_str(piece);
            }
        }
    }
    out
}

fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}')
}

fn mirrored(c: char) -> char {
    match c {
        '(' => ')',
        ')' => '(',
        '[' => ']',
        ']' => '[',
        '{' => '}',
        '}' => '{',
        '<' => '>',
        '>' => '<',
        '\u{AB}' => '\u{BB}',
        '\u{BB}' => '\u{AB}',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn cleans() {
        for (given, expected) in [
            ("of\u{FB01}ce of the a\u{FB00}airs", "office of the affairs"),
            ("co\u{AD}operate", "cooperate"),
            ("ordi\u{AD}", "ordi-"),
            ("a\u{A0}b\u{3000}c", "a b c"),
            ("e\u{301}t", "\u{E9}t"),
            ("\u{F0B7} item", "\u{2022} item"),
            ("tab\there\u{7}", "tab here"),
            ("plain  ", "plain"),
            // Hebrew as it stands on the page: "shalom 123" with brackets.
            ("(123) \u{5DD}\u{5D5}\u{5DC}\u{5E9}", "\u{5E9}\u{5DC}\u{5D5}\u{5DD} (123)"),
            ("see \u{5DD}\u{5D5}\u{5DC}\u{5E9} there", "see \u{5E9}\u{5DC}\u{5D5}\u{5DD} there"),
        ] {
            assert_eq!(normalised(given), expected, "{given:?}");
        }
    }

    proptest! {
        #[test]
        fn stays_clean(text in "\\PC{0,40}") {
            let once = normalised(&text);
            prop_assert!(is_nfc(&once));
            let left_over = once.contains(['\n', '\r', '\u{FB01}', '\u{A0}']);
            prop_assert!(!left_over);
        }
    }
}

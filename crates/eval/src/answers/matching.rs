//! Comparison of the words and figures in a known answer with those of an actual one (CONTRACT).

use unicode_normalization::UnicodeNormalization;

use twolane_text::{Token, TokenKind, supports, tokens};

/// Maximum length of a text to compare word by word; quotes are far shorter.
const LONGEST: usize = 4000;

/// Returns true if the given text has at least half of the known quote's words, in order.
pub fn holds(known: &str, given: &str) -> bool {
    let known = words(known);
    !known.is_empty() && in_order(&known, &words(given)) * 2 >= known.len()
}

/// Checks that the given text has every number and date of the known answer; `None` if it has neither. A
/// number's unit may be missing on one side.
pub fn right(known: &str, given: &str) -> Option<bool> {
    let wanted: Vec<Token> = figures(known);
    if wanted.is_empty() {
        return None;
    }
    let given = tokens(given);
    Some(wanted.iter().all(|w| given.iter().any(|g| is_same(g, w))))
}

fn figures(text: &str) -> Vec<Token> {
    tokens(text)
        .into_iter()
        .filter(|t| {
            matches!(t.kind, TokenKind::Number | TokenKind::Date | TokenKind::Time | TokenKind::Section)
        })
        .filter(|t| t.kind != TokenKind::Section || t.raw.chars().any(|c| c.is_ascii_digit()))
        .collect()
}

fn is_same(given: &Token, wanted: &Token) -> bool {
    match (given.kind, wanted.kind) {
        (TokenKind::Number, TokenKind::Number) => value(given) == value(wanted),
        // "March 3" is the same day as "March 3, 2025", regardless of which one has the year.
        (TokenKind::Date, TokenKind::Date) => supports(given, wanted) || supports(wanted, given),
        (TokenKind::Time, TokenKind::Time) => is_same_time(given, wanted),
        // "Article 12" and "12": one of them is less specific.
        _ => {
            supports(given, wanted)
                || supports(wanted, given)
                || is_a_part(given, wanted)
                || is_a_part(wanted, given)
        }
    }
}

/// Matches a bare number with one of the figures in a section, date or time. That is sufficient to equate two
/// answers; a statement needs more.
fn is_a_part(whole: &Token, part: &Token) -> bool {
    let (value, unit) = part.value_and_unit();
    matches!(whole.kind, TokenKind::Section | TokenKind::Date | TokenKind::Time)
        && part.kind == TokenKind::Number
        && (unit.is_empty() || unit == "th")
        && whole
            .raw
            .split(|c: char| !c.is_ascii_digit() && c != '.')
            .any(|figure| figure.trim_matches('.') == value || figure.trim_start_matches('0') == value)
}

/// A time without a.m. or p.m. may mean either half of the day.
fn is_same_time(given: &Token, wanted: &Token) -> bool {
    let half = |t: &Token| {
        t.raw.to_lowercase().contains(['a', 'p']) || !t.raw.contains(|c: char| c.is_ascii_digit())
    };
    let clock = |t: &Token| {
        let (hour, minute) = t.normal.split_once(':')?;
        Some((hour.parse::<u8>().ok()? % 12, minute.to_owned()))
    };
    given.normal == wanted.normal || ((!half(given) || !half(wanted)) && clock(given) == clock(wanted))
}

fn value(token: &Token) -> &str {
    token.value_and_unit().0
}

/// Returns words in lower case without surrounding punctuation; normalises dashes and quotation marks.
fn words(text: &str) -> Vec<String> {
    let folded: String = text
        .nfkc()
        .filter_map(|c| match c {
            '\u{2018}' | '\u{2019}' => Some('\''),
            '\u{201c}' | '\u{201d}' => Some('"'),
            '\u{2013}' | '\u{2014}' | '\u{2212}' | '\u{2011}' | '\u{2010}' => Some('-'),
            '\u{ad}' => None,
            other => Some(other),
        })
        .collect::<String>()
        .to_lowercase();
    let word = |c: char| c.is_alphanumeric() || c == '_';
    folded
        .split_whitespace()
        .map(|w| w.trim_start_matches(|c: char| !word(c) && !matches!(c, '$' | '#' | '(')))
        .map(|w| w.trim_end_matches(|c: char| !word(c) && !matches!(c, '%' | ')')))
        .map(|w| w.trim_matches(['(', ')']).to_owned())
        .filter(|w| !w.is_empty())
        .take(LONGEST)
        .collect()
}

/// Returns the length of the longest common subsequence of words. A word cut by a hyphen at an end of the
/// known quote counts if the given word begins or ends with it.
fn in_order(known: &[String], given: &[String]) -> usize {
    let mut row = vec![0usize; given.len() + 1];
    for (i, k) in known.iter().enumerate() {
        let cut = k.chars().count() > 2;
        let mut diagonal = 0;
        let mut left = 0;
        for (g, cell) in given.iter().zip(row.iter_mut().skip(1)) {
            let same = g == k
                || (cut && i + 1 == known.len() && g.starts_with(k.trim_end_matches('-')))
                || (cut && i == 0 && g.ends_with(k.as_str()));
            let above = *cell;
            *cell = if same { diagonal + 1 } else { above.max(left) };
            diagonal = above;
            left = *cell;
        }
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn half_of_the_words_in_order() {
        for (known, given, expected) in [
            ("the board voted four to one", "The Board voted four to one.", true),
            ("the board voted four to one", "the board voted", true),
            ("the board voted four to one", "the board", false),
            ("a b c d", "d c b a", false),
            ("a b c d", "x a y b z", true),
            ("“Fees” are $20", "fees are $20,", true),
            ("appro-", "approved", true),
            ("proved by the board", "approved by", true),
            ("", "anything", false),
        ] {
            assert_eq!(holds(known, given), expected, "{known} / {given}");
        }
    }

    #[test]
    fn figures_of_an_answer() {
        for (known, given, expected) in [
            ("$822,000", "received a $822,000 award", Some(true)),
            ("$822,000", "received a 822,000 award", Some(true)),
            ("$822,000", "received an $800,000 award", Some(false)),
            ("Tim Miller", "Tim Miller was elected", None),
            ("on March 3, 2025", "held 3/3/2025", Some(true)),
            ("March 3", "on March 3, 2025", Some(true)),
            ("March 4", "on March 3, 2025", Some(false)),
            ("5 to 2, on March 3, 2025", "the vote was 5 to 2", Some(false)),
            ("60 %", "sixty (60%) of", Some(true)),
            ("Article 12", "article 12 passed", Some(true)),
            ("at 7 p.m.", "at 7:00 o\u{2019}clock in the afternoon", Some(true)),
            ("at 7 p.m.", "at 7 a.m.", Some(false)),
            ("", "x", None),
        ] {
            assert_eq!(right(known, given), expected, "{known} / {given}");
        }
    }

    proptest! {
        #[test]
        fn a_text_holds_itself(text in "[a-z$ (0-9).,-]{1,80}") {
            prop_assert!(words(&text).is_empty() || holds(&text, &text));
            prop_assert_ne!(right(&text, &text), Some(false));
        }

        #[test]
        fn never_panics(known in "\\PC{0,60}", given in "\\PC{0,60}") {
            let _ = (holds(&known, &given), right(&known, &given));
        }
    }
}

//! Raised and lowered words of a row: marks of footnotes, powers, indices and parts of fractions.

use super::script::{OFF_BASELINE, SMALLER, Script};
use super::words::Word;
use crate::scripts::{fraction, subscript, superscript};

/// Longest raised or lowered text.
const LONGEST: usize = 8;

/// Finds the raised and lowered words of a row. An OCR layer has no baselines to go by.
pub(super) fn mark(words: &mut [Word]) {
    for index in 0..words.len() {
        let Some(word) = words.get(index) else { break };
        let before = index.checked_sub(1).and_then(|i| words.get(i)).filter(|b| touches(b, word));
        // A note's own mark may stand apart from the note.
        let opens = index == 0 && word.text.chars().all(|c| !c.is_alphabetic());
        let after = words.get(index + 1).filter(|a| touches(word, a) || (opens && a.x0 - word.x1 < a.size));
        let script = if word.ocr || !is_mark(&word.text) {
            Script::Level
        } else if let Some(before) = before.filter(|b| b.script != Script::Level && is_alike(b, word)) {
            before.script
        } else {
            [before, after]
                .into_iter()
                .flatten()
                .filter(|near| near.script == Script::Level)
                .map(|near| against(word, near))
                .find(|script| *script != Script::Level)
                .unwrap_or_default()
        };
        if let Some(word) = words.get_mut(index) {
            word.script = script;
        }
    }
}

/// True for a word right after another one, without a space.
fn touches(left: &Word, right: &Word) -> bool {
    let reach = 0.2 * left.size.max(right.size);
    let spaced = right.space_before && left.sequence.0 == right.sequence.0;
    !spaced && right.x0 - left.x1 < reach && right.x0 >= left.x0
}

fn is_alike(a: &Word, b: &Word) -> bool {
    (a.size - b.size).abs() < 0.1 * b.size && (a.y - b.y).abs() < 0.1 * b.size
}

fn against(word: &Word, near: &Word) -> Script {
    if word.size >= SMALLER * near.size || word.size < 0.35 * near.size {
        Script::Level
    } else if word.y < near.y - OFF_BASELINE * near.size {
        Script::Raised
    } else if word.y > near.y + 0.06 * near.size {
        Script::Lowered
    } else {
        Script::Level
    }
}

/// Digits, signs and single letters; a raised word of more letters is text in small type.
fn is_mark(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let roman = text.chars().all(|c| "ivx".contains(c));
    text.chars().count() <= LONGEST && (letters <= 1 || roman)
}

/// Text of the raised or lowered words that a cell begins with, and how many words it takes. `before` is
/// the text so far.
pub(super) fn read(words: &[Word], before: &str) -> Option<(String, usize)> {
    let first = words.first().filter(|word| word.script != Script::Level)?;
    if let Some((numerator, denominator, taken)) = fraction_parts(words) {
        let shown = fraction(&numerator, &denominator);
        let parted =
            before.ends_with(|c: char| c.is_ascii_digit()) && shown.starts_with(|c: char| c.is_ascii_digit());
        return Some((if parted { format!(" {shown}") } else { shown }, taken));
    }
    let taken = 1 + words
        .windows(2)
        .take_while(
            |pair| matches!(pair, [a, b] if b.script == first.script && touches(a, b) && is_alike(a, b)),
        )
        .count();
    let text: String = words.get(..taken)?.iter().map(|word| word.text.as_str()).collect();
    let core = text.trim_end_matches(['.', ',', ';', ':']);
    let stops = text.get(core.len()..).unwrap_or("");
    let shown = match first.script {
        _ if core.is_empty() => String::new(),
        Script::Lowered => subscript(core),
        _ => superscript(core),
    };
    Some((shown + stops, taken))
}

/// Numerator, denominator and number of words of a fraction: `1/2` raised as a whole, a raised 1 before a
/// slash and a small 2, or one above the other.
fn fraction_parts(words: &[Word]) -> Option<(String, String, usize)> {
    let first = words.first().filter(|word| word.script == Script::Raised)?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if let Some((numerator, denominator)) = first.text.split_once(['/', '\u{2044}'])
        && is_number(numerator)
        && is_number(denominator)
    {
        return Some((numerator.to_owned(), denominator.to_owned(), 1));
    }
    let numerator = first.text.trim_end_matches(['/', '\u{2044}']);
    if !is_number(numerator) {
        return None;
    }
    let second = words.get(1).filter(|word| touches(first, word))?;
    let over = second.x0 < first.x1 - 0.3 * (first.x1 - first.x0);
    if second.script == Script::Lowered && over && is_number(&second.text) {
        return Some((numerator.to_owned(), second.text.clone(), 2));
    }
    let mut slashed = first.text.len() > numerator.len();
    for (index, word) in words.iter().enumerate().skip(1).take(2) {
        let text = word.text.trim_start_matches(['/', '\u{2044}']);
        slashed |= text.len() < word.text.len();
        let small = word.size < 1.2 * first.size && word.y > first.y + 0.1 * first.size;
        if slashed && small && is_number(text) {
            return Some((numerator.to_owned(), text.to_owned(), index + 1));
        }
        if !slashed || !text.is_empty() {
            return None;
        }
    }
    None
}

//! Labels at the head of a paragraph, with all their readings.

use std::ops::Range;

use twolane_text::{roman_value, to_roman};

/// Counting system of a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Numbering {
    /// Arabic numbers: 1, 2, 3.
    Arabic,
    /// Lower-case letters: a, b, ... z, aa, bb.
    LowerLetter,
    /// Upper-case letters: A, B, ... Z, AA, BB.
    UpperLetter,
    /// Lower-case Roman numerals: i, ii, iii.
    LowerRoman,
    /// Upper-case Roman numerals: I, II, III.
    UpperRoman,
    /// Lower-case double letters as a level of their own: aa, bb, cc.
    DoubleLower,
    /// Upper-case double letters as a level of their own: AA, BB, CC.
    DoubleUpper,
}

/// Punctuation that separates a label from the words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mark {
    /// Two brackets, as in `(a)`.
    Brackets,
    /// A full stop, as in `a.`.
    Dot,
    /// A closing bracket, as in `a)`.
    HalfBracket,
}

/// Style of a level's labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Style {
    /// Counting system of the labels.
    pub numbering: Numbering,
    /// Punctuation of the labels.
    pub mark: Mark,
}

/// A position in a count: `I-b` is the second one inserted after 1, `(3A)` the first after 3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ordinal {
    /// Value, counted from 1.
    pub value: u32,
    /// Number among those inserted after `value`; 0 for `value` itself.
    pub inserted: u32,
}

/// One reading of a label.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Reading {
    /// Style of its level.
    pub style: Style,
    /// First position in the level.
    pub first: Ordinal,
    /// Last position; equal to `first` except for a label such as `(b)-(d)`.
    pub last: Ordinal,
}

/// A label with its readings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// Spelling in an address: `(c)`, `II-a`.
    pub printed: String,
    /// Byte range in the paragraph, including its punctuation.
    pub bytes: Range<usize>,
    /// Possible readings; never empty.
    pub readings: Vec<Reading>,
}

impl Label {
    /// Returns the possible prints of the next label, one for each reading.
    pub(super) fn next(&self) -> Vec<String> {
        self.readings.iter().filter_map(|r| print(r.style, r.last.value + 1)).collect()
    }

    /// Returns the possible prints of the label before this one, if this can be the second of its level.
    pub(super) fn first_before(&self) -> Vec<String> {
        let second = Ordinal { value: 2, inserted: 0 };
        self.readings.iter().filter(|r| r.first == second).filter_map(|r| print(r.style, 1)).collect()
    }

    /// Returns true if it can be the first of its level.
    pub(super) fn may_be_first(&self) -> bool {
        self.readings.iter().any(|r| r.first == Ordinal { value: 1, inserted: 0 })
    }
}

/// Prints a label with its punctuation.
fn print(style: Style, value: u32) -> Option<String> {
    let letter = |from: char| {
        let at = u32::from(from) + value - 1;
        (value <= 26).then(|| char::from_u32(at).map(String::from)).flatten()
    };
    let core = match style.numbering {
        Numbering::Arabic => value.to_string(),
        Numbering::LowerLetter => letter('a')?,
        Numbering::UpperLetter => letter('A')?,
        Numbering::LowerRoman => to_roman(value)?.to_lowercase(),
        Numbering::UpperRoman => to_roman(value)?,
        Numbering::DoubleLower => letter('a')?.repeat(2),
        Numbering::DoubleUpper => letter('A')?.repeat(2),
    };
    Some(match style.mark {
        Mark::Brackets => format!("({core})"),
        Mark::Dot => format!("{core}."),
        Mark::HalfBracket => format!("{core})"),
    })
}

/// Highest number of a paragraph; higher numbers are years and amounts.
const HIGHEST: u32 = 399;

/// Maximum number of labels at the head of one paragraph.
const LONGEST_RUN: usize = 6;

/// Parses the labels at the head of a paragraph: `(a)(1)`, `II. (a)`, `III-b.`.
pub fn label_run(text: &str) -> Vec<Label> {
    let mut out = Vec::new();
    let mut at = text.len() - text.trim_start().len();
    while out.len() < LONGEST_RUN {
        let Some(rest) = text.get(at..) else { break };
        let Some(label) = one_label(rest, at) else { break };
        at = label.bytes.end;
        let space = text.get(at..).map_or(0, |t| t.len() - t.trim_start().len());
        at += space;
        out.push(label);
    }
    out
}

/// Parses a label at the very start of `text`, which starts at byte `offset` of the paragraph.
fn one_label(text: &str, offset: usize) -> Option<Label> {
    let (core, mark, length) = marked(text)?;
    let mut end = length;
    let mut readings = readings(core, mark);
    let shown = |core: &str| match mark {
        Mark::Brackets => format!("({core})"),
        Mark::Dot => core.to_owned(),
        Mark::HalfBracket => format!("{core})"),
    };
    let mut printed = shown(core);
    if readings.is_empty() {
        return None;
    }
    if let Some((last, mark_of_last, more, joint)) = range_end(text.get(end..)?)
        && mark_of_last == mark
    {
        let lasts = self::readings(last, mark);
        let ranges: Vec<Reading> = readings
            .iter()
            .filter_map(|r| {
                let last = lasts.iter().find(|l| l.style == r.style && l.first > r.first)?;
                Some(Reading { last: last.first, ..*r })
            })
            .collect();
        if !ranges.is_empty() {
            readings = ranges;
            printed = format!("{printed}{joint}{}", shown(last));
            end += more;
        }
    }
    let next = text.get(end..).and_then(|t| t.chars().next());
    let ends = match mark {
        Mark::Brackets => next.is_none_or(|c| {
            c.is_whitespace()
                || c.is_uppercase()
                || matches!(c, '(' | '"' | '\u{201c}' | '[' | '$' | '\u{2018}')
        }),
        Mark::Dot | Mark::HalfBracket => {
            // Accepts `III.The`, but neither `U.S.` nor `i.e.`.
            let word = text.get(end..).is_some_and(|t| {
                let mut chars = t.chars();
                chars.next().is_some_and(char::is_uppercase)
                    && chars.next().is_none_or(|c| !c.is_uppercase() && c != '.')
            });
            let roman = readings.iter().any(|r| r.style.numbering == Numbering::UpperRoman);
            next.is_none_or(|c| c.is_whitespace() || matches!(c, '(' | '[')) || (roman && word)
        }
    };
    ends.then(|| Label { printed, bytes: offset..offset + end, readings })
}

/// Returns the inner part, punctuation and length in bytes of an apparent label.
fn marked(text: &str) -> Option<(&str, Mark, usize)> {
    let inner =
        |t: &str| -> usize { t.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).unwrap_or(t.len()) };
    if let Some(rest) = text.strip_prefix('(') {
        let mut end = inner(rest);
        // `(1.5)`, `(a.1)`: inserted between 1 and 2, as Colorado and Georgia number.
        if let Some(decimals) = rest.get(end..).and_then(|t| t.strip_prefix('.')).filter(|_| end > 0) {
            let figures = decimals.bytes().take_while(u8::is_ascii_digit).count();
            end += if (1..=2).contains(&figures) { 1 + figures } else { 0 };
        }
        let core = rest.get(..end)?;
        return (rest.get(end..)?.starts_with(')') && !core.is_empty()).then_some((
            core,
            Mark::Brackets,
            end + 2,
        ));
    }
    let end = inner(text);
    let core = text.get(..end).filter(|c| !c.is_empty())?;
    let mark = match text.get(end..)?.chars().next()? {
        '.' => Mark::Dot,
        ')' => Mark::HalfBracket,
        _ => return None,
    };
    Some((core, mark, end + 1))
}

/// Parses the end of a range, `-(d)` after `(b)` or `-IV.` after `II.`: its label, punctuation, length in
/// bytes and separator.
fn range_end(text: &str) -> Option<(&str, Mark, usize, &'static str)> {
    for (joint, shown) in [("-", "-"), ("\u{2013}", "-"), (" to ", " to "), (" through ", " through ")] {
        if let Some(rest) = text.strip_prefix(joint) {
            let (core, mark, length) = marked(rest)?;
            return Some((core, mark, joint.len() + length, shown));
        }
    }
    None
}

fn readings(core: &str, mark: Mark) -> Vec<Reading> {
    let mut out = Vec::new();
    let mut add = |numbering: Numbering, value: u32, inserted: u32| {
        if (1..=HIGHEST).contains(&value) {
            let place = Ordinal { value, inserted };
            out.push(Reading { style: Style { numbering, mark }, first: place, last: place });
        }
    };
    let (base, inserted) = match split_inserted(core) {
        Some(parts) => parts,
        None => return Vec::new(),
    };
    if base.bytes().all(|b| b.is_ascii_digit()) {
        if base.len() <= 3
            && !base.starts_with('0')
            && let Ok(value) = base.parse()
        {
            add(Numbering::Arabic, value, inserted);
        }
        return out;
    }
    let lower = base.bytes().all(|b| b.is_ascii_lowercase());
    let upper = base.bytes().all(|b| b.is_ascii_uppercase());
    if !lower && !upper {
        return out;
    }
    // A single letter before a full stop or closing bracket is a label; "No." and "St." are words.
    let same = base.bytes().all(|b| Some(b) == base.bytes().next());
    if base.len() <= 3 && same && (mark == Mark::Brackets || base.len() == 1) {
        let letter = base.bytes().next().map_or(0, |b| u32::from(b.to_ascii_lowercase() - b'a') + 1);
        let rounds = u32::try_from(base.len() - 1).unwrap_or(0);
        let numbering = if lower { Numbering::LowerLetter } else { Numbering::UpperLetter };
        add(numbering, rounds * 26 + letter, inserted);
        if base.len() == 2 {
            add(if lower { Numbering::DoubleLower } else { Numbering::DoubleUpper }, letter, inserted);
        }
    }
    if base.len() <= 8
        && (upper || mark == Mark::Brackets || base.len() <= 4)
        && let Some(value) = roman_value(&base.to_ascii_uppercase())
    {
        add(if lower { Numbering::LowerRoman } else { Numbering::UpperRoman }, value, inserted);
    }
    out
}

/// Splits off an inserted number: `I-a` is I and 1, `3A` is 3 and 1, `a-1` is a and 1, `1.5` is 1 and 5.
fn split_inserted(core: &str) -> Option<(&str, u32)> {
    if let Some((base, decimals)) = core.split_once('.') {
        let tenths = decimals.chars().next().and_then(|c| c.to_digit(10))?;
        return (!base.is_empty()).then_some((base, tenths.max(1)));
    }
    if let Some((base, tail)) = core.split_once('-') {
        let inserted = if tail.len() <= 2 && tail.bytes().all(|b| b.is_ascii_digit()) {
            tail.parse().ok()?
        } else {
            letters(tail)?
        };
        return (!base.is_empty() && inserted > 0).then_some((base, inserted));
    }
    let digits = core.bytes().take_while(u8::is_ascii_digit).count();
    let (base, tail) = core.split_at(digits);
    if digits > 0 && !tail.is_empty() {
        return Some((base, letters(tail)?));
    }
    Some((core, 0))
}

fn letters(text: &str) -> Option<u32> {
    let mut bytes = text.bytes();
    let first = bytes.next()?.to_ascii_lowercase();
    if !first.is_ascii_lowercase() || text.len() > 2 || bytes.any(|b| b.to_ascii_lowercase() != first) {
        return None;
    }
    let rounds = u32::try_from(text.len() - 1).unwrap_or(0);
    Some(rounds * 26 + u32::from(first - b'a') + 1)
}

/// Returns the readings of a label as printed in an address: `II-a`, `(c)`.
pub(super) fn readings_of_printed(printed: &str) -> Vec<Reading> {
    match printed.strip_prefix('(').and_then(|t| t.strip_suffix(')')) {
        Some(core) => readings(core, Mark::Brackets),
        None => match printed.strip_suffix(')') {
            Some(core) => readings(core, Mark::HalfBracket),
            None => readings(printed, Mark::Dot),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn runs() {
        for (text, printed, rest) in [
            ("(a)(1) Words", &["(a)", "(1)"][..], " Words"),
            ("II. (a) Words", &["II", "(a)"], " Words"),
            ("VIII.(a) Words", &["VIII", "(a)"], " Words"),
            ("III-b. Words", &["III-b"], " Words"),
            ("(3A) Words", &["(3A)"], " Words"),
            ("(a-1) Words", &["(a-1)"], " Words"),
            ("(b)-(d) Repealed.", &["(b)-(d)"], " Repealed."),
            ("I.-III. Repealed", &["I-III"], " Repealed"),
            ("(i)For a loan", &["(i)"], "For a loan"),
            ("9) nine", &["9)"], " nine"),
            ("III.The board", &["III"], "The board"),
            ("I.D. cards", &[], "I.D. cards"),
            ("V.A. hospitals", &[], "V.A. hospitals"),
            ("(Last) (First)", &[], "(Last) (First)"),
            ("No. 5", &[], "No. 5"),
            ("1.1 Purpose", &[], "1.1 Purpose"),
            ("2021. The year", &[], "2021. The year"),
            ("(s)he", &[], "(s)he"),
            ("", &[], ""),
        ] {
            let run = label_run(text);
            let got: Vec<&str> = run.iter().map(|l| l.printed.as_str()).collect();
            assert_eq!(got, printed, "{text:?}");
            assert_eq!(text.get(run.last().map_or(0, |l| l.bytes.end)..), Some(rest), "{text:?}");
        }
    }

    #[test]
    fn ambiguous_labels_have_all_readings() {
        for (text, expected) in
            [("(i) x", 2), ("(v) x", 2), ("(ii) x", 3), ("(a) x", 1), ("I. x", 2), ("(4) x", 1)]
        {
            assert_eq!(label_run(text)[0].readings.len(), expected, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn never_panics(text in "(\\(|\\)|[a-zA-Z0-9]|\\.|-|–| |\\PC){0,40}") {
            let mut end = 0;
            for label in label_run(&text) {
                prop_assert!(label.bytes.start >= end && !label.readings.is_empty());
                prop_assert!(text.get(label.bytes.clone()).is_some());
                end = label.bytes.end;
            }
        }
    }
}

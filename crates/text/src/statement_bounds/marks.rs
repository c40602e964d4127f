//! The mark at the start of a list item.

use crate::roman_value;

/// Typographic style of a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// Two brackets, as in `(a)`.
    Brackets,
    /// A closing bracket, as in `a)`.
    Bracket,
    /// A full stop, as in `a.`.
    Stop,
    /// A path of numbers, as in `1.2`.
    Path,
    /// A bullet character.
    Bullet(char),
    /// No printed mark: the format identifies the item.
    Unmarked,
}

/// Counting system of the items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Digit,
    Lower,
    Upper,
    RomanLower,
    RomanUpper,
    /// No counting, as for bullets.
    None,
}

/// A mark with all its possible readings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mark {
    pub style: Style,
    /// Class and number, most likely first.
    pub readings: Vec<(Class, u32)>,
    /// Length of the mark in bytes, including the following space.
    pub length: usize,
}

const BULLETS: &str = "\u{2022}\u{25CF}\u{25CB}\u{25AA}\u{25A0}\u{25A1}\u{2610}\u{2013}\u{2014}-*+\u{25E6}\u{27A2}\u{2713}\u{F0B7}\u{F0A7}\u{B7}\u{2023}\u{2043}\u{2192}\u{25BA}\u{2212}";

impl Mark {
    /// Creates the mark of an item without a printed mark.
    pub(super) fn unmarked() -> Self {
        Mark { style: Style::Unmarked, readings: vec![(Class::None, 0)], length: 0 }
    }

    /// Reads the mark at the start of a line with further text.
    pub(super) fn of(text: &str) -> Option<Mark> {
        let text = text.trim_end();
        let word = text.split_whitespace().next()?;
        let behind = text.len() - text.trim_start().len() + word.len();
        let rest = text.get(behind..).unwrap_or("");
        let length = behind + (rest.len() - rest.trim_start().len());
        let mut chars = word.chars();
        if let (Some(first), None) = (chars.next(), chars.next()) {
            let small = first == 'o' && rest.trim_start().starts_with(char::is_uppercase);
            let bullet = BULLETS.contains(first) || small;
            return (bullet && !rest.trim().is_empty()).then(|| Mark {
                style: Style::Bullet(first),
                readings: vec![(Class::None, 0)],
                length,
            });
        }
        if let Some(inner) = word.strip_prefix('(') {
            let (body, tail) = inner.split_once(')')?;
            // `(a)(1)`, `(a).`, `(a)Park` are marks; `(s)he` is a word.
            let fine =
                tail.is_empty() || tail.starts_with(['(', '.', ',']) || tail.starts_with(char::is_uppercase);
            let length = if tail.is_empty() { length } else { text.find(')').map_or(length, |at| at + 1) };
            return fine.then(|| readings(body)).flatten().map(|readings| Mark {
                style: Style::Brackets,
                readings,
                length,
            });
        }
        if rest.trim().is_empty() {
            return None;
        }
        if let Some(body) = word.strip_suffix(')') {
            return readings(body).map(|readings| Mark { style: Style::Bracket, readings, length });
        }
        let body = word.strip_suffix('.').unwrap_or(word);
        if body.contains('.') {
            let parts: Vec<u32> = body.split('.').map(str::parse).collect::<Result<_, _>>().ok()?;
            let last = *parts.last()?;
            let short = body.split('.').all(|p| p.len() <= 2);
            return short.then(|| Mark { style: Style::Path, readings: vec![(Class::Digit, last)], length });
        }
        word.ends_with('.').then(|| readings(body)).flatten().map(|readings| Mark {
            style: Style::Stop,
            readings,
            length,
        })
    }
}

fn readings(body: &str) -> Option<Vec<(Class, u32)>> {
    if body.is_empty() || body.len() > 5 {
        return None;
    }
    if body.chars().all(|c| c.is_ascii_digit()) {
        return (body.len() <= 3).then(|| body.parse().ok()).flatten().map(|n| vec![(Class::Digit, n)]);
    }
    let mut out = Vec::new();
    let lower = body.chars().all(|c| c.is_ascii_lowercase());
    let upper = body.chars().all(|c| c.is_ascii_uppercase());
    if !lower && !upper {
        return None;
    }
    let folded = body.to_ascii_lowercase();
    let letters: Vec<u8> = folded.bytes().collect();
    // `(aa)` follows `(z)`.
    let same = letters.windows(2).all(|pair| matches!(pair, [a, b] if a == b));
    let letter = letters.first().filter(|_| same && letters.len() <= 2).map(|first| {
        u32::from(first - b'a') + 1 + 26 * u32::try_from(letters.len().saturating_sub(1)).unwrap_or(0)
    });
    let roman = roman_value(&folded.to_uppercase());
    let (letter_class, roman_class) =
        if lower { (Class::Lower, Class::RomanLower) } else { (Class::Upper, Class::RomanUpper) };
    // `i` is more often one than the ninth letter, and `c` more often the third than a hundred.
    if let Some(n) = roman.filter(|n| *n == 1 || letter.is_none()) {
        out.push((roman_class, n));
    }
    out.extend(letter.map(|n| (letter_class, n)));
    if let Some(n) = roman.filter(|n| *n != 1 && letter.is_some()) {
        out.push((roman_class, n));
    }
    (!out.is_empty()).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_marks() {
        for (text, style, class, n) in [
            ("(a) park", Style::Brackets, Class::Lower, 1),
            ("(i) park", Style::Brackets, Class::RomanLower, 1),
            ("(iv) park", Style::Brackets, Class::RomanLower, 4),
            ("(c) park", Style::Brackets, Class::Lower, 3),
            ("(12) park", Style::Brackets, Class::Digit, 12),
            ("b) park", Style::Bracket, Class::Lower, 2),
            ("3. Dogs", Style::Stop, Class::Digit, 3),
            ("B. Dogs", Style::Stop, Class::Upper, 2),
            ("4.2 Dogs", Style::Path, Class::Digit, 2),
            ("\u{2022} Dogs", Style::Bullet('\u{2022}'), Class::None, 0),
        ] {
            let mark = Mark::of(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((mark.style, mark.readings[0]), (style, (class, n)), "{text}");
        }
        for text in
            ["the dogs", "2024. Dogs", "(see below) dogs", "Mr. Brown", "e.g. dogs", "1.", "", "(s)he said"]
        {
            assert_eq!(Mark::of(text), None, "{text}");
        }
    }
}

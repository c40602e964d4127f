//! Bold and dim text, on terminals only.

use std::hash::{BuildHasher, RandomState};
use std::ops::Range;
use std::sync::LazyLock;

/// The mark before each of the program's own styles. Outside text can't know it, so it can't set a style.
static MARK: LazyLock<String> =
    LazyLock::new(|| format!("\x1b{:016x}", RandomState::new().hash_one(std::process::id())));

/// The codes of the styles, the one that ends them first.
const CODES: [&str; 6] = ["0", "1", "2", "7", "31", "32"];

/// Marks text as bold, dim or coloured, or leaves it unchanged. The mark becomes an escape sequence at output
/// (`output/clean.rs`).
#[derive(Debug, Clone, Copy)]
pub struct Style {
    on: bool,
}

impl Style {
    /// Creates a style; `on` only where standard output is a terminal with colour.
    pub fn new(on: bool) -> Self {
        Style { on }
    }

    /// Marks text as bold.
    pub fn bold(&self, text: &str) -> String {
        self.wrap("1", text)
    }

    /// Marks text as dim.
    pub fn dim(&self, text: &str) -> String {
        self.wrap("2", text)
    }

    /// Marks text as bold, and highlights a part of its quote: after the first opening quotation mark, as
    /// whole words, and only where it occurs once. Otherwise it is ambiguous.
    pub fn bold_with(&self, text: &str, part: Option<&str>) -> String {
        match part.and_then(|part| place_of(text, part)) {
            Some(at) if self.on => {
                let piece = |range| text.get(range).unwrap_or_default();
                let (before, behind) = (piece(0..at.start), piece(at.end..text.len()));
                format!("{}{}{}", self.bold(before), self.wrap("7", piece(at)), self.bold(behind))
            }
            _ => self.bold(text),
        }
    }

    /// Marks text as green.
    pub fn good(&self, text: &str) -> String {
        self.wrap("32", text)
    }

    /// Marks text as red.
    pub fn bad(&self, text: &str) -> String {
        self.wrap("31", text)
    }

    fn wrap(&self, code: &str, text: &str) -> String {
        if self.on { format!("{mark}[{code}m{text}{mark}[0m", mark = *MARK) } else { text.to_owned() }
    }
}

/// Returns the byte range of the only place where a quote within a text contains these words.
fn place_of(text: &str, part: &str) -> Option<Range<usize>> {
    let quote = text.find('\u{201c}')? + '\u{201c}'.len_utf8();
    let in_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let mut places = text.get(quote..)?.match_indices(part).filter_map(|(at, found)| {
        let place = quote + at..quote + at + found.len();
        let before = text.get(..place.start)?.chars().next_back();
        let behind = text.get(place.end..)?.chars().next();
        let cut = in_word(before) && in_word(found.chars().next())
            || in_word(behind) && in_word(found.chars().next_back());
        (!cut).then_some(place)
    });
    let place = places.next().filter(|place| !place.is_empty())?;
    places.next().is_none().then_some(place)
}

/// Returns the style that a text begins with, as an escape sequence, and the text after it.
pub(super) fn own_style(text: &str) -> Option<(String, &str)> {
    let rest = text.strip_prefix(MARK.as_str())?.strip_prefix('[')?;
    let (code, rest) = rest.split_once('m')?;
    CODES.contains(&code).then(|| (format!("\x1b[{code}m"), rest))
}

#[cfg(test)]
mod tests {
    use super::place_of;

    #[test]
    fn a_value_stands_out_in_its_quote_alone() {
        for (text, part, expected) in [
            ("\u{201c}A fee of $15 is due.\u{201d}", "$15", Some("$15")),
            ("Of 5 papers: \u{201c}The board has 5 members.\u{201d}", "5", Some("5")),
            ("\u{201c}Article 5: the board has 5 members.\u{201d}", "5", None),
            ("\u{201c}A fee of $15.\u{201d}", "5", None),
            ("The fee is 5.", "5", None),
            ("\u{201c}five\u{201d}", "", None),
        ] {
            let got =
                place_of(text, part).map(|at| (&text[at.clone()], at.start > text.find('\u{201c}').unwrap()));
            assert_eq!(got, expected.map(|e| (e, true)), "{text} {part}");
        }
    }
}

//! Footnote marks and struck words: neither is part of the text in force.

use std::borrow::Cow;
use std::ops::Range;

use crate::pattern::pattern;

pattern!(MARK, r"(?P<sign>[⁺⁻])?[⁰¹²³⁴-⁹]+|\[(?:\d{1,3}|[a-wyz]|[ivx]{2,5}|[*†‡])\]|[*†‡]{1,3}");
pattern!(TILDES, r"~{2,}");

/// Units that are printed with a square or cube.
const UNITS: [&str; 24] = [
    "ft", "feet", "foot", "in", "inch", "inches", "yd", "yds", "yard", "yards", "mi", "mile", "miles", "m",
    "meter", "meters", "metre", "metres", "km", "cm", "mm", "dm", "sq", "s",
];

/// Position of a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Directly after a word, a figure or a full stop.
    Close,
    /// At the start of the text, before the note.
    Head,
    /// After a blank space.
    Free,
}

/// Returns the footnote marks of a text, as printed and in order: `⁴`, `[4]`, `*`, `†`. A mark at the start
/// of the text belongs to the note itself; [`leading_mark`] returns it.
pub fn footnote_marks(text: &str) -> Vec<&str> {
    let pointing = marks(text).filter(|(_, place)| *place != Place::Head);
    pointing.filter_map(|(range, _)| text.get(range)).collect()
}

/// Returns the mark at the start of a footnote: `⁴` of "⁴ See RSA 91-A", `[4]`, `*`.
pub fn leading_mark(text: &str) -> Option<&str> {
    let (range, place) = marks(text).next()?;
    text.get(range).filter(|_| place == Place::Head)
}

/// Replaces footnote marks with blanks, byte for byte, so that offsets stay valid. "6⁴ feet" becomes six
/// feet, while "10³" and "ft²" are kept.
pub fn without_marks(text: &str) -> Cow<'_, str> {
    blanked(text, marks_that_say_nothing(text))
}

/// Returns the text without its footnote marks and without blanks in their place: "6 feet." for "6⁴ feet.²".
pub(crate) fn unmarked(text: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut from = 0;
    for mark in marks_that_say_nothing(text) {
        out.push_str(text.get(from..mark.start).unwrap_or(""));
        from = mark.end;
        // Two figures that a mark separates stay two.
        if text.get(from..).is_some_and(|t| t.starts_with(char::is_alphanumeric)) {
            out.push(' ');
        }
    }
    if from == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(text.get(from..).unwrap_or(""));
    Cow::Owned(out)
}

fn marks_that_say_nothing(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    // A star or number after a blank may be anything, and a star at the start is a bullet.
    let nothing = |range: &Range<usize>, place: Place| {
        let mark = text.get(range.clone()).unwrap_or("");
        match place {
            Place::Close => true,
            Place::Head => !mark.starts_with(['*', '†', '‡']),
            Place::Free => mark.starts_with(is_raised),
        }
    };
    marks(text).filter(move |(range, place)| nothing(range, *place)).map(|(range, _)| range)
}

/// Replaces struck words (`~~$25~~`) with blanks, byte for byte.
pub fn without_struck(text: &str) -> Cow<'_, str> {
    blanked(text, struck_spans(text).into_iter())
}

/// Returns the byte ranges of struck text, including the tildes. In a piece that was cut inside a struck
/// span, its only tildes mark where the strike ends or starts.
pub fn struck_spans(text: &str) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    let mut open: Option<usize> = None;
    for tildes in TILDES.get().find_iter(text).filter(|m| m.len() == 2) {
        let blank_before =
            text.get(..tildes.start()).is_none_or(|t| t.is_empty() || t.ends_with(char::is_whitespace));
        let word_behind =
            text.get(tildes.end()..).is_some_and(|t| t.starts_with(|c: char| !c.is_whitespace()));
        match open.take() {
            Some(start) => spans.push(start..tildes.end()),
            None if spans.is_empty() && !blank_before && !(word_behind && is_balanced(text)) => {
                spans.push(0..tildes.end());
            }
            None => open = Some(tildes.start()),
        }
    }
    spans.extend(open.map(|start| start..text.len()));
    spans
}

fn is_balanced(text: &str) -> bool {
    TILDES.get().find_iter(text).filter(|m| m.len() == 2).count() % 2 == 0
}

/// Replaces some byte ranges with blanks.
fn blanked(text: &str, ranges: impl Iterator<Item = Range<usize>>) -> Cow<'_, str> {
    let mut out: Option<String> = None;
    for range in ranges {
        let all = out.get_or_insert_with(|| text.to_owned());
        let blanks = " ".repeat(range.len());
        if all.get(range.clone()).is_some() {
            all.replace_range(range, &blanks);
        }
    }
    out.map_or(Cow::Borrowed(text), Cow::Owned)
}

/// Returns the length of a footnote mark at the start of the text that is followed only by a blank.
pub(crate) fn mark_at_head(text: &str) -> Option<usize> {
    let found = MARK.get().find(text).filter(|m| m.start() == 0)?;
    let rest = text.get(found.end()..)?;
    let closed = rest.chars().next().is_none_or(char::is_whitespace);
    let mark = found.as_str();
    (closed && !mark.starts_with(['⁺', '⁻'])).then_some(found.end())
}

/// Returns the text without the footnote marks at the end of its last word.
pub(crate) fn without_last_mark(text: &str) -> &str {
    let start =
        text.char_indices().rev().find(|(_, c)| c.is_whitespace()).map_or(0, |(at, c)| at + c.len_utf8());
    let word = text.get(start..).unwrap_or("");
    let mut end = word.len();
    let close: Vec<_> = marks(word).filter(|(_, place)| *place == Place::Close).collect();
    for (mark, _) in close.into_iter().rev() {
        if mark.end != end {
            break;
        }
        end = mark.start;
    }
    text.get(..start + end).unwrap_or(text)
}

fn marks(text: &str) -> impl Iterator<Item = (Range<usize>, Place)> + '_ {
    let mut end_of_last = None;
    MARK.get().captures_iter(text).filter_map(move |captures| {
        let found = captures.get(0)?;
        let before = text.get(..found.start())?;
        let behind = text.get(found.end()..)?.chars().next();
        let mark = found.as_str();
        // "¹, ²" and "¹,²" are two marks on one word.
        let goes_on = end_of_last.is_some_and(|end| {
            text.get(end..found.start()).is_some_and(|gap| matches!(gap, "," | ", " | "" | " "))
        });
        let place = match before.chars().next_back() {
            None => Place::Head,
            Some(_) if goes_on => Place::Close,
            Some(c) if c.is_whitespace() && before.trim().is_empty() => Place::Head,
            Some(c) if c.is_whitespace() => Place::Free,
            Some(c) if c.is_alphanumeric() || ".,;:!?)]\"'”’%".contains(c) => Place::Close,
            Some(_) => return None,
        };
        let is_mark = if captures.name("sign").is_some() {
            false
        } else if mark.starts_with(is_raised) {
            !behind.is_some_and(|c| matches!(c, '/' | '⁄') || ('₀'..='₉').contains(&c))
                && (place != Place::Close || goes_on || !is_power(before, mark))
        } else if mark.starts_with('[') {
            !behind.is_some_and(|c| c.is_alphanumeric() || matches!(c, '(' | '['))
        } else {
            let word_behind = behind.is_some_and(|c| !c.is_whitespace() && !".,;:!?)]\"'”’".contains(c));
            place == Place::Head || (place == Place::Close && !word_behind)
        };
        if !is_mark {
            return None;
        }
        end_of_last = Some(found.end());
        Some((found.range(), place))
    })
}

fn is_raised(c: char) -> bool {
    matches!(c, '⁰' | '¹' | '²' | '³' | '⁴'..='⁹')
}

/// Returns true if a superscript after this text is an exponent: of ten, of a unit, of a variable.
fn is_power(before: &str, exponent: &str) -> bool {
    let word = before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
    let rest = before.strip_suffix(word).unwrap_or("");
    let part_of_more = rest.ends_with(['$', '€', '£', '¥', '.', ',', '-', '–', ':', '/', '§', '#', '(']);
    if word == "10" || (word.len() == 1 && word.starts_with(char::is_lowercase)) {
        return !part_of_more;
    }
    let unit = word.trim_start_matches(|c: char| c.is_ascii_digit()).to_lowercase();
    matches!(exponent, "²" | "³") && UNITS.contains(&unit.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn marks_point_to_footnotes() {
        for (text, expected) in [
            ("A fence may be 6⁴ feet high.", &["⁴"][..]),
            ("approved 2-27-2018¹", &["¹"]),
            ("a fee of $1,200².", &["²"]),
            ("six feet.⁴ The next", &["⁴"]),
            ("a fence,¹² or", &["¹²"]),
            ("RSA 91-A:3¹ and 91-A¹", &["¹", "¹"]),
            ("the board¹,² and", &["¹", "²"]),
            ("the board[4] and the clerk[a]", &["[4]", "[a]"]),
            ("the board [4].", &["[4]"]),
            ("Fee* and cost† rise", &["*", "†"]),
            ("the clerk** said", &["**"]),
            ("6 ft⁴ high", &["⁴"]),
            ("35³ dogs", &["³"]),
            ("43,560 ft² or 20m³ or 5 sq² or 3 in²", &[]),
            ("about 10³ or 10⁻³ of x²", &[]),
            ("7¹/₂ feet", &[]),
            ("* a bullet", &[]),
            ("⁴ See RSA 91-A", &[]),
            ("[4] See it", &[]),
            ("the [a]pplicant, [link](a.md), 3*4, [x] yes", &[]),
            ("July 4th, TM", &[]),
        ] {
            assert_eq!(footnote_marks(text), expected, "{text}");
        }
    }

    #[test]
    fn a_note_begins_with_its_mark() {
        for (text, expected) in [
            ("⁴ See RSA 91-A", Some("⁴")),
            ("  ¹²See it", Some("¹²")),
            ("[4] See it", Some("[4]")),
            ("[iv] See it", Some("[iv]")),
            ("* Per year", Some("*")),
            ("†Per year", Some("†")),
            ("See RSA⁴", None),
            ("", None),
        ] {
            assert_eq!(leading_mark(text), expected, "{text}");
        }
    }

    #[test]
    fn words_stay_where_marks_go() {
        for (text, expected) in [
            ("6⁴ feet", "6    feet"),
            ("feet.[4] The", "feet.    The"),
            ("⁴ See 10³ ft²", "    See 10³ ft²"),
            ("* a [1] b", "* a [1] b"),
        ] {
            assert_eq!(without_marks(text), expected);
        }
    }

    #[test]
    fn struck_words_stand_between_tildes() {
        for (text, expected) in [
            ("a fee of ~~$25~~ $50", "a fee of         $50"),
            ("~~a~~ b ~~c~~", "      b      "),
            ("$25~~ $50", "      $50"),
            ("is $50 ~~or $25", "is $50         "),
            ("un~~der~~ way", "un        way"),
            ("a ~~~ b ~~~~ c", "a ~~~ b ~~~~ c"),
        ] {
            assert_eq!(without_struck(text), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn places_stay(text in "[a-z0-9 .$~²⁴¹⁻\\[\\]*/½]{0,40}") {
            for shown in [without_marks(&text), without_struck(&text)] {
                prop_assert_eq!(shown.len(), text.len());
                for (at, c) in shown.char_indices() {
                    prop_assert!(c == ' ' || text.get(at..).is_some_and(|t| t.starts_with(c)));
                }
            }
        }

        #[test]
        fn a_raised_figure_is_a_mark_of_any_figure(figure in "[1-9][0-9]{0,3}(,[0-9]{3})?(\\.[0-9]{2})?", mark in "[²³⁴-⁹]{1,2}") {
            prop_assume!(figure != "10");
            let text = format!("a {figure}{mark} b");
            let words: Vec<String> = without_marks(&text).split_whitespace().map(str::to_owned).collect();
            prop_assert_eq!(words, ["a", figure.as_str(), "b"]);
        }
    }
}

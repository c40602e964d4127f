//! Tokens that matter: numbers with their unit, dates, section numbers and proper names, each with
//! a normal form for matching (SPEC EVD-1). What is shown to a person is always the raw text.

use std::ops::Range;

use jiff::civil::Date;
use serde::Serialize;

use super::number_words::{is_number_word, value_of};
use super::pattern::pattern;

/// What kind of token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum TokenKind {
    /// A number, with its unit when one stands beside it.
    Number,
    /// A calendar date, or a month of a year.
    Date,
    /// A section, article, chapter, ordinance or statute number.
    Section,
    /// A proper name of two words or more.
    Name,
}

/// A token with its place and normal form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Token {
    /// Kind.
    pub kind: TokenKind,
    /// Byte range in the text given.
    #[serde(skip)]
    pub range: Range<usize>,
    /// As the text prints it.
    pub raw: String,
    /// Normal form: equal forms mean the same thing. Numbers: `1200`, `1200 usd`, `60 %`; dates:
    /// `2025-03-03`, `2025-03`; sections: lower case, single spaces; names: lower case.
    pub normal: String,
}

pattern!(
    MONTH_DAY_YEAR,
    r"(?i)\b(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?\s+(\d{1,2})(?:st|nd|rd|th)?\s*,?\s+(\d{4})\b"
);
pattern!(
    DAY_MONTH_YEAR,
    r"(?i)\b(\d{1,2})(?:st|nd|rd|th)?(?:\s+day)?(?:\s+of)?\s+(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?,?\s+(\d{4})\b"
);
pattern!(
    MONTH_YEAR,
    r"(?i)\b(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?,?\s+(\d{4})\b"
);
pattern!(
    MONTH_DAY,
    r"(?i)\b(january|february|march|april|may|june|july|august|september|october|november|december|jan\.|feb\.|mar\.|apr\.|aug\.|sept\.|oct\.|nov\.|dec\.)\s+(\d{1,2})(?:st|nd|rd|th)?\b"
);
pattern!(NUMERIC_DATE, r"\b(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})\b");
pattern!(ISO_DATE, r"\b(\d{4})-(\d{2})-(\d{2})\b");
pattern!(
    SECTION,
    r"(?ix)
    (?: \b(?:RSA|MCL|ORS|ILCS|M\.?G\.?L\.?|O\.?C\.?G\.?A\.?|U\.?S\.?C\.?|C\.?F\.?R\.?)\s+ (?:(?:c(?:h(?:apter)?)?\.?|§+)\s*)? [0-9][0-9A-Za-z]*(?:[-.:][0-9A-Za-z]+)*(?:,?\s*[IVX]+\b)?(?:\([0-9a-zA-Z]{1,4}\))*
    | §+\s*[0-9A-Za-z]+(?:[-.:][0-9A-Za-z]+)*(?:\([0-9a-zA-Z]{1,4}\))*
    | \b(?:section|sec\.|article|art\.|chapter|ch\.|ordinance|resolution|paragraph|title|rule|bylaw|amendment|exhibit)\s+(?:no\.?\s*|number\s+|\#\s*)?(?:[0-9]+[0-9A-Za-z]*(?:[-.:][0-9A-Za-z]+)*|[IVXL]+\b)(?:\([0-9a-zA-Z]{1,4}\))*
    )"
);
pattern!(
    NUMBER,
    r"(?ix)
    (?P<cur>\$\s*)?
    (?P<num>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)
    (?:\s*(?P<scale>million|billion|thousand)\b)?
    (?:\s*(?P<unit>%|percent\b|per\s+cent\b|dollars?\b|acres?\b|feet\b|foot\b|ft\b|square\s+feet\b|sq\.?\s*ft\b|miles?\b|mph\b|days?\b|months?\b|years?\b|hours?\b|minutes?\b|inch(?:es)?\b|votes?\b|units?\b|mills?\b))?"
);
pattern!(WORD, r"[A-Za-z]+(?:-[A-Za-z]+)*");
pattern!(NAME, r"\b\p{Lu}[\p{L}'’.]*(?:[ -](?:of|the|and|de|la|von|van)?[ ]?\p{Lu}[\p{L}'’.]*)+");

/// Tokens of a text in the order of their places; none overlaps another of its kind.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut found = Vec::new();
    let mut taken: Vec<Range<usize>> = Vec::new();
    dates(text, &mut found, &mut taken);
    sections(text, &mut found, &mut taken);
    numbers(text, &mut found, &taken);
    spelled_numbers(text, &mut found);
    names(text, &mut found);
    found.sort_by_key(|t| (t.range.start, t.range.end));
    found
}

/// Tokens of one kind.
pub fn tokens_of(text: &str, kind: TokenKind) -> Vec<Token> {
    tokens(text).into_iter().filter(|t| t.kind == kind).collect()
}

fn overlaps(taken: &[Range<usize>], range: &Range<usize>) -> bool {
    taken.iter().any(|t| t.start < range.end && range.start < t.end)
}

fn month_number(word: &str) -> Option<i8> {
    let prefix: String = word.chars().take(3).collect::<String>().to_lowercase();
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        .iter()
        .position(|m| *m == prefix)
        .and_then(|i| i8::try_from(i + 1).ok())
}

fn dates(text: &str, found: &mut Vec<Token>, taken: &mut Vec<Range<usize>>) {
    let mut add = |range: Range<usize>, normal: Option<String>| {
        let Some(normal) = normal else { return };
        if overlaps(taken, &range) {
            return;
        }
        if let Some(raw) = text.get(range.clone()) {
            taken.push(range.clone());
            found.push(Token { kind: TokenKind::Date, range, raw: raw.to_owned(), normal });
        }
    };
    let part = |c: &regex::Captures<'_>, i: usize| c.get(i).map_or("", |m| m.as_str()).to_owned();
    let whole = |c: &regex::Captures<'_>| c.get(0).map_or(0..0, |m| m.range());
    let full = |year: &str, month: Option<i8>, day: &str| {
        let year: i16 = year.parse().ok()?;
        let year = if year < 50 {
            2000 + year
        } else if year < 100 {
            1900 + year
        } else {
            year
        };
        let date = Date::new(year, month?, day.parse().ok()?).ok()?;
        Some(date.to_string())
    };
    for c in MONTH_DAY_YEAR.get().captures_iter(text) {
        add(whole(&c), full(&part(&c, 3), month_number(&part(&c, 1)), &part(&c, 2)));
    }
    for c in DAY_MONTH_YEAR.get().captures_iter(text) {
        add(whole(&c), full(&part(&c, 3), month_number(&part(&c, 2)), &part(&c, 1)));
    }
    for c in ISO_DATE.get().captures_iter(text) {
        add(whole(&c), full(&part(&c, 1), part(&c, 2).parse().ok(), &part(&c, 3)));
    }
    for c in NUMERIC_DATE.get().captures_iter(text) {
        add(whole(&c), full(&part(&c, 3), part(&c, 1).parse().ok(), &part(&c, 2)));
    }
    for c in MONTH_YEAR.get().captures_iter(text) {
        let normal = month_number(&part(&c, 1)).map(|m| format!("{}-{m:02}", part(&c, 2)));
        add(whole(&c), normal);
    }
    for c in MONTH_DAY.get().captures_iter(text) {
        let day: Option<i8> = part(&c, 2).parse().ok().filter(|d| (1..=31).contains(d));
        let normal = month_number(&part(&c, 1)).zip(day).map(|(m, d)| format!("--{m:02}-{d:02}"));
        add(whole(&c), normal);
    }
}

fn sections(text: &str, found: &mut Vec<Token>, taken: &mut Vec<Range<usize>>) {
    for m in SECTION.get().find_iter(text) {
        if overlaps(taken, &m.range()) {
            continue;
        }
        taken.push(m.range());
        found.push(Token {
            kind: TokenKind::Section,
            range: m.range(),
            raw: m.as_str().to_owned(),
            normal: section_normal(m.as_str()),
        });
    }
}

fn section_normal(raw: &str) -> String {
    let lower = raw.to_lowercase().replace('§', " section ").replace(['#', ','], " ");
    let mut words: Vec<&str> = Vec::new();
    for word in lower.split_whitespace() {
        let word = match word {
            "sec." | "section" => "section",
            "art." | "article" => "article",
            "ch." | "c." | "chapter" => "chapter",
            "no." | "no" | "number" => continue,
            other => other,
        };
        if words.last() != Some(&word) {
            words.push(word);
        }
    }
    words.join(" ")
}

fn numbers(text: &str, found: &mut Vec<Token>, taken: &[Range<usize>]) {
    for c in NUMBER.get().captures_iter(text) {
        let Some(num) = c.name("num") else { continue };
        let range = c.get(0).map_or(0..0, |m| m.range());
        if overlaps(taken, &range) {
            continue;
        }
        let before = text.get(..range.start).and_then(|t| t.chars().next_back());
        if c.name("cur").is_none() && before.is_some_and(|b| b.is_alphanumeric()) {
            continue;
        }
        let mut value = plain_decimal(num.as_str());
        if let Some(scale) = c.name("scale") {
            let zeros = match scale.as_str().to_lowercase().as_str() {
                "thousand" => 3,
                "million" => 6,
                _ => 9,
            };
            value = shift_decimal(&value, zeros);
        }
        let unit = if c.name("cur").is_some() {
            Some("usd".to_owned())
        } else {
            c.name("unit").map(|u| unit_normal(u.as_str()))
        };
        let normal = match unit {
            Some(unit) => format!("{value} {unit}"),
            None => value,
        };
        let raw = c.get(0).map_or("", |m| m.as_str()).trim().to_owned();
        found.push(Token { kind: TokenKind::Number, range, raw, normal });
    }
}

/// Digits without separators, leading zeros and trailing decimal zeros.
fn plain_decimal(raw: &str) -> String {
    let bare: String = raw.chars().filter(|c| *c != ',').collect();
    let (whole, fraction) = bare.split_once('.').unwrap_or((&bare, ""));
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    let fraction = fraction.trim_end_matches('0');
    if fraction.is_empty() { whole.to_owned() } else { format!("{whole}.{fraction}") }
}

fn shift_decimal(value: &str, zeros: usize) -> String {
    let (whole, fraction) = value.split_once('.').unwrap_or((value, ""));
    let padded = format!("{fraction:0<zeros$}");
    let (moved, rest) = padded.split_at(zeros.min(padded.len()));
    plain_decimal(&format!("{whole}{moved}.{rest}"))
}

fn unit_normal(raw: &str) -> String {
    let lower = raw.to_lowercase();
    let unit = match lower.split_whitespace().collect::<Vec<_>>().join(" ").as_str() {
        "%" | "percent" | "per cent" => "%",
        "dollar" | "dollars" => "usd",
        "foot" | "feet" | "ft" => "ft",
        "square feet" | "sq ft" | "sq. ft" | "sqft" => "sqft",
        other => return other.trim_end_matches('s').to_owned(),
    };
    unit.to_owned()
}

fn spelled_numbers(text: &str, found: &mut Vec<Token>) {
    let lower = text.to_lowercase();
    if lower.len() != text.len() {
        return;
    }
    let words: Vec<_> = WORD.get().find_iter(&lower).collect();
    let mut i = 0;
    while let Some(first) = words.get(i) {
        if !is_number_word(first.as_str()) {
            i += 1;
            continue;
        }
        let mut end = i + 1;
        while let (Some(previous), Some(word)) = (words.get(end - 1), words.get(end)) {
            let gap = lower.get(previous.end()..word.start()).unwrap_or("x");
            let joins = is_number_word(word.as_str())
                || (word.as_str() == "and" && words.get(end + 1).is_some_and(|w| is_number_word(w.as_str())));
            if !gap.chars().all(char::is_whitespace) || !joins {
                break;
            }
            end += 1;
        }
        let run = words.get(i..end).unwrap_or(&[]);
        // "one" alone is more often a pronoun than a figure.
        let lone_one = run.len() == 1 && first.as_str() == "one";
        let range = first.start()..run.last().map_or(first.end(), |w| w.end());
        let part_of_digits = found
            .iter()
            .any(|t| t.kind == TokenKind::Number && t.range.start < range.end && range.start < t.range.end);
        if let (Some(value), false) = (value_of(run.iter().map(|w| w.as_str())), lone_one || part_of_digits) {
            let after = lower.get(range.end..).unwrap_or("").trim_start();
            let unit = ["dollars", "percent", "days", "months", "years", "feet", "acres", "hours", "minutes"]
                .into_iter()
                .find(|u| after.starts_with(u) || after.starts_with(u.trim_end_matches('s')))
                .map(unit_normal);
            let normal = unit.map_or(value.to_string(), |u| format!("{value} {u}"));
            let raw = text.get(range.clone()).unwrap_or("").to_owned();
            found.push(Token { kind: TokenKind::Number, range, raw, normal });
        }
        i = end;
    }
}

fn names(text: &str, found: &mut Vec<Token>) {
    for m in NAME.get().find_iter(text) {
        let raw = m.as_str().trim_end_matches(['.', '\'', '’']);
        let normal = raw.to_lowercase().replace('’', "'").split_whitespace().collect::<Vec<_>>().join(" ");
        found.push(Token {
            kind: TokenKind::Name,
            range: m.start()..m.start() + raw.len(),
            raw: raw.to_owned(),
            normal,
        });
    }
}

/// True when a token of some claim is borne out by the tokens of its quotes: equal normal forms,
/// a number whose unit only one side prints, a date of which the other side prints more, or a
/// name that stands inside a longer one.
pub fn supports(quoted: &Token, claimed: &Token) -> bool {
    if quoted.normal == claimed.normal {
        return true;
    }
    match (quoted.kind, claimed.kind) {
        (TokenKind::Number, TokenKind::Number) => {
            let (qv, qu) = split_unit(&quoted.normal);
            let (cv, cu) = split_unit(&claimed.normal);
            qv == cv && (qu.is_empty() || cu.is_empty())
        }
        (TokenKind::Date, TokenKind::Date) => {
            quoted.normal.starts_with(&claimed.normal)
                || claimed.normal.strip_prefix("--").is_some_and(|day| quoted.normal.ends_with(day))
        }
        (TokenKind::Name, TokenKind::Name) => {
            format!(" {} ", quoted.normal).contains(&format!(" {} ", claimed.normal))
        }
        (TokenKind::Section | TokenKind::Date, TokenKind::Number) => {
            let (value, _) = split_unit(&claimed.normal);
            quoted.raw.split(|c: char| !c.is_ascii_digit() && c != '.').any(|part| part == value)
        }
        _ => false,
    }
}

fn split_unit(normal: &str) -> (&str, &str) {
    normal.split_once(' ').unwrap_or((normal, ""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn normals(text: &str, kind: TokenKind) -> Vec<String> {
        tokens_of(text, kind).into_iter().map(|t| t.normal).collect()
    }

    #[test]
    fn numbers_and_units() {
        for (text, expected) in [
            ("$1,200", vec!["1200 usd"]),
            ("1200 dollars", vec!["1200 usd"]),
            ("$1,200.00 fee", vec!["1200 usd"]),
            ("$2.5 million", vec!["2500000 usd"]),
            ("sixty (60%) of", vec!["60", "60 %"]),
            ("sixty percent", vec!["60 %"]),
            ("a 1.5 acre lot", vec!["1.5 acre"]),
            ("25 feet", vec!["25 ft"]),
            ("no one came", vec![]),
            ("B12 and FY27", vec![]),
        ] {
            assert_eq!(normals(text, TokenKind::Number), expected, "{text}");
        }
    }

    #[test]
    fn dates_in_all_forms() {
        for (text, expected) in [
            ("March 3, 2025", vec!["2025-03-03"]),
            ("3/3/2025", vec!["2025-03-03"]),
            ("3/3/25", vec!["2025-03-03"]),
            ("2025-03-03", vec!["2025-03-03"]),
            ("the 3rd day of March, 2025", vec!["2025-03-03"]),
            ("Sept. 9th, 2024", vec!["2024-09-09"]),
            ("in March 2025", vec!["2025-03"]),
            ("on March 3 at noon", vec!["--03-03"]),
            ("February 30, 2024 is none", vec![]),
        ] {
            let mut got = normals(text, TokenKind::Date);
            got.retain(|n| n != "2024-02" && n != "--02-30");
            assert_eq!(got, expected, "{text}");
        }
    }

    #[test]
    fn sections_in_all_forms() {
        for (text, expected) in [
            ("RSA 91-A:3, II(c)", "rsa 91-a:3 ii(c)"),
            ("§ 200-43", "section 200-43"),
            ("Section 200-43", "section 200-43"),
            ("Article 32 of", "article 32"),
            ("Ordinance #89-2018", "ordinance 89-2018"),
            ("Ordinance No. 89-2018", "ordinance 89-2018"),
            ("ARTICLE IV", "article iv"),
        ] {
            assert_eq!(normals(text, TokenKind::Section), [expected], "{text}");
        }
    }

    #[test]
    fn names_of_two_words_or_more() {
        assert_eq!(normals("elected Tim Miller as moderator", TokenKind::Name), ["tim miller"]);
        assert_eq!(normals("the Board of Selectmen met", TokenKind::Name), ["board of selectmen"]);
    }

    #[test]
    fn support_is_by_meaning() {
        for (quote, claim, expected) in [
            ("a fee of $1,200", "1200 dollars", true),
            ("a fee of $1,200", "$1,250", false),
            ("on March 3, 2025 the board", "3/3/2025", true),
            ("on March 3, 2025 the board", "March 2025", true),
            ("in March 2025", "March 3, 2025", false),
            ("sixty (60%) of the votes", "60 percent", true),
            ("10 days", "10 months", false),
        ] {
            let quoted = tokens(quote);
            let ok = tokens(claim).iter().all(|c| quoted.iter().any(|q| supports(q, c)));
            assert_eq!(ok, expected, "{quote} / {claim}");
        }
    }

    proptest! {
        #[test]
        fn never_panics_and_ranges_are_real(text in "\\PC{0,120}") {
            for token in tokens(&text) {
                prop_assert!(text.get(token.range.clone()).is_some());
            }
        }

        #[test]
        fn a_text_supports_its_own_tokens(text in "[A-Za-z0-9 $%.,/§:()-]{0,80}") {
            let all = tokens(&text);
            for claim in &all {
                prop_assert!(all.iter().any(|q| supports(q, claim)));
            }
        }
    }
}

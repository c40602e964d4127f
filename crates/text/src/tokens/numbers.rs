//! Numbers with their unit, in digits and spelled out.

use super::token::{Taken, Token, TokenKind};
use crate::number_words::spelled_number;
use crate::pattern::pattern;

pattern!(
    NUMBER,
    r"(?ix)
    (?P<sign>[-\x{2212}\x{2013}])?(?P<cur>[$€£¥]\s*)?
    (?P<num>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)
    (?P<ordinal>(?:st|nd|rd|th)\b)?
    (?:\s*(?P<scale>million|billion|thousand|trillion)\b)?
    (?:[\s-]*(?P<unit>%|percent\b|per\s+cent\b|dollars?\b|cents?\b|acres?\b|square\s+feet\b|sq\.?\s*ft\b|(?:ft|feet|foot)²|square\s+miles?\b|cubic\s+yards?\b|feet\b|foot\b|ft\b|yards?\b|yds?\b|miles?\b|mph\b|days?\b|weeks?\b|wks?\b|months?\b|years?\b|yrs?\b|hours?\b|hrs?\b|minutes?\b|mins?\b|inch(?:es)?\b|votes?\b|units?\b|mills?\b|megawatts?\b|mw\b|kilowatts?\b|kw\b|gallons?\b|pounds?\b|lbs?\b|tons?\b|degrees?\b))?"
);
pattern!(COUNTED, r"^[\s*]*((?:[a-z]+[\s-]){0,3}[a-z]+)");
pattern!(WORD, r"[A-Za-z]+(?:-[A-Za-z]+)*");

pub(super) fn numbers(text: &str, found: &mut Vec<Token>, taken: &mut Taken) {
    for c in NUMBER.get().captures_iter(text) {
        let Some(num) = c.name("num") else { continue };
        let range = c.get(0).map_or(0..0, |m| m.range());
        let before = text.get(..range.start).and_then(|t| t.chars().next_back());
        let sign = c.name("sign").map(|m| m.range());
        // A hyphen after a word or figure joins; only one without such a neighbour is a sign.
        let joined = before.is_some_and(|b| b.is_alphanumeric() || matches!(b, ')' | ']' | '.' | '/'));
        let negative = sign.is_some() && !joined;
        let range = match &sign {
            Some(sign) if !negative => sign.end..range.end,
            _ => range,
        };
        if c.name("cur").is_none()
            && sign.is_none()
            && before.is_some_and(|b| b.is_alphanumeric() || b == '^')
        {
            continue;
        }
        // "20K", "10³", "10^3": letters continue after the figure, so it is not a number by itself.
        let behind = text.get(range.end..).and_then(|t| t.chars().next());
        let open_end = text.get(..range.end).is_some_and(|t| t.ends_with(char::is_alphanumeric));
        if (open_end && behind.is_some_and(|b| b.is_alphanumeric() || is_exponent(b))) || !taken.take(&range)
        {
            continue;
        }
        let mut value = plain_decimal(num.as_str());
        if let Some(scale) = c.name("scale") {
            value = shift_decimal(&value, scale_zeros(scale.as_str()));
        }
        if negative {
            value.insert(0, '-');
        }
        let unit = if let Some(currency) = c.name("cur") {
            Some(currency_normal(currency.as_str()).to_owned())
        } else if c.name("ordinal").is_some() {
            Some("th".to_owned())
        } else {
            c.name("unit").map(|u| unit_normal(u.as_str()))
        };
        let raw = text.get(range.clone()).unwrap_or("").trim();
        let counted = if unit.is_none() { counted(text.get(range.end..).unwrap_or("")) } else { Vec::new() };
        let normal = unit.map_or(value.clone(), |unit| format!("{value} {unit}"));
        found.push(Token { counted, ..Token::new(TokenKind::Number, range, raw, normal) });
    }
}

/// Returns the number of zeros in "thousand", "million", ...
pub(super) fn scale_zeros(word: &str) -> usize {
    match word.to_lowercase().as_str() {
        "thousand" => 3,
        "million" => 6,
        "billion" => 9,
        _ => 12,
    }
}

fn is_exponent(c: char) -> bool {
    matches!(c, '^' | '⁺' | '⁻')
}

pub(super) fn currency_normal(raw: &str) -> &'static str {
    match raw.trim() {
        "€" => "eur",
        "£" => "gbp",
        "¥" => "jpy",
        _ => "usd",
    }
}

/// Returns up to four words after a number; the counted thing is among them.
pub(super) fn counted(after: &str) -> Vec<String> {
    COUNTED
        .get()
        .captures(after)
        .and_then(|c| c.get(1))
        .map(|m| m.as_str().split(|c: char| c.is_whitespace() || c == '-').map(str::to_owned).collect())
        .unwrap_or_default()
}

/// Returns digits without separators, leading zeros and trailing decimal zeros.
fn plain_decimal(raw: &str) -> String {
    let bare: String = raw.chars().filter(|c| *c != ',').collect();
    let (whole, fraction) = bare.split_once('.').unwrap_or((&bare, ""));
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    let fraction = fraction.trim_end_matches('0');
    if fraction.is_empty() { whole.to_owned() } else { format!("{whole}.{fraction}") }
}

pub(super) fn shift_decimal(value: &str, zeros: usize) -> String {
    let (whole, fraction) = value.split_once('.').unwrap_or((value, ""));
    let padded = format!("{fraction:0<zeros$}");
    let (moved, rest) = padded.split_at(zeros.min(padded.len()));
    plain_decimal(&format!("{whole}{moved}.{rest}"))
}

pub(super) fn unit_normal(raw: &str) -> String {
    let lower = raw.to_lowercase();
    let unit = match lower.split_whitespace().collect::<Vec<_>>().join(" ").as_str() {
        "%" | "percent" | "per cent" => "%",
        "dollar" | "dollars" => "usd",
        "foot" | "feet" | "ft" => "ft",
        "square feet" | "sq ft" | "sq. ft" | "sqft" | "ft²" | "feet²" | "foot²" => "sqft",
        "mw" | "megawatt" | "megawatts" => "mw",
        "kw" | "kilowatt" | "kilowatts" => "kw",
        "lb" | "lbs" | "pound" | "pounds" => "lb",
        "inch" | "inches" => "inch",
        "yr" | "yrs" => "year",
        "hr" | "hrs" => "hour",
        "min" | "mins" => "minute",
        "wk" | "wks" => "week",
        "yd" | "yds" => "yard",
        other => return other.trim_end_matches('s').to_owned(),
    };
    unit.to_owned()
}

const SPELLED_UNITS: &[&str] = &[
    "dollars",
    "percent",
    "days",
    "weeks",
    "months",
    "years",
    "square feet",
    "feet",
    "acres",
    "hours",
    "minutes",
    "miles",
    "votes",
    "units",
    "gallons",
    "inches",
];

const SPELLED_ORDINALS: &[&str] = &[
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
    "twentieth",
];

/// Finds "third" to "twentieth". "First" and "second" are more often something else.
pub(super) fn spelled_ordinals(text: &str, found: &mut Vec<Token>, taken: &Taken) {
    for m in WORD.get().find_iter(text) {
        let word = m.as_str().to_lowercase();
        let at = SPELLED_ORDINALS.iter().position(|w| *w == word);
        if let Some(n) = at.filter(|_| !taken.has(&m.range())) {
            found.push(Token::new(TokenKind::Number, m.range(), m.as_str(), format!("{} th", n + 3)));
        }
    }
}

/// Finds numbers in words, wherever the words form a number.
pub(super) fn spelled_numbers(text: &str, found: &mut Vec<Token>, taken: &mut Taken) {
    let words: Vec<_> = WORD.get().find_iter(text).collect();
    // Adjacent words form one number; words separated by anything else do not.
    let mut runs: Vec<std::ops::Range<usize>> = Vec::new();
    for (i, word) in words.iter().enumerate() {
        let beside = i.checked_sub(1).and_then(|b| words.get(b)).is_some_and(|before| {
            text.get(before.end()..word.start()).is_some_and(|gap| gap.chars().all(char::is_whitespace))
        });
        match runs.last_mut().filter(|_| beside) {
            Some(run) => run.end = i + 1,
            None => runs.push(i..i + 1),
        }
    }
    for run in runs {
        let mut i = run.start;
        while i < run.end {
            let rest = words.get(i..run.end).unwrap_or(&[]);
            let Some((value, used)) = spelled_number(rest.iter().map(|w| w.as_str())) else {
                i += 1;
                continue;
            };
            i += used;
            let Some((first, last)) = rest.first().zip(rest.get(used.saturating_sub(1))) else { continue };
            let range = first.start()..last.end();
            if !taken.take(&range) {
                continue;
            }
            let after = text.get(range.end..).unwrap_or("").trim_start_matches([' ', '-']);
            let unit = SPELLED_UNITS
                .iter()
                .find(|u| opens_with(after, u) || opens_with(after, u.trim_end_matches('s')))
                .map(|u| unit_normal(u));
            let counted = if unit.is_none() { counted(after) } else { Vec::new() };
            let normal = unit.map_or(value.to_string(), |u| format!("{value} {u}"));
            let raw = text.get(range.clone()).unwrap_or("");
            found.push(Token { counted, ..Token::new(TokenKind::Number, range, raw, normal) });
        }
    }
}

fn opens_with(text: &str, word: &str) -> bool {
    text.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word))
}

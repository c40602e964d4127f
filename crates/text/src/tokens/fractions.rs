//! Fractions in digits and words, alone or after a whole number.

use super::numbers::{counted, currency_normal, scale_zeros, shift_decimal, unit_normal};
use super::token::{Taken, Token, TokenKind};
use crate::pattern::pattern;
use crate::vulgar::{mixed_number, vulgar_fraction};

pattern!(DIGIT_FRACTION, r"(?:(?P<over>\d{1,2})[/⁄](?P<under>\d{1,2})\b|(?P<vulgar>[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒]))");
pattern!(
    MIXED,
    r"(?P<cur>[$€£¥]\s*)?(?:(?P<whole>\d{1,3}(?:,\d{3})+|\d{1,3})[\s-](?P<over>\d{1,2})[/⁄](?P<under>\d{1,2})\b|(?P<count>\d{1,3}(?:,\d{3})+|\d+)(?:\s|\s?-\s?)?(?P<vulgar>[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒]))(?i:\s*(?P<scale>million|billion|thousand|trillion)\b)?"
);
pattern!(
    UNIT,
    r"(?i)^[\s-]*(?P<unit>%|percent\b|per\s+cent\b|dollars?\b|cents?\b|acres?\b|square\s+feet\b|sq\.?\s*ft\b|(?:ft|feet|foot)²|square\s+miles?\b|cubic\s+yards?\b|feet\b|foot\b|ft\b|yards?\b|yds?\b|miles?\b|mph\b|days?\b|weeks?\b|wks?\b|months?\b|years?\b|yrs?\b|hours?\b|hrs?\b|minutes?\b|mins?\b|inch(?:es)?\b|votes?\b|units?\b|mills?\b|megawatts?\b|mw\b|kilowatts?\b|kw\b|gallons?\b|pounds?\b|lbs?\b|tons?\b|degrees?\b)"
);
pattern!(
    SPELLED_FRACTION,
    r"(?i)\b(?P<over>one|two|three|four|five|six|seven|eight|nine)[-\s](?P<under>half|third|quarter|fourth|fifth|sixth|eighth|tenth)s?\b"
);

/// Finds fractions. `2/3`, `two-thirds` and `⅔` have the normal form `2/3`; `7½`, `7 1/2` and `7-1/2` have
/// `7.5`.
pub(super) fn fractions(text: &str, found: &mut Vec<Token>, taken: &mut Taken) {
    mixed(text, found, taken);
    for pattern in [SPELLED_FRACTION.get(), DIGIT_FRACTION.get()] {
        for c in pattern.captures_iter(text) {
            let Some(whole) = c.get(0) else { continue };
            let Some((over, under)) = parts(&c) else { continue };
            if over < under && !is_part_of_more(text, whole.range()) {
                push(text, whole.range(), format!("{over}/{under}"), None, found, taken);
            }
        }
    }
}

fn mixed(text: &str, found: &mut Vec<Token>, taken: &mut Taken) {
    for c in MIXED.get().captures_iter(text) {
        let Some((whole, count)) = c.get(0).zip(c.name("whole").or(c.name("count"))) else { continue };
        let Some((over, under)) = parts(&c) else { continue };
        let Some(mut value) = mixed_number(count.as_str(), over, under) else { continue };
        if let Some(scale) = c.name("scale") {
            if value.contains('/') {
                continue;
            }
            value = shift_decimal(&value, scale_zeros(scale.as_str()));
        }
        if !is_part_of_more(text, whole.range()) {
            let currency = c.name("cur").map(|m| currency_normal(m.as_str()));
            push(text, whole.range(), value, currency, found, taken);
        }
    }
}

/// Returns the numerator and denominator.
fn parts(c: &regex::Captures<'_>) -> Option<(u64, u64)> {
    if let Some(vulgar) = c.name("vulgar") {
        return vulgar_fraction(vulgar.as_str().chars().next()?);
    }
    let (over, under) = c.name("over").zip(c.name("under"))?;
    let over = over.as_str().parse().ok().or_else(|| fraction_over(over.as_str()))?;
    let under = match under.as_str().to_lowercase().as_str() {
        "half" => 2,
        "third" => 3,
        "quarter" | "fourth" => 4,
        "fifth" => 5,
        "sixth" => 6,
        "eighth" => 8,
        "tenth" => 10,
        digits => digits.parse::<u64>().ok().filter(|n| (2..=16).contains(n) || matches!(n, 32 | 64))?,
    };
    Some((over, under))
}

/// Returns true for a part of a date, a code or a longer figure.
fn is_part_of_more(text: &str, range: std::ops::Range<usize>) -> bool {
    let before = text.get(..range.start).and_then(|t| t.chars().next_back());
    let rest = text.get(range.end..).unwrap_or("");
    before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '/' | '.' | ',' | '-' | '$' | '^'))
        || rest.starts_with(['/', '^'])
        || rest.strip_prefix('-').is_some_and(|t| !t.starts_with(char::is_alphabetic))
}

fn push(
    text: &str,
    number: std::ops::Range<usize>,
    value: String,
    currency: Option<&str>,
    found: &mut Vec<Token>,
    taken: &mut Taken,
) {
    let rest = text.get(number.end..).unwrap_or("");
    // "A 2/3 vote" is a share of the votes, not a part of one vote.
    let unit = UNIT
        .get()
        .captures(rest)
        .filter(|_| currency.is_none())
        .and_then(|c| Some((c.get(0)?.end(), unit_normal(c.name("unit")?.as_str()))))
        .filter(|(_, unit)| unit != "vote");
    let range = number.start..number.end + unit.as_ref().map_or(0, |(length, _)| *length);
    let goes_on = unit.is_none() && rest.starts_with(char::is_alphanumeric);
    if goes_on || !taken.take(&range) {
        return;
    }
    let unit = unit.map(|(_, unit)| unit).or_else(|| currency.map(str::to_owned));
    let counted = if unit.is_none() { counted(rest) } else { Vec::new() };
    let normal = unit.map_or(value.clone(), |unit| format!("{value} {unit}"));
    let raw = text.get(range.clone()).unwrap_or("");
    found.push(Token { counted, ..Token::new(TokenKind::Number, range, raw, normal) });
}

/// Parses "one" to "nine", ignoring case.
fn fraction_over(word: &str) -> Option<u64> {
    const OVER: [&str; 9] = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    let place = OVER.iter().position(|over| over.eq_ignore_ascii_case(word))?;
    u64::try_from(place + 1).ok()
}

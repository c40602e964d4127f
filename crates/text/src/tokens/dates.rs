//! Calendar dates in all forms that town papers use.

use std::ops::Range;

use jiff::civil::Date;

use super::token::{Taken, Token, TokenKind};
use crate::pattern::pattern;

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

fn month_number(word: &str) -> Option<i8> {
    let prefix: String = word.chars().take(3).collect::<String>().to_lowercase();
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        .iter()
        .position(|m| *m == prefix)
        .and_then(|i| i8::try_from(i + 1).ok())
}

pub(super) fn dates(text: &str, found: &mut Vec<Token>, taken: &mut Taken) {
    let mut add = |range: Range<usize>, normal: Option<String>| {
        let Some(normal) = normal else { return };
        if let Some(raw) = text.get(range.clone()).filter(|_| taken.take(&range)) {
            found.push(Token::new(TokenKind::Date, range.clone(), raw, normal));
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

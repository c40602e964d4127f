//! Times of the day.

use super::token::{Taken, Token, TokenKind};
use crate::pattern::pattern;

pattern!(
    CLOCK,
    r"(?ix)\b(?P<hour>\d{1,2})(?:[:.](?P<minute>\d{2}))?\s*(?P<half>[ap]\.?\s?m\b\.?|o'clock\b|noon\b)"
);
pattern!(TWENTY_FOUR, r"\b(?P<hour>[01]?\d|2[0-3]):(?P<minute>[0-5]\d)\b");
pattern!(WORD, r"(?i)\b(?:noon|midnight)\b");

/// Finds times: `7 p.m.`, `7:30 PM`, `19:30`, `noon`. The normal form is `19:30`; a time without a.m. or p.m.
/// is kept unchanged.
pub(super) fn times(text: &str, found: &mut Vec<Token>, taken: &mut Taken) {
    let mut add = |m: regex::Match<'_>, normal: Option<String>| {
        let Some(normal) = normal else { return };
        if taken.take(&m.range()) {
            found.push(Token::new(TokenKind::Time, m.range(), m.as_str(), normal));
        }
    };
    let number = |c: &regex::Captures<'_>, name: &str| c.name(name).and_then(|m| m.as_str().parse().ok());
    for pattern in [CLOCK.get(), TWENTY_FOUR.get()] {
        for c in pattern.captures_iter(text) {
            let half = c.name("half").map(|m| m.as_str().to_lowercase()).unwrap_or_default();
            let hour: Option<u8> = number(&c, "hour");
            let minute: u8 = number(&c, "minute").unwrap_or(0);
            let hour = match (hour, half.chars().next()) {
                (Some(12), Some('a')) => Some(0),
                (Some(h @ 1..=11), Some('p')) => Some(h + 12),
                (Some(h @ 0..=24), _) => Some(h),
                _ => None,
            };
            if let Some(m) = c.get(0) {
                add(m, hour.filter(|_| minute < 60).map(|h| format!("{h:02}:{minute:02}")));
            }
        }
    }
    for m in WORD.get().find_iter(text) {
        let noon = m.as_str().eq_ignore_ascii_case("noon");
        add(m, Some(if noon { "12:00" } else { "00:00" }.to_owned()));
    }
}

//! Finds dates as people write them and converts them to ISO 8601.

use std::ops::Range;
use std::sync::LazyLock;
use twolane_text::year_of;

use jiff::civil::Date;
use regex::{Captures, Regex};

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

static PATTERN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let month = r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
    Regex::new(&format!(
        r"(?ix)
        (?:\b|_)(?P<iy>(?:1[6-9]|20)\d\d)[-_/.](?P<im>\d{{1,2}})(?:[-_/.](?P<id>\d{{1,2}}))?(?:\b|T|_)
        | \bD:(?P<py>\d{{4}})(?P<pm>\d\d)(?P<pd>\d\d)
        | (?:\b|_)(?P<cy>(?:19|20)\d\d)(?P<cm>0[1-9]|1[0-2])(?P<cd>[0-3]\d)(?:\b|_)
        | \b_(?P<am>0[1-9]|1[0-2])(?P<ad>[0-3]\d)(?P<ay>(?:19|20)\d\d)-\d{{1,7}}\b
        | (?:\b|_)(?P<mn>{month})\.?\s+(?P<md>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<my>(?:1[6-9]|20)\d\d)(?:\b|_)
        | \b(?P<dd>\d{{1,2}})(?:st|nd|rd|th)?\s*(?:day\s+of\s+)?(?P<dm>{month})\.?,?\s*(?P<dy>(?:1[6-9]|20)\d\d)\b
        | \b(?P<ud>\d{{1,2}})[/\-.](?P<ue>\d{{1,2}})[/\-.](?P<uy>(?:(?:1[6-9]|20)\d\d)|\d\d)\b
        | \b(?P<xn>{month})\.?,?\s+(?P<xy>(?:1[6-9]|20)\d\d)\b
        "
    ))
    .ok()
});

/// Finds the first date in a text, with its byte range: `2024-10-09`, `October 9, 2024`, `9th day of October,
/// 2024`, `10/9/2024` (month first), `_10092024-123` (an agenda center's name of a file), or a month and year alone.
/// Skips days that no calendar has.
pub fn find_date(text: &str) -> Option<(Range<usize>, String)> {
    let pattern = PATTERN.as_ref()?;
    pattern.captures_iter(text).find_map(|captures| {
        let whole = captures.get(0)?.range();
        Some((whole, normal(&captures)?))
    })
}

/// Parses a text that is a date, starts with one (`2024-10-09T12:00:00Z`), or is a bare year.
pub fn parse_date(text: &str) -> Option<String> {
    let text = text.trim();
    if let Some(year) = year_of(text) {
        return Some(year.to_string());
    }
    find_date(text).filter(|(at, _)| at.start <= 12).map(|(_, date)| date)
}

fn normal(captures: &Captures<'_>) -> Option<String> {
    let number = |name: &str| captures.name(name).and_then(|m| m.as_str().parse::<i16>().ok());
    let month = |name: &str| {
        let word = captures.name(name)?.as_str().to_lowercase();
        let index = MONTHS.iter().position(|m| word.starts_with(m))?;
        i16::try_from(index + 1).ok()
    };
    if let (Some(y), Some(m)) = (number("iy"), number("im")) {
        return match number("id") {
            Some(d) => full(y, m, d),
            None => (1..=12).contains(&m).then(|| format!("{y:04}-{m:02}")),
        };
    }
    if let (Some(y), Some(m), Some(d)) = (number("py"), number("pm"), number("pd")) {
        return full(y, m, d);
    }
    if let (Some(y), Some(m), Some(d)) = (number("cy"), number("cm"), number("cd")) {
        return full(y, m, d);
    }
    if let (Some(y), Some(m), Some(d)) = (number("ay"), number("am"), number("ad")) {
        return full(y, m, d);
    }
    if let (Some(y), Some(m), Some(d)) = (number("my"), month("mn"), number("md")) {
        return full(y, m, d);
    }
    if let (Some(y), Some(m), Some(d)) = (number("dy"), month("dm"), number("dd")) {
        return full(y, m, d);
    }
    if let (Some(m), Some(d), Some(y)) = (number("ud"), number("ue"), number("uy")) {
        // Two digits: a paper of the years 1970 to 2069.
        let y = if y >= 100 {
            y
        } else if y < 70 {
            2000 + y
        } else {
            1900 + y
        };
        return full(y, m, d);
    }
    let (y, m) = (number("xy")?, month("xn")?);
    Some(format!("{y:04}-{m:02}"))
}

fn full(year: i16, month: i16, day: i16) -> Option<String> {
    let date = Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()?;
    (1600..2200).contains(&date.year()).then(|| date.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn finds_dates() {
        for (text, expected) in [
            ("Tuesday April 9, 2024", Some("2024-04-09")),
            ("JULY 1, 2025, 4 PM", Some("2025-07-01")),
            ("this the 4th day of January, 2005.", Some("2005-01-04")),
            ("Approved 8-26-2021", Some("2021-08-26")),
            ("2/11/14 minutes", Some("2014-02-11")),
            ("2024-10-09T12:00:00Z", Some("2024-10-09")),
            ("alder-nh_2024-10-09_minutes", Some("2024-10-09")),
            ("birch_2010-12_board", Some("2010-12")),
            ("D:20240501120000Z", Some("2024-05-01")),
            ("scan20240501", None),
            ("20240501", Some("2024-05-01")),
            // Names of an agenda center's files: month, day and year, then the number of the meeting.
            ("_03102025-123", Some("2025-03-10")),
            ("_05042020-381", Some("2020-05-04")),
            ("Minutes/_10052026-11745?html=true", Some("2026-10-05")),
            ("_13102025-123", None),
            ("_02302025-1", None),
            ("_12345678-9", None),
            ("_03101825-7", None),
            ("03102025-123", None),
            ("_03102025", None),
            ("_03102025-12345678", None),
            ("account_03102025-123", None),
            ("parcel 04121975", None),
            ("February 30, 2024 and March 1, 2024", Some("2024-03-01")),
            ("December 2018", Some("2018-12")),
            ("Ordinance 12-2004", None),
            ("call 555-374-2220", None),
            ("none", None),
        ] {
            assert_eq!(find_date(text).map(|d| d.1).as_deref(), expected, "{text:?}");
        }
        assert_eq!(parse_date("2019").as_deref(), Some("2019"));
        assert_eq!(parse_date("Wed, 1 May 2024").as_deref(), Some("2024-05-01"));
        assert_eq!(parse_date("some day"), None);
    }

    proptest! {
        #[test]
        fn never_panics(text in "([0-9]{1,4}|[-/.,_: ]|may|March|day of|th){0,20}") {
            if let Some((at, _)) = find_date(&text) {
                prop_assert!(text.get(at).is_some());
            }
        }
    }
}

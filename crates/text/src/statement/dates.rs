//! Printed forms of one date or time: `March 3, 2025`, `3/3/2025`, `the 3rd day of March, 2025`;
//! `7 p.m.`, `7:00 PM`, `19:00`.

use crate::year_of;
use jiff::civil::Date;

use super::words::Atom;

/// Reads a date or time at the start of these atoms; returns a key and the number of atoms. Dates in figures
/// are read month first, as the papers write them; a two-digit year is left unchanged.
pub(super) fn period(atoms: &[Atom]) -> Option<(String, usize)> {
    month_first(atoms).or_else(|| day_first(atoms)).or_else(|| in_figures(atoms)).or_else(|| time(atoms))
}

fn text(atoms: &[Atom], i: usize) -> &str {
    atoms.get(i).filter(|a| !a.odd).map_or("", |a| a.text.as_str())
}

/// Reads the month of a capitalised name; returns it with its atoms (an abbreviation has a full stop).
fn month(atoms: &[Atom], at: usize) -> Option<(i8, usize)> {
    const LONG: [&str; 12] = [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    let word = text(atoms, at);
    if !word.starts_with(|c: char| c.is_ascii_uppercase()) {
        return None;
    }
    let lower = word.to_ascii_lowercase();
    let number = |i: usize| i8::try_from(i + 1).ok();
    if let Some(i) = LONG.iter().position(|m| *m == lower) {
        return Some((number(i)?, 1));
    }
    let short = if lower == "sept" { "sep" } else { lower.as_str() };
    let i = LONG.iter().position(|m| short.len() == 3 && m.starts_with(short))?;
    Some((number(i)?, 1 + usize::from(text(atoms, at + 1) == ".")))
}

/// Parses a number in plain digits; parsing alone would accept a sign.
fn digits<N: std::str::FromStr>(word: &str) -> Option<N> {
    word.bytes().all(|b| b.is_ascii_digit()).then(|| word.parse().ok()).flatten()
}

fn day(word: &str) -> Option<i8> {
    let figures = word.trim_end_matches(|c: char| c.is_ascii_lowercase());
    let ending = word.get(figures.len()..)?;
    let plain = figures.len() <= 2 && !figures.starts_with('0');
    digits(figures)
        .filter(|d| plain && (1..=31).contains(d) && matches!(ending, "" | "st" | "nd" | "rd" | "th"))
}

fn key(year: i16, month: i8, day: i8) -> Option<String> {
    Some(format!("@{}", Date::new(year, month, day).ok()?))
}

/// Counts the atoms up to here, plus a comma that closes a full date.
fn closed(atoms: &[Atom], used: usize) -> usize {
    used + usize::from(text(atoms, used) == ",")
}

fn month_first(atoms: &[Atom]) -> Option<(String, usize)> {
    let (month, at) = month(atoms, 0)?;
    if let Some(day) = day(text(atoms, at)) {
        let comma = usize::from(text(atoms, at + 1) == ",");
        if let Some(year) = year_of(text(atoms, at + 1 + comma)) {
            return Some((key(year, month, day)?, closed(atoms, at + 2 + comma)));
        }
        return Some((format!("@--{month:02}-{day:02}"), at + 1));
    }
    let year = year_of(text(atoms, at))?;
    Some((format!("@{year}-{month:02}"), at + 1))
}

fn day_first(atoms: &[Atom]) -> Option<(String, usize)> {
    let day = day(text(atoms, 0))?;
    let mut at = 1;
    if text(atoms, at) == "day" {
        at += 1;
        if text(atoms, at) != "of" {
            return None;
        }
        at += 1;
    }
    let (month, used) = month(atoms, at)?;
    at += used;
    let comma = usize::from(text(atoms, at) == ",");
    let year = year_of(text(atoms, at + comma))?;
    Some((key(year, month, day)?, closed(atoms, at + comma + 1)))
}

fn in_figures(atoms: &[Atom]) -> Option<(String, usize)> {
    let word = text(atoms, 0);
    let parts = |mark: char| {
        let mut parts = word.split(mark);
        let three = (parts.next()?, parts.next()?, parts.next()?);
        parts.next().is_none().then_some(three)
    };
    let small = |part: &str| digits::<i8>(part).filter(|_| (1..=2).contains(&part.len()));
    let found = match parts('/').or_else(|| parts('-'))? {
        (y, m, d) if y.len() == 4 => key(year_of(y)?, small(m)?, small(d)?)?,
        (m, d, y) => key(year_of(y)?, small(m)?, small(d)?)?,
    };
    Some((found, closed(atoms, 1)))
}

fn time(atoms: &[Atom]) -> Option<(String, usize)> {
    let word = text(atoms, 0);
    let digits_end = word.find(|c: char| !c.is_ascii_digit() && c != ':').unwrap_or(word.len());
    let (clock, glued) = word.split_at(digits_end);
    let (hour, minute) = clock.split_once(':').unwrap_or((clock, "00"));
    let hour: u8 = digits(hour).filter(|h| *h < 24 && hour.len() <= 2)?;
    let minute: u8 = digits(minute).filter(|m| *m < 60 && minute.len() == 2)?;
    let half = |word: &str| match word.to_ascii_lowercase().as_str() {
        "am" | "a.m" => Some(false),
        "pm" | "p.m" => Some(true),
        _ => None,
    };
    let (afternoon, used) = match (half(glued), glued.is_empty().then(|| half(text(atoms, 1))).flatten()) {
        (Some(afternoon), _) => (afternoon, 1),
        (None, Some(afternoon)) => (afternoon, 2),
        // A 24-hour time is unambiguous only in the afternoon.
        (None, None) if glued.is_empty() && clock.contains(':') && hour > 12 => {
            return Some((format!("^{hour:02}:{minute:02}"), 1));
        }
        _ => return None,
    };
    let hour = match (hour, afternoon) {
        (12, false) => 0,
        (12, true) => 12,
        (h @ 1..=11, true) => h + 12,
        (h @ 1..=11, false) => h,
        _ => return None,
    };
    // The full stop of "p.m." may also end the sentence.
    Some((format!("^{hour:02}:{minute:02}"), used + usize::from(text(atoms, used) == ".")))
}

#[cfg(test)]
mod tests {
    use super::super::words::{Side, atoms};
    use super::*;

    #[test]
    fn forms_of_one_day_and_hour() {
        for (given, expected) in [
            ("March 3, 2025, the board", Some("@2025-03-03")),
            ("Mar. 3 2025", Some("@2025-03-03")),
            ("3/3/2025", Some("@2025-03-03")),
            ("3/4/2025", Some("@2025-03-04")),
            ("2025-03-03", Some("@2025-03-03")),
            ("3rd day of March, 2025", Some("@2025-03-03")),
            ("Sept. 9th, 2024", Some("@2024-09-09")),
            ("March 2025", Some("@2025-03")),
            ("March 3 at noon", Some("@--03-03")),
            ("may 3 dogs", None),
            ("February 30, 2024", None),
            ("3/3/25", None),
            ("7 p.m.", Some("^19:00")),
            ("7:30 PM", Some("^19:30")),
            ("7:00pm", Some("^19:00")),
            ("12 a.m.", Some("^00:00")),
            ("19:00", Some("^19:00")),
            ("7:00", None),
            ("March +3, 2025", None),
            ("+7 p.m.", None),
            ("7 dogs", None),
            ("13 p.m.", None),
        ] {
            let got = period(&atoms(given, Side::Text)).map(|(key, _)| key);
            assert_eq!(got.as_deref(), expected, "{given}");
        }
    }
}

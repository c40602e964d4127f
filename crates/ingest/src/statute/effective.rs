//! Reads the effective date of a text from notes.

use std::sync::LazyLock;

use regex::Regex;

use crate::metadata::find_date;

static EFFECTIVE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\beff(?:ective\b|\.)\s*(?:date\s*)?[:\u{2013}\u{2014}-]?\s*(?:on\s+)?").ok()
});

/// Returns the last full date that a note calls effective: `eff. Jan. 1, 2012`, `Effective July 1, 2021`.
/// Notes list acts in chronological order, so the last one gave the text its present form.
pub(super) fn effective(note: &str) -> Option<String> {
    EFFECTIVE
        .as_ref()?
        .find_iter(note)
        .filter_map(|m| {
            let rest = note.get(m.end()..)?;
            find_date(rest).filter(|(at, date)| at.start == 0 && date.len() == 10).map(|(_, date)| date)
        })
        .last()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_one() {
        for (note, expected) in [
            (
                "Source. 1967, 251:1. 1986, 83:3, eff. Jan. 1, 1987. 2011, 9:2, eff. Jan. 1, 2012.",
                Some("2012-01-01"),
            ),
            ("History:1978, Act 59, Imd. Eff. May 5, 1954", Some("1954-05-05")),
            ("History: rewrote Subsec. (c), effective July 1, 2010.", Some("2010-07-01")),
            ("[Effective July 1, 2021] Fees", Some("2021-07-01")),
            ("Effective Date: September 6, 2022.", Some("2022-09-06")),
            ("effective upon passage; adopted May 1, 2020", None),
            ("", None),
        ] {
            assert_eq!(effective(note).as_deref(), expected, "{note:?}");
        }
    }
}

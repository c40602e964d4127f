//! Years and months that a question names, and papers of that time.

use serde::{Deserialize, Serialize};

use crate::text::year_of;

/// Beginnings of the names of months, in order.
const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/// Words before a year that make it a bound and not the requested time.
const BOUNDS: [&str; 12] =
    ["since", "before", "after", "between", "until", "till", "from", "to", "by", "than", "and", "through"];

/// Boosts, on the fused score (0 to 1), for papers of a time that the question names.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PeriodBoost {
    /// For a paper dated in a year that the question names without a month.
    pub year: f32,
    /// For a paper dated in a month of a year that the question names.
    pub month: f32,
}

impl Default for PeriodBoost {
    fn default() -> Self {
        crate::tuning::table("search.period")
    }
}

/// The times that a question names: years, some with a month (1 to 12).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::retrieve) struct Periods(Vec<(i16, Option<usize>)>);

impl Periods {
    /// Reads the times of a question; empty where a year is only a bound, as in "since 2019".
    pub(in crate::retrieve) fn of(question: &str) -> Self {
        let words: Vec<String> = question
            .split_whitespace()
            .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase())
            .collect();
        let mut found = Vec::new();
        for (at, word) in words.iter().enumerate() {
            let Some(year) = year_of(word.strip_suffix("'s").unwrap_or(word)) else { continue };
            let before = |back: usize| at.checked_sub(back).and_then(|at| words.get(at)).map(String::as_str);
            if before(1).is_some_and(|word| BOUNDS.contains(&word)) {
                return Self::default();
            }
            // "nov 2024" or "November 7, 2024".
            let of_day = before(1).is_some_and(|word| word.starts_with(|c: char| c.is_ascii_digit()));
            let month =
                before(1).and_then(month_of).or_else(|| before(2).filter(|_| of_day).and_then(month_of));
            found.push((year, month));
        }
        Self(found)
    }

    pub(in crate::retrieve) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the boost of a paper by its date (ISO 8601: day, month or year).
    pub(in crate::retrieve) fn boost(&self, date: &str, boosts: &PeriodBoost) -> f32 {
        let mut parts = date.split('-');
        let year = parts.next().and_then(year_of);
        let month = parts.next().and_then(|month| month.parse::<usize>().ok());
        let of = |(asked, asked_month): &(i16, Option<usize>)| match asked_month {
            _ if year != Some(*asked) => 0.0,
            None => boosts.year,
            Some(_) if month == *asked_month => boosts.month,
            Some(_) => 0.0,
        };
        self.0.iter().map(of).fold(0.0, f32::max)
    }
}

/// Returns the number of a month by its name or a short form of three letters or more.
fn month_of(word: &str) -> Option<usize> {
    const NAMES: [&str; 12] = [
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
    let at = MONTHS.iter().position(|month| word.starts_with(month))?;
    NAMES.get(at).filter(|name| name.starts_with(word)).map(|_| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_a_question() {
        for (question, expected) in [
            ("how much in the bank nov 2024", &[(2024, Some(11))][..]),
            ("who voted on November 7, 2024?", &[(2024, Some(11))]),
            ("what happened on Sept. 3rd 2023", &[(2023, Some(9))]),
            ("the 2024 tax rate or 2023's", &[(2024, None), (2023, None)]),
            ("who may vote in 2026", &[(2026, None)]),
            ("what changed since 2019", &[]),
            ("what is the fee", &[]),
            ("marble 2024", &[(2024, None)]),
        ] {
            assert_eq!(Periods::of(question).0, expected, "{question}");
        }
    }

    #[test]
    fn papers_of_the_time_rise() {
        let boosts = PeriodBoost { year: 0.1, month: 0.2 };
        for (question, date, expected) in [
            ("bank nov 2024", "2024-11-07", 0.2),
            ("bank nov 2024", "2024-05-16", 0.0),
            ("bank 2024", "2024-05-16", 0.1),
            ("bank 2024", "2024", 0.1),
            ("bank 2024", "2023-11", 0.0),
            ("bank 2024", "soon", 0.0),
            ("bank", "2024", 0.0),
        ] {
            assert!(
                (Periods::of(question).boost(date, &boosts) - expected).abs() < 1e-6,
                "{question} {date}"
            );
        }
    }

    proptest::proptest! {
        #[test]
        fn any_question_and_date(question in "\\PC{0,40}", date in "\\PC{0,14}") {
            let boost = Periods::of(&question).boost(&date, &PeriodBoost { year: 0.1, month: 0.2 });
            proptest::prop_assert!((0.0..=0.2).contains(&boost));
        }
    }
}

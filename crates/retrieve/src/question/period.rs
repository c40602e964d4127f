//! Years and months that a question names, and papers of that time.

use serde::{Deserialize, Serialize};

use twolane_text::{TokenKind, tokens, year_of};

/// Words before a time that make it a bound and not the requested time.
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
pub struct Periods {
    times: Vec<(i16, Option<u8>)>,
    days: Vec<String>,
}

impl Periods {
    /// Reads the times of a question: its dates, and years by themselves. Empty where a time is only a bound, as in
    /// "since March 2019".
    pub fn of(question: &str) -> Self {
        let mut found = Vec::new();
        let mut days: Vec<(usize, String)> = Vec::new();
        for token in tokens(question).into_iter().filter(|token| token.kind == TokenKind::Date) {
            if token.normal.starts_with("--") || token.normal.len() == "2024-05-06".len() {
                days.push((token.range.start, token.normal.clone()));
            }
            let mut parts = token.normal.split('-');
            let year = parts.next().and_then(year_of);
            let month = parts.next().and_then(|month| month.parse().ok());
            found.extend(year.map(|year| (token.range, year, month)));
        }
        let mut end = 0;
        for word in question.split_inclusive(char::is_whitespace) {
            let start = end;
            end += word.len();
            let in_a_date = found.iter().any(|(range, ..)| range.contains(&start));
            found.extend(plain_year(word).filter(|_| !in_a_date).map(|year| (start..end, year, None)));
        }
        let is_bound = |start: usize| {
            let before = question.get(..start).and_then(|before| before.split_whitespace().next_back());
            before.is_some_and(|word| BOUNDS.iter().any(|bound| bound.eq_ignore_ascii_case(word)))
        };
        if found.iter().any(|(range, ..)| is_bound(range.start)) {
            return Self::default();
        }
        days.retain(|(start, _)| !is_bound(*start));
        Periods {
            times: found.into_iter().map(|(_, year, month)| (year, month)).collect(),
            days: days.into_iter().map(|(_, day)| day).collect(),
        }
    }

    /// Returns true if the question names days.
    pub fn has_days(&self) -> bool {
        !self.days.is_empty()
    }

    /// Returns true if a date (ISO 8601) is one of the days that the question names, with or without their year.
    pub fn has_day(&self, date: &str) -> bool {
        self.days.iter().any(|day| match day.strip_prefix("--") {
            Some(of_year) => date.len() == "2024-05-06".len() && date.get(5..) == Some(of_year),
            None => day == date,
        })
    }

    /// Returns true for a question that names no time.
    pub fn is_empty(&self) -> bool {
        self.times.is_empty()
    }

    /// Returns the years, in the order of the question's dates and then of its other words.
    pub fn years(&self) -> impl Iterator<Item = i16> {
        self.times.iter().map(|(year, _)| *year)
    }

    /// Returns the boost of a paper by its date (ISO 8601: day, month or year).
    pub fn boost(&self, date: &str, boosts: &PeriodBoost) -> f32 {
        if self.has_day(date) {
            return boosts.month;
        }
        let mut parts = date.split('-');
        let year = parts.next().and_then(year_of);
        let month: Option<u8> = parts.next().and_then(|month| month.parse().ok());
        let of = |(asked, asked_month): &(i16, Option<u8>)| match asked_month {
            _ if year != Some(*asked) => 0.0,
            None => boosts.year,
            Some(_) if month == *asked_month => boosts.month,
            Some(_) => 0.0,
        };
        self.times.iter().map(of).fold(0.0, f32::max)
    }
}

/// Returns the year that a word is, also as a possessive.
fn plain_year(word: &str) -> Option<i16> {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    year_of(word.strip_suffix("'s").or_else(|| word.strip_suffix("\u{2019}s")).unwrap_or(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_a_question() {
        for (question, expected) in [
            ("how much in the bank nov 2024", &[(2024, Some(11))][..]),
            ("who voted on November 7, 2024?", &[(2024, Some(11))]),
            ("who voted on 11/7/2024?", &[(2024, Some(11))]),
            ("what happened on Sept. 3rd, 2023", &[(2023, Some(9))]),
            ("the 2024 tax rate or 2023's", &[(2024, None), (2023, None)]),
            ("What did 2024\u{2019}s budget set aside?", &[(2024, None)]),
            ("How many calls were there in 2024?", &[(2024, None)]),
            ("what changed since 2019", &[]),
            ("what changed since March 2019", &[]),
            ("what was due by April 30, 2025", &[]),
            ("How many calls between 2019 and 2023?", &[]),
            ("What does Resolution 2025-08 say?", &[]),
            ("what is the fee", &[]),
            ("marble 2024", &[(2024, None)]),
        ] {
            assert_eq!(Periods::of(question).times, expected, "{question}");
        }
    }

    #[test]
    fn days_of_a_question() {
        for (question, date, expected) in [
            ("What did Ms. Orr say on March 11?", "2024-03-11", true),
            ("What did Ms. Orr say on March 11?", "2024-03-12", false),
            ("What did Ms. Orr say on March 11, 2024?", "2024-03-11", true),
            ("What did Ms. Orr say on March 11, 2024?", "2023-03-11", false),
            ("What did Ms. Orr say in March 2024?", "2024-03-11", false),
            ("What is due by March 11?", "2024-03-11", false),
            ("What did Ms. Orr say on March 11?", "2024-03", false),
        ] {
            assert_eq!(Periods::of(question).has_day(date), expected, "{question} {date}");
        }
        assert!(!Periods::of("What did Ms. Orr say?").has_days());
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

//! Years that a question asks about (EVD-14). A value of another year does not answer it.

use twolane_retrieve::Periods;
use twolane_text::year_of;

/// Years of a question.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AskedYears(Vec<i16>);

impl AskedYears {
    /// Extracts the years of a question; empty where a year is only a bound, as in "since 2019".
    pub fn of(question: &str) -> Self {
        AskedYears(Periods::of(question).years().collect())
    }

    /// Returns true for a text of another year than the question's. Its own years, its headings and the title of its
    /// paper name its years. A text matches when any of these, or the date of the paper, names one of the question's
    /// years. A text whose years are unknown also matches.
    pub fn differ_from(&self, text: &str, named: &[&str], date: &str) -> bool {
        let own = years(text);
        let over: Vec<i16> = named.iter().flat_map(|text| years(text)).collect();
        let has = |years: &[i16]| years.iter().any(|year| self.0.contains(year));
        let dated = years(date);
        let any = !own.is_empty() || !over.is_empty();
        !self.0.is_empty() && any && !has(&own) && !has(&over) && !has(&dated)
    }
}

/// Returns the years of a text, including those in dates such as `2025-03-04` and spans such as `2023-2024`.
fn years(text: &str) -> Vec<i16> {
    let parts = text.split(|c: char| !c.is_alphanumeric());
    parts.filter_map(year_of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_year_differs() {
        let asked = AskedYears::of("How many calls were there in 2024?");
        for (text, title, date, expected) in [
            ("In 2023 there were 298 calls.", "Report", "", true),
            ("In 2024 there were 312 calls, 14 more than in 2023.", "Report", "", false),
            ("There were 298 calls.", "Annual Report 2023", "", true),
            ("There were 298 calls.", "Annual Report 2023", "2024-02-01", false),
            ("There were 312 calls.", "Annual Report 2024", "2025-02-01", false),
            ("The limit is 25 mph.", "Traffic Ordinance", "2010-05-01", false),
            ("Up from 298 in 2023, there were 312.", "Annual Report 2024", "", false),
            ("Up from 298 in 2023, there were 312.", "Annual Report 2022", "", true),
        ] {
            assert_eq!(asked.differ_from(text, &[title], date), expected, "{text} {title} {date}");
        }
        assert!(!AskedYears::of("How many calls?").differ_from("In 2023 there were 298.", &[], ""));
    }
}

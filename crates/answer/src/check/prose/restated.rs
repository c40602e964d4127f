//! Sentences of a model in its own words. Every number, date, name and section in one must be in the quotes that it cites.
//! Whether it says what they say is for the critic (`find/write/critic.rs`).

use std::collections::BTreeSet;

use crate::check::audit::AuditWords;
use crate::language::borne::Borne;
use crate::language::question_terms::term_set;
use twolane_text::pattern::pattern;

/// Longest sentence that is judged, in bytes.
const LONGEST: usize = 600;

/// Words for one period each. A sum for each year and one for each month are not the same sum. Plural forms have a
/// number, which is looked up with its unit.
const PERIODS: [&[&str]; 6] = [
    &["hour", "hourly"],
    &["day", "daily"],
    &["week", "weekly"],
    &["month", "monthly"],
    &["quarter", "quarterly"],
    &["year", "yearly", "annual", "annually"],
];

pattern!(VOTE, r"\b(\d{1,3}\s?[-\u{2013}]\s?\d{1,3}) votes?\b");

/// Words that a sentence cites.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Said {
    /// Title of the paper.
    pub title: String,
    /// Date of the paper; empty for one without a date.
    pub date: String,
    /// Quoted words.
    pub words: String,
}

impl Said {
    /// Returns the words behind the title of their paper.
    pub(super) fn titled(&self) -> String {
        format!("{}: {}", self.title, self.words)
    }
}

/// Checks the words of a sentence in a model's own words against those that it cites.
///
/// # Errors
/// Returns the reason why they do not support it. Without one, the critic decides.
pub fn restates(text: &str, cited: &[&Said]) -> Result<(), &'static str> {
    let text = text.trim();
    if text.is_empty() || text.len() > LONGEST || cited.is_empty() || !text.ends_with('.') {
        return Err("it is no sentence with quotes");
    }
    if text.contains(['\u{201c}', '\u{201d}', '"']) {
        return Err("its quotation marks hold no whole quotes");
    }
    let borne = Borne::of(cited.iter().flat_map(|c| [c.words.as_str(), c.title.as_str(), c.date.as_str()]));
    // In "a 6-1 vote", the votes are no unit of the last figure.
    if !borne.bears_out(&VOTE.get().replace_all(text, "vote $1")) {
        return Err("a number, date, name or section of it is not in the quotes it cites");
    }
    let quoted: BTreeSet<usize> = cited.iter().flat_map(|c| periods(&c.words)).collect();
    if !periods(text).is_subset(&quoted) {
        return Err("a period of it is not in the quotes it cites");
    }
    let all: Vec<&str> = cited.iter().map(|c| c.words.as_str()).collect();
    if AuditWords::built_in().unquoted(text, &all.join("\n")).is_some() {
        return Err("it has advice, a judgement or a procedure that no quote has");
    }
    let own = term_set(text);
    match cited.iter().all(|c| !own.is_disjoint(&term_set(&c.words))) {
        true => Ok(()),
        false => Err("it has no word of a quote that it cites"),
    }
}

/// Returns the periods that a text names.
fn periods(text: &str) -> BTreeSet<usize> {
    let words = text.split(|c: char| !c.is_alphabetic()).map(str::to_lowercase);
    words.filter_map(|word| PERIODS.iter().position(|period| period.contains(&word.as_str()))).collect()
}

//! Sentences of a model in its own words. Numbers, dates, names, sections and periods in one must be in the quotes that it
//! cites. Whether it says what they say is for the critic (`find/write/critic.rs`), and so is all that no list here knows.

use std::collections::BTreeSet;

use crate::check::audit::AuditWords;
use crate::draft::Said;
use crate::language::borne::Borne;
use crate::language::question_terms::term_set;
use twolane_text::pattern::pattern;
use twolane_text::{Token, TokenKind, instructions_in, tokens_of};

/// Longest sentence that is judged, in bytes.
const LONGEST: usize = 1000;

/// Words for one period each. A sum for each year and one for each month are not the same sum.
const PERIODS: [&[&str]; 6] = [
    &["hour", "hourly"],
    &["day", "daily"],
    &["week", "weeks", "weekly", "biweekly"],
    &["month", "months", "monthly", "bimonthly"],
    &["quarter", "quarters", "quarterly"],
    &["year", "years", "yearly", "annual", "annually", "semiannual", "annum"],
];

/// Words that are a date or a count, each by itself: a sentence may begin with one.
const ALONE: [&str; 27] = [
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "january",
    "february",
    "march",
    "april",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "thirty-first",
    "dozen",
    "hundred",
    "thousand",
    "million",
    "billion",
    "grand",
    "decade",
    "fortnight",
];

/// Characters that mark a quotation, a footnote, struck text or a form, where a sentence has none of these.
const MARKS: &str = "\"\u{201c}\u{201d}\u{201e}\u{201f}\u{2018}\u{201a}\u{201b}\u{ab}\u{bb}\u{2039}\u{203a}\u{2032}\u{2033}<>{}[]`#_|\\~*\u{2020}\u{2021}\u{b9}\u{b2}\u{b3}\u{2028}\u{2029}";

pattern!(VOTE, r"\b(\d{1,3}\s?[-\u{2013}]\s?\d{1,3}) votes?\b");
pattern!(TALLY, r"\b(\d{1,3})\s?(?:[-\u{2013}]|to)\s?(\d{1,3})\b");
pattern!(OPEN_QUOTE, r"(?:^|[\s(])['\u{2019}]\w");
pattern!(UNIT, r"(?i)\d\s?(\u{a2}|\u{20ac}|\u{a3}|euros?|cents?|pounds?|lbs?|kg|km|cm|mm|m|miles?|acres?)\b");
pattern!(ACRONYM, r"\b\p{Lu}[\p{Lu}\d]+\b");
pattern!(BEHIND_A_MARK, r"[;:\u{2013}\u{2014}(]\s*(\p{Lu}\w+)");

/// Checks the words of a sentence in a model's own words against those that it cites. Names may also be in the title of
/// a cited paper, and dates in its title or date beside undated quotes.
///
/// # Errors
/// Returns the reason why they do not support it. Without one, the critic decides.
pub fn restates(text: &str, cited: &[&Said]) -> Result<(), &'static str> {
    let text = text.trim();
    if text.is_empty() || text.len() > LONGEST || cited.is_empty() || !text.ends_with('.') {
        return Err("it is no sentence with quotes");
    }
    if text.chars().any(|c| c.is_control() || MARKS.contains(c)) || OPEN_QUOTE.get().is_match(text) {
        return Err("it has quotation marks or other marks");
    }
    if !instructions_in(text).is_empty() {
        return Err("it gives orders to a language model");
    }
    let quotes: Vec<&str> = cited.iter().map(|c| c.words.as_str()).collect();
    let all = quotes.join("\n");
    if !borne(text, &quotes, cited) || !tallies(text).is_subset(&tallies(&all)) {
        return Err("one of its numbers, dates, names or sections is not in the quotes it cites");
    }
    let (own, held) = (words(text), words(&all));
    if !periods(&own).is_subset(&periods(&held)) {
        return Err("one of its periods is not in the quotes it cites");
    }
    let alone = |word: &&str| own.contains(*word) && !held.contains(*word);
    if ALONE.iter().any(alone) || !units(text).is_subset(&units(&all)) {
        return Err("one of its dates, counts or units is not in the quotes it cites");
    }
    let titles: Vec<&str> = cited.iter().map(|c| c.title.as_str()).collect();
    let known = words(&format!("{all}\n{}", titles.join("\n")));
    let named = ACRONYM.get().find_iter(text).map(|m| m.as_str());
    let named = named.chain(BEHIND_A_MARK.get().captures_iter(text).filter_map(|c| Some(c.get(1)?.as_str())));
    if named.into_iter().any(|name| !known.contains(&name.to_lowercase())) {
        return Err("one of its names is not in the quotes it cites");
    }
    if AuditWords::built_in().unquoted(text, &all).is_some() {
        return Err("it has advice, a judgement or a procedure that no quote has");
    }
    let own = term_set(text);
    match cited.iter().all(|c| !own.is_disjoint(&term_set(&c.words))) {
        true => Ok(()),
        false => Err("it has no word of a quote that it cites"),
    }
}

/// Returns true when the quotes have every token of a sentence. Titles and dates of papers have names alone, and dates
/// beside quotes without one.
fn borne(text: &str, quotes: &[&str], cited: &[&Said]) -> bool {
    let said = Borne::of(quotes.iter().copied());
    let papers = Borne::of(cited.iter().flat_map(|c| [c.title.as_str(), c.date.as_str()]));
    // In "a 6-1 vote", the votes are no unit of the last figure.
    let text = VOTE.get().replace_all(text, "vote $1");
    let is_dated = quotes.iter().any(|quote| !tokens_of(quote, TokenKind::Date).is_empty());
    said.unsupported(&text).iter().all(|token| match token.kind {
        // Where the quotes date an event, the date of their paper is another one.
        TokenKind::Date => !is_dated && papers.bears_out(&token.raw),
        TokenKind::Name | TokenKind::ProperNoun => papers.bears_out(&token.raw) || are_names(token, &said),
        _ => false,
    })
}

/// Returns true for "Hale and Moss" where the quotes have both names.
fn are_names(token: &Token, said: &Borne) -> bool {
    let names: Vec<&str> = token.raw.split(" and ").collect();
    let one_word = |name: &&str| !name.contains(char::is_whitespace) && said.bears_out(name);
    names.len() > 1 && names.iter().all(one_word)
}

/// Returns the words of a text in lower case.
fn words(text: &str) -> BTreeSet<String> {
    let pieces = text.split(|c: char| !c.is_alphanumeric() && c != '-');
    pieces.flat_map(|word| [word].into_iter().chain(word.split('-'))).map(str::to_lowercase).collect()
}

/// Returns the periods among words.
fn periods(words: &BTreeSet<String>) -> BTreeSet<usize> {
    let of = |word: &String| PERIODS.iter().position(|period| period.contains(&word.as_str()));
    words.iter().filter_map(of).collect()
}

/// Returns the pairs of figures joined as in a tally, each in its order.
fn tallies(text: &str) -> BTreeSet<(String, String)> {
    let pair = |c: regex::Captures<'_>| Some((c.get(1)?.as_str().to_owned(), c.get(2)?.as_str().to_owned()));
    TALLY.get().captures_iter(text).filter_map(pair).collect()
}

/// Returns the units and currencies behind figures.
fn units(text: &str) -> BTreeSet<String> {
    let unit =
        |c: regex::Captures<'_>| Some(c.get(1)?.as_str().to_lowercase().trim_end_matches('s').to_owned());
    UNIT.get().captures_iter(text).filter_map(unit).collect()
}

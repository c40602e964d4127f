//! Whether a token of a claim is borne out by tokens of quotes.

use std::collections::{HashMap, HashSet};

use super::token::{Token, TokenKind};

/// True when a token of some claim is borne out by a token of its quotes; see [`SupportIndex`].
pub fn supports(quoted: &Token, claimed: &Token) -> bool {
    let mut index = SupportIndex::default();
    index.add(quoted);
    index.supports(claimed)
}

/// Tokens of quotes, kept so that a claim's token is looked up in constant time.
///
/// A token is borne out by one of equal normal form, a number of which the claim prints no unit, a
/// date of which the quote prints more, or a name that stands in one longer name, its words together and
/// in their order. A unit that the quote does not print is not borne out, but for dollars of an amount
/// with cents, as tables print them. Digits of a date, a time or a section are no number: they bear
/// out the year at most, and only where nothing is counted.
#[derive(Debug, Clone, Default)]
pub struct SupportIndex {
    normals: HashSet<(TokenKind, String)>,
    numbers: HashMap<String, Values>,
    /// Years of dates.
    years: HashSet<String>,
    /// Dates without their day, or without their year.
    parts_of_dates: HashSet<String>,
    /// Runs of neighbouring words of names.
    names: HashSet<String>,
}

/// What stands beside one value wherever it is printed.
#[derive(Debug, Clone, Default)]
struct Values {
    units: HashSet<String>,
    /// Printed without a unit, and without anything that is counted.
    nothing_counted: bool,
    /// Words behind it where something is counted, singular.
    counted: HashSet<String>,
    /// Printed without a unit, with cents.
    cents: bool,
}

/// Words of a name that are looked up together at most.
const NAME_WORDS: usize = 6;

impl SupportIndex {
    /// Adds a token of a quote.
    pub fn add(&mut self, token: &Token) {
        match token.kind {
            TokenKind::Number => self.add_number(token),
            TokenKind::Name => {
                let words = bare_words(&token.normal);
                for length in 1..=NAME_WORDS.min(words.len()) {
                    self.names.extend(words.windows(length).map(|run| run.join(" ")));
                }
            }
            TokenKind::Date => {
                let mut part = token.normal.as_str();
                while let Some((outer, _)) = part.rsplit_once('-').filter(|(outer, _)| outer.len() >= 4) {
                    self.parts_of_dates.insert(outer.to_owned());
                    part = outer;
                }
                if let Some((year, day)) = token.normal.split_once('-').filter(|(year, _)| year.len() == 4) {
                    self.years.insert(year.to_owned());
                    self.parts_of_dates.insert(format!("--{day}"));
                }
            }
            _ => {}
        }
        self.normals.insert((token.kind, token.normal.clone()));
    }

    fn add_number(&mut self, token: &Token) {
        let (value, unit) = token.value_and_unit();
        let values = self.numbers.entry(value.to_owned()).or_default();
        if !unit.is_empty() {
            values.units.insert(unit.to_owned());
            return;
        }
        values.cents |= has_cents(&token.raw);
        match things(&token.counted) {
            None => values.nothing_counted = true,
            Some(_) => values.counted.extend(token.counted.iter().map(|w| singular(w).to_owned())),
        }
    }

    /// True when one of the tokens bears this one out.
    pub fn supports(&self, claimed: &Token) -> bool {
        if claimed.kind == TokenKind::Number {
            return self.supports_number(claimed);
        }
        self.normals.contains(&(claimed.kind, claimed.normal.clone()))
            || match claimed.kind {
                TokenKind::Date => self.parts_of_dates.contains(&claimed.normal),
                TokenKind::Name | TokenKind::ProperNoun => {
                    let words = bare_words(&claimed.normal);
                    !words.is_empty() && words.len() <= NAME_WORDS && self.names.contains(&words.join(" "))
                }
                _ => false,
            }
    }

    fn supports_number(&self, claimed: &Token) -> bool {
        let (value, unit) = claimed.value_and_unit();
        let thing = things(&claimed.counted).map(singular);
        if unit.is_empty() && thing.is_none() && self.years.contains(value) {
            return true;
        }
        let Some(values) = self.numbers.get(value) else { return false };
        if !unit.is_empty() {
            return values.units.contains(unit) || (unit == "usd" && values.cents);
        }
        match thing {
            None => true,
            // The claim says less than a unit does; but "20 dogs" is not "20 feet".
            Some(thing) => {
                values.nothing_counted
                    || values.counted.contains(thing)
                    || values.units.iter().any(|unit| singular(unit) == thing)
            }
        }
    }
}

/// What is counted behind a number: the first plural noun before any word that only joins.
fn things(words: &[String]) -> Option<&str> {
    const JOINING: &[&str] = &[
        "a", "an", "and", "as", "at", "by", "for", "from", "in", "is", "of", "on", "or", "per", "that",
        "the", "to", "was", "were", "with", "are", "each", "if", "but", "has", "his", "this", "its", "plus",
        "does", "yes", "us",
    ];
    const IRREGULAR: &[&str] = &["people", "persons", "children", "men", "women"];
    words
        .iter()
        .map(String::as_str)
        .take_while(|w| !JOINING.contains(w))
        .find(|w| IRREGULAR.contains(w) || (w.len() > 2 && w.ends_with('s') && !w.ends_with("ss")))
}

fn singular(word: &str) -> &str {
    match word {
        "people" | "persons" => "person",
        word => word.strip_suffix("es").or_else(|| word.strip_suffix('s')).unwrap_or(word),
    }
}

fn has_cents(raw: &str) -> bool {
    raw.rsplit_once('.')
        .is_some_and(|(_, cents)| cents.len() == 2 && cents.bytes().all(|b| b.is_ascii_digit()))
}

fn bare_words(name: &str) -> Vec<String> {
    name.replace(['.', '-'], " ").split_whitespace().map(str::to_owned).collect()
}

//! Support of a claim's tokens by tokens of quotes.

use std::collections::{HashMap, HashSet};

use super::token::{Token, TokenKind};

/// Returns true if a quote's token supports a claim's token; see [`SupportIndex`].
pub fn supports(quoted: &Token, claimed: &Token) -> bool {
    let mut index = SupportIndex::default();
    index.add(quoted);
    index.supports(claimed)
}

/// Index of quotes' tokens that looks up a claim's token in constant time.
///
/// A token is supported by one with an equal normal form, or by a number of equal value if the claim has no
/// unit. A date is supported by a more complete one in the quote, and a name by a longer one that has all its
/// words together and in order. A unit missing in the quote is not supported, except for dollars of an amount
/// with cents, as in tables. Digits of a date, a time or a section are not numbers: they support at most the
/// year, and only if nothing is counted.
#[derive(Debug, Clone, Default)]
pub struct SupportIndex {
    normals: HashSet<(TokenKind, String)>,
    numbers: HashMap<String, Values>,
    /// Years of dates.
    years: HashSet<String>,
    /// Dates without their day or their year.
    parts_of_dates: HashSet<String>,
    /// Runs of adjacent words of names.
    names: HashSet<String>,
}

/// Context of one value in all its occurrences.
#[derive(Debug, Clone, Default)]
struct Values {
    units: HashSet<String>,
    /// True if it occurs without a unit and without a counted thing.
    nothing_counted: bool,
    /// Words after it if something is counted, in the singular.
    counted: HashSet<String>,
    /// True if it occurs without a unit, with cents.
    cents: bool,
}

/// Maximum number of words in a name for one lookup.
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

    /// Returns true if one of the tokens supports this one.
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
            // The claim says less than a unit would; but "20 dogs" is not "20 feet".
            Some(thing) => {
                values.nothing_counted
                    || values.counted.contains(thing)
                    || values.units.iter().any(|unit| singular(unit) == thing)
            }
        }
    }
}

/// Returns the counted thing after a number: the first plural noun before any connecting word.
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

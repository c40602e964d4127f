//! A choice split into its elements: the words that the question itself does not have, and its numbers, dates, sections
//! and names.

use std::collections::HashSet;

use crate::draft::wording;
use crate::language::borne::Borne;
use crate::language::question_terms::term_set;
use twolane_archive::terms;
use twolane_text::tokens;

/// Elements of one choice.
pub(super) struct Elements {
    text: String,
    /// Words as the choice writes them, each with its index terms.
    words: Vec<(String, Vec<String>)>,
    has_tokens: bool,
}

impl Elements {
    /// Splits a choice of this question. All words count when the choice has no word of its own.
    pub(super) fn of(choice: &str, stem: &str) -> Self {
        let asked = term_set(stem);
        let mut words: Vec<(String, Vec<String>)> = Vec::new();
        for raw in choice.split_whitespace() {
            let word = raw.trim_matches(|c: char| !c.is_alphanumeric());
            let own = terms(word);
            if !own.is_empty() && !words.iter().any(|(_, held)| *held == own) {
                words.push((word.to_owned(), own));
            }
        }
        let is_new = |(_, own): &(String, Vec<String>)| !own.iter().all(|t| asked.contains(t));
        if words.iter().any(is_new) {
            words.retain(is_new);
        }
        Elements { has_tokens: !tokens(choice).is_empty(), text: choice.to_owned(), words }
    }

    /// Returns the index terms of all words.
    pub(super) fn terms(&self) -> Vec<String> {
        self.words.iter().flat_map(|(_, own)| own.clone()).collect()
    }

    /// Returns true when a text has all numbers, dates, sections and names of the choice; `None` when it has no such
    /// tokens.
    pub(super) fn tokens_stand_in(&self, text: &str) -> Option<bool> {
        self.has_tokens.then(|| Borne::of([text]).unsupported(&self.text).is_empty())
    }

    /// Describes, in the program's own words, which elements a text has.
    pub(super) fn said_of(&self, text: &str) -> String {
        if text.is_empty() {
            return wording::CHOICE_NO_QUOTE.say(&[]);
        }
        let held: HashSet<String> = term_set(text);
        let stands = |own: &[String]| own.iter().all(|term| held.contains(term));
        let list = |there: bool| -> String {
            let found = self.words.iter().filter(|(_, own)| stands(own) == there);
            found.map(|(word, _)| word.as_str()).collect::<Vec<_>>().join(", ")
        };
        match (list(true), list(false)) {
            (has, lacks) if lacks.is_empty() && !has.is_empty() => wording::CHOICE_ALL.say(&[&has]),
            (has, lacks) if has.is_empty() => wording::CHOICE_NONE.say(&[&lacks]),
            (has, lacks) => wording::CHOICE_PART.say(&[&has, &lacks]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_quote_has_of_a_choice() {
        let stem = "What does a burn permit cost?";
        let quote = "A burn permit is $20 a year.";
        for (choice, stands) in [("$20 a year", Some(true)), ("$10 a year", Some(false)), ("nothing", None)] {
            assert_eq!(Elements::of(choice, stem).tokens_stand_in(quote), stands, "{choice}");
        }
        let said = |choice: &str| Elements::of(choice, stem).said_of(quote);
        assert_eq!(said("$20 a year"), wording::CHOICE_ALL.say(&["20, year"]));
        assert_eq!(said("$10 a year"), wording::CHOICE_PART.say(&["year", "10"]));
        assert_eq!(said("a burn permit"), wording::CHOICE_ALL.say(&["burn, permit"]));
        assert_eq!(Elements::of("$10", stem).said_of(""), wording::CHOICE_NO_QUOTE.say(&[]));
    }
}
